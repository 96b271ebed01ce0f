"""What the fast loop of `rollout.py` needs around it: look-up lists, drawing, going out, slapping.

`Ground` is made once for a ruleset and the cards of a table. `covers` says which rulesets the loop
plays by; players there never jump in, send a penalty back, exchange cards or talk.
"""

from __future__ import annotations

from collections.abc import Sequence

from uno_tui.ai.masks import masks_of
from uno_tui.engine import chance
from uno_tui.engine.actions import SLAP, Action
from uno_tui.engine.circle import ring
from uno_tui.engine.decisions.slap import LAST_DRAWS
from uno_tui.engine.settle import POINT_REFILL
from uno_tui.engine.state import State
from uno_tui.ruleset.tables import EFFECT_NAMES, Tables

NONE, SKIP, REVERSE, DRAWS, AGAIN, SWAP, ROTATE, EVERYONE, DIP = range(9)
_CODES = {
    "skip": SKIP,
    "reverse": REVERSE,
    "draw": DRAWS,
    "again": AGAIN,
    "swap-hands": SWAP,
    "rotate-hands": ROTATE,
    "everyone-draws": EVERYONE,
    "dip": DIP,
}
HAND_MOVES = (SWAP, ROTATE, DIP)
_NO_MOVE = ("color-wheel", "silence", "exchange-card")
"""Effects that move neither turns nor hands here: nobody talks, nobody asks for an exchange."""

MOST_TURNS = 160
"""A rollout that lasts longer is broken off without a winner."""

MOST_TURNS_OF_MANY = 60
"""The same where a round is many (refills): whoever has least left to lay is ahead."""

UNDECIDED = -1
"""The winner of a round that was broken off."""

Trace = list[tuple[int, Action]]


def covers(t: Tables) -> bool:
    """Whether the loop plays this ruleset.

    Jumping in, sending back and exchanging are choices its players never make.
    """
    if t.never_play_drawn or t.cross or (t.end_when_empty and t.until_playable):
        return False
    if bool(t.refills) + t.points_per_out + t.last_left > 1:
        return False
    if t.strict and t.legal_if == "no-other-playable":
        return False
    for program in t.program:
        names = [EFFECT_NAMES[step] for step, _ in reversed(program)]
        moves = [name for name in names if name not in _NO_MOVE]
        if any(name not in _CODES for name in moves):
            return False
        if len(moves) > 2 or (len(moves) == 2 and moves[1] != "again"):
            return False
    return True


class Ground:
    """Masks and look-up lists for one ruleset and number of seats, and the loop over them."""

    def __init__(self, t: Tables, cards_in_play: tuple[int, ...]) -> None:
        self.t = t
        self.masks = masks_of(t, cards_in_play)
        kinds = range(len(t.kinds))
        self.effect: list[int] = []
        self.number: list[int] = []
        for program in t.program:
            steps = [(EFFECT_NAMES[step], n) for step, n in reversed(program)]
            steps = [step for step in steps if step[0] not in _NO_MOVE]
            name, n = steps[0] if steps else ("", 0)
            self.effect.append(_CODES.get(name, NONE))
            self.number.append(n)
        self.hitting = self.masks.of(k for k in kinds if t.is_wild[k] and t.draw_n[k])
        self.goes_on = bool(t.refills) or t.points_per_out or t.last_left
        self.reuse = not t.end_when_empty
        self.turns = MOST_TURNS_OF_MANY if t.refills else 2 * MOST_TURNS
        if not self.goes_on:
            self.turns = MOST_TURNS
        again = EFFECT_NAMES.index("again")
        self.again = [any(step == again for step, _ in program) for program in t.program]
        # answers[kind][colour]; the last column is for no colour at all.
        self.answers = [
            [self.masks.answers(kind, color) for color in (*range(len(t.colors)), -1)]
            for kind in kinds
        ]

    def named(self, mask: int) -> int:
        """The colour a hand holds most of."""
        best, most = 0, -1
        for color, of_color in enumerate(self.masks.color):
            count = (mask & of_color).bit_count()
            if count > most:
                best, most = color, count
        return best

    def first_outs(self, s: State) -> list[int]:
        """What has been counted before: points or refills by seat, or the seats that are out.

        Empty where a round ends with the first seat out.
        """
        if self.t.points_per_out:
            return s.round_points[:]
        if self.t.refills:
            return s.refilled[:]
        return list(s.places) if self.t.last_left else []

    def out(
        self, s: State, hands: list[int], seat: int, outs: list[int], draw: list[int], events: int
    ) -> tuple[list[int], int, bool]:
        """A seat has laid its last card and the round may go on: a refill, a point, a place."""
        t = self.t
        if t.last_left:
            outs.append(seat)
            return draw, events, s.in_round.bit_count() - len(outs) + len(s.places) <= 1
        if t.refills and outs[seat] >= len(t.refills):
            return draw, events, True
        amount = POINT_REFILL if t.points_per_out else t.refills[outs[seat]]
        outs[seat] += 1
        draw, events, taken = self.take(s, hands, seat, amount, draw, events)
        return draw, events, not taken or (taken < amount and not self.reuse)

    def ends(self, s: State, outs: list[int], seat: int) -> bool:
        """Whether the round ends with this seat's last card: no colour is named then."""
        t = self.t
        if t.last_left:
            return s.in_round.bit_count() - len(outs) + len(s.places) <= 2
        return not t.points_per_out and (not t.refills or outs[seat] >= len(t.refills))

    def winner(self, s: State, hands: list[int], outs: list[int], seat: int) -> int:
        """Who has won when a seat's last card ended the round."""
        if self.t.points_per_out:
            return self.nobody_out(s, hands, outs)
        return outs[0] if self.t.last_left else seat

    def nobody_out(self, s: State, hands: list[int], outs: list[int]) -> int:
        """Who has won a round that ends because nobody can go on (T-6, C-7)."""
        seats = [seat for seat in range(s.seats) if s.in_round >> seat & 1]
        if self.t.points_per_out:
            return max(seats, key=lambda seat: (outs[seat], -hands[seat].bit_count()))
        if self.t.last_left and outs:
            return outs[0]
        nearest = [(s.dealer + 1 + step) % s.seats for step in range(s.seats)]
        return min(
            (seat for seat in nearest if seat in seats),
            key=lambda seat: self.masks.points(hands[seat]),
        )

    def slap(
        self,
        s: State,
        hands: list[int],
        caller: int,
        next_of: tuple[int, ...],
        draw: list[int],
        events: int,
        trace: Trace | None,
    ) -> tuple[list[int], int]:
        """U-6: everybody else slaps; which of them is last depends on the size of the pile."""
        others = []
        other = next_of[caller]
        while other != caller:
            others.append(other)
            other = next_of[other]
        last = others.pop(len(draw) % len(others))
        if trace is not None:
            trace.extend((each, Action(SLAP)) for each in others)
        draw, events, _ = self.take(s, hands, last, LAST_DRAWS, draw, events)
        return draw, events

    def take(
        self, s: State, hands: list[int], seat: int, amount: int, draw: list[int], events: int
    ) -> tuple[list[int], int, int]:
        """Draw with a reshuffle on the way."""
        discards, first = s.discards, self.masks.first
        hand = hands[seat]
        taken = 0
        while amount and (draw or (self.reuse and len(discards) > 1)):
            if not draw:
                draw = discards[:-1]
                del discards[:-1]
                if self.t.flips:
                    draw.reverse()
                else:
                    events += 1
                    chance.shuffle(draw, chance.generator(s.seed, events))
            low = first[draw.pop()]
            while hand & low:
                low <<= 1
            hand |= low
            amount -= 1
            taken += 1
        hands[seat] = hand
        return draw, events, taken

    def last_card(
        self,
        s: State,
        hands: list[int],
        seat: int,
        kind: int,
        next_of: tuple[int, ...],
        draw: list[int],
        events: int,
        effect: int,
    ) -> None:
        """E-16: a draw on a last card is still carried out."""
        if effect == DRAWS:
            self.take(s, hands, next_of[seat], self.t.draw_n[kind], draw, events)
        elif effect == EVERYONE:
            other = next_of[seat]
            while other != seat:
                draw, events, _ = self.take(s, hands, other, self.number[kind], draw, events)
                other = next_of[other]


def circle(s: State, direction: int, outs: Sequence[int] = ()) -> tuple[int, ...]:
    """For every seat the next one in the round."""
    mask = s.in_round
    for seat in outs:
        mask &= ~(1 << seat)
    return ring(s.seats, mask, direction)


def waits(t: Tables, kind: int) -> bool:
    """Whether the table asks the target of this draw card before it draws."""
    return bool(
        (t.challenges and t.section_w[kind])
        or t.answerable[kind]
        or t.beatable[kind]
        or t.jumpable[kind]
        or t.deflects
    )

"""Playing an imagined round to its end, fast: hands as bit masks, one flat loop, simple players.

`Fast` is made once a ruleset. It covers rulesets whose faces only skip, reverse, draw, take
another turn, name a colour or move whole hands; `covers` says whether it does. Everything else
is rolled out on the engine (see `search.py`). With `trace` the loop writes down what every seat
did, and a test shows that the engine, given the same actions, ends with the same hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from uno_tui.ai.masks import masks_of
from uno_tui.engine import chance
from uno_tui.engine.actions import ACCEPT, DRAW, GIVE, PASS, PLAY, READY, SLAP, Action
from uno_tui.engine.decisions.slap import LAST_DRAWS
from uno_tui.engine.penalty import READY_FROM
from uno_tui.engine.settle import POINT_REFILL
from uno_tui.engine.state import State, ring
from uno_tui.ruleset.tables import EFFECT_NAMES, KEPT, NAMED, Tables

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
_HAND_MOVES = (SWAP, ROTATE, DIP)
_NO_MOVE = ("color-wheel", "silence", "exchange-card")
"""Effects that move neither turns nor hands here: nobody talks, nobody asks for an exchange."""

MOST_TURNS = 160
"""A rollout that lasts longer is broken off without a winner."""

MOST_TURNS_OF_MANY = 60
"""The same where a round is many (refills): whoever has least left to lay is ahead."""

UNDECIDED = -1
"""The winner of a round that was broken off."""

KEEP_WILD_ABOVE = 4
"""Our own stand-in keeps its wilds while it holds more cards than this and nobody is close."""

Trace = list[tuple[int, Action]]


@lru_cache(maxsize=256)
def fast(tables: Tables, cards_in_play: tuple[int, ...]) -> Fast | None:
    """The loop for a ruleset and the cards of a table; None when it does not cover it."""
    return Fast(tables, cards_in_play) if covers(tables) else None


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


class Fast:
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

    def _named(self, mask: int) -> int:
        best, most = 0, -1
        for color, of_color in enumerate(self.masks.color):
            count = (mask & of_color).bit_count()
            if count > most:
                best, most = color, count
        return best

    def finish(
        self,
        s: State,
        me: int,
        hands: list[int],
        trace: Trace | None = None,
        keep: int = KEEP_WILD_ABOVE,
        outs: list[int] | None = None,
    ) -> int:
        """Play on from a turn of `s` to the end of the round.

        Takes `s.draw` and `s.discards` apart; `hands` are the masks of the hands and are changed
        to what is left. `me` plays the steadier stand-in, which keeps its wilds while it holds
        more than `keep` cards; the others play the greedy one (`me` = -1: all do).
        `outs` is made by `first_outs` where a round goes on after a seat is out, and changed.
        Returns the winner, or UNDECIDED.
        """
        t = self.t
        masks = self.masks
        ok_rows, color_masks, kind_at, first = masks.ok, masks.color, masks.kind_at, masks.first
        wild, effects, numbers = masks.wild, self.effect, self.number
        face_of, color_rule, draw_n, agains = t.face_of, t.color_rule, t.draw_n, self.again
        optional, until, loses = t.optional_draw, t.until_playable, t.draw_loses_turn
        must, answers, color_of = t.must_play_drawn, self.answers, t.color_of
        several = t.has_pairs or t.has_lay_color
        draw, discards = s.draw, s.discards
        color, direction, seat = s.color, s.direction, s.turn
        next_of = s.next_of
        seats = s.in_round.bit_count()
        ok = ok_rows[color][face_of[discards[-1]] if discards else 0]
        events = s.random_events
        stay = seats == 2  # with more seats the colour will have changed before our next turn
        hitting = 0 if t.strict else self.hitting
        goes_on, reuse, slaps = self.goes_on, self.reuse, t.slap
        if outs is None:
            outs = self.first_outs(s)
        idle = 0
        for _ in range(self.turns):
            hand = hands[seat]
            fits = hand & ok
            colored = fits & ~wild
            bit = 0
            if colored:
                mine = colored & color_masks[color] if color >= 0 else 0
                if (
                    seat == me
                    and fits & hitting
                    and not hands[next_of[seat]] & (hands[next_of[seat]] - 1)
                ):
                    # The next seat is about to go out: better a wild draw now than never.
                    bit = 1 << ((fits & hitting).bit_length() - 1)
                elif colored == mine:
                    bit = 1 << (colored.bit_length() - 1)
                elif stay and seat == me and mine:
                    bit = 1 << (mine.bit_length() - 1)
                else:
                    most = best = 0
                    for of_color in color_masks:
                        here = colored & of_color
                        if here:
                            count = (hand & of_color).bit_count()
                            if count > most:
                                most = count
                                best = here
                    bit = 1 << (best.bit_length() - 1)
            elif fits:
                bit = 1 << (fits.bit_length() - 1) if seat == me else fits & -fits
                if seat == me and optional and hand.bit_count() > keep:
                    for other in hands:
                        if not other & (other - 1) & ((other & (other - 1)) - 1):
                            break
                    else:
                        if draw or (reuse and len(discards) > 1):
                            bit = 0
            got = -1
            if not bit:
                while draw or (reuse and len(discards) > 1):
                    if not draw:
                        draw = discards[:-1]
                        del discards[:-1]
                        if t.flips:
                            draw.reverse()
                        else:
                            events += 1
                            chance.shuffle(draw, chance.generator(s.seed, events))
                    got = draw.pop()
                    low = first[got]
                    while hand & low:
                        low <<= 1
                    hand |= low
                    if low & ok:
                        bit = low
                        break
                    if not until:
                        break
                hands[seat] = hand
                if got < 0:
                    idle += 1
                    if idle >= seats or not reuse:
                        return self._nobody_out(s, hands, outs)
                    seat = next_of[seat]
                    continue
                if trace is not None:
                    trace.append((seat, Action(DRAW)))
                idle = 0
                if bit and seat == me and not must and bit & wild:
                    if hand.bit_count() > keep + 1:
                        if trace is not None:
                            trace.append((seat, Action(PASS)))
                        bit = 0
                if not bit:
                    seat = next_of[seat]
                    continue
            idle = 0
            hand ^= bit
            kind = kind_at[bit.bit_length() - 1]
            cards: tuple[int, ...] = (kind,)
            pair = False
            if several and got < 0:
                more = hand & color_masks[color_of[kind]] if t.lays_color[kind] else 0
                if more:
                    hand ^= more
                    cards = (kind, *masks.cards(more))
                elif t.pairs[kind] and hand & masks.all[kind]:
                    hand ^= (hand & masks.all[kind]) & -(hand & masks.all[kind])
                    cards = (kind, kind)
                kind = cards[-1]
                discards.extend(cards[:-1])
                pair = t.pair_skips and len(cards) == 2 and cards[0] == cards[1]
            hands[seat] = hand
            discards.append(kind)
            named = target = -1
            rule = color_rule[kind]
            if rule >= 0:
                color = rule
            elif rule == NAMED:
                most = -1
                for at, of_color in enumerate(color_masks):
                    count = (hand & of_color).bit_count()
                    if count > most:
                        most = count
                        named = at
                color = named
            elif rule == KEPT:
                if t.wheel[kind]:
                    if color < 0:
                        color = named = self._named(hand)
                    else:
                        color = (color + direction) % len(color_masks)
            else:
                color = -1
            ok = ok_rows[color][face_of[kind]]
            effect = effects[kind]
            if effect == SWAP and hand:
                fewest = 999
                for other, theirs in enumerate(hands):
                    if other != seat and s.in_round >> other & 1 and theirs.bit_count() < fewest:
                        fewest = theirs.bit_count()
                        target = other
            if trace is not None:
                uno = hand != 0 and not hand & (hand - 1)
                if not hand and self._ends(s, outs, seat):
                    trace.append((seat, Action(PLAY, cards)))
                else:
                    trace.append((seat, Action(PLAY, cards, named, target, uno)))
            if pair and not effect:
                effect = SKIP
            if not hand:
                if not goes_on:
                    self._last_card(s, hands, seat, kind, next_of, draw, events, effect)
                    return seat
                draw, events, over = self._out(s, hands, seat, outs, draw, events)
                if over:
                    if not t.points_per_out:
                        next_of = _ring(s, direction, outs) if t.last_left else next_of
                        self._last_card(s, hands, seat, kind, next_of, draw, events, effect)
                    return self._winner(s, hands, outs, seat)
                if effect in _HAND_MOVES or (effect == AGAIN and not hands[seat]):
                    effect = NONE
                if t.last_left:
                    next_of = _ring(s, direction, outs)
            elif slaps and not hand & (hand - 1) and seats > 2:
                draw, events = self._slap(s, hands, seat, next_of, draw, events, trace)
            if not effect:
                seat = next_of[seat]
                if t.last_left:
                    seats = s.in_round.bit_count() - len(outs) + len(s.places)
                continue
            if effect == SKIP:
                if trace is not None and t.deflects and len(cards) == 1 and hand:
                    trace.append((next_of[seat], Action(ACCEPT)))
                seat = next_of[next_of[seat]]
            elif effect == REVERSE:
                direction = -direction
                next_of = _ring(s, direction, outs) if t.last_left else _ring(s, direction)
                seat = next_of[seat]
                if seats == 2 or pair:
                    seat = next_of[seat]
            elif effect == DRAWS:
                source = seat
                seat = next_of[seat]
                amount = draw_n[kind]
                source_again = agains[kind]
                # Answers: whoever can answers.
                while True:
                    reply = hands[seat] & answers[kind][color]
                    if not reply:
                        break
                    bit = reply & -reply
                    hand = hands[seat] ^ bit
                    hands[seat] = hand
                    kind = kind_at[bit.bit_length() - 1]
                    discards.append(kind)
                    rule = color_rule[kind]
                    named = -1
                    color = rule if rule >= 0 else self._named(hand)
                    if rule == NAMED:
                        named = color
                    ok = ok_rows[color][face_of[kind]]
                    amount = amount + draw_n[kind] if t.stacks else draw_n[kind]
                    source = seat
                    source_again = agains[kind]
                    if trace is not None:
                        uno = hand != 0 and not hand & (hand - 1)
                        if not hand and self._ends(s, outs, seat):
                            trace.append((seat, Action(PLAY, (kind,))))
                        else:
                            trace.append((seat, Action(PLAY, (kind,), named, -1, uno)))
                    if not hand:
                        if not goes_on:
                            self._take(s, hands, next_of[seat], amount, draw, events)
                            return seat
                        draw, events, over = self._out(s, hands, seat, outs, draw, events)
                        if t.last_left:
                            next_of = _ring(s, direction, outs)
                        if over:
                            if not t.points_per_out:
                                self._take(s, hands, next_of[seat], amount, draw, events)
                            return self._winner(s, hands, outs, seat)
                    elif slaps and not hand & (hand - 1) and seats > 2:
                        draw, events = self._slap(s, hands, seat, next_of, draw, events, trace)
                    seat = next_of[seat]
                if trace is not None and _waits(t, kind):
                    trace.append((seat, Action(ACCEPT)))
                if len(draw) >= amount:
                    hand = hands[seat]
                    for _n in range(amount):
                        got = draw.pop()
                        low = first[got]
                        while hand & low:
                            low <<= 1
                        hand |= low
                    hands[seat] = hand
                    taken = amount
                else:
                    draw, events, taken = self._take(s, hands, seat, amount, draw, events)
                    if taken < amount and not reuse:
                        return self._nobody_out(s, hands, outs)
                if trace is not None and t.ready and taken >= READY_FROM:
                    trace.append((seat, Action(READY)))
                if source_again and hands[source]:
                    seat = source
                elif loses:
                    seat = next_of[seat]
            elif effect == SWAP:
                hands[seat], hands[target] = hands[target], hands[seat]
                seat = next_of[seat]
            elif effect == ROTATE:
                circle = [seat]
                while next_of[circle[-1]] != seat:
                    circle.append(next_of[circle[-1]])
                held = [hands[each] for each in circle]
                for (_, after), mask in zip(pairwise((*circle, seat)), held, strict=True):
                    hands[after] = mask
                seat = next_of[seat]
            elif effect == EVERYONE:
                other = next_of[seat]
                while other != seat:
                    draw, events, _n = self._take(s, hands, other, numbers[kind], draw, events)
                    other = next_of[other]
                seat = next_of[seat]
            elif effect == DIP:
                draw, events, _n = self._take(s, hands, seat, 1, draw, events)
                hand = hands[seat]
                bit = hand & -hand
                hands[seat] = hand ^ bit
                given = kind_at[bit.bit_length() - 1]
                if trace is not None:
                    trace.append((seat, Action(GIVE, (given,))))
                seat = next_of[seat]
                bit = first[given]
                while hands[seat] & bit:
                    bit <<= 1
                hands[seat] |= bit
            # AGAIN: the same seat goes on.
            if t.last_left:
                seats = s.in_round.bit_count() - len(outs) + len(s.places)
        return UNDECIDED

    def first_outs(self, s: State) -> list[int]:
        """What has been counted before: points or refills by seat, or the seats that are out.

        Empty where a round ends with the first seat out.
        """
        if self.t.points_per_out:
            return s.round_points[:]
        if self.t.refills:
            return s.refilled[:]
        return list(s.places) if self.t.last_left else []

    def _out(
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
        draw, events, taken = self._take(s, hands, seat, amount, draw, events)
        return draw, events, not taken or (taken < amount and not self.reuse)

    def _ends(self, s: State, outs: list[int], seat: int) -> bool:
        """Whether the round ends with this seat's last card: no colour is named then."""
        t = self.t
        if t.last_left:
            return s.in_round.bit_count() - len(outs) + len(s.places) <= 2
        return not t.points_per_out and (not t.refills or outs[seat] >= len(t.refills))

    def _winner(self, s: State, hands: list[int], outs: list[int], seat: int) -> int:
        """Who has won when a seat's last card ended the round."""
        if self.t.points_per_out:
            return self._nobody_out(s, hands, outs)
        return outs[0] if self.t.last_left else seat

    def _nobody_out(self, s: State, hands: list[int], outs: list[int]) -> int:
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

    def _slap(
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
        draw, events, _ = self._take(s, hands, last, LAST_DRAWS, draw, events)
        return draw, events

    def _take(
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

    def _last_card(
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
            self._take(s, hands, next_of[seat], self.t.draw_n[kind], draw, events)
        elif effect == EVERYONE:
            other = next_of[seat]
            while other != seat:
                draw, events, _ = self._take(s, hands, other, self.number[kind], draw, events)
                other = next_of[other]


def _ring(s: State, direction: int, outs: Sequence[int] = ()) -> tuple[int, ...]:
    """For every seat the next one in the round."""
    mask = s.in_round
    for seat in outs:
        mask &= ~(1 << seat)
    return ring(s.seats, mask, direction)


def _waits(t: Tables, kind: int) -> bool:
    return bool(
        (t.challenges and t.section_w[kind])
        or t.answerable[kind]
        or t.beatable[kind]
        or t.jumpable[kind]
        or t.deflects
    )

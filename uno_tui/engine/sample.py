"""Imagining tables: a game that could be the real one, as far as one seat has seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from uno_tui.engine import chance
from uno_tui.engine.game import Game
from uno_tui.engine.legality import can_play, honest
from uno_tui.engine.state import DRAWN, TURN, State
from uno_tui.engine.view import UNKNOWN, View

Dealer = Callable[[list[int], list[int], Random], list[list[int]]]
"""Given the unseen cards (shuffled), how many unknown cards each seat holds, and chance: the unknown
cards of each seat. It takes them from the list; what is left becomes the draw pile."""


def unseen(view: View) -> list[int]:
    """Every card this seat cannot place: not in its hand, not discarded, not known elsewhere."""
    s = view._s
    left = list(s.cards_in_play)
    for pile in (*s.hands, s.discards, s.draw, *view.known):
        for card in pile:
            if card >= 0:
                left[card] -= 1
    return [card for card, count in enumerate(left) for _ in range(count)]


def sample(view: View, rng: Random, dealer: Dealer | None = None) -> Game:
    """A table consistent with the view; `dealer` may prefer likelier hands.

    The sampled table has a fresh seed, so its future chance is its own.
    """
    s = view._s.clone()
    s.seed = rng.getrandbits(48)
    pool = unseen(view)
    chance.shuffle(pool, rng)
    wanted = [
        hand.count(UNKNOWN) - len(known) for hand, known in zip(s.hands, view.known, strict=True)
    ]
    wanted = [max(0, count) for count in wanted]
    if s.phase == DRAWN and s.drawn == UNKNOWN:
        _place_drawn(s, pool, wanted, view.known[s.turn])
    dealt = dealer(pool, wanted, rng) if dealer else _deal(pool, wanted)
    for seat, known in enumerate(view.known):
        if UNKNOWN in s.hands[seat]:
            own = s.hands[seat][-1:] if s.hands[seat][-1] != UNKNOWN else []
            s.hands[seat] = [*known, *dealt[seat], *own]
    _fill_pile(s, pool)
    _let_turn_play(
        s, [view.hand if seat == view.seat else known for seat, known in enumerate(view.known)]
    )
    if s.pending is not None and s.pending.challengeable:
        s.pending = s.pending._replace(honest=_was_honest(s))
    _fill_gives(s)
    return Game.of(s)


class Imagined:
    """Many tables for one view, made fast: everything that is the same for all is prepared once."""

    def __init__(self, view: View) -> None:
        self.base = view._s.clone()
        self.known = view.known
        self.fixed = [
            view.hand if seat == view.seat else known for seat, known in enumerate(view.known)
        ]
        draw = self.base.draw
        self.bottom = draw[: self.base.pile_known]
        self.top = [card for card in draw[self.base.pile_known :] if card != UNKNOWN]
        self.judged = self.base.pending is not None and self.base.pending.challengeable

    def table(
        self, guesses: Sequence[tuple[int, list[int]]], pile: list[int], rng: Random
    ) -> State:
        """A state with these unknown cards in these seats' hands and the rest as the draw pile.

        `pile` must be in random order below its last `DEEP` cards, which are shuffled here.
        """
        s = self.base.clone()
        s.seed = rng.getrandbits(48)
        for seat, cards in guesses:
            s.hands[seat] = [*self.known[seat], *cards]
        random = rng.random
        for at in range(len(pile) - 1, max(0, len(pile) - DEEP), -1):
            other = int(random() * (at + 1))
            pile[at], pile[other] = pile[other], pile[at]
        s.draw = [*self.bottom, *pile, *self.top]
        if s.phase == DRAWN and s.drawn == UNKNOWN:
            _lay_drawn(s)
        if s.phase == TURN and not pile:
            _let_turn_play(s, self.fixed)
        if self.judged and s.pending is not None:
            s.pending = s.pending._replace(honest=_was_honest(s))
        if s.gives:
            _fill_gives(s)
        return s


DEEP = 40
"""How many cards from the top of an imagined draw pile are shuffled anew for each table."""


def _lay_drawn(s: State) -> None:
    """Somebody else decides about a drawn card: let it be one of its hand that fits, if any."""
    hand = s.hands[s.turn]
    fitting = next((card for card in hand if s.ok[card]), hand[-1])
    hand.remove(fitting)
    hand.append(fitting)
    s.drawn = fitting


def _deal(pool: list[int], wanted: list[int]) -> list[list[int]]:
    return [[pool.pop() for _ in range(count)] for count in wanted]


def _place_drawn(s: State, pool: list[int], wanted: list[int], known: tuple[int, ...]) -> None:
    """Somebody else holds a drawn card and may lay it: it must be one that fits."""
    if wanted[s.turn]:
        fitting = [at for at, card in enumerate(pool) if s.ok[card]]
        if s.t.strict:  # a wild draw might turn out dishonest; take another card if there is one
            fitting.sort(key=lambda at: s.t.section_w[pool[at]])
        if fitting:
            s.drawn = s.hands[s.turn][-1] = pool.pop(fitting[0])
            wanted[s.turn] -= 1
            return
    # Every card of that hand, or every unseen one that fits, is known; take the one that came last.
    for card in known:
        if s.ok[card]:
            s.drawn = card


def _let_turn_play(s: State, known: Sequence[Sequence[int]]) -> None:
    """With nothing to draw whoever is to move can play, or it would have passed by itself (R-6).

    `known` says how many cards at the front of each hand are known; the others may change places.
    """
    if s.phase != TURN or s.can_draw() or can_play(s, s.turn):
        return
    hand = s.hands[s.turn]
    for seat, other in enumerate(s.hands):
        for at in range(len(known[seat]), len(other)):
            for own in range(len(known[s.turn]), len(hand)):
                hand[own], other[at] = other[at], hand[own]
                if seat != s.turn and can_play(s, s.turn):
                    return
                hand[own], other[at] = other[at], hand[own]


def _fill_pile(s: State, pool: list[int]) -> None:
    for at in range(len(s.draw) - 1, -1, -1):
        if s.draw[at] == UNKNOWN and pool:
            s.draw[at] = pool.pop()


def _was_honest(s: State) -> bool:
    """W-2: judged on the hand and the colour before the wild draw was laid."""
    pending = s.pending
    assert pending is not None
    before = s.clone()
    card = before.discards.pop()
    before.pending = None
    before.color = pending.color_before
    face = before.t.face_of[before.discards[-1]] if before.discards else 0
    before.ok = before.t.match[before.color][face]
    return honest(before, [*before.hands[pending.source], card], card)


def _fill_gives(s: State) -> None:
    """A choice that is sealed for us: any card of that hand will do."""
    s.gives = tuple(
        (giver, to, s.hands[giver][-1] if card == UNKNOWN and not s.asked >> giver & 1 else card)
        for giver, to, card in s.gives
    )

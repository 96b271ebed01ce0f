"""What one seat may know: the only thing an AI or a screen is ever given.

A `View` stands on a copy of the table in which everything hidden from its seat has been taken
out, so there is nothing in it to find. `window` gives the same face over a live table, without a
copy, for rollouts on tables that are imagined anyway.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from uno_tui.engine.actions import Action, Refusal
from uno_tui.engine.state import DRAFT, DRAWN, OWED_CARDS, ROUND_OVER, State

if TYPE_CHECKING:
    from uno_tui.engine.game import Game
    from uno_tui.ruleset.tables import Tables

UNKNOWN = -1
"""Stands for a card the viewer does not know."""


class Owed(NamedTuple):
    """What hangs over `target`: `kind` draw (so many cards) or skip (a turn).

    `color_before` is what was in force before a wild draw that may be challenged, else -1.
    """

    kind: str
    amount: int
    source: int
    target: int
    card: int
    challengeable: bool
    color_before: int = -1


class View:
    """The table as one seat knows it; see ARCHITECTURE.md for the meaning of the numbers."""

    __slots__ = ("_s", "seat")

    def __init__(self, state: State, seat: int) -> None:
        self._s = state
        self.seat = seat

    @property
    def tables(self) -> Tables:
        """The rules in force."""
        return self._s.t

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names, clockwise."""
        return self._s.names

    @property
    def hand(self) -> tuple[int, ...]:
        """Our own cards, in the order they came; empty for a bystander."""
        return tuple(self._s.hands[self.seat]) if self.seat >= 0 else ()

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds (U-5)."""
        return tuple(len(hand) for hand in self._s.hands)

    @property
    def top(self) -> int:
        """The top card; -1 when there is none."""
        return self._s.discards[-1] if self._s.discards else -1

    @property
    def color(self) -> int:
        """The current colour; -1 when any will do."""
        return self._s.color

    @property
    def direction(self) -> int:
        """+1 clockwise, -1 counter-clockwise."""
        return self._s.direction

    @property
    def discards(self) -> tuple[int, ...]:
        """The discard pile, bottom first."""
        return tuple(self._s.discards)

    @property
    def pile(self) -> int:
        """How many cards the draw pile has."""
        return len(self._s.draw)

    @property
    def phase(self) -> int:
        """What the table waits for; see `state.PHASE_NAMES`."""
        return self._s.phase

    @property
    def turn(self) -> int:
        """The seat asked first; -1 when nobody is."""
        return self._s.turn

    @property
    def asked(self) -> tuple[int, ...]:
        """Every seat that must act now."""
        from uno_tui.engine.game import Game

        return Game.of(self._s).asked()

    @property
    def pending(self) -> Owed | None:
        """What is owed, by whom, because of whom; whether it is honest is never in it."""
        pending = self._s.pending
        if pending is None:
            return None
        kind = "draw" if pending.kind == OWED_CARDS else "skip"
        return Owed(
            kind,
            pending.amount,
            pending.source,
            pending.target,
            pending.card,
            pending.challengeable,
            pending.color_before,
        )

    @property
    def drawn(self) -> int:
        """The card just drawn, when it is ours to decide on; else -1."""
        s = self._s
        return s.drawn if s.phase == DRAWN and s.turn == self.seat else UNKNOWN

    @property
    def draft_card(self) -> int:
        """The card we look at as drafter; else -1."""
        s = self._s
        return s.draw[-1] if s.phase == DRAFT and s.turn == self.seat else UNKNOWN

    @property
    def scores(self) -> tuple[int, ...]:
        """Points in the match, by seat."""
        return tuple(self._s.scores)

    @property
    def dealer(self) -> int:
        """Who dealt this round."""
        return self._s.dealer

    @property
    def round_no(self) -> int:
        """The round, from 1."""
        return self._s.round_no

    @property
    def in_round(self) -> tuple[bool, ...]:
        """Which seats are still in the round."""
        return tuple(bool(self._s.in_round >> seat & 1) for seat in range(self._s.seats))

    @property
    def in_match(self) -> tuple[bool, ...]:
        """Which seats are still in the match."""
        return tuple(bool(self._s.in_match >> seat & 1) for seat in range(self._s.seats))

    @property
    def called(self) -> tuple[int, ...]:
        """The seats that have called UNO for the hand they hold."""
        return tuple(self._s.seats_of(self._s.called))

    @property
    def catchable(self) -> tuple[int, ...]:
        """Who may be caught without a call right now."""
        return tuple(self._s.seats_of(self._s.owing))

    @property
    def silence(self) -> bool:
        """Whether whoever talks now draws (H-7)."""
        return self._s.silence is not None

    @property
    def known(self) -> tuple[tuple[int, ...], ...]:
        """For each seat the kinds we know to be in its hand."""
        known = self._s.known
        return tuple(known.get((seat, self.seat), ()) for seat in range(self._s.seats))

    @property
    def pile_bottom(self) -> tuple[int, ...]:
        """The cards at the bottom of the draw pile that everybody knows, bottom first."""
        return tuple(self._s.draw[: self._s.pile_known])

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won the last round that ended."""
        return self._s.winners

    @property
    def losers(self) -> tuple[int, ...]:
        """Who lost the last round (largest hand), or the match once that is over."""
        return self._s.losers

    @property
    def champions(self) -> tuple[int, ...]:
        """Who won the match."""
        return self._s.champions

    @property
    def places(self) -> tuple[int, ...]:
        """The seats that are out, in order; all seats once the round is over."""
        return self._s.places

    @property
    def unfinished(self) -> bool:
        """Whether the round was broken off by `round.limit` (R-32)."""
        return self._s.unfinished

    @property
    def refilled(self) -> tuple[int, ...]:
        """How many refills each seat has drawn (H-9)."""
        return tuple(self._s.refilled)

    @property
    def lost_rounds(self) -> tuple[int, ...]:
        """Rounds lost by each seat, where they are counted (C-6)."""
        return tuple(self._s.lost_rounds)

    @property
    def lay_open(self) -> int:
        """The colour the first seat may lay as a whole (R-4); else -1."""
        return self._s.lay_open

    @property
    def hands(self) -> tuple[tuple[int, ...], ...] | None:
        """All hands, turned up once the round is over; None before."""
        if self._s.phase < ROUND_OVER:
            return None
        return tuple(tuple(hand) for hand in self._s.hands)

    @property
    def history(self) -> tuple[tuple[int, ...], ...]:
        """The round so far as public facts; see the H_ constants of `engine.state`."""
        return tuple(self._s.history or ())

    @property
    def options(self) -> tuple[Action, ...]:
        """Our decision; empty when we are not asked."""
        from uno_tui.engine.game import Game

        return tuple(Game.of(self._s).options(self.seat)) if self.seat >= 0 else ()

    @property
    def offers(self) -> tuple[Action, ...]:
        """What we may do beside the decision."""
        from uno_tui.engine.game import Game

        return tuple(Game.of(self._s).offers(self.seat)) if self.seat >= 0 else ()

    @property
    def legal(self) -> tuple[Action, ...]:
        """Options and offers."""
        return self.options + self.offers

    def check(self, action: Action) -> Refusal | None:
        """Why the table would refuse this action of ours; None when it would accept it."""
        from uno_tui.engine.game import check

        return check(self._s, self.seat, action)

    def sample(self, rng: Random) -> Game:
        """A table that could be this one, as far as our seat has seen."""
        from uno_tui.engine.sample import sample

        return sample(self, rng)

    def text(self) -> str:
        """Everything in this view as one line of JSON: equal views have equal texts."""
        from uno_tui.engine.position import dump

        return f"{self.seat} {dump(self._s)}"


def window(state: State, seat: int) -> View:
    """A view straight onto `state`, nothing hidden: only for tables that are imagined."""
    return View(state, seat)


def look(state: State, seat: int) -> View:
    """The frozen view of `seat`, -1 for a bystander."""
    s = state.clone()
    s.history = list(state.history) if state.history is not None else None
    s.seed = 0
    s.random_events = 0
    s.honesty = (True, -1, -1, False)
    over = s.phase >= ROUND_OVER
    for other in range(s.seats):
        if other != seat and not over:
            s.hands[other] = [UNKNOWN] * len(s.hands[other])
    hidden = len(s.draw) - s.pile_known
    top = state.draw[-1] if state.draw else UNKNOWN
    s.draw[s.pile_known :] = [UNKNOWN] * hidden
    if s.phase == DRAFT and s.turn == seat:
        s.draw[-1] = top
    if s.turn != seat:
        s.drawn = UNKNOWN
    if s.pending is not None:
        s.pending = s.pending._replace(honest=True)
    s.gives = tuple((giver, to, card if giver == seat else UNKNOWN) for giver, to, card in s.gives)
    s.known = {key: cards for key, cards in sorted(s.known.items()) if key[1] == seat}
    return View(s, seat)

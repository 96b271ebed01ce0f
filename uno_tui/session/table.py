"""One match in progress: asks AIs, takes people's actions, paces, shows, saves.

Everything happens on the event loop's thread. The verbs here act at once and leave it to `run`
(see `loop.py`), the only place that lets AIs act, to show what came of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from uno_tui.ai import Explained
from uno_tui.engine.actions import (
    CATCH,
    NEXT,
    PLAY,
    READY,
    SAY,
    SLAP,
    UNO,
    Action,
    Outcome,
    Refusal,
)
from uno_tui.engine.state import MATCH_OVER
from uno_tui.engine.view import View
from uno_tui.ruleset.schema import Ruleset
from uno_tui.store.record import SeatSpec
from uno_tui.store.saves import SavedMatch
from uno_tui.store.settings import Assists

from .brains import BrainFactory
from .history import Events
from .loop import Loop, Status
from .match import Match
from .pace import Pace

__all__ = ["Status", "Table", "view_of"]

HINT_SECONDS = 0.8
"""How long the strongest AI thinks about a hint."""
_OPEN_VERBS = frozenset({CATCH, NEXT, READY, SAY, SLAP, UNO})
"""What a person may do without looking at a hand, curtain or not."""


class Table(Loop):
    """One match being played.

    Make it with `begin` or `resume` (or around a game), subscribe to `feed`, then `await run()`.
    """

    @classmethod
    def begin(
        cls, ruleset: Ruleset, seats: Sequence[SeatSpec], seed: int, pace: Pace | None = None,
        *, saved: bool = True, brains: BrainFactory | None = None,
        assists: Assists | None = None, open_hands: bool = False, undo: bool = True,
        think_limit: float = 6.0,
    ) -> Table:  # fmt: skip
        """Deal a new match. Raises ValueError when the seats do not suit the ruleset."""
        match = Match.begin(ruleset, seats, seed, saved=saved)
        return cls(match, (), pace, brains=brains, assists=assists, open_hands=open_hands,
                   undo=undo, think_limit=think_limit)  # fmt: skip

    @classmethod
    def resume(
        cls, saved: SavedMatch, pace: Pace | None = None, *, brains: BrainFactory | None = None,
        assists: Assists | None = None, open_hands: bool = False, undo: bool = True,
        think_limit: float = 6.0,
    ) -> Table:  # fmt: skip
        """Go on with a save. Raises RecordError, InUse or OSError, each with one sentence."""
        return cls(Match.resume(saved), (), pace, brains=brains, assists=assists,
                   open_hands=open_hands, undo=undo, think_limit=think_limit)  # fmt: skip

    def again(self, seed: int) -> Table:
        """A rematch: a new match of the same people under the same rules."""
        return Table.begin(
            self.game.tables.ruleset, self.seats, seed, self.pace,
            saved=self.match.journal.save is not None, brains=self._planner.factory,
            assists=self.assists, open_hands=self._stage.open_hands, undo=self.may_undo,
            think_limit=self._planner.limit,
        )  # fmt: skip

    def history(self, viewer: int) -> Sequence[Events]:
        """All that `viewer` has seen, for the log: an entry for each deal and each action."""
        return self.match.histories.of(viewer)

    def recap(self, seat: int) -> Events:
        """What `seat` has seen since its own last action: for when its curtain lifts."""
        return self.match.histories.recap(seat)

    # What people do.

    def submit(self, seat: int, action: Action) -> Outcome:
        """A person's action: carried out at once, shown by the feed.

        Refused without cost when the seat is an AI's, or its hand is not the one being looked at.
        """
        refusal = self._not_theirs(seat, action)
        if refusal is not None:
            return Outcome(False, refusal)
        self._calls_first(action)
        return self._apply(seat, self._helped(seat, action))

    def _not_theirs(self, seat: int, action: Action) -> Refusal | None:
        if self._closed or self.over:
            return Refusal("closed", "This match is over.")
        if not 0 <= seat < len(self.seats) or self.seats[seat].is_ai:
            return Refusal("not-yours", "An AI plays for this seat.")
        looks = self.viewer == seat
        if not looks and action.verb not in _OPEN_VERBS:
            return Refusal("curtain", "First lift the curtain for this seat.")
        return None

    def _calls_first(self, action: Action) -> None:
        """Turn-based: AIs that noticed a forgotten UNO speak before a person's move ends it."""
        if not self.pace.turn_based or action.verb in (CATCH, UNO, SAY):
            return
        for due in self._planner.calls():
            if due.action is not None and self.game.check(due.seat, due.action) is None:
                self._apply(due.seat, due.action)

    def _helped(self, seat: int, action: Action) -> Action:
        if not self.assists.call_uno or action.verb != PLAY or action.uno:
            return action
        if self.game.view(seat).counts[seat] - len(action.cards) != 1:
            return action
        called = action._replace(uno=True)
        return called if self.game.check(seat, called) is None else action

    def next_round(self) -> Outcome:
        """Have the next round dealt."""
        people = self.match.people
        return self.submit(people[0], Action(NEXT)) if people else self._apply(0, Action(NEXT))

    def go_on(self) -> None:
        """Nobody wants to catch or jump in: close the window now. AIs that noticed come first."""
        self._planner.go_on(self._watch.now())
        self._wake.set()

    def cover(self) -> None:
        """Drop the curtain (where people share the screen); it then waits for whoever is asked."""
        if self._stage.cover():
            self._changed()

    def buzz(self, seat: int) -> bool:
        """`seat` comes forward out of turn, to catch or jump in; the curtain waits for it."""
        done = self._stage.buzz(seat)
        if done:
            self._changed()
        return done

    @property
    def forward(self) -> int:
        """The seat that came forward out of turn and looks now; `cover` hands back. -1 for none."""
        seat = self._stage.curtain.buzzed
        return seat if seat == self.viewer and seat not in self.game.asked() else -1

    def reveal(self, seat: int) -> bool:
        """Lift the curtain for `seat`; False when it does not wait for this seat."""
        done = not self._closed and self._stage.reveal(seat)
        if done:
            self._changed()
        return done

    # Pace.

    def pause(self) -> None:
        """AIs and windows stand still until `resume`."""
        self._paused = True
        self._changed()

    def unpause(self) -> None:
        """Go on after `pause`."""
        self._paused, self._steps = False, 0
        self._changed()

    def step(self) -> None:
        """While paused, or at the pace `step`: let one AI action happen."""
        self._steps += 1
        self._wake.set()

    # Around the game.

    def hand_to_ai(self, seat: int, level: str = "normal", temperament: str = "") -> bool:
        """An AI plays on for the person on `seat`; False when there is no person there."""
        if self._closed or self.over or self.seats[seat].is_ai:
            return False
        self._hand_over(seat, SeatSpec(self.seats[seat].name, "ai", level, temperament))
        self._note("seat", f"An AI plays on for {self.seats[seat].name}.", seat)
        return True

    def take_back(self, seat: int) -> bool:
        """A person takes a seat that an AI plays for; False when there is no AI there."""
        if self._closed or self.over or not self.seats[seat].is_ai:
            return False
        self._hand_over(seat, SeatSpec(self.seats[seat].name, "human"))
        self._note("seat", f"{self.seats[seat].name} plays again.", seat)
        return True

    def _hand_over(self, seat: int, spec: SeatSpec) -> None:
        self.match.hand_over(seat, spec)
        self._planner.new_seats()
        self._stage.curtain.start(self.match.people)

    def reseat(self, seats: Sequence[tuple[SeatSpec, int]], why: str) -> None:
        """Between rounds, `why` = "join" or "leave": deal the next round to these seats.

        Each comes with the seat it had before, or -1. Raises ValueError with one sentence.
        """
        self.match.reseat(seats, why)
        self._planner.new_seats()
        self._stage.curtain.start(self.match.people)
        self._stage.add(self.match.histories.last())
        self._changed()

    def concede(self, seat: int) -> None:
        """The person on `seat` gives up: an AI plays on while other people play, else it is over."""
        if self._closed or self.over or self.seats[seat].is_ai:
            return
        name = self.seats[seat].name
        if len(self.match.people) > 1:
            self._hand_over(seat, SeatSpec(name, "ai", "normal"))
            self._note("seat", f"{name} gives up; an AI plays on.", seat)
        else:
            self.match.concede(seat, self._seconds())
            self._changed()

    @property
    def given_up(self) -> bool:
        """Whether the match ended because its only person gave up."""
        return self.over and self.game.phase != MATCH_OVER

    def hands_at_the_end(self) -> tuple[tuple[int, ...], ...] | None:
        """All hands turned up, by seat, once the match is over or given up; None before."""
        return self.game.hands() if self.over else None

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back: only with one person at the table."""
        return self.may_undo and not self._closed and self.match.undo_to() >= 0

    def undo(self) -> bool:
        """Take the only person's last action back, with all that came after it."""
        if not self.can_undo or not self.match.undo():
            return False
        self._planner.new_seats()
        self._note("undo", "The last move was taken back.")
        return True

    def expect_hints(self) -> None:
        """People may ask for hints here: say so before `run`, and the first is not late."""
        self._planner.hints = True

    async def explain(self, seat: int, seconds: float = HINT_SECONDS) -> list[Explained]:
        """The options of `seat`, best first, searched beside the game from what it may know.

        Empty when it is not asked. Raises TimeoutError or ThoughtFailed.
        """
        return await self._planner.explain(self.game.view(seat), seconds)


def view_of(table: Table) -> View:
    """The view of whoever looks now: what a screen that comes late begins with."""
    viewer = table.viewer
    return table.game.view(viewer if viewer is not None and viewer >= 0 else None)

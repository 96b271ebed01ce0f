"""One match in progress: asks AIs, takes people's actions, paces, shows, saves.

Everything happens on the event loop's thread. `run` is the only place that lets AIs act;
`submit` and the other verbs act at once and leave it to `run` to show what came of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

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
from uno_tui.engine.game import Game
from uno_tui.engine.state import READY as READY_PHASE
from uno_tui.engine.state import SLAP as SLAP_PHASE
from uno_tui.engine.view import View
from uno_tui.ruleset.schema import Ruleset
from uno_tui.store.record import Record, SeatSpec
from uno_tui.store.saves import SavedMatch
from uno_tui.store.settings import Assists

from .agenda import NEVER, Due
from .brains import Brain, BrainFactory, rng_for
from .clock import SOON, Stopwatch
from .feed import Feed, Notice
from .history import Events
from .match import Match
from .pace import Pace
from .planner import Planner
from .stage import Stage
from .thinking import ThoughtFailed
from .windows import Window

_OPEN_VERBS = frozenset({CATCH, NEXT, READY, SAY, SLAP, UNO})
"""What a person may do without looking at a hand, curtain or not."""


class Status(NamedTuple):
    """What a screen shows beside the cards. `viewer` as in `Batch`."""

    viewer: int | None
    wanted: int | None
    """The seat the curtain waits for."""
    asked: tuple[int, ...]
    thinking: int
    """The AI seat that decides now, -1 for none."""
    window: Window | None
    left: float | None
    """Seconds until the window closes; None without a window, or when it waits for a key."""
    paused: bool
    over: bool


class Table:
    """One match being played.

    Make it with `begin` or `resume` (or around a game), subscribe to `feed`, then `await run()`.
    """

    def __init__(
        self,
        game: Game | Match,
        seats: Sequence[SeatSpec] = (),
        pace: Pace | None = None,
        *,
        brains: BrainFactory | None = None,
        assists: Assists | None = None,
        open_hands: bool = False,
        undo: bool = True,
        think_limit: float = 6.0,
    ) -> None:
        """Sit down at a game (or a match made by `Match`).

        `brains` makes the AI for a seat. `open_hands` shows all hands while no person plays.
        `think_limit` is how many seconds a searching AI has for a decision.
        """
        self.match = game if isinstance(game, Match) else Match.around(game, seats)
        self.pace = pace or Pace()
        self.assists = assists or Assists()
        self.may_undo = undo
        self.record_path: Path | None = None
        """Where the record of the finished match is, once `run` has ended."""
        self._stage = Stage(self.match, open_hands)
        self._stage.curtain.start(self.match.people)
        self._watch = Stopwatch(self.pace.clock)
        self._since = self.pace.clock.now()
        self._planner = Planner(self.match, self.pace, brains, think_limit)
        self._wake = asyncio.Event()
        self._paused = False
        self._steps = 0
        self._closed = False
        self._running = False
        self._syncing: asyncio.Future[None] | None = None
        self._told: Status | None = None
        self._status_callbacks: list[Callable[[Status], None]] = []
        self.pace.on_change = self._pace_changed
        if self.match.journal.save is not None:
            self.match.journal.save.on_trouble = lambda text: self._note("save", text)
        first = (Notice("mended", self.match.mended),) if self.match.mended else ()
        self._stage.add(self.match.histories.last(), first)

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

    # What can be asked at any time.

    @property
    def game(self) -> Game:
        """The game. Screens look at views only."""
        return self.match.game

    @property
    def seats(self) -> tuple[SeatSpec, ...]:
        """Who sits where."""
        return self.match.seats

    @property
    def feed(self) -> Feed:
        """Where batches come out."""
        return self._stage.feed

    @property
    def record(self) -> Record:
        """The match as written down so far."""
        return self.match.journal.record

    @property
    def viewer(self) -> int | None:
        """The seat that looks, PUBLIC (-1) for a bystander, None while the curtain is down."""
        return self._stage.curtain.viewer

    @property
    def wanted(self) -> int | None:
        """The seat the curtain waits for, None when it waits for nobody."""
        return self._stage.curtain.wanted

    @property
    def window(self) -> Window | None:
        """The reaction window that is open now."""
        return self._planner.windows.current

    @property
    def paused(self) -> bool:
        """Whether AIs wait for `resume` or `step`."""
        return self._paused or self.pace.stepping

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.match.over

    @property
    def closed(self) -> bool:
        """Whether nothing can happen here any more."""
        return self._closed

    def status(self) -> Status:
        """What a screen shows beside the cards, now."""
        window, left = self.window, None
        if window is not None and window.closes is not None:
            left = max(0.0, window.closes - self._watch.now())
        return Status(
            self.viewer, self.wanted, self.game.asked(), self._planner.decider, window, left,
            self.paused, self.over,
        )  # fmt: skip

    def on_status(self, callback: Callable[[Status], None]) -> Callable[[], None]:
        """Call `callback` whenever the status (but for `left`) changed; returns what ends it."""
        self._status_callbacks.append(callback)

        def unsubscribe() -> None:
            if callback in self._status_callbacks:
                self._status_callbacks.remove(callback)

        return unsubscribe

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

    def _pace_changed(self) -> None:
        self._planner.repace(self._watch.now())
        self._changed()

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
            self._note("seat", f"{name} gives the match up.", seat)

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

    async def ask(self, brain: Brain, seat: int) -> Action:
        """What `brain` would do on `seat` now, thinking beside the game: for hints.

        Raises TimeoutError or ThoughtFailed.
        """
        view = self.game.view(seat)
        choice = await self._planner.think(brain, view, rng_for(0, seat, self.match.number, "hint"))
        if choice.fault:
            raise ThoughtFailed(choice.fault)
        return choice.action

    # The loop.

    async def run(self) -> None:
        """Play until the match is over or the table is closed; call it once."""
        if self._running:
            raise RuntimeError("this table is running already")
        self._running = True
        self._planner.warm_up()
        try:
            while not self._closed:
                self._wake.clear()
                await self._stage.show()
                if self._closed:
                    break
                if self.over:
                    break
                if not self._stage.idle or self._settled():
                    continue
                await self._next_thing()
        finally:
            self.close()
            self._tell()

    def _settled(self) -> bool:
        """Fit viewer and plan to the table; True when there is something to show first."""
        game, curtain = self.game, self._stage.curtain
        curtain.leave_only(self.match.people)
        private = game.phase not in (SLAP_PHASE, READY_PHASE)
        if curtain.settle(game.asked(), private, self.match.round_over):
            self._stage.add()
            return True
        self._hold()
        self._planner.plan(self._watch.now(), self.assists, self.viewer, self._wake.set)
        self._tell()
        return not self._stage.idle

    def _hold(self) -> None:
        self._watch.hold(self.paused or self._stage.curtain.waits)

    async def _next_thing(self) -> None:
        """Wait for whatever comes first, or do it when its time has come."""
        if await self._syncs():
            return
        due = self._planner.soonest(self._watch.now())
        if due is None or self._stage.curtain.waits:
            await self._wait(None)
        elif self.paused:
            await self._one_step(due)
        elif due.at > self._watch.now() + SOON:
            await self._wait(None if due.at == NEVER else due.at - self._watch.now())
        else:
            await self._perform(due)

    async def _syncs(self) -> bool:
        """Before a person's decision: wait until all is on the disk, or something else happens.

        True when the table is to be looked at again first.
        """
        if not any(seat in self.match.people for seat in self.game.asked()):
            return False
        if self._syncing is None or (self._syncing.done() and not self.match.journal.is_durable):
            self._syncing = asyncio.ensure_future(self.match.journal.durable())
            self._syncing.add_done_callback(lambda _done: self._wake.set())
        if self._syncing.done():
            return False
        await self._wait(None)
        return True

    async def _one_step(self, due: Due) -> None:
        if self._steps <= 0:
            await self._wait(None)
            return
        self._steps -= 1
        if due.kind == "decide":
            self._planner.windows.close()
        await self._perform(due)

    async def _perform(self, due: Due) -> None:
        action = due.action
        if due.kind == "decide":
            choice = self._planner.decided(due.seat)
            if choice is None:
                # It still thinks, in its own process; it wakes us when it is done.
                self._steps += self.paused
                await self._wait(None)
                return
            action = choice.action
            if choice.fault:
                text = f"{self.seats[due.seat].name}'s AI {choice.fault}; a simpler one decided."
                self._note("fault", text, due.seat)
        else:
            self._planner.done(due)
        if action is not None and self.game.check(due.seat, action) is None:
            self._apply(due.seat, action)
        await asyncio.sleep(0)

    async def _wait(self, seconds: float | None) -> None:
        """Until something wakes the table or so many seconds have passed."""
        tasks: list[asyncio.Future[object]] = [asyncio.ensure_future(self._wake.wait())]
        if seconds is not None:
            tasks.append(asyncio.ensure_future(self.pace.clock.sleep(seconds)))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    def _apply(self, seat: int, action: Action) -> Outcome:
        outcome, events = self.match.apply(seat, action, self._seconds())
        if events is not None:
            self._stage.curtain.acted(seat)
            self._stage.add(events)
            self._changed()
            self._call_for_people()
        return outcome

    def _call_for_people(self) -> None:
        """The assist `call_uno`: whoever of the people forgot, calls."""
        if self.assists.call_uno and not self.over:
            for seat in self.game.view(None).catchable:
                if not self.seats[seat].is_ai and Action(UNO) in self.game.offers(seat):
                    self._apply(seat, Action(UNO))

    def _seconds(self) -> float:
        return self.pace.clock.now() - self._since

    def _note(self, code: str, text: str, seat: int = -1) -> None:
        self._stage.add(notices=(Notice(code, text, seat),))
        self._changed()

    def _changed(self) -> None:
        self._hold()
        self._wake.set()
        self._tell()

    def _tell(self) -> None:
        status = self.status()
        if self._told is None or status._replace(left=None) != self._told._replace(left=None):
            self._told = status
            for callback in list(self._status_callbacks):
                callback(status)

    def close(self) -> None:
        """Leave the table: everything is on disk when this returns. May be called at any time."""
        if not self._closed:
            self._closed = True
            if self.over:
                self.record_path = self.match.finish()
            else:
                self.match.journal.close(self.game, self._seconds())
        self._planner.close()
        self._wake.set()


def view_of(table: Table) -> View:
    """The view of whoever looks now: what a screen that comes late begins with."""
    viewer = table.viewer
    return table.game.view(viewer if viewer is not None and viewer >= 0 else None)

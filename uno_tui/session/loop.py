"""The loop of a table: lets AIs act when their time has come, shows what happened, saves.

Everything happens on the event loop's thread. What people may do is in `table.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from uno_tui.engine.actions import (
    UNO,
    Action,
    Outcome,
)
from uno_tui.engine.game import Game
from uno_tui.engine.state import READY as READY_PHASE
from uno_tui.engine.state import SLAP as SLAP_PHASE
from uno_tui.store.record import Record, SeatSpec
from uno_tui.store.settings import Assists

from .agenda import NEVER, Due
from .brains import BrainFactory
from .clock import SOON, Stopwatch
from .feed import Feed, Notice
from .match import Match
from .pace import Pace
from .planner import Planner
from .stage import Stage
from .windows import Window


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


class Loop:
    """The moving parts of a table; use `Table`."""

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
        first = [Notice("mended", self.match.mended)] if self.match.mended else []
        save = self.match.journal.save
        if save is not None:
            save.on_trouble = lambda text: self._note("save", text)
            if save.trouble:
                first.append(Notice("save", save.trouble))
        self._stage.add(self.match.histories.last(), tuple(first))

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

    @property
    def unsaved(self) -> str:
        """Why what happened last is in memory only, in one sentence; empty while all is saved."""
        save = self.match.journal.save
        return save.trouble if save is not None else ""

    @property
    def kept(self) -> bool:
        """Whether this is a match in progress that stands on the disk and can be gone on with."""
        return self.match.journal.save is not None and not self.over and not self.unsaved

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

    def _pace_changed(self) -> None:
        self._planner.repace(self._watch.now())
        self._changed()

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

"""Time as the session knows it: a clock that can be replaced, and a watch that can stand still."""

from __future__ import annotations

import asyncio
import heapq
import time
from itertools import count
from typing import Protocol

SOON = 1e-6
"""Times nearer than this are the same: sums of floats never quite meet."""


class Clock(Protocol):
    """Seconds that only go forward, and a way to let them pass."""

    def now(self) -> float:
        """Seconds since some moment."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return when so many seconds have passed."""
        ...


class WallClock:
    """The computer's own monotonic clock."""

    def now(self) -> float:
        """See `Clock`."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """See `Clock`."""
        await asyncio.sleep(seconds)


class InstantClock:
    """A clock for tests and for playing without waiting: sleeping moves it and takes no time.

    `patience` turns of the event loop pass in each sleep, so that whoever wants to act gets to.
    """

    def __init__(self, patience: int = 1) -> None:
        self._now = 0.0
        self._patience = patience

    def now(self) -> float:
        """See `Clock`."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """See `Clock`."""
        for _ in range(self._patience):
            await asyncio.sleep(0)
        self._now += max(0.0, seconds)


class ManualClock:
    """A clock that stands until somebody calls `advance`."""

    def __init__(self) -> None:
        self._now = 0.0
        self._order = count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        """See `Clock`."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """See `Clock`."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        waker: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), waker))
        await waker

    async def advance(self, seconds: float) -> None:
        """Let `seconds` pass, waking sleepers in order and letting the loop settle after each."""
        end = self._now + seconds
        await settle()
        while self._sleepers and self._sleepers[0][0] <= end:
            due, _, waker = heapq.heappop(self._sleepers)
            if waker.done():
                continue
            self._now = due
            waker.set_result(None)
            await settle()
        self._now = end
        await settle()


async def settle(turns: int = 30) -> None:
    """Let everything that is ready in the event loop run."""
    for _ in range(turns):
        await asyncio.sleep(0)


class Stopwatch:
    """Seconds of a clock that can be held: a held watch stands still."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._gathered = 0.0
        self._since: float | None = clock.now()

    def now(self) -> float:
        """Seconds that the watch has run."""
        if self._since is None:
            return self._gathered
        return self._gathered + self._clock.now() - self._since

    @property
    def held(self) -> bool:
        """Whether it stands still."""
        return self._since is None

    def hold(self, held: bool) -> None:
        """Stop it, or let it run on."""
        if held and self._since is not None:
            self._gathered = self.now()
            self._since = None
        elif not held and self._since is None:
            self._since = self._clock.now()

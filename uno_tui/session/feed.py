"""What the screen hears: batches of events with the view after them, one after the other."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from uno_tui.engine.events import Event
from uno_tui.engine.view import View


class Notice(NamedTuple):
    """Something that happened around the game rather than in it; `text` is one sentence.

    Codes: `fault` (an AI was helped out), `save` (trouble with the disk, or its end), `mended`
    (a save goes on from a snapshot), `seat` (a seat changed hands), `undo`, `recap`.
    """

    code: str
    text: str
    seat: int = -1


class Batch(NamedTuple):
    """What one change of the table looks like to the viewer it was made for.

    `viewer` is a seat, PUBLIC (-1) when there is nobody to look for, None while the curtain is
    down; `view` and `events` are then those of a bystander. `number` counts the actions of the
    match so far. `hands` are all hands when the table is watched with open hands, else None.
    """

    events: tuple[Event, ...]
    view: View
    viewer: int | None = None
    number: int = 0
    notices: tuple[Notice, ...] = ()
    hands: tuple[tuple[int, ...], ...] | None = None


Callback: TypeAlias = Callable[[Batch], object]
"""Hears a batch; whatever it returns that can be awaited is awaited."""


class Feed:
    """Hands out batches in order. A subscriber may answer with something to wait for."""

    def __init__(self) -> None:
        self.on_error: Callable[[BaseException], None] | None = None
        """Told when a subscriber raises, so that the match goes on; unset, the error is raised."""
        self._callbacks: dict[int, Callback] = {}
        self._running: dict[int, asyncio.Future[object]] = {}
        self._next = 0

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Call `callback` with every batch from now on; returns what ends it.

        Ending it also stops the wait for what the callback answered last.
        """
        key = self._next
        self._next += 1
        self._callbacks[key] = callback

        def unsubscribe() -> None:
            self._callbacks.pop(key, None)
            running = self._running.pop(key, None)
            if running is not None:
                running.cancel()

        return unsubscribe

    async def publish(self, batch: Batch) -> None:
        """Give `batch` to all subscribers and wait for whatever they answered."""
        for key, callback in list(self._callbacks.items()):
            if key not in self._callbacks:
                continue
            try:
                answer = callback(batch)
            except Exception as error:
                self._tell(error)
                continue
            if inspect.isawaitable(answer):
                self._running[key] = asyncio.ensure_future(answer)
        running = list(self._running.values())
        if running:
            try:
                await asyncio.wait(running)
            except asyncio.CancelledError:
                for task in running:
                    task.cancel()
                raise
            self._running.clear()
            for task in running:
                failed = None if task.cancelled() else task.exception()
                if failed is not None:
                    self._tell(failed)

    def _tell(self, error: BaseException) -> None:
        if self.on_error is None:
            raise error
        self.on_error(error)

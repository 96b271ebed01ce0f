"""A process of its own for AIs that search, so that the screen never waits for them.

The process is started ahead, once the table stands, or else at the first thought, and reused. One
that does not answer in time is killed; the next thought starts another.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from typing import Any

from uno_tui.ai import Explained, explain
from uno_tui.engine.actions import Action
from uno_tui.engine.view import View

from .brains import Brain

START_GRACE = 15.0
"""Seconds allowed on top of the limit while the process starts."""
LESS_URGENT = 5
"""How much further back than the screen the process stands in the system's queue (POSIX)."""
_READY = 0
"""The ticket of the first message: the process is there."""


def _real_stderr() -> contextlib.AbstractContextManager[object]:
    """A start hands the stderr's file on; a screen that catches what is printed has none to give."""
    real = sys.__stderr__
    return contextlib.nullcontext() if real is None else contextlib.redirect_stderr(real)


class ThoughtFailed(RuntimeError):
    """The AI raised, or its process died; the message is one sentence."""


def _serve(pipe: Connection) -> None:
    # Ctrl+C at the terminal is for the screen to handle; the pipe tells us when it is over.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Where cores are few the screen goes first: it wants little, and at once.
    with contextlib.suppress(AttributeError, OSError):
        os.nice(LESS_URGENT)
    with contextlib.suppress(OSError):
        pipe.send((_READY, None, ""))
    while True:
        try:
            ticket, call, arguments = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            answer = (ticket, call(*arguments), "")
        except Exception as error:
            answer = (ticket, None, f"{type(error).__name__}: {error}"[:300])
        try:
            pipe.send(answer)
        except (OSError, ValueError):
            return


class Thinker:
    """Runs `choose` and `explain` elsewhere, one thought at a time. `close` it when done."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._ticket = _READY
        self._ready = False
        self._closed = False
        self._starting: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        self._busy: asyncio.Future[Any] | None = None

    @property
    def ready(self) -> bool:
        """Whether the process has said that it is there."""
        return self._ready and self._process is not None and self._process.is_alive()

    async def choose(self, brain: Brain, view: View, rng: Random, limit: float) -> Action:
        """What `brain` chooses.

        Raises TimeoutError when it takes more than `limit` seconds (the process is then killed),
        ThoughtFailed when it raises.
        """
        return Action(*await self._think(brain.choose, (view, rng), limit))

    async def explain(self, view: View, seconds: float, limit: float) -> list[Explained]:
        """The options of the view's seat searched for `seconds`, best first, each with a reason.

        Raises as `choose` does; `limit` comes on top of `seconds`.
        """
        found = await self._think(explain, (view, seconds), limit + seconds)
        return [one._replace(action=Action(*one.action)) for one in found]

    async def _think(
        self, call: Callable[..., Any], arguments: tuple[Any, ...], limit: float
    ) -> Any:
        async with self._turn:
            await self._settled()
            grace = 0.0 if self.ready else START_GRACE
            self._ticket += 1
            thought = asyncio.ensure_future(
                asyncio.to_thread(self._ask, (self._ticket, call, arguments), limit + grace)
            )
            self._busy = thought
            return await asyncio.shield(thought)

    def warm_up(self, after: float) -> None:
        """Start the process in `after` seconds, beside everything else, unless a thought did before.

        When it cannot be had nothing is said: that is for the thought to tell.
        """
        if self._starting is None:
            self._starting = asyncio.ensure_future(self._start_later(after))

    async def _start_later(self, after: float) -> None:
        await asyncio.sleep(after)
        if self._busy is None and not self._closed:
            self._busy = asyncio.ensure_future(asyncio.to_thread(self._start))

    async def _settled(self) -> None:
        """Wait for a thought that nobody wants any more: the process thinks one at a time."""
        if self._busy is not None and not self._busy.done():
            await asyncio.wait([self._busy])
        if self._busy is not None and not self._busy.cancelled():
            self._busy.exception()

    def _start(self) -> None:
        with contextlib.suppress(OSError, EOFError, ValueError):
            pipe = self._connected()
            if not self._ready and pipe.poll(START_GRACE):
                pipe.recv()
                self._ready = True

    def _ask(self, question: tuple[int, Callable[..., Any], tuple[Any, ...]], limit: float) -> Any:
        until = time.monotonic() + limit
        try:
            pipe = self._connected()
            pipe.send(question)
            while pipe.poll(max(0.0, until - time.monotonic())):
                ticket, answer, trouble = pipe.recv()
                self._ready = True
                if ticket != question[0]:
                    continue
                if trouble:
                    raise ThoughtFailed(trouble)
                return answer
        except (EOFError, OSError) as error:
            self._kill()
            raise ThoughtFailed(f"its process ended ({type(error).__name__})") from None
        self._kill()
        raise TimeoutError(f"no answer within {limit:.1f} s")

    def _connected(self) -> Connection:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self._kill()
            context = multiprocessing.get_context("spawn")
            pipe, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs,), daemon=True)
            with _real_stderr():
                process.start()
            theirs.close()
            self._process, self._pipe = process, pipe
        if self._closed:
            # Closed from the screen's thread while this one started it.
            self._kill()
            raise OSError("the table is closed")
        return self._pipe

    def _kill(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        self._ready = False
        if process is not None:
            process.kill()
            process.join(1)
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()

    def close(self) -> None:
        """End the process, whatever it thinks about, and start no other."""
        self._closed = True
        if self._starting is not None:
            self._starting.cancel()
        self._kill()
        if self._busy is not None:
            self._busy.add_done_callback(lambda done: done.cancelled() or done.exception())

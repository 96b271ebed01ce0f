"""A process of its own for AIs that search, so that the screen never waits for them.

The process is started at the first thought and reused. One that does not answer in time is
killed; the next thought starts another.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random

from uno_tui.engine.actions import Action
from uno_tui.engine.view import View

from .brains import Brain

START_GRACE = 15.0
"""Seconds allowed on top of the limit while the process starts."""


class ThoughtFailed(RuntimeError):
    """The AI raised, or its process died; the message is one sentence."""


def _serve(pipe: Connection) -> None:
    while True:
        try:
            ticket, brain, view, rng = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            answer = (ticket, brain.choose(view, rng), "")
        except Exception as error:
            answer = (ticket, None, f"{type(error).__name__}: {error}"[:300])
        try:
            pipe.send(answer)
        except (OSError, ValueError):
            return


class Thinker:
    """Runs `choose` elsewhere, one thought at a time. `close` it when the table closes."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._ticket = 0
        self._turn = asyncio.Lock()

    async def choose(self, brain: Brain, view: View, rng: Random, limit: float) -> Action:
        """What `brain` chooses.

        Raises TimeoutError when it takes more than `limit` seconds (the process is then killed),
        ThoughtFailed when it raises.
        """
        async with self._turn:
            fresh = self._process is None or not self._process.is_alive()
            self._ticket += 1
            try:
                return await asyncio.to_thread(
                    self._ask, (self._ticket, brain, view, rng), limit + START_GRACE * fresh
                )
            except asyncio.CancelledError:
                # The thread still waits for an answer nobody wants: end that at once.
                self._kill()
                raise

    def _ask(self, question: tuple[int, Brain, View, Random], limit: float) -> Action:
        pipe = self._connected()
        until = time.monotonic() + limit
        try:
            pipe.send(question)
            while pipe.poll(max(0.0, until - time.monotonic())):
                ticket, action, trouble = pipe.recv()
                if ticket != question[0]:
                    continue
                if trouble:
                    raise ThoughtFailed(trouble)
                return Action(*action)
        except (EOFError, OSError) as error:
            self._kill()
            raise ThoughtFailed(f"its process ended ({type(error).__name__})") from None
        self._kill()
        raise TimeoutError(f"no answer within {limit:.1f} s")

    def _connected(self) -> Connection:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self._kill()
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        return self._pipe

    def _kill(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is not None:
            process.kill()
            process.join(1)
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()

    def close(self) -> None:
        """End the process."""
        self._kill()

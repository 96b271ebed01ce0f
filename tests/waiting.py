"""Waiting for what is meant, not for a time: what holds on a quick machine holds on a slow one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

from textual.pilot import Pilot

PATIENCE = 60.0
"""Seconds after which something is held never to come: only a failure takes as long."""
MOST_TURNS = 300
"""Turns of the loop after which something that never rests is left alone, as cards in flight."""


async def rest() -> None:
    """Let the loop do whatever it can do at once: nothing is left but timers, threads and keys.

    A pause of 20 ms is many turns of the loop on a quick machine, and perhaps one on a busy one.
    """
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    calm = 0
    for _ in range(MOST_TURNS):
        await asyncio.sleep(0)
        calm = 0 if ready else calm + 1
        if calm == 3:
            return


async def until(
    pilot: Pilot[int], true: Callable[[], object], wanted: str = "what was waited for"
) -> None:
    """Wait until `true` holds; AssertionError naming what was `wanted` when it never does."""
    end = monotonic() + PATIENCE
    while not true():
        assert monotonic() < end, f"never came: {wanted}; in front is {pilot.app.screen}"
        await asyncio.sleep(0.01)  # a pilot's pause would wait for parts that have ended
    await rest()
    pilot.app.screen._on_timer_update()

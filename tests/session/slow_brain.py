"""An AI for tests that thinks in a process of its own; apart, so that starting it is quick."""

from __future__ import annotations

import time
from random import Random

from uno_tui.engine.actions import Action
from uno_tui.engine.view import View


class Slow:
    """Answers on a fresh table; hangs once something has been played."""

    slow = True

    def choose(self, view: View, rng: Random) -> Action:
        if len(view.discards) > 1:
            time.sleep(60)
        return view.options[-1]

    def react(self, view: View, rng: Random) -> tuple[float, Action] | None:
        return None

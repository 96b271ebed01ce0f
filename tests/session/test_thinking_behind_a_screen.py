"""The process of the searching AIs must also start behind a screen that catches what is printed."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import asyncio, contextlib, random
from uno_tui.engine.game import Game
from uno_tui.ruleset.load import load
from uno_tui.session.brains import Plain
from uno_tui.session.thinking import Thinker

class Screen:
    def write(self, text): pass
    def flush(self): pass
    def fileno(self): return -1  # as Textual answers

async def think():
    game = Game(load("classic"), ["Ann", "Ben"], 7)
    seat = game.asked()[0]
    thinker = Thinker()
    try:
        return await thinker.choose(Plain(), game.view(seat), random.Random(1), 20)
    finally:
        thinker.close()

with contextlib.redirect_stderr(Screen()):
    action = asyncio.run(think())
print("thought of", action)
"""


def test_a_thought_comes_back_although_stderr_has_no_file() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.startswith("thought of Action("), done.stderr

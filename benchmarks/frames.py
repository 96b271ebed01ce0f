"""From a key to the finished frame, at the table and in a bare app, in pseudo-terminals.

    uv run python benchmarks/frames.py

The bare app is one `render_line` widget as large as the terminal (120x40) in which an arrow key
moves one lit cell; at the table an arrow key moves the selection in the hand. Measured from the
moment the key is written until the end of the next frame has been read, so driver, layout,
drawing and writing are all in it. The table is measured idle (our turn), while an expert thinks,
and while cards fly. Nothing but the program's own processes runs beside it.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import sys
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from common import ROOT, Report, compiled_modules, load, percentile
from startup import TABLE_MARKS, command
from terminal import LEFT, RIGHT, Silent, Terminal, processor_ms

BARE = [sys.executable, str(ROOT / "benchmarks" / "bare_app.py"), "cells"]
ROUND_OVER, THEIRS, OUR_TURN = "Next round", "to play", "Your turn"
"""What the app writes after a round, while an opponent is to move, and when we are."""
SELECTED = re.compile(r"\([RYGBW][^ ()]{0,2}\)")
"""The code of the selected card in the line below the hand, where nothing flies: that line is written
again when another card is selected."""
UNSEEN = 3
"""Keys in a row that show nothing: a question, or the end of the round, has them."""
OURS_FIRST = 12
"""A seed with which the first of two seats begins a classic match and has to draw."""
FLIGHT = 0.24
"""Seconds a drawn card is in the air."""
IN_THE_AIR = 3
"""Frames within half a flight that show that something flies."""
AT_ONCE = 5
"""Keys typed between two looks at whether the expert has moved."""
TURNS, TABLES = 30, 12
"""At most so many turns at a table, and so many tables."""
GAP = 0.04
"""Seconds between a frame and the next key: a held key repeats about as fast."""


def settings_in(folder: Path, **changes: object) -> Path:
    """A home for the app with these settings over the defaults."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["UNO_TUI_HOME"] = str(folder)
    from uno_tui.store.settings import Settings, save_settings

    save_settings(Settings.model_validate(changes))
    return folder


class Keys(NamedTuple):
    """Milliseconds from each key to its frame, and of the app's processor time a key."""

    times: list[float]
    work: float


def keys(terminal: Terminal, count: int) -> Keys:
    """`count` arrow keys, right and left in turn, each to its frame."""
    times: list[float] = []
    terminal.read_for(GAP)
    before = processor_ms(terminal.process.pid)
    for at in range(count):
        times.append(terminal.key_to_frame(RIGHT if at // 3 % 2 == 0 else LEFT) * 1000)
        terminal.read_for(GAP)
    return Keys(times, (processor_ms(terminal.process.pid) - before) / count)


def table(players: str, home: Path, seed: int = 7) -> Terminal:
    """A classic table in a pseudo-terminal, dealt and quiet, the process for hints started."""
    terminal = Terminal(
        command("play", "--ruleset", "classic", "--players", players, "--seed", str(seed)),
        home=home,
    )
    try:
        terminal.until(TABLE_MARKS)
    except Silent:
        terminal.close()
        raise
    terminal.read_for(3.5)
    return terminal


def bare(count: int) -> Keys:
    """The bare app's times."""
    with Terminal(BARE) as terminal:
        terminal.until(("abc",))
        terminal.read_for(0.5)
        return keys(terminal, count)


def idle(count: int, home: Path) -> Keys:
    """The table's times while it is our turn."""
    with table("Ann,ai:normal,ai:normal,ai:normal", home) as terminal:
        return keys(terminal, count)


def thinking(count: int, home: Path) -> Keys:
    """The table's times while an expert thinks: we draw and keep, then it is the expert's turn.

    A move that is forced or clear is made at once: keys are typed a few at a time, and those during
    which the expert moved are not counted. A table where the round ends is followed by another.
    """
    times: list[float] = []
    work: list[float] = []
    for seed in _seeds(OURS_FIRST):
        with table("Ann,ai:expert", home, seed) as terminal:
            for _ in range(TURNS):
                if len(times) >= count or not _hand_over(terminal):
                    break
                while len(times) < count:
                    terminal.written.clear()
                    found = keys(terminal, AT_ONCE)
                    if OUR_TURN in terminal.text() or ROUND_OVER in terminal.text():
                        break
                    times += found.times
                    work.append(found.work)
        if len(times) >= count:
            return Keys(times, statistics.fmean(work))
    raise Silent(f"the expert thought for {len(times)} keys only")


def _hand_over(terminal: Terminal) -> bool:
    """Draw and keep, so that it is the other's turn; whether it is."""
    terminal.written.clear()
    for key in ("d", "p"):
        terminal.send(key)
        terminal.read_for(0.3)
    try:
        terminal.until((THEIRS,), 3.0)
    except Silent:
        return False
    return True


def flying(count: int, home: Path) -> list[float]:
    """Milliseconds from an arrow key to the frame that shows the selection moved, a card in the air.

    The key ends the flight. Frames of the flight itself do not count, nor keys typed while nothing
    flew, nor those from a card to another just like it.
    """
    times: list[float] = []
    for seed in _seeds(OURS_FIRST):
        with table("Ann,ai:normal", home, seed) as terminal:
            unseen = 0
            for at in range(2 * TURNS):
                terminal.written.clear()
                terminal.send("dp"[at % 2])
                flies = len(terminal.read_for(FLIGHT / 2)) >= IN_THE_AIR
                try:
                    time = terminal.key_to_frame((RIGHT, LEFT)[at // 2 % 2], SELECTED) * 1000
                except Silent:
                    if (unseen := unseen + 1) == UNSEEN:
                        break
                    continue
                unseen = 0
                times += [time] * flies
                terminal.read_for(0.5)
                if len(times) >= count:
                    return times
    if len(times) < 10:
        raise Silent("hardly a card flew")
    return times


def _seeds(first: int) -> range:
    return range(first, first + TABLES)


def flights(count: int, home: Path) -> list[float]:
    """Milliseconds between the frames of cards that are drawn, nobody touching a key."""
    gaps: list[float] = []
    with table("Ann,ai:normal", home) as terminal:
        for _ in range(count):
            terminal.send("d")
            frames = terminal.read_for(FLIGHT + 0.15)
            # From the first frame of the card in the air until it has landed.
            within = [at for at in frames if at - frames[0] <= FLIGHT]
            gaps += [(later - one) * 1000 for one, later in pairwise(within)]
            terminal.send("p")
            terminal.read_for(1.2)
            if ROUND_OVER in terminal.text():
                break
            terminal.written.clear()
    if len(gaps) < 10:
        raise Silent("hardly a card flew")
    return gaps


def _row(report: Report, what: str, times: list[float], base: list[float]) -> None:
    middle, late = statistics.median(times), percentile(times, 0.95)
    base_middle, base_late = statistics.median(base), percentile(base, 0.95)
    report.add(
        f"{what}, median", f"{middle:.1f} ms", "bare app", f"{base_middle:.1f} ms",
        middle / base_middle, "<= 2",
    )  # fmt: skip
    report.add(
        f"{what}, p95", f"{late:.1f} ms", "bare app", f"{base_late:.1f} ms",
        late / base_late, "<= 3",
    )  # fmt: skip


def _work(report: Report, what: str, ours: Keys, base: Keys) -> None:
    report.add(
        f"{what}, processor time a key", f"{ours.work:.1f} ms", "bare app", f"{base.work:.1f} ms",
        ours.work / base.work, "<= 2",
    )  # fmt: skip


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=150)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    count = max(args.keys, 10)
    compiled_modules()
    report = Report(f"Key to frame, 120x40{load()}")
    with tempfile.TemporaryDirectory() as folder:
        still = settings_in(Path(folder) / "still", motion=False, expert_think=60.0)
        base = bare(count)
        cases: dict[str, Callable[[], Keys]] = {
            "table, our turn": lambda: idle(count, still),
            "table, expert thinking": lambda: thinking(count, still),
        }
        for what, measure in cases.items():
            try:
                found = measure()
            except Silent as error:
                report.skip(what, str(error))
                continue
            again = bare(count)
            base = Keys(base.times + again.times, (base.work + again.work) / 2)
            _row(report, what, found.times, base.times)
            _work(report, what, found, base)
        moving = settings_in(Path(folder) / "moving", motion=True, pace="instant")
        try:
            _row(report, "table, a key in a flight", flying(min(count, 100), moving), base.times)
            gaps = flights(min(count, 20), moving)
            middle, late = statistics.median(gaps), percentile(gaps, 0.95)
            report.add("between frames of a flight, median", f"{middle:.0f} ms", "40 a second",
                       "25 ms", middle / 25, "<= 1")  # fmt: skip
            report.add("between frames of a flight, p95", f"{late:.0f} ms", "no gap over", "45 ms",
                       late / 45, "<= 1")  # fmt: skip
        except Silent as error:
            report.skip("table, cards flying", str(error))
    report.show(args.json)


if __name__ == "__main__":
    main()

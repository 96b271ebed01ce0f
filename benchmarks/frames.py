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
import statistics
import sys
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from common import ROOT, Report, percentile
from startup import TABLE_MARKS, command
from terminal import LEFT, RIGHT, Silent, Terminal

BARE = [sys.executable, str(ROOT / "benchmarks" / "bare_app.py"), "cells"]
NEXT, THINKING, OUR_TURN = "next round", "thinking", "Your turn"
"""What the app writes after a round, while an opponent thinks, and when we are to move."""
GAP = 0.04
"""Seconds between a frame and the next key: a held key repeats about as fast."""


def settings_in(folder: Path, **changes: object) -> Path:
    """A home for the app with these settings over the defaults."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["UNO_TUI_HOME"] = str(folder)
    from uno_tui.store.settings import Settings, save_settings

    save_settings(Settings.model_validate(changes))
    return folder


def keys(terminal: Terminal, count: int) -> list[float]:
    """Milliseconds from each of `count` arrow keys, right and left in turn, to its frame."""
    times: list[float] = []
    for at in range(count):
        terminal.read_for(GAP)
        times.append(terminal.key_to_frame(RIGHT if at // 3 % 2 == 0 else LEFT) * 1000)
    return times


def table(players: str, home: Path) -> Terminal:
    """A classic table in a pseudo-terminal, dealt and quiet."""
    terminal = Terminal(
        command("play", "--ruleset", "classic", "--players", players, "--seed", "7"), home=home
    )
    try:
        terminal.until(TABLE_MARKS)
    except Silent:
        terminal.close()
        raise
    terminal.read_for(1.5)
    return terminal


def bare(count: int) -> list[float]:
    """The bare app's times."""
    with Terminal(BARE) as terminal:
        terminal.until(("abc",))
        terminal.read_for(0.5)
        return keys(terminal, count)


def idle(count: int, home: Path) -> list[float]:
    """The table's times while it is our turn."""
    with table("Ann,ai:normal,ai:normal,ai:normal", home) as terminal:
        return keys(terminal, count)


def thinking(count: int, home: Path) -> list[float]:
    """The table's times while an expert thinks: we draw (and keep), then it is the expert's turn."""
    with table("Ann,ai:expert", home) as terminal:
        terminal.written.clear()
        for key in ("d", "p"):
            terminal.send(key)
            terminal.read_for(0.3)
        terminal.until((THINKING,), 5.0)
        terminal.written.clear()
        times = keys(terminal, count)
        if OUR_TURN in terminal.text():
            raise Silent("the expert had moved before all keys were typed")
        return times


def flying(count: int, home: Path) -> tuple[list[float], list[float]]:
    """Key times in the half second after a card was drawn or laid, and the gaps between frames."""
    times: list[float] = []
    gaps: list[float] = []
    with table("Ann,ai:normal", home) as terminal:
        for at in range(count):
            terminal.send("d" if at % 2 == 0 else "p")
            try:
                times.append(terminal.key_to_frame((RIGHT, LEFT)[at // 2 % 2]) * 1000)
            except Silent:
                if not times:
                    raise
            frames = terminal.read_for(0.4)
            gaps += [(b - a) * 1000 for a, b in pairwise(frames) if b - a < 0.2]
            if NEXT in terminal.text():
                break
            terminal.written.clear()
    return times, gaps


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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=150)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    count = max(args.keys, 10)
    report = Report("Key to frame, 120x40")
    with tempfile.TemporaryDirectory() as folder:
        still = settings_in(Path(folder) / "still", motion=False, expert_think=60.0)
        base = bare(count)
        cases: dict[str, Callable[[], list[float]]] = {
            "table, our turn": lambda: idle(count, still),
            "table, expert thinking": lambda: thinking(count, still),
        }
        for what, measure in cases.items():
            try:
                _row(report, what, measure(), base)
            except Silent as error:
                report.skip(what, str(error))
        moving = settings_in(Path(folder) / "moving", motion=True, pace="instant")
        try:
            times, gaps = flying(min(count, 40), moving)
            _row(report, "table, cards flying", times, base)
            if gaps:
                report.add(
                    "between frames of a flight, median / p95",
                    f"{statistics.median(gaps):.0f} / {percentile(gaps, 0.95):.0f} ms",
                    "one frame at 60 Hz",
                    "16.7 ms",
                    statistics.median(gaps) / 16.7,
                )
        except Silent as error:
            report.skip("table, cards flying", str(error))
        base = bare(count)
        report.add("bare app again, median", f"{statistics.median(base):.1f} ms")
    report.show(args.json)


if __name__ == "__main__":
    main()

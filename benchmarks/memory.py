"""Peak memory of a long evening: 50 rounds with six AI seats, against one round; a page 60 times.

    uv run python benchmarks/memory.py

The app itself plays in a pseudo-terminal at instant pace; Enter deals the next round. Rounds are
counted by what the app writes, memory is the kernel's own high-water mark (Linux only).
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from pathlib import Path

from common import Report
from frames import settings_in
from startup import MENU_MARKS, TABLE_MARKS, command
from terminal import ENTER, Silent, Terminal, memory_of

PLAYERS = ",".join(["ai:normal"] * 6)
ROUND = re.compile(r"[Rr]ound (\d+)")
NEXT = "Next round"
PAGE, ESCAPE = "n", "\x1b"
PAGE_MARKS = ("Variant", "Save as my variant")
FEW = 5


def evening(rounds: int, home: Path, seconds: float) -> dict[int, int]:
    """Play `rounds` rounds, fewer when time is up; the peak in KiB when each round had begun.

    Raises Silent when the app ends, or shows no table.
    """
    peaks: dict[int, int] = {}
    words = command(
        "play", "--ruleset", "classic", "--players", PLAYERS, "--seed", "7", "--target", "100000"
    )
    with Terminal(words, home=home) as terminal:
        terminal.until(TABLE_MARKS)
        deadline = time.perf_counter() + seconds
        while len(peaks) <= rounds:
            terminal.read_for(0.3)
            for found in ROUND.findall(terminal.text()):
                if int(found) not in peaks and int(found) <= max(peaks, default=0) + 1:
                    peaks[int(found)] = memory_of(terminal.process.pid)
            if terminal.process.poll() is not None:
                last = " ".join(terminal.text().split())[-200:]
                raise Silent(f"the app ended in round {max(peaks, default=0)}: {last}")
            if time.perf_counter() > deadline:
                break
            if NEXT in terminal.text():
                terminal.send(ENTER)
            terminal.written.clear()
    return peaks


def looking_up(times: int, home: Path) -> tuple[int, int]:
    """Open the page of a new game and close it, so often; the peaks in KiB after `FEW` and in the end.

    Raises Silent when the page or the menu does not come.
    """
    peaks: list[int] = []
    with Terminal(command(), home=home) as terminal:
        terminal.until(MENU_MARKS)
        for _ in range(times):
            for key, marks in ((PAGE, PAGE_MARKS), (ESCAPE, MENU_MARKS)):
                terminal.quiet(0.1)
                terminal.written.clear()
                terminal.send(key)
                terminal.until(marks)
            peaks.append(memory_of(terminal.process.pid))
    return peaks[FEW - 1], peaks[-1]


def _pages(report: Report, times: int, home: Path) -> None:
    few, last = looking_up(times, home)
    report.add(
        f"peak after a page opened and closed {times} times",
        f"{last / 1024:.1f} MiB",
        f"after {FEW} times",
        f"{few / 1024:.1f} MiB",
        last / few,
        "<= 1.2",
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--pages", type=int, default=60, help="how often a page is opened")
    parser.add_argument("--seconds", type=float, default=900.0, help="stop after this long")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    report = Report("Memory, six AI seats")
    with tempfile.TemporaryDirectory() as folder:
        home = settings_in(Path(folder), motion=False, pace="instant", reaction_window=0.1)
        try:
            _pages(report, max(FEW, args.pages), home)
            peaks = evening(args.rounds, home, args.seconds)
        except (Silent, OSError) as error:
            report.skip("peak memory", str(error))
        else:
            if len(peaks) < 3:
                raise SystemExit(f"only {len(peaks)} rounds begun in {args.seconds:.0f} s")
            one, last = peaks[2], peaks[max(peaks)]
            report.add(
                f"peak after {max(peaks) - 1} rounds",
                f"{last / 1024:.1f} MiB",
                "after one round",
                f"{one / 1024:.1f} MiB",
                last / one,
                "<= 1.2",
            )
    report.show(args.json)


if __name__ == "__main__":
    main()

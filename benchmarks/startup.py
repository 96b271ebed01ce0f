"""How long commands take from nothing to done, and the app from nothing to its first frame.

    uv run python benchmarks/startup.py

Whole commands are timed with hyperfine when it is installed, else by running them in turn here;
first frames in a pseudo-terminal of 120x40, from the start of the process until the last words
of the frame have been written.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from common import ROOT, Report, compiled_modules, load, timed
from terminal import ENTER, Silent, Terminal, processor_ms

T = TypeVar("T")
PYTHON = sys.executable
BARE = [PYTHON, str(ROOT / "benchmarks" / "bare_app.py"), "shell"]
BARE_MARKS = ("bare-header", "bare-footer")
MENU_MARKS = ("New game", "Settings", "Quit")
TABLE_MARKS = ("discard", "F1 rules")

ONE_MODEL = """
from pydantic import BaseModel, Field

class Knobs(BaseModel):
    name: str
    target: int = Field(default=500, ge=0)

print(Knobs.model_validate({"name": "classic", "target": 200}))
"""

SCENARIO = """
[[scenario]]
title = "T-1 colour matches"
ruleset = "classic"
players = ["Ann", "Ben"]
discard = "R5"
draw = "G1 G2 G3"
hands = { Ann = "R9 B5 GS Y7", Ben = "BS B1" }
steps = ["! Ann: play Y7", "Ann: play R9", "= turn Ben"]
"""


def command(*words: str) -> list[str]:
    """`uno-tui …` as installed beside this Python, else through `python -m`."""
    script = Path(PYTHON).with_name("uno-tui")
    return [str(script), *words] if script.exists() else [PYTHON, "-m", "uno_tui", *words]


def medians(commands: dict[str, list[str]], runs: int) -> dict[str, float]:
    """Median seconds of each command. Raises RuntimeError when one of them fails."""
    for name, words in commands.items():
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise RuntimeError(f"{name} ended with {done.returncode}: {last}")
    if shutil.which("hyperfine"):
        return _hyperfine(commands, runs)
    jobs = {
        name: lambda words=words: subprocess.run(words, cwd=ROOT, capture_output=True, check=True)
        for name, words in commands.items()
    }
    return {name: statistics.median(times) for name, times in timed(jobs, runs).items()}


def _hyperfine(commands: dict[str, list[str]], runs: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "times.json"
        words = ["hyperfine", "-N", "--style", "none", "--warmup", "3", "--runs", str(runs)]
        words += ["--export-json", str(out), *(shlex.join(one) for one in commands.values())]
        subprocess.run(words, cwd=ROOT, capture_output=True, check=True)
        results = json.loads(out.read_text())["results"]
    return {name: row["median"] for name, row in zip(commands, results, strict=True)}


def first_frame(words: list[str], marks: Sequence[str], home: Path) -> float:
    """Seconds from the start of the process until all `marks` are on the screen."""
    with Terminal(words, home=home) as terminal:
        return terminal.until(marks)


def key_to_screen(
    words: list[str], ready: Sequence[str], key: str, marks: Sequence[str], home: Path
) -> tuple[float, float]:
    """From a key, once `ready` stands there and all is quiet, until `marks` do.

    Seconds by the clock, and of the program's processor time.
    """
    with Terminal(words, home=home) as terminal:
        terminal.until(ready)
        terminal.quiet(0.7)
        terminal.written.clear()
        before = processor_ms(terminal.process.pid)
        start = time.perf_counter()
        terminal.send(key)
        terminal.until(marks)
        took = time.perf_counter() - start
        return took, (processor_ms(terminal.process.pid) - before) / 1000


def still_home(folder: Path) -> Path:
    """A home for the app in `folder` whose settings have motion off and instant opponents."""
    os.environ["UNO_TUI_HOME"] = str(folder)
    from uno_tui.store.settings import LastSeat, LastTable, Settings, save_settings

    seats = [
        LastSeat(name="Ann"),
        *(LastSeat(name=name, kind="ai", level="normal") for name in ("Bo", "Cy", "Dee")),
    ]
    save_settings(Settings(motion=False, pace="instant", last_table=LastTable(seats=seats, seed=7)))
    return folder


def _commands(report: Report, runs: int, folder: Path) -> None:
    model, scenario = folder / "model.py", folder / "one.toml"
    model.write_text(ONE_MODEL)
    scenario.write_text(SCENARIO)
    pairs = {
        "uno-tui --version": (command("--version"), "import argparse", [PYTHON, "-c", "import argparse"]),
        "uno-tui rules classic": (command("rules", "classic"), "one pydantic model", [PYTHON, str(model)]),
        "uno-tui check FILE": (command("check", str(scenario)), "one pydantic model", [PYTHON, str(model)]),
    }  # fmt: skip
    for what, (ours, against, theirs) in pairs.items():
        try:
            found = medians({what: ours, against: theirs}, runs)
        except RuntimeError as error:
            report.skip(what, str(error))
            continue
        report.add(
            what,
            f"{found[what] * 1000:.0f} ms",
            against,
            f"{found[against] * 1000:.0f} ms",
            found[what] / found[against],
            "<= 1.5",
        )


def _menu(report: Report, runs: int, home: Path) -> None:
    jobs = {
        "ours": lambda: first_frame(command(), MENU_MARKS, home),
        "theirs": lambda: first_frame(BARE, BARE_MARKS, home),
    }
    times = _in_turn(jobs, runs)
    _row(report, "first frame of the menu", times["ours"], "bare app with header and footer",
         times["theirs"], "<= 1.5")  # fmt: skip


def _table(report: Report, runs: int, home: Path) -> None:
    jobs = {
        "ours": lambda: key_to_screen(command(), MENU_MARKS, "g", TABLE_MARKS, home),
        "theirs": lambda: key_to_screen(BARE, BARE_MARKS, ENTER, ("pushed-screen",), home),
    }
    found = _in_turn(jobs, runs)
    for at, how in enumerate(("", ", processor time")):
        _row(
            report, f"menu to a dealt table, motion off{how}", [one[at] for one in found["ours"]],
            "bare app pushing one screen", [one[at] for one in found["theirs"]], "<= 2",
        )  # fmt: skip


def _in_turn(jobs: dict[str, Callable[[], T]], runs: int) -> dict[str, list[T]]:
    """What each job answered `runs` times, turn and turn about."""
    for job in jobs.values():
        job()  # not counted: this fills the folder of compiled modules
    found: dict[str, list[T]] = {name: [] for name in jobs}
    for _ in range(runs):
        for name, job in jobs.items():
            found[name].append(job())
    return found


def _row(
    report: Report, what: str, ours: list[float], against: str, theirs: list[float], goal: str
) -> None:
    our, their = statistics.median(ours), statistics.median(theirs)
    report.add(what, f"{our * 1000:.0f} ms", against, f"{their * 1000:.0f} ms", our / their, goal)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    compiled_modules()
    report = Report(f"Start-up{load()}")
    with tempfile.TemporaryDirectory() as folder:
        _commands(report, max(args.runs, 2), Path(folder))
        home = still_home(Path(folder))
        for what, part in (("first frame of the menu", _menu), ("menu to a dealt table", _table)):
            try:
                part(report, max(args.runs // 2, 1), home)
            except (Silent, OSError) as error:
                report.skip(what, str(error))
    report.show(args.json)


if __name__ == "__main__":
    main()

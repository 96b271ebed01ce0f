"""What every benchmark here prints and how it measures: machine, versions, medians, ratios.

Contenders of one comparison run turn and turn about, so that a busy minute on the machine hits
all of them; the figure reported is the median of the repeats.
"""

from __future__ import annotations

import atexit
import datetime
import importlib.metadata
import json
import os
import platform
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # a checkout is enough; nothing needs to be installed

Job = Callable[[], float]
"""Something to time: does its work once and returns how many units of it were done."""


def machine() -> str:
    """One line: date, processor, cores, system, Python and the packages that matter."""
    parts = [
        datetime.date.today().isoformat(),
        _processor(),
        f"{os.cpu_count()} cores",
        f"{platform.system()} {platform.machine()}",
        f"{platform.python_implementation()} {platform.python_version()}",
    ]
    for package in ("textual", "rich", "pydantic", "rlcard", "numpy"):
        try:
            parts.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return ", ".join(parts)


def compiled_modules() -> None:
    """Let the programs that are started keep compiled modules, as installed ones do.

    Where PYTHONDONTWRITEBYTECODE is set they would compile every file at every start. The files go
    to a folder of this run; the first start of each program fills it and is not to be counted.
    """
    folder = tempfile.mkdtemp(prefix="compiled-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = folder


def load() -> str:
    """How busy the machine is, for the title of a report; empty where it is not told."""
    try:
        return f", load {os.getloadavg()[0]:.1f}"
    except OSError:
        return ""


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def rates(jobs: Mapping[str, Job], repeats: int = 5) -> dict[str, float]:
    """Median units per second of processor time of each job, the jobs taking turns, warm.

    Processor time, because short jobs on a busy machine mostly measure who else was running.
    The generator is set to the same seeds for every job, so that reruns do the same work.
    """
    found: dict[str, list[float]] = {name: [] for name in jobs}
    for turn in range(repeats + 1):
        for name, job in jobs.items():
            random.seed(turn)
            start = time.process_time()
            units = job()
            spent = time.process_time() - start
            if turn:
                found[name].append(units / spent)
    return {name: statistics.median(values) for name, values in found.items()}


def timed(
    jobs: Mapping[str, Callable[[], object]],
    repeats: int = 9,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, list[float]]:
    """Seconds by `clock` of each run of each job, the jobs taking turns, after one to warm up."""
    found: dict[str, list[float]] = {name: [] for name in jobs}
    for turn in range(repeats + 1):
        for name, job in jobs.items():
            start = clock()
            job()
            spent = clock() - start
            if turn:
                found[name].append(spent)
    return found


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` (0..1) of the values lie, nearest rank."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Report:
    """Rows of figures, each with what it is measured against; printed as a table or as JSON."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.rows: list[dict[str, object]] = []

    def add(
        self,
        what: str,
        figure: str,
        against: str = "",
        reference: str = "",
        ratio: float | None = None,
        goal: str = "",
    ) -> None:
        """One row; `goal` is like ">= 3" or "<= 1.5" and is judged against `ratio`."""
        met = ""
        if goal and ratio is not None:
            sign, bound = goal.split()
            met = (
                "yes"
                if (ratio >= float(bound) if sign == ">=" else ratio <= float(bound))
                else "no"
            )
        self.rows.append(
            {
                "what": what,
                "figure": figure,
                "against": against,
                "reference": reference,
                "ratio": ratio,
                "goal": goal,
                "met": met,
            }
        )

    def skip(self, what: str, reason: str) -> None:
        """A row that could not be measured here, and why."""
        short = reason if len(reason) <= 90 else reason[:87] + "…"
        self.add(what, "not measured", short)

    def show(self, as_json: bool = False) -> None:
        """Print the machine and the rows to stdout."""
        if as_json:
            print(
                json.dumps({"title": self.title, "machine": machine(), "rows": self.rows}, indent=1)
            )
            return
        table = Table(title=self.title, title_justify="left")
        for heading in ("what", "figure", "against", "reference", "ratio", "goal", "met"):
            table.add_column(heading, justify="right" if heading == "ratio" else "left")
        for row in self.rows:
            ratio = row["ratio"]
            table.add_row(
                *(str(row[key]) for key in ("what", "figure", "against", "reference")),
                f"{ratio:.2f}" if isinstance(ratio, float) else "",
                str(row["goal"]),
                str(row["met"]),
            )
        console = Console(markup=False, width=None if sys.stdout.isatty() else 150)
        console.print(machine())
        console.print(table)

"""What every test shares: nothing of the machine's own terminal, colours or files shows through."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

TERMINAL = (
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR_FORCE",
    "COLORTERM",
    "COLUMNS",
    "LINES",
    "TEXTUAL",
    "TEXTUAL_THEME",
    "TEXTUAL_ANIMATIONS",
    "TEXTUAL_COLOR_SYSTEM",
    "UNO_TUI_DEBUG",
)
"""Variables by which a terminal or a user changes what is drawn."""

# Textual and Rich read some of them when they are imported, before any fixture runs.
for _name in TERMINAL:
    os.environ.pop(_name, None)
os.environ["TERM"] = "xterm-256color"

# The same examples each time: a suite that fails only now and then teaches nobody anything.
# The long searches for new examples are in `benchmarks/` and under `-m soak`.
settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")


LEAST_WORKERS = 4
"""Many tests of the screens wait for real time, so that two cores serve four workers."""


def pytest_xdist_auto_num_workers() -> int:
    """How many workers `-n auto` means."""
    return max(LEAST_WORKERS, os.cpu_count() or 1)


@pytest.fixture(autouse=True)
def no_files_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings, saves and records of a test are its own."""
    monkeypatch.setenv("UNO_TUI_HOME", str(tmp_path / "home"))

"""What every test shares: nothing of the machine's own terminal, colours or files shows through."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import AbstractAsyncContextManager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from textual import pilot as pilots
from textual.pilot import Pilot

from tests.waiting import PATIENCE, rest

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

from textual.app import App  # noqa: E402

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


@pytest.fixture(autouse=True)
def tasks_run_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """From Python 3.12 on, as `App.run` has it and `App.run_test` forgets: screens are built sooner."""
    if sys.version_info < (3, 12):
        return
    run_test = App.run_test

    def as_in_a_terminal(app: App[Any], **how: Any) -> AbstractAsyncContextManager[Pilot[Any]]:
        asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
        return run_test(app, **how)

    monkeypatch.setattr(App, "run_test", as_in_a_terminal)


@pytest.fixture(autouse=True)
def no_search_through_the_heap_of_the_tests(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among all that pytest holds it takes a tenth of a second, for every app that starts."""
    if "searches" not in request.keywords:
        monkeypatch.setattr("uno_tui.tui.tidy.Tidy.now", lambda _self: None)


@pytest.fixture(autouse=True)
def deals_are_always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds that nobody chose: 7, at whose tables a person is asked first, for a card; then 8, 9 …"""
    monkeypatch.setattr("uno_tui.tui.match.new_seed", count(7).__next__)
    monkeypatch.setattr("uno_tui.tui.screens.new_game_model.new_seed", count(7).__next__)


@pytest.fixture(autouse=True)
def hands_type_as_slowly_as_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The letters of a card belong together, even if the machine takes seconds for each."""
    monkeypatch.setattr("uno_tui.tui.widgets.hand.TYPE_AHEAD_SECONDS", PATIENCE)


@pytest.fixture(autouse=True)
def pauses_end_when_all_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pilot that pauses for 20 ms, or presses a key, also lets the app do what it can do then."""
    idle, pause = pilots.wait_for_idle, Pilot.pause

    async def wait_for_idle(min_sleep: float = 0.02, max_sleep: float = 1) -> None:
        await idle(min_sleep, max_sleep)
        await rest()

    async def paused(self: Pilot[object], delay: float | None = None) -> None:
        await pause(self, delay)
        if delay is not None:
            await rest()
            self.app.screen._on_timer_update()

    monkeypatch.setattr(pilots, "wait_for_idle", wait_for_idle)
    monkeypatch.setattr("textual.app.wait_for_idle", wait_for_idle)
    monkeypatch.setattr(Pilot, "pause", paused)

"""A home that may not be looked into, cannot be written, is full or is not there: one can play."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.screen_text import screen_text
from tests.waiting import until
from uno_tui.__main__ import main
from uno_tui.store import paths as places
from uno_tui.store import stats
from uno_tui.store.report import make_report
from uno_tui.store.saves import SUFFIX, list_saves
from uno_tui.store.settings import Settings, load_settings
from uno_tui.tui.app import UnoApp
from uno_tui.tui.match import request_of
from uno_tui.tui.screens.menu import MenuScreen
from uno_tui.tui.screens.new_game import NewGameScreen
from uno_tui.tui.screens.table import TableScreen


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    where = tmp_path / "home"
    monkeypatch.setenv("UNO_TUI_HOME", str(where))
    return where


@pytest.fixture
def closed(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder that may not even be looked into, for whoever runs the tests."""
    _refuse(monkeypatch, home, PermissionError(13, "Permission denied"), ("stat", "lstat", "open"))
    _refuse(
        monkeypatch, home, PermissionError(13, "Permission denied"), ("mkdir", "listdir", "scandir")
    )
    return home


def _refuse(
    monkeypatch: pytest.MonkeyPatch, home: Path, trouble: OSError, names: tuple[str, ...]
) -> None:
    def wrapped(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *words: Any, **more: Any) -> Any:
            if isinstance(path, str | os.PathLike) and os.fspath(path).startswith(str(home)):
                raise type(trouble)(*trouble.args, os.fspath(path))
            return real(path, *words, **more)

        return call

    for name in names:
        monkeypatch.setattr(os, name, wrapped(getattr(os, name)))
    if "open" in names:
        monkeypatch.setattr(io, "open", wrapped(io.open))


@pytest.mark.parametrize(
    "words", [["paths"], ["stats"], ["stats", "--json"], ["rulesets"], ["rules", "classic"]]
)
def test_commands_in_a_closed_home(
    closed: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 0
    told = capsys.readouterr()
    assert told.out
    assert "Error" not in told.err


def test_a_report_from_a_closed_home(closed: Path, tmp_path: Path) -> None:
    assert make_report(tmp_path / "report.zip").stat().st_size > 100


def test_settings_in_a_closed_home_are_told(closed: Path) -> None:
    settings, told = load_settings()
    assert settings == Settings()
    assert len(told) == 1
    assert "Permission denied" in told[0]
    assert list_saves() == []
    assert stats.adopt_finished() == 0


@pytest.mark.parametrize(
    "trouble",
    [
        PermissionError(13, "Permission denied"),
        OSError(28, "No space left on device"),
        OSError(30, "Read-only file system"),
    ],
)
async def test_one_can_play_where_nothing_can_be_saved(
    home: Path, monkeypatch: pytest.MonkeyPatch, trouble: OSError
) -> None:
    _refuse(monkeypatch, home, trouble, ("mkdir", "open"))
    app = UnoApp()
    app.recover_in_tests = True
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))
        for page in "rles":
            await pilot.press(page)
            await until(pilot, lambda: not isinstance(app.screen, MenuScreen))
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NewGameScreen))
        await pilot.press("enter")

        def saying() -> list[str]:
            told = [note.message for note in app._notifications]
            return [text for text in told if text.startswith("The match cannot be saved")]

        await until(pilot, saying, "that it cannot be saved")
        assert any(isinstance(screen, TableScreen) for screen in app.screen_stack)
        await pilot.pause(0.2)  # for what might be told twice
        assert len(saying()) == 1
        assert str(trouble.strerror) in saying()[0]
        await pilot.press("d", "p", "ctrl+s")
        await pilot.pause()
        assert any(isinstance(screen, TableScreen) for screen in app.screen_stack)


async def test_pages_of_a_closed_home(closed: Path) -> None:
    app = UnoApp()
    app.recover_in_tests = True
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))
        for page in "nrles":
            await pilot.press(page)
            await until(pilot, lambda: not isinstance(app.screen, MenuScreen), page)
            assert type(app.screen).__name__ != "CrashScreen", page
            await pilot.press("escape", "escape")
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))


def test_a_user_without_a_home_has_no_folder_called_tilde(monkeypatch: pytest.MonkeyPatch) -> None:
    class Homeless:
        """As platformdirs was before it refused."""

        def __init__(self, *_words: object, **_more: object) -> None:
            self.user_config_path = self.user_data_path = self.user_state_path = Path("~/x")

    class Refusing:
        def __init__(self, *_words: object, **_more: object) -> None:
            return

        @property
        def user_config_path(self) -> Path:
            raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("UNO_TUI_HOME", raising=False)
    for dirs in (Homeless, Refusing):
        monkeypatch.setattr(places, "PlatformDirs", dirs)
        assert all(path.is_absolute() for path in places.paths().listed().values())
        with pytest.raises(OSError, match="set UNO_TUI_HOME"):
            places.private_folder(places.paths().saves)


def test_a_link_to_nothing_hides_no_match(home: Path) -> None:
    saves = places.private_folder(places.paths().saves)
    (saves / f"b{SUFFIX}").write_text("no match")
    if sys.platform == "win32":
        pytest.skip("links need rights there")
    (saves / f"a{SUFFIX}").symlink_to(home / "nothing")
    assert [one.path.name for one in list_saves()] == [f"b{SUFFIX}"]
    assert make_report(home / "report.zip").is_file()


async def dressed_table(app: UnoApp, pilot: Pilot[int]) -> TableScreen:
    """The table just asked for, when it stands and has a view."""
    await until(
        pilot,
        lambda: isinstance(app.screen, TableScreen) and app.screen.dressed and app.screen.view,
        "a table",
    )
    assert isinstance(app.screen, TableScreen)
    return app.screen


@pytest.mark.parametrize("way", ["q", "escape"])
async def test_leaving_a_match_that_cannot_be_saved_says_so(
    home: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    _refuse(monkeypatch, home, OSError(28, "No space left on device"), ("mkdir", "open"))
    app = UnoApp()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        app.start_match(request_of("classic", [("Ann", ""), ("", "easy")], 5))
        table = await dressed_table(app, pilot)
        await pilot.press("m")
        await until(pilot, lambda: "it cannot be saved" in screen_text(app))
        assert "the match is saved" not in screen_text(app)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)
        await pilot.press(way)
        if way == "escape":
            left = "just left could not be saved"
            await until(pilot, lambda: any(left in note.message for note in app._notifications))
    assert "could not be saved (No space left on device)" in app.farewell


async def test_a_match_that_was_saved_after_all_is_not_called_lost(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = UnoApp()
    with monkeypatch.context() as patched:
        _refuse(patched, home, OSError(28, "No space left on device"), ("mkdir", "open"))
        async with app.run_test(size=(100, 30)) as pilot:
            app.start_match(request_of("classic", [("Ann", ""), ("", "easy")], 5))
            await dressed_table(app, pilot)
            patched.undo()
            monkeypatch.setenv("UNO_TUI_HOME", str(home))
            await pilot.press("q")
    assert "is saved" in app.farewell
    assert len(list_saves()) == 1

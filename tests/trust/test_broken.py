"""Whatever part of the app raises, it is told, and there is a way on: the app never just ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.app import App
from textual.css.query import NoMatches
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from tests.waiting import until
from uno_tui.engine.events import Event
from uno_tui.session import Batch
from uno_tui.session.table import Table
from uno_tui.store.paths import paths
from uno_tui.tui.app import UnoApp
from uno_tui.tui.failures import MOST_FAILURES
from uno_tui.tui.match import request_of
from uno_tui.tui.screens.crash import CrashScreen
from uno_tui.tui.screens.menu import MenuScreen
from uno_tui.tui.screens.new_game import NewGameScreen
from uno_tui.tui.screens.rules import RulesScreen
from uno_tui.tui.screens.table import TableScreen
from uno_tui.tui.widgets.hand import Hand
from uno_tui.tui.widgets.piles import Piles


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_TUI_HOME", str(tmp_path / "home"))


def broken(*_words: object, **_more: object) -> None:
    raise ZeroDivisionError("a part that fails")


def app_that_recovers() -> UnoApp:
    app = UnoApp()
    app.recover_in_tests = True
    return app


async def to_the_menu_and_on(app: UnoApp, pilot: Pilot[int]) -> None:
    """From the crash page to a menu that still answers keys."""
    await until(pilot, lambda: isinstance(app.screen, CrashScreen))
    assert list(paths().crash.glob("*.txt"))
    await pilot.press("m")
    await until(pilot, lambda: isinstance(app.screen, MenuScreen) and app.screen.is_running)
    await pilot.press("n")
    await until(pilot, lambda: isinstance(app.screen, NewGameScreen))
    await pilot.press("escape")
    await until(pilot, lambda: isinstance(app.screen, MenuScreen))


async def test_a_key_of_the_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_that_recovers()
    async with app.run_test(size=(100, 30)) as pilot:
        with monkeypatch.context() as patched:
            patched.setattr(app, "open_page", broken)
            await pilot.press("r")
            await until(pilot, lambda: isinstance(app.screen, CrashScreen))
        await to_the_menu_and_on(app, pilot)


async def test_a_table_asked_for_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until it stands the app hears no keys; when it never does, it hears them again."""
    app = UnoApp(request=request_of("classic", [("Ann", ""), ("", "easy")], 5))
    app.recover_in_tests = True
    monkeypatch.setattr(app, "start_match", broken)
    async with app.run_test(size=(100, 30)) as pilot:
        await to_the_menu_and_on(app, pilot)
        assert not app.screen.has_class("-behind")


async def test_a_key_of_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_that_recovers()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        with monkeypatch.context() as patched:
            patched.setattr(RulesScreen, "action_back", broken)
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, CrashScreen))
        await to_the_menu_and_on(app, pilot)


async def test_the_menu_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own loop ends with the failure: another menu stands in its place."""
    app = app_that_recovers()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        ways = app.screen.query_one(OptionList)
        monkeypatch.setattr(ways, "render_line", broken)
        ways.refresh()
        await to_the_menu_and_on(app, pilot)


async def test_what_the_menu_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_that_recovers()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        app.screen.call_later(broken)
        await until(pilot, lambda: isinstance(app.screen, CrashScreen))
        await to_the_menu_and_on(app, pilot)


async def test_what_the_app_hears() -> None:
    app = app_that_recovers()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        app.call_later(broken)
        await to_the_menu_and_on(app, pilot)


@pytest.mark.parametrize("key", ["s", "d", "i"])
async def test_a_key_at_the_table(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    app = app_that_recovers()
    async with app.run_test(size=(100, 30)) as pilot:
        app.start_match(request_of("classic", [("Ann", ""), ("", "easy")], 5))
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.dressed)
        await pilot.pause()
        monkeypatch.setattr(TableScreen, "action_do", broken)
        await pilot.press(key)
        await to_the_menu_and_on(app, pilot)


async def test_what_comes_after_is_written_down_and_no_second_page_opens() -> None:
    app = app_that_recovers()
    async with app.run_test(size=(100, 30)) as pilot:
        for _ in range(3):
            app.call_later(broken)
        await until(pilot, lambda: isinstance(app.screen, CrashScreen))
        assert len(app.screen_stack) == 2
        await to_the_menu_and_on(app, pilot)


async def test_a_page_that_tells_it_and_fails_too_does_not_go_on_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = app_that_recovers()
    ended: list[Exception] = []
    monkeypatch.setattr(App, "_handle_exception", lambda _app, error: ended.append(error))
    async with app.run_test(size=(100, 30)) as pilot:
        for _ in range(MOST_FAILURES + 2):
            app._handle_exception(ZeroDivisionError())
        await until(pilot, lambda: isinstance(app.screen, CrashScreen))
    assert len(ended) == 1


@pytest.mark.parametrize("whole", [False, True])
async def test_a_move_that_comes_when_the_parts_are_gone_is_not_shown(whole: bool) -> None:
    """When the app ends, the parts of a screen go before the screen; only then is it no failure."""
    app = app_that_recovers()
    async with app.run_test(size=(100, 30)) as pilot:
        app.settings.motion = False
        app.apply_settings()
        app.start_match(request_of("classic", [("Ann", ""), ("", "easy")], 7))
        screen = app.screen
        assert isinstance(screen, TableScreen)
        # From then on nothing comes by itself.
        await until(pilot, lambda: screen.view and screen.view.asked == (0,), "Ann's turn")
        assert screen.view is not None
        drew = Batch((Event("drew", 0, cards=(3,), n=1),), screen.view, screen.viewer)
        for part in (Hand, Piles) if whole else (Hand,):
            await screen.query_one(part).remove()
        if whole:
            await screen.on_batch(drew)
        else:
            with pytest.raises(NoMatches):
                await screen.on_batch(drew)


async def test_a_key_that_comes_when_all_screens_are_gone_is_nobodys() -> None:
    app = app_that_recovers()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        for stack in app._screen_stacks.values():
            stack.clear()
        await app._dispatch_message(Key("x", "x"))
    assert not list(paths().crash.glob("*.txt"))


async def test_a_match_that_cannot_be_saved_is_not_said_to_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = app_that_recovers()
    async with app.run_test(size=(100, 30)) as pilot:
        app.start_match(request_of("classic", [("Ann", ""), ("", "easy")], 5))
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.dressed)
        await pilot.pause()
        monkeypatch.setattr(Table, "unsaved", "The match is not saved (disk full).")
        monkeypatch.setattr(TableScreen, "action_do", broken)
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, CrashScreen))
        told = "\n".join(str(part.render()) for part in app.screen.query(Static))
        assert "The match is not saved (disk full)." in told
        assert "Your match is saved" not in told


async def test_a_line_told_while_the_app_ends_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_that_recovers()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        await pilot.pause()
        lines = app.screen.query_one("#variants", OptionList)
        told = OptionList.OptionHighlighted(lines, lines.get_option_at_index(0), 0)
        await app.screen.query_one("#told").remove()
        with pytest.raises(NoMatches):
            await app.screen._dispatch_message(told)
        with monkeypatch.context() as ending:
            ending.setattr(app, "_running", False)
            await app.screen._dispatch_message(told)

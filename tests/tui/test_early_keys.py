"""Keys that arrive before what they are for stands."""

from __future__ import annotations

import pytest
from textual.screen import Screen

from tests.waiting import until
from uno_tui.ruleset.load import load
from uno_tui.session import SeatSpec
from uno_tui.tui.app import UnoApp
from uno_tui.tui.match import MatchRequest
from uno_tui.tui.screens.menu import MenuScreen
from uno_tui.tui.screens.table import TableScreen

from .screen_text import screen_text
from .seated import settle, sit_down, table_of


async def test_keys_before_the_table_is_dressed_do_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(UnoApp, "_lay_ahead", lambda _app: None)  # no table stands ready
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.settings.motion = False
        app.show_table(table_of("R7 B2"))
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert not screen.dressed
        for action in ("do('draw')", "do('panel')", "buzz(1)"):
            assert not await app.run_action(action, screen)
        await settle(pilot)
        assert screen.dressed
        assert len(screen.hand.cards) == 2
        assert await app.run_action("do('sort')", screen)


async def test_keys_before_a_page_stands_do_nothing() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        for name, action in (("rules", "read(1)"), ("keys", "back"), ("new_game", "deal")):
            app.open_page(name)
            page = app.screen
            assert not page.is_mounted
            assert not await app.run_action(action, page)
            await pilot.pause()
            assert app.screen is page
            assert page.is_mounted
            await pilot.press("escape")
            assert app.screen is not page


async def test_the_keys_page_speaks_our_words() -> None:
    app = UnoApp()
    async with app.run_test(size=(100, 40)) as pilot:
        for page in ("rules", "new_game"):
            app.open_page(page)
            await pilot.pause()
            app.open_page("keys")
            await pilot.pause()
            text = screen_text(app)
            assert "Keys" in text
            assert "One page down" in text or "Next field" in text
            assert not [word for word in ("Scroll", "Focus ") if word in text]
            await pilot.press("escape", "escape")


async def test_keys_before_the_table_asked_for_do_not_reach_the_menu() -> None:
    seats = (SeatSpec("Ann", "human"), SeatSpec("Bo", "ai", "easy"))
    app = UnoApp()
    app.settings.motion = False
    async with app.run_test(size=(80, 24)) as pilot:
        request = MatchRequest(load("classic"), seats, 3)
        app._sitting_down = True
        await pilot.press("n", "s", "enter")
        assert isinstance(app.screen, MenuScreen)
        app._sit_down(request)
        assert isinstance(app.screen, TableScreen)
        app.close_pages()
        await pilot.pause()
        await pilot.press("n")
        await pilot.pause()
        assert type(app.screen).__name__ == "NewGameScreen"


def test_a_table_asked_for_closes_the_menu_to_keys() -> None:
    seats = (SeatSpec("Ann", "human"), SeatSpec("Bo", "ai", "easy"))
    assert UnoApp(request=MatchRequest(load("classic"), seats, 3))._sitting_down
    assert not UnoApp()._sitting_down


async def test_a_table_asked_for_comes_without_the_menu_before_it() -> None:
    seats = (SeatSpec("Ann", "human"), SeatSpec("Bo", "ai", "easy"))
    app = UnoApp(request=MatchRequest(load("classic"), seats, 5))
    frames: list[str] = []
    painted = app._display

    def keep(screen: Screen[object], renderable: object) -> None:
        if app._dom_ready and isinstance(app.screen, MenuScreen) and app.screen.is_mounted:
            frames.append(screen_text(app))
        painted(screen, renderable)  # type: ignore[arg-type]

    app._display = keep  # type: ignore[method-assign,assignment]
    async with app.run_test(size=(80, 24)) as pilot:
        app.settings.motion = False
        await settle(pilot)
        assert isinstance(app.screen, TableScreen)
        assert not [frame for frame in frames if "New game" in frame or "every variant" in frame]
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(app.screen, MenuScreen)
        assert "New game" in screen_text(app)


async def test_a_table_that_cannot_be_dealt_leaves_the_menu() -> None:
    seats = (SeatSpec("Ann", "human"),)
    app = UnoApp(request=MatchRequest(load("duo"), seats, 3))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, MenuScreen)
        assert "New game" in screen_text(app)
        await pilot.press("r")
        await pilot.pause()
        assert not isinstance(app.screen, MenuScreen)


async def test_what_waits_for_the_next_frame_is_dropped_when_the_table_goes() -> None:
    app = UnoApp()
    async with app.run_test(size=(140, 40)) as pilot:
        screen = await sit_down(table_of("R7 B2"), pilot, app)
        told: list[str] = []
        screen.call_after_refresh(told.append, "while it is there")
        await until(pilot, lambda: told, "the next frame")
        screen.always.panel()
        screen.always.leave()
        screen.call_after_refresh(told.append, "afterwards")
        await until(pilot, lambda: not screen.is_attached, "the table gone")
        screen.why_again()
        await pilot.pause()
        assert told == ["while it is there"]

"""A table's screen is built while the menu idles, so that the cards come at once."""

from __future__ import annotations

from time import monotonic

import pytest
from textual.pilot import Pilot

from uno_tui.tui.app import UnoApp
from uno_tui.tui.screens.menu import MenuScreen
from uno_tui.tui.screens.table import TableScreen
from uno_tui.tui.warm import Laid

from .screen_text import screen_text
from .seated import settle, table_of

PATIENCE = 60.0


async def laid_table(app: UnoApp, pilot: Pilot[int]) -> Laid:
    end = monotonic() + PATIENCE
    while app._laid is None or not app._laid.screen.is_mounted:
        assert monotonic() < end, "no table was laid"
        await pilot.pause(0.02)
    return app._laid


def still_app() -> UnoApp:
    app = UnoApp()
    app.settings.motion = False
    app.settings.pace = "instant"
    app.apply_settings()
    return app


async def test_the_menu_has_a_table_ready_that_nobody_sees() -> None:
    app = still_app()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = (await laid_table(app, pilot)).screen
        assert screen not in app.screen_stack
        assert not screen.gone
        assert not screen.dressed
        assert isinstance(app.screen, MenuScreen)
        assert "discard" not in screen_text(app)


async def test_a_match_comes_up_on_the_table_that_was_ready() -> None:
    app = still_app()
    async with app.run_test(size=(80, 24)) as pilot:
        laid = await laid_table(app, pilot)
        app.show_table(table_of("R7 B2"))
        assert app.screen is laid.screen
        assert app._laid is None
        # All of it is there before anything has had the time to be drawn a second time.
        assert laid.screen.dressed
        assert [len(laid.screen.hand.cards), laid.screen.hand.has_focus] == [2, True]
        await settle(pilot)
        assert "discard" in screen_text(app)
        await pilot.press("s")
        assert laid.screen.order != app.settings.sort


async def test_it_looks_like_one_built_on_the_spot() -> None:
    shown = []
    for ahead in (True, False):
        app = still_app()
        async with app.run_test(size=(120, 40)) as pilot:
            laid = await laid_table(app, pilot)
            if not ahead:
                await laid.screen.remove()
                app._laid = None
            app.show_table(table_of("R7 B2 G9"))
            await settle(pilot)
            assert (app.screen is laid.screen) is ahead
            shown.append(app.export_screenshot(simplify=True))
    normal = [picture.replace(picture.split("terminal-")[1].split("-")[0], "") for picture in shown]
    assert normal[0] == normal[1]


@pytest.mark.parametrize("change", ["theme", "size", "panel"])
async def test_another_look_takes_another_table(change: str) -> None:
    app = still_app()
    async with app.run_test(size=(80, 24)) as pilot:
        laid = await laid_table(app, pilot)
        if change == "theme":
            app.theme = "paper"
        elif change == "size":
            await pilot.resize_terminal(140, 40)
        else:
            app.settings.side_panel = not app.settings.side_panel
        app.show_table(table_of("R7 B2"))
        assert isinstance(app.screen, TableScreen)
        assert app.screen is not laid.screen
        await settle(pilot)
        assert "discard" in screen_text(app)
        assert not laid.screen.is_attached


async def test_back_in_the_menu_another_is_laid() -> None:
    app = still_app()
    async with app.run_test(size=(80, 24)) as pilot:
        first = await laid_table(app, pilot)
        app.show_table(table_of("R7 B2"))
        await settle(pilot)
        app.close_pages()
        assert app._laid is None
        second = await laid_table(app, pilot)
        assert second.screen is not first.screen

"""Keys that arrive before what they are for stands."""

from __future__ import annotations

from uno_tui.tui.app import UnoApp
from uno_tui.tui.screens.table import TableScreen

from .screen_text import screen_text
from .test_table import settle, table_of


async def test_keys_before_the_table_is_dressed_do_nothing() -> None:
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

"""Keys that come faster than the screen: found by playing, kept here."""

from __future__ import annotations

from tests.tui.screen_text import screen_text
from tests.tui.seated import settle, sit_down, table_of
from uno_tui.tui.app import UnoApp
from uno_tui.tui.dialogs.ask import AskColor
from uno_tui.tui.screens.menu import MenuScreen
from uno_tui.tui.widgets.event_log import EventLog


async def test_a_question_taken_away_while_it_opens_does_no_harm() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("B7 B2 W")
        screen = await sit_down(table, pilot, app)
        app.push_screen(AskColor(table.game.tables.colors, "You lay a wild."))
        app.screen.dismiss(None)
        await settle(pilot)
        assert app.screen is screen


async def test_a_card_chosen_twice_in_one_breath_asks_once() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("B7 B2 W")
        screen = await sit_down(table, pilot, app)
        wild = (table.game.tables.parse("W"),)
        screen.asker.play(wild)
        screen.asker.play(wild)
        await settle(pilot)
        assert isinstance(app.screen, AskColor)
        await pilot.press("escape")
        assert app.screen is screen
        await pilot.press("W", "enter", "b")
        await settle(pilot)
        assert table.game.record[0][1].color == 1


async def test_closing_the_table_while_cards_fly_does_no_harm() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.show_table(table_of("R7 B2 B3 Y4"))
        await pilot.pause(0.1)
        app.close_pages()
        await settle(pilot)
        assert isinstance(app.screen, MenuScreen)
        assert "New game" in screen_text(app)


async def test_letters_reach_the_hand_while_the_log_is_open() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 R9 B2 W")
        screen = await sit_down(table, pilot, app)
        await pilot.press("tab")
        assert isinstance(app.focused, EventLog)
        await pilot.press("R", "9", "enter")
        await settle(pilot)
        assert table.game.record[0][1].cards == (table.game.tables.parse("R9"),)
        assert app.focused is screen.hand

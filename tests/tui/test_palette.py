"""The command palette under hands that are faster than it."""

from __future__ import annotations

from rich.style import Style
from textual import events
from textual.screen import Screen

from tests.waiting import until
from uno_tui.tui.app import UnoApp
from uno_tui.tui.palette import Found, Palette

from .screen_text import screen_text


async def test_a_click_on_a_line_that_is_gone_does_nothing() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        found = app.screen.query_one(Found)
        await until(pilot, lambda: found.option_count)
        style = Style.from_meta({"option": found.option_count + 5})
        found.post_message(events.Click(found, 1, 1, 0, 0, 1, False, False, False, 1, 1, style))
        await pilot.pause()
        assert isinstance(app.screen, Palette)


async def test_page_keys_before_the_lines_are_there_do_nothing() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        found = app.screen.query_one(Found)
        await until(pilot, lambda: found.option_count)
        found._lines.clear()
        found._index_to_line.clear()
        found.action_page_up()
        found.action_page_down()


async def test_a_search_of_a_closed_palette_ends_quietly() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        palette = app.screen
        assert isinstance(palette, Palette)
        await palette.query_one("#--container").remove()
        await palette._search("rules")


async def test_a_second_palette_is_not_opened_over_a_first() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        app.push_screen(Screen())
        await pilot.pause()
        app.action_command_palette()
        await pilot.pause()
        assert sum(isinstance(screen, Palette) for screen in app.screen_stack) == 1


async def test_the_palette_has_signs_of_one_cell_only() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await until(pilot, lambda: app.screen.query_one(Found).option_count)
        assert "\N{RIGHT-POINTING MAGNIFYING GLASS}" not in screen_text(app)


async def test_another_palette_while_the_last_one_goes() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        first = app.screen
        await until(pilot, lambda: first.query_one(Found).option_count)
        first.dismiss()
        app.action_command_palette()
        await until(pilot, lambda: app.screen is not first and isinstance(app.screen, Palette))
        assert len(app.screen_stack) == 2


async def test_keys_before_its_list_is_there_do_nothing() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        palette = Palette()
        app.push_screen(palette)
        palette._is_mounted = False  # as it is for a moment, and longer on a busy machine
        await app.run_action("command_list('cursor_down')", palette)
        palette._is_mounted = True
        await until(pilot, lambda: palette.query(Found))

"""Searching the log where there is no room to show it."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.widgets import OptionList

from uno_tui.tui.app import UnoApp
from uno_tui.tui.themes import default_variables
from uno_tui.tui.widgets.event_log import MOST_ENTRIES, MOST_WRAPPED, EventLog


class Narrow(App[None]):
    def get_theme_variable_defaults(self) -> dict[str, str]:
        return default_variables()

    def compose(self) -> ComposeResult:
        yield EventLog()


async def test_a_search_without_room_finds_and_does_no_harm() -> None:
    app = Narrow()
    async with app.run_test(size=(8, 4)) as pilot:
        log = app.query_one(EventLog)
        log.add([Content("Ann laid Red 7"), Content("Ben drew 1 card")])
        assert log.find("ann") == 1
        log.action_next(1)
        await pilot.resize_terminal(60, 10)
        await pilot.pause()
        assert log.find("drew") == 1


async def test_a_long_evening_keeps_few_drawn_lines() -> None:
    app = Narrow()
    async with app.run_test(size=(40, 10)) as pilot:
        log = app.query_one(EventLog)
        for number in range(MOST_ENTRIES + 10):
            log.add([Content(f"entry {number}")])
        await pilot.pause()
        assert len(log.entries) <= MOST_ENTRIES
        assert len(log._wrapped) <= MOST_WRAPPED
        last = app.screen._compositor.render_strips()[-1].text
        assert f"entry {MOST_ENTRIES + 9}" in last
        log.scroll_home(animate=False)
        await pilot.pause()
        first = app.screen._compositor.render_strips()[0].text
        assert log.entries[0].plain in first


@pytest.mark.parametrize("key", ["pageup", "pagedown", "home", "end", "up", "down", "enter"])
async def test_page_keys_in_a_list_without_lines_do_no_harm(key: str) -> None:
    app = UnoApp()
    async with app.run_test(size=(1, 1)) as pilot:
        for page in ("records", "rules", "new_game", "tutorial"):
            app.open_page(page)
            await pilot.pause()
            for widget in app.screen.query(OptionList):
                widget.focus()
                await pilot.press(key)
            app.close_pages()
            await pilot.pause()
    assert app.return_code in (0, None)

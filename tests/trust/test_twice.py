"""Answers given twice in one breath, and answers to what is not on top any more."""

from __future__ import annotations

import pytest

from tests.waiting import until
from uno_tui.store.saves import list_saves
from uno_tui.tui.app import UnoApp
from uno_tui.tui.dialogs.ask import Ask
from uno_tui.tui.dialogs.curtain import Curtain
from uno_tui.tui.screens.menu import MenuScreen
from uno_tui.tui.screens.rules import RulesScreen
from uno_tui.tui.screens.table import TableScreen
from uno_tui.tui.widgets.choices import Choice


def question() -> Ask:
    return Ask("Which?", "One of two.", [Choice("1", "one"), Choice("2", "two")])


async def test_a_second_answer_in_the_same_breath_closes_nothing_else() -> None:
    app = UnoApp()
    async with app.run_test() as pilot:
        answers: list[int | None] = []
        below, above = question(), question()
        await app.push_screen(below)
        await app.push_screen(above, answers.append)
        above.dismiss(1)
        above.dismiss(0)
        await pilot.pause()
        assert app.screen is below
        assert answers == [1]
        below.dismiss(None)
        below.dismiss(None)
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)


async def test_an_answer_under_a_curtain_does_not_lift_it() -> None:
    app = UnoApp()
    async with app.run_test() as pilot:
        asked = question()
        await app.push_screen(asked)
        curtain = Curtain("Ann")
        await app.push_screen(curtain)
        asked.dismiss(0)
        await pilot.pause()
        assert app.screen is curtain


async def test_a_palette_that_is_answered_twice_leaves_what_is_below() -> None:
    app = UnoApp()
    async with app.run_test() as pilot:
        app.open_page("rules")
        await pilot.pause()
        below = app.screen
        app.action_command_palette()
        palette = app.screen
        palette.dismiss()
        palette.dismiss()
        await pilot.pause()
        assert app.screen is below


async def test_keys_before_a_page_stands_do_nothing() -> None:
    app = UnoApp()
    async with app.run_test() as pilot:
        app.open_page("rules")
        page = app.screen
        assert isinstance(page, RulesScreen)
        assert not page.is_mounted
        await app.run_action("read(-1)", page)
        await pilot.pause()
        assert app.screen is page
        await pilot.press("escape")
        assert isinstance(app.screen, MenuScreen)


@pytest.mark.parametrize("page", ["new_game", "rules", "records", "settings", "tutorial"])
async def test_a_page_taken_away_before_it_was_built_does_no_harm(page: str) -> None:
    app = UnoApp()
    async with app.run_test() as pilot:
        app.open_page(page)
        app.close_pages()
        app.open_page(page)
        await pilot.pause()
        assert len(app.screen_stack) == 2


async def test_a_table_dealt_twice_in_one_breath_leaves_one_and_saves_the_other() -> None:
    app = UnoApp()
    async with app.run_test() as pilot:
        app.quick_play()
        app.quick_play()
        first = app.screen
        assert isinstance(first, TableScreen)
        app.quick_play()
        second = app.screen
        assert isinstance(second, TableScreen)
        await until(pilot, lambda: second.dressed and first.table.closed)
        assert app.screen is second
        assert not second.table.closed
    assert app.return_code in (0, None)
    assert [one.problem for one in list_saves()] == ["", "", ""]

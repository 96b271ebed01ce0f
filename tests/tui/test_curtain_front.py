"""What one person opened in front of the table is gone when the next one lifts the curtain."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from tests.waiting import until
from uno_tui.tui.app import UnoApp
from uno_tui.tui.dialogs.ask import Ask
from uno_tui.tui.dialogs.curtain import Curtain
from uno_tui.tui.dialogs.lay_order import LayOrder
from uno_tui.tui.screens.table import TableScreen

from .screen_text import screen_text
from .seated import settle, sit_down, table_of


async def ann_looks(pilot: Pilot[int], app: UnoApp) -> TableScreen:
    """A table at which Ann has lifted her curtain, and Ben is the next."""
    table = table_of("Y9 R3 R4 W", "B1 B2 B3", people=("Ann", "Ben"), ais=1)
    screen = await sit_down(table, pilot, app)
    await pilot.press("enter")
    await settle(pilot)
    return screen


SECRETS = ("Red 3", "Play Wild", "held", "Give up")


@pytest.mark.parametrize(
    ("keys", "secret"),
    [
        (("ctrl+p",), "Red 3"),
        (("R", "3", "ctrl+p"), "Play Wild"),
        (("W", "enter"), "held"),
        (("m",), "Give up"),
    ],
)
async def test_the_palette_and_questions_close_with_the_curtain(
    keys: tuple[str, ...], secret: str
) -> None:
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await ann_looks(pilot, app)
        table = screen.table
        await pilot.press(*keys)
        await until(pilot, lambda: secret in screen_text(app), secret)
        table.buzz(1)
        await settle(pilot)
        assert isinstance(app.screen, Curtain)
        await pilot.press("enter")
        await settle(pilot)
        assert app.screen is screen
        text = screen_text(app)
        assert screen.viewer == 1
        assert screen.hand.cards
        assert not [one for one in SECRETS if one in text]
        assert table.buzz(0)
        await settle(pilot)
        assert isinstance(app.screen, Curtain)


@pytest.mark.parametrize("order", [False, True])
async def test_a_question_under_a_page_goes_with_the_curtain_too(order: bool) -> None:
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await ann_looks(pilot, app)
        table = screen.table
        app.push_screen(LayOrder([0, 1], ["Red 3", "Red 4"]) if order else Ask("2 held", "", []))
        await pilot.pause()
        app.open_page("keys")
        await pilot.pause()
        table.buzz(1)
        await settle(pilot)
        assert isinstance(app.screen, Curtain)
        assert app.screen_stack[-2] is screen


async def test_a_page_stays_open_behind_the_curtain() -> None:
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await ann_looks(pilot, app)
        table = screen.table
        app.open_page("keys")
        await pilot.pause()
        page = app.screen
        table.buzz(1)
        await settle(pilot)
        assert isinstance(app.screen, Curtain)
        assert app.screen_stack[-3:-1] == [screen, page]

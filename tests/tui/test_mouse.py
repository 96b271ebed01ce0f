"""What the mouse alone can do where keys are the usual way."""

from __future__ import annotations

from textual.pilot import Pilot

from uno_tui.tui.app import UnoApp
from uno_tui.tui.dialogs.ask import Ask
from uno_tui.tui.dialogs.lay_order import LayOrder
from uno_tui.tui.screens.results import RoundOver

from .screen_text import screen_text
from .seated import settle, sit_down, table_of


async def click_on(pilot: Pilot[int], app: UnoApp, words: str) -> None:
    """Click on the first of these words."""
    rows = screen_text(app).splitlines()
    y = next(at for at, row in enumerate(rows) if words in row)
    await pilot.click(offset=(rows[y].index(words), y))
    await settle(pilot)


async def test_a_whole_colour_is_put_in_order_and_laid_by_mouse() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("RR R2 R5 RS G4 G5", "B1 B2 B3", rules="duo", ais=1)
        screen = await sit_down(table, pilot, app)
        reverse = screen.hand.cards.index(table.game.tables.parse("RR"))
        await pilot.press("home")
        place = screen.hand.card_region(reverse)
        assert place is not None
        await pilot.click(offset=(place.x + 2, place.y + 2))
        await pilot.click(offset=(place.x + 2, place.y + 1))
        await settle(pilot)
        assert isinstance(app.screen, Ask)
        await click_on(pilot, app, "all 4 of the colour")
        order = app.screen
        assert isinstance(order, LayOrder)
        await click_on(pilot, app, "Red 5")
        assert app.screen is order, "a click on a card only moves the cursor there"
        await click_on(pilot, app, "x last")
        await click_on(pilot, app, "Red Skip")
        await click_on(pilot, app, "k earlier")
        await click_on(pilot, app, "Enter lay")
        laid = table.game.record[0][1].cards
        assert [table.game.tables.code(kind) for kind in laid] == ["RR", "RS", "R2", "R5"]


async def test_who_leaves_the_seats_as_they_were_is_back_at_the_end_of_the_round() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await sit_down(table_of("R7", "B1 B2", "Y4", ais=2), pilot, app)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, RoundOver)
        await click_on(pilot, app, "Seats")
        assert "Who plays the next round?" in screen_text(app)
        await click_on(pilot, app, "Esc back")
        assert isinstance(app.screen, RoundOver)
        await click_on(pilot, app, "Next round")
        assert "round 2" in screen_text(app)

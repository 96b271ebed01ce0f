"""The table's menu, and watching a table of AIs: what is done seldom, by keys and by mouse."""

from __future__ import annotations

from tests.tui.screen_text import screen_text
from tests.tui.seated import settle, sit_down, table_of
from tests.waiting import until
from uno_tui.engine import actions as act
from uno_tui.session.brains import Plain
from uno_tui.session.table import Table
from uno_tui.tui.app import UnoApp
from uno_tui.tui.dialogs.ask import Ask, Confirm
from uno_tui.tui.screens.results import GivenUp
from uno_tui.tui.screens.table import TableScreen
from uno_tui.tui.widgets.choices import Choices


async def test_a_seat_goes_to_an_ai_and_comes_back_from_the_menu() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 R9 B2 W", people=("Ann", "Ben"), ais=1)
        await sit_down(table, pilot, app)
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("m", "a")
        await settle(pilot)
        assert [seat.is_ai for seat in table.seats] == [True, False, True]
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("m", "t", "1")
        await settle(pilot)
        assert [seat.is_ai for seat in table.seats] == [False, False, True]


async def test_who_gave_the_only_seat_away_is_told_how_to_take_one() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 R9 B2 W", "R1 R2 R3 R4", ais=1)
        table.pace.name = "step"
        await sit_down(table, pilot, app)
        await pilot.press("m", "a")
        await settle(pilot)
        assert "watching · m takes a seat" in screen_text(app)
        await pilot.press("m", "t", "1")
        await settle(pilot)
        assert not table.seats[0].is_ai
        assert "R 7" in screen_text(app)


async def test_giving_up_asks_first() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        table = table_of("R7 R9 B2 W")
        screen = await sit_down(table, pilot, app)
        table.game.state.winners = (1,)  # of the round before
        await pilot.press("m", "g")
        await pilot.pause()
        assert isinstance(app.screen, Confirm)
        await pilot.press("n")
        assert app.screen is screen
        assert not table.over
        await pilot.press("m", "g", "y")
        await until(pilot, lambda: isinstance(app.screen, GivenUp))
        assert table.over
        text = screen_text(app)
        assert "Ann gave the match up" in text
        assert "no cards left" not in text, "the hands lie turned up"
        assert "R7" in text
        assert "won" not in text, "nobody has won the round given up"
        assert not app._notifications, "the page says it; a notice would say it twice"
        await pilot.press("l")
        await pilot.pause()
        text = screen_text(app)
        assert "The match was given up." in text
        assert "Your turn" not in text
        assert "[d Draw]" not in text
        await pilot.press("escape")
        await pilot.pause()
        assert type(app.screen).__name__ == "MenuScreen"


async def test_after_giving_up_one_key_deals_a_rematch() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 R9 B2 W")
        before = await sit_down(table, pilot, app)
        await pilot.press("m", "g", "y")
        await until(pilot, lambda: isinstance(app.screen, GivenUp))
        await pilot.press("r")
        await until(pilot, lambda: before not in app.screen_stack)
        screen = next(one for one in app.screen_stack if isinstance(one, TableScreen))
        assert not screen.table.over


async def test_the_menu_opens_and_chooses_by_mouse() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 R9 B2 W")
        screen = await sit_down(table, pilot, app)
        bar = screen.query_one("#actions")
        await pilot.click(bar, offset=(screen_text(app).splitlines()[-1].index("menu"), 2))
        await pilot.pause()
        assert isinstance(app.screen, Ask)
        rows = app.screen.query_one(Choices)
        slower = [choice.label for choice in rows.choices].index("Slower")
        assert table.pace.name == "instant"
        await pilot.click(rows, offset=(5, slower))
        await pilot.pause()
        assert app.screen is screen
        assert table.pace.name == "quick"


async def test_among_ais_a_number_shows_the_cards_of_that_seat() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        dealt = table_of("R7 R9", "B1 B2 B3", "G4", people=(), ais=3)
        table = Table(dealt.game, dealt.seats, brains=lambda spec: Plain(), open_hands=True)
        table.pause()
        screen = await sit_down(table, pilot, app)
        assert "Bo's cards" in screen_text(app)
        assert len(screen.hand.cards) == 2
        await pilot.press("2")
        assert "Cy's cards" in screen_text(app)
        assert len(screen.hand.cards) == 3
        await pilot.press("2")
        assert len(screen.hand.cards) == 2


async def test_the_bar_shows_the_keys_of_the_keymap() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 R9 B2 W")
        app.set_keymap({"table.draw": "e,d", "table.menu": "f2"})
        await sit_down(table, pilot, app)
        shown = screen_text(app)
        assert "[e Draw]" in shown
        assert "f2 menu" in shown
        await pilot.press("e")
        await settle(pilot)
        assert table.game.record[0][1].verb == act.DRAW

"""In a question the table's keys for pages, pictures and leaving work, and do not answer it."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.waiting import until
from uno_tui.engine.game import Game
from uno_tui.engine.state import COLOR
from uno_tui.ruleset.load import load
from uno_tui.session.brains import Plain
from uno_tui.session.pace import Pace
from uno_tui.session.table import Table
from uno_tui.store.record import SeatSpec
from uno_tui.store.settings import Assists
from uno_tui.tui.app import UnoApp
from uno_tui.tui.dialogs.ask import Ask, AskChallenge, AskColor, AskSeat, Confirm
from uno_tui.tui.dialogs.lay_order import LayOrder
from uno_tui.tui.dialogs.question import Question
from uno_tui.tui.screens.help import KeysScreen
from uno_tui.tui.screens.rules import RulesScreen
from uno_tui.tui.screens.table import TableScreen

from .screen_text import screen_text
from .seated import settle, sit_down, table_of, why

QUESTIONS = {
    "challenge": (AskChallenge, ("R", "7", "enter")),
    "colour": (AskColor, ("W", "enter")),
    "seat": (AskSeat, ("R", "7", "enter")),
    "sure": (Confirm, ("d",)),
    "how many": (Ask, ("R", "7", "enter")),
    "order": (LayOrder, ()),
    "menu": (Ask, ("m",)),
}


def asking(question: str) -> Table:
    """A table where the keys of `question` put it on the screen."""
    if question == "challenge":
        return table_of("R7 B2 G3", "W+4 R1 R2 Y9", ais=1)
    if question == "seat":
        return table_of("R7 B2 G3", rules="seven-zero")
    if question == "how many":
        return table_of("R7 R7 B2 G3", rules="doubles")
    return table_of("R7 R2 B2 W")


async def ask(question: str, pilot: Pilot[int], app: UnoApp) -> TableScreen:
    """Sit down and press the keys until `question` is on the screen."""
    kind, keys = QUESTIONS[question]
    app.change_settings(app.settings.model_copy(update={"assists": Assists(confirm_draw=True)}))
    screen = await sit_down(asking(question), pilot, app)
    if question == "order":
        app.push_screen(LayOrder([0, 1], ["Red 3", "Red 4"]))
    else:
        await pilot.press(*keys)
    await until(pilot, lambda: isinstance(app.screen, kind), question)
    return screen


@pytest.mark.parametrize("question", QUESTIONS)
async def test_pages_and_pictures_leave_the_question_as_it_was(
    question: str, own_home: Path
) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await ask(question, pilot, app)
        asked, record = app.screen, list(screen.table.game.record)
        for key, page in (("f1", RulesScreen), ("question_mark", KeysScreen)):
            await pilot.press(key)
            await until(pilot, lambda page=page: isinstance(app.screen, page), key)  # type: ignore[misc]
            if key == "f1":
                assert "This table:" in screen_text(app)
            await pilot.press("escape")
            await until(pilot, lambda: app.screen is asked, "the question again")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: any(own_home.rglob("pictures/*.svg")), "a picture")
        assert app.screen is asked
        assert screen.table.game.record == record


@pytest.mark.parametrize("question", QUESTIONS)
async def test_q_quits_from_a_question(question: str) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await ask(question, pilot, app)
        record = list(screen.table.game.record)
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running, "the end")
    assert app.return_code == 0
    assert screen.table.closed
    assert screen.table.game.record == record


async def test_q_in_a_question_of_the_menus_quits_nothing() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Confirm("Delete it?", "It is gone then.", "delete", "keep"))
        await until(pilot, lambda: isinstance(app.screen, Confirm), "the question")
        await pilot.press("q")
        await settle(pilot)
        assert app.is_running
        assert isinstance(app.screen, Confirm)


async def test_before_the_first_colour_is_named_a_card_says_what_is_awaited() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        games = (Game(load("classic"), ("Ann", "Bo"), seed) for seed in range(1000))
        game = next(one for one in games if one.state.phase == COLOR and one.asked() == (0,))
        seats = [SeatSpec("Ann", "human"), SeatSpec("Bo", "ai", "easy")]
        table = Table(game, seats, Pace("instant", window=0.01), brains=lambda spec: Plain())
        screen = await sit_down(table, pilot, app)
        await until(pilot, lambda: isinstance(app.screen, AskColor), "the question")
        assert "first a colour has to be named" in why(screen)


async def test_a_question_that_is_void_goes_with_the_page_over_it() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await ask("colour", pilot, app)
        asked = app.screen
        assert isinstance(asked, Question)
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen), "the rules")
        asked.withdraw()
        await settle(pilot)
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen, "the table")
        await pilot.press("R", "7")
        assert "Red 7" in why(screen)

"""A hint is for the eyes of whoever asked, and tells what fits the moment it appears in."""

from __future__ import annotations

import asyncio
import re

import pytest
from textual.content import Content

from tests.waiting import PATIENCE, until
from uno_tui.ai import Explained, expert, explain
from uno_tui.engine.view import View
from uno_tui.tui.app import UnoApp
from uno_tui.tui.screens import advice
from uno_tui.tui.screens.help import KeysScreen
from uno_tui.tui.screens.table import TableScreen
from uno_tui.tui.widgets.event_log import EventLog

from .screen_text import screen_text
from .seated import settle, sit_down, table_of, why


def search_by_number(screen: TableScreen) -> None:
    """Hints try so many games, and not for so long: each option is tried on a slow machine too."""

    async def searched(seat: int) -> list[Explained]:
        return expert.explain(screen.table.game.view(seat), seconds=PATIENCE, budget=40)

    screen.table.explain = searched  # type: ignore[method-assign,assignment]


async def test_a_hint_tells_what_to_do() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down(table_of("R7 B2"), pilot, app)
        await pilot.press("i")
        await until(pilot, lambda: why(screen).startswith("Hint:"), "a hint")
        assert "Red 7" in why(screen)


async def test_a_hint_ranks_what_can_be_done_by_its_chance_of_winning() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down(table_of("R7 R2 B2 W G9"), pilot, app)
        search_by_number(screen)
        await pilot.press("H")
        await until(pilot, lambda: "Chances of winning" in screen_text(app), "a ranking")
        text = screen_text(app)
        assert "Chances of winning" in text
        assert len(re.findall(r"\d+ %  +(Lay|Draw)", text)) >= 3
        assert re.search(r"Hint: .* \(\d+ %\)", why(screen))
        await pilot.press("right")
        assert "Chances of winning" not in screen_text(app)


async def test_where_no_chance_was_reckoned_none_is_promised() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down(table_of("R7 R2 B2 W G9"), pilot, app)

        async def broken(seat: int) -> list[Explained]:
            raise TimeoutError

        screen.table.explain = broken  # type: ignore[method-assign, assignment]
        await pilot.press("i")
        for _ in range(200):
            await pilot.pause(0.02)
            if screen.hinted >= 0:
                break
        text = screen_text(app)
        assert "Best first" in text
        assert "Chances" not in text


async def test_a_search_that_fails_is_answered_by_quick_reckoning() -> None:
    view = table_of("R7 R2 B2").game.view(0)

    async def broken() -> list[Explained]:
        raise TimeoutError

    found = await advice.advice(broken, view)
    assert found
    assert found == explain(view)
    assert advice.in_short(view, found).startswith("Hint: lay Red")
    assert "%" not in advice.in_short(view, found)


def test_the_option_taken_is_marked_however_bad_it_was() -> None:
    view = table_of("R7 R2 R3 R4 B2").game.view(0)
    found = explain(view)
    worst = found[-1]
    lines = [line.plain for line in advice.ranked(view, found, worst.action, most=2)]
    assert sum("done" in line for line in lines) == 1
    assert any(advice.told(view, worst.action)[1:] in line and "done" in line for line in lines)


async def test_a_late_hint_is_not_shown_to_whoever_sits_there_by_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thought = asyncio.Event()

    async def slowly(_searched: object, view: View) -> list[Explained]:
        await thought.wait()
        return explain(view)

    monkeypatch.setattr(advice, "advice", slowly)
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("Y9 R3 R4", "B1 B2 B3", people=("Ann", "Ben"), ais=1)
        screen = await sit_down(table, pilot, app)
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("i")
        await pilot.press("2")
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert screen.viewer == 1
        assert "B 1" in screen_text(app)
        thought.set()
        await settle(pilot)
        assert "Yellow 9" not in screen_text(app)


async def test_a_hint_that_costs_cards_is_told_all_the_same() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 B2", rules="six-card")
        screen = await sit_down(table, pilot, app)
        await pilot.press("i")
        await until(pilot, lambda: why(screen).startswith("Hint:"), "a hint")
        assert why(screen).startswith("Hint:")
        assert table.game.view(0).counts[0] == 4, "advice costs two cards here"
        entries = screen.query_one("#log", EventLog).entries
        assert "You asked for advice." in [entry.plain for entry in entries]


async def test_help_on_a_card_is_told_in_full() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down(table_of("W+4 B2"), pilot, app)
        await pilot.press("W", "plus", "4", "question_mark")
        await pilot.pause()
        told = " ".join(screen_text(app).split())
        assert "may be laid on anything; you name the colour; the next seat draws 4" in told
        assert "Counts 50." in told
        await pilot.press("right")
        assert "Counts 50" not in screen_text(app)
        assert screen.hand.current == screen.table.game.tables.parse("B2")


async def test_help_on_a_card_stays_while_others_move() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down(table_of("W+4 B2"), pilot, app)
        await pilot.press("W", "plus", "4", "question_mark")
        await pilot.pause()
        assert "Counts 50" in screen_text(app)
        screen.update()  # as the move of an AI does
        await pilot.pause()
        assert "Counts 50" in screen_text(app)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, KeysScreen), "all keys")
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen, "the table")
        screen.update()
        await pilot.pause()
        assert "Counts 50" not in screen_text(app)


async def test_the_same_question_gets_the_same_hint_until_the_table_changes() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down(table_of("R7 R2 B2 W G9"), pilot, app)
        asked: list[int] = []

        async def once(seat: int) -> list[Explained]:
            asked.append(seat)
            return explain(screen.table.game.view(seat))

        screen.table.explain = once  # type: ignore[method-assign]
        for _ in range(2):
            await pilot.press("i")
            await until(pilot, lambda: why(screen).startswith("Hint:"), "a hint")
            await pilot.press("right")
        assert asked == [0]
        await pilot.press("R", "7", "enter")
        await settle(pilot)
        await pilot.press("i")
        await until(pilot, lambda: why(screen).startswith("Hint:"), "a hint")
        assert asked == [0, 0]


async def test_a_hint_is_told_once_in_each_place_and_goes_into_the_log_when_it_is_read() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down(table_of("R7 R2 B2 W G9"), pilot, app)
        search_by_number(screen)
        await pilot.press("i")
        await until(pilot, lambda: screen.hinted >= 0, "a hint")
        reason = explain(screen.table.game.view(0))[0].sentence
        assert reason
        log = screen.query_one("#log", EventLog)
        assert "Hint" not in "".join(entry.plain for entry in log.entries)
        assert "(" in why(screen)
        assert len(why(screen)) < 60
        assert (
            not screen.query_one("#ticker").display or screen.query_one("#ticker").size.width == 0
        )
        await pilot.press("right")
        assert log.entries[-1].plain.startswith("Hint: lay")
        assert log.entries[-1].plain.count(".") >= 2, "with the reason"
        await pilot.pause()
        assert screen.query_one("#ticker").size.width > 0


async def test_what_is_left_of_a_hint_does_not_pass_to_the_next_person() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 B3 Y9", "B1 B2 B3", people=("Ann", "Ben"), ais=1)
        screen = await sit_down(table, pilot, app)
        await pilot.press("enter")
        await settle(pilot)
        screen.tell_hint("Hint: lay Yellow 9.", "Hint: lay Yellow 9. So there.", (), -1)
        table.buzz(1)
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert screen.viewer == 1
        told = "".join(entry.plain for entry in screen.query_one("#log", EventLog).entries)
        assert "Yellow 9" not in told + screen_text(app)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (140, 40)])
async def test_a_recap_leaves_the_piles_in_sight_and_shows_what_came_last(
    size: tuple[int, int],
) -> None:
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        screen = await sit_down(table_of("R7 B2", ais=4), pilot, app)
        screen.show_recap([Content(f"What happened as number {n}.") for n in range(20)])
        await pilot.pause()
        text = screen_text(app)
        assert "draw" in text
        assert "RED" in text, "the colour in force is still to be seen"
        assert "as number 19." in text
        assert "Since your last turn" in text
        assert "Scores to 500" not in text or "Eli" in text.split("Scores to 500")[1]
        await pilot.click("#turn")
        await pilot.pause()
        assert "as number 19." not in screen_text(app)

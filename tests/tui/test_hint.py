"""A hint is for the eyes of whoever asked, and tells what fits the moment it appears in."""

from __future__ import annotations

import asyncio

import pytest

from uno_tui.session.table import Table
from uno_tui.tui.app import UnoApp
from uno_tui.tui.screens import table_hint

from .screen_text import screen_text
from .test_table import settle, sit_down, table_of, why


async def test_a_hint_tells_what_to_do() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down(table_of("R7 B2"), pilot, app)
        await pilot.press("i")
        for _ in range(200):
            await pilot.pause(0.02)
            if why(screen).startswith("Hint:"):
                break
        assert "Red 7" in why(screen)


async def test_a_late_hint_is_not_shown_to_whoever_sits_there_by_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thought = asyncio.Event()

    async def slowly(_table: Table, _view: object) -> tuple[str, None]:
        await thought.wait()
        return "Hint: lay Yellow 9.", None

    monkeypatch.setattr(table_hint, "ask_hint", slowly)
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
        for _ in range(200):
            await pilot.pause(0.02)
            if why(screen).startswith("Hint:"):
                break
        assert why(screen).startswith("Hint:")
        assert table.game.view(0).counts[0] == 4, "advice costs two cards here"
        assert "You asked for advice." in screen_text(app)


async def test_help_on_a_card_is_told_in_full() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down(table_of("W+4 B2"), pilot, app)
        await pilot.press("W", "plus", "4", "question_mark")
        told = " ".join(screen_text(app).split())
        assert "What this card does" in told
        assert "Counts 50" in told
        await pilot.press("right")
        assert "What this card does" not in screen_text(app)
        assert screen.hand.current == screen.table.game.tables.parse("B2")

"""The curtain between people at one keyboard, on real matches with the simplest opponents."""

from __future__ import annotations

import pytest

from tests.waiting import PATIENCE
from uno_tui.tui.app import UnoApp
from uno_tui.tui.dialogs.curtain import Curtain
from uno_tui.tui.widgets.event_log import EventLog

from .screen_text import screen_text
from .seated import settle, sit_down, table_of, why

SENTINELS = ("Yellow 9", "Y 9", "Y9", "9   ■")


async def test_nothing_private_shows_while_the_curtain_is_down() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        table = table_of("Y9 Y9 R3", "B1 B2 B3", people=("Ann", "Ben"), ais=1)
        screen = await sit_down(table, pilot, app)
        assert isinstance(app.screen, Curtain)
        assert "Pass to Ann" in screen_text(app)
        await pilot.press("enter")
        await settle(pilot)
        assert app.screen is screen
        assert "Y 9" in screen_text(app)
        await pilot.press("Y", "9", "R", "3", "enter")
        await settle(pilot)
        assert isinstance(app.screen, Curtain)
        assert "Pass to Ben" in screen_text(app)
        log = "\n".join(entry.plain for entry in screen.query_one("#log", EventLog).entries)
        shown = screen_text(app) + app.export_screenshot() + log + why(screen) + app.title
        shown += "".join(command.title for command in screen.palette_commands())
        shown += "\n".join(screen.hand.sheet.text())
        assert not [secret for secret in SENTINELS if secret in shown]
        assert screen.hand.cards == ()
        await pilot.press("enter")
        await settle(pilot)
        text = screen_text(app)
        assert "Since your last turn" in text
        assert "B 1" in text
        assert not [secret for secret in SENTINELS if secret in text]


async def test_a_held_key_cannot_lift_the_curtain() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of(people=("Ann", "Ben"), ais=0)
        await sit_down(table, pilot, app, hold_off=30)
        await pilot.press("enter", "enter", "enter", "space")
        assert isinstance(app.screen, Curtain)


async def test_a_second_person_buzzes_in_and_the_first_hand_is_covered() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("Y9 Y8 R3", "B1 B2 B3", people=("Ann", "Ben"), ais=1)
        screen = await sit_down(table, pilot, app)
        await pilot.press("enter")
        await settle(pilot)
        assert screen.viewer == 0
        await pilot.press("2")
        await settle(pilot)
        assert isinstance(app.screen, Curtain)
        assert "Pass to Ben" in screen_text(app)
        assert screen.hand.cards == ()


@pytest.mark.parametrize("back", ["2", "escape", "1"])
async def test_whoever_buzzed_in_is_told_how_to_hand_back_and_can(back: str) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("Y9 Y8 R3", "B1 B2 B3", people=("Ann", "Ben"), ais=1)
        screen = await sit_down(table, pilot, app)
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("1")
        assert "Ann is at the keyboard already; press 2 for Ben." in screen_text(app)
        await pilot.press("B", "2")
        await settle(pilot)
        assert screen.viewer == 0  # the 2 was the rest of a card
        screen.hand._typed_at -= 2 * PATIENCE  # long ago by now
        await pilot.press("2")
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert screen.viewer == 1
        assert "Ben at the keyboard · 2 or Esc hands back" in screen_text(app)
        await pilot.press(back)
        await settle(pilot)
        assert isinstance(app.screen, Curtain)
        assert "Pass to Ann" in screen_text(app)
        await pilot.press("enter")
        await settle(pilot)
        assert screen.viewer == 0
        assert "Your turn" in screen_text(app)


async def test_letters_typed_are_forgotten_when_the_curtain_falls() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("Y9 B2 R3", "B1 B2 B3", people=("Ann", "Ben"), ais=1)
        screen = await sit_down(table, pilot, app)
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("B")
        table.buzz(1)
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert screen.viewer == 1
        await pilot.press("1")
        await settle(pilot)
        assert isinstance(app.screen, Curtain)  # Ann is called, no card of Ben's is looked for

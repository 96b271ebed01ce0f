"""Whole matches from the menu to the rematch: by keys alone, by mouse alone, and two at one keyboard.

The real app with its real opponents; nothing here calls the engine or the session.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from tests.tui.player import Player
from tests.waiting import until
from uno_tui.store.records import list_records
from uno_tui.tui.app import UnoApp
from uno_tui.tui.fields import ChoiceList, Cycler
from uno_tui.tui.screens.menu import MenuScreen
from uno_tui.tui.screens.new_game import NewGameScreen
from uno_tui.tui.screens.results import MatchOver
from uno_tui.tui.screens.table import TableScreen

SETTINGS = """
motion = false
pace = "instant"
reaction_window = 0.01
"""


@pytest.fixture(autouse=True)
def quick_table(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Motion off, pace instant; curtains lift at once."""
    folder = own_home / "config"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text(SETTINGS, encoding="utf-8")
    monkeypatch.setattr("uno_tui.tui.screens.table.HOLD_OFF", 0.0)


async def turn_to(player: Player, cycler: str, wanted: str) -> None:
    """By keys: Tab to a field and go through its values until `wanted` stands there."""
    await player.tab_to(cycler)
    field = player.app.screen.query_one(f"#{cycler}", Cycler)
    for _ in field.values:
        if field.value == wanted:
            return
        await player.press("right")
    raise AssertionError(f"{cycler} has no {wanted}")


async def set_target(player: Player, wanted: str) -> None:
    """By keys: the first house rule is the target."""
    await player.tab_to("rules")
    rules = player.app.screen.query_one(ChoiceList)
    for _ in range(12):
        row = rules.rows[rules.cursor]
        if row.labels[row.at] == wanted:
            return
        await player.press("left")
        await player.pilot.pause()
    raise AssertionError(f"no target {wanted}")


async def type_in(player: Player, field: str, text: str) -> None:
    """By keys: replace what stands in a text field."""
    await player.tab_to(field)
    await player.press("end", *["backspace"] * len(player.app.screen.query_one(f"#{field}").value))  # type: ignore[attr-defined]
    await player.press(*text)


async def back_to_the_menu(player: Player) -> None:
    """Escape closes a question first, then leaves the table."""
    for _ in range(4):
        if isinstance(player.app.screen, MenuScreen):
            return
        await player.press("escape")
        await player.pilot.pause()
    raise AssertionError(f"no way out:\n{player.text}")


def champion_of(player: Player) -> str:
    """Who the screen says has won."""
    line = next(line for line in player.text.splitlines() if "wins the match" in line)
    return line.split("wins the match")[0].strip()


async def test_a_whole_match_by_keys_alone() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await pilot.pause()
        await player.press("n")
        await pilot.pause()
        assert isinstance(app.screen, NewGameScreen)
        await turn_to(player, "count", "3")
        await type_in(player, "name-0", "Ann")
        await type_in(player, "seed", "11")
        await set_target(player, "200")
        assert "‹ 200 ›" in player.text
        await player.press("enter")
        await player.until_asked()
        assert "Classic · round 1 · to 200" in player.text
        await player.play_match()
        assert player.done["played"] > 5
        assert player.done["RoundOver"] >= 1
        champion = champion_of(player)
        record = list_records()[0]
        assert [record.seats[seat].name for seat in record.champions] == [champion]
        await player.press("r")
        await player.until_asked()
        assert isinstance(player.table, TableScreen)
        assert "Classic · round 1 · to 200" in player.text
        await back_to_the_menu(player)
        await until(pilot, lambda: "Continue  Classic · round 1" in player.text)


async def test_a_whole_match_by_mouse_alone() -> None:
    app = UnoApp()
    async with app.run_test(size=(140, 40)) as pilot:
        player = Player(app, pilot, mouse=True)
        await pilot.pause()
        await player.click(app.screen.query_one("#choices"), 4, 0)
        await pilot.pause()
        assert isinstance(app.screen, NewGameScreen)
        for _ in range(2):
            await player.click(app.screen.query_one("#count"), 0, 0)
        rules = app.screen.query_one(ChoiceList)
        for _ in range(12):
            row = rules.rows[1]
            if row.labels[row.at] == "50":
                break
            await player.click(rules, rules.size.width - len(row.labels[row.at]) - 4, 1)
            await pilot.pause()
        assert "2 seats" in player.text
        assert "to 50 points" in player.text
        await player.click(app.screen.query_one("#deal"), 2, 0)
        await player.until_asked()
        await player.play_match()
        assert player.done["played"] > 3
        assert champion_of(player)
        assert isinstance(app.screen, MatchOver)
        await player.click(app.screen.query_one("#first"), 3, 0)
        await player.until_asked()
        assert isinstance(player.table, TableScreen)
        assert "round 1 · to 50" in player.text


async def test_two_people_and_two_opponents_at_one_keyboard() -> None:
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        player = Player(app, pilot)
        await pilot.pause()
        await player.press("n")
        await pilot.pause()
        await turn_to(player, "who-1", "")
        await type_in(player, "name-0", "Ann")
        await type_in(player, "name-1", "Ben")
        await type_in(player, "seed", "5")
        await set_target(player, "50")
        assert isinstance(app.focused, ChoiceList | Input)
        await player.press("enter")
        await player.until_asked()
        await player.play_match()
        assert player.done["Curtain"] > 4
        record = list_records()[0]
        assert [seat.kind for seat in record.seats] == ["human", "human", "ai", "ai"]
        assert [record.seats[seat].name for seat in record.champions] == [champion_of(player)]
        await back_to_the_menu(player)

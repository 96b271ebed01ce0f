"""Every screen as text, at the three sizes: goldens that a reviewer can read.

`UPDATE_GOLDENS=1 uv run pytest -n 0 tests/tui/test_snapshots.py` writes new ones, to be looked at.
Tables are in `test_table.py`; what stands here is everything around them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.screen_text import screen_text
from tests.tui.seated import settle, sit_down, table_of
from tests.waiting import until
from uno_tui.store.settings import LastSeat, LastTable
from uno_tui.tui.app import UnoApp
from uno_tui.tui.dialogs.ask import AskChallenge, AskColor
from uno_tui.tui.dialogs.curtain import Curtain, ShownHand
from uno_tui.tui.screens.results import MatchOver, RoundOver

GOLDENS = Path(__file__).parent / "goldens"
SIZES = {"80x24": (80, 24), "100x30": (100, 30), "140x40": (140, 40)}
PAGES = {
    "menu": (),
    "new-game": ("n",),
    "rules": ("r",),
    "settings": ("s",),
    "learn": ("l",),
    "records": ("e",),
    "keys": ("question_mark",),
}


def compare(name: str, frame: str, home: Path) -> None:
    """The frame against its golden; paths of the test's own home are not part of it."""
    assert str(home) not in frame, "a path of this machine"
    path = GOLDENS / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDENS"):
        path.write_text(frame + "\n", encoding="utf-8")
    assert frame + "\n" == path.read_text(encoding="utf-8")


async def app_at_rest(app: UnoApp, pilot: Pilot[int]) -> None:
    """An app without motion, whose start has settled."""
    app.settings.motion = False
    app.settings.last_table = LastTable(
        seats=[LastSeat(name="Ann"), LastSeat(name="Bo", kind="ai", level="hard")], seed=7
    )
    app.apply_settings()
    await settle(pilot, 10)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", PAGES)
async def test_a_page_looks_as_it_should(page: str, size: str, own_home: Path) -> None:
    app = UnoApp()
    async with app.run_test(size=SIZES[size]) as pilot:
        await app_at_rest(app, pilot)
        for key in PAGES[page]:
            await pilot.press(key)
        await settle(pilot, 10)
        frame = screen_text(app)
    if page == "settings":
        lines = frame.splitlines()
        del lines[-2]  # the path of the user's own file
        frame = "\n".join(lines)
    compare(f"{page}-{size}", frame, own_home)


@pytest.mark.parametrize("size", SIZES)
async def test_a_wild_asks_for_its_colour_over_the_table(size: str, own_home: Path) -> None:
    app = UnoApp()
    async with app.run_test(size=SIZES[size]) as pilot:
        await sit_down(table_of("B7 B2 W"), pilot, app)
        await pilot.press("W", "enter")
        assert isinstance(app.screen, AskColor)
        await settle(pilot)
        frame = screen_text(app)
    assert "Bo" in frame, "the table shows behind the question"
    compare(f"colour-{size}", frame, own_home)


@pytest.mark.parametrize("size", SIZES)
async def test_a_challenge_is_asked_over_the_table(size: str, own_home: Path) -> None:
    app = UnoApp()
    async with app.run_test(size=SIZES[size]) as pilot:
        await sit_down(table_of("R7 B2 G3", "W+4 R1 R2 Y9", ais=1), pilot, app)
        await pilot.press("R", "7", "enter")
        await settle(pilot)
        assert isinstance(app.screen, AskChallenge)
        asked = screen_text(app)
        await pilot.press("x")
        await settle(pilot)
        assert isinstance(app.screen, ShownHand)
        shown = screen_text(app)
    assert "easy" in asked, "the table shows behind the question"
    assert "(RED)" in asked, "which colour the hand must not hold"
    assert "You owed 4 cards because" in asked, "the log stays in sight"
    compare(f"challenge-{size}", asked, own_home)
    compare(f"shown-hand-{size}", shown, own_home)


@pytest.mark.parametrize("size", SIZES)
async def test_the_curtain_shows_a_name_and_nothing_else(size: str, own_home: Path) -> None:
    app = UnoApp()
    async with app.run_test(size=SIZES[size]) as pilot:
        await sit_down(table_of("R7 B2", people=("Ann", "Ben"), ais=1), pilot, app)
        assert isinstance(app.screen, Curtain)
        frame = screen_text(app)
    compare(f"curtain-{size}", frame, own_home)


@pytest.mark.parametrize("size", SIZES)
async def test_the_end_of_a_round_and_of_a_match(size: str, own_home: Path) -> None:
    app = UnoApp()
    async with app.run_test(size=SIZES[size]) as pilot:
        table = table_of("R7", "B1 G+2 W", "Y4 Y5", ais=2, scoring__target=100)
        await sit_down(table, pilot, app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, RoundOver))
        await settle(pilot)
        first = screen_text(app)
    async with (app := UnoApp()).run_test(size=SIZES[size]) as pilot:
        table = table_of("R7", "B1 G+2 W", "Y4 Y5", ais=2, scoring__target=50)
        await sit_down(table, pilot, app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, MatchOver))
        await settle(pilot)
        last = screen_text(app)
    compare(f"round-over-{size}", first, own_home)
    compare(f"match-over-{size}", last, own_home)

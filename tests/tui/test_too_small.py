"""A terminal under 60 by 20: every screen gives way to one notice, and is back when there is room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual import events
from textual.content import Content
from textual.screen import Screen

from tests.waiting import until
from uno_tui.cards import Color
from uno_tui.tui.app import UnoApp
from uno_tui.tui.dialogs.ask import Ask, AskColor, Confirm
from uno_tui.tui.dialogs.curtain import Curtain, ShownHand
from uno_tui.tui.dialogs.lay_order import LayOrder
from uno_tui.tui.glyphs import Face
from uno_tui.tui.match import default_wishes, request_of
from uno_tui.tui.palette import Palette
from uno_tui.tui.screens.crash import CrashScreen
from uno_tui.tui.screens.new_game import SaveVariant
from uno_tui.tui.screens.new_game_model import NewGame
from uno_tui.tui.screens.records import AskText
from uno_tui.tui.screens.replay_parts import JumpTo
from uno_tui.tui.widgets.choices import Choice

from .screen_text import screen_text

RED = Color("red", "R", "uno-red")
FRONTS: dict[str, Callable[[UnoApp], Screen[Any]]] = {
    "question": lambda _app: Ask("Which?", "One of these.", [Choice("a", "this one")]),
    "colour": lambda _app: AskColor([RED, RED]),
    "yes or no": lambda _app: Confirm("Give up?", "The match ends.", "yes", "no"),
    "order": lambda _app: LayOrder([0, 1], ["R5", "R7"]),
    "curtain": lambda _app: Curtain("Ben", hold_off=0.0),
    "shown hand": lambda _app: ShownHand(
        Content("Ben had no red."), [0], [Face("5", "5", "R", "", "uno-red")], ["R5"], ["red five"]
    ),
    "turn": lambda _app: JumpTo(40),
    "text": lambda _app: AskText("What is it called?", "evening", "save"),
    "variant": lambda app: SaveVariant(NewGame(app.settings.last_table)),
    "palette": lambda _app: Palette(),
    "failure": lambda _app: CrashScreen("It broke", "crash.txt"),
}
"""What can stand before a table or a page."""
NOTICE = """
    A little more room, please: at least 60 columns by 20 rows.
    Nothing is lost; enlarge the window to go on.
"""


def only_the_notice(text: str) -> bool:
    """Whether the notice is to be seen and nothing else."""
    return text.split() == NOTICE.split()


@pytest.mark.parametrize("name", FRONTS)
async def test_what_stands_in_front_gives_way_too(name: str) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(FRONTS[name](app))
        await pilot.pause(0.05)
        front, before, focus = app.screen, screen_text(app), app.focused
        assert not only_the_notice(before)
        await pilot.resize_terminal(40, 10)
        await pilot.pause()
        assert only_the_notice(screen_text(app))
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert (app.screen, app.focused) == (front, focus)
        assert screen_text(app) == before


@pytest.mark.parametrize("name", FRONTS)
async def test_what_opens_and_closes_while_small_shows_nothing(name: str) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.resize_terminal(59, 24)
        app.push_screen(FRONTS[name](app))
        await pilot.pause(0.05)
        assert only_the_notice(screen_text(app))
        app.screen.dismiss(None)
        await pilot.pause()
        assert only_the_notice(screen_text(app))


@pytest.mark.parametrize("small", [(80, 19), (59, 24)])
async def test_screens_beneath_give_way_when_what_stood_in_front_closes_while_small(
    small: tuple[int, int],
) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        app.push_screen(Curtain("Ben", hold_off=0.0))
        await pilot.pause()
        await pilot.resize_terminal(*small)
        await pilot.pause()
        app.screen.dismiss(True)
        await pilot.pause()
        assert only_the_notice(screen_text(app))
        app.screen.dismiss(None)
        await pilot.pause()
        assert only_the_notice(screen_text(app))


async def looks(size: tuple[int, int], first: tuple[int, int], *over: str) -> str:
    """A table at `size`, while something stood over which the terminal was changed from `first`."""
    request = request_of("classic", default_wishes(), seed=7)
    app = UnoApp(request)
    async with app.run_test(size=first) as pilot:
        await pilot.pause()
        await pilot.press("escape")
        await pilot.press(*over)
        await pilot.pause()
        await pilot.resize_terminal(*size)
        await pilot.pause()
        await pilot.press(*["escape" for _ in over])
        await pilot.pause()
        return screen_text(app)


@pytest.mark.parametrize(
    ("first", "size", "over"),
    [
        ((80, 24), (140, 40), ("f1",)),
        ((140, 40), (80, 24), ("f1", "ctrl+p")),
        ((100, 30), (60, 20), ("question_mark",)),
    ],
)
async def test_a_table_covered_while_the_terminal_changes_looks_as_if_it_had_not_been(
    first: tuple[int, int], size: tuple[int, int], over: tuple[str, ...]
) -> None:
    assert await looks(size, first, *over) == await looks(size, size)


@pytest.mark.parametrize("key", ["", "n", "l", "r", "e", "s", "question_mark", "g", "ctrl+p"])
async def test_a_terminal_of_a_cell_breaks_no_page(key: str) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*([key] if key else []))
        before = app.screen
        for size in (*((wide, 30) for wide in range(1, 10)), (1, 1), (200, 1), (80, 24)):
            await pilot.resize_terminal(*size)
        assert app.screen is before


async def test_no_key_or_click_acts_unseen() -> None:
    app = UnoApp(request_of("classic", [("Ann", ""), ("Ben", "")], seed=7))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Curtain))
        curtain = app.screen
        assert isinstance(curtain, Curtain)
        await pilot.resize_terminal(40, 10)
        curtain._ready_at = 0.0  # nobody has held a key
        await pilot.press("enter")
        for kind in (events.MouseDown, events.MouseUp):  # as a terminal tells of them
            app.post_message(kind(None, 3, 3, 0, 0, 1, False, False, False, 3, 3))
        await pilot.pause()
        assert app.screen is curtain
        await pilot.resize_terminal(80, 24)
        await pilot.press("enter")
        assert app.screen is not curtain


@pytest.mark.parametrize(
    ("name", "size"), [*((name, (80, 24)) for name in FRONTS), ("curtain", (40, 10))]
)
async def test_one_can_leave_from_whatever_stands_in_front(
    name: str, size: tuple[int, int]
) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(FRONTS[name](app))
        await pilot.resize_terminal(*size)
        await pilot.press("ctrl+c")
        await until(pilot, lambda: app.return_code == 0)

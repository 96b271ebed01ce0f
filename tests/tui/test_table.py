"""The table screen driven by keys and mouse, on real matches with the simplest opponents."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.waiting import PATIENCE, until
from uno_tui.engine import actions as act
from uno_tui.engine.actions import Action
from uno_tui.engine.state import MATCH_OVER
from uno_tui.tui.app import UnoApp
from uno_tui.tui.dialogs.ask import AskChallenge, AskColor, Confirm
from uno_tui.tui.dialogs.curtain import ShownHand
from uno_tui.tui.widgets.event_log import EventLog

from .screen_text import screen_text
from .seated import settle, sit_down, table_of, why

GOLDENS = Path(__file__).parent / "goldens"


async def test_a_card_is_chosen_by_its_letters_and_played_with_enter() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 R9 B2 W")
        screen = await sit_down(table, pilot, app)
        assert "Your turn" in screen_text(app)
        await pilot.press("R", "9")
        assert screen.hand.current == table.game.tables.parse("R9")
        await pilot.press("enter")
        await settle(pilot)
        assert table.game.record[0] == (0, Action(act.PLAY, (table.game.tables.parse("R9"),)))


async def test_type_ahead_never_acts_as_a_command() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 B2 Y+2 W+4")
        screen = await sit_down(table, pilot, app)
        await pilot.press("Y", "plus", "2", "W", "plus", "4", "R", "7", "7", "G")
        assert table.game.record == []
        assert app.screen is screen
        assert "no card in hand begins so" in why(screen)


async def test_a_dim_card_says_why_and_costs_nothing() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 B2 B3 W")
        screen = await sit_down(table, pilot, app)
        await pilot.press("B", "2")
        assert why(screen) == "Blue 2 (B2) matches neither red nor 5."
        await pilot.press("enter")
        assert why(screen) == "Blue 2 matches neither red nor 5."
        assert table.game.record == []


async def test_where_mistakes_are_fined_an_illegal_card_asks_once() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 B2 B3 W", rules="mistakes")
        screen = await sit_down(table, pilot, app)
        await pilot.press("B", "2", "enter")
        assert isinstance(app.screen, Confirm)
        await pilot.press("n")
        assert table.game.record == []
        await pilot.press("B", "2", "enter")
        await pilot.press("y")
        await settle(pilot)
        assert len(table.game.hands()[0]) == 6
        assert app.screen is screen


async def test_a_wild_asks_for_its_colour_and_escape_takes_it_back() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("B7 B2 W")
        screen = await sit_down(table, pilot, app)
        await pilot.press("W", "enter")
        assert isinstance(app.screen, AskColor)
        await pilot.press("escape")
        assert app.screen is screen
        assert table.game.record == []
        await pilot.press("enter", "g")
        await settle(pilot)
        assert table.game.record[0][1].color == 2


async def test_a_click_beside_a_question_or_on_its_frame_closes_it() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down(table_of("B7 B2 W"), pilot, app)
        for x, y in ((70, 20), (45, 11)):
            await pilot.press("W", "enter")
            assert isinstance(app.screen, AskColor)
            await settle(pilot)
            await pilot.click(offset=(20, 5))
            assert isinstance(app.screen, AskColor), "its own empty cells do nothing"
            await pilot.click(offset=(x, y))
            await settle(pilot)
            assert app.screen is screen
        assert screen.table.game.record == []


async def test_mouse_selects_plays_draws_and_names_a_colour() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("B7 B2 W")
        screen = await sit_down(table, pilot, app)
        wild = screen.hand.cards.index(table.game.tables.parse("W"))
        await pilot.press("home")
        place = screen.hand.card_region(wild)
        assert place is not None
        await pilot.click(offset=(place.x + 2, place.y + 2))
        assert screen.hand.cursor == wild
        place = screen.hand.card_region(wild)
        assert place is not None
        app.CLICK_CHAIN_TIME_THRESHOLD = PATIENCE  # type: ignore[misc]  # on any machine
        await pilot.click(offset=(place.x + 2, place.y + 2), times=2)
        assert isinstance(app.screen, AskColor), "a double click opens it and leaves it open"
        await pilot.click("Choices", offset=(20, 2))
        await settle(pilot)
        assert table.game.record[0][1].cards == (table.game.tables.parse("W"),)
        before = len(table.game.hands()[0])
        assert screen.view is not None
        assert 0 in screen.view.asked
        await pilot.click("Piles", offset=(4, 3))
        await settle(pilot)
        assert len(table.game.hands()[0]) == before + 1


async def test_a_challenge_is_asked_for_and_shows_the_hand_to_the_challenger() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 B2 G3", "W+4 R1 R2 Y9", ais=1)
        screen = await sit_down(table, pilot, app)
        await pilot.press("R", "7", "enter")
        await settle(pilot)
        assert isinstance(app.screen, AskChallenge)
        await pilot.press("x")
        await settle(pilot)
        assert isinstance(app.screen, ShownHand)
        text = screen_text(app)
        assert "The challenge was right: Bo had a card of the colour before (RED)." in text
        assert "Y 9" in text
        await pilot.press("enter")
        await settle(pilot)
        assert app.screen is screen
        log = [line.plain for line in screen.query_one("#log", EventLog).entries]
        assert "Bo drew 4 cards. (dishonest wild draw)" in log


async def test_a_late_catch_never_challenges() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 B2 G3")
        screen = await sit_down(table, pilot, app)
        await pilot.press("c")
        assert "owes no UNO call" in why(screen)
        assert table.game.record == []


async def test_uno_is_called_with_u_before_the_last_but_one_card() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 B2")
        screen = await sit_down(table, pilot, app)
        await pilot.press("u", "R", "7", "enter")
        await settle(pilot)
        assert [action.verb for seat, action in table.game.record if seat == 0][:2] == [
            act.UNO,
            act.PLAY,
        ]
        log = [line.plain for line in screen.query_one("#log", EventLog).entries]
        assert "You called UNO!" in log


async def test_resizing_at_any_moment_breaks_nothing() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("B7 B2 W", ais=9)
        screen = await sit_down(table, pilot, app)
        await pilot.press("W", "enter")
        for size in ((40, 10), (60, 20), (200, 50), (20, 5), (100, 30)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert isinstance(app.screen, AskColor)
        await pilot.press("escape")
        await pilot.resize_terminal(50, 12)
        await pilot.pause()
        assert "more room" in screen_text(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Your turn" in screen_text(app)
        assert app.screen is screen


@pytest.mark.parametrize(
    ("name", "size", "others", "cards"),
    [
        ("small", (60, 20), 4, "R1 R7 B2 B+2 G0 GS Y9 YR W W+4"),
        ("usual", (80, 24), 3, "R1 R7 B2 B+2 G0 GS Y9 YR W W+4"),
        ("crowded", (80, 24), 9, " ".join(["R1", "R7", "B2", "G0", "W+4"] * 5)),
        ("wide", (100, 30), 4, "R1 R7 B2 B+2 G0 GS Y9"),
        ("huge", (140, 40), 3, "R1 R7 B2 B+2 G0 GS Y9"),
        ("ascii", (80, 24), 3, "R1 R7 B2 B+2 G0 GS Y9 YR W W+4"),
    ],
)
async def test_the_table_looks_as_it_should(
    name: str, size: tuple[int, int], others: int, cards: str
) -> None:
    """Compared with a stored frame; UPDATE_GOLDENS=1 writes new ones, to be looked at."""
    app = UnoApp()
    app.settings.glyphs = "ascii" if name == "ascii" else "unicode"
    app.apply_settings()
    async with app.run_test(size=size) as pilot:
        table = table_of(cards, ais=others)
        await sit_down(table, pilot, app)
        frame = screen_text(app) + "\n"
    path = GOLDENS / f"table-{name}.txt"
    if os.environ.get("UPDATE_GOLDENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(frame, encoding="utf-8")
    assert frame == path.read_text(encoding="utf-8")
    if name == "ascii":
        assert frame.isascii()


async def test_a_whole_match_is_played_by_keys_alone() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = table_of("R7 B7 W", "G1 G2 G3", ais=1, scoring__target=1)
        screen = await sit_down(table, pilot, app)
        for _ in range(60):
            if table.game.phase == MATCH_OVER:
                break
            if app.screen is not screen:
                await pilot.press("enter")
            elif screen.view is not None and 0 in screen.view.asked:
                fits = [
                    at for at, kind in enumerate(screen.hand.cards) if kind in screen.hand.playable
                ]
                if fits:
                    await pilot.press("home", *(["right"] * fits[0]), "u", "enter")
                else:
                    await pilot.press("d")
            await settle(pilot, 2)
        assert table.game.phase == MATCH_OVER
        await until(pilot, lambda: app.screen is not screen, "the end of the match")
        assert "wins" in screen_text(app) or "won" in screen_text(app)


async def test_names_full_of_markup_are_shown_as_they_are() -> None:
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        table = table_of("R7 R8 B2", "G1 G2 G3", people=("[/]Ann", "[b]Bob[/b]"), ais=1)
        screen = await sit_down(table, pilot, app)
        assert "Pass to [/]Ann" in screen_text(app)
        await pilot.press("enter")
        await settle(pilot)
        assert app.screen is screen
        assert "[b]Bob[/b]" in screen_text(app)
        await pilot.press("R", "7", "enter")
        await settle(pilot)
        assert "Pass to [b]Bob[/b]" in screen_text(app)
        await pilot.press("enter")
        await settle(pilot)
        assert "[/]Ann laid Red 7." in screen_text(app)


@pytest.mark.parametrize("size", [(60, 20), (60, 24), (80, 24)])
@pytest.mark.parametrize("cursor", ["W", "R"])
async def test_a_long_reason_is_readable_and_moves_nothing_above(
    size: tuple[int, int], cursor: str
) -> None:
    """At 60 columns a reason may take two rows: the second is that of the keys below."""
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        table = table_of(
            "W+4 R7 B2", top="B5", ais=2, wild_draw__legal_if="no-color-or-symbol",
            wild_draw__policing="strict",
        )  # fmt: skip
        screen = await sit_down(table, pilot, app)
        await pilot.press(cursor)
        await pilot.pause()
        text = screen_text(app)
        shown = " ".join(text.split())
        if cursor == "W":
            assert "only when you hold no card of the current colour, number or symbol." in shown
        else:
            assert "Red 7 (R7) matches neither blue nor 5." in shown
        assert "…" not in text.split("Your turn")[1]
        assert "d Draw" in text
        hand = screen.hand.region
        await pilot.press("B")
        await pilot.pause()
        assert screen.hand.region == hand
        assert screen.query_one("#why").size.height == 1
        await pilot.press("W")
        await pilot.resize_terminal(140, 40)
        await pilot.pause()
        assert screen.query_one("#why").size.height == 1


async def test_a_click_on_a_seat_tells_what_everybody_knows_of_it() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down(table_of("R7 B2 G3", "W R1 R2 Y9", ais=3), pilot, app)
        await pilot.click("OpponentRow", offset=(6, 1))
        await settle(pilot)
        assert why(screen) == "Bo (easy): 4 cards, 0 points."


async def test_a_match_of_one_round_says_so_at_the_top() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await sit_down(table_of("R7 B2 G3", match__rounds=1), pilot, app)
        assert "round 1 of 1" in screen_text(app)

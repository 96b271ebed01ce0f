"""Where room is short something gives way, and what stays is whole."""

from __future__ import annotations

import pytest

from uno_tui.tui.app import UnoApp
from uno_tui.tui.screens.results import MatchOver

from .screen_text import screen_text
from .seated import settle, sit_down, table_of


async def test_a_narrow_status_line_gives_up_the_direction_before_the_pace() -> None:
    app = UnoApp()
    async with app.run_test(size=(60, 20)) as pilot:
        await sit_down(table_of("R7 B2", rules="deflect"), pilot, app)
        status = screen_text(app).splitlines()[0]
        assert status.endswith(" pace instant")
        assert "clockwise" not in status
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert screen_text(app).splitlines()[0].endswith(" clockwise · pace instant")


@pytest.mark.parametrize(("size", "others"), [((80, 24), 9), ((60, 20), 9), ((80, 24), 4)])
async def test_what_a_seat_says_is_cut_between_its_marks(
    size: tuple[int, int], others: int
) -> None:
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        screen = await sit_down(table_of("R7 B2", ais=others), pilot, app)
        screen.bubbles = {1: "challenge!", 2: "well, look at that, a surprise", 4: "lay that!"}
        screen.update()
        await settle(pilot)
        text = screen_text(app)
        assert "“challenge!”" in text
        assert "“lay that!”" in text
        assert "…”" in text
        assert text.count("“") == text.count("”") == 3


MANY = " ".join(["R1", "R7", "B2", "G0", "W+4"] * 5)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (140, 40)])
@pytest.mark.parametrize("others", [1, 3])
async def test_every_card_of_a_large_hand_is_counted_out(
    size: tuple[int, int], others: int
) -> None:
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        hands = ("R3", MANY, "B5", "Y5")[: 1 + others]
        await sit_down(table_of(*hands, ais=others), pilot, app)
        await pilot.press("enter")
        await settle(pilot)
        text = screen_text(app)
        assert "Round 1 goes to Ann" in text
        if "W+4" in text:
            assert [text.count(code) for code in ("R1", "R7", "B2", "G0", "W+4")] == [5] * 5
        else:  # faces: in each row of a hand every card shows its index and its letter
            rows = [line for line in text.splitlines() if "W" in line and "B" in line]
            assert [rows[0].split("Bo")[1].count(letter) for letter in "RBGW"] == [10, 5, 5, 5]
        assert "300" in text


async def test_ten_seats_and_the_race_between_them_fit_the_screen() -> None:
    for size in ((80, 24), (140, 40)):
        app = UnoApp()
        async with app.run_test(size=size) as pilot:
            table = table_of("R3", *["B1 G+2 W"] * 9, ais=9, scoring__target=50)
            await sit_down(table, pilot, app)
            await pilot.press("enter")
            await settle(pilot)
            result = app.screen
            assert isinstance(result, MatchOver)
            result.dismiss("look")
            await pilot.pause()
            again = MatchOver(result.view, [(0,) * 10, (20, *(0,) * 9)])
            app.push_screen(again)
            await settle(pilot)
            assert again.query_one("#middle").max_scroll_y == 0
            assert "Jo" in screen_text(app)
            assert "Points over the rounds" in screen_text(app)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)])
async def test_a_long_name_leaves_the_corner_of_its_box(size: tuple[int, int]) -> None:
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        table = table_of("R7 R8", "B1 B2", "Y4 Y5", people=("Ann", "n" * 16), ais=2)
        table.game.state.dealer = 1
        await sit_down(table, pilot, app)
        await pilot.press("enter")
        await settle(pilot)
        top = next(line for line in screen_text(app).splitlines() if "(d)" in line)
        assert "─╮" in top[top.index("(d)") :].partition("╭")[0]

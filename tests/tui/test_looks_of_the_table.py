"""The table cell by cell in every look: readable ink, the colours and signs each look may use."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from rich.style import Style
from textual.color import Color
from textual.geometry import Size

from tests.tui.screen_text import screen_text
from tests.tui.seated import settle, sit_down, table_of
from tests.waiting import until
from uno_tui.tui.app import UnoApp
from uno_tui.tui.dialogs.curtain import Curtain
from uno_tui.tui.themes import contrast
from uno_tui.tui.widgets.opponents import OpponentRow
from uno_tui.tui.widgets.piles import Piles

LOOKS = ("felt", "paper", "high-contrast", "colour-blind", "terminal", "ascii", "no-colour")
FRAMES = set("─━═│┃║╭╮╰╯┌┐└┘┏┓┗┛╔╗╚╝╱╲▮▬░▒▓█▄▀▌▐·…")
LEAST = 3.0
TWENTY = "R1 R2 R5 R7 B2 B3 B4 B9 G0 G1 G2 G3 GS Y5 Y6 Y7 YR W W+4 W"
LONG = "Maximiliana of B"


class Cell(NamedTuple):
    """One cell of the screen."""

    sign: str
    style: Style


def app_for(look: str, monkeypatch: pytest.MonkeyPatch) -> UnoApp:
    """An app that wears this one of `LOOKS`."""
    if look == "no-colour":
        monkeypatch.setenv("NO_COLOR", "1")
    app = UnoApp(theme_name="felt" if look in ("ascii", "no-colour") else look)
    app.settings.glyphs = "ascii" if look == "ascii" else "unicode"
    app.apply_settings()
    return app


def cells(app: UnoApp) -> list[list[Cell]]:
    """The screen in front, row by row."""
    strips = app.screen._compositor.render_strips()
    return [
        [Cell(sign, part.style or Style()) for part in strip for sign in part.text]
        for strip in strips
    ]


def unreadable(rows: list[list[Cell]]) -> list[str]:
    """The words whose ink is too near to their ground."""
    found = []
    for row in rows:
        for cell in row:
            style = cell.style
            if cell.sign.isspace() or cell.sign in FRAMES or not style.color or not style.bgcolor:
                continue
            ink, ground = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
            if style.dim:
                ink = ink.blend(ground, 0.5)
            if contrast(ink, ground) < LEAST:
                found.append(f"{cell.sign!r} {ink.hex} on {ground.hex}")
    return found


def colors_of(rows: list[list[Cell]]) -> set[object]:
    """All colours of the screen, ink and ground."""
    styles = {cell.style for row in rows for cell in row}
    return {color for style in styles for color in (style.color, style.bgcolor) if color}


@pytest.mark.parametrize("look", LOOKS)
async def test_a_look_keeps_what_it_promises(look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_for(look, monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down(table_of("R7 B2 G4 Y9 W", "B1 B2", rules="seven-zero"), pilot, app)
        screen.bubbles = {1: "well, look at that, a surprise"}
        screen.update()
        for keys in ((), ("Y", "9"), ("tab",), ("escape", "m")):
            await pilot.press(*keys)
            await settle(pilot, 2)
            rows = cells(app)
            told = f"{look} after {keys}:\n{screen_text(app)}"
            if look == "ascii":
                assert all(cell.sign.isascii() for row in rows for cell in row), told
            if look == "terminal":
                numbers = {color.number for color in colors_of(rows) if not color.is_default}  # type: ignore[attr-defined]
                assert all(number is not None and number < 16 for number in numbers), told
                continue
            if look == "no-colour":
                for color in colors_of(rows):
                    shade = Color.from_rich_color(color)  # type: ignore[arg-type]
                    assert max(shade.rgb) - min(shade.rgb) <= 2, told
            if app.screen is screen:
                # Behind a question the table fades; what is asked must still be read.
                assert not unreadable(rows), told


@pytest.mark.parametrize("look", LOOKS)
async def test_the_chosen_card_stands_out_where_it_cannot_be_lifted(
    look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_for(look, monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down(table_of(TWENTY, ais=3), pilot, app)
        for at in (1, 12, 18):
            screen.hand.cursor = at
            await settle(pilot, 1)
            rows = cells(app)
            places = [screen.hand.card_region(index) for index in range(20)]
            assert all(places)
            reversed_at = {
                index
                for index, place in enumerate(places)
                if place and rows[place.y][place.x].style.reverse
            }
            assert reversed_at == {at}


@pytest.mark.parametrize(("size", "others"), [((80, 24), 3), ((100, 30), 9), ((100, 40), 3)])
async def test_the_open_log_leaves_whole_boxes_beside_it(
    size: tuple[int, int], others: int
) -> None:
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        screen = await sit_down(table_of("R7 B2 G4 Y9 W", ais=others), pilot, app)
        await pilot.press("tab")
        await settle(pilot, 2)
        side = screen.query_one("#side").region
        assert screen.query_one(OpponentRow).region.right <= side.x
        assert screen.query_one(Piles).region.right <= side.x
        frame = screen_text(app)
        names = [seat.name for seat in screen.table.seats[1:]]
        assert all(name in "\n".join(row[: side.x] for row in frame.split("\n")) for name in names)
        await pilot.press("tab")
        await settle(pilot, 2)
        assert screen.query_one(OpponentRow).region.right == size[0] - 1


@pytest.mark.parametrize(("size", "others"), [((60, 20), 3), ((60, 20), 9), ((80, 24), 9)])
async def test_where_nothing_fits_beside_it_the_open_log_takes_the_whole_width(
    size: tuple[int, int], others: int
) -> None:
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        screen = await sit_down(table_of("R7 B2 G4 Y9 W", ais=others), pilot, app)
        await pilot.press("tab")
        await settle(pilot, 2)
        side = screen.query_one("#side").region
        assert (side.x, side.width) == (0, size[0])
        log = screen.query_one("#log").region
        assert log.height >= 5
        assert log.width >= 30


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30)])
async def test_a_long_question_leaves_no_scraps_of_the_log(size: tuple[int, int]) -> None:
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        screen = await sit_down(table_of("R7 B2 G4 Y9 W", ais=3), pilot, app)
        await pilot.press("m")
        await settle(pilot, 2)
        box = app.screen.query_one("Ask > Vertical").region
        ticker = screen.query_one("#ticker")
        if ticker.display and ticker.region.size != Size(0, 0):
            assert box.right <= ticker.region.x
        else:
            assert box.width == size[0]
        assert "To the menu, the match is saved" in screen_text(app)


@pytest.mark.parametrize("size", [(100, 40), (140, 40), (200, 50)])
async def test_where_there_is_room_a_long_question_leaves_the_hand_in_sight(
    size: tuple[int, int],
) -> None:
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        screen = await sit_down(table_of("RR R7 R2 R5", rules="duo", ais=1), pilot, app)
        turn = screen.query_one("#turn").region
        await pilot.press("m")
        await settle(pilot, 2)
        assert app.screen.query_one("Ask > Vertical").region.bottom <= turn.y
        await pilot.press("escape", "R", "R", "enter", "4")
        await settle(pilot, 2)
        assert app.screen.query_one("LayOrder > Vertical").region.bottom <= turn.y


async def test_a_long_name_is_cut_with_a_sign() -> None:
    app = UnoApp()
    async with app.run_test(size=(140, 40)) as pilot:
        table = table_of("R7 B2 G4 Y9", "B1 B2", people=("Ann", LONG))
        await sit_down(table, pilot, app)
        await pilot.press("enter")
        await settle(pilot)
        board = next(row for row in screen_text(app).split("\n") if "Maximilian" in row[100:])
        assert "Maximiliana…" in board[100:]


async def test_the_curtain_has_one_frame_in_ascii_too() -> None:
    app = app_for("ascii", pytest.MonkeyPatch())
    async with app.run_test(size=(80, 24)) as pilot:
        await sit_down(table_of("R7 B2", people=("Ann", "Ben")), pilot, app)
        assert isinstance(app.screen, Curtain)
        rows = [row for row in screen_text(app).split("\n") if row.strip()]
        assert sum("+-" in row for row in rows) == 2


async def test_long_help_has_two_lines_beside_the_side_panel_too() -> None:
    app = UnoApp()
    async with app.run_test(size=(140, 40)) as pilot:
        table = table_of("W+4 R1 B2 G4 Y9", rules="silence-black", ais=3)
        await sit_down(table, pilot, app)
        await pilot.press("W", "plus", "4", "question_mark")
        await settle(pilot, 2)
        assert "Counts 50." in screen_text(app)
        assert app.screen.query_one("#why").has_class("-long")
        await pilot.resize_terminal(200, 50)
        await settle(pilot, 2)
        assert "Counts 50." in screen_text(app)
        assert not app.screen.query_one("#why").has_class("-long")


@pytest.mark.parametrize("look", ["felt", "no-colour"])
async def test_a_message_says_in_a_word_how_grave_it_is(
    look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_for(look, monkeypatch)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        for severity, word in (("information", ""), ("warning", "Warning"), ("error", "Error")):
            app.clear_notifications()
            app.tell("the light went out", severity)
            await until(pilot, lambda: "the light went out" in screen_text(app))
            frame = screen_text(app)
            assert [one for one in ("Warning", "Error") if one in frame] == ([word] if word else [])
            app.clear_notifications()
            await until(pilot, lambda: "the light went out" not in screen_text(app))

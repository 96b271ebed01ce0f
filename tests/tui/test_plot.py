"""The plots: right places for values, readable without colour, in any theme and glyph set."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise

import pytest
from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.widget import Widget

from uno_tui.tui.themes import DEFAULT_THEME, load_themes, palette
from uno_tui.tui.widgets.bar_table import BarTable, Row
from uno_tui.tui.widgets.plot import Line, LinePlot, thinned, whole_ticks


class Shown(App[None]):
    CSS = "LinePlot { height: 12; width: 60; } BarTable { width: 60; }"

    def __init__(self, glyph_set: str, lines: list[Line], theme: str = DEFAULT_THEME) -> None:
        super().__init__()
        self.plot = LinePlot("Points", lines)
        self.plot.glyph_set = glyph_set
        self.bars = BarTable()
        self.bars.glyph_set = glyph_set
        for one in load_themes()[0]:
            self.register_theme(one)
        self.theme = theme

    def compose(self) -> ComposeResult:
        yield self.plot
        yield self.bars


RACE = [Line("Ann", (0, 100, 100, 520), strong=True), Line("Ben", (0, 0, 250, 250))]


def cells(widget: Widget) -> list[list[Segment]]:
    """The widget as it is on the screen, row by row."""
    region = widget.region
    strips = widget.screen._compositor.render_strips()[region.y : region.bottom]
    return [list(strip.crop(region.x, region.right)) for strip in strips]


def rows(widget: Widget) -> list[str]:
    return ["".join(segment.text for segment in row) for row in cells(widget)]


async def test_each_line_ends_in_its_name_and_the_highest_ends_highest() -> None:
    app = Shown("unicode", RACE)
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        told = rows(app.plot)
        ann = next(y for y, row in enumerate(told) if row.rstrip().endswith("Ann"))
        ben = next(y for y, row in enumerate(told) if row.rstrip().endswith("Ben"))
        assert ann < ben
        assert any("⠀" < char <= "⣿" for char in told[ann])
        assert "Points" in told[0]
        assert told[-1].split() == ["0", "1", "2", "3"]
        heights = [found[1] for row in told if (found := re.match(r" *(\S+)┤", row))]
        assert heights == ["600", "400", "200", "0"]


async def test_other_lines_take_the_place_of_the_first() -> None:
    app = Shown("unicode", RACE)
    async with app.run_test(size=(80, 30)) as pilot:
        app.plot.show([Line("Cy", (5,))])
        await pilot.pause()
        text = "\n".join(rows(app.plot))
        assert "Cy" in text
        assert "Ann" not in text
        app.plot.show([])
        await pilot.pause()
        assert [row.strip() for row in rows(app.plot)] == ["Points", *[""] * 11]


async def test_ascii_lines_have_signs_of_their_own() -> None:
    app = Shown("ascii", RACE)
    async with app.run_test(size=(80, 30)) as pilot:
        app.bars.show(("", "games", "won"), [Row("Ann", ("4",), 0.5)])
        await pilot.pause()
        text = "\n".join(rows(app.plot) + rows(app.bars))
        assert text.isascii()
        assert "* Ann" in text
        assert "+ Ben" in text
        assert text.count("*") > 10


async def test_without_colour_lines_have_signs_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Shown("unicode", RACE)
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        text = "\n".join(rows(app.plot))
        assert "* Ann" in text
        assert "+ Ben" in text
        assert "┤" in text


@pytest.mark.parametrize("theme", [theme.name for theme in load_themes()[0]])
@pytest.mark.parametrize("late", [False, True])
async def test_a_plot_wears_the_theme(theme: str, late: bool) -> None:
    app = Shown("unicode", RACE, DEFAULT_THEME if late else theme)
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        app.theme = theme
        await pilot.pause()
        inks = palette(app.theme_variables)
        worn = {
            (segment.text.strip()[:3], segment.style) for row in cells(app.plot) for segment in row
        }
        looks = {words: style for words, style in worn if style is not None}
        for words, ink in (("Ann", inks.turn), ("Ben", inks.color_ink("blue")), ("0┤", inks.muted)):
            assert looks[words].color == ink.color
        assert {style.bgcolor for style in looks.values()} == {inks.felt.bgcolor}


async def test_more_names_than_rows_are_counted() -> None:
    many = [Line(f"Seat {n}", (0.0, float(n))) for n in range(14)]
    app = Shown("unicode", many)
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        text = "\n".join(rows(app.plot))
        assert re.findall(r"Seat (\d+)", text) == [str(n) for n in range(13, 5, -1)]
        assert "+6" in text


async def test_names_get_a_row_each_near_their_line() -> None:
    app = Shown("ascii", [Line(name, (0.0, 0.0)) for name in ("Ann", "Ben", "Cy", "Dee")])
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        told = [row.split()[-2:] for row in rows(app.plot)[-6:-2]]
        assert told == [["x", "Dee"], ["o", "Cy"], ["+", "Ben"], ["*", "Ann"]]


async def test_wide_names_leave_the_rows_in_place() -> None:
    app = Shown("unicode", [Line("山田太郎", (0, 3)), Line("Ben", (0, 1))])
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        assert all(sum(part.cell_length for part in row) == 60 for row in cells(app.plot))
        assert any("山田太郎" in row for row in rows(app.plot))


@pytest.mark.parametrize("size", [(20, 5), (12, 6), (60, 1), (1, 12), (200, 50)])
async def test_any_size_can_be_drawn(size: tuple[int, int]) -> None:
    app = Shown("unicode", RACE)
    async with app.run_test(size=(210, 60)) as pilot:
        app.plot.styles.width, app.plot.styles.height = size
        await pilot.pause()
        assert len(rows(app.plot)) == size[1]


async def test_few_rows_are_used_to_the_top() -> None:
    """A scale to 1000 would leave half of five rows empty."""
    app = Shown("ascii", RACE)
    async with app.run_test(size=(80, 30)) as pilot:
        app.plot.styles.height = 8
        await pilot.pause()
        told = [found[1] for row in rows(app.plot) if (found := re.match(r" *(\d+)\+", row))]
        assert told == ["600", "0"], "more would stand row by row"


def test_heights_are_thinned_evenly() -> None:
    assert thinned([0, 200, 400, 600], 7) == [0, 200, 400, 600]
    assert thinned([0, 200, 400, 600], 6) == [0, 600]
    assert thinned([0, 50, 100, 150, 200], 6) == [0, 100, 200]
    assert thinned([0, 50, 100], 4) == [0, 100]


async def test_ten_lines_are_told_apart() -> None:
    """There are seven inks; who comes after them has a sign as well."""
    ten = [Line(f"P{n}", (0.0, float(n))) for n in range(10)]
    app = Shown("unicode", ten)
    async with app.run_test(size=(80, 30)) as pilot:
        app.plot.styles.height = 20
        await pilot.pause()
        told = "\n".join(rows(app.plot))
        inks = [app.plot._ink(at) for at in range(10)]
        signs = [app.plot._sign(at) for at in range(10)]
    assert len(set(zip(inks, signs, strict=True))) == 10
    assert all(f"{sign} P{at}".strip() in told for at, sign in enumerate(signs))
    assert [sign == "" for sign in signs] == [True] * 7 + [False] * 3


@pytest.mark.parametrize(("height", "told"), [(7, ["100", "0"]), (8, ["100", "50", "0"])])
async def test_given_heights_stand_evenly(height: int, told: list[str]) -> None:
    app = Shown("ascii", [])
    app.plot = LinePlot("Won", [Line("Ann", (0.0, 50.0, 40.0))], ticks=(0, 50, 100))
    app.plot.glyph_set = "ascii"
    async with app.run_test(size=(80, 30)) as pilot:
        app.plot.styles.height = height
        await pilot.pause()
        at = {
            found[1]: y
            for y, row in enumerate(rows(app.plot))
            if (found := re.match(r" *(\d+)\+", row))
        }
    assert list(at) == told
    assert len({below - above for above, below in pairwise(at.values())}) == 1


async def test_no_width_is_too_small() -> None:
    """While a window is dragged to nothing, plots are drawn at every width on the way."""
    app = Shown("unicode", [Line("Ann", (0.0,)), Line("Ben", (0.0,))])
    async with app.run_test(size=(80, 30)) as pilot:
        for width in range(1, 16):
            app.plot.styles.width = width
            await pilot.pause()
            assert len(rows(app.plot)) == 12


async def test_bars_show_their_share() -> None:
    app = Shown("unicode", RACE)
    async with app.run_test(size=(80, 30)) as pilot:
        app.bars.show(("", "games", "won"), [Row("Ann", ("4",), 0.5), Row("Ben", ("12",), 1.0)])
        await pilot.pause()
        _, ann, ben = rows(app.bars)
        assert ann.count("█") == ben.count("█") // 2 == ann.count("·")
        assert ann.split()[:2] == ["Ann", "4"]


@pytest.mark.parametrize(
    ("height", "told"),
    [(50, [["games"], [], ["Ann"], [], ["Ben"]]), (30, [["games"], ["Ann"], ["Ben"]])],
)
async def test_bars_stand_apart_on_a_high_screen(height: int, told: list[list[str]]) -> None:
    app = Shown("unicode", RACE)
    shown = [Row("Ann", ("4",), 0.5), Row("Ben", ("2",), 1.0)]
    async with app.run_test(size=(80, height)) as pilot:
        app.bars.show(("", "games", ""), shown)
        await pilot.pause()
        assert [row.split()[:1] for row in rows(app.bars)] == told


async def test_bars_without_room_are_left_out_and_names_stay_whole() -> None:
    app = Shown("unicode", RACE)
    async with app.run_test(size=(80, 30)) as pilot:
        app.bars.styles.width = 36
        heads = ("", "games", "won", "points", "rate", "")
        app.bars.show(heads, [Row("AI, normal", ("12", "4", "158", "33%"), 0.3)])
        await pilot.pause()
        assert [row.split() for row in rows(app.bars)] == [
            ["games", "won", "points", "rate"], ["AI,", "normal", "12", "4", "158", "33%"],
        ]  # fmt: skip


@pytest.mark.parametrize("most", [3, 4, 6])
@pytest.mark.parametrize("values", [[0, 523], [-40, 12.5], [7, 7], []])
def test_ticks_are_few_enough(most: int, values: list[float]) -> None:
    ticks = whole_ticks(values, most)
    assert 2 <= len(ticks) <= most
    assert ticks[0] <= min(values, default=0)
    assert ticks[-1] >= max(values, default=0)


def test_plotext_waits_until_there_is_something_to_plot() -> None:
    code = (
        "import sys, uno_tui.tui.app, uno_tui.tui.screens.menu, uno_tui.tui.screens.table\n"
        "import uno_tui.tui.screens.results, uno_tui.tui.screens.records, uno_tui.tui.warm\n"
        "uno_tui.tui.warm.fetch_modules()\n"
        "print([name for name in sys.modules if 'plotext' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

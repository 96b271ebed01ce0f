"""The plots: right places for values, readable without colour, in any theme and glyph set."""

from __future__ import annotations

import itertools

import pytest
from textual.app import App, ComposeResult

from uno_tui.tui.themes import DEFAULT_THEME, load_themes
from uno_tui.tui.widgets.plot import BarTable, Frame, Line, LinePlot, Row, spread, whole_ticks


class Shown(App[None]):
    CSS = "LinePlot { height: 12; width: 60; } BarTable { width: 60; }"

    def __init__(self, glyph_set: str, lines: list[Line]) -> None:
        super().__init__()
        self.plot = LinePlot("Points", lines)
        self.plot.glyph_set = glyph_set
        self.bars = BarTable()
        self.bars.glyph_set = glyph_set
        for theme in load_themes()[0]:
            self.register_theme(theme)
        self.theme = DEFAULT_THEME

    def compose(self) -> ComposeResult:
        yield self.plot
        yield self.bars


RACE = [Line("Ann", (0, 100, 100, 520), strong=True), Line("Ben", (0, 0, 250, 250))]


async def test_each_line_ends_in_its_name_and_the_highest_ends_highest() -> None:
    app = Shown("unicode", RACE)
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        rows = app.plot.sheet.text()
        ann = next(y for y, row in enumerate(rows) if row.rstrip().endswith("Ann"))
        ben = next(y for y, row in enumerate(rows) if row.rstrip().endswith("Ben"))
        assert ann < ben
        assert any("⠀" < char <= "⣿" for char in rows[ann])
        assert "Points" in rows[0]
        assert rows[-1].split() == ["0", "1", "2", "3"]


async def test_ascii_lines_have_signs_of_their_own() -> None:
    app = Shown("ascii", RACE)
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        text = "\n".join(app.plot.sheet.text())
        assert text.isascii()
        assert "* Ann" in text
        assert "+ Ben" in text


@pytest.mark.parametrize("theme", [theme.name for theme in load_themes()[0]])
async def test_a_plot_wears_the_theme(theme: str) -> None:
    app = Shown("unicode", RACE)
    async with app.run_test(size=(80, 30)) as pilot:
        app.theme = theme
        await pilot.pause()
        looks = {segment.style for y in range(12) for segment in app.plot.sheet.strip(y)}
        assert app.plot.inks.turn in looks
        ground = app.plot.inks.felt.bgcolor
        assert all(look is not None and look.bgcolor == ground for look in looks)


async def test_more_names_than_rows_are_counted() -> None:
    many = [Line(f"Seat {n}", (0.0, float(n))) for n in range(14)]
    app = Shown("unicode", many)
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        text = "\n".join(app.plot.sheet.text())
        assert "Seat 13" in text
        assert "+5" in text


async def test_bars_show_their_share() -> None:
    app = Shown("unicode", RACE)
    async with app.run_test(size=(80, 30)) as pilot:
        app.bars.show(("", "games", "won"), [Row("Ann", ("4",), 0.5), Row("Ben", ("12",), 1.0)])
        await pilot.pause()
        _, ann, ben = app.bars.sheet.text()
        assert ann.count("█") == ben.count("█") // 2 == ann.count("·")
        assert ann.split()[:2] == ["Ann", "4"]


def test_names_get_a_row_each_near_their_line() -> None:
    assert spread([2, 2, 2], 0, 9) == [2, 3, 4]
    assert spread([8, 8, 8], 0, 9) == [6, 7, 8]
    assert spread([0, 0, 0, 0], 0, 3) == [0, 1, 2]


@pytest.mark.parametrize("most", [2, 3, 6])
def test_ticks_are_few_enough(most: int) -> None:
    ticks = whole_ticks([0, 523], most)
    assert len(ticks) <= most
    assert ticks[0] <= 0
    assert ticks[-1] >= 523


def test_the_dots_of_a_line_touch() -> None:
    frame = Frame(0, 0, 20, 6, 0, 10, 4)
    dots = list(frame.points([0, 10, 3, 3], 2, 4))
    for (x0, y0), (x1, y1) in itertools.pairwise(dots):
        assert abs(x1 - x0) <= 1
        assert abs(y1 - y0) <= 1

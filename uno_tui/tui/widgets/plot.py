"""Lines over rounds, drawn by plotext in the theme's colours.

They are told apart without colour too: each carries its name at its end, and where there is no
colour, only ASCII, or no ink left that no other line has, a sign of its own. Importing this module imports plotext, which takes its
time: a screen does it when it has something to plot.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from math import ceil, floor
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual.app import RenderResult
from textual.content import Content
from textual.reactive import reactive
from textual_plotext import PlotextPlot

from uno_tui.tui.themes import palette

LINE_INKS = ("red", "blue", "green", "purple", "orange", "cyan", "white")
"""The card styles in which lines are drawn, in order; yellow is close to what stands out."""
LINE_SIGNS = "*+ox#@%&=~"
"""What lines are drawn with where there is only ASCII or no colour."""
LEAST_COLUMNS = 4
"""With fewer beside the numbers at the left nothing is drawn."""
FRAME_IN_ASCII = str.maketrans("│┤└─┬", "|++-+")


class Line(NamedTuple):
    """One line of a plot: a value for each step, one or more."""

    name: str
    values: tuple[float, ...]
    strong: bool = False
    """Drawn on top, in the colour that stands out."""


def whole_ticks(values: Sequence[float], most: int = 6) -> list[int]:
    """At most `most` whole numbers (3 or more), a round step apart, from the lowest value or below
    to the highest or above."""
    low, high = floor(min(values, default=0)), ceil(max(values, default=0))
    high = max(high, low + 1)
    sizes = (unit * 10**power for power in count() for unit in (1, 2, 5))
    marked = (range(low // size * size, high + size, size) for size in sizes)
    return next(list(ticks) for ticks in marked if len(ticks) <= max(3, most))


def thinned(ticks: Sequence[int], rows: int) -> list[int]:
    """As many of evenly spaced `ticks` as leave a row free between two: all, the ends with the
    middle, or the ends alone. The scale stays as it is."""
    kept = [list(ticks), [ticks[0], ticks[len(ticks) // 2], ticks[-1]]]
    even = [
        some for some in kept if some[0] + some[-1] == 2 * some[len(some) // 2] or some == kept[0]
    ]
    return next((some for some in even if 2 * len(some) - 1 <= rows), [ticks[0], ticks[-1]])


class LinePlot(PlotextPlot):
    """Lines over equal steps. Ground, axes and numbers have the colours of the style sheet; only
    the lines and their names are given to plotext in colour."""

    DEFAULT_CSS = """
    LinePlot {
        height: 13; background: $uno-felt; color: $uno-muted; text-wrap: nowrap; text-overflow: clip;
        border-top: blank $uno-felt; border-title-color: $uno-muted;
    }
    """
    glyph_set: reactive[str] = reactive("unicode")

    def __init__(
        self, title: str, lines: Sequence[Line] = (), *,
        first: int = 0, ticks: Sequence[int] = (), id: str | None = None,
    ) -> None:  # fmt: skip
        """`title` stands above, `first` is the number of the first step, `ticks` are the heights
        marked at the left; without them round numbers are found."""
        super().__init__(id=id)
        self.theme = "clear"
        self.border_title = Content(title)
        self._first, self._ticks = first, list(ticks)
        self.show(lines)

    def show(self, lines: Sequence[Line]) -> None:
        """Show other lines."""
        self._lines = list(enumerate(lines))
        self.refresh()

    def render(self) -> RenderResult:
        """The picture at the widget's size."""
        self.plt.clear_figure()
        self.plt.frame(False)
        if self._lines and self.size.height > 4:
            self._draw()
        picture = super().render()
        if self.glyph_set == "ascii" and isinstance(picture, Text):
            picture.plain = picture.plain.translate(FRAME_IN_ASCII)
        return picture

    def _draw(self) -> None:
        """The axes, the lines with the strong ones on top, and room for names at the right."""
        plt, rows, first = self.plt, self.size.height - 2, self._first
        values = [value for _, line in self._lines for value in line.values]
        ticks = thinned(self._ticks or whole_ticks(values, min(6, rows)), rows)
        last = first + max(2, *(len(line.values) for _, line in self._lines)) - 1
        columns = self.size.width - 2 - max(len(str(tick)) for tick in ticks)
        if columns < LEAST_COLUMNS:
            return  # a window being dragged to nothing: plotext divides by what is left
        used = max(8, columns - 2 - max(cell_len(self._label(at)) for at, _ in self._lines))
        marked = {first, *whole_ticks([first, last], used // 5)}
        plt.xaxes(True, False)
        plt.yaxes(True, False)
        plt.xlim(first, first + (last - first) * columns / used)
        plt.ylim(ticks[0], ticks[-1])
        plt.xticks([step for step in sorted(marked) if first <= step <= last])
        plt.yticks([float(tick) for tick in ticks], [str(tick) for tick in ticks])
        for at, line in sorted(self._lines, key=lambda one: one[1].strong):
            steps = range(first, first + len(line.values))
            marker = self._sign(at) or "braille"
            plt.plot(steps, line.values, marker=marker, color=self._ink(at))
        self._draw_names(last + 2 * (last - first) / used, ticks[0], ticks[-1], rows)

    def _draw_names(self, x: float, low: float, high: float, rows: int) -> None:
        """Each name beside the end of its line, or in the next free row; from below upwards.

        Those that find no row are counted in the lowest.
        """
        ends = sorted((line.values[-1], line.strong, at) for at, line in self._lines)
        hidden = len(ends) - rows + 1 if len(ends) > rows else 0
        row = 0 if hidden else -1
        if hidden:
            self.plt.text(
                f"+{hidden}", x, low, color="default", background="default", alignment="left"
            )
        for above, (value, _, at) in enumerate(ends[hidden:], hidden + 1 - len(ends)):
            wanted = round((value - low) / (high - low) * (rows - 1))
            row = min(max(row + 1, wanted), rows - 1 + above)
            self.plt.text(
                self._label(at), x, low + row * (high - low) / (rows - 1), alignment="left",
                color=self._ink(at), background="default", style="bold",
            )  # fmt: skip

    def _sign(self, at: int) -> str:
        if self.glyph_set == "ascii" or self.app.no_color:
            return LINE_SIGNS[at % len(LINE_SIGNS)]
        return LINE_SIGNS[(at - len(LINE_INKS)) % len(LINE_SIGNS)] if at >= len(LINE_INKS) else ""

    def _label(self, at: int) -> str:
        return f"{self._sign(at)} {self._lines[at][1].name}".strip()

    def _ink(self, at: int) -> tuple[int, int, int] | int:
        """The colour of a line as plotext wants it: RGB, or a number of the terminal's own."""
        strong = self._lines[at][1].strong
        ink = "turn" if strong else f"{LINE_INKS[at % len(LINE_INKS)]}-ink"
        color = palette(self.app.theme_variables).color(ink)
        return color.rgb if color.ansi is None else color.ansi

"""Two plots that paint themselves in the theme's colours: lines over rounds, and bars of a table.

Both are readable without colour: a line carries its name at its end, and in the ASCII set a sign
of its own; a bar stands in the row of its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from textual.geometry import Size

from uno_tui.tui.themes import Palette
from uno_tui.tui.widgets.canvas import Canvas, Painted

LINE_INKS = ("red", "blue", "green", "purple", "orange", "cyan", "white")
"""The card styles in which lines are drawn, in order; yellow is close to what stands out."""
LINE_SIGNS = "*+ox#@%&=~"
"""What lines are drawn with where there is only ASCII."""
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a braille sign by row and column of its dots."""
BRAILLE = 0x2800
MOST_NAME = 16


class Line(NamedTuple):
    """One line of a plot: a value for each step."""

    name: str
    values: tuple[float, ...]
    strong: bool = False
    """Drawn on top, in the colour that stands out."""


class Row(NamedTuple):
    """One row of a table with bars: a name, columns of words, and a share from 0 to 1."""

    name: str
    columns: tuple[str, ...]
    share: float
    strong: bool = False


def whole_ticks(scores: Sequence[float], most: int = 6) -> list[int]:
    """At most `most` whole numbers (2 or more), a round step apart, from the lowest value to past
    the highest."""
    low, high = min(scores, default=0), max(scores, default=0)
    sizes = [unit * 10**power for power in range(10) for unit in (1, 2, 5)]
    for step in sizes:
        first = int(low // step) * step
        ticks = list(range(first, int(max(high, first + 1)) + step, step))
        while len(ticks) > 2 and ticks[-2] >= high:
            ticks.pop()
        if len(ticks) <= max(2, most):
            return ticks
    return [int(low), int(high) + 1]


class LinePlot(Painted):
    """Lines over equal steps. `title` stands above; `first` is the number of the first step."""

    def __init__(
        self,
        title: str,
        lines: Sequence[Line] = (),
        *,
        first: int = 0,
        ticks: Sequence[int] = (),
        id: str | None = None,
    ) -> None:
        """`ticks` are the heights marked at the left; without them round numbers are found."""
        super().__init__(id=id)
        self._title, self._lines, self._first = title, tuple(lines), first
        self._ticks = tuple(ticks)

    def show(self, lines: Sequence[Line]) -> None:
        """Show other lines."""
        self._lines = tuple(lines)
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Title, ten rows of plot, axis and numbers."""
        return 13

    def paint(self, canvas: Canvas) -> None:
        """Axes, lines, names at their ends."""
        colors = self.inks
        canvas.put(1, 0, self._title, colors.muted)
        steps = max((len(line.values) for line in self._lines), default=0)
        tall = canvas.height - 3
        if steps == 0 or tall < 2:
            return
        values = [value for line in self._lines for value in line.values]
        ticks = list(self._ticks) or whole_ticks(values, max(2, min(6, tall // 2 + 1)))
        left = max(len(str(tick)) for tick in ticks) + 2
        ends = max(cell_len(line.name[:MOST_NAME]) for line in self._lines) + 3
        frame = Frame(left, 1, canvas.width - left - ends, tall, ticks[0], ticks[-1], steps)
        if frame.width < 8:
            return
        self._paint_axes(canvas, frame, ticks)
        order = sorted(range(len(self._lines)), key=lambda at: self._lines[at].strong)
        for at in order:
            self._paint_line(canvas, frame, at)
        self._paint_names(canvas, frame)

    def _ink(self, at: int) -> Style:
        return line_ink(self.inks, at, self._lines[at].strong)

    def _paint_axes(self, canvas: Canvas, frame: Frame, ticks: Sequence[int]) -> None:
        muted, ascii_only = self.inks.muted, self.glyph_set == "ascii"
        upright, mark, corner, across, foot = "|++-+" if ascii_only else "│┤└─┬"
        x = frame.x - 1
        for y in range(frame.y, frame.y + frame.height):
            canvas.put(x, y, upright, self.inks.line)
        for tick in ticks:
            y = frame.row(tick)
            canvas.put(x - 1 - len(str(tick)), y, str(tick), muted)
            canvas.put(x, y, mark, self.inks.line)
        y = frame.y + frame.height
        canvas.put(x, y, corner + across * frame.width, self.inks.line)
        free = 0
        for step in self._marked_steps(frame):
            label = str(step + self._first)
            at = frame.column(step)
            start = min(max(free, at - len(label) // 2), canvas.width - len(label))
            canvas.put(at, y, foot, self.inks.line)
            canvas.put(start, y + 1, label, muted)
            free = start + len(label) + 1

    def _marked_steps(self, frame: Frame) -> Iterator[int]:
        """The steps with a number below the axis: as many as there is room for, evenly."""
        room = max(2, frame.width // 5)
        by = next(n for n in (1, 2, 5, 10, 20, 50, 100, 10**9) if (frame.steps - 1) / n < room)
        yield from range(0, frame.steps, by)

    def _paint_line(self, canvas: Canvas, frame: Frame, at: int) -> None:
        style = self._ink(at)
        if self.glyph_set == "ascii":
            sign = LINE_SIGNS[at % len(LINE_SIGNS)]
            for x, y in frame.points(self._lines[at].values, 1, 1):
                canvas.put(frame.x + x, frame.y + y, sign, style)
            return
        cells: dict[tuple[int, int], int] = {}
        for x, y in frame.points(self._lines[at].values, 2, 4):
            cell = (x // 2, y // 4)
            cells[cell] = cells.get(cell, 0) | DOTS[y % 4][x % 2]
        for (x, y), bits in cells.items():
            canvas.put(frame.x + x, frame.y + y, chr(BRAILLE + bits), style)

    def _paint_names(self, canvas: Canvas, frame: Frame) -> None:
        """Each name beside the end of its line; what lies too close moves to a free row."""
        ended = [at for at, line in enumerate(self._lines) if line.values]
        ended.sort(key=lambda at: (-self._lines[at].values[-1], not self._lines[at].strong))
        rows = spread(
            [frame.row(self._lines[at].values[-1]) for at in ended],
            frame.y,
            frame.y + frame.height + 1,
        )
        x = frame.x + frame.width + 1
        for place, (at, y) in enumerate(zip(ended, rows, strict=False), 1):
            if place == len(rows) < len(ended):
                canvas.put(x, y, f"+{len(ended) - place + 1}", self.inks.muted)
                break
            sign = LINE_SIGNS[at % len(LINE_SIGNS)] if self.glyph_set == "ascii" else ""
            name = set_cell_size(self._lines[at].name, MOST_NAME).rstrip()
            canvas.put(x, y, f"{sign} {name}".strip(), self._ink(at))


class Frame(NamedTuple):
    """The inner rectangle of a plot, and the values at its lower and upper edge."""

    x: int
    y: int
    width: int
    height: int
    low: float
    high: float
    steps: int

    def row(self, value: float) -> int:
        """The row of a value."""
        return self.y + round((self.height - 1) * (1 - self._part(value)))

    def column(self, step: int) -> int:
        """The column of a step."""
        return self.x + round((self.width - 1) * step / max(1, self.steps - 1))

    def points(
        self, values: Sequence[float], fine_x: int, fine_y: int
    ) -> Iterator[tuple[int, int]]:
        """The dots of a line, `fine_x` by `fine_y` of them in each cell; from the upper left."""
        wide, high = self.width * fine_x - 1, self.height * fine_y - 1
        spots = [
            (round(wide * step / max(1, self.steps - 1)), round(high * (1 - self._part(value))))
            for step, value in enumerate(values)
        ]
        if len(spots) == 1:
            yield spots[0]
        for (x0, y0), (x1, y1) in pairwise(spots):
            count = max(abs(x1 - x0), abs(y1 - y0), 1)
            for part in range(count + 1):
                yield (
                    x0 + round((x1 - x0) * part / count),
                    y0 + round((y1 - y0) * part / count),
                )

    def _part(self, value: float) -> float:
        return (value - self.low) / ((self.high - self.low) or 1)


def spread(wanted: Sequence[int], first: int, end: int) -> list[int]:
    """Rows for names, from `first` up to before `end`, each its own, as near as can be to what
    is wanted; `wanted` grows downward. Shorter where there are fewer rows than names."""
    wanted = wanted[: end - first]
    rows: list[int] = []
    for at, row in enumerate(wanted):
        least = rows[-1] + 1 if rows else first
        most = end - (len(wanted) - at)
        rows.append(min(max(row, least), most))
    return rows


def line_ink(inks: Palette, at: int, strong: bool) -> Style:
    """The style of line number `at`; a strong one has the colour that stands out."""
    return inks.turn if strong else inks.color_ink(LINE_INKS[at % len(LINE_INKS)])


class BarTable(Painted):
    """Rows of a name, a few columns, and a bar for a share."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._heads: tuple[str, ...] = ()
        self._rows: tuple[Row, ...] = ()

    def show(self, heads: Sequence[str], rows: Sequence[Row]) -> None:
        """Show these rows; `heads` are the titles of name, columns and bar."""
        self._heads, self._rows = tuple(heads), tuple(rows)
        self.refresh(layout=True)
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Titles and rows."""
        return len(self._rows) + 1 if self._rows else 0

    def paint(self, canvas: Canvas) -> None:
        """Names at the left, numbers flush right in their columns, bars in what is left."""
        if not self._rows:
            return
        colors = self.inks
        first = max(cell_len(self._heads[0]), *(cell_len(row.name) for row in self._rows))
        widths = [
            max(len(head), *(len(row.columns[at]) for row in self._rows)) + 2
            for at, head in enumerate(self._heads[1:-1])
        ]
        first = min(first, max(6, canvas.width - sum(widths)))
        start = first + sum(widths) + 2
        self._paint_row(canvas, 0, self._heads[0], self._heads[1:-1], (first, widths), colors.muted)
        wide = canvas.width - start
        if wide >= 8:
            canvas.put(start, 0, self._heads[-1], colors.muted)
        for y, row in enumerate(self._rows, 1):
            style = colors.turn if row.strong else colors.text
            self._paint_row(canvas, y, row.name, row.columns, (first, widths), style)
            if wide >= 8:
                filled = round(wide * min(1.0, max(0.0, row.share)))
                ink = colors.turn if row.strong else colors.good
                canvas.put(start, y, self.signs["bar"] * filled, ink)
                canvas.put(start + filled, y, self.signs["dot"] * (wide - filled), colors.line)

    def _paint_row(
        self, canvas: Canvas, y: int, name: str, columns: Sequence[str],
        places: tuple[int, Sequence[int]], style: Style,
    ) -> None:  # fmt: skip
        x, widths = places
        canvas.put(0, y, set_cell_size(name, x), style)
        for width, words in zip(widths, columns, strict=True):
            canvas.put(x, y, f"{words:>{width}}", style)
            x += width

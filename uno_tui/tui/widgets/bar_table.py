"""A table whose rows end in a bar: names, numbers, a share. Laid out by rich."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.table import Table
from rich.text import Text
from textual.app import RenderResult
from textual.reactive import reactive
from textual.widget import Widget

from uno_tui.tui import glyphs
from uno_tui.tui.themes import palette

HIGH = 40
"""Rows of a screen from which on an empty one stands between two rows."""
ROOMY, LEAST_BAR = 60, 6
"""Cells from which columns stand well apart, and below which a bar says nothing."""


class Row(NamedTuple):
    """One row of a table with bars: a name, columns of words, and a share from 0 to 1."""

    name: str
    columns: tuple[str, ...]
    share: float
    strong: bool = False


class Bar(NamedTuple):
    """A bar as wide as its column of a rich table: a share from 0 to 1 of `full`, then `empty`."""

    share: float
    full: Text
    empty: Text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """The two parts."""
        filled = round(options.max_width * min(1.0, max(0.0, self.share)))
        yield Text("").join([self.full] * filled + [self.empty] * (options.max_width - filled))


class BarTable(Widget):
    """Rows of a name, a few columns, and a bar for a share."""

    DEFAULT_CSS = "BarTable { height: auto; background: $uno-felt; }"
    glyph_set: reactive[str] = reactive("unicode")
    _heads: tuple[str, ...] = ()
    _rows: tuple[Row, ...] = ()

    def show(self, heads: Sequence[str], rows: Sequence[Row]) -> None:
        """Show these rows; `heads` are the titles of name, columns and bar."""
        self._heads, self._rows = tuple(heads), tuple(rows)
        self.display = bool(rows)
        self.refresh(layout=True)

    def render(self) -> RenderResult:
        """The table, in the inks of the theme in force."""
        inks, signs = palette(self.app.theme_variables), glyphs.glyphs(self.glyph_set).signs
        gap = 2 if self.size.width >= ROOMY else 1
        apart = 1 if self.app.size.height >= HIGH else 0
        table = Table(
            box=None,
            expand=True,
            pad_edge=False,
            padding=(0, gap, apart, 0),
            header_style=inks.muted,
        )
        bars = self.size.width - self._words(gap) >= LEAST_BAR
        for at, head in enumerate(self._heads if bars else self._heads[:-1]):
            last = at == len(self._heads) - 1
            table.add_column(
                head, justify="right" if at > 0 and not last else "left",
                ratio=1 if last else None, no_wrap=at > 0, overflow="fold",
            )  # fmt: skip
        for row in self._rows:
            style, ink = (inks.turn, inks.turn) if row.strong else (inks.text, inks.good)
            bar = Bar(row.share, Text(signs["bar"], ink), Text(signs["dot"], inks.line))
            table.add_row(Text(row.name), *row.columns, *([bar] if bars else []), style=style)
        return table

    def _words(self, gap: int) -> int:
        """Cells that everything but the bars needs, with `gap` after each column."""
        lines = [self._heads[:-1], *((row.name, *row.columns) for row in self._rows)]
        return sum(max(map(cell_len, column)) + gap for column in zip(*lines, strict=True))

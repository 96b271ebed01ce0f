"""A table whose rows end in a bar: names, numbers, a share. Laid out by rich."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.console import Console, ConsoleOptions
from rich.table import Table
from rich.text import Text
from textual.app import RenderResult
from textual.reactive import reactive
from textual.widget import Widget

from uno_tui.tui import glyphs
from uno_tui.tui.themes import palette


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
        table = Table(
            box=None, expand=True, pad_edge=False, padding=(0, 2, 0, 0), header_style=inks.muted
        )
        for at, head in enumerate(self._heads):
            last = at == len(self._heads) - 1
            table.add_column(
                head, justify="right" if at > 0 and not last else "left",
                ratio=1 if last else None, no_wrap=at > 0, overflow="fold",
            )  # fmt: skip
        for row in self._rows:
            style, ink = (inks.turn, inks.turn) if row.strong else (inks.text, inks.good)
            bar = Bar(row.share, Text(signs["bar"], ink), Text(signs["dot"], inks.line))
            table.add_row(Text(row.name), *row.columns, bar, style=style)
        return table

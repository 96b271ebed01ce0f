"""The least a Textual app can do: what our frames and our start are measured against.

python benchmarks/bare_app.py shell    a header and a footer; Enter pushes one screen
python benchmarks/bare_app.py cells    one widget as large as the terminal, drawn line by
                                       line; a cell of it is lit, arrow keys move it
"""

from __future__ import annotations

import sys
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Footer, Header, Static

PLAIN = Style.parse("white on rgb(20,60,40)")
LIT = Style.parse("black on rgb(240,220,90)")


class Cells(Widget, can_focus=True):
    """A field of letters, one of them lit."""

    DEFAULT_CSS = "Cells { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.at = 0

    def render_line(self, y: int) -> Strip:
        """Line `y` of the field."""
        width = self.size.width
        row, column = divmod(self.at, max(width, 1))
        text = "".join(chr(97 + (x + y) % 26) for x in range(width))
        if y != row:
            return Strip([Segment(text, PLAIN)], width)
        parts = [
            Segment(text[:column], PLAIN),
            Segment(text[column : column + 1], LIT),
            Segment(text[column + 1 :], PLAIN),
        ]
        return Strip(parts, width)

    def action_move(self, step: int) -> None:
        """Light the next or the previous cell."""
        width, height = self.size
        before = self.at
        self.at = (self.at + step) % max(width * height, 1)
        for place in (before, self.at):
            row, column = divmod(place, max(width, 1))
            self.refresh(Region(column, row, 1, 1))


class Pushed(Screen[None]):
    """The screen that Enter pushes."""

    def compose(self) -> ComposeResult:
        """A header, a line and a footer."""
        yield Header()
        yield Static("pushed-screen")
        yield Footer()


class Shell(App[None]):
    """A header and a footer."""

    TITLE = "bare-header"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", "bare-footer"),
        Binding("q", "quit", "Quit"),
    ]

    def compose(self) -> ComposeResult:
        """Nothing but the two bars."""
        yield Header()
        yield Footer()

    def action_go(self) -> None:
        """Push one screen."""
        self.push_screen(Pushed())


class CellsApp(App[None]):
    """Nothing but the field of cells."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "quit", show=False)]

    def compose(self) -> ComposeResult:
        """The field, as large as the terminal."""
        yield Cells()


if __name__ == "__main__":
    (CellsApp if sys.argv[1:] == ["cells"] else Shell)().run()

"""The small parts of the replay viewer: all hands at once, the track, the question for a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.cells import set_cell_size
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input, Static

from uno_tui.tui import glyphs
from uno_tui.tui.screens.base import OwnDialog
from uno_tui.tui.widgets.canvas import Canvas, Painted
from uno_tui.tui.widgets.hint_line import HintLine

if TYPE_CHECKING:
    from uno_tui.engine.view import View

NAME_WIDTH = 14
ROOMY = (100, 36)
"""Cells of a row from which on hands stand in the middle, and rows of a screen from which on they
stand apart."""


class OpenHands(Painted):
    """All hands at once, a seat a row, each card as a chip."""

    hands: reactive[tuple[tuple[int, ...], ...]] = reactive((), repaint=False)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._view: View | None = None

    def show(self, view: View, hands: tuple[tuple[int, ...], ...]) -> None:
        """Show these hands, by seat."""
        grown = len(hands) != len(self.hands)
        self._view = view
        self.set_reactive(OpenHands.hands, hands)
        if grown:
            self.refresh(layout=True)
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A row a seat, and one between them on a high screen."""
        return max(0, len(self.hands) * self._step - self._step + 1)

    @property
    def _step(self) -> int:
        return 2 if self.app.size.height >= ROOMY[1] else 1

    def paint(self, canvas: Canvas) -> None:
        """Names and chips; the seats asked stand out."""
        view = self._view
        if view is None:
            return
        faces = glyphs.faces(view.tables.kinds, view.tables.colors, self.glyph_set)
        longest = NAME_WIDTH + max(
            (sum(len(glyphs.chip(faces[card])) + 1 for card in hand) for hand in self.hands),
            default=0,
        )
        left = max(0, (canvas.width - longest) // 2) if canvas.width >= ROOMY[0] else 0
        for seat, hand in enumerate(self.hands):
            y = seat * self._step
            style = self.inks.bold if seat not in view.asked else self.inks.turn
            canvas.put(left, y, set_cell_size(view.names[seat], NAME_WIDTH - 1), style)
            x = left + NAME_WIDTH
            for number, card in enumerate(sorted(hand)):
                chip = glyphs.chip(faces[card])
                if x + len(chip) + 4 > canvas.width and number < len(hand) - 1:
                    canvas.put(x, y, f"+{len(hand) - number}", self.inks.muted)
                    break
                canvas.put(x, y, chip, self.inks.card(faces[card].style).body)
                x += len(chip) + 1


class Track(Static):
    """The line along which the replay runs; a click goes there."""

    @dataclass
    class Picked(Message):
        """Somebody pointed at a part of the match, 0 to 1."""

        part: float

    long = 1
    """How many cells the line has."""

    def on_click(self, event: events.Click) -> None:
        """Go to where the pointer is."""
        event.stop()
        x = event.x - self.styles.padding.left
        if 0 <= x < self.long:
            self.post_message(self.Picked(x / max(1, self.long - 1)))


class JumpTo(OwnDialog[int | None]):
    """Asks for the number of a turn."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def body(self) -> ComposeResult:
        """One field."""
        with Vertical(id="box"):
            yield Static(f"Go to which turn? 1 to {self.most}", markup=False)
            yield Input(type="integer", max_length=7, id="turn")
            yield HintLine("Enter go · Esc back", ascii_only=self.app.has_class("-ascii"))

    @on(Input.Submitted)
    def _answered(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip()
        self.dismiss(int(text) if text.isdigit() else None)

    def action_leave(self) -> None:
        """Stay."""
        self.dismiss(None)

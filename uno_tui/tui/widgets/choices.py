"""A short list of choices with a cursor: arrows and Enter, a key for each, or the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive

from uno_tui.tui.widgets.canvas import Canvas, Painted, cut


class Choice(NamedTuple):
    """One choice: its key, its words, and the card colour it is shown in ("" = none)."""

    key: str
    label: str
    style: str = ""
    note: str = ""


class Choices(Painted, can_focus=True):
    """Choices below each other, or side by side as coloured fields."""

    DEFAULT_CSS = """
    Choices { height: auto; width: 1fr; background: $uno-felt; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,left,shift+tab", "move(-1)", "Previous", show=False, id="choices.previous"),
        Binding("down,right,tab", "move(1)", "Next", show=False, id="choices.next"),
        Binding("enter,space", "take", "Choose", show=False, id="choices.take"),
    ]

    cursor: reactive[int] = reactive(0, repaint=False)

    @dataclass
    class Taken(Message):
        """The choice with this index was taken."""

        index: int

    def __init__(
        self,
        choices: Sequence[Choice],
        *,
        fields: bool = False,
        at: int = 0,
        click_takes: bool = True,
        id: str | None = None,
    ) -> None:
        """`at` is where the cursor stands; without `click_takes` a click only moves it."""
        super().__init__(id=id)
        self.choices = tuple(choices)
        self.fields = fields
        self._click_takes = click_takes
        self.set_reactive(Choices.cursor, at)

    def validate_cursor(self, cursor: int) -> int:
        """Round and round."""
        return cursor % len(self.choices) if self.choices else 0

    def watch_cursor(self) -> None:
        """Show the new cursor."""
        self.repaint()

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        self.cursor += by

    def action_take(self) -> None:
        """Take the choice under the cursor."""
        if self.choices:
            self.post_message(self.Taken(self.cursor))

    def on_key(self, event: events.Key) -> None:
        """The key of a choice takes it at once."""
        for index, choice in enumerate(self.choices):
            if (
                choice.key
                and event.character
                and event.character.casefold() == choice.key.casefold()
            ):
                event.stop()
                self.cursor = index
                self.post_message(self.Taken(index))
                return

    def on_click(self, event: events.Click) -> None:
        """A click takes a choice, or moves the cursor there."""
        spot = self.spot_at(event.get_content_offset(self) or event.offset)
        if spot:
            event.stop()
            self.cursor = spot[1]
            if self._click_takes:
                self.post_message(self.Taken(spot[1]))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Five rows for fields, else one row each."""
        return 5 if self.fields else len(self.choices)

    def paint(self, canvas: Canvas) -> None:
        """Rows or fields."""
        if self.fields:
            self._paint_fields(canvas)
            return
        for y, choice in enumerate(self.choices):
            here = y == self.cursor
            style = self.inks.button if here else self.inks.text
            mark = self.signs["cursor"] if here else " "
            text = f"{mark} {choice.key:>2}  {choice.label}"
            note = choice.note
            room = canvas.width - (cell_len(note) + 2 if note else 0)
            text = cut(text, room, self.signs["more"])
            canvas.put(0, y, set_cell_size(text, canvas.width), style)
            if note:
                canvas.put(canvas.width - cell_len(note) - 1, y, note, style)
            canvas.spot(Region(0, y, canvas.width, 1), "choice", y)

    def _paint_fields(self, canvas: Canvas) -> None:
        count = max(1, len(self.choices))
        wide = min(14, canvas.width // count - 1)
        x = (canvas.width - (wide + 1) * count + 1) // 2
        for index, choice in enumerate(self.choices):
            here = index == self.cursor
            styles = self.inks.card(choice.style, "cursor" if here else "bright")
            canvas.fill(Region(x, 0, wide, 5), styles.body)
            canvas.box(
                Region(x, 0, wide, 5), styles.edge, self.edges["cursor" if here else "plain"]
            )
            for dy, text in ((1, choice.note), (2, choice.label), (3, choice.key)):
                text = set_cell_size(text, min(wide - 2, cell_len(text)))
                canvas.put(x + (wide - cell_len(text)) // 2, dy, text, styles.corner)
            canvas.spot(Region(x, 0, wide, 5), "choice", index)
            x += wide + 1

"""In which order to lay the cards of a colour: the last one's effect counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from uno_tui.tui.dialogs.ask import GRAND
from uno_tui.tui.dialogs.question import Question
from uno_tui.tui.widgets.choices import Choice, Choices
from uno_tui.tui.widgets.hint_line import HintLine


class LayOrder(Question[tuple[int, ...] | None]):
    """Puts cards in order, the first one fixed; gives the kinds in the order chosen."""

    DEFAULT_CSS = """
    LayOrder { align: center middle; }
    LayOrder > Vertical {
        width: 60; max-width: 96%; height: auto; max-height: 96%;
        background: $uno-felt; color: $uno-text; border: round $uno-turn; padding: 0 1;
        border-title-color: $uno-turn; border-title-style: bold;
    }
    LayOrder.-narrow > Vertical { width: 100%; max-width: 100%; }
    LayOrder.-medium > Vertical { width: 50; max-width: 100%; margin: 0 30 0 0; }
    LayOrder.-wide > Vertical { width: 62; max-width: 100%; margin: 0 38 0 0; }
    LayOrder.-huge > Vertical { margin: 0 42 0 0; }
    LayOrder.-grand { align: center bottom; }
    LayOrder.-wide.-grand > Vertical { margin: 0 38 17 0; }
    LayOrder.-huge.-grand > Vertical { margin: 0 42 17 0; }
    LayOrder Static { height: auto; margin-bottom: 1; }
    LayOrder .hint { height: 1; color: $uno-muted; margin: 1 0 0 0; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Back", show=False, id="order.close"),
        Binding("shift+up,k", "shift(-1)", "Earlier", show=False, id="order.earlier"),
        Binding("shift+down,j", "shift(1)", "Later", show=False, id="order.later"),
        Binding("x", "last", "To the end", show=False, id="order.last"),
    ]

    def __init__(
        self, cards: Sequence[int], names: Sequence[str], *, glyph_set: str = "unicode"
    ) -> None:
        super().__init__()
        self._cards = list(cards)
        self._names = names
        self._glyph_set = glyph_set

    def body(self) -> ComposeResult:
        """The list and how to change it."""
        with Vertical() as box:
            box.border_title = Content("Lay the whole colour")
            yield Static(
                "From top to bottom; only the last card's effect is carried out.", markup=False
            )
            choices = Choices(self._rows(), click_takes=False)
            choices.glyph_set = self._glyph_set
            yield choices
            yield HintLine(
                "k earlier · j later · x last · Enter lay · Esc",
                ascii_only=self._glyph_set == "ascii",
            )

    def on_mount(self) -> None:
        """Keys go to the list; one taken away while it opens has none any more."""
        for choices in self.query(Choices):
            choices.focus()

    def on_resize(self, event: events.Resize) -> None:
        """On a large table the hand is taller, and there is room above it."""
        self.set_class(event.size.height >= GRAND, "-grand")

    def action_shift(self, by: int) -> None:
        """Move the card under the cursor; the first stays first, it is the one that was chosen."""
        choices = self.query_one(Choices)
        at, to = choices.cursor, choices.cursor + by
        if at < 1 or not 1 <= to < len(self._cards):
            return
        self._cards[at], self._cards[to] = self._cards[to], self._cards[at]
        self._show(to)

    def action_last(self) -> None:
        """Move the card under the cursor to the end."""
        at = self.query_one(Choices).cursor
        if at >= 1:
            self._cards.append(self._cards.pop(at))
            self._show(len(self._cards) - 1)

    def action_close(self) -> None:
        """Lay nothing."""
        self.dismiss(None)

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Enter lays them; a click only moves the cursor."""
        message.stop()
        self.dismiss(tuple(self._cards))

    def _show(self, cursor: int) -> None:
        choices = self.query_one(Choices)
        choices.choices = tuple(self._rows())
        choices.cursor = cursor
        choices.repaint()

    def _rows(self) -> list[Choice]:
        return [Choice(str(at + 1), self._names[kind]) for at, kind in enumerate(self._cards)]

"""Typed questions over the table: a colour, a seat, a yes or no, a challenge, one of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from uno_tui.cards import Color, counted
from uno_tui.tui import glyphs
from uno_tui.tui.dialogs.question import Question
from uno_tui.tui.text import for_glyphs
from uno_tui.tui.widgets.choices import Choice, Choices

GRAND = 36
"""Rows from which the table shows its largest cards."""
VAST = 46
"""Rows from which a long question has room around it in the middle."""
SHORT = 4
"""The most choices of a question that leaves the hand uncovered."""


class Ask(Question[int | None]):
    """A question with choices; gives the index of the one taken, None when closed unanswered.

    `words` is told above the choices. With `may_close` false Escape does nothing.
    """

    DEFAULT_CSS = """
    Ask { align: center bottom; }
    Ask > Vertical {
        margin: 0 0 9 0;
        width: 64; max-width: 96%; height: auto; max-height: 96%;
        background: $uno-felt; color: $uno-text; border: round $uno-turn; padding: 0 1;
        border-title-color: $uno-turn; border-title-style: bold; border-subtitle-color: $uno-muted;
    }
    Ask.-mid > Vertical { margin: 0 0 12 0; }
    Ask.-tall > Vertical { margin: 0 0 14 0; }
    Ask.-grand > Vertical { margin: 0 0 17 0; }
    Ask.-long { align: center middle; }
    Ask.-long > Vertical { margin: 0; }
    Ask.-narrow > Vertical { width: 100%; max-width: 100%; }
    Ask Static { height: auto; margin-bottom: 1; }
    Ask.-beside.-medium > Vertical { width: 50; margin: 0 30 9 0; }
    Ask.-beside.-wide > Vertical { width: 62; margin: 0 38 9 0; }
    Ask.-beside.-huge > Vertical { margin: 0 42 9 0; }
    Ask.-beside.-medium.-mid > Vertical { margin: 0 30 12 0; }
    Ask.-beside.-wide.-mid > Vertical { margin: 0 38 12 0; }
    Ask.-beside.-huge.-mid > Vertical { margin: 0 42 12 0; }
    Ask.-beside.-medium.-tall > Vertical { margin: 0 30 14 0; }
    Ask.-beside.-wide.-tall > Vertical { margin: 0 38 14 0; }
    Ask.-beside.-huge.-tall > Vertical { margin: 0 42 14 0; }
    Ask.-beside.-medium.-grand > Vertical { margin: 0 30 17 0; }
    Ask.-beside.-wide.-grand > Vertical { margin: 0 38 17 0; }
    Ask.-beside.-huge.-grand > Vertical { margin: 0 42 17 0; }
    Ask.-beside.-medium Static { margin-bottom: 0; }
    Ask.-beside.-medium.-long > Vertical { width: 46; max-width: 100%; margin: 0 34 0 0; }
    Ask.-beside.-wide.-long > Vertical { max-width: 100%; margin: 0 38 0 0; }
    Ask.-beside.-huge.-long > Vertical { margin: 0 42 0 0; }
    Ask.-long.-grand { align: center bottom; }
    Ask.-beside.-wide.-long.-grand > Vertical { margin: 0 38 17 0; }
    Ask.-beside.-huge.-long.-grand > Vertical { margin: 0 42 17 0; }
    Ask.-long.-vast { align: center middle; }
    Ask.-beside.-wide.-long.-vast > Vertical { margin: 0 38 0 0; }
    Ask.-beside.-huge.-long.-vast > Vertical { margin: 0 42 0 0; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Back to the table", show=False, id="ask.close"),
    ]

    def __init__(
        self,
        title: str,
        words: Content | str,
        choices: Sequence[Choice],
        *,
        fields: bool = False,
        at: int = 0,
        may_close: bool = True,
        glyph_set: str = "unicode",
    ) -> None:
        super().__init__()
        self._heading = title
        self._words = Content(words) if isinstance(words, str) else words
        self._choices = choices
        self._fields = fields
        self._start = at
        self._may_close = may_close
        self._glyph_set = glyph_set
        # A short question stands over the middle of the table, so that the hand stays in sight.
        self.set_class(len(choices) > SHORT or len(self._words.plain) > 240, "-long")

    def body(self) -> ComposeResult:
        """The words, the choices and, on the frame, how to answer."""
        close = " · Esc back" if self._may_close else ""
        hint = for_glyphs(Content(f"Enter, a key or a click{close}"), self._glyph_set)
        with Vertical() as box:
            box.border_title, box.border_subtitle = Content(self._heading), hint
            if self._words:
                yield Static(for_glyphs(self._words, self._glyph_set))
            choices = Choices(self._choices, fields=self._fields, at=self._start)
            choices.glyph_set = self._glyph_set
            yield choices

    def on_mount(self) -> None:
        """Answer at once by key. A question taken away while it opens has no choices any more."""
        for choices in self.query(Choices):
            choices.focus()

    def on_resize(self, event: events.Resize) -> None:
        """On a large table the hand is taller."""
        self.set_class(event.size.height >= GRAND, "-grand")
        self.set_class(event.size.height >= VAST, "-vast")

    def beside_log(self) -> None:
        """Over a table: leave the log at the right in sight, where the question is not too wide."""
        self.set_class(not self._fields or len(self._choices) <= SHORT, "-beside")

    def on_click(self, event: events.Click) -> None:
        """A click beside the question, or on the frame that says so, closes it like Escape.

        The second of a double click does not: the first has just put the question there.
        """
        inside = self.query_one(Vertical).region.shrink((0, 0, 1, 0))
        if event.chain == 1 and not inside.contains(*event.screen_offset):
            self.action_close()

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """An answer."""
        message.stop()
        self.dismiss(message.index)

    def action_close(self) -> None:
        """Close without an answer, where that is allowed."""
        if self._may_close:
            self.dismiss(None)


class AskColor(Ask):
    """Which colour? The index is the colour's."""

    def __init__(
        self,
        colors: Sequence[Color],
        words: Content | str = "",
        held: Sequence[int] = (),
        *,
        title: str = "Name a colour",
        may_close: bool = True,
        glyph_set: str = "unicode",
    ) -> None:
        choices = [
            Choice(
                color.letter.lower(),
                color.name,
                color.style,
                f"{glyphs.shape_of(color, glyph_set)} {held[at]} held" if held else "",
            )
            for at, color in enumerate(colors)
        ]
        best = max(range(len(colors)), key=lambda at: held[at]) if held else 0
        super().__init__(
            title, words, choices, fields=True, at=best, may_close=may_close,
            glyph_set=glyph_set,
        )  # fmt: skip


class AskSeat(Ask):
    """Which seat? The index is into `seats`; the digit of a seat chooses it."""

    def __init__(
        self,
        title: str,
        words: Content | str,
        seats: Sequence[tuple[int, str, int]],
        *,
        nobody: str = "",
        glyph_set: str = "unicode",
    ) -> None:
        choices = [
            Choice(str((seat + 1) % 10), name, note=counted(cards, "card"))
            for seat, name, cards in seats
        ]
        if nobody:
            choices.append(Choice("n", nobody))
        super().__init__(title, words, choices, glyph_set=glyph_set)


class Confirm(Ask):
    """Yes (index 0) or no (index 1)."""

    def __init__(
        self, title: str, words: Content | str, yes: str, no: str, *, glyph_set: str = "unicode"
    ) -> None:
        choices = [Choice("y", yes), Choice("n", no)]
        super().__init__(title, words, choices, at=1, glyph_set=glyph_set)


class AskChallenge(Ask):
    """Accept the draw (index 0), challenge it (1) or look for an answer in hand (2)."""

    def __init__(
        self,
        words: Content | str,
        accept: str,
        challenge: str,
        *,
        answer: bool,
        glyph_set: str = "unicode",
    ) -> None:
        choices = [Choice("a", accept), Choice("x", challenge)]
        if answer:
            choices.append(Choice("l", "lay an answer from the hand"))
        super().__init__("Challenge?", words, choices, glyph_set=glyph_set)

"""Single rows of words: the status above the table, whose turn it is, and why something is so."""

from __future__ import annotations

from textual.app import RenderResult
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style

from uno_tui.tui.text import for_glyphs
from uno_tui.tui.widgets.straight import Straight


class WordLine(Straight):
    """One row with words at the left and at the right; what does not fit is cut off.

    Where a style sheet gives it more rows, the words at the left are wrapped.
    """

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    WordLine { height: 1; background: $uno-felt; color: $uno-text; }
    WordLine.-bar { background: $uno-bar; }
    WordLine.-quiet { color: $uno-muted; }
    WordLine.-loud { color: $uno-turn; text-style: bold; }
    """

    left: reactive[Content] = reactive(Content(""))
    right: reactive[Content] = reactive(Content(""))
    glyph_set: reactive[str] = reactive("unicode")

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._said: dict[tuple[Content, Content, Size, int, str, Style], Strip] = {}

    def say(self, left: Content | str, right: Content | str = "") -> None:
        """Show these words; plain strings are taken literally."""
        self.left = Content(left) if isinstance(left, str) else left
        self.right = Content(right) if isinstance(right, str) else right

    def render(self) -> RenderResult:
        """Both parts in one row; the right one gives way, entry by entry from its start. In more
        rows the left one is wrapped."""
        room = self.size.width - 2
        if self.size.height > 1:
            rows = self.left.wrap(room)
            full = [Content.assemble(" ", row, " " * (room + 1 - row.cell_length)) for row in rows]
            full += [Content(" " * self.size.width)] * (self.size.height - len(full))
            return for_glyphs(Content("\n").join(full), self.glyph_set)
        left = self.left.truncate(room, ellipsis=True)
        right = self.right
        while right and left.cell_length + 2 + right.cell_length > room:
            first = right.plain.find(BETWEEN)
            right = right[first + len(BETWEEN) :] if first >= 0 else Content("")
        gap = room - left.cell_length - right.cell_length
        words = Content.assemble(" ", left, " " * max(0, gap), right, " ")
        return for_glyphs(words, self.glyph_set)

    def render_line(self, y: int) -> Strip:
        """A row; what was said lately is remembered, for the cursor goes to and fro."""
        key = (self.left, self.right, self.size, y, self.glyph_set, self.visual_style)
        strip = self._said.get(key)
        if strip is None:
            if len(self._said) >= REMEMBERED:
                self._said.clear()
            strip = self._said[key] = super().render_line(y)
        return strip

    def notify_style_update(self) -> None:
        """Another theme: other colours."""
        super().notify_style_update()
        self._said.clear()


REMEMBERED = 64
BETWEEN = " · "
"""What stands between the entries of the words at the right."""

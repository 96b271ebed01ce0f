"""Everything that happened, in words: scrolls, wraps, and can be searched."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style
from textual.visual import Visual

MOST_ENTRIES = 5000
MOST_WRAPPED = 100
"""Entries whose drawn lines are kept; a long evening has thousands, and lines are heavy."""


class EventLog(ScrollView, can_focus=True):
    """A log of entries, the newest at the bottom. `find` lights up what is searched for."""

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    EventLog {
        background: $uno-felt; color: $uno-text; height: 1fr;
        scrollbar-size-vertical: 1; overflow-x: hidden;
        scrollbar-background: $uno-felt; scrollbar-color: $uno-line;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "Search the log", show=False, id="log.search"),
        Binding("n", "next(1)", "Next find", show=False, id="log.next"),
        Binding("N", "next(-1)", "Previous find", show=False, id="log.previous"),
    ]

    def __init__(self, *, id: str | None = None, can_focus: bool = True) -> None:
        super().__init__(id=id)
        self.can_focus = can_focus
        self._entries: list[Content] = []
        self._starts: list[int] = []
        """The line at which each entry begins."""
        self._height = 0
        """How many lines all entries take at this width."""
        self._wrapped: dict[int, list[Strip]] = {}
        self._width = 0
        self._needle = ""
        self._found: list[int] = []
        self._at = -1
        self._follow = True
        """Whether new entries scroll into sight: until somebody scrolls back."""

    @property
    def entries(self) -> Sequence[Content]:
        """All entries, the oldest first."""
        return self._entries

    def add(self, entries: Iterable[Content]) -> None:
        """Append entries; stays at the bottom when it was there."""
        new = list(entries)
        if not new:
            return
        self._entries += new
        if len(self._entries) > MOST_ENTRIES:
            # Many at once: wrapping what is left takes a moment.
            self._entries = self._entries[-MOST_ENTRIES * 4 // 5 :]
            self._lay_out()
        else:
            self._append(new)
        self._resize_virtual()
        if self._follow:
            self.scroll_end(animate=False, force=True)
        self.refresh()

    def replace(self, entries: Iterable[Content]) -> None:
        """Show other entries, for instance those of another viewer."""
        self._entries = list(entries)[-MOST_ENTRIES:]
        self._needle, self._found, self._at = "", [], -1
        self._follow = True
        self._lay_out()
        self._resize_virtual()
        self.scroll_end(animate=False, force=True)
        self.refresh()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Scrolling back stops following, scrolling to the end starts it again."""
        super().watch_scroll_y(old_value, new_value)
        self._follow = self.is_vertical_scroll_end

    def find(self, needle: str) -> int:
        """Light up the entries that hold `needle` (any case); returns how many there are."""
        self._needle = needle.casefold()
        self._found = [
            at
            for at, entry in enumerate(self._entries)
            if self._needle and self._needle in entry.plain.casefold()
        ]
        self._at = len(self._found)
        self._lay_out()
        self.refresh()
        if self._found:
            self.action_next(-1)
        return len(self._found)

    def action_next(self, by: int) -> None:
        """Scroll to the next or previous entry found."""
        if not self._found:
            return
        self._at = (self._at + by) % len(self._found)
        entry = self._found[self._at]
        if entry < len(self._starts):  # else there was no room yet to lay them out
            self.scroll_to(y=self._starts[entry], animate=False)

    def action_search(self) -> None:
        """Ask the screen for words to look for."""
        self.run_worker(self.screen.run_action("search_log"))

    def render_line(self, y: int) -> Strip:
        """One row of the wrapped log."""
        if self._width != self._room() and self._entries:
            self._lay_out()
            self._resize_virtual()
            if self._follow:
                self.call_later(self.scroll_end, animate=False, force=True)
        at = self.scroll_offset.y + y
        style = self.rich_style
        if at < self._height:
            return self._line(at).adjust_cell_length(self.size.width, style)
        return Strip.blank(self.size.width, style)

    def on_resize(self) -> None:
        """Wrap anew; the end stays in sight."""
        if self._width != self._room():
            self._lay_out()
            self._resize_virtual()
            self.scroll_end(animate=False, force=True)

    def notify_style_update(self) -> None:
        """Another theme: other colours in the words."""
        super().notify_style_update()
        self._width = -1
        self.refresh()

    def _room(self) -> int:
        return max(8, self.scrollable_content_region.width - 2)

    def _lay_out(self) -> None:
        self._starts, self._height = [], 0
        self._wrapped.clear()
        self._width = self._room()
        self._append(self._entries)

    def _append(self, entries: Iterable[Content]) -> None:
        if not self.is_attached or self._room() <= 8:
            return
        if self._width != self._room() and self._starts:
            self._lay_out()
            return
        self._width = self._room()
        for entry in entries:
            at = len(self._starts)
            self._starts.append(self._height)
            self._height += len(self._keep(at, entry))

    def _keep(self, at: int, entry: Content) -> list[Strip]:
        """Wrap entry number `at` and keep its lines, in place of those kept longest."""
        lines = self._wrapped[at] = self._wrap(entry)
        if len(self._wrapped) > MOST_WRAPPED:
            del self._wrapped[next(iter(self._wrapped))]
        return lines

    def _line(self, y: int) -> Strip:
        """Line `y` of the whole log."""
        at = bisect_right(self._starts, y) - 1
        lines = self._wrapped.get(at) or self._keep(at, self._entries[at])
        return lines[min(y - self._starts[at], len(lines) - 1)]

    def _wrap(self, entry: Content) -> list[Strip]:
        if self._needle and self._needle in entry.plain.casefold():
            start = entry.plain.casefold().index(self._needle)
            entry = entry.stylize("reverse", start, start + len(self._needle))
        style = Style.from_rich_style(self.rich_style)
        strips = Visual.to_strips(self, entry, self._width - 1, None, style, apply_selection=False)
        lead = Strip.blank(1, self.rich_style)
        hang = Strip.blank(2, self.rich_style)
        return [Strip.join([lead if at == 0 else hang, strip]) for at, strip in enumerate(strips)]

    def _resize_virtual(self) -> None:
        self.virtual_size = Size(self.size.width, self._height)

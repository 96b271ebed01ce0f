"""A sheet of cells to paint on, and the widget that shows one.

Everything on the table is painted: one widget per area, no widget per card. A painted area
remembers which rectangle belongs to what, so that mouse clicks find it again.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, get_character_cell_size, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region, Size
from textual.reactive import var
from textual.strip import Strip

from uno_tui.tui import glyphs
from uno_tui.tui.themes import CardStyles, Palette, palette
from uno_tui.tui.widgets.straight import Straight

MOST_KEPT = 16
"""Pictures a widget keeps to show them again: as many as a hand usually has cards."""


class Spot(NamedTuple):
    """A rectangle of a canvas and what is there, e.g. ("card", 3)."""

    region: Region
    what: tuple[str, int]


class Canvas:
    """`width` x `height` cells, each a character and a style. Painting outside is cut off."""

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width = max(0, width)
        self.height = max(0, height)
        self.ground = style
        self._chars = [[" "] * self.width for _ in range(self.height)]
        self._styles = [[style] * self.width for _ in range(self.height)]
        self._strips: dict[int, Strip] = {}
        self.spots: list[Spot] = []

    def put(self, x: int, y: int, text: str, style: Style | None = None) -> int:
        """Write `text` from cell (x, y); returns the column after it."""
        if not 0 <= y < self.height:
            return x + len(text)
        chars, styles = self._chars[y], self._styles[y]
        for char in text:
            width = get_character_cell_size(char)
            if width == 0:
                if 0 < x <= self.width and chars[x - 1]:
                    chars[x - 1] += char
                continue
            if x >= 0 and x + width <= self.width:
                self._clear_wide(chars, x, width)
                chars[x] = char
                styles[x] = style or self.ground
                if width == 2:
                    chars[x + 1] = ""
                    styles[x + 1] = styles[x]
            x += width
        return x

    def runs(self, x: int, y: int, runs: tuple[glyphs.Run, ...], styles: CardStyles) -> None:
        """Write one row of a card face."""
        for text, role in runs:
            x = self.put(x, y, text, styles.role(role))

    def card(self, x: int, y: int, rows: glyphs.Rows, styles: CardStyles) -> None:
        """Paint a card face with its upper left corner at (x, y); all its signs are one cell wide."""
        for dy, (chars, looks) in enumerate(_cells(rows, styles)):
            at = y + dy
            if not 0 <= at < self.height:
                continue
            first, last = max(0, -x), min(len(chars), self.width - x)
            if first < last:
                self._chars[at][x + first : x + last] = chars[first:last]
                self._styles[at][x + first : x + last] = looks[first:last]

    def back(self, x: int, y: int, size: glyphs.Size, glyph_set: str, style: Style) -> None:
        """Paint the back of a card."""
        for dy, row in enumerate(glyphs.back_rows(size, glyph_set)):
            at = x
            for text, _ in row:
                at = self.put(at, y + dy, text, style)

    def fill(self, region: Region, style: Style, char: str = " ") -> None:
        """Fill a rectangle with one character."""
        for y in range(region.y, region.bottom):
            self.put(region.x, y, char * region.width, style)

    def box(self, region: Region, style: Style, line: str) -> None:
        """A frame of the six characters `line`: corners, horizontal, vertical."""
        across = line[1] * (region.width - 2)
        self.put(region.x, region.y, line[0] + across + line[2], style)
        for y in range(region.y + 1, region.bottom - 1):
            self.put(region.x, y, line[3], style)
            self.put(region.right - 1, y, line[3], style)
        self.put(region.x, region.bottom - 1, line[4] + across + line[5], style)

    def spot(self, region: Region, what: str, index: int = -1) -> None:
        """Remember that `region` is `what`; later spots lie on top."""
        self.spots.append(Spot(region, (what, index)))

    def at(self, x: int, y: int) -> tuple[str, int] | None:
        """What lies at a cell, the topmost first."""
        for spot in reversed(self.spots):
            if spot.region.contains(x, y):
                return spot.what
        return None

    def where(self, what: str, index: int = -1) -> Region | None:
        """The rectangle of something painted, None when it is not there."""
        for spot in reversed(self.spots):
            if spot.what == (what, index):
                return spot.region
        return None

    def strip(self, y: int) -> Strip:
        """One row of the finished picture; made once, as Textual keeps what it makes of a strip."""
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = self.line(y)
        return strip

    def line(self, y: int) -> Strip:
        """One row as a strip, neighbouring cells of one style joined.

        Styles are compared by identity: a palette hands out one object for each look.
        """
        segments: list[Segment] = []
        chars, styles = self._chars[y], self._styles[y]
        start, look = 0, styles[0] if styles else self.ground
        for x, style in enumerate(styles):
            if style is not look:
                segments.append(Segment("".join(chars[start:x]), look))
                start, look = x, style
        segments.append(Segment("".join(chars[start:]), look))
        return Strip(segments, self.width)

    def changes(self, old: Canvas) -> Region:
        """The smallest rectangle around all cells that differ from `old`; empty when none do."""
        if (old.width, old.height) != (self.width, self.height):
            return Region(0, 0, self.width, self.height)
        left, right, rows = self.width, 0, []
        for y in range(self.height):
            chars, styles = self._chars[y], self._styles[y]
            before, looks = old._chars[y], old._styles[y]
            if chars == before and styles == looks:
                continue
            rows.append(y)
            for x in range(left):
                if chars[x] != before[x] or styles[x] is not looks[x]:
                    left = x
                    break
            for x in range(self.width - 1, right - 1, -1):
                if chars[x] != before[x] or styles[x] is not looks[x]:
                    right = x + 1
                    break
        return Region(left, rows[0], right - left, rows[-1] - rows[0] + 1) if rows else Region()

    def text(self) -> list[str]:
        """The rows as plain text, for tests."""
        return ["".join(row) for row in self._chars]

    def _clear_wide(self, chars: list[str], x: int, width: int) -> None:
        if chars[x] == "" and x > 0:
            chars[x - 1] = " "
        after = x + width
        if after < self.width and chars[after] == "":
            chars[after] = " "


@lru_cache(maxsize=1024)
def _cells(rows: glyphs.Rows, styles: CardStyles) -> tuple[tuple[list[str], list[Style]], ...]:
    """The cells of a card face, ready to be copied onto a canvas row by row."""
    cells = []
    for row in rows:
        chars = [char for text, _ in row for char in text]
        looks = [styles.role(role) for text, role in row for _ in text]
        cells.append((chars, looks))
    return tuple(cells)


class Painted(Straight):
    """A widget that paints itself on a canvas and repaints when its state changes.

    Subclasses write `paint(canvas)`. `glyph_set` is "unicode" or "ascii".
    """

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    Painted { background: $uno-felt; color: $uno-text; height: auto; }
    """

    glyph_set: var[str] = var("unicode")

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._sheet: Canvas | None = None
        self._kept: dict[tuple[Hashable, Size, str], Canvas] = {}
        self._inks: Palette | None = None
        self._inks_of = ""

    @property
    def inks(self) -> Palette:
        """The palette of the theme in force."""
        name = self.app.theme
        if self._inks is None or self._inks_of != name:
            self._inks, self._inks_of = palette(self.app.theme_variables), name
        return self._inks

    @property
    def signs(self) -> dict[str, str]:
        """The small signs of the glyph set in force."""
        return glyphs.glyphs(self.glyph_set).signs

    @property
    def edges(self) -> dict[str, str]:
        """The frames of the glyph set in force."""
        return glyphs.glyphs(self.glyph_set).edges

    @property
    def sheet(self) -> Canvas:
        """The painted canvas, painting it first when something changed."""
        if self._sheet is None:
            looks = self.looks()
            key = (looks, self.size, self.glyph_set)
            sheet = self._kept.get(key) if looks is not None else None
            if sheet is None:
                sheet = Canvas(self.size.width, self.size.height, self.inks.felt)
                self.paint(sheet)
                if looks is not None:
                    self._keep(key, sheet)
            self._sheet = sheet
        return self._sheet

    def _keep(self, key: tuple[Hashable, Size, str], sheet: Canvas) -> None:
        if len(self._kept) >= MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = sheet

    def looks(self) -> Hashable:
        """All that the picture depends on beside size, signs and theme, for a widget that often
        looks as it did a moment ago; None when pictures are not worth keeping."""
        return None

    def paint(self, canvas: Canvas) -> None:
        """Paint everything on an empty canvas of the widget's size."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Paint again and send only the cells that changed to the screen."""
        old, self._sheet = self._sheet, None
        if not self.is_attached or not self.size:
            return
        sheet = self.sheet
        if sheet is old:
            return
        changed = sheet.changes(old) if old is not None else Region(0, 0, sheet.width, sheet.height)
        if changed:
            self.refresh(changed)

    def render_line(self, y: int) -> Strip:
        """The painted row `y`."""
        sheet = self.sheet
        if y >= sheet.height:
            return Strip.blank(self.size.width, self.inks.felt)
        return sheet.strip(y)

    def spot_at(self, offset: Offset) -> tuple[str, int] | None:
        """What is painted at a cell of this widget."""
        return self.sheet.at(offset.x, offset.y)

    def spot_region(self, what: str, index: int = -1) -> Region | None:
        """Where something is on the screen, None when it is not to be seen."""
        if not self.is_attached or not self.size:
            return None
        region = self.sheet.where(what, index)
        return region.translate(self.content_region.offset) if region else None

    def watch_glyph_set(self) -> None:
        """Another glyph set: paint again."""
        self.repaint()

    def on_resize(self) -> None:
        """Another size: paint again."""
        self._sheet = None
        self.refresh()

    def notify_style_update(self) -> None:
        """Another theme: paint again."""
        super().notify_style_update()
        self._sheet = None
        self._kept.clear()
        self._inks = None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One row unless the style sheet says otherwise."""
        return 1


def cut(text: str, room: int, more: str) -> str:
    """`text` in at most `room` cells, its end replaced when it is longer."""
    if cell_len(text) <= room:
        return text
    if room <= 1:
        return set_cell_size(text, max(0, room))
    return set_cell_size(text, room - 1).rstrip() + more

"""The middle of the table: draw pile, discard pile, the colour in force and what is owed."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive

from uno_tui.cards import Color
from uno_tui.tui import glyphs
from uno_tui.tui.widgets.canvas import Canvas, Painted

PEEKING = 3
"""How many older cards look out from under the top of the discard pile."""
NARROW_PEEK = 3
"""Columns that show of each of them: its edge and its index."""
BAND = 15
"""Columns of the colour band; what is owed may be wider where there is room."""


WORDS_FROM = 44
"""Columns from which there is room for the band and the words beside the piles."""


class PileFacts(NamedTuple):
    """What lies in the middle. `discards` are kinds, the top last; `pending` is told in words."""

    discards: tuple[int, ...] = ()
    pile: int = 0
    color: int = -1
    direction: int = 1
    pending: str = ""
    pending_seat: int = -1
    note: str = ""
    lookable: int = -1
    """In a draft: the card the drafter looks at, shown on the draw pile."""


class Piles(Painted):
    """Draw pile and discard pile, large when there is room."""

    DEFAULT_CSS = """
    Piles { height: 1fr; }
    """

    facts: reactive[PileFacts] = reactive(PileFacts(), repaint=False)
    wash: reactive[int] = reactive(0, repaint=False)
    """How many cells of the colour band are washed over, for the motion after a wild."""

    @dataclass
    class Clicked(Message):
        """Somebody clicked a pile: "draw" or "discard"."""

        pile: str

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._faces: Sequence[glyphs.Face] = ()
        self._colors: Sequence[Color] = ()

    def deck(self, faces: Sequence[glyphs.Face], colors: Sequence[Color]) -> None:
        """Tell what the kinds look like and which colours there are."""
        self._faces, self._colors = faces, colors
        self.repaint()

    def watch_facts(self) -> None:
        """Paint what changed."""
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """A click on a pile names it."""
        spot = self.spot_at(event.get_content_offset(self) or event.offset)
        if spot and spot[0] in ("draw", "discard"):
            event.stop()
            self.post_message(self.Clicked(spot[0]))

    def pile_region(self, which: str) -> Region | None:
        """Where the "draw" or "discard" pile's top card is on the screen."""
        return self.spot_region(which)

    def paint(self, canvas: Canvas) -> None:
        """Both piles and, beside them, the colour and what is owed."""
        if self.facts == PileFacts():
            return
        if canvas.height < glyphs.M.height:
            self._paint_row(canvas)
            return
        size = self.card_size
        peek = NARROW_PEEK * PEEKING
        words = BAND if canvas.width >= WORDS_FROM else 0
        total = size.width * 2 + peek + 3 + (words + 3 if words else 0)
        x = max(0, (canvas.width - total) // 2)
        # Two older draw-pile edges stick out below, so the pile looks like one.
        y = max(0, (canvas.height - size.height - (1 if canvas.height > size.height else 0)) // 2)
        self._paint_draw(canvas, x, y, size)
        x += size.width + 3
        self._paint_discards(canvas, x, y, size)
        x += peek + size.width + 3
        if words:
            self._paint_words(canvas, x, y, size.height)

    @property
    def card_size(self) -> glyphs.Size:
        """How large the cards lie here."""
        for size, room in ((glyphs.XXL, 70), (glyphs.XL, 54), (glyphs.L, 30), (glyphs.M, 20)):
            if self.size.height >= size.height and self.size.width >= room:
                return size
        return glyphs.M

    def _paint_row(self, canvas: Canvas) -> None:
        """Everything in one row (and what is owed in the next), for very small tables."""
        facts, inks = self.facts, self.inks
        x = canvas.put(1, 0, f" {facts.pile} to draw ", inks.back)
        canvas.spot(Region(1, 0, x - 1, 1), "draw")
        start = x = x + 2
        for kind in facts.discards[-(PEEKING + 1) :]:
            face = self._faces[kind]
            last = kind == facts.discards[-1]
            row = glyphs.card_rows(face, glyphs.S, "plain", self.glyph_set)[0]
            canvas.runs(x, 0, row, inks.card(face.style, "bright" if last else "dim"))
            x += glyphs.S.width
        canvas.spot(Region(start, 0, x - start, 1), "discard")
        if 0 <= facts.color < len(self._colors):
            what = self._colors[facts.color]
            shape = glyphs.shape_of(what, self.glyph_set)
            canvas.put(
                x + 2, 0, f" {shape} {what.name.upper()} {what.letter} ", inks.band(what.style)
            )
        if facts.pending:
            canvas.put(1, 1, f" {facts.pending} ", inks.alarm)

    def _paint_draw(self, canvas: Canvas, x: int, y: int, size: glyphs.Size) -> None:
        facts = self.facts
        styles = self.inks
        if facts.pile <= 0:
            canvas.box(
                Region(x, y, size.width, max(2, size.height)), styles.line, self.edges["box"]
            )
            canvas.put(x + 1, y + size.height // 2, "empty"[: size.width - 2], styles.muted)
        elif facts.lookable >= 0:
            face = self._faces[facts.lookable]
            rows = glyphs.card_rows(face, size, "cursor", self.glyph_set)
            canvas.card(x, y, rows, styles.card(face.style, "cursor"))
        else:
            canvas.back(x, y, size, self.glyph_set, styles.back)
            number = f" {facts.pile} "
            # A small back has no room for half a pattern beside the number.
            number = number.center(size.width - 2) if size.width < glyphs.XL.width else number
            middle = x + (size.width - len(number)) // 2
            canvas.put(middle, y + size.height // 2, number, styles.back_bold)
        if y + size.height < canvas.height:
            canvas.put(x, y + size.height, f"draw {facts.pile}".center(size.width), styles.muted)
        canvas.spot(Region(x, y, size.width, size.height), "draw")

    def _paint_discards(self, canvas: Canvas, x: int, y: int, size: glyphs.Size) -> None:
        shown = self.facts.discards[-(PEEKING + 1) :]
        first = x = x + NARROW_PEEK * (PEEKING + 1 - max(1, len(shown)))
        for kind in shown[:-1]:
            face = self._faces[kind]
            rows = glyphs.card_rows(face, size, "plain", self.glyph_set)
            canvas.card(x, y, rows, self.inks.card(face.style, "dim"))
            x += NARROW_PEEK
        if shown:
            face = self._faces[shown[-1]]
            rows = glyphs.card_rows(face, size, "playable", self.glyph_set)
            canvas.card(x, y, rows, self.inks.card(face.style))
        else:
            canvas.box(
                Region(x, y, size.width, max(2, size.height)), self.inks.line, self.edges["box"]
            )
        if y + size.height < canvas.height:
            self._paint_under(canvas, first, x + size.width, y + size.height)
        canvas.spot(Region(x, y, size.width, size.height), "discard")

    def _paint_under(self, canvas: Canvas, left: int, right: int, y: int) -> None:
        """Below the discards: their name, or the colour in force where its band has no room."""
        color = self.facts.color
        if canvas.width >= WORDS_FROM or not 0 <= color < len(self._colors):
            words, style = "discard", self.inks.muted
        else:
            what = self._colors[color]
            words, style = f" {what.name.upper()} {what.letter} ", self.inks.band(what.style)
        canvas.put(left + (right - left - len(words)) // 2, y, words, style)

    def _paint_words(self, canvas: Canvas, x: int, y: int, tall: int) -> None:
        facts = self.facts
        colors = self.inks
        wide = min(BAND + 12, canvas.width - x)
        y += max(0, (tall - 5) // 2)
        self._paint_band(canvas, x, y, min(BAND, wide))
        turns = facts.direction > 0
        arrow = self.signs["clockwise" if turns else "counter"]
        way = "clockwise" if turns else "counter-cw"
        canvas.put(x, y + 3, f"{arrow} {way}", colors.muted)
        if facts.pending:
            lines = textwrap.wrap(
                facts.pending, wide - 2, max_lines=2, placeholder=self.signs["more"]
            )
            for dy, line in enumerate(lines):
                canvas.put(x, y + 4 + dy, f" {line} ", colors.alarm)
        elif facts.note:
            canvas.put(x, y + 4, facts.note[:wide], colors.muted)

    def _paint_band(self, canvas: Canvas, x: int, y: int, wide: int) -> None:
        color = self.facts.color
        if not 0 <= color < len(self._colors):
            canvas.box(Region(x, y, wide, 3), self.inks.line, self.edges["box"])
            canvas.put(x + 2, y + 1, "any colour", self.inks.bold)
            return
        what = self._colors[color]
        shape = glyphs.shape_of(what, self.glyph_set)
        band = self.inks.band(what.style)
        canvas.fill(Region(x, y, wide, 3), band)
        words = f"{shape} {what.name.upper()}  {what.letter}"
        canvas.put(x + (wide - len(words)) // 2, y + 1, words, band)
        if self.wash:
            canvas.fill(Region(x, y, min(wide, self.wash), 3), band, self.signs["bar"])
        canvas.spot(Region(x, y, wide, 3), "band")

"""The title picture: five cards held as a fan. Needs no ruleset, so it can be shown first."""

from __future__ import annotations

from typing import NamedTuple

from textual.geometry import Size

from uno_tui.cards import Color, Kind
from uno_tui.tui import glyphs
from uno_tui.tui.widgets.canvas import Canvas, Painted

COLORS = tuple(Color(name, name[0].upper(), name) for name in ("red", "blue", "green", "yellow"))


class Held(NamedTuple):
    """One card of the fan: colour (-1 for a wild), face code, and its rows below the highest."""

    color: int
    face: str
    drop: int


FAN = (Held(0, "7", 2), Held(1, "S", 1), Held(-1, "W", 0), Held(2, "R", 1), Held(3, "+2", 2))
BACK_TO_FRONT = (0, 4, 1, 3, 2)


class TitleFan(Painted):
    """The fan, large where there is room and small where rows are few."""

    DEFAULT_CSS = """
    TitleFan { width: 55; height: 9; }
    """

    def paint(self, canvas: Canvas) -> None:
        """The cards from the outside in, so that the middle one lies on top."""
        sizes = (glyphs.XXL, glyphs.XL, glyphs.L)
        size = next((one for one in sizes if canvas.height >= one.height + 2), glyphs.L)
        # A card covers its neighbour's corner sign as a whole, not half of it.
        step = size.width - 1 if size is glyphs.L else size.width - 3
        left = (canvas.width - step * (len(FAN) - 1) - size.width) // 2
        for index in BACK_TO_FRONT:
            held = FAN[index]
            face = glyphs.face_of(_kind(held), COLORS, self.glyph_set)
            rows = glyphs.card_rows(face, size, "plain", self.glyph_set)
            canvas.card(left + index * step, held.drop, rows, self.inks.card(face.style))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """What the style sheet says."""
        return glyphs.XL.height + 2


def _kind(held: Held) -> Kind:
    code = held.face if held.color < 0 else COLORS[held.color].letter + held.face
    return Kind(code, held.color, held.face, "", -1, held.color < 0, 0)

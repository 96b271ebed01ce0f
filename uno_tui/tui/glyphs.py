"""Card faces as rows of text: pure, cached, without an app.

A face is drawn from `assets/cards.toml` in one of two glyph sets (`unicode`, `ascii`). Rows come
as runs of (text, role); a widget gives each role its style. Every glyph is one cell wide, and the
index and the colour letter stand at the left edge, so that an overlapped card stays readable.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from uno_tui.cards import Color, Kind, cell_width
from uno_tui.resources import shipped

GLYPH_SETS = ("unicode", "ascii")
Run = tuple[str, str]
"""Some text and its role: edge, body, corner, letter, shape, mark (the oval) or back."""
Rows = tuple[tuple[Run, ...], ...]


class Size(NamedTuple):
    """How large a card is drawn, in cells."""

    name: str
    width: int
    height: int


XXL = Size("XXL", 15, 9)
XL = Size("XL", 11, 7)
L = Size("L", 7, 5)
M = Size("M", 5, 4)
S = Size("S", 5, 1)
SIZES = (XXL, XL, L, M, S)


BIG_ROWS = 3
"""Rows of a mark on the largest cards."""


class Face(NamedTuple):
    """What is printed on one card: corner index, middle mark, colour letter, colour shape."""

    corner: str
    mark: str
    letter: str
    shape: str
    style: str


class Glyphs(NamedTuple):
    """One glyph set, as plain dictionaries read from `assets/cards.toml`."""

    name: str
    corner: dict[str, str]
    mark: dict[str, str]
    shapes: dict[str, str]
    signs: dict[str, str]
    edges: dict[str, str]
    big: dict[str, list[str]]
    """Signs drawn three rows high, for the largest cards; a set may have none."""


@lru_cache(maxsize=4)
def glyphs(name: str = "unicode") -> Glyphs:
    """The glyph set called `name`; ValueError names the sets there are."""
    if name not in GLYPH_SETS:
        raise ValueError(f"there is no glyph set {name!r}; choose {' or '.join(GLYPH_SETS)}")
    with (shipped("assets") / "cards.toml").open("rb") as file:
        data = tomllib.load(file)[name]
    return Glyphs(name, data["index"], data["mark"], data["shapes"], data["signs"], data["edges"],
                  data.get("big", {}))  # fmt: skip


def face_of(kind: Kind, colors: Sequence[Color], glyph_set: str = "unicode") -> Face:
    """What to print on a card of this kind."""
    signs = glyphs(glyph_set)
    # A wild's face code carries its W, which stands apart as the letter: `W+4` prints +4.
    code = kind.face[1:] if kind.color < 0 and kind.face[:1] == "W" and kind.face[1:] else kind.face
    corner = _fit(signs.corner.get(code, code))
    mark = _fit(signs.mark.get(code, code))
    if kind.color < 0:
        return Face(corner, mark, "W", signs.shapes["wild"], "wild")
    color = colors[kind.color]
    shape = signs.shapes.get(color.name) or signs.shapes.get(color.style, signs.shapes["other"])
    if kind.wild:
        mark = _fit(signs.mark.get("W", "W"))
    return Face(corner, mark, color.letter, shape, color.style)


@lru_cache(maxsize=16)
def faces(kinds: tuple[Kind, ...], colors: tuple[Color, ...], glyph_set: str) -> tuple[Face, ...]:
    """The faces of a whole deck, indexed by kind."""
    return tuple(face_of(kind, colors, glyph_set) for kind in kinds)


def shape_of(color: Color, glyph_set: str) -> str:
    """The shape that stands for a colour beside its letter."""
    shapes = glyphs(glyph_set).shapes
    return shapes.get(color.name) or shapes.get(color.style, shapes["other"])


@lru_cache(maxsize=4096)
def card_rows(face: Face, size: Size, edge: str = "plain", glyph_set: str = "unicode") -> Rows:
    """A face as `size.height` rows of exactly `size.width` cells.

    `edge` is plain, playable or cursor: three kinds of line, so that no state needs colour.
    """
    if size.height == 1:
        return (_chip(face, size.width),)
    inner = size.width - 2
    line = glyphs(glyph_set).edges[edge]
    large = big_mark(face.mark, glyph_set) if size == XXL else ()
    middle = _inner_rows(face, size, inner, large)
    return (
        ((line[0] + line[1] * inner + line[2], "edge"),),
        *(((line[3], "edge"), *row, (line[3], "edge")) for row in middle),
        ((line[4] + line[1] * inner + line[5], "edge"),),
    )


def big_mark(mark: str, glyph_set: str) -> tuple[str, ...]:
    """A mark as three rows of large signs side by side; () where the set has no such signs."""
    big = glyphs(glyph_set).big
    if not mark or any(sign not in big for sign in mark):
        return ()
    return tuple(" ".join(big[sign][row] for sign in mark) for row in range(BIG_ROWS))


@lru_cache(maxsize=16)
def back_rows(size: Size, glyph_set: str = "unicode") -> Rows:
    """The back of a card: a lattice, the same for every card."""
    signs = glyphs(glyph_set)
    pattern = signs.signs["back"]
    if size.height == 1:
        return ((((pattern * size.width)[: size.width], "back"),),)
    inner = size.width - 2
    line = signs.edges["plain"]
    rows = []
    for y in range(size.height - 2):
        turned = pattern if y % 2 == 0 else pattern[::-1]
        rows.append(
            ((line[3], "back-edge"), ((turned * inner)[:inner], "back"), (line[3], "back-edge"))
        )
    return (
        ((line[0] + line[1] * inner + line[2], "back-edge"),),
        *rows,
        ((line[4] + line[1] * inner + line[5], "back-edge"),),
    )


def plain(rows: Rows) -> list[str]:
    """The rows as text only, for tests and logs."""
    return ["".join(text for text, _ in row) for row in rows]


def chip(face: Face) -> str:
    """A card in a few letters: colour letter and index, e.g. `R7` or `W+4`."""
    return face.letter + face.corner


def _chip(face: Face, width: int) -> tuple[Run, ...]:
    text = f" {face.letter}{face.corner}"
    return ((text + " " * (width - cell_width(text)), "corner"),)


def _inner_rows(
    face: Face, size: Size, inner: int, large: Sequence[str] = ()
) -> list[tuple[Run, ...]]:
    gap = inner - cell_width(face.corner) - 1
    top: tuple[Run, ...] = (
        (face.corner, "corner"),
        (" " * gap, "body"),
        (face.shape, "shape"),
    )
    bottom: tuple[Run, ...] = (
        (face.shape, "shape"),
        (" " * gap, "body"),
        (face.corner, "corner"),
    )
    if size.height == 4:
        return [top, _with_oval(face.letter, face.mark, inner, 1, 2)]
    if size.height == 5:
        wide = 3 if cell_width(face.mark) < 2 else 4
        return [top, _with_oval(face.letter, face.mark, inner, 1, wide), bottom]
    if size == XXL:
        rows = large or ("", face.mark, "")
        return [
            top,
            _with_oval(face.letter, "", inner, 3, 7),
            *(_with_oval(" ", row, inner, 1, 11) for row in rows),
            _with_oval(" ", "", inner, 3, 7),
            bottom,
        ]
    return [
        top,
        _with_oval(face.letter, "", inner, 3, 3),
        _with_oval(" ", face.mark, inner, 2, 5),
        _with_oval(" ", "", inner, 3, 3),
        bottom,
    ]


def _with_oval(letter: str, mark: str, inner: int, start: int, wide: int) -> tuple[Run, ...]:
    """A row of `inner` cells: the colour letter at its left edge and a piece of the oval from `start` on."""
    room = wide - cell_width(mark)
    # Two-cell ovals lean right, away from the letter; wider ones keep their mark in the middle.
    left = room if wide == 2 else room // 2
    oval = " " * left + mark + " " * (room - left)
    before = " " * (start - 1)
    after = " " * (inner - start - wide)
    return ((letter, "letter"), (before, "body"), (oval, "mark"), (after, "body"))


def _fit(text: str) -> str:
    """At most two cells, so that every step of a fan shows the whole index."""
    while cell_width(text) > 2:
        text = text[1:] if text[0] == "+" else text[:-1]
    return text

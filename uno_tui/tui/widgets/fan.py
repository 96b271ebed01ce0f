"""Where the cards of a hand lie: a pure function of their number, the cursor and the room.

Four ways, the first that fits: one row of large cards, overlapping like a held fan and opened at
the cursor; two rows; a list of small cards with names in columns; and small cards packed tight.
In each the index and the colour letter of every card stay in sight.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from uno_tui.tui.glyphs import XL, XXL, L, M, S, Size

NARROWEST = 3
"""Columns a covered card needs: its edge and a two-cell index."""


class Placed(NamedTuple):
    """One card: `at` is its place in the hand, upper left cell, size and how many columns show."""

    at: int
    x: int
    y: int
    size: Size
    shown: int


class Fan(NamedTuple):
    """A laid-out hand. `rows` are the display rows for moving up and down; `listed` = with names."""

    cards: tuple[Placed, ...]
    rows: tuple[tuple[int, ...], ...]
    listed: bool = False


def lay_out(
    count: int,
    cursor: int,
    width: int,
    height: int,
    raised: Collection[int] = (),
    *,
    small: bool = False,
) -> Fan:
    """Place `count` cards in `width` x `height` cells.

    `raised` are the playable cards. `small` asks for the list of names right away.
    """
    if count == 0 or width < S.width or height < 1:
        return Fan((), ())
    if not small and height >= M.height:
        for size, rows, step in (
            (XXL, 1, 11),
            (XL, 1, 6),
            (L, 1, 4),
            (XL, 2, 7),
            (L, 2, 5),
            (M, 2, NARROWEST),
        ):
            fan = _fan(count, cursor, width, height, raised, size, rows, step)
            if fan:
                return fan
    return _grid(count, width, height)


def _fan(
    count: int,
    cursor: int,
    width: int,
    height: int,
    raised: Collection[int],
    size: Size,
    rows: int,
    least: int,
) -> Fan | None:
    # A row in front covers only the bottom edge of the row behind it.
    needed = size.height + (rows - 1) * (size.height - 1)
    lift = min(2, height - needed)
    if needed > height or (rows == 1 and lift < 1):
        return None
    cards: list[Placed] = []
    lines = _split(count, rows)
    for row, line in enumerate(lines):
        xs = _columns(len(line), cursor - line[0], width, size.width, least)
        if xs is None:
            return None
        base = height - needed + row * (size.height - 1)
        for at, index in enumerate(line):
            up = _lift(index, cursor, raised, lift if rows == 1 or row == 0 else 0)
            after = xs[at + 1] if at + 1 < len(xs) else xs[at] + size.width
            cards.append(Placed(index, xs[at], base - up, size, min(size.width, after - xs[at])))
    return Fan(tuple(cards), lines)


def _lift(index: int, cursor: int, raised: Collection[int], lift: int) -> int:
    if lift <= 1:
        return lift if index == cursor else 0
    return (index in raised) + (index == cursor)


def _split(count: int, rows: int) -> tuple[tuple[int, ...], ...]:
    first = (count + rows - 1) // rows
    cuts = range(0, count, first)
    return tuple(tuple(range(start, min(count, start + first))) for start in cuts)


def _columns(count: int, cursor: int, width: int, card: int, least: int) -> list[int] | None:
    """Left columns of a row of cards, the cursor's and the last card uncovered; None = no room."""
    gap = 1 if count * (card + 1) <= width else 0
    open_cards = {count - 1, cursor} if 0 <= cursor < count else {count - 1}
    covered = count - len(open_cards)
    room = width - len(open_cards) * (card + gap)
    if room < 0:
        return None
    step = min(card + gap, room // covered) if covered else card + gap
    if step < min(card, least):
        return None
    steps = [card + gap if i in open_cards else step for i in range(count)]
    x = (width - (sum(steps) - gap)) // 2
    columns = []
    for one in steps:
        columns.append(x)
        x += one
    return columns


def _grid(count: int, width: int, height: int) -> Fan:
    for column in (24, 20, 17, S.width + 2, S.width + 1, S.width):
        across = max(1, width // column)
        if across * height >= count:
            break
    lines = -(-count // across)
    listed = column >= 17
    rows: list[list[int]] = [[] for _ in range(min(lines, height))]
    for index in range(min(count, across * height)):
        rows[index // across].append(index)
    cards = tuple(
        Placed(index, at * column + (1 if listed else 0), y, S, S.width)
        for y, row in enumerate(rows)
        for at, index in enumerate(row)
    )
    return Fan(cards, tuple(tuple(row) for row in rows), listed)


def hit(fan: Fan, x: int, y: int, height: int) -> int | None:
    """The card at a cell, the uppermost first; under a raised card it is still that card."""
    for card in reversed(fan.cards):
        wide = card.size.width + (8 if fan.listed else 0)
        bottom = card.y + card.size.height
        if len(fan.rows) == 1 and not fan.listed:
            bottom = height
        if card.x <= x < card.x + wide and card.y <= y < bottom:
            return card.at
    return None


def step(fan: Fan, cursor: int, rows: int) -> int:
    """The card `rows` below (or above, negative) the cursor, the nearest one in that row."""
    here = next((at for at, row in enumerate(fan.rows) if cursor in row), None)
    if here is None or not 0 <= here + rows < len(fan.rows):
        return cursor
    place = {card.at: card.x for card in fan.cards}
    return min(fan.rows[here + rows], key=lambda index: abs(place[index] - place[cursor]))


def sort_cards(
    cards: Sequence[int], order: str, colors: Sequence[int], numbers: Sequence[int]
) -> tuple[int, ...]:
    """The cards in the order a player wants: "color", "number" or "drawn" (as they came).

    `colors` and `numbers` are indexed by kind; wilds come last.
    """
    if order == "drawn":
        return tuple(cards)
    last = 99

    def by_color(kind: int) -> tuple[int, int, int]:
        color = colors[kind] if colors[kind] >= 0 else last
        return (color, numbers[kind] if numbers[kind] >= 0 else last, kind)

    def by_number(kind: int) -> tuple[int, int, int, int]:
        number = numbers[kind] if numbers[kind] >= 0 else last
        return (colors[kind] < 0, number, color_rank(kind), kind)

    def color_rank(kind: int) -> int:
        return colors[kind] if colors[kind] >= 0 else last

    if order == "number":
        return tuple(sorted(cards, key=by_number))
    return tuple(sorted(cards, key=by_color))

"""The other seats, in the order they sit: boxes while they fit, one line each when they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive, var

from uno_tui.tui import glyphs
from uno_tui.tui.widgets.canvas import Canvas, Painted, cut

BOX_LEAST = 16
BOX_MOST = 26
BOX_WIDE = 34
"""How wide a box gets, and how wide from `VAST` columns on."""
VAST = 150
FAN_ROWS = 3
BIG_FAN_ROWS = 5
BOX_ROWS = 4
"""Rows of a plain box with the line for its bubble."""
MOST_BOXES = 4
LINE_LEAST = 38
SHORT_LINE = 29


class SeatFacts(NamedTuple):
    """What the table shows of one seat. `place` is its rank once it is out, 0 before."""

    seat: int
    name: str
    level: str = ""
    cards: int = 0
    score: int = 0
    turn: bool = False
    uno: bool = False
    silent_one: bool = False
    """One card and no call: it may be caught."""
    owes: str = ""
    bubble: str = ""
    out: bool = False
    place: int = 0
    dealer: bool = False
    thinking: bool = False


class OpponentRow(Painted):
    """Everybody but the player who looks, from the left neighbour on."""

    DEFAULT_CSS = """
    OpponentRow { height: auto; }
    """

    seats: reactive[tuple[SeatFacts, ...]] = reactive((), repaint=False, layout=False)
    direction: reactive[int] = reactive(1, repaint=False)
    roomy: var[int] = var(0)
    """How much height there is: 1 is enough for fans of card backs in the boxes, or for two rows of
    boxes; 2 for both, or for larger backs."""

    @dataclass
    class Picked(Message):
        """Somebody clicked a seat."""

        seat: int

    def show(self, seats: Sequence[SeatFacts], direction: int) -> None:
        """Show these seats; the height follows from their number."""
        if (tuple(seats), direction) == (self.seats, self.direction):
            return
        before = self._height(self.size.width or 80)
        self.set_reactive(OpponentRow.seats, tuple(seats))
        self.set_reactive(OpponentRow.direction, direction)
        if self._height(self.size.width or 80) != before:
            self.refresh(layout=True)
        self.repaint()

    def watch_roomy(self) -> None:
        """Another height."""
        self.refresh(layout=True)
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Four rows for boxes with their bubbles; else one row for each line."""
        return self._height(width)

    def on_click(self, event: events.Click) -> None:
        """A click on a seat names it."""
        spot = self.spot_at(event.get_content_offset(self) or event.offset)
        if spot and spot[0] == "seat":
            event.stop()
            self.post_message(self.Picked(spot[1]))

    def seat_region(self, seat: int) -> Region | None:
        """Where a seat is on the screen, None for a seat that is not here."""
        return self.spot_region("seat", seat)

    def paint(self, canvas: Canvas) -> None:
        """Boxes or lines."""
        if self._boxed(canvas.width):
            self._paint_boxes(canvas)
        else:
            self._paint_lines(canvas)

    # -- boxes

    def _boxed(self, width: int) -> bool:
        return self._box_lines(width) > 0

    def _box_lines(self, width: int) -> int:
        """In how many rows the boxes stand; 0 when there is no room for boxes."""
        count = len(self.seats)
        most = MOST_BOXES if width < 100 and not self.roomy else 9
        for lines in (1, 2) if self.roomy else (1,):
            across = -(-count // lines)
            if 0 < count <= most and (width - 3 * (across - 1)) // across >= BOX_LEAST:
                return lines
        return 0

    def _height(self, width: int) -> int:
        lines = self._box_lines(width)
        if lines or not self.seats:
            return max(1, lines) * (BOX_ROWS + self._extra(max(1, lines)))
        return max(1, -(-len(self.seats) // self._columns(width)))

    def _extra(self, lines: int) -> int:
        """Rows a box has beyond the plain three: for a fan of backs."""
        spare = self.roomy - (lines - 1)
        return 0 if spare <= 0 else FAN_ROWS if spare == 1 else BIG_FAN_ROWS

    def _paint_boxes(self, canvas: Canvas) -> None:
        lines = self._box_lines(canvas.width)
        across = -(-len(self.seats) // lines)
        extra = self._extra(lines)
        gap = 5 if canvas.width >= 100 and lines == 1 else 3
        most = BOX_WIDE if canvas.width >= VAST else BOX_MOST
        wide = min(most, (canvas.width - gap * (across - 1)) // across)
        arrow = self.signs["clockwise" if self.direction > 0 else "counter"]
        left = (canvas.width - wide * across - gap * (across - 1)) // 2
        for at, facts in enumerate(self.seats):
            x = left + at % across * (wide + gap)
            y = at // across * (BOX_ROWS + extra)
            if at:
                # Before the first box of the second row too: the order goes on there.
                canvas.put(x - gap // 2 - 1, y + 1 + extra // 2, arrow, self.inks.turn)
            self._paint_box(canvas, Region(x, y, wide, 3 + extra), facts, extra)

    def _paint_box(self, canvas: Canvas, box: Region, facts: SeatFacts, extra: int) -> None:
        colors = self.inks
        line = (
            colors.turn if facts.turn else colors.alarm_line if self._alarm(facts) else colors.line
        )
        frame = self.edges["playable" if facts.turn else "box"]
        canvas.box(box, line, frame)
        canvas.spot(Region(box.x, box.y, box.width, box.height + 1), "seat", facts.seat)
        title = self._title(facts, box.width - 6)
        canvas.put(box.x + 2, box.y, f" {title} ", colors.turn if facts.turn else colors.bold)
        self._paint_count(canvas, box, facts)
        score = str(facts.score)
        canvas.put(box.right - 3 - len(score), box.bottom - 1, f" {score} ", colors.muted)
        level = cut(facts.level, box.width - 7 - len(score), self.signs["more"])
        if level:
            canvas.put(box.x + 2, box.bottom - 1, f" {level} ", colors.muted)
        if extra and not facts.out:
            self._paint_fan(canvas, box, facts.cards, extra)
        self._paint_bubble(canvas, box, facts)

    def _paint_count(self, canvas: Canvas, box: Region, facts: SeatFacts) -> None:
        colors = self.inks
        if facts.out:
            word = f"out, place {facts.place}" if facts.place else "out"
            canvas.put(box.x + 2, box.y + 1, word, colors.good)
            return
        number = str(facts.cards)
        canvas.put(box.right - 2 - len(number), box.y + 1, number, colors.bold)
        flag = " UNO! " if facts.uno else " no call! " if facts.silent_one else ""
        room = box.width - 5 - len(number) - (len(flag) + 1 if flag else 0)
        canvas.put(box.x + 2, box.y + 1, self._backs(facts.cards, room), self._backs_style())
        if flag:
            canvas.put(box.right - 3 - len(number) - len(flag), box.y + 1, flag, colors.alarm)

    def _paint_fan(self, canvas: Canvas, box: Region, cards: int, tall: int) -> None:
        """Card backs side by side, as many as there are, closer when there are many."""
        size = glyphs.L if tall >= glyphs.L.height else glyphs.M
        rows = glyphs.back_rows(size, self.glyph_set)[:tall]
        room = box.width - 4
        step = max(1, min(3, (room - size.width) // max(1, cards - 1)))
        shown = min(cards, (room - size.width) // step + 1)
        x = box.x + (box.width - (size.width + step * (shown - 1))) // 2
        for at in range(shown):
            for dy, row in enumerate(rows):
                place = x + at * step
                for text, _ in row:
                    place = canvas.put(place, box.y + 2 + dy, text, self.inks.back)

    def _paint_bubble(self, canvas: Canvas, box: Region, facts: SeatFacts) -> None:
        colors = self.inks
        if facts.bubble:
            text = self._spoken(facts.bubble, box.width)
            canvas.put(
                box.x + max(0, (box.width - cell_len(text)) // 2), box.bottom, text, colors.text
            )
        elif facts.owes:
            text = f" {cut(facts.owes, box.width - 2, self.signs['more'])} "
            x = box.x + max(0, (box.width - cell_len(text)) // 2)
            canvas.put(x, box.bottom, text, colors.alarm)
        elif facts.thinking:
            canvas.put(box.x + 2, box.bottom, "thinking...", colors.muted)

    # -- lines

    def _columns(self, width: int) -> int:
        if len(self.seats) <= 3:
            return 1
        return max(1, min(3, width // (LINE_LEAST if width >= 76 else SHORT_LINE)))

    def _paint_lines(self, canvas: Canvas) -> None:
        across = self._columns(canvas.width)
        rows = max(1, -(-len(self.seats) // across))
        wide = canvas.width // across
        for at, facts in enumerate(self.seats):
            self._paint_line(canvas, at // rows * wide, at % rows, wide - 1, facts)

    def _paint_line(self, canvas: Canvas, x: int, y: int, wide: int, facts: SeatFacts) -> None:
        inks = self.inks
        canvas.spot(Region(x, y, wide, 1), "seat", facts.seat)
        arrow = (
            self.signs["turn"] if facts.turn else self.signs["down" if self.direction > 0 else "up"]
        )
        canvas.put(x, y, arrow, inks.turn if facts.turn else inks.line)
        short = wide < LINE_LEAST - 1
        name = 9 if short else 11
        canvas.put(
            x + 2,
            y,
            set_cell_size(self._title(facts, name), name),
            inks.turn if facts.turn else inks.bold,
        )
        backs = x + 2 + name + 1
        after = backs if short else backs + 8
        if facts.out:
            canvas.put(backs, y, f"out, place {facts.place}" if facts.place else "out", inks.good)
            return
        if not short:
            canvas.put(backs, y, self._backs(facts.cards, 7), self._backs_style())
        canvas.put(after, y, f"{facts.cards:>2}", inks.bold)
        self._paint_end(canvas, after + 3, y, x + wide - after - 3, facts)

    def _paint_end(self, canvas: Canvas, x: int, y: int, wide: int, facts: SeatFacts) -> None:
        """The end of a line: what matters most just now, else level and score."""
        tail, style = self._tail(facts, wide)
        more = self.signs["more"]
        if tail:
            canvas.put(x, y, cut(tail, wide, more), style)
            return
        score = str(facts.score)
        canvas.put(x, y, cut(facts.level, wide - len(score) - 1, more), self.inks.muted)
        canvas.put(x + wide - len(score), y, score, self.inks.muted)

    def _tail(self, facts: SeatFacts, wide: int) -> tuple[str, Style]:
        colors = self.inks
        if facts.bubble:
            return self._spoken(facts.bubble, wide), colors.text
        if facts.uno:
            return " UNO! ", colors.alarm
        if facts.owes:
            return f" {facts.owes} ", colors.alarm
        if facts.silent_one:
            return " no call! ", colors.alarm
        return "", colors.text

    # -- pieces

    def _spoken(self, words: str, room: int) -> str:
        """What a seat says between its signs, in at most `room` cells."""
        opens, closes = self.signs["bubble"], self.signs["bubble_end"]
        return opens + cut(words, room - len(opens + closes), self.signs["more"]) + closes

    def _alarm(self, facts: SeatFacts) -> bool:
        return facts.uno or facts.silent_one or bool(facts.owes)

    def _title(self, facts: SeatFacts, room: int) -> str:
        mark = self.signs["turn"] + " " if facts.turn and self._boxed(self.size.width) else ""
        deals = " (d)" if facts.dealer else ""
        left = max(1, room - len(mark) - len(deals))
        return mark + cut(facts.name, left, self.signs["more"]) + deals

    def _backs(self, count: int, room: int) -> str:
        if count > room:
            return self.signs["mini_back"] * max(0, room - 1) + self.signs["more"]
        return self.signs["mini_back"] * count

    def _backs_style(self) -> Style:
        return self.inks.ink("mini")

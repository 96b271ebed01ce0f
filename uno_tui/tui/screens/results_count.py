"""Points counted out: the hands turned up, card by card, and the race to the target. Pure, but
for the widget that paints it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from textual.geometry import Size
from textual.reactive import reactive

from uno_tui.engine.state import MATCH_OVER, ROUND_OVER
from uno_tui.store.record import Record, Reseat, Snap
from uno_tui.tui import glyphs
from uno_tui.tui.widgets.canvas import Canvas, Painted, cut
from uno_tui.tui.widgets.fan import NARROWEST

if TYPE_CHECKING:
    from uno_tui.engine.view import View
    from uno_tui.ruleset.tables import Tables

NAME_WIDTH = 13


class Plan(NamedTuple):
    """How a seat is shown: its cards as faces of this size or as chips, with a bar, with a gap.

    `tail` are the columns kept for the numbers at the right, `edge` stands on both sides of a chip.
    """

    size: glyphs.Size | None
    bar: bool
    gap: bool
    tail: int = 6
    edge: str = " "


PLANS = (
    Plan(glyphs.XXL, True, True), Plan(glyphs.XL, True, True),
    Plan(glyphs.L, True, True), Plan(glyphs.M, True, True),
    Plan(None, True, True), Plan(None, True, False),
    Plan(None, False, False, 21), Plan(None, False, False, 21, ""),
)  # fmt: skip
"""From the most generous to the tightest."""


def _closest(size: glyphs.Size) -> int:
    """Columns of a covered card that must show: large faces are for hands that need not hide them."""
    return NARROWEST if size.width <= glyphs.L.width else size.width // 2


class Standing(NamedTuple):
    """One seat at the end of a round. `before` and `now` are totals of the match.

    `cards` are what it still held, `worth` what each of them counts.
    """

    seat: int
    name: str
    cards: tuple[int, ...]
    worth: tuple[int, ...]
    before: int
    now: int
    mark: str = ""
    in_match: bool = True


def card_worth(tables: Tables, hand: Sequence[int]) -> tuple[int, ...]:
    """What each card of a hand counts under these rules (C-1, C-5, H-10)."""
    if tables.lone_zero and len(hand) == 1 and tables.number[hand[0]] == 0:
        return (tables.lone_zero,)
    return tuple(tables.hand_points[card] for card in hand)


def standings(
    view: View,
    race: Sequence[Sequence[int]],
    hands: Sequence[Sequence[int]] | None = None,
) -> list[Standing]:
    """All seats in the order of their places; `race` as `score_race` gives it.

    `hands` are what lies turned up, where the view does not say it.
    """
    tables = view.tables
    hands = view.hands or hands or ()
    before = list(race[-1]) if race else [0] * len(view.names)
    rules = tables.ruleset
    # Elsewhere the largest hand costs nothing, and the engine names one of the tied seats only.
    told_lost = (
        view.phase == MATCH_OVER or rules.scoring.method == "lazy" or rules.dealer.next == "loser"
    )
    ended = (
        view.phase >= ROUND_OVER
    )  # in a round given up nobody has won, whoever won the one before
    order = [*view.places, *(s for s in range(len(view.names)) if s not in view.places)]
    rows = []
    for seat in order:
        hand = tuple(sorted(hands[seat])) if seat < len(hands) else ()
        mark = ""
        if ended and seat in view.winners:
            mark = "won"
        elif ended and told_lost and seat in view.losers:
            mark = "lost"
        if seat in view.champions:
            mark = "champion"
        rows.append(
            Standing(
                seat, view.names[seat], hand, card_worth(tables, hand),
                before[seat] if seat < len(before) else 0, view.scores[seat], mark,
                view.in_match[seat],
            )
        )  # fmt: skip
    return rows


def score_race(record: Record) -> list[tuple[int, ...]]:
    """The totals at the start of each round played by the seats that sit there now."""
    race: dict[int, tuple[int, ...]] = {}
    for entry in record.entries:
        if isinstance(entry, Reseat) and len(entry.seats) != record.seat_count:
            race.clear()
        elif isinstance(entry, Snap) and len(entry.scores) == record.seat_count:
            race.setdefault(entry.round_no, entry.scores)
    return [race[number] for number in sorted(race)]


class Count(Painted):
    """The standings, as far as they have been counted: `shown` cards of every hand."""

    DEFAULT_CSS = """
    Count { height: auto; width: 100%; }
    """
    shown: reactive[int] = reactive(0, repaint=False)

    def __init__(self, view: View, rows: Sequence[Standing], glyph_set: str) -> None:
        super().__init__(id="count")
        self.set_reactive(Count.glyph_set, glyph_set)
        self._view = view
        self._rows = tuple(rows)
        tables = view.tables
        self._faces = glyphs.faces(tables.kinds, tables.colors, glyph_set)
        self.spare: Callable[[], int] = lambda: 0
        """How many rows something else on the screen wants."""
        self._goal = max([tables.ruleset.scoring.target, *(abs(row.now) for row in rows), 1])

    @property
    def steps(self) -> int:
        """How many steps it takes to count everything: the longest hand, and one for the bars."""
        return max((len(row.cards) for row in self._rows), default=0) + 1

    def watch_shown(self) -> None:
        """One card further."""
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as all seats take."""
        plan = self._plan(width)
        return sum(self._lines(row, plan, width) for row in self._rows)

    def _plan(self, width: int) -> Plan:
        """The most generous way in which everything fits the screen; the tightest may scroll."""
        room = self.app.size.height - 8 - self.spare()
        for plan in PLANS[:-1]:
            lines = [self._lines(row, plan, width) for row in self._rows]
            if 0 not in lines and sum(lines) - plan.gap <= room:
                return plan
        return PLANS[-1]

    def _lines(self, row: Standing, plan: Plan, width: int) -> int:
        """Lines of one seat; 0 where its cards would lie too close."""
        cards = self._places(row, plan, width)
        if plan.size is None:
            tall = 1 + max((y for _, y in cards), default=0)
        elif len(cards) > 1 and cards[1][0] - cards[0][0] < _closest(plan.size):
            return 0
        else:
            tall = plan.size.height if cards else 1
        return tall + plan.bar + plan.gap

    def _places(self, row: Standing, plan: Plan, width: int) -> list[tuple[int, int]]:
        """Column and line of each card: faces beside each other or overlapping, chips wrapped."""
        first, room = NAME_WIDTH + 2, width - NAME_WIDTH - 3 - plan.tail
        if plan.size is not None:
            least = max(1, len(row.cards) - 1)
            step = min(plan.size.width + 1, (room - plan.size.width) // least)
            return [(first + at * step, 0) for at in range(len(row.cards))]
        places: list[tuple[int, int]] = []
        x = y = 0
        for kind in row.cards:
            wide = cell_len(self._chip(kind, plan))
            if x and x + wide > room:
                x, y = 0, y + 1
            places.append((first + x, y))
            x += wide + 1
        return places

    def _chip(self, kind: int, plan: Plan) -> str:
        return f"{plan.edge}{glyphs.chip(self._faces[kind])}{plan.edge}"

    def paint(self, canvas: Canvas) -> None:
        """A seat after the other: name, cards, sum; below it the bar and the total."""
        plan, y = self._plan(canvas.width), 0
        for row in self._rows:
            lines = self._lines(row, plan, canvas.width)
            self._paint_cards(canvas, row, y, plan)
            if plan.bar:
                self._paint_bar(canvas, row, y + lines - 1 - plan.gap)
            y += lines

    def _paint_cards(self, canvas: Canvas, row: Standing, y: int, plan: Plan) -> None:
        colors = self.inks
        style = colors.turn if row.mark in ("won", "champion") else colors.bold
        if not row.in_match:
            style = colors.muted
        middle = y + plan.size.height // 2 if plan.size and row.cards else y
        canvas.put(1, middle, cut(row.name, NAME_WIDTH, self.signs["more"]), style)
        counted = min(self.shown, len(row.cards))
        tail = self._tail(row, sum(row.worth[:counted]), plan)
        canvas.put(canvas.width - 1 - cell_len(tail), middle, tail, colors.bold)
        for at, (x, dy) in enumerate(self._places(row, plan, canvas.width)[:counted]):
            face = self._faces[row.cards[at]]
            styles = colors.card(face.style)
            if plan.size is not None:
                rows = glyphs.card_rows(face, plan.size, "plain", self.glyph_set)
                canvas.card(x, y + dy, rows, styles)
            else:
                canvas.put(x, y + dy, self._chip(row.cards[at], plan), styles.body)
        if not row.cards:
            canvas.put(NAME_WIDTH + 2, y, "no cards left", colors.good)

    def _tail(self, row: Standing, total: int, plan: Plan) -> str:
        if not plan.bar and self.shown >= self.steps:
            gained = f"{row.now - row.before:+}" if row.now != row.before else ""
            return f"{total:>4}  {row.now:>6} {gained:>7}"
        return f"{total:>4}" if row.cards else ""

    def _paint_bar(self, canvas: Canvas, row: Standing, y: int) -> None:
        colors, signs = self.inks, self.signs
        done = self.shown >= self.steps
        now = row.now if done else row.before
        gained = row.now - row.before
        label = f"{now}" + (f" ({gained:+})" if done and gained else "")
        start = NAME_WIDTH + 2
        wide = max(0, canvas.width - start - 14)
        filled = round(wide * min(1.0, abs(now) / self._goal))
        canvas.put(1, y, row.mark, colors.muted)
        canvas.put(
            start, y, signs["bar"] * filled, colors.turn if row.mark == "champion" else colors.good
        )
        canvas.put(start + filled, y, signs["dot"] * (wide - filled), colors.line)
        canvas.put(canvas.width - 1 - cell_len(label), y, label, colors.bold)

"""The end of a round or of the match: hands turned up, points counted, the race so far."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.timer import Timer

from uno_tui.engine.events import Event
from uno_tui.engine.state import MATCH_OVER
from uno_tui.tui import glyphs
from uno_tui.tui.screens.base import TooSmall
from uno_tui.tui.text import count, listed
from uno_tui.tui.widgets.canvas import Canvas, Painted
from uno_tui.tui.widgets.lines import WordLine

if TYPE_CHECKING:
    from uno_tui.engine.view import View

TICK = 0.12
"""Seconds for each card counted."""


class Result(NamedTuple):
    """One seat at the end: what it held, what that counts, what it won, and its total."""

    name: str
    hand: tuple[int, ...]
    value: int
    gained: int
    total: int
    winner: bool = False
    champion: bool = False
    loser: bool = False


def results_of(view: View, happened: Sequence[Event]) -> list[Result]:
    """One entry a seat, in seat order, from the view after the round and the round's events."""
    gained = {event.seat: event.n for event in happened if event.kind == "scored"}
    hands = view.hands or tuple(() for _ in view.names)
    return [
        Result(
            name,
            tuple(hands[seat]),
            sum(view.tables.points[kind] for kind in hands[seat]),
            gained.get(seat, 0),
            view.scores[seat],
            seat in view.winners,
            seat in view.champions,
            seat in view.losers and view.phase == MATCH_OVER,
        )
        for seat, name in enumerate(view.names)
    ]


def race_of(happened: Sequence[Event], seats: int) -> list[list[int]]:
    """Totals after each round: one list a seat, beginning with 0, from all events of the match."""
    totals = [[0] for _ in range(seats)]
    counted: set[int] = set()
    for event in happened:
        if event.kind == "round-over":
            for line in totals:
                line.append(line[-1])
            counted = set()
        elif event.kind == "scored" and len(totals[0]) > 1 and event.seat not in counted:
            counted.add(event.seat)
            totals[event.seat][-1] += event.n
    return totals


def headline(view: View, results: Sequence[Result]) -> Content:
    """Who won what, as one line."""
    if view.phase == MATCH_OVER:
        best = [Content.styled(one.name, "bold $uno-turn") for one in results if one.champion]
        verb = " share the match" if len(best) > 1 else " wins the match"
        return listed(best) + Content(verb) if best else Content("The match is over")
    won = [Content.styled(one.name, "bold $uno-turn") for one in results if one.winner]
    tail = f" round {view.round_no}"
    broken = " (it grew too long)" if view.unfinished else ""
    return listed(won) + Content(f" {'share' if len(won) > 1 else 'wins'}{tail}{broken}")


def forfeit_of(view: View) -> str:
    """The forfeit dealt to the loser of the match; empty when the table plays without."""
    forfeits = view.tables.ruleset.match.forfeits
    if view.phase != MATCH_OVER or not forfeits or not view.losers:
        return ""
    # The same match deals the same forfeit, however often its end is looked at.
    return forfeits[(sum(view.scores) + view.round_no) % len(forfeits)]


class Counting(Painted):
    """The rows of seats with their cards, and the race below while there is room."""

    DEFAULT_CSS = """
    Counting { height: 1fr; }
    """

    def __init__(
        self,
        results: Sequence[Result],
        faces: Sequence[glyphs.Face],
        points: Sequence[int],
        race: Sequence[Sequence[int]],
        target: int,
        shown: int,
    ) -> None:
        super().__init__()
        self._results = results
        self._faces = faces
        self._points = points
        self._race = race
        self._target = target
        self.shown = shown
        """How many cards have been counted so far."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """All there is."""
        return container.height

    def paint(self, canvas: Canvas) -> None:
        """One or two rows a seat, then the race."""
        tall = 2 if canvas.height >= len(self._results) * 2 + 3 else 1
        left = self.shown
        canvas.put(2, 0, "cards left", self.inks.muted)
        canvas.put(canvas.width - 16, 0, "round", self.inks.muted)
        canvas.put(canvas.width - 7, 0, "total", self.inks.muted)
        for at, one in enumerate(self._results):
            left = self._paint_row(canvas, 1 + at * tall, one, left)
            if tall == 2:
                self._paint_bar(canvas, 2 + at * tall, one)
        top = 2 + len(self._results) * tall
        if canvas.height - top >= 6 and len(self._race[0]) > 2:
            self._paint_race(canvas, Region(2, top, canvas.width - 4, canvas.height - top))

    def _paint_row(self, canvas: Canvas, y: int, one: Result, left: int) -> int:
        colors = self.inks
        mark = self.signs["turn"] if one.winner or one.champion else " "
        canvas.put(0, y, mark, colors.turn)
        name = set_cell_size(one.name, min(16, cell_len(one.name)))
        canvas.put(2, y, name, colors.turn if one.winner or one.champion else colors.bold)
        x, room = 19, max(1, (canvas.width - 19 - 26) // glyphs.S.width)
        room = room if len(one.hand) <= room else room - 1
        counted = 0
        for at, kind in enumerate(one.hand):
            done = left > 0
            left -= 1
            counted += self._points[kind] if done else 0
            if at >= room:
                continue
            face = self._faces[kind]
            styles = colors.card(face.style, "bright" if done else "dim")
            canvas.runs(x, y, glyphs.card_rows(face, glyphs.S, "plain", self.glyph_set)[0], styles)
            x += glyphs.S.width
        if len(one.hand) > room:
            canvas.put(x, y, f" +{len(one.hand) - room}", colors.muted)
        if one.hand:
            canvas.put(canvas.width - 25, y, f"= {counted}", colors.text)
        gained = f"{one.gained:+d}" if one.gained else self.signs["dash"]
        canvas.put(
            canvas.width - 11 - len(gained), y, gained, colors.good if one.gained else colors.muted
        )
        total = str(one.total)
        canvas.put(canvas.width - 2 - len(total), y, total, colors.bold)
        return left

    def _paint_bar(self, canvas: Canvas, y: int, one: Result) -> None:
        """The total as a bar on the way to the target (or to the highest total)."""
        most = max([self._target, *(abs(other.total) for other in self._results)]) or 1
        wide = canvas.width - 19 - 26
        bar = round(wide * min(1.0, max(0, one.total) / most))
        style = self.inks.turn if one.winner or one.champion else self.inks.muted
        canvas.put(19, y, self.signs["race"] * bar, style)
        canvas.put(19 + bar, y, self.signs["dot"] * (wide - bar), self.inks.line)

    def _paint_race(self, canvas: Canvas, area: Region) -> None:
        colors = self.inks
        most = max([self._target, *(max(line) for line in self._race)]) or 1
        least = min(0, *(min(line) for line in self._race))
        rounds = len(self._race[0])
        goal = f", target {self._target}" if self._target else ""
        canvas.put(
            area.x, area.y, f"the race over {count(rounds - 1, 'round')}{goal}", colors.muted
        )
        bottom, tall = area.bottom - 2, area.height - 3
        wide = area.width - 6
        canvas.put(area.x + 4, bottom + 1, self.edges["box"][1] * wide, colors.line)
        for value, y in ((most, bottom - tall + 1), (least, bottom)):
            canvas.put(area.x, y, f"{value:>4}", colors.line)

        def place(at: int, points: int) -> tuple[int, int]:
            x = area.x + 5 + round(at * (wide - 14) / max(1, rounds - 1))
            return x, bottom - round((points - least) * (tall - 1) / max(1, most - least))

        for seat, line in enumerate(self._race):
            style = colors.turn if self._results[seat].champion else colors.text
            self._paint_line(
                canvas, [place(at, points) for at, points in enumerate(line)], seat, style
            )

    def _paint_line(
        self, canvas: Canvas, dots: list[tuple[int, int]], seat: int, style: Style
    ) -> None:
        for (x0, y0), (x1, y1) in pairwise(dots):
            for x in range(x0 + 1, x1):
                y = round(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
                canvas.put(x, y, self.signs["dot"], self.inks.line)
        digit = str((seat + 1) % 10)
        for x, y in dots[1:]:
            canvas.put(x, y, digit, style)
        x, y = dots[-1]
        canvas.put(x + 1, y, " " + set_cell_size(self._results[seat].name, 9), self.inks.muted)


class ResultScreen(Screen[str]):
    """Gives "next", "again" or "menu"."""

    DEFAULT_CSS = """
    ResultScreen { layers: default notice; background: $uno-felt; color: $uno-text; }
    ResultScreen #title { margin: 1 1 1 1; }
    ResultScreen Counting { margin: 0 2; }
    ResultScreen #forfeit { color: $uno-turn; }
    ResultScreen #hint { dock: bottom; background: $uno-bar; color: $uno-muted; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go", "Next round", id="result.next"),
        Binding("r", "again", "Rematch", id="result.again"),
        Binding("escape,q", "menu", "Back to the menu", id="result.menu"),
    ]

    def __init__(
        self,
        view: View,
        happened: Sequence[Event],
        whole: Sequence[Event],
        faces: Sequence[glyphs.Face],
        *,
        glyph_set: str = "unicode",
        moving: bool = True,
    ) -> None:
        """`happened` are the events of the round, `whole` those of the match."""
        super().__init__()
        self._view = view
        self._results = results_of(view, happened)
        self._race = race_of(whole, len(view.names))
        self._faces = faces
        self._glyph_set = glyph_set
        self._moving = moving
        self._cards = sum(len(one.hand) for one in self._results)
        self._timer: Timer | None = None

    @property
    def over(self) -> bool:
        """Whether the match is over, not only the round."""
        return self._view.phase == MATCH_OVER

    def compose(self) -> ComposeResult:
        """Headline, the counting, the forfeit, the keys."""
        view = self._view
        title = WordLine(id="title")
        rules = view.tables.ruleset
        goal = f"to {rules.scoring.target}" if rules.scoring.target else ""
        title.say(headline(view, self._results), Content(f"{rules.name} {goal}"))
        yield title
        start = 0 if self._moving else self._cards
        counting = Counting(
            self._results, self._faces, view.tables.points, self._race, rules.scoring.target, start
        )
        counting.glyph_set = self._glyph_set
        yield counting
        forfeit = forfeit_of(view)
        if forfeit:
            line = WordLine(id="forfeit")
            losers = listed([Content(view.names[seat]) for seat in view.losers])
            line.say(Content("Forfeit for ") + losers + Content(f": {forfeit}"))
            yield line
        hint = WordLine(id="hint")
        hint.say(
            "r rematch · Esc back to the menu"
            if self.over
            else "Enter next round · Esc leave, saved"
        )
        yield hint
        yield TooSmall()

    def on_mount(self) -> None:
        """Start to count."""
        if self._moving:
            self._timer = self.set_interval(TICK, self._count)

    def _count(self) -> None:
        counting = self.query_one(Counting)
        counting.shown += 1
        counting.repaint()
        if counting.shown >= self._cards and self._timer is not None:
            self._timer.stop()

    def _finish(self) -> bool:
        """Count to the end at once; False when that was done already."""
        counting = self.query_one(Counting)
        if counting.shown >= self._cards:
            return False
        counting.shown = self._cards
        counting.repaint()
        return True

    def on_click(self, event: events.Click) -> None:
        """A click goes on."""
        self.action_go()

    def action_go(self) -> None:
        """Count to the end first; then the next round."""
        if not self._finish() and not self.over:
            self.dismiss("next")

    def action_again(self) -> None:
        """Another match of the same people under the same rules."""
        if self.over:
            self.dismiss("again")

    def action_menu(self) -> None:
        """Back to the menu."""
        self.dismiss("menu")

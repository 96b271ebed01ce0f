"""The end of a round and of a match: hands up, points counted out, what comes next.

`RoundOver` gives "next", "seats", "look" or "menu"; `MatchOver` gives "rematch", "new", "look" or "menu".
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Button, Static

from uno_tui.engine.state import MATCH_OVER
from uno_tui.tui.screens.base import OwnScreen, TooSmall
from uno_tui.tui.screens.results_count import Count, score_race, standings
from uno_tui.tui.widgets.hint_line import spelled

if TYPE_CHECKING:
    from uno_tui.engine.view import View
    from uno_tui.store.record import Record
    from uno_tui.tui.widgets.plot import LinePlot

COUNT_EVERY = 0.09
"""Seconds between two cards counted out."""


class Result(OwnScreen[str]):
    """What both have in common: a headline, the count, and keys for what comes next."""

    CSS_PATH = "results.tcss"
    AUTO_FOCUS = "#first"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll(-1)", "Up", show=False),
        Binding("down", "scroll(1)", "Down", show=False),
        Binding("pageup", "scroll(-10)", "Up a page", show=False),
        Binding("pagedown", "scroll(10)", "Down a page", show=False),
    ]
    CHOICES: ClassVar[tuple[tuple[str, str, str], ...]] = ()
    """(answer, label, key) of each button; the first is what Enter takes."""

    def __init__(
        self, view: View, race: Sequence[Sequence[int]] = (), glyph_set: str = "unicode"
    ) -> None:
        """`view` is of a table whose round is over; `race` the totals at each round's start."""
        super().__init__()
        self.view = view
        self.race = [tuple(scores) for scores in race]
        self.glyph_set = glyph_set
        self.hands: Sequence[Sequence[int]] | None = None
        """What lies turned up, where the view does not say it."""
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Headline, count, extras, buttons."""
        yield Static(self.headline(), id="headline", markup=False)
        yield Static(self.subline(), id="subline", markup=False)
        with VerticalScroll(id="middle", can_focus=False):
            count = Count(self.view, standings(self.view, self.race, self.hands), self.glyph_set)
            count.spare = lambda: self.below
            yield count
            yield from self.extras()
        with Vertical(id="foot"):
            for number, (answer, label, key) in enumerate(self.CHOICES):
                button = Button(
                    Content(f"{label}  {key}"), id="first" if number == 0 else None, name=answer
                )
                yield button
        yield TooSmall()

    def on_mount(self) -> None:
        """Start to count; at once where nothing may move."""
        count = self.query_one(Count)
        if self.app.animation_level == "none":
            count.shown = count.steps
        else:
            self._timer = self.set_interval(COUNT_EVERY, self._count_on)

    def _count_on(self) -> None:
        count = self.query_one(Count)
        if count.shown < count.steps:
            count.shown += 1
        elif self._timer is not None:
            self._timer.stop()

    def on_key(self, event: events.Key) -> None:
        """Any key ends the counting; then it acts."""
        count = self.query_one(Count)
        count.shown = count.steps

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(event.button.name or self.CHOICES[0][0])

    def action_answer(self, answer: str) -> None:
        """One of the choices, by key."""
        self.dismiss(answer)

    def headline(self) -> Content:
        """The first line."""
        raise NotImplementedError

    def subline(self) -> Content:
        """The second line."""
        raise NotImplementedError

    def plain(self, text: str) -> Content:
        """`text`, spelled out where the terminal knows ASCII only."""
        return Content(spelled(text) if self.glyph_set == "ascii" else text)

    @property
    def below(self) -> int:
        """Rows wanted for what stands below the count."""
        return 0

    def extras(self) -> ComposeResult:
        """What stands below the count."""
        yield from ()

    def action_scroll(self, rows: int) -> None:
        """Move the count, where it is longer than the screen."""
        self.query_one("#middle").scroll_relative(y=rows, animate=False)

    def names(self, seats: Sequence[int]) -> str:
        """Names in a row."""
        words = [self.view.names[seat] for seat in seats]
        return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


class RoundOver(Result):
    """A round is over; Enter deals the next one."""

    CHOICES = (
        ("next", "Next round", "Enter"),
        ("seats", "Seats", "s"),
        ("look", "Table", "l"),
        ("menu", "Menu", "Esc"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,n,space", "answer('next')", "Next round"),
        Binding("s", "answer('seats')", "Somebody joins or leaves"),
        Binding("l", "answer('look')", "Look at the table"),
        Binding("escape,m", "answer('menu')", "Back to the menu, the match is saved"),
    ]

    def headline(self) -> Content:
        """Who won the round."""
        view = self.view
        return Content(f"Round {view.round_no} goes to {self.names(view.winners)}")

    def subline(self) -> Content:
        """What the match is about."""
        rules = self.view.tables.ruleset
        if self.view.unfinished:
            return Content("The round was broken off: it had grown too long.")
        if rules.match.rounds:
            return self.plain(f"{rules.name} · round {self.view.round_no} of {rules.match.rounds}")
        goal = f" · to {rules.scoring.target}" if rules.scoring.target else ""
        return self.plain(f"{rules.name}{goal}")


class MatchOver(Result):
    """The match is over: the champions, the race, a forfeit; one key for a rematch."""

    CHOICES = (
        ("rematch", "Rematch", "r"),
        ("new", "New game", "n"),
        ("look", "Table", "l"),
        ("menu", "Menu", "Esc"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r,enter", "answer('rematch')", "Rematch with the same seats"),
        Binding("n", "answer('new')", "New game"),
        Binding("l", "answer('look')", "Look at the table"),
        Binding("escape,m", "answer('menu')", "Back to the menu"),
    ]

    def headline(self) -> Content:
        """Who won the match."""
        champions = self.view.champions
        if not champions:
            return Content("The match is over, and nobody won")
        alone = len(champions) == 1
        told = "win" if alone and self.view.names[champions[0]].casefold() == "you" else "wins"
        verb = f"{told} the match" if alone else "share the match"
        return Content(f"{self.names(champions)} {verb}")

    def subline(self) -> Content:
        """The forfeit, if one was dealt, and how long it took."""
        view = self.view
        rounds = "one round" if view.round_no == 1 else f"{view.round_no} rounds"
        told = f"{view.tables.ruleset.name} · {rounds}"
        forfeit = forfeit_of(view)
        if forfeit and view.losers:
            return Content.assemble(
                self.plain(f"{told}\nForfeit for {self.names(view.losers)}: "),
                Content.styled(forfeit, "bold $uno-turn"),
            )
        return self.plain(told)

    @property
    def below(self) -> int:
        """The plot's rows; a low screen has none."""
        height = self.app.size.height
        return 0 if len(self.race) < 2 or height < 24 else 8 if height < 36 else 12

    def extras(self) -> ComposeResult:
        """The score race as a plot, where more than one round was played."""
        if len(self.race) > 1:
            view = self.view
            race = [*self.race, view.scores]
            yield race_plot(race, view.names, view.champions, self.glyph_set)


class GivenUp(MatchOver):
    """The only person at the table gave the match up; what everybody held lies open."""

    def __init__(
        self,
        view: View,
        record: Record,
        hands: Sequence[Sequence[int]],
        seat: int,
        glyph_set: str = "unicode",
    ) -> None:
        """`seat` gave up; `hands` by seat."""
        super().__init__(view, score_race(record), glyph_set)
        self.hands, self.seat = hands, seat

    def headline(self) -> Content:
        """Who gave up."""
        return Content(f"{self.view.names[self.seat]} gave the match up")

    def subline(self) -> Content:
        """In which round, and what that means."""
        view = self.view
        return self.plain(
            f"{view.tables.ruleset.name} · in round {view.round_no} · it counts as lost"
        )

    @property
    def below(self) -> int:
        """No plot: the last round was not counted."""
        return 0

    def extras(self) -> ComposeResult:
        """Nothing below the hands."""
        yield from ()


def ending(view: View, record: Record, glyph_set: str) -> Result:
    """The screen for a table whose round, or match, has just ended."""
    kind = MatchOver if view.phase == MATCH_OVER else RoundOver
    return kind(view, score_race(record), glyph_set)


def forfeit_of(view: View) -> str:
    """The forfeit dealt to the loser, always the same for the same match; "" when there is none."""
    forfeits = view.tables.ruleset.match.forfeits
    if not forfeits:
        return ""
    return Random(f"{view.names}{view.scores}{view.round_no}").choice(forfeits)


def race_plot(
    race: Sequence[Sequence[int]], names: Sequence[str], champions: Sequence[int], glyph_set: str
) -> LinePlot:
    """A line for each seat over the rounds; the champions' stand out."""
    from uno_tui.tui.widgets.plot import Line, LinePlot  # plotext: only a match's end waits for it

    lines = [
        Line(name, tuple(scores[seat] for scores in race), seat in champions)
        for seat, name in enumerate(names)
    ]
    plot = LinePlot("Points over the rounds", lines, id="race")
    plot.glyph_set = glyph_set
    return plot

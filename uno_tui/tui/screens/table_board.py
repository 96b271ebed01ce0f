"""The table as a layout: where everything stands, and how a view is put on the widgets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widgets import Input

from uno_tui.engine.events import PUBLIC
from uno_tui.tui import glyphs
from uno_tui.tui.screens import table_facts as facts
from uno_tui.tui.screens.base import TooSmall
from uno_tui.tui.screens.table_told import Telling
from uno_tui.tui.screens.table_window import window_words
from uno_tui.tui.text import Wording
from uno_tui.tui.widgets.action_bar import ActionBar, Button
from uno_tui.tui.widgets.event_log import EventLog
from uno_tui.tui.widgets.fan import sort_cards
from uno_tui.tui.widgets.hand import Hand
from uno_tui.tui.widgets.lines import WordLine
from uno_tui.tui.widgets.opponents import OpponentRow
from uno_tui.tui.widgets.piles import Piles
from uno_tui.tui.widgets.scoreboard import Scoreboard
from uno_tui.tui.widgets.straight import Ground, blank_lines, is_plain_ground

if TYPE_CHECKING:
    from uno_tui.engine.view import View

PARTS = (
    WordLine, OpponentRow, Piles, EventLog, Hand, ActionBar, Scoreboard, Input, TooSmall,
)  # fmt: skip
"""What a table is made of, so that their style sheets can be parsed before it is wanted."""
HELPS = (
    Button("sort", "s", "sort"),
    Button("panel", "Tab", "log"),
    Button("hint", "i", "hint"),
    Button("pause", "space", "pause"),
    Button("keys", "?", "keys"),
    Button("rules", "F1", "rules"),
    Button("menu", "m", "menu"),
)


BOUND = {"discard": "draw", "slap": "go", "ready": "go", "next": "go"}
"""Buttons whose key is that of another binding."""


class Board(Telling):
    """Everything a table shows, for whoever looks. `TableScreen` brings it to life."""

    def __init__(self) -> None:
        super().__init__()
        self.viewer: int | None = None
        self.bubbles: dict[int, str] = {}
        self.thinking = -1
        self.shown = -1
        """How many actions of the match have been shown."""
        self.hands: tuple[tuple[int, ...], ...] | None = None
        self.mine = False
        """Whether the viewer was asked at the last look."""
        self.watched = -1
        """Among AIs only: the seat whose hand is shown; -1 = of the seat to play."""
        self.order = "colour"

    # -- building

    def compose(self) -> ComposeResult:
        """Board and side panel, the overlays, and the notice for small terminals."""
        yield WordLine(id="status", classes="-bar")
        yield OpponentRow(id="opponents")
        with Ground(id="middle"):
            yield Piles(id="piles")
            yield EventLog(id="ticker", can_focus=False)
        yield WordLine(id="turn")
        yield Hand(id="hand")
        yield WordLine(id="why")
        yield ActionBar(id="actions")
        with Vertical(id="side"):
            yield Scoreboard(id="scores")
            yield Input(placeholder="search the log", id="search", compact=True)
            yield EventLog(id="log")
        yield TooSmall()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The ground under everything."""
        return blank_lines(self, crop) if is_plain_ground(self) else super().render_lines(crop)

    def expect(self, size: Size, side_panel: bool) -> None:
        """Before it is shown: where it will be. A class that comes later restyles every widget.

        The app has parsed the table's style sheets.
        """
        ways = ((size.width, self.HORIZONTAL_BREAKPOINTS), (size.height, self.VERTICAL_BREAKPOINTS))
        for cells, breakpoints in ways:
            self.add_class([name for least, name in breakpoints or () if cells >= least][-1])
        self.set_class(not side_panel, "-closed")
        self.styled = True

    def _dress(self) -> None:
        """Tell the widgets what the cards of this table look like."""
        tables = self.table.game.tables
        printed, codes, names = self.deck()
        for widget in self.query("WordLine, OpponentRow, Piles, Hand, ActionBar, Scoreboard"):
            widget.glyph_set = self.glyph_set  # type: ignore[attr-defined]
        self.hand.deck(printed, codes, names)
        self.query_one(Piles).deck(printed, tables.colors)

    def deck(self) -> tuple[tuple[glyphs.Face, ...], list[str], list[str]]:
        """What is printed on the kinds, how they are written, and what they are called."""
        tables = self.table.game.tables
        faces = glyphs.faces(tables.kinds, tables.colors, self.glyph_set)
        codes = [kind.code for kind in tables.kinds]
        return faces, codes, [tables.name(kind) for kind in range(len(codes))]

    def first_look(self) -> None:
        """Where nothing moves the first frame has the cards on it; the feed then says the same."""
        from uno_tui.session.table import view_of

        self.viewer = self.table.viewer
        self.private = self.viewer is None
        self.view = view_of(self.table)
        self.wording = Wording(self.view.tables, self.view.names, self.view.seat)
        self._rewrite_log()
        self.update()

    def update(self) -> None:
        """Put the view on the widgets."""
        view, wording = self.view, self.wording
        if view is None or wording is None or self.gone:
            return
        self._whys.clear()
        levels = [seat.level if seat.is_ai else "" for seat in self.table.seats]
        seats = facts.seat_facts(view, levels, self.bubbles, self.thinking)
        self.query_one(OpponentRow).show(seats, view.direction)
        self.query_one(Piles).facts = facts.pile_facts(view, wording)
        self.query_one("#status", WordLine).say(*facts.status_words(view, self._pace_words()))
        self.query_one(Scoreboard).show(facts.scores(view), view.tables.ruleset.scoring.target)
        self._update_hand(view)
        self._update_turn(view)
        self._update_actions(view)
        self._tell_why()

    def _update_turn(self, view: View) -> None:
        """Whose turn it is, and at the right what the player has or may catch."""
        assert self.wording is not None
        ended = self.table.given_up
        mine = view.seat >= 0 and view.seat in view.asked and not self.private and not ended
        line = self.query_one("#turn", WordLine)
        if mine != line.has_class("-mine"):
            self.hand.forget_typed()
            self.uno.tell_turn(mine)
        # On the line and not on the screen: a class there has every widget's style looked up again.
        line.set_class(mine, "-mine")
        self.mine = mine
        people = any(not seat.is_ai for seat in self.table.seats)
        signs = glyphs.glyphs(self.glyph_set).signs
        window = window_words(
            self.table.status(), view.names, self.table.pace.uno_window(people), people, signs
        )
        still = "space goes on" if self.table.paused else ""
        still = "space lets it act" if self.table.pace.stepping else still
        if (forward := self.table.forward) >= 0:
            turn = facts.forward_words(view, forward)
        else:
            turn = facts.turn_words(view, self.wording, still, ended)
        covered = "hands are covered" if people else self._watch_words(view)
        own = (
            facts.own_words(view, self.order, self._several) if view.seat >= 0 else Content(covered)
        )
        line.say(turn, window or own)

    def _update_hand(self, view: View) -> None:
        tables = view.tables
        if self.private or (view.seat < 0 and self.hands is None):
            self.hand.hold((), frozenset())
            return
        if self.hands is not None and view.seat < 0:
            cards = sort_cards(
                self.hands[self._watched_seat(view)], self.order, tables.color_of, tables.number
            )
            self.hand.hold(cards, frozenset(cards))
            return
        cards = sort_cards(view.hand, self.order, tables.color_of, tables.number)
        playable = facts.playable(view)
        focus = view.drawn
        begins = view.seat in view.asked and not (self.mine and self.hand.cards)
        if begins and focus < 0 and self.hand.current not in playable:
            # A turn begins at a card that can be laid.
            focus = next((kind for kind in cards if kind in playable), -1)
        self.hand.hold(cards, playable, focus)

    @property
    def _several(self) -> bool:
        """Whether several people share this screen."""
        return sum(not seat.is_ai for seat in self.table.seats) > 1

    def _watched_seat(self, view: View) -> int:
        """Whose open hand is shown: the one chosen, else that of the seat to play."""
        if 0 <= self.watched < len(view.names):
            return self.watched
        return max(0, view.turn)

    def _watch_words(self, view: View) -> str:
        if self.hands is None:
            return "watching · m takes a seat"
        other = "same number: the seat to play" if self.watched >= 0 else "1-9, 0: another seat"
        return f"{view.names[self._watched_seat(view)]}'s cards · {other}"

    def _update_actions(self, view: View) -> None:
        bar = self.query_one(ActionBar)
        if self.private or view.seat < 0 or self.table.given_up:
            bar.show((), None, self._as_bound(HELPS[3:] if self.private else HELPS))
            return
        row, big = facts.buttons(view, armed=self.armed)
        bar.show(self._as_bound(row), self._as_bound([big])[0], self._as_bound(HELPS))

    def _as_bound(self, buttons: Sequence[Button]) -> list[Button]:
        """The buttons with the keys that the user's keymap gives them."""
        keys = self.app._keymap
        return [
            button._replace(key=keys[name].split(",")[0]) if name in keys else button
            for button, name in ((one, f"table.{BOUND.get(one.act, one.act)}") for one in buttons)
        ]

    def _pace_words(self) -> str:
        if self.table.pace.stepping:
            return "step by step"
        return "paused" if self.table.paused else f"pace {self.table.pace.name}"

    def _rewrite_log(self, but: int = 0) -> None:
        """Another viewer: the log as that viewer has seen it, and nothing else.

        The last `but` entries of the history are left out: they are still to be shown.
        """
        assert self.wording is not None
        self._hint_in_full = ""  # it was for another pair of eyes
        viewer = PUBLIC if self.viewer is None else self.viewer
        history = self.table.history(viewer)
        seen = history[: len(history) - but]
        words = [line for entry in seen for line in self.wording.told(entry)]
        for log in (self.query_one("#log", EventLog), self.query_one("#ticker", EventLog)):
            log.replace(words)

    def update_status(self) -> None:
        """The line on top, after the pace changed."""
        if self.view is not None:
            words = facts.status_words(self.view, self._pace_words())
            self.query_one("#status", WordLine).say(*words)

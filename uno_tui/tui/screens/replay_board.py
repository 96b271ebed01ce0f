"""A table to look at: seats, piles and one hand, put on the screen from a view.

The lessons and the replay viewer show this; the table being played has more around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical

from uno_tui.tui import glyphs
from uno_tui.tui.screens import table_facts as facts
from uno_tui.tui.text import Wording
from uno_tui.tui.widgets.fan import sort_cards
from uno_tui.tui.widgets.hand import Hand
from uno_tui.tui.widgets.opponents import OpponentRow
from uno_tui.tui.widgets.piles import Piles

if TYPE_CHECKING:
    from uno_tui.engine.view import View
    from uno_tui.ruleset.tables import Tables


class Board(Vertical):
    """Opponents on top, the piles in the middle, the viewer's hand below."""

    DEFAULT_CSS = """
    Board { background: $uno-felt; height: 1fr; }
    Board OpponentRow { margin: 0 1; }
    Board Piles { height: 1fr; }
    .-narrow Board Hand, .-low Board Hand { height: 5; }
    """
    SCOPED_CSS = False
    """How wide and high the screen is, is said outside of it."""

    def __init__(self, tables: Tables, glyph_set: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.tables = tables
        self.glyph_set = glyph_set

    def compose(self) -> ComposeResult:
        """The three widgets of the table."""
        yield OpponentRow(id="opponents")
        yield Piles(id="piles")
        yield Hand(id="hand")

    def on_mount(self) -> None:
        """Tell the widgets what the cards look like."""
        self.dress(self.tables)

    def dress(self, tables: Tables) -> None:
        """Use the cards of these tables."""
        self.tables = tables
        printed = glyphs.faces(tables.kinds, tables.colors, self.glyph_set)
        for widget in (self.opponents, self.piles, self.hand):
            widget.glyph_set = self.glyph_set
        codes = [kind.code for kind in tables.kinds]
        self.hand.deck(printed, codes, [tables.name(kind) for kind in range(len(codes))])
        self.piles.deck(printed, tables.colors)

    @property
    def opponents(self) -> OpponentRow:
        """The other seats."""
        return self.query_one("#opponents", OpponentRow)

    @property
    def piles(self) -> Piles:
        """Draw pile and discard pile."""
        return self.query_one("#piles", Piles)

    @property
    def hand(self) -> Hand:
        """The viewer's hand."""
        return self.query_one("#hand", Hand)

    def show(self, view: View, levels: Sequence[str] = (), order: str = "drawn") -> None:
        """Show this view; `levels` are the AI levels by seat, "" for people."""
        tables = view.tables
        wording = Wording(tables, view.names, view.seat)
        self.opponents.show(facts.seat_facts(view, levels, {}), view.direction)
        self.piles.facts = facts.pile_facts(view, wording)
        cards = sort_cards(view.hand, order, tables.color_of, tables.number)
        self.hand.hold(cards, facts.playable(view), view.drawn)

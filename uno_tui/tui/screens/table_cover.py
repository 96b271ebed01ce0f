"""The curtain of a table: when it falls, who may lift it, and what is told when it rises."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from uno_tui.tui.dialogs.curtain import Curtain, ShownHand
from uno_tui.tui.screens.base import OwnDialog
from uno_tui.tui.screens.table_facts import seat_words
from uno_tui.tui.widgets.fan import sort_cards

if TYPE_CHECKING:
    from uno_tui.engine.events import Event
    from uno_tui.session import Batch
    from uno_tui.session.table import Status
    from uno_tui.tui.screens.table import TableScreen


class Covering:
    """Follows the session's curtain: puts the opaque screen up and takes it away."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self._curtain: Curtain | None = None
        self._for = -1

    @property
    def down(self) -> bool:
        """Whether the opaque screen is up."""
        return self._curtain is not None

    def follow_status(self, status: Status) -> None:
        """Put the curtain up when the table waits for a seat behind it, away when it does not."""
        seat = status.wanted
        if status.viewer is None and seat is not None:
            if self._curtain is not None and self._for == seat:
                return
            self._drop()
            self._raise(seat)
        else:
            self._drop()

    @property
    def several(self) -> bool:
        """Whether more than one person plays at this keyboard."""
        return sum(not spec.is_ai for spec in self._screen.table.seats) > 1

    def about(self, seat: int) -> str:
        """A seat that was clicked, in words; "" where the click does something (see `buzz`)."""
        view, table = self._screen.view, self._screen.table
        if self.several or view is None or self._screen.hands is not None:
            return ""
        return seat_words(view, seat, table.seats[seat].level)

    def buzz(self, seat: int) -> str:
        """`seat` comes forward, or hands the keyboard back; else says why nothing happens."""
        table = self._screen.table
        if not 0 <= seat < len(table.seats):
            return f"There is no seat {seat + 1} at this table."
        if table.forward == seat:
            table.cover()
            return ""
        if table.buzz(seat):
            return ""
        people = [at for at, spec in enumerate(table.seats) if not spec.is_ai]
        others = [f"{(at + 1) % 10} for {table.seats[at].name}" for at in people if at != seat]
        if not self.several:
            return "Seat numbers are for a second person at this keyboard."
        if seat not in people:
            return f"An AI plays for {table.seats[seat].name}; press {', '.join(others)}."
        return f"{table.seats[seat].name} is at the keyboard already; press {', '.join(others)}."

    def _raise(self, seat: int) -> None:
        screen = self._screen
        screen.hide()
        self._clear_front()
        name = screen.table.seats[seat].name
        curtain = Curtain(name, hold_off=screen.hold_off)
        self._curtain, self._for = curtain, seat

        def lifted(yes: bool | None) -> None:
            if self._curtain is curtain:
                self._curtain = None
                if yes:
                    screen.table.reveal(seat)
                elif yes is False:
                    screen.always.leave()

        screen.app.push_screen(curtain, lifted)

    def _clear_front(self) -> None:
        """Close the palette and questions in front: they name cards, and act for who looked.

        A page that was opened over a question goes with it.
        """
        from textual.command import CommandPalette

        stack = self._screen.app.screen_stack
        above = stack[stack.index(self._screen) + 1 :] if self._screen in stack else []
        asked = [isinstance(one, CommandPalette | OwnDialog) for one in above]
        for at in range(len(above) - 1, -1, -1):
            if any(asked[: at + 1]):
                above[at].dismiss(None)

    def _drop(self) -> None:
        curtain, self._curtain = self._curtain, None
        if curtain is not None and curtain.is_current:
            curtain.dismiss(None)

    def recap(self, batch: Batch) -> None:
        """When a curtain has just lifted: what happened since that player's last turn."""
        screen = self._screen
        people = [seat for seat in screen.table.seats if not seat.is_ai]
        if batch.viewer is None or batch.viewer < 0 or screen.wording is None or len(people) < 2:
            return
        happened = screen.table.recap(batch.viewer)
        first = any(event.kind == "round" for event in happened)
        title = "So far in this round" if first else "Since your last turn"
        screen.show_recap(screen.wording.recap(happened), title)

    async def show_hand(self, event: Event) -> None:
        """After a challenge: the hand, for the challenger's eyes only."""
        screen = self._screen
        if screen.wording is None or not event.cards:
            return
        faces, codes, names = screen.deck()
        words = screen.wording.event(event._replace(cards=()))
        tables = screen.table.game.tables
        cards = sort_cards(event.cards, screen.order, tables.color_of, tables.number)
        shown = ShownHand(words, cards, faces, codes, names, glyph_set=screen.glyph_set)
        closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def close(_: None) -> None:
            if not closed.done():
                closed.set_result(None)

        screen.app.push_screen(shown, close)
        await closed

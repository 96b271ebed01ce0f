"""The end of a round or a match before the table, and what is chosen there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from uno_tui.engine.state import ROUND_OVER

if TYPE_CHECKING:
    from uno_tui.engine.view import View
    from uno_tui.session import Batch
    from uno_tui.tui.screens.results import Result
    from uno_tui.tui.screens.table import TableScreen

AGAIN = 0.1
"""Seconds until the next look at whether the table is in front."""


class Endings:
    """Puts the results of a `TableScreen` on a screen of their own."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self._result: Result | None = None
        self._shown = -1
        """The round whose end has been shown."""

    def follow(self, batch: Batch) -> None:
        """After a batch: show the end that it brought, or take away one that is over."""
        if batch.view.phase >= ROUND_OVER:
            self._show_once(batch)
        elif self._result is not None and self._result.is_active:
            if not self._screen.table.given_up:
                # Nobody plays at this table but AIs, and they have gone on.
                self._result.dismiss("look")

    def _show_once(self, batch: Batch) -> None:
        screen = self._screen
        if self._shown == batch.view.round_no or screen.view is not batch.view:
            return
        if screen.app.screen is not screen:
            # A page or a closing question is in front: the result waits until it is gone.
            screen.set_timer(AGAIN, partial(self._show_once, batch))
            return
        self._shown = batch.view.round_no
        self._show_view(batch.view)

    def _show_view(self, view: View) -> None:
        from uno_tui.tui.screens.results import ending

        screen = self._screen
        self.show(ending(view, screen.table.record, screen.glyph_set))

    def show(self, result: Result) -> None:
        """Put the end of a round, or of the match, before the table."""
        self._result = result
        self._screen.app.push_screen(result, self._chosen)
        result.call_after_refresh(self._screen.uno.tidy.now)

    def _chosen(self, choice: str | None) -> None:
        """Next round, rematch, another game, or back to the menu; "look" stays at the table."""
        screen, self._result = self._screen, None
        if choice == "next":
            screen.table.next_round()
        elif choice == "seats":
            screen.uno.change_seats(screen.table, self._seats_changed)
        elif choice == "rematch":
            screen.unsubscribe()
            from uno_tui.tui.match import new_seed

            screen.uno.show_table(screen.table.again(new_seed()))
        elif choice == "menu":
            screen.always.leave()
        elif choice == "new":
            screen.always.leave()
            screen.uno.open_page("new_game")

    def _seats_changed(self, _: None) -> None:
        """Whoever leaves the seats as they were is back at the end of the round."""
        from uno_tui.session.table import view_of

        view = view_of(self._screen.table)
        if not self._screen.gone and view.phase == ROUND_OVER:
            self._show_view(view)

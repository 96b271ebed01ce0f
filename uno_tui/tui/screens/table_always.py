"""Keys of the table that always work, whoever's turn it is: panel, log, pace, pages, leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

from uno_tui.tui.widgets.event_log import EventLog
from uno_tui.tui.widgets.lines import WordLine

if TYPE_CHECKING:
    from uno_tui.tui.screens.table import TableScreen

ORDERS = ("colour", "number", "drawn")
ALWAYS = frozenset(
    {
        "sort",
        "panel",
        "search",
        "back",
        "quit",
        "pause",
        "slower",
        "faster",
        "rules",
        "keys",
        "undo",
        "menu",
    }
)
"""The names of these keys' actions: methods of `Always`."""


class Always:
    """Carries them out for one `TableScreen`."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen

    def do(self, name: str) -> None:
        """Carry out one of `ALWAYS`."""
        getattr(self, name)()

    def sort(self) -> None:
        """Sort the hand the next way."""
        screen = self._screen
        screen.order = ORDERS[(ORDERS.index(screen.order) + 1) % len(ORDERS)]
        screen.update()

    def panel(self) -> None:
        """Open or close the panel; an open one gets the focus, for scrolling and searching."""
        screen = self._screen
        huge = screen.has_class("-huge")
        name = "-closed" if huge else "-drawer"
        screen.toggle_class(name)
        screen.call_after_refresh(screen.why_again)
        opened = screen.has_class("-drawer") if not huge else not screen.has_class("-closed")
        if opened:
            log = screen.query_one("#log", EventLog)
            log.focus()
            screen.call_after_refresh(log.scroll_end, animate=False)
        else:
            self.close_search()

    def search(self) -> None:
        """Open the panel with the search line."""
        screen = self._screen
        screen.remove_class("-closed")
        if not screen.has_class("-huge"):
            screen.add_class("-drawer")
        field = screen.query_one("#search", Input)
        field.add_class("-open")
        field.focus()

    def close_search(self) -> None:
        """Close the search line; the hand has the keys again."""
        screen = self._screen
        field = screen.query_one("#search", Input)
        field.remove_class("-open")
        field.value = ""
        screen.hand.focus()

    def back(self) -> None:
        """First close what is open, hand the keyboard back, then leave the table; the match is saved."""
        screen = self._screen
        if screen.query_one("#search", Input).has_class("-open"):
            self.close_search()
        elif screen.has_class("-drawer") and not screen.has_class("-huge"):
            screen.remove_class("-drawer")
            screen.hand.focus()
        elif screen.hand.marked:
            screen.hand.marked = ()
        elif screen.focused is not screen.hand:
            screen.hand.focus()
        elif screen.table.forward >= 0:
            screen.table.cover()
        else:
            self.leave()

    def leave(self) -> None:
        """Close the table and go back to the menu."""
        screen = self._screen
        screen.unsubscribe()
        screen.table.close()
        screen.uno.close_pages()

    def quit(self) -> None:
        """Close the table and the program; the match is saved."""
        screen = self._screen
        screen.unsubscribe()
        screen.table.close()
        screen.uno.action_leave()

    def pause(self) -> None:
        """Pause, go on, or, at the pace "step", let one AI act."""
        screen = self._screen
        if screen.table.pace.stepping:
            screen.table.step()
        elif screen.table.paused:
            screen.table.unpause()
        else:
            screen.table.pause()
        screen.update()

    def slower(self) -> None:
        """One notch slower."""
        screen = self._screen
        screen.why(f"Pace: {screen.table.pace.slower()}")
        screen.update_status()

    def faster(self) -> None:
        """One notch quicker."""
        screen = self._screen
        screen.why(f"Pace: {screen.table.pace.faster()}")
        screen.update_status()

    def rules(self) -> None:
        """This table's rules in prose."""
        self._screen.uno.open_page("rules")

    def keys(self) -> None:
        """What the card under the cursor does; pressed again on the same card, all keys."""
        screen = self._screen
        kind = screen.hand.current
        line = screen.query_one("#why", WordLine)
        if screen.wording is None or kind < 0 or screen.private:
            screen.uno.open_page("keys")
            return
        words = screen.wording.card_help(kind)
        if line.left.plain == words.plain:
            screen.uno.open_page("keys")
        else:
            screen.help_on(kind, words)

    def menu(self) -> None:
        """What is done seldom: seats, pace, pictures, giving up, leaving."""
        from uno_tui.tui.screens.table_more import open_menu

        open_menu(self._screen)

    def undo(self) -> None:
        """Take the only person's last move back, where the settings and the table allow it."""
        screen = self._screen
        if not screen.table.undo():
            screen.why("There is no move to take back.", loud=True)

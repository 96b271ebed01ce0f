"""What every question over a table shares: the table's keys for pages, pictures and leaving."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.screen import ScreenResultType

from uno_tui.tui.pages import table_beneath
from uno_tui.tui.screens.base import OwnDialog


class Question(OwnDialog[ScreenResultType]):
    """A dialogue that something waits for. What is looked at meanwhile does not answer it.

    The letters of its own choices come first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", "Quit, the match is saved", show=False, id="ask.quit"),
        Binding("f1", "app.open('rules')", "The rules", show=False, id="ask.rules"),
        Binding("question_mark", "app.open('keys')", "All keys", show=False, id="ask.keys"),
        Binding("ctrl+s", "app.picture", "Save a picture", show=False, id="ask.picture"),
    ]

    void = False
    """Whether nobody waits for the answer any more: then it closes as soon as it is in front."""

    def withdraw(self) -> None:
        """Close it unanswered, once the page that may be over it has gone."""
        self.void = True
        if self.is_current:
            self.dismiss(None)

    def on_screen_resume(self) -> None:
        """Back in front."""
        if self.void:
            self.dismiss(None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a table is left by a letter."""
        if action == "quit" and table_beneath(self.app) is None:
            return False
        return super().check_action(action, parameters)

    def action_quit(self) -> None:
        """Close the table and the program; the match is saved."""
        self.app.action_leave()  # type: ignore[attr-defined]

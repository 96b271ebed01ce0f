"""What is shown when a part of the screen failed: the match is safe, and the ways on."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from uno_tui.ruleset.errors import visible
from uno_tui.tui.screens.base import OwnScreen, TooSmall
from uno_tui.tui.widgets.options import Options

if TYPE_CHECKING:
    from uno_tui.tui.app import UnoApp


class CrashScreen(OwnScreen[None]):
    """Offers to go on with the saved match, to go to the menu, or to quit."""

    AUTO_FOCUS = "#ways"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "way('continue')", "Go on with the saved match"),
        Binding("m,escape", "way('menu')", "Back to the menu"),
        Binding("q", "way('quit')", "Quit"),
    ]
    DEFAULT_CSS = """
    CrashScreen { align: center middle; background: $background; }
    CrashScreen Vertical {
        width: 64; max-width: 100%; height: auto; border: round $error; padding: 1 2;
    }
    CrashScreen Vertical > Static { margin-bottom: 1; }
    CrashScreen #ways { height: auto; border: none; padding: 0; background: $background; background-tint: $foreground 0%; color: $foreground; }
    CrashScreen #ways > .option-list--option-highlighted { background: $uno-turn; color: $uno-button-text; text-style: bold; }
    """

    def __init__(self, reason: str, where: str, unsaved: str = "") -> None:
        """`unsaved`: why the match could not be saved, as one sentence; "" when it was."""
        super().__init__()
        self._kept = unsaved or "Your match is saved."
        self._reason, self._where = visible(reason, 300), where

    def compose(self) -> ComposeResult:
        """The message and the choices."""
        with Vertical():
            yield Static(f"A part of the screen failed. {self._kept}", markup=False)
            yield Static(f"{self._reason}.", markup=False)
            if self._where:
                yield Static(f"The details are in\n{self._where}", markup=False)
            yield Options(
                Option("Go on with the saved match   c", id="continue"),
                Option("Back to the menu             m", id="menu"),
                Option("Quit                         q", id="quit"),
                id="ways",
                markup=False,
            )
        yield TooSmall()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.action_way(event.option.id or "menu")

    def action_way(self, way: str) -> None:
        """Take one of the ways on."""
        uno: UnoApp = self.app  # type: ignore[assignment]
        self.dismiss()
        if way != "menu":
            uno.call_later(uno.open_page, way)

"""The main menu: the first thing on the screen, drawn before any ruleset or save is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from uno_tui.cards import cell_width
from uno_tui.tui.screens.base import TooSmall
from uno_tui.tui.screens.menu_art import TitleFan
from uno_tui.tui.widgets.hint_line import HintLine, spelled
from uno_tui.tui.widgets.options import Options

if TYPE_CHECKING:
    from uno_tui.tui.app import UnoApp

CHOICE_WIDTH = 48
HINT = "↑↓ Enter · g quick game · Ctrl+P commands · ? keys"


class Choice(NamedTuple):
    """One line of the menu: the app's page it opens, its name and its key."""

    page: str
    label: str
    key: str


CHOICES = (
    Choice("new_game", "New game", "n"),
    Choice("continue", "Continue", "c"),
    Choice("tutorial", "Learn", "l"),
    Choice("rules", "Rules", "r"),
    Choice("records", "Records", "e"),
    Choice("settings", "Settings", "s"),
    Choice("quit", "Quit", "q"),
)


class MenuScreen(Screen[None]):
    """New game · Continue · Learn · Rules · Records · Settings · Quit.

    No `OwnScreen`: the first screen may be built before it stands on the pile of screens.
    """

    CSS_PATH = "menu.tcss"
    AUTO_FOCUS = "#choices"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(choice.key, f"choose('{choice.page}')", choice.label, id=f"menu.{choice.page}")
            for choice in CHOICES
        ),
        Binding("g", "quick", "Quick game: the last table again, or a first one", id="menu.quick"),
        Binding("j", "move(1)", "Down", show=False),
        Binding("k", "move(-1)", "Up", show=False),
    ]

    saved: str = ""
    """What Continue would continue, in a few words; empty while nothing is saved."""

    def compose(self) -> ComposeResult:
        """The fan, the name, the choices and a line of keys."""
        uno: UnoApp = self.app  # type: ignore[assignment]
        if uno.menu_waits:
            self.add_class("-behind")
        with Vertical(id="title"):
            fan = TitleFan(id="fan")
            fan.glyph_set = uno.glyph_set
            yield fan
            yield Static("U N O   at the terminal", id="word", markup=False)
            yield Static("every variant people really play", id="motto", markup=False)
        with Vertical(id="list"):
            yield Options(*self._options(), id="choices", markup=False)
        yield HintLine(HINT, ascii_only=uno.ascii_only, id="hint")
        yield TooSmall()

    def on_screen_resume(self) -> None:
        """Coming back from a table or a page: the saves may have changed."""
        uno: UnoApp = self.app  # type: ignore[assignment]
        if not uno.menu_waits:
            self.show_up()
        self.set_timer(0.05, uno.look_for_saves)

    def show_up(self) -> None:
        """Come into sight, having kept behind the table that was asked for at the start."""
        if self.has_class("-behind"):
            self.remove_class("-behind")

    def show_saved(self, saved: str) -> None:
        """Show or hide the line that continues a match."""
        if saved != self.saved:
            self.saved = saved
            choices = self.query_one("#choices", OptionList)
            choices.clear_options()
            choices.add_options(self._options())
            choices.highlighted = 0

    def _options(self) -> list[Option]:
        return [
            Option(self._prompt(choice), id=choice.page)
            for choice in CHOICES
            if choice.page != "continue" or self.saved
        ]

    def _prompt(self, choice: Choice) -> Content:
        ascii_only = self.app.has_class("-ascii")
        saved = spelled(self.saved) if ascii_only else self.saved
        detail = f"  {saved}" if choice.page == "continue" else ""
        return Content(fitted(f"{choice.label}{detail}", ascii_only) + choice.key)

    @on(OptionList.OptionSelected, "#choices")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id:
            self.action_choose(event.option.id)

    def action_choose(self, page: str) -> None:
        """Open a page by name, as its key or a click does."""
        uno: UnoApp = self.app  # type: ignore[assignment]
        uno.open_page(page)

    def offers(self, action: str) -> bool:
        """Whether a key's action is worth telling: Continue is, once a match is saved.

        The key itself always works: it may be pressed before the saves have been looked at.
        """
        return bool(self.saved) or action != "choose('continue')"

    def action_quick(self) -> None:
        """Deal the last table again, with new cards."""
        uno: UnoApp = self.app  # type: ignore[assignment]
        uno.quick_play()

    def action_move(self, step: int) -> None:
        """Move the highlight, for those who steer with j and k."""
        choices = self.query_one("#choices", OptionList)
        if step > 0:
            choices.action_cursor_down()
        else:
            choices.action_cursor_up()


def fitted(text: str, ascii_only: bool) -> str:
    """`text` in the cells before a choice's key; what is too long ends with a sign and a gap."""
    room, end = CHOICE_WIDTH - 3, "..." if ascii_only else "…"
    if cell_width(text) > room:
        while cell_width(text) > room - len(end):
            text = text[:-1]
        text = text.rstrip(" ·,") + end
    return text + " " * (CHOICE_WIDTH - 1 - cell_width(text))

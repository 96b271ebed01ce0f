"""The rules of any variant in plain sentences; at a table, those of the match in progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from uno_tui.ruleset.errors import visible
from uno_tui.ruleset.load import available
from uno_tui.ruleset.schema import Ruleset
from uno_tui.tui.match import own_folders
from uno_tui.tui.prose_text import prose
from uno_tui.tui.screens.base import PageScreen
from uno_tui.tui.widgets.options import Options

if TYPE_CHECKING:
    from uno_tui.tui.app import UnoApp


class RulesScreen(PageScreen):
    """A list of variants beside their rules. `ruleset`, the table's own, stands first when given."""

    HEADING = "Rules"
    HINT = "↑↓ variant · PgUp PgDn read on · Esc back"
    CSS_PATH = "rules.tcss"
    AUTO_FOCUS = "#variants"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pagedown,space", "read(1)", "Read on"),
        Binding("pageup", "read(-1)", "Read back"),
    ]

    def __init__(self, uno: UnoApp, ruleset: Ruleset | None = None) -> None:
        super().__init__()
        last = uno.settings.last_table.variant
        self._shown: list[tuple[str, Ruleset | None, str]] = []
        if ruleset is not None:
            self._shown.append((f"This table: {ruleset.name}", ruleset, ""))
        for entry in available(own_folders()):
            name = entry.ruleset.name if entry.ruleset else f"{visible(entry.id, 60)} (broken)"
            self._shown.append((name, entry.ruleset, entry.error or ""))
        ids = [entry[1].id if entry[1] else "" for entry in self._shown]
        self._first = 0 if ruleset is not None or last not in ids else ids.index(last)

    def body(self) -> ComposeResult:
        """The list and the text."""
        with Horizontal():
            yield Options(
                *(Option(Content(name)) for name, _, _ in self._shown), id="variants", markup=False
            )
            with VerticalScroll(id="text"):
                yield Static("", id="told", markup=False)

    def on_mount(self) -> None:
        """Begin with the table's own rules, or the variant played last."""
        self.query_one("#variants", OptionList).highlighted = self._first

    @on(OptionList.OptionHighlighted, "#variants")
    def _looked_at(self, event: OptionList.OptionHighlighted) -> None:
        _, ruleset, error = self._shown[event.option_index]
        told = Content(error) if ruleset is None else prose(ruleset, self.app.has_class("-ascii"))
        self.query_one("#told", Static).update(told)
        self.query_one("#text", VerticalScroll).scroll_home(animate=False)

    @on(OptionList.OptionSelected, "#variants")
    def _selected(self) -> None:
        self.query_one("#text", VerticalScroll).focus()

    def action_read(self, step: int) -> None:
        """Scroll the text by a page."""
        text = self.query_one("#text", VerticalScroll)
        if step > 0:
            text.scroll_page_down(animate=False)
        else:
            text.scroll_page_up(animate=False)

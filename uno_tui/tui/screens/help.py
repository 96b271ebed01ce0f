"""Every key that works on the screen underneath, read off its own bindings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from uno_tui.tui.commands import offered
from uno_tui.tui.screens.base import PageScreen

if TYPE_CHECKING:
    from textual.binding import ActiveBinding

MOST_WIDTH = 90
"""Cells of a line where there is room."""
FAR_FETCHED = frozenset(
    {"Scroll Left", "Scroll Right", "Page Left", "Page Right", "Copy selected text", ""}
)
"""What Textual's lists can do besides, and nobody looks for here."""
IN_OUR_WORDS = {
    "Focus Next": "Next field",
    "Focus Previous": "Field before",
    "Scroll Up": "One line up",
    "Scroll Down": "One line down",
    "Scroll Home": "To the top",
    "Scroll End": "To the bottom",
    "Page Up": "One page up",
    "Page Down": "One page down",
    "First": "To the first line",
    "Last": "To the last line",
    "Select": "Take the line one is on",
}
"""Textual's names for moving about, and ours."""
MOVES = frozenset({"Up", "Down"})
"""What letters do for those who would rather not reach for the arrows."""


class KeysScreen(PageScreen):
    """The keys of another screen, and those that work everywhere."""

    HEADING = "Keys"
    HINT = "Change them in keymap.toml by the name on the right · Esc"
    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = []
    DEFAULT_CSS = """
    KeysScreen VerticalScroll { padding: 1 0 0 2; align-horizontal: center; scrollbar-size-vertical: 1; }
    KeysScreen #told { height: auto; width: auto; margin: 0 2 0 0; }
    """

    def __init__(self, of: Screen[Any]) -> None:
        super().__init__()
        self._active = list(of.active_bindings.values())
        self._of = of
        self._groups: dict[str, list[ActiveBinding]] = {}

    def body(self) -> ComposeResult:
        """What the page can do, how one moves about in it, and what works everywhere."""
        app = self._of.app
        known = {binding.description for binding in Screen.BINDINGS if isinstance(binding, Binding)}
        groups: dict[str, list[ActiveBinding]] = {"Here": [], "Moving about": [], "Everywhere": []}
        for one in self._active:
            if one.binding.description in FAR_FETCHED or not offered(self._of, one.binding):
                continue
            if one.binding.description in MOVES:
                groups["Moving about"].append(one)
            elif one.node is app:
                groups["Everywhere"].append(one)
            elif one.binding.id or (one.node is self._of and one.binding.description not in known):
                groups["Here"].append(one)
            else:
                groups["Moving about"].append(one)
        self._groups = groups
        with VerticalScroll():
            yield Static("", id="told", markup=False)

    def on_resize(self, event: events.Resize) -> None:
        """The columns are as wide as what stands in them; the names stand at the right."""
        room = min(MOST_WIDTH, event.size.width - 6)
        groups = {title: self._rows(bindings) for title, bindings in self._groups.items()}
        keys = max((len(keys) for rows in groups.values() for keys, _, _ in rows), default=0)
        lines: list[Content] = []
        for title, rows in groups.items():
            if not rows:
                continue
            lines.append(Content.styled(title, "bold $uno-good"))
            for shown, text, name in rows:
                words = text.ljust(room - keys - len(name) - 4)
                lines.append(
                    Content.assemble(
                        Content.styled(f"  {shown:<{keys}}  ", "bold $uno-turn"),
                        Content(words),
                        Content.styled(name, "$uno-muted"),
                    )
                )
            lines.append(Content(""))
        self.query_one("#told", Static).update(Content("\n").join(lines))

    def _rows(self, bindings: list[ActiveBinding]) -> list[tuple[str, str, str]]:
        """Keys, what they do, and the name by which they are changed ("" where they cannot be)."""
        keys: dict[tuple[str, str], list[str]] = {}
        for one in bindings:
            binding = one.binding
            text = binding.tooltip or binding.description
            text = IN_OUR_WORDS.get(text, text)
            if text and one.enabled:
                shown = self._of.app.get_key_display(binding)
                keys.setdefault((text, binding.id or ""), []).append(shown)
        return [
            (" ".join(dict.fromkeys(shown)), text, name) for (text, name), shown in keys.items()
        ]

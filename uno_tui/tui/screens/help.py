"""Every key that works on the screen underneath, read off its own bindings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from uno_tui.tui.screens.base import PageScreen

if TYPE_CHECKING:
    from textual.binding import ActiveBinding

WIDTH = 22
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
}
"""Textual's names for moving about, and ours."""


class KeysScreen(PageScreen):
    """The keys of another screen, and those that work everywhere."""

    HEADING = "Keys"
    HINT = "Change them in keymap.toml by the name on the right · Esc"
    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = []
    DEFAULT_CSS = """
    KeysScreen VerticalScroll { padding: 1 2; scrollbar-size-vertical: 1; }
    KeysScreen VerticalScroll Static { height: auto; }
    """

    def __init__(self, of: Screen[Any]) -> None:
        super().__init__()
        self._active = list(of.active_bindings.values())
        self._of = of

    def body(self) -> ComposeResult:
        """What the page can do, how one moves about in it, and what works everywhere."""
        app = self._of.app
        known = {binding.description for binding in Screen.BINDINGS if isinstance(binding, Binding)}
        groups: dict[str, list[ActiveBinding]] = {"Here": [], "Moving about": [], "Everywhere": []}
        for one in self._active:
            if one.binding.description in FAR_FETCHED:
                continue
            if one.node is app:
                groups["Everywhere"].append(one)
            elif one.binding.id or (one.node is self._of and one.binding.description not in known):
                groups["Here"].append(one)
            else:
                groups["Moving about"].append(one)
        with VerticalScroll():
            for title, bindings in groups.items():
                if bindings:
                    yield Static(self._table(title, bindings), markup=False)

    def _table(self, title: str, bindings: list[ActiveBinding]) -> Content:
        keys: dict[tuple[str, str], list[str]] = {}
        for one in bindings:
            binding = one.binding
            text = binding.tooltip or binding.description
            text = IN_OUR_WORDS.get(text, text)
            if text and one.enabled:
                keys.setdefault((text, binding.id or ""), []).append(
                    self._of.app.get_key_display(binding)
                )
        lines = [Content.styled(title, "bold $uno-good")]
        for (text, name), displays in keys.items():
            shown = " ".join(dict.fromkeys(displays))
            lines.append(
                Content.assemble(
                    Content.styled(f"  {shown:<{WIDTH}}", "bold $uno-turn"),
                    Content(f"{text:<34}"),
                    Content.styled(name, "$uno-muted"),
                )
            )
        lines.append(Content(""))
        return Content("\n").join(lines)

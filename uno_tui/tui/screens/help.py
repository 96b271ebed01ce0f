"""Every key that works on the screen underneath, read off its own bindings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from uno_tui.tui.screens.base import PageScreen

if TYPE_CHECKING:
    from textual.binding import ActiveBinding

WIDTH = 22


class KeysScreen(PageScreen):
    """The keys of another screen, and those that work everywhere."""

    HEADING = "Keys"
    HINT = "Keys can be changed in keymap.toml (see `uno-tui paths`) by the name on the right · Esc back"
    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = []
    DEFAULT_CSS = """
    KeysScreen VerticalScroll { padding: 1 2; scrollbar-size-vertical: 1; }
    KeysScreen Static { height: auto; }
    """

    def __init__(self, of: Screen[Any]) -> None:
        super().__init__()
        self._active = list(of.active_bindings.values())
        self._of = of

    def body(self) -> ComposeResult:
        """Two groups: here, and everywhere."""
        here = [one for one in self._active if one.node is not self._of.app]
        everywhere = [one for one in self._active if one.node is self._of.app]
        with VerticalScroll():
            yield Static(self._table("Here", here), markup=False)
            yield Static(self._table("Everywhere", everywhere), markup=False)

    def _table(self, title: str, bindings: list[ActiveBinding]) -> Content:
        keys: dict[tuple[str, str], list[str]] = {}
        for one in bindings:
            binding = one.binding
            text = binding.tooltip or binding.description
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

"""What all screens around the table share: a title line, a hint line and a notice when too small."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.widget import Widget
from textual.widgets import Static

from uno_tui.tui.drawn import forget_drawn
from uno_tui.tui.widgets.hint_line import HintLine, spelled

if TYPE_CHECKING:
    from uno_tui.tui.tidy import Tidy

SMALLEST = (60, 20)
LEAST = (20, 5)
"""Columns and rows that are laid out in any case. In a few columns Textual cannot wrap texts, and
what a smaller terminal does not show of the notice is no loss."""


def at_least(event: events.Resize) -> events.Resize:
    """The new size as the screens are told of it."""
    width, height = event.size
    if width >= LEAST[0] and height >= LEAST[1]:
        return event
    size = Size(max(width, LEAST[0]), max(height, LEAST[1]))
    return events.Resize.from_dimensions(size, event.pixel_size)


class TooSmall(Widget):
    """A friendly notice over everything, shown by CSS while the terminal is under 60 by 20.

    No `Static`: what a dialogue says of its own texts must not hold for the notice over it.
    """

    DEFAULT_CSS = """
    TooSmall {
        display: none; layer: notice; dock: top; width: 100%; height: 100%;
        background: $background; color: $foreground; content-align: center middle;
        text-align: center;
    }
    .-tiny TooSmall, .-flat TooSmall { display: block; }
    """
    SCOPED_CSS = False
    """The screen around it decides; scoped, the last of the selectors would look inside it."""

    def render(self) -> Content:
        """What is missing, and that all is well."""
        columns, rows = SMALLEST
        return Content(
            f"A little more room, please:\nat least {columns} columns by {rows} rows.\n\n"
            "Nothing is lost; enlarge the window to go on."
        )


PLUMBING = "textual.messages"
"""Where Textual's own messages between widgets and screens come from."""


class OwnScreen(Screen[ScreenResultType]):
    """A screen that closes itself and nothing else; it composes a `TooSmall` last.

    Textual's `dismiss` takes away whatever is on top. A second answer in the same breath, or one
    that comes when something has opened over the question, would close a table or a curtain.
    """

    DEFAULT_CSS = "OwnScreen { layers: default notice; overflow: hidden; }"

    styled = False
    """Whether its styles are those of this moment, so that it can come to the front without a
    second look at every widget's: true of a new screen whose style sheets were there already."""

    stood = False
    """Whether it has been on the pile of screens. It may be built before: from Python 3.12 on
    Textual's tasks run at once, so that a screen is built while it is being pushed."""

    @property
    def gone(self) -> bool:
        """Whether this screen, or the whole app, has been taken down: there is nothing to show.

        That can be so before the screen was ever built, when two keys come in one breath.
        """
        if not self.is_attached or not self.app.is_running:
            return True
        return self.stood and self not in self.app.screen_stack

    async def on_event(self, event: events.Event) -> None:
        """Hear nothing more than the end once it is gone: its parts may never have been there."""
        if isinstance(event, events.ScreenResume) and self.styled:
            self.styled, event.refresh_styles = False, False
        # A callback may be what somebody waits for.
        if isinstance(event, (events.Unmount, events.Callback)) or not self.gone:
            await super().on_event(event)

    async def _on_message(self, message: Message) -> None:
        """The same for what its parts say: a list still tells its line while they go."""
        plumbing = isinstance(message, events.Event) or type(message).__module__ == PLUMBING
        if plumbing or not self.gone:
            await super()._on_message(message)

    def call_after_refresh(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
        """The same, but not once it is gone: its parts go first, and the last refresh comes after."""

        def while_there() -> Any:
            return None if self.gone else callback(*args, **kwargs)

        return super().call_after_refresh(while_there)

    def on_unmount(self) -> None:
        """What was drawn for it goes with it; the rest is looked for when there is time."""
        forget_drawn()
        tidy: Tidy | None = getattr(self.app, "tidy", None)
        if tidy is not None and self.app.is_running:
            tidy.soon()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys typed ahead, before its parts are there or once it is gone, do nothing."""
        return self.is_mounted and not self.gone

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close this screen with `result`; nothing when it is not the one on top any more."""
        if not self.is_active:
            return AwaitComplete()
        return super().dismiss(result)


class OwnDialog(ModalScreen[ScreenResultType], OwnScreen[ScreenResultType]):
    """The same over what it asks about.

    `ModalScreen` comes first: style sheets follow the first base, and its lets the table show through.
    """

    DEFAULT_CSS = "OwnDialog { layers: default notice; overflow: hidden; }"

    def compose(self) -> ComposeResult:
        """The dialogue itself and the notice."""
        yield from self.body()
        yield TooSmall()

    def body(self) -> ComposeResult:
        """The dialogue's own widgets."""
        raise NotImplementedError


class PageScreen(OwnScreen[None]):
    """A page reached from the menu: Esc goes back, the title stands on top, a hint below."""

    HEADING: ClassVar[str] = ""
    HINT: ClassVar[str] = "Esc back"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", id="page.back"),
    ]
    DEFAULT_CSS = """
    PageScreen { background: $background; color: $foreground; }
    PageScreen > .heading {
        dock: top; height: 1; padding: 0 1; background: $uno-bar; color: $accent; text-style: bold;
    }
    PageScreen > .hint {
        dock: bottom; height: 1; padding: 0 1; background: $uno-bar; color: $uno-muted;
    }
    """

    def compose(self) -> ComposeResult:
        """The heading, the page itself, the hint line and the notice."""
        yield Static(self.spelled(self.HEADING), classes="heading", markup=False)
        yield from self.body()
        yield HintLine(self.HINT, ascii_only=self.app.has_class("-ascii"))
        yield TooSmall()

    def body(self) -> ComposeResult:
        """The page's own widgets."""
        raise NotImplementedError

    def set_heading(self, text: str) -> None:
        """Replace the top line (plain text)."""
        self.query_one(".heading", Static).update(Content(self.spelled(text)))

    def set_hint(self, text: str) -> None:
        """Replace the bottom line (plain text)."""
        self.query_one(HintLine).say(text)

    def spelled(self, text: str) -> str:
        """`text` with signs that plain ASCII lacks spelled out, where the terminal needs that."""
        return spelled(text) if self.app.has_class("-ascii") else text

    def action_back(self) -> None:
        """Leave this page."""
        self.dismiss()

"""What hides the table between two players at one keyboard, and a hand only one may see."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Middle, Vertical
from textual.content import Content
from textual.widgets import Static

from uno_tui.tui import glyphs
from uno_tui.tui.dialogs.ask import GRAND
from uno_tui.tui.screens.base import OwnScreen, TooSmall
from uno_tui.tui.widgets.hand import Hand

CLEAR = "\x1b[2J"
HOLD_OFF = 0.5
"""Seconds without a key before the curtain can be lifted, so that key repeat cannot do it."""


class Curtain(OwnScreen[bool]):
    """Opaque, and without anything private in it. Gives True when it is lifted by Enter.

    Keys that come within `hold_off` seconds of the start or of each other are a key held down by
    the player before; they only start the wait again.
    """

    DEFAULT_CSS = """
    Curtain { background: $uno-felt; color: $uno-text; align: center middle; }
    Curtain Vertical { width: 56; max-width: 96%; height: auto; border: double $uno-turn; padding: 1 2; }
    Curtain Static { width: 1fr; height: auto; text-align: center; }
    Curtain #who { color: $uno-turn; text-style: bold; margin: 1 0; }
    Curtain #hint { color: $uno-muted; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "lift", "Ready", show=False, id="curtain.lift"),
        Binding("escape", "leave", "Leave the table", show=False, id="curtain.leave"),
    ]

    private = True
    """No picture is saved of what stands behind it."""

    def __init__(self, name: str, why: str = "", hold_off: float = HOLD_OFF) -> None:
        super().__init__()
        self._who = name
        self._why = why
        self._hold_off = hold_off
        self._ready_at = 0.0

    def compose(self) -> ComposeResult:
        """Whose turn it is to look."""
        with Middle(), Center(), Vertical():
            yield Static("The table is covered.", markup=False)
            yield Static(Content(f"Pass to {self._who}"), id="who")
            yield Static(Content(self._why or "Everybody else looks away."), id="why")
            yield Static("Enter when ready", id="hint", markup=False)
        yield TooSmall()

    def on_mount(self) -> None:
        """Start to wait; the terminal forgets what it showed.

        A window made smaller keeps what was beside it, and shows that when it grows again.
        """
        self._ready_at = monotonic() + self._hold_off
        driver = self.app._driver
        if driver is not None and not self.app.is_headless:
            driver.write(CLEAR)
            self.refresh()

    def on_key(self, event: events.Key) -> None:
        """A key too early starts the wait again."""
        if monotonic() < self._ready_at:
            event.stop()
            event.prevent_default()
            self._ready_at = monotonic() + self._hold_off

    def on_click(self) -> None:
        """A click lifts it too, once the wait is over."""
        self.action_lift()

    def action_lift(self) -> None:
        """Lift the curtain."""
        if monotonic() >= self._ready_at:
            self.dismiss(True)
        else:
            self._ready_at = monotonic() + self._hold_off

    def action_leave(self) -> None:
        """Back to the menu; the table is saved."""
        self.dismiss(False)


class ShownHand(OwnScreen[None]):
    """A hand shown after a challenge, for the challenger's eyes only."""

    DEFAULT_CSS = """
    ShownHand { background: $uno-felt; color: $uno-text; align: center middle; }
    ShownHand Vertical { width: 1fr; height: auto; }
    ShownHand Static { width: 1fr; height: auto; text-align: center; margin: 0 2 1 2; }
    ShownHand #hint { color: $uno-muted; margin-top: 1; }
    ShownHand Hand { height: 7; margin: 0 2; }
    ShownHand.-tall Hand { height: 9; }
    ShownHand.-grand Hand { height: 11; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,space", "close", "Seen", show=False, id="shown.close"),
    ]

    private = True
    """For one pair of eyes: no picture is saved of it."""

    def __init__(
        self,
        words: Content,
        cards: Sequence[int],
        faces: Sequence[glyphs.Face],
        codes: Sequence[str],
        names: Sequence[str],
        *,
        glyph_set: str = "unicode",
    ) -> None:
        super().__init__()
        self._words = words
        self._cards = tuple(cards)
        self._deck = (faces, codes, names)
        self._glyph_set = glyph_set

    def compose(self) -> ComposeResult:
        """The verdict and the hand."""
        with Vertical():
            yield Static(self._words)
            hand = Hand(id="shown")
            hand.glyph_set = self._glyph_set
            hand.can_focus = False
            yield hand
            yield Static("Enter when you have seen it", id="hint", markup=False)
        yield TooSmall()

    def on_mount(self) -> None:
        """Lay the hand open, every card bright."""
        for hand in self.query(Hand):
            hand.deck(*self._deck)
            hand.hold(self._cards, frozenset(self._cards))

    def on_resize(self, event: events.Resize) -> None:
        """Cards as large as on the table."""
        self.set_class(event.size.height >= GRAND, "-grand")

    def on_click(self) -> None:
        """A click closes it too."""
        self.action_close()

    def on_hand_chosen(self, message: Hand.Chosen) -> None:
        """Cards shown here are not for playing."""
        message.stop()

    def action_close(self) -> None:
        """Cover it again."""
        self.dismiss(None)

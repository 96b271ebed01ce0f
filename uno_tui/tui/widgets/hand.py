"""The hand: one focusable widget that draws every card itself.

Inputs are plain values: the cards (kinds, already sorted), which of them may be played, and what
is printed on the kinds. It never speaks to the engine; it posts messages.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive, var

from uno_tui.tui import glyphs
from uno_tui.tui.widgets import fan
from uno_tui.tui.widgets.canvas import Canvas, Painted

TYPE_AHEAD_SECONDS = 1.2
REVERSED = Style(reverse=True)


class Hand(Painted, can_focus=True):
    """A held fan of cards with a cursor."""

    DEFAULT_CSS = """
    Hand { height: 7; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", "Left", show=False, id="hand.left"),
        Binding("right,l", "step(1)", "Right", show=False, id="hand.right"),
        Binding("up", "row(-1)", "Up", show=False, id="hand.up"),
        Binding("down", "row(1)", "Down", show=False, id="hand.down"),
        Binding("home", "edge(0)", "First card", show=False, id="hand.first"),
        Binding("end", "edge(1)", "Last card", show=False, id="hand.last"),
        Binding("enter", "choose", "Play", show=False, id="hand.play"),
        Binding("v", "mark", "Lay this card too", show=False, id="hand.mark"),
    ]

    cards: reactive[tuple[int, ...]] = reactive((), repaint=False)
    playable: reactive[frozenset[int]] = reactive(frozenset(), repaint=False)
    cursor: reactive[int] = reactive(0, repaint=False)
    marked: reactive[tuple[int, ...]] = reactive((), repaint=False)
    lively: reactive[bool] = reactive(True, repaint=False)
    """Whether it is this player's turn: otherwise nothing looks playable."""
    small: var[bool] = var(False)

    @dataclass
    class Chosen(Message):
        """The player wants to lay these cards, in this order."""

        hand: Hand
        cards: tuple[int, ...]

        @property
        def control(self) -> Hand:
            """The hand it came from."""
            return self.hand

    @dataclass
    class Typed(Message):
        """Letters of a card are being typed; `found` says whether a card begins so."""

        text: str
        found: bool

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._faces: Sequence[glyphs.Face] = ()
        self._codes: Sequence[str] = ()
        self._names: Sequence[str] = ()
        self.on_moved: Callable[[], object] | None = None
        """Called when the cursor stands on another card."""
        self._keymap: Mapping[str, str] | None = None
        self._step_keys: dict[str, int] = {}
        self._typed = ""
        self._typed_at = 0.0

    def deck(
        self, faces: Sequence[glyphs.Face], codes: Sequence[str], names: Sequence[str]
    ) -> None:
        """Tell what the kinds look like, how they are written and what they are called."""
        self._faces, self._codes, self._names = faces, codes, names
        self._kept.clear()
        self.repaint()

    @property
    def current(self) -> int:
        """The kind under the cursor, -1 in an empty hand."""
        return self.cards[self.cursor] if self.cards else -1

    def hold(self, cards: tuple[int, ...], playable: frozenset[int], focus: int = -1) -> None:
        """Take other cards in hand; the cursor goes to `focus` or stays with its card."""
        before = self.current
        wanted = focus if focus in cards else before
        at = cards.index(wanted) if wanted in cards else min(self.cursor, max(0, len(cards) - 1))
        if wanted == before and self.cursor < len(cards) and cards[self.cursor] == before:
            at = self.cursor
        if cards != self.cards:
            self.marked = ()
        self.set_reactive(Hand.cards, cards)
        self.set_reactive(Hand.playable, playable)
        moved = at != self.cursor or self.current != before
        self.set_reactive(Hand.cursor, at)
        self.repaint()
        if moved:
            self._tell_moved()

    def _tell_moved(self) -> None:
        """Tell whoever shows the hand, at once: a message would take its time through the tree."""
        if self.on_moved is not None:
            self.on_moved()

    def validate_cursor(self, cursor: int) -> int:
        """The cursor never leaves the hand."""
        return max(0, min(cursor, len(self.cards) - 1))

    def watch_cursor(self, before: int, cursor: int) -> None:
        """Open the fan at the new card."""
        self.repaint()
        self._tell_moved()

    def watch_lively(self) -> None:
        """Bright or dim."""
        self.repaint()

    def watch_marked(self) -> None:
        """Show the marks."""
        self.repaint()

    def watch_small(self) -> None:
        """Another way of laying out."""
        self.repaint()

    def on_focus(self) -> None:
        """The cursor shows only with the focus."""
        self.repaint()

    def on_blur(self) -> None:
        """The cursor shows only with the focus."""
        self.repaint()

    # -- keys and mouse

    def action_step(self, by: int) -> None:
        """Move the cursor along the hand; past the end it comes round."""
        if self.cards:
            self.cursor = (self.cursor + by) % len(self.cards)

    def action_row(self, by: int) -> None:
        """Move the cursor to the row above or below; in one row up and down mark a card."""
        layout = self.layout_now()
        if len(layout.rows) > 1:
            self.cursor = fan.step(layout, self.cursor, by)

    def action_edge(self, end: int) -> None:
        """To the first or the last card."""
        self.cursor = len(self.cards) - 1 if end else 0

    def action_choose(self) -> None:
        """Lay the marked cards, the one under the cursor last."""
        if not self.cards:
            return
        order = tuple(self.cards[i] for i in self.marked if i != self.cursor)
        self.post_message(self.Chosen(self, (*order, self.current)))

    def action_mark(self) -> None:
        """Mark the card to be laid together with others, or take the mark away."""
        if not self.cards:
            return
        if self.cursor in self.marked:
            self.marked = tuple(i for i in self.marked if i != self.cursor)
        else:
            self.marked = (*self.marked, self.cursor)

    def on_key(self, event: events.Key) -> bool:
        """Move at once; and read a card typed by its letters: a capital starts, the rest follows.

        True when the key was one of these.
        """
        step = self._steps().get(event.key)
        if step is not None and len(self.cards) > 1:
            # The most frequent key of all does not wait to bubble up through the whole screen.
            event.stop()
            event.prevent_default()
            self.action_step(step)
            return True
        char = event.character or ""
        now = event.time
        fresh = now - self._typed_at > TYPE_AHEAD_SECONDS
        typing = bool(self._typed) and not fresh
        if char == "?" and not (typing and self._begins(self._typed + char)):
            return False  # the key for help, unless a card is spelled so
        starts = char.isalpha() and char.isupper() and self._begins(char)
        if not (
            starts or (typing and char and (char.isalnum() or char in "+*?") and not char.islower())
        ):
            return False
        event.stop()
        event.prevent_default()
        if typing and self._begins(self._typed + char):
            self._typed += char
        elif starts:
            self._typed = char
        self._typed_at = now
        self._go_to(self._typed)
        return True

    def forget_typed(self) -> None:
        """Letters typed so far begin no card any more: somebody else looks, or the turn is over."""
        self._typed = ""

    def _steps(self) -> dict[str, int]:
        """The keys that move the cursor, as the keymap in force has them."""
        keymap = self.app._keymap
        if self._keymap is not keymap:
            bindings = self._bindings.copy()
            bindings.apply_keymap(keymap)
            wanted = {"step(-1)": -1, "step(1)": 1}
            self._step_keys = {
                key: wanted[binding.action]
                for key, found in bindings.key_to_bindings.items()
                for binding in found
                if binding.action in wanted
            }
            self._keymap = keymap
        return self._step_keys

    def on_click(self, event: events.Click) -> None:
        """A click selects a card; a click on the selected one plays it."""
        index = fan.hit(self.layout_now(), event.x, event.y, self.size.height)
        if index is None:
            return
        event.stop()
        self.focus()
        if event.button == 3:
            self.cursor = index
            self.action_mark()
        elif index == self.cursor:
            self.action_choose()
        else:
            self.cursor = index

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel moves the cursor."""
        event.stop()
        self.action_step(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel moves the cursor."""
        event.stop()
        self.action_step(-1)

    # -- painting

    def layout_now(self) -> fan.Fan:
        """Where the cards lie at the present size."""
        raised = self._raised()
        return fan.lay_out(
            len(self.cards),
            self.cursor if self.has_focus else -1,
            self.size.width,
            self.size.height,
            raised,
            small=self.small,
        )

    def card_region(self, index: int) -> Region | None:
        """Where a card lies on the screen, for a flight; None when it is not there."""
        for card in self.layout_now().cards:
            if card.at == index:
                place = Region(card.x, card.y, card.size.width, card.size.height)
                return place.translate(self.content_region.offset)
        return None

    def looks(self) -> Hashable:
        """The cursor goes to and fro: the same few pictures again and again."""
        return (
            self.cards, self.playable, self.cursor, self.marked, self.lively, self.has_focus,
            self.small,
        )  # fmt: skip

    def paint(self, canvas: Canvas) -> None:
        """Paint the fan from left to right."""
        layout = self.layout_now()
        for card in layout.cards:
            if layout.listed or card.size is glyphs.S:
                self._paint_small(canvas, card, layout.listed)
            else:
                self._paint_card(canvas, card, lifted=len(layout.rows) == 1)

    def _paint_card(self, canvas: Canvas, card: fan.Placed, *, lifted: bool) -> None:
        face = self._faces[self.cards[card.at]]
        edge, state = self._look(card.at)
        rows = glyphs.card_rows(face, card.size, edge, self.glyph_set)
        styles = self.inks.card(face.style, state)
        if edge == "cursor" and not lifted:
            # Two rows have no room to lift the chosen card: its frame is solid.
            styles = styles._replace(edge=styles.edge + REVERSED)
        canvas.card(card.x, card.y, rows, styles)
        if card.at in self.marked:
            number = str(self.marked.index(card.at) + 1)
            canvas.put(card.x + 1, card.y, f"{self.signs['tick']}{number}", styles.corner)

    def _paint_small(self, canvas: Canvas, card: fan.Placed, named: bool) -> None:
        kind = self.cards[card.at]
        face = self._faces[kind]
        edge, state = self._look(card.at)
        dim = state.startswith("dim")
        styles = self.inks.card(face.style, "dim" if dim else "bright")
        here = card.at == self.cursor and self.has_focus
        mark = self.signs["cursor"] if here else " "
        tick = self.signs["tick"] if card.at in self.marked else " "
        if named:
            canvas.put(card.x - 1, card.y, mark, self.inks.turn)
        row = glyphs.card_rows(face, glyphs.S, edge, self.glyph_set)[0]
        canvas.runs(card.x, card.y, row, styles)
        if not dim:
            canvas.put(card.x, card.y, "[", styles.corner)
            canvas.put(card.x + card.size.width - 1, card.y, "]", styles.corner)
        if not named and here:
            canvas.put(card.x, card.y, mark, styles.corner)
        if named:
            style = self.inks.muted if dim else self.inks.bold
            room = self._column(card) - card.size.width - 2
            name = self._names[kind][: max(0, room)]
            canvas.put(card.x + card.size.width, card.y, tick + name, style)

    def _column(self, card: fan.Placed) -> int:
        others = [p.x for p in self.layout_now().cards if p.y == card.y and p.x > card.x]
        return (min(others) if others else self.size.width + 1) - card.x

    def _look(self, index: int) -> tuple[str, str]:
        bright = index in self._raised()
        if index == self.cursor and self.has_focus:
            return "cursor", "cursor" if bright else "dim-cursor"
        return ("playable", "bright") if bright else ("plain", "dim")

    def _raised(self) -> frozenset[int]:
        if not self.lively:
            return frozenset()
        return frozenset(i for i, kind in enumerate(self.cards) if kind in self.playable)

    def _begins(self, text: str) -> bool:
        return any(code.startswith(text) for code in self._codes)

    def _go_to(self, text: str) -> None:
        exact = [i for i, kind in enumerate(self.cards) if self._codes[kind] == text]
        near = [i for i, kind in enumerate(self.cards) if self._codes[kind].startswith(text)]
        found = exact or near
        if found:
            self.cursor = found[0]
        self.post_message(self.Typed(text, bool(found)))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Large cards and room to lift them."""
        return glyphs.L.height + 2

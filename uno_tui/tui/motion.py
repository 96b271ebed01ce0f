"""Cards in flight and other small movements over the table: short, skippable, never needed.

A flight is anchored to things (a pile, a seat, a card in hand), asked for where they are on every
frame, so that a resize in the middle bends the flight instead of breaking it. Any key ends all
movements at once; with motion off nothing here does anything.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator, Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from textual.geometry import Offset, Region, Size

from uno_tui.tui import glyphs
from uno_tui.tui.widgets.canvas import Canvas, Painted

if TYPE_CHECKING:
    from textual.screen import Screen

FRAME = 1 / 60
BREATH = FRAME / 2
"""Seconds for the frame of a key that ends a movement to reach the terminal."""
FLYING = 6
"""Cards in the air at the same time."""
Anchor = Callable[[], Region | None]
"""Where something is on the screen now; None when it cannot be seen."""


class Trip(NamedTuple):
    """One card on its way. `face` None flies a back; times are in seconds."""

    face: glyphs.Face | None
    start: Anchor
    end: Anchor
    delay: float = 0.0
    lasts: float = 0.26


class FlyingCard(Painted):
    """A card over everything else, out of sight while it rests."""

    DEFAULT_CSS = """
    FlyingCard { layer: fly; position: absolute; width: 7; height: 5; display: none; }
    FlyingCard.-large { width: 11; height: 7; }
    """

    def __init__(self, glyph_set: str = "unicode") -> None:
        super().__init__()
        self.set_reactive(FlyingCard.glyph_set, glyph_set)
        self.face: glyphs.Face | None = None

    def paint(self, canvas: Canvas) -> None:
        """The face, or a back."""
        size = self.card_size
        if self.face is None:
            canvas.back(0, 0, size, self.glyph_set, self.inks.back)
        else:
            rows = glyphs.card_rows(self.face, size, "playable", self.glyph_set)
            canvas.card(0, 0, rows, self.inks.card(self.face.style))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A large card."""
        return self.card_size.height

    @property
    def card_size(self) -> glyphs.Size:
        """Large, or larger."""
        return glyphs.XL if self.has_class("-large") else glyphs.L


class Shout(Painted):
    """A word in a box over the table: UNO!, a catch, a win."""

    DEFAULT_CSS = """
    Shout { layer: fly; position: absolute; height: 3; display: none; }
    """

    def __init__(self, glyph_set: str = "unicode") -> None:
        super().__init__()
        self.set_reactive(Shout.glyph_set, glyph_set)
        self.words = ""

    def paint(self, canvas: Canvas) -> None:
        """The words in the alarm colour."""
        style = self.inks.alarm
        area = Region(0, 0, canvas.width, canvas.height)
        canvas.fill(area, style)
        canvas.box(area, style, self.edges["cursor"])
        canvas.put(max(1, (canvas.width - cell_len(self.words)) // 2), 1, self.words, style)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A framed row."""
        return 3


class Motion:
    """The movements of one screen.

    The overlay widgets are mounted when first something moves: a table comes up sooner without.
    """

    def __init__(self, screen: Screen[None], glyph_set: str) -> None:
        self._screen = screen
        self._glyph_set = glyph_set
        self._cards: list[FlyingCard] = []
        self._shout: Shout | None = None
        self._skip = asyncio.Event()
        self._moving = False
        self.large = False
        """Whether the cards that lie are so large that those in the air are to be larger too."""
        self.due = False
        """A card has moved, or a key came meanwhile: the screen is to draw that as soon as it can."""

    @property
    def wanted(self) -> bool:
        """Whether anything may move: by setting, environment and a screen that is in front."""
        app = self._screen.app
        return app.animation_level != "none" and app.screen is self._screen

    def skip(self) -> None:
        """End whatever moves."""
        self.due = self.due or self._moving
        self._skip.set()

    @contextlib.asynccontextmanager
    async def _movement(self) -> AsyncIterator[None]:
        """Something moves from here on, until it is over or a key ends it.

        Python's search for garbage waits: it takes a millisecond or two now and then.
        """
        self._skip.clear()
        self._moving = True
        searches = gc.isenabled()
        gc.disable()
        try:
            yield
            if self._skip.is_set():
                # What comes next keeps the processor busy; what the key did goes out before.
                await asyncio.sleep(BREATH)
        finally:
            self._moving = False
            if searches:
                gc.enable()

    async def fly(self, trips: Sequence[Trip]) -> None:
        """Fly the trips, as many at once as there are overlay cards; returns when all landed."""
        if not self.wanted or not trips:
            return
        free = await self._overlay_cards()
        try:
            async with self._movement():
                for start in range(0, len(trips), len(free)):
                    if not self._skip.is_set():
                        batch = trips[start : start + len(free)]
                        await self._fly_some(list(zip(free, batch, strict=False)))
        finally:
            for card in free:
                card.display = False

    async def _overlay_cards(self) -> list[FlyingCard]:
        if not self._cards:
            self._cards = [FlyingCard(self._glyph_set) for _ in range(FLYING)]
            await self._screen.mount(*self._cards)
        return self._cards

    async def _overlay_shout(self) -> Shout:
        if self._shout is None:
            self._shout = Shout(self._glyph_set)
            await self._screen.mount(self._shout)
        return self._shout

    async def _fly_some(self, flights: list[tuple[FlyingCard, Trip]]) -> None:
        begin = monotonic()
        done = max(trip.delay + trip.lasts for _, trip in flights)
        for card, trip in flights:
            if self.large != card.has_class("-large"):
                card.set_class(self.large, "-large")
            if card.face is not trip.face or card._sheet is None:
                card.face = trip.face
                card.repaint()
        while (now := monotonic() - begin) < done and not self._skip.is_set():
            for card, trip in flights:
                self._place(card, trip, (now - trip.delay) / trip.lasts)
            self.due = True
            await _next_frame(begin)

    def _place(self, card: FlyingCard, trip: Trip, part: float) -> None:
        start, end = trip.start(), trip.end()
        if not 0 <= part <= 1 or start is None or end is None:
            card.display = False
            return
        card.offset = between(start, end, ease_out(part), card.card_size)
        card.display = True

    async def say(self, words: str, at: Anchor, lasts: float = 0.7) -> None:
        """Show a word over something for a moment."""
        place = at()
        if not self.wanted or place is None:
            return
        shout = await self._overlay_shout()
        shout.words = words
        width = cell_len(words) + 6
        screen = self._screen.size
        x = place.x + (place.width - width) // 2
        y = place.y + (place.height - 3) // 2
        shout.styles.width = width
        shout.offset = Offset(
            max(0, min(x, screen.width - width)), max(0, min(y, screen.height - 3))
        )
        shout.repaint()
        shout.display = True
        try:
            async with self._movement():
                await self.rest(lasts)
        finally:
            shout.display = False

    async def rest(self, seconds: float) -> None:
        """Wait a moment, or until somebody presses a key."""
        if not self.wanted:
            return
        try:
            await asyncio.wait_for(self._skip.wait(), seconds)
        except TimeoutError:
            return

    async def sweep(self, show: Callable[[int], None], until: int, lasts: float = 0.3) -> None:
        """Call `show` with 0 … `until` over the time, and with 0 at the end."""
        if not self.wanted:
            return
        begin = monotonic()
        try:
            async with self._movement():
                while (part := (monotonic() - begin) / lasts) < 1 and not self._skip.is_set():
                    show(round(until * part))
                    self.due = True
                    await _next_frame(begin)
        finally:
            show(0)


async def _next_frame(begin: float) -> None:
    """Sleep until the next frame is due, counted from `begin`: drawing takes time as well."""
    await asyncio.sleep(FRAME - (monotonic() - begin) % FRAME)


def ease_out(part: float) -> float:
    """Quick at first, slow at the end; 0 … 1 -> 0 … 1."""
    return 1 - (1 - part) ** 3


def between(start: Region, end: Region, part: float, size: glyphs.Size) -> Offset:
    """Where a card of `size` is on its way between the middles of two places."""
    x0, y0 = start.x + start.width / 2, start.y + start.height / 2
    x1, y1 = end.x + end.width / 2, end.y + end.height / 2
    x = x0 + (x1 - x0) * part - size.width / 2
    y = y0 + (y1 - y0) * part - size.height / 2
    return Offset(round(x), round(y))

"""A player who only looks at the screen and presses keys or clicks: no call into engine or session.

What can be played is read off the hand as the screen shows it (the raised cards), what is asked off
the dialogue in front, whose turn it is off the line that says so.
"""

from __future__ import annotations

from collections import Counter
from time import monotonic

from textual.pilot import Pilot
from textual.widget import Widget

from tests.tui.screen_text import screen_text
from uno_tui.tui.app import UnoApp
from uno_tui.tui.dialogs.ask import Ask
from uno_tui.tui.dialogs.curtain import Curtain, ShownHand
from uno_tui.tui.screens.results import MatchOver, RoundOver
from uno_tui.tui.screens.table import TableScreen
from uno_tui.tui.widgets.action_bar import ActionBar
from uno_tui.tui.widgets.lines import WordLine
from uno_tui.tui.widgets.piles import Piles

PATIENCE = 60.0
"""Seconds after which a table that asks nobody is held to be stuck."""


class Player:
    """Plays whatever the app shows, by keys, or with `mouse` by clicks."""

    def __init__(self, app: UnoApp, pilot: Pilot[int], *, mouse: bool = False) -> None:
        self.app, self.pilot, self.mouse = app, pilot, mouse
        self.done: Counter[str] = Counter()
        """How often each kind of thing was done."""

    @property
    def text(self) -> str:
        return screen_text(self.app)

    @property
    def table(self) -> TableScreen:
        return next(one for one in self.app.screen_stack if isinstance(one, TableScreen))

    async def press(self, *keys: str) -> None:
        assert not self.mouse, "this player has no keyboard"
        await self.pilot.press(*keys)

    async def click(self, widget: Widget, x: int, y: int) -> None:
        assert self.mouse, "this player has no mouse"
        await self.pilot.click(widget, offset=(x, y))

    async def tab_to(self, which: str) -> None:
        """Press Tab until the widget with this id has the focus."""
        for _ in range(60):
            if self.app.focused is not None and self.app.focused.id == which:
                return
            await self.press("tab")
        raise AssertionError(f"Tab never came to {which}")

    # Whole matches

    async def play_match(self, most: int = 500) -> None:
        """Play until the match is over; at most so many things are done."""
        for _ in range(most):
            await self.until_asked()
            if isinstance(self.app.screen, MatchOver):
                return
            await self.act()
        raise AssertionError(f"no end after {most} things done: {self.done}\n{self.text}")

    async def until_asked(self) -> None:
        """Wait until the screen wants something from a person."""
        end = monotonic() + PATIENCE
        while not self.asked():
            assert monotonic() < end, f"the table asks nobody:\n{self.text}"
            await self.pilot.pause(0.01)

    def asked(self) -> bool:
        screen = self.app.screen
        if isinstance(screen, TableScreen):
            return screen.query_one("#turn").has_class("-mine") and bool(screen.hand.cards)
        return isinstance(screen, Curtain | ShownHand | Ask | RoundOver | MatchOver)

    async def act(self) -> None:
        """Do one sensible thing with what is in front."""
        screen = self.app.screen
        if isinstance(screen, TableScreen):
            await self.take_turn(screen)
        else:
            self.done[type(screen).__name__] += 1
            await self.answer()
        await self.pilot.pause()

    async def answer(self) -> None:
        """Take the first answer of whatever is in front."""
        screen = self.app.screen
        if not self.mouse:
            await self.press("enter")
        elif isinstance(screen, RoundOver):
            await self.click(screen.query_one("#first"), 3, 0)
        elif isinstance(screen, Ask):
            await self.click(screen.query_one("Choices"), 4, 0)
        else:
            await self.click(screen.query_one("#hint"), 1, 0)

    async def take_turn(self, screen: TableScreen) -> None:
        hand = screen.hand
        fits = [at for at, kind in enumerate(hand.cards) if kind in hand.playable]
        if not fits:
            await self.draw_or_pass(screen)
            return
        if len(hand.cards) == 2 and not screen.armed:
            await self.call_uno(screen)
        self.done["played"] += 1
        if self.mouse:
            # A click selects a card, a click on the selected one lays it.
            for _ in range(1 if hand.cursor == fits[0] else 2):
                place = hand.card_region(fits[0])
                assert place is not None
                await self.pilot.click(offset=(place.x + 1, place.y + 1))
        else:
            code = screen.deck()[1][hand.cards[fits[0]]]
            letters = ["plus" if sign == "+" else sign for sign in code]
            await self.press(*(letters if fits[0] > 2 else ["home", *["right"] * fits[0]]), "enter")

    async def call_uno(self, screen: TableScreen) -> None:
        self.done["uno"] += 1
        if self.mouse:
            bar = screen.query_one(ActionBar)
            await self.click(bar, bar.size.width - 5, 1)
        else:
            await self.press("u")

    async def draw_or_pass(self, screen: TableScreen) -> None:
        bar = "\n".join(screen.query_one(ActionBar).sheet.text())
        can_draw = "[d Draw" in bar
        self.done["drew" if can_draw else "passed"] += 1
        if not self.mouse:
            await self.press("d" if can_draw else "p")
        elif can_draw:
            pile = screen.query_one(Piles).pile_region("draw")
            assert pile is not None
            await self.pilot.click(offset=(pile.x + 2, pile.y + 2))
        else:
            row = next(y for y, line in enumerate(bar.splitlines()) if "[p Pass" in line)
            column = bar.splitlines()[row].index("[p Pass")
            await self.click(screen.query_one(ActionBar), column + 2, row)

    def why(self) -> str:
        return self.table.query_one("#why", WordLine).left.plain

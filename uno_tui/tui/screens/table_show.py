"""From events to what moves and what is said on the table, in the order things happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from textual.content import Content
from textual.geometry import Region

from uno_tui.engine.events import Event
from uno_tui.tui import glyphs
from uno_tui.tui.motion import Motion, Trip
from uno_tui.tui.widgets.hand import Hand
from uno_tui.tui.widgets.opponents import OpponentRow
from uno_tui.tui.widgets.piles import Piles

if TYPE_CHECKING:
    from uno_tui.engine.view import View
    from uno_tui.session import Table
    from uno_tui.tui.screens.table import TableScreen

MOST_FLYING = 4
"""Cards of one draw that fly; the rest is taken for granted."""
MOST_SHOWN = 4
"""Cards of the discard pile that are to be seen."""
KEPT_BUBBLES = frozenset({"uno", "caught", "challenged", "advised", "slap-last"})

BUBBLES: dict[str, str] = {
    "uno": "UNO!",
    "caught": "caught you!",
    "challenged": "challenge!",
    "advised": "lay that!",
    "passed": "pass",
    "ready": "ready",
    "slap": "slap!",
    "slap-last": "too late…",
    "skipped": "skipped",
    "again": "once more",
    "out": "I'm out!",
    "took-back": "oh well",
}
"""What a seat says for a moment after an event."""


def phrase(temperament: str, number: int) -> str:
    """Something an AI of this temperament says; the same number, the same phrase."""
    from uno_tui.ai.temperament import temperaments

    for one in temperaments():
        if one.id == temperament:
            return one.phrase("idle", Random(number))
    return PLAIN_TALK[number % len(PLAIN_TALK)]


def talk(table: Table, seat: int) -> str:
    """What a seat says when it talks: a phrase of its temperament."""
    spec = table.seats[seat]
    return phrase(spec.temperament, seat + len(table.record.entries)) if spec.is_ai else "…"


PLAIN_TALK = ("hm.", "let me see", "well, well", "ha!", "your turn soon")
"""What an AI without a temperament says."""


def bubbles_of(
    happened: Sequence[Event],
    before: Mapping[int, str],
    talk: Callable[[int], str] = lambda seat: "ha!",
) -> dict[int, str]:
    """The speech bubbles after these events: calls stay until their seat does something else.

    `talk` gives what a seat says when it talks.
    """
    if not happened:
        return dict(before)
    spoken = {BUBBLES[kind] for kind in KEPT_BUBBLES}
    acted = {event.seat for event in happened}
    bubbles = {seat: text for seat, text in before.items() if text in spoken and seat not in acted}
    for event in happened:
        if event.kind == "drew" and event.seat >= 0:
            bubbles[event.seat] = f"+{event.n}"
        elif event.kind == "said" and event.seat >= 0:
            bubbles[event.seat] = talk(event.seat)
        elif event.kind in BUBBLES and event.seat >= 0:
            bubbles[event.seat] = BUBBLES[event.kind]
    return bubbles


class Show:
    """Plays the events of a batch on a table screen."""

    def __init__(self, screen: TableScreen, motion: Motion) -> None:
        self._screen = screen
        self._motion = motion

    async def play(
        self, happened: Sequence[Event], after: View, words: Sequence[Content | None] = ()
    ) -> None:
        """Move what moves. The widgets still show the view before these events, except at a deal.

        `words` are what the log says of each event: told when it has come to rest, not before.
        """
        moving = self._motion.wanted and not self._screen.covered.down
        self._motion.large = self._screen.query_one(Piles).card_size == glyphs.XXL
        dealt = [event for event in happened if event.kind == "dealt"] if moving else []
        waiting: list[Content] = []
        told = [*words, *[None] * (len(happened) - len(words))]
        try:
            for event, entry in zip(happened, told, strict=True):
                if event.kind == "dealt" and dealt:
                    self._tell(waiting)
                    await self._deal(dealt)
                    dealt = []
                move = _MOVES.get(event.kind) if moving else None
                if move is not None and self._screen.is_attached:
                    self._tell(waiting)
                    await move(self, event)
                if entry is not None:
                    waiting.append(entry)
        finally:
            self._tell(waiting)
        for event in happened:
            if event.kind in ("guilty", "innocent") and event.cards and event.seat == after.seat:
                await self._screen.covered.show_hand(event)

    def _tell(self, waiting: list[Content]) -> None:
        """Write into the log what has been shown so far."""
        if waiting:
            self._screen.tell_log(waiting)
            waiting.clear()

    # -- places

    def _place(self, seat: int, kind: int = -1) -> Callable[[], Region | None]:
        """Where a seat's cards are: its box, or the hand at the bottom for whoever looks."""
        screen = self._screen
        view = screen.view
        if view is not None and seat == view.seat:
            hand = screen.query_one("#hand", Hand)
            return lambda: self._hand_place(hand, kind)
        row = screen.query_one(OpponentRow)
        return lambda: row.seat_region(seat)

    def _hand_place(self, hand: Hand, kind: int) -> Region | None:
        if kind in hand.cards:
            return hand.card_region(hand.cards.index(kind))
        region = hand.content_region
        return Region(region.x + region.width // 2 - 3, region.y + 1, 7, 5) if region else None

    def _pile(self, which: str) -> Callable[[], Region | None]:
        piles = self._screen.query_one(Piles)
        return lambda: piles.pile_region(which)

    def _face(self, kind: int) -> glyphs.Face | None:
        return self._screen.deck()[0][kind] if kind >= 0 else None

    # -- movements

    async def _deal(self, dealt: Sequence[Event]) -> None:
        trips = [
            Trip(None, self._pile("draw"), self._place(event.seat), at * 0.07, 0.2)
            for at, event in enumerate(dealt)
        ]
        await self._motion.fly(trips)

    async def _played(self, event: Event) -> None:
        starts = [self._place(event.seat, kind) for kind in event.cards]
        view = self._screen.view
        if view is not None and event.seat == view.seat:
            # What flies is no longer in the hand; it sets off from where it lay.
            starts = [self._fixed(start()) for start in starts]
            self._take_from_hand(event.cards)
        trips = [
            Trip(self._face(kind), start, self._pile("discard"), at * 0.12)
            for at, (kind, start) in enumerate(zip(event.cards, starts, strict=True))
        ]
        await self._motion.fly(trips)
        self._lay_down(event)
        if event.cards and event.color >= 0 and self._is_wild(event.cards[-1]):
            await self._wash(event.color)

    def _lay_down(self, event: Event) -> None:
        """What has flown lies on the pile, whatever moves next."""
        piles = self._screen.query_one(Piles)
        shown = (*piles.facts.discards, *event.cards)[-MOST_SHOWN:]
        plain = bool(event.cards) and not self._is_wild(event.cards[-1])
        color = event.color if plain and event.color >= 0 else piles.facts.color
        piles.facts = piles.facts._replace(discards=shown, color=color)

    def _fixed(self, place: Region | None) -> Callable[[], Region | None]:
        return lambda: place

    def _take_from_hand(self, kinds: Sequence[int]) -> None:
        hand = self._screen.query_one("#hand", Hand)
        left = list(hand.cards)
        for kind in kinds:
            if kind in left:
                left.remove(kind)
        hand.hold(tuple(left), hand.playable)
        # What was said of the card, or would be said of the next one, is over.
        self._screen.why("")

    def _is_wild(self, kind: int) -> bool:
        return self._screen.table.game.tables.is_wild[kind]

    async def _colored(self, event: Event) -> None:
        await self._wash(event.color)

    async def _wash(self, color: int) -> None:
        piles = self._screen.query_one(Piles)
        piles.facts = piles.facts._replace(color=color)

        def show(cells: int) -> None:
            piles.wash = cells
            piles.repaint()

        await self._motion.sweep(show, 18)

    async def _turned(self, event: Event) -> None:
        kind = event.cards[0] if event.cards else -1
        await self._motion.fly([Trip(self._face(kind), self._pile("draw"), self._pile("discard"))])

    async def _drew(self, event: Event) -> None:
        shown = list(event.cards[:MOST_FLYING]) or [-1] * min(event.n, MOST_FLYING)
        trips = [
            Trip(self._face(kind), self._pile("draw"), self._place(event.seat), at * 0.08, 0.24)
            for at, kind in enumerate(shown)
        ]
        await self._motion.fly(trips)

    async def _gave(self, event: Event) -> None:
        kind = event.cards[0] if event.cards else -1
        start, end = self._place(event.seat, kind), self._place(event.target)
        await self._motion.fly([Trip(self._face(kind), start, end)])

    async def _swapped(self, event: Event) -> None:
        one, other = self._place(event.seat), self._place(event.target)
        await self._motion.fly([Trip(None, one, other, 0, 0.4), Trip(None, other, one, 0, 0.4)])

    async def _rotated(self, event: Event) -> None:
        view = self._screen.view
        if view is None:
            return
        seats = [seat for seat in range(len(view.names)) if view.in_round[seat]]
        step = 1 if view.direction > 0 else -1
        trips = [
            Trip(None, self._place(seat), self._place(seats[(at + step) % len(seats)]), 0, 0.45)
            for at, seat in enumerate(seats)
        ]
        await self._motion.fly(trips)

    async def _shuffled(self, event: Event) -> None:
        trips = [
            Trip(None, self._pile("discard"), self._pile("draw"), at * 0.06, 0.2) for at in range(3)
        ]
        await self._motion.fly(trips)

    async def _direction(self, event: Event) -> None:
        row = self._screen.query_one(OpponentRow)
        for turned in (event.n, -event.n, event.n):
            row.show(row.seats, turned)
            await self._motion.rest(0.09)

    async def _called(self, event: Event) -> None:
        await self._motion.say("U N O !", self._place(event.seat))

    async def _caught(self, event: Event) -> None:
        await self._motion.say("C A U G H T !", self._place(event.target))

    async def _slapped(self, event: Event) -> None:
        await self._motion.say("S L A P !", self._pile("discard"), 0.25)

    async def _won(self, event: Event) -> None:
        view = self._screen.view
        if event.seat >= 0 and view is not None:
            mine = event.seat == view.seat
            words = "YOU WIN THE ROUND" if mine else f"{view.names[event.seat]} wins the round"
            await self._motion.say(words, self._pile("discard"), 1.1)


_MOVES = {
    "played": Show._played,
    "opened": Show._played,
    "color": Show._colored,
    "turned": Show._turned,
    "drew": Show._drew,
    "gave": Show._gave,
    "swapped": Show._swapped,
    "rotated": Show._rotated,
    "reshuffled": Show._shuffled,
    "direction": Show._direction,
    "uno": Show._called,
    "caught": Show._caught,
    "slap": Show._slapped,
    "round-over": Show._won,
}
"""Kind of event -> how it moves; everything else only changes what is shown."""

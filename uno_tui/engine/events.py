"""What happened at the table, each event cut down to what its viewer may know.

The engine calls `state.emit(event, seers)` only while somebody listens (the play-out loop puts ready
made ones on the log itself: `told.py`). `seers` is the tuple of seats that may see the cards in
it; everybody else gets the same event without its cards.
"""

from __future__ import annotations

from typing import NamedTuple

ALL = -2
"""The viewer that sees everything: for records and tests, never for a player."""
PUBLIC = -1
"""The viewer that sees what a bystander sees."""

KINDS: dict[str, str] = {
    "round": "a round starts; seat = dealer, n = round number",
    "dealer-card": "a seat drew a card to choose the dealer (cards = it)",
    "dealt": "seat was dealt n cards",
    "turned": "a card was turned to start the discard pile (why: bury, replace when it goes back)",
    "opened": "the dealer laid the last dealt card as the opening move",
    "kept": "the drafter kept the card looked at (why: forced when it had to)",
    "discarded": "the drafter discarded cards face up",
    "played": "seat laid cards; color = the colour in force after it; why: jump-in, answer, deflect, pair, lay-color",
    "color": "seat named color (why: wheel, first-card)",
    "direction": "the direction turned; n = +1 clockwise or -1",
    "drew": "seat drew n cards (why: turn, penalty, challenge, guilty, uncaught, caught, fine, dip, everyone, refill, silence, slap, advice, false-call)",
    "passed": "seat passed (why: kept, unplayable, stuck)",
    "skipped": "seat lost its turn",
    "again": "seat takes another turn",
    "owes": "seat owes n cards because of target's card (why: draw, stack, pass-on, deflect, jump-in)",
    "challenged": "seat challenged target",
    "guilty": "target's wild draw was not honest; seat was shown target's hand (cards); color = the one before",
    "innocent": "target's wild draw was honest; seat was shown target's hand (cards); color = the one before",
    "took-back": "seat takes its wild draw back",
    "uno": "seat called UNO",
    "forgot": "seat has one card and has not called",
    "caught": "seat caught target without a call",
    "uncaught": "seat's forgotten call was not noticed in time",
    "swapped": "seat swapped hands with target",
    "rotated": "every hand moved to the next seat",
    "exchange": "seat exchanges a card with target",
    "gave": "seat gave target a card (cards)",
    "silence": "silence starts, by seat",
    "silence-over": "silence ends",
    "said": "seat said something",
    "advised": "seat advised target",
    "slap": "seat slapped the pile",
    "slap-last": "seat slapped last",
    "ready": "seat is ready",
    "reshuffled": "the discards became the draw pile, n cards (why: flip when turned over in order)",
    "refused": "seat tried cards and was refused (why = the refusal's code), fined n cards",
    "out": "seat has no cards left; n = its place",
    "point": "seat went out and writes n points",
    "round-over": "the round ended (why: out, deadlock, exhausted, limit); seat = winner",
    "scored": "seat scored n points; cards = its hand",
    "eliminated": "seat reached the target and leaves the match",
    "match-over": "the match is over",
}


class Event(NamedTuple):
    """One thing that happened; see KINDS for what the fields mean for each kind."""

    kind: str
    seat: int = -1
    target: int = -1
    cards: tuple[int, ...] = ()
    n: int = 0
    color: int = -1
    why: str = ""

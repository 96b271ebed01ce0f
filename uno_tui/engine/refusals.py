"""Why the table does not accept an action: one code and one sentence each.

The sentences are data; `{card}`, `{top}`, `{color}`, `{name}` and `{n}` are filled in when a
refusal is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uno_tui.engine.actions import Refusal

if TYPE_CHECKING:
    from uno_tui.engine.state import State

TEXTS: dict[str, str] = {
    "not-your-turn": "It is {name}'s turn.",
    "not-asked": "Nobody asks this of you now.",
    "round-over": "The round is over; deal the next one.",
    "match-over": "The match is over.",
    "out": "You have no part in this round any more.",
    "no-match": "{card} matches neither {color} nor {top}.",
    "no-match-color": "{card} is not {color}.",
    "not-held": "You do not hold {card}.",
    "only-drawn": "After drawing you may lay only the card you drew, {card}.",
    "needs-color": "Name a colour for {card}.",
    "no-color": "{card} does not let you name a colour.",
    "unknown-color": "That is not a colour of this deck.",
    "needs-target": "Choose whose hand {card} swaps with.",
    "bad-target": "Choose another seat that is still in the round.",
    "no-target": "{card} needs no target.",
    "dishonest": "{card} may be laid only when {reason}.",
    "no-pair": "Two cards go together only when they are identical and this table allows pairs of them.",
    "no-pair-now": "Only one card can be laid now.",
    "lay-all": "With {card} go all your other cards of its colour, or none.",
    "uno-not-one": "UNO is for a play that leaves exactly one card.",
    "uno-called": "You have called UNO for this hand already.",
    "uno-no-cause": "There is no UNO for you to call now.",
    "uno-too-late": "At this table UNO is called before the card is laid, or with it.",
    "catch-no-cause": "{name} owes no UNO call now.",
    "must-play": "You can play, so at this table you may not draw.",
    "nothing-to-draw": "There is nothing left to draw.",
    "draw-first": "Draw a card before you pass.",
    "can-play": "There is nothing to draw and you can play, so you must.",
    "must-lay-drawn": "At this table a drawn card that fits must be laid.",
    "drawn-already": "You have drawn; lay {card} or keep it.",
    "owes": "You owe {n}: {ways}.",
    "owes-turn": "You are skipped: accept it, or send it back with a Reverse of the current colour.",
    "no-answer": "{card} does not answer {top}.",
    "nothing-owed": "You owe nothing.",
    "no-challenge": "There is nothing to challenge.",
    "no-jump-in": "Out of turn only a card identical to the top card may be laid.",
    "jump-in-off": "It is {name}'s turn, and this table has no jump-in.",
    "jump-in-first": "Nobody jumps in on the card that was turned at the start.",
    "jump-in-own": "Only whoever laid the top card may follow it with its twin.",
    "jump-in-wait": "Nobody may jump in while {name} is choosing.",
    "slapping": "Slap first; no card is laid while slapping.",
    "not-ready": "First {name} has to say ready.",
    "no-give": "Choose one card of your own to give.",
    "no-color-asked": "Nobody asks you for a colour now.",
    "self": "You cannot do this to yourself.",
    "unknown": "This is not something a player can do here.",
}

HONEST_WHEN = {
    "no-color": "you hold no card of the current colour",
    "no-color-or-symbol": "you hold no card of the current colour, number or symbol",
    "no-other-playable": "nothing else you hold could be laid",
    "always": "it is your turn",
}


def refuse(state: State, code: str, *, card: int = -1, seat: int = -1, n: int = 0) -> Refusal:
    """The refusal `code` with its sentence filled in from the table as it is."""
    tables = state.t
    top = state.discards[-1] if state.discards else -1
    asked = seat if seat >= 0 else state.turn
    text = TEXTS[code].format(
        card=tables.name(card),
        top=_sign(state, top),
        color=tables.color_name(state.color),
        name=state.names[asked] if asked >= 0 else "nobody",
        n=n,
        reason=HONEST_WHEN[tables.legal_if],
        ways="draw the cards or answer",
    )
    return Refusal(code, text)


def _sign(state: State, top: int) -> str:
    return state.t.kinds[top].label if top >= 0 else "the top card"

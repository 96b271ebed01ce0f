"""The seat has drawn a card that could be played: lay it or keep it (T-3, T-4)."""

from __future__ import annotations

from uno_tui.engine.actions import DRAW, PASS, PLAY, Action, Refusal
from uno_tui.engine.decisions.turn import keep
from uno_tui.engine.lay import FROM_DRAWN, lay
from uno_tui.engine.legality import (
    honest,
    plays_of_card,
    refuse_card,
    refuse_details,
    refuse_held,
)
from uno_tui.engine.refusals import refuse as refusal
from uno_tui.engine.state import State

_PASS = Action(PASS)


def _must_lay(s: State, seat: int) -> bool:
    """`must`, but a dishonest wild draw is never forced (R-8)."""
    if not s.t.must_play_drawn:
        return False
    return not s.t.section_w[s.drawn] or honest(s, s.hands[seat], s.drawn)


def options(s: State, seat: int) -> list[Action]:
    """Lay the drawn card in each way it can be laid, or keep it."""
    if s.t.strict and s.t.section_w[s.drawn] and not honest(s, s.hands[seat], s.drawn):
        return [_PASS]  # the hand has changed since the card was drawn
    found = plays_of_card(s, seat, s.drawn)
    return found if _must_lay(s, seat) else [*found, _PASS]


def refuse(s: State, seat: int, action: Action) -> Refusal | None:
    """Why this cannot be done with a drawn card in hand."""
    if action.verb == PLAY:
        if action.cards != (s.drawn,):
            return refuse_held(s, seat, action.cards) or refusal(s, "only-drawn", card=s.drawn)
        return refuse_card(s, seat, s.drawn) or refuse_details(s, seat, action)
    if action.verb == PASS:
        return refusal(s, "must-lay-drawn") if _must_lay(s, seat) else None
    if action.verb == DRAW:
        return refusal(s, "drawn-already", card=s.drawn)
    return refusal(s, "not-asked")


def carry_out(s: State, seat: int, action: Action) -> None:
    """Lay it or keep it."""
    if action.verb == PLAY:
        lay(s, seat, action, FROM_DRAWN)
    else:
        keep(s, seat)

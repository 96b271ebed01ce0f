"""Jump-in: a card identical to the top card may be laid out of turn (section J)."""

from __future__ import annotations

from uno_tui.engine.actions import Action, Refusal
from uno_tui.engine.lay import JUMP, lay
from uno_tui.engine.legality import plays_of_card, refuse_details
from uno_tui.engine.refusals import refuse as refusal
from uno_tui.engine.state import DRAWN, RESPOND, SLAP, TURN, State

_OPEN = (TURN, DRAWN, RESPOND)


def options(s: State, seat: int) -> list[Action]:
    """The ways to jump in now."""
    if not s.t.jump_in or not s.discards:
        return []
    top = s.discards[-1]
    if top not in s.hands[seat] or _refuse_moment(s, seat) is not None:
        return []
    return plays_of_card(s, seat, top)


def _refuse_moment(s: State, seat: int) -> Refusal | None:
    """Whether this seat could jump in now, had it the card (J-1, J-2, R-23)."""
    if not s.t.jump_in:
        return refusal(s, "jump-in-off")
    if s.phase not in _OPEN or (seat == s.turn and s.phase != RESPOND):
        return refusal(s, "slapping" if s.phase == SLAP else "jump-in-wait")
    if s.fresh or not s.discards:
        return refusal(s, "jump-in-first")
    if not s.t.jump_kind[s.discards[-1]]:
        return refusal(s, "no-jump-in")
    if s.t.jump_self and s.layer != seat:
        return refusal(s, "jump-in-own")
    return None


def refuse(s: State, seat: int, action: Action) -> Refusal | None:
    """Why this card cannot be laid out of turn."""
    refused = _refuse_moment(s, seat)
    if refused is not None:
        return refused
    if action.cards != (s.discards[-1],):
        return refusal(s, "no-jump-in")
    if action.cards[0] not in s.hands[seat]:
        return refusal(s, "not-held", card=action.cards[0])
    return refuse_details(s, seat, action)


def carry_out(s: State, seat: int, action: Action) -> None:
    """Lay it; play goes on from the jumper."""
    lay(s, seat, action, JUMP)

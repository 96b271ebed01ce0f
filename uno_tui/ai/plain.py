"""The decisions that need no judgement of plays: cards to give, the draft, slapping, Ready, next."""

from __future__ import annotations

from uno_tui.ai.facts import average_worth, draft_worth, spare_card
from uno_tui.engine.actions import (
    DISCARD,
    DRAW,
    GIVE,
    KEEP,
    NEXT,
    PASS,
    READY,
    SLAP,
    Action,
)
from uno_tui.engine.state import DRAFT, State
from uno_tui.engine.state import GIVE as GIVE_PHASE
from uno_tui.engine.state import READY as READY_PHASE
from uno_tui.engine.state import SLAP as SLAP_PHASE

DRAW_ONE, KEEP_IT, SAY_READY, SLAP_IT = Action(DRAW), Action(PASS), Action(READY), Action(SLAP)
_KEEPS = (KEEP, DISCARD)


def plain_choice(s: State, seat: int, points_matter: bool) -> Action:
    """The decisions on which all levels but the random one agree: give, draft, slap, Ready, next."""
    phase = s.phase
    if phase == GIVE_PHASE:
        return Action(GIVE, (spare_card(s, seat, points_matter),))
    if phase == DRAFT:
        hand = s.hands[seat]
        keep = draft_worth(s.t, hand, s.draw[-1]) >= average_worth(s.t, hand)
        return Action(_KEEPS[not keep])
    if phase == SLAP_PHASE:
        return SLAP_IT
    return SAY_READY if phase == READY_PHASE else Action(NEXT)

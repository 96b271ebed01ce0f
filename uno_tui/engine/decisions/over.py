"""The round is over: anybody may have the next one dealt, until the match is over."""

from __future__ import annotations

from uno_tui.engine import setup
from uno_tui.engine.actions import NEXT, Action, Refusal
from uno_tui.engine.refusals import refuse as refusal
from uno_tui.engine.state import ROUND_OVER, State


def options(s: State, seat: int) -> list[Action]:
    """Next, unless the match is over."""
    return [Action(NEXT)] if s.phase == ROUND_OVER else []


def refuse(s: State, seat: int, action: Action) -> Refusal | None:
    """Only the next round can be asked for."""
    if s.phase != ROUND_OVER:
        return refusal(s, "match-over")
    return None if action.verb == NEXT else refusal(s, "round-over")


def carry_out(s: State, seat: int, action: Action) -> None:
    """Deal the next round."""
    setup.new_round(s)

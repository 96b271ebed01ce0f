"""A seat that drew four or more sorts its hand; play waits until it says Ready (H-11)."""

from __future__ import annotations

from uno_tui.engine import flow
from uno_tui.engine.actions import READY as SAY_READY
from uno_tui.engine.actions import Action, Refusal
from uno_tui.engine.events import Event
from uno_tui.engine.refusals import refuse as refusal
from uno_tui.engine.state import TURN, State


def options(s: State, seat: int) -> list[Action]:
    """Ready."""
    return [Action(SAY_READY)]


def refuse(s: State, seat: int, action: Action) -> Refusal | None:
    """Nothing but Ready goes on."""
    return None if action.verb == SAY_READY else refusal(s, "not-ready")


def carry_out(s: State, seat: int, action: Action) -> None:
    """Play goes on."""
    if s.log is not None:
        s.emit(Event("ready", seat))
    s.phase = TURN
    flow.run(s)

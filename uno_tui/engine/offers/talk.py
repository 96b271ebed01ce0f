"""Saying something, and telling another seat what to lay (H-7, H-12, R-27)."""

from __future__ import annotations

from uno_tui.engine.actions import ADVISE, SAY, Action, Refusal
from uno_tui.engine.effects import end_silence
from uno_tui.engine.events import Event
from uno_tui.engine.refusals import refuse as refusal
from uno_tui.engine.state import State

TALKING_DRAWS = 2

_SAY = Action(SAY)


def options(s: State, seat: int) -> list[Action]:
    """Talk is always possible; so is advice to every other seat in the round."""
    others = [other for other in s.seats_of(s.in_round) if other != seat]
    return [_SAY, *(Action(ADVISE, target=other) for other in others)]


def refuse(s: State, seat: int, action: Action) -> Refusal | None:
    """Advice needs somebody to hear it; oneself is allowed: that is what a hint is (H-12)."""
    if action.verb == SAY:
        return None
    target = action.target
    if not 0 <= target < s.seats or not s.in_round >> target & 1:
        return refusal(s, "bad-target")
    return None


def carry_out(s: State, seat: int, action: Action) -> None:
    """Whoever breaks the silence draws and ends it; advice costs what the table says."""
    if action.verb == ADVISE:
        if s.log is not None:
            s.emit(Event("advised", seat, action.target))
        s.take(seat, s.t.advice, "advice")
        return
    if s.log is not None:
        s.emit(Event("said", seat))
    if s.silence is not None:
        end_silence(s)
        s.take(seat, TALKING_DRAWS, "silence")

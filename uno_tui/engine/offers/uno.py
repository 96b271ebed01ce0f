"""Calling UNO, and catching who forgot (section U)."""

from __future__ import annotations

from uno_tui.engine import calls, flow
from uno_tui.engine.actions import CATCH, UNO, Action, Refusal
from uno_tui.engine.events import Event
from uno_tui.engine.refusals import refuse as refusal
from uno_tui.engine.state import State

_UNO = Action(UNO)


def options(s: State, seat: int) -> list[Action]:
    """A call with cause, and every seat that can be caught."""
    found = [_UNO] if _refuse_call(s, seat) is None else []
    if s.owing:
        found += [Action(CATCH, target=other) for other in s.seats_of(s.owing) if other != seat]
    return found


def _refuse_call(s: State, seat: int) -> Refusal | None:
    bit = 1 << seat
    if s.called & bit:
        return refusal(s, "uno-called")
    if s.owing & bit:
        return refusal(s, "uno-too-late") if s.t.call_with_play else None
    return None if calls.may_call_early(s, seat) else refusal(s, "uno-no-cause")


def refuse(s: State, seat: int, action: Action) -> Refusal | None:
    """Why there is nothing to call or catch."""
    if action.verb == UNO:
        return _refuse_call(s, seat)
    target = action.target
    if target == seat:
        return refusal(s, "self")
    if not 0 <= target < s.seats:
        return refusal(s, "bad-target")
    return None if s.owing >> target & 1 else refusal(s, "catch-no-cause", seat=target)


def carry_out(s: State, seat: int, action: Action) -> None:
    """The call stands, or the seat caught draws."""
    if action.verb == CATCH:
        _catch(s, seat, action.target)
        return
    after_play = bool(s.owing >> seat & 1)
    s.called |= 1 << seat
    s.owing &= ~(1 << seat)
    if s.log is not None:
        s.emit(Event("uno", seat))
    if after_play and flow.slap_wanted(s) and not s.asked:
        flow.start_slap(s, seat, s.phase)


def _catch(s: State, seat: int, target: int) -> None:
    s.owing &= ~(1 << target)
    if s.log is not None:
        s.emit(Event("caught", seat, target))
    s.take(target, s.t.caught_draws, "caught")

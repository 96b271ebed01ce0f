"""UNO in the centre: everybody but the caller slaps the pile, the last one draws two (U-6, R-22)."""

from __future__ import annotations

from uno_tui.engine import flow
from uno_tui.engine.actions import SLAP, Action, Refusal
from uno_tui.engine.events import Event
from uno_tui.engine.refusals import refuse as refusal
from uno_tui.engine.state import TURN, State

LAST_DRAWS = 2


def options(s: State, seat: int) -> list[Action]:
    """Slap."""
    return [Action(SLAP)]


def refuse(s: State, seat: int, action: Action) -> Refusal | None:
    """While slapping nothing else is done."""
    return None if action.verb == SLAP else refusal(s, "slapping")


def carry_out(s: State, seat: int, action: Action) -> None:
    """One hand on the pile; when one seat is left it is the last and draws."""
    s.asked &= ~(1 << seat)
    if s.log is not None:
        s.emit(Event("slap", seat))
    if s.asked.bit_count() > 1:
        while not s.asked >> s.turn & 1:
            s.turn = s.next_of[s.turn]
        return
    last = s.seats_of(s.asked)[0]
    s.asked = 0
    if s.log is not None:
        s.emit(Event("slap-last", last))
    s.take(last, LAST_DRAWS, "slap")
    s.turn = s.resume_turn
    if s.resume >= 0:
        s.phase = s.resume
        return
    s.phase = TURN
    flow.run(s)

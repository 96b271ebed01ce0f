"""What it means for a seat to have no cards left: a refill, a point, out, or the end of the round."""

from __future__ import annotations

from uno_tui.engine.events import Event
from uno_tui.engine.state import State

POINT_REFILL = 6
"""Cards drawn after writing a point (C-7)."""


def last_card(s: State, seat: int, card: int) -> None:
    """The seat has laid its last card; decides whether it plays on and the round goes on."""
    t = s.t
    s.last = True
    s.reset_call(1 << seat)
    if t.points_per_out:
        s.scores[seat] += 1
        s.round_points[seat] += 1
        if s.log is not None:
            s.emit(Event("point", seat, n=1))
        if s.take(seat, POINT_REFILL, "refill") or s.exhausted:
            return
    elif s.refilled[seat] < len(t.refills):
        refill = t.refills[s.refilled[seat]]
        s.refilled[seat] += 1
        if s.take(seat, refill, "refill"):
            return
    _out(s, seat, card)


def _out(s: State, seat: int, card: int) -> None:
    s.places += (seat,)
    s.out_cards += (card,)
    if s.log is not None:
        s.emit(Event("out", seat, n=len(s.places)))
    if s.t.last_left or s.t.points_per_out:
        s.leave_round(seat)
        s.ending = s.in_round.bit_count() <= 1
    else:
        s.ending = True

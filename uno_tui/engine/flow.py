"""The one agenda: steps of the play being carried out, then the next turn.

`run` takes steps off the agenda until one has to wait for a seat; when nothing is left, `finish`
gives the turn on. A decision that has been answered calls `run` again.
"""

from __future__ import annotations

from uno_tui.engine import calls, penalty, scoring
from uno_tui.engine.effects import STEPS, end_silence
from uno_tui.engine.events import Event
from uno_tui.engine.legality import can_play
from uno_tui.engine.state import (
    OWED_CARDS,
    SLAP,
    TURN,
    State,
)
from uno_tui.ruleset.tables import EFFECT_NAMES

_FIRST_OWN_STEP = len(EFFECT_NAMES)
SLAP_STEP, DEFLECT_STEP, PAIR_STEP, TURNED_DRAW_STEP = range(_FIRST_OWN_STEP, _FIRST_OWN_STEP + 4)
"""Steps that are not effects of a face; they stand on the same agenda."""

SURVIVES_ENDING = frozenset(
    (EFFECT_NAMES.index("draw"), EFFECT_NAMES.index("everyone-draws"), DEFLECT_STEP)
)
"""E-16: what a last card still does when the round ends with it."""


def run(s: State) -> None:
    """Carry out the agenda until somebody is asked or the turn has been given on."""
    agenda = s.agenda
    while agenda and not s.exhausted:
        step, n = agenda.pop()
        if ALL_STEPS[step](s, n):
            return
    finish(s)


def finish(s: State) -> None:
    """The play is carried out: end the round, or give the turn to whoever comes next."""
    if s.ending:
        scoring.end_round(s, "out")
        return
    if s.exhausted:
        scoring.end_round(s, "exhausted")
        return
    if s.turns >= s.t.limit:
        scoring.end_round(s, "limit")
        return
    seat = calls.next_to_move(s)
    if s.silence is not None and not s.again:
        _end_silence_on_the_way(s, seat)
    s.again = s.last = s.pair = False
    s.lost = 0
    s.goto = -1
    start_turn(s, seat)


def start_turn(s: State, seat: int) -> None:
    """It is `seat`'s turn; whoever can neither draw nor play passes by itself (R-6)."""
    s.turn = seat
    s.phase = TURN
    if s.silence is not None:
        _end_silence_at_turn(s, seat)
    if s.owing:
        calls.note_asked(s)
    if not s.draw:
        pass_if_stuck(s)


def pass_if_stuck(s: State) -> None:
    """R-6, R-39, T-6: pass for seats that can do nothing; all of them passing is a deadlock."""
    while s.phase == TURN and not s.can_draw() and not can_play(s, s.turn):
        if s.t.end_when_empty:
            scoring.end_round(s, "exhausted")
            return
        seat = s.turn
        s.passes += 1
        s.lay_open = -1
        if s.log is not None:
            s.emit(Event("passed", seat, why="stuck"))
        if s.passes >= s.in_round.bit_count():
            scoring.end_round(s, "deadlock")
            return
        s.base = seat
        s.turn = s.next_of[seat]
        if s.silence is not None:
            _end_silence_on_the_way(s, s.turn)
            _end_silence_at_turn(s, s.turn)
        if s.owing:
            calls.note_asked(s)


def _end_silence_at_turn(s: State, seat: int) -> None:
    if s.silence is not None and s.silence[1] == 0 and s.silence[0] == seat:
        end_silence(s)


def _end_silence_on_the_way(s: State, seat: int) -> None:
    """H-7: when its starter is out, silence ends as the turn passes that place at the table."""
    assert s.silence is not None
    by, on_wild, _ = s.silence
    if on_wild or s.in_round >> by & 1:
        return
    at = (s.base + s.direction) % s.seats
    while at not in (seat, s.base):
        if at == by:
            end_silence(s)
            return
        at = (at + s.direction) % s.seats


def start_slap(s: State, caller: int, resume: int) -> bool:
    """U-6: everybody else slaps the pile; then the table goes back to `resume` (-1: the agenda)."""
    s.resume, s.resume_turn = resume, s.turn
    s.asked = s.in_round & ~(1 << caller)
    s.phase = SLAP
    s.turn = s.following(caller)
    return True


def slap_wanted(s: State) -> bool:
    """Whether a call is followed by slapping: three seats or more in the round."""
    return s.t.slap and s.in_round.bit_count() >= 3


def _slap_step(s: State, caller: int) -> bool:
    return start_slap(s, caller, -1)


def _deflect_step(s: State, _: int) -> bool:
    """P-4: what is pending goes back to where it came from; the direction has turned."""
    s.turn_direction()
    pending = s.pending
    assert pending is not None
    if pending.kind == OWED_CARDS:
        if not s.ending and penalty.waits(s, pending):
            penalty.ask(s)
            return True
        return penalty.take_cards(s)
    if s.ending:
        s.pending = None
    elif penalty.waits(s, pending):
        penalty.ask(s)
        return True
    else:
        s.pending = None
        penalty.lose_turn(s, pending.target)
    return False


def _pair_step(s: State, _: int) -> bool:
    """H-13: a pair costs the next seat its turn, once."""
    drew = s.t.draw_n[s.discards[-1]] > 0
    if not (s.lost or s.again or drew):
        s.lost = 1
        if s.log is not None:
            s.emit(Event("skipped", s.following(s.base), why="pair"))
    return False


def _turned_draw_step(s: State, n: int) -> bool:
    """S-7: the seat that `goto` names draws because of a turned card."""
    return penalty.draw_penalty(s, s.goto, n, s.t.draw_loses_turn)


ALL_STEPS = (*STEPS, _slap_step, _deflect_step, _pair_step, _turned_draw_step)

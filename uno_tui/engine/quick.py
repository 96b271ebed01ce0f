"""The commonest actions, each in one breath: a plain play, a draw, keeping what was drawn.

Everything here is also done, in the same way, by `decisions/`, `lay.py` and `effects.py`, which
read like the rules; this is the one place where speed comes before beauty. Two-player classic
rounds with random play run about twice as fast with it (`benchmarks/README.md`), and
`tests/engine/test_quick.py` plays the same games with and without and compares every position.

Each function returns False, having changed nothing, when the case is not plain enough.
"""

from __future__ import annotations

from uno_tui.engine.actions import DRAW, PASS, PLAY, Action
from uno_tui.engine.circle import ring
from uno_tui.engine.flow import pass_if_stuck
from uno_tui.engine.state import (
    DRAWN,
    H_DREW,
    H_KEPT,
    H_PLAYED,
    H_TURN_DRAW,
    TURN,
    State,
)
from uno_tui.ruleset.tables import STEP_DRAW, STEP_NOT_PLAIN, STEP_REVERSE


def quick(s: State, seat: int, action: Action) -> bool:
    """Carry the action out if it is legal and plain; else False, and nothing has changed."""
    if seat != s.turn or s.owing or s.known or s.silence is not None or s.log is not None:
        return False
    verb = action[0]
    if verb == PLAY:
        return _play(s, seat, action)
    if verb == DRAW:
        return s.phase == TURN and s.t.plain_draw and _draw(s, seat)
    return verb == PASS and s.phase == DRAWN and not s.t.must_play_drawn and _keep(s, seat)


def _play(s: State, seat: int, action: Action) -> bool:
    _, cards, color, target, uno = action
    card = cards[0] if len(cards) == 1 else -1
    phase = s.phase
    if card < 0 or target >= 0 or (phase != TURN and (phase != DRAWN or card != s.drawn)):
        return False
    t = s.t
    hand = s.hands[seat]
    step = t.plain_step[card]
    if step == STEP_NOT_PLAIN or not s.ok[card] or card not in hand or s.turns >= t.limit - 1:
        return False
    rule = t.color_rule[card]
    if rule >= 0:
        if color >= 0:
            return False
        color = rule
    elif not 0 <= color < len(t.colors):
        return False
    left = len(hand) - 1
    if left < 2:
        # Down to one card with the call; without it, or out, is not plain.
        if not left or t.slap or uno == (s.called >> seat & 1):
            return False
        s.called |= 1 << seat
        _as_actor(s, seat)
    elif uno:
        return False
    hand.remove(card)
    s.discards.append(card)
    s.color = color
    s.ok = t.match[color][t.face_of[card]]
    s.layer = s.base = seat
    s.fresh = False
    s.turns += 1
    s.passes = 0
    s.drawn = s.lay_open = -1
    if s.history is not None:
        s.history.append((H_PLAYED, seat, card, color, phase == DRAWN))
    s.phase = TURN
    s.turn = _step(s, seat, step, t.draw_n[card]) if step else s.next_of[seat]
    if not s.draw:
        pass_if_stuck(s)
    return True


def _step(s: State, seat: int, step: int, n: int) -> int:
    """Carry out a Skip, Reverse or Draw that nobody can answer; returns who is next."""
    _as_actor(s, seat)
    if step == STEP_REVERSE:
        s.direction = -s.direction
        s.next_of = next_of = ring(s.seats, s.in_round, s.direction)
        return seat if s.in_round.bit_count() == 2 else next_of[seat]
    next_of = s.next_of
    target = next_of[seat]
    if step == STEP_DRAW:
        s.take(target, n, "penalty")
        s.base = target
    return next_of[target]


def _as_actor(s: State, seat: int) -> None:
    """Leave the same marks as a play that went over the agenda."""
    s.actor = seat
    s.named_color = s.named_seat = -1
    s.carry = 0


def _draw(s: State, seat: int) -> bool:
    draw = s.draw
    if len(draw) <= s.pile_known or s.turns >= s.t.limit - 1:
        return False
    hand = s.hands[seat]
    ok = s.ok
    if not s.t.optional_draw:
        for card in hand:
            if ok[card]:
                return False
    card = draw.pop()
    if s.history is not None:
        top = s.discards[-1] if s.discards else -1
        s.history.append((H_TURN_DRAW, seat, s.color, top, len(hand)))
        s.history.append((H_DREW, seat, 1))
    hand.append(card)
    s.called &= ~(1 << seat)
    s.turns += 1
    s.passes = 0
    s.base = seat
    if ok[card]:
        s.lay_open = -1
        s.phase = DRAWN
        s.drawn = card
        return True
    return _keep(s, seat)


def _keep(s: State, seat: int) -> bool:
    if s.turns >= s.t.limit:
        return False
    s.drawn = s.lay_open = -1
    s.base = seat
    if s.history is not None:
        s.history.append((H_KEPT, seat, s.color, s.discards[-1] if s.discards else -1))
    s.phase = TURN
    s.turn = s.next_of[seat]
    if not s.draw:
        pass_if_stuck(s)
    return True

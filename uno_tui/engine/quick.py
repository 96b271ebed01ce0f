"""The three commonest actions, each in one breath: a plain card, a draw, keeping what was drawn.

Everything here is also done, in the same way, by `decisions/turn.py` and `lay.py`, which read like
the rules; this is the one place where speed comes before beauty. Two-player classic rounds with
random play run about 1.7 times as fast with it. `tests/engine/test_quick.py` plays the same
games with and without and compares every position.

Each function returns False, having changed nothing, when the case is not plain enough.
"""

from __future__ import annotations

from uno_tui.engine.actions import DRAW, PASS, PLAY, Action
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


def quick(s: State, seat: int, action: Action) -> bool:
    """Carry the action out if it is legal and plain; else False, and nothing has changed."""
    if seat != s.turn or s.owing or s.silence is not None or s.known or s.turns >= s.t.limit - 1:
        return False
    phase = s.phase
    verb, cards, color, target, uno = action
    if verb == PLAY:
        if len(cards) != 1 or target >= 0 or uno:
            return False
        if phase == TURN:
            return _play(s, seat, cards[0], color, 0)
        return phase == DRAWN and cards[0] == s.drawn and _play(s, seat, cards[0], color, 1)
    if verb == DRAW:
        return phase == TURN and s.t.plain_draw and _draw(s, seat)
    return verb == PASS and phase == DRAWN and not s.t.must_play_drawn and _keep(s, seat)


def _play(s: State, seat: int, card: int, color: int, was_drawn: int) -> bool:
    t = s.t
    if not t.plain[card] or not s.ok[card]:
        return False
    rule = t.color_rule[card]
    if rule >= 0:
        if color >= 0:
            return False
        color = rule
    elif not 0 <= color < len(t.colors):
        return False
    hand = s.hands[seat]
    if len(hand) < 3 or card not in hand:
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
        s.history.append((H_PLAYED, seat, card, color, was_drawn))
    s.phase = TURN
    s.turn = s.next_of[seat]
    if not s.draw:
        pass_if_stuck(s)
    return True


def _draw(s: State, seat: int) -> bool:
    draw = s.draw
    if not draw or len(draw) <= s.pile_known:
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
    s.drawn = s.lay_open = -1
    s.base = seat
    if s.history is not None:
        s.history.append((H_KEPT, seat, s.color, s.discards[-1] if s.discards else -1))
    s.phase = TURN
    s.turn = s.next_of[seat]
    if not s.draw:
        pass_if_stuck(s)
    return True

"""UNO: who owes the call, when the window for catching closes, what an uncaught one costs.

The offers (`offers/uno.py`) let seats call and catch; this keeps the books (section U).
"""

from __future__ import annotations

from uno_tui.engine.events import Event
from uno_tui.engine.legality import ends_round
from uno_tui.engine.state import DRAWN, READY, RESPOND, TURN, State
from uno_tui.ruleset.tables import EFFECT_NAMES, NEXT_CARD, NEXT_TURN, OWN_NEXT_PLAY

_AGAIN = (EFFECT_NAMES.index("again"), 0)


def played_down(s: State, seat: int, with_call: bool) -> bool:
    """The seat has just played down to one card; returns whether the call stands."""
    bit = 1 << seat
    if with_call or s.called & bit:
        s.called |= bit
        if with_call and s.log is not None:
            s.emit(Event("uno", seat))
        return True
    s.owing |= bit
    if s.t.window == NEXT_CARD:
        s.closers = tuple(-1 if other == seat else closer for other, closer in _closers(s))
    if s.log is not None:
        s.emit(Event("forgot", seat))
    return False


def _closers(s: State) -> list[tuple[int, int]]:
    return list(enumerate(s.closers or (-1,) * s.seats))


def note_asked(s: State) -> None:
    """With `next-card`, the seat whose turn has come is the one whose card closes new windows (R-37)."""
    if s.owing and s.t.window == NEXT_CARD:
        s.closers = tuple(
            s.turn if closer < 0 or not s.in_round >> closer & 1 else closer
            for _, closer in _closers(s)
        )


def close_on_play(s: State, seat: int, jumped: bool, cards: int) -> None:
    """Close the windows that this seat's play of `cards` cards closes.

    Uncaught cards come before the play, but not when it ends the round, nor for a seat that is
    out with it (R-37).
    """
    window = s.t.window
    if window == NEXT_TURN:
        closing = 0 if jumped else s.owing
    elif window == OWN_NEXT_PLAY:
        closing = s.owing & 1 << seat
    else:
        closing = 0
        if not jumped:
            for other, closer in _closers(s):
                # No closer yet: the seat that answers a penalty is the next one.
                if closer in (seat, -1):
                    closing |= s.owing & 1 << other
    if closing and len(s.hands[seat]) == cards:
        spared = closing if ends_round(s, seat) else closing & 1 << seat
        s.owing &= ~spared
        closing &= ~spared
    _close(s, closing)


def close_on_draw(s: State) -> None:
    """A seat's own draw closes the windows of `next-turn`."""
    if s.t.window == NEXT_TURN:
        _close(s, s.owing)


def _close(s: State, closing: int) -> None:
    if not closing:
        return
    s.owing &= ~closing
    if s.t.uncaught_draws:
        for seat in s.seats_of(closing):
            if s.log is not None:
                s.emit(Event("uncaught", seat))
            s.take(seat, s.t.uncaught_draws, "uncaught")


def may_call_early(s: State, seat: int) -> bool:
    """R-18, R-37: the seat to move, with as many cards as one play can bring down to one."""
    if seat != _to_move(s):
        return False
    hand = s.hands[seat]
    count = len(hand)
    if count == 2 or (count == 3 and s.t.has_pairs):
        return True
    return count > 2 and _color_leaves_one(s, hand)


def _to_move(s: State) -> int:
    if s.phase in (TURN, DRAWN, RESPOND):
        return s.turn
    if s.phase == READY:
        return next_to_move(s)
    return -1


def next_to_move(s: State) -> int:
    """Whose turn comes when the play being carried out is over."""
    again = s.again or (bool(s.agenda) and _AGAIN in s.agenda)
    if again and s.in_round >> s.actor & 1 and (not s.last or s.hands[s.actor]):
        return s.actor
    return s.goto if s.goto >= 0 else s.following(s.base, s.lost)


def _color_leaves_one(s: State, hand: list[int]) -> bool:
    t = s.t
    if not t.has_lay_color and s.lay_open < 0:
        return False
    for color in range(len(t.colors)):
        of_color = sum(1 for card in hand if t.color_of[card] == color and not t.is_wild[card])
        if of_color == len(hand) - 1 and (
            s.lay_open == color
            or any(t.lays_color[card] and t.color_of[card] == color for card in hand)
        ):
            return True
    return False

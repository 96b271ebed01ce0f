"""What faces do: one small function an effect, found by the name used in TOML.

An effect is called with the state and its number (`draw:4` -> 4) while the play stands on the
agenda. It returns True when the table must now wait for somebody; the phase is then set.
`s.actor` laid the card, `s.base` and `s.lost` say where play goes on (see `State`).
"""

from __future__ import annotations

from collections.abc import Callable

from uno_tui.engine import penalty
from uno_tui.engine.events import Event
from uno_tui.engine.legality import other_seats
from uno_tui.engine.state import (
    GIVE,
    H_MOVED,
    OWED_TURN,
    Pending,
    State,
)
from uno_tui.ruleset.tables import EFFECT_NAMES


def skip(s: State, _: int) -> bool:
    """E-1: the next seat loses its turn, unless it may send the Skip back (P-4)."""
    target = s.following(s.base, s.lost)
    if penalty.skip_waits(s):
        s.pending = Pending(OWED_TURN, 0, 0, s.actor, target, s.discards[-1], s.discards[-1])
        penalty.ask(s)
        return True
    s.lost += 1
    if s.log is not None:
        s.emit(Event("skipped", target))
    return False


def reverse(s: State, _: int) -> bool:
    """E-2: the direction turns; with two seats it skips as well (T-8, R-36)."""
    s.turn_direction()
    in_game = s.in_round | 1 << s.actor
    if in_game.bit_count() == 2:
        s.lost += 1
        if s.log is not None:
            s.emit(Event("skipped", s.following(s.actor)))
    return False


def draw(s: State, n: int) -> bool:
    """E-3: the next seat draws n and loses its turn; what is owed already is added (P-2)."""
    target = s.following(s.base, s.lost)
    amount = n + s.carry
    s.carry = 0
    return penalty.impose(s, target, amount, n)


def again(s: State, _: int) -> bool:
    """E-7: the player takes another turn."""
    s.again = True
    if s.log is not None and not s.ending:
        s.emit(Event("again", s.actor))
    return False


def swap_hands(s: State, _: int) -> bool:
    """E-9: swap hands with the seat chosen; not when the card was the player's last."""
    if s.last:
        return False
    me, other = s.actor, _chosen(s)
    s.hands[me], s.hands[other] = s.hands[other], s.hands[me]
    _move_knowledge(s, {me: other, other: me})
    s.reset_call(1 << me | 1 << other)
    if s.history is not None:
        s.history.append((H_MOVED, me, other, len(s.hands[other])))
    if s.log is not None:
        s.emit(Event("swapped", me, other))
    return False


def rotate_hands(s: State, _: int) -> bool:
    """E-10: every hand moves to the next seat; not when the card was the player's last."""
    if s.last:
        return False
    moves = {seat: s.next_of[seat] for seat in s.seats_of(s.in_round)}
    old = s.hands[:]
    for seat, receiver in moves.items():
        s.hands[receiver] = old[seat]
    _move_knowledge(s, moves)
    s.reset_call(s.in_round)
    if s.history is not None:
        s.history.append((H_MOVED, -1, -1, 0))
    if s.log is not None:
        s.emit(Event("rotated", s.actor, n=s.direction))
    return False


def exchange_card(s: State, _: int) -> bool:
    """E-11: the player and the seat chosen each give the other one card; no target, no exchange."""
    me, other = s.actor, s.named_seat
    if s.last or other < 0 or not s.hands[other]:
        return False
    s.gives = ((me, other, -1), (other, me, -1))
    if s.log is not None:
        s.emit(Event("exchange", me, other))
    return _ask_gives(s)


def dip(s: State, _: int) -> bool:
    """E-12: draw one card, pass one of one's choice to the next seat."""
    if s.last:
        return False
    s.take(s.actor, 1, "dip")
    s.gives = ((s.actor, s.following(s.actor), -1),)
    return _ask_gives(s)


def everyone_draws(s: State, n: int) -> bool:
    """E-13: all other seats draw n, from the next one on (R-38)."""
    for seat in other_seats(s, s.actor):
        if s.in_round >> seat & 1:
            s.take(seat, n, "everyone")
    return False


def silence(s: State, _: int) -> bool:
    """E-15: silence until the turn returns, or on a wild until the colour changes."""
    if s.ending:
        return False
    on_wild = int(s.t.is_wild[s.discards[-1]])
    s.silence = (s.actor, on_wild, s.color)
    if s.log is not None:
        s.emit(Event("silence", s.actor))
    return False


def color_wheel(s: State, _: int) -> bool:
    """E-5: the colour moves one step around the wheel in the direction of play."""
    if s.named_color >= 0:
        color = s.named_color  # there was none to move from
    elif s.color < 0:
        return False
    else:
        color = (s.color + s.direction) % len(s.t.colors)
    s.set_color(color)
    if s.log is not None:
        s.emit(Event("color", s.actor, color=color, why="wheel"))
    if s.silence is not None and s.silence[1] and s.silence[2] != color:
        end_silence(s)
    return False


def end_silence(s: State) -> None:
    """Silence is over (H-7)."""
    s.silence = None
    if s.log is not None:
        s.emit(Event("silence-over"))


def _chosen(s: State) -> int:
    return s.named_seat if s.named_seat >= 0 else other_seats(s, s.actor)[0]


def _ask_gives(s: State) -> bool:
    s.phase = GIVE
    s.asked = 0
    for giver, _, _ in s.gives:
        s.asked |= 1 << giver
    s.turn = s.gives[0][0]
    return True


def _move_knowledge(s: State, moves: dict[int, int]) -> None:
    """Hands move along `moves`; whoever held a hand still knows what is in it."""
    if not s.remembers:
        return
    known = s.known
    s.known = {key: cards for key, cards in known.items() if key[0] not in moves}
    for seat, receiver in moves.items():
        for observer in range(s.seats):
            cards = known.get((seat, observer))
            if cards and observer != receiver:
                s.known[(receiver, observer)] = cards
        if seat != receiver:
            s.known[(receiver, seat)] = tuple(s.hands[receiver])


EFFECTS: dict[str, Callable[[State, int], bool]] = {
    "skip": skip,
    "reverse": reverse,
    "draw": draw,
    "again": again,
    "swap-hands": swap_hands,
    "rotate-hands": rotate_hands,
    "exchange-card": exchange_card,
    "dip": dip,
    "everyone-draws": everyone_draws,
    "silence": silence,
    "color-wheel": color_wheel,
}

STEPS = tuple(EFFECTS[name] for name in EFFECT_NAMES)
"""The same functions by their number in the compiled programs."""

"""What `hard` sees in a play: the numbers that the weights are multiplied with.

This is the plain form, one clear line for each weight. `policy.py` has the same sums unrolled for
speed; a test keeps the two in step. Only the seat's own hand and what lies open are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from uno_tui.ai.facts import LOW, color_counts, hand_change, suit_of, target_for, without
from uno_tui.engine.actions import DRAW, PASS, PLAY, Action
from uno_tui.engine.legality import honest, other_seats
from uno_tui.engine.state import H_DREW, H_MOVED, H_PLAYED, H_TURN_DRAW, State
from uno_tui.ruleset.tables import Tables

SURE = 0.92
"""How sure it is that a seat that drew could not lay the colour."""
FORGOTTEN = 6
"""What a seat did before it got so many cards says nothing any more."""

Features = dict[str, float]

MANY = 10
"""Hands larger than this count as this large, so that no habit grows without end."""


class Lean(NamedTuple):
    """What speaks for or against bringing each colour, beside our own hand: one number a colour."""

    stuck: Sequence[float]
    """How likely it is that the next seat has no card of the colour."""
    named: Sequence[float]
    """1 for the colour the next seat named with a wild, less with each card it laid since."""
    switched: Sequence[float]
    """1 for the colour the next seat went over to with its last card, by number or symbol."""
    left: Sequence[float]
    """1 for the colour it left then."""


def lean_of(s: State, seat: int) -> Lean:
    """What the history and the cards on the table say about the colours of the seat's next one."""
    following = s.next_of[seat]
    colors = len(s.t.colors)
    stuck = [1.0 - share for share in _shares(s, seat)]
    held = len(s.hands[following])
    fresh, named, switched, left = _told(s, following, colors)
    found = [
        share**held if since < 0 else SURE * share ** min(since, held)
        for share, since in zip(stuck, fresh, strict=True)
    ]
    return Lean(found, named, switched, left)


@lru_cache(maxsize=256)
def _in_play(t: Tables, cards: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Each kind's suit, and how many cards of each suit are at the table (wilds last)."""
    suits = tuple(suit_of(t, card) for card in range(len(t.kinds)))
    total = color_counts(t, ())
    for card, count in enumerate(cards):
        total[suits[card]] += count
    return suits, tuple(total)


def _shares(s: State, seat: int) -> list[float]:
    """Which share of the cards we cannot see has each colour."""
    suits, total = _in_play(s.t, s.cards_in_play)
    left = list(total)
    for card in s.discards:
        left[suits[card]] -= 1
    for card in s.hands[seat]:
        left[suits[card]] -= 1
    unseen = max(1, sum(left))
    return [min(1.0, max(0, count) / unseen) for count in left[:-1]]


def _told(
    s: State, seat: int, colors: int
) -> tuple[list[int], list[float], list[float], list[float]]:
    """What the seat's own doings tell, latest first.

    For each colour how many cards it has got since it had to draw on that colour (-1: it never
    had to, or showed the colour since), then `named`, `switched` and `left` of `Lean`.
    """
    fresh = [-1] * colors
    named, switched, left = [0.0] * colors, [0.0] * colors, [0.0] * colors
    is_wild = s.t.is_wild
    shown = got = laid = 0
    entries = s.history or ()
    for at in range(len(entries) - 1, -1, -1):
        entry = entries[at]
        kind = entry[0]
        if kind == H_MOVED:
            break
        if entry[1] != seat:
            continue
        if kind == H_DREW:
            got += entry[2]
            if got > FORGOTTEN:
                break
        elif kind == H_TURN_DRAW:
            color = entry[2]
            if color >= 0 and not shown >> color & 1:
                shown |= 1 << color
                fresh[color] = got
        elif kind == H_PLAYED and entry[3] >= 0:
            card, color = entry[2], entry[3]
            shown |= 1 << color
            laid += 1
            if is_wild[card]:
                if laid < 5 and not any(named):
                    named[color] = 1.0 / laid
            elif laid == 1 and not entry[4]:
                before = _color_before(entries, at)
                if before >= 0 and before != color:
                    switched[color] = left[before] = 1.0
    return fresh, named, switched, left


def _color_before(entries: Sequence[tuple[int, ...]], at: int) -> int:
    """The colour in force before the play at this place of the history; -1 when unknown."""
    for earlier in range(at - 1, -1, -1):
        if entries[earlier][0] == H_PLAYED:
            return entries[earlier][3]
    return -1


def features(s: State, seat: int, action: Action, lean: Lean | None = None) -> Features:
    """What there is to say for or against one option of a turn, a drawn card or an answer."""
    n = min(len(s.hands[seat]), MANY)
    low = float(len(s.hands[s.next_of[seat]]) <= LOW)
    if action.verb == DRAW:
        return {"draw_instead": 1.0, "draw_instead_hand": float(n), "draw_instead_low": low}
    if action.verb == PASS:
        return {"keep": 1.0, "keep_hand": float(n), "keep_low": low}
    return _of_play(s, seat, action, lean) if action.verb == PLAY else {}


def _of_play(s: State, seat: int, action: Action, lean: Lean | None) -> Features:
    t = s.t
    card = action.cards[-1]
    left = without(s.hands[seat], action.cards)
    found: Features = {"shed": float(len(action.cards) - 1)}
    _of_card(s, seat, card, len(left), found)
    own = suit_of(t, card)
    if own == s.color and own >= 0:
        found["stay"] = 1.0
        found["stay_low"] = float(len(s.hands[s.next_of[seat]]) <= LOW)
    found["face"] = float(sum(t.face_of[held] == t.face_of[card] for held in left))
    color = color_after(s, action)
    change = _change(s, seat, action, len(left))
    found["hands"] = float(change)
    if color >= 0 and not change:
        _of_color(s, seat, card, color, left, found)
    elif color >= 0 and t.swaps[card]:
        found["long"] = -float(color_counts(t, left)[color])  # the hand is somebody else's then
    if color >= 0 and lean is not None:
        for name, numbers in zip(Lean._fields, lean, strict=True):
            found[name] = numbers[color]
    if len(left) == 1 and not change:
        if t.is_wild[left[0]]:
            found["end_wild"] = 1.0
        elif suit_of(t, left[0]) == color or t.face_of[left[0]] == t.face_of[card]:
            found["end_match"] = 1.0
    if own < 0 and t.challenges and t.section_w[card] and not honest(s, s.hands[seat], card):
        found["bluff"] = 1.0
    return found


def _of_color(
    s: State, seat: int, card: int, color: int, left: Sequence[int], found: Features
) -> None:
    """What we keep that follows."""
    counts = color_counts(s.t, left)
    found["long"] = float(counts[color])
    if not counts[color] and not counts[-1]:
        found["none"] = 1.0
    elif takes_turn(s, card):
        found["again"] = 1.0


def _of_card(s: State, seat: int, card: int, left: int, found: Features) -> None:
    """What the card does, whatever else we hold."""
    t = s.t
    cards = len(s.hands[s.next_of[seat]])
    low, one = float(cards <= LOW), float(cards == 1)
    effects = dict(t.effects[card])
    points = t.points[card] / 10
    n = t.draw_n[card]
    found["points"] = points
    if some_low(s, seat):
        found["points_low"] = points
    if suit_of(t, card) < 0:
        name = "wild_draw" if n else "wild"
        found |= {name: 1.0, f"{name}_low": low, f"{name}_hand": float(min(left, MANY))}
    else:
        if t.program[card]:
            found["act_hand"] = float(min(left, MANY))
        if n:
            found |= {"draw": float(n), "draw_low": n * low, "draw_one": n * one}
    two = s.in_round.bit_count() == 2
    if "skip" in effects or "again" in effects or ("reverse" in effects and two):
        found |= {"skip": 1.0, "skip_low": low, "skip_one": one}
    elif "reverse" in effects:
        found |= {"reverse": 1.0, "reverse_low": low}
    found["everyone"] = float(effects.get("everyone-draws", 0))


def _change(s: State, seat: int, action: Action, left: int) -> int:
    """By how many cards our hand shrinks with this very target."""
    t = s.t
    card = action.cards[-1]
    change = hand_change(s, seat, card, left)
    if action.target >= 0 and t.swaps[card] and left:
        best = target_for(s, seat, card)
        change -= len(s.hands[action.target]) - len(s.hands[best])
    return change


def color_after(s: State, action: Action) -> int:
    """The colour in force after this play; -1 for any."""
    t = s.t
    card = action.cards[-1]
    if action.color >= 0:
        return action.color
    if t.wheel[card]:
        return (s.color + s.direction) % len(t.colors) if s.color >= 0 else -1
    rule = t.color_rule[card]
    return rule if rule >= -1 else s.color


def takes_turn(s: State, card: int) -> bool:
    """Whether the player is to move again after this card, as far as the card alone tells."""
    return card_takes_turn(s, card, s.in_round.bit_count() == 2)


def card_takes_turn(s: State, card: int, two: bool) -> bool:
    """The same, told whether two seats are left."""
    t = s.t
    names = {name for name, _ in t.effects[card]}
    if "again" in names:
        return True
    draws = "draw" in names and t.draw_loses_turn and not t.is_wild[card]
    return two and ("skip" in names or "reverse" in names or draws)


def some_low(s: State, seat: int) -> bool:
    """Whether some other seat is about to go out."""
    return any(len(s.hands[other]) <= LOW for other in other_seats(s, seat))

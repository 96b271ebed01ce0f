"""What `hard` sees in a play: the numbers that the weights are multiplied with.

This is the plain form, one clear line for each weight. `policy.py` has the same sums unrolled for
speed; a test keeps the two in step. Only the seat's own hand and what lies open are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from uno_tui.ai.facts import LOW, color_counts, hand_change, suit_of, target_for, without
from uno_tui.engine.actions import DRAW, PASS, PLAY, Action
from uno_tui.engine.legality import honest, other_seats
from uno_tui.engine.state import H_MOVED, H_PLAYED, State

Features = dict[str, float]

MANY = 10
"""Hands larger than this count as this large, so that no habit grows without end."""


class Lean(NamedTuple):
    """What speaks for bringing each colour, beside our own hand: one number a colour (0 to 1)."""

    void: Sequence[float]
    named: Sequence[float]
    gone: Sequence[float]


def lean_of(s: State, seat: int) -> Lean:
    """What the history and the cards on the table say about colours, for the seat's next one."""
    from uno_tui.ai.answers import void_colors

    following = s.next_of[seat]
    return Lean(void_colors(s, following), _named(s, following), _gone(s, seat))


def _named(s: State, seat: int) -> list[float]:
    """The colour the seat named with its last wild; less sure with each card it laid since."""
    found = [0.0] * len(s.t.colors)
    sure = 1.0
    for entry in reversed(s.history or ()):
        if entry[0] == H_MOVED:
            break
        if entry[0] == H_PLAYED and entry[1] == seat:
            if s.t.is_wild[entry[2]]:
                if entry[3] >= 0:
                    found[entry[3]] = sure
                break
            sure *= 0.6
            if sure < 0.2:
                break
    return found


def _gone(s: State, seat: int) -> list[float]:
    """Which share of each colour is in our hand or on the discard pile."""
    t = s.t
    seen = color_counts(t, s.discards)
    for card in s.hands[seat]:
        seen[suit_of(t, card)] += 1
    total = color_counts(t, ())
    for card, count in enumerate(s.cards_in_play):
        total[suit_of(t, card)] += count
    return [min(1.0, seen[c] / total[c]) if total[c] else 0.0 for c in range(len(t.colors))]


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
    if color >= 0 and lean is not None:
        found["void"] = lean.void[color]
        found["named"] = lean.named[color]
        found["gone"] = lean.gone[color]
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

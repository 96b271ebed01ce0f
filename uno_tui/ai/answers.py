"""What to do about a penalty: answer it, send it back, challenge it, or accept it.

Values here are on the scale of the weights: one card more in the hand costs about `CARD`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from uno_tui.engine.actions import ACCEPT, CHALLENGE, PLAY, Action
from uno_tui.engine.state import (
    H_CHALLENGED,
    H_DREW,
    H_MOVED,
    H_PLAYED,
    H_TURN_DRAW,
    OWED_CARDS,
    Pending,
    State,
)

if TYPE_CHECKING:
    from uno_tui.ai.policy import Ranked

CARD = 0.04
TURN = 0.05
NEVER = -1e5
BLUFFS = 0.06
"""How often a stranger lays a wild draw that is not honest, when it holds one and could bluff."""
HONESTLY = 0.6
"""How often it lays one that is honest, when it could."""


def adjust(
    s: State, seat: int, ranked: Sequence[Ranked], guilty: float | None = None
) -> list[Ranked]:
    """Give accepting and challenging their values, and rule out sending a penalty to ourselves.

    `guilty`: how likely the wild draw was not honest, when somebody has thought about it.
    """
    pending = s.pending
    assert pending is not None
    return [one._replace(value=_value(s, seat, pending, one, guilty)) for one in ranked]


def _value(s: State, seat: int, pending: Pending, one: Ranked, guilty: float | None) -> float:
    verb = one.action.verb
    if verb == ACCEPT:
        return accepting(pending)
    if verb == CHALLENGE:
        return challenging(s, pending, guilt(s, seat, pending) if guilty is None else guilty)
    if verb == PLAY and to_ourselves(s, seat, pending, one.action):
        return NEVER
    return one.value


def to_ourselves(s: State, seat: int, pending: Pending, action: Action) -> bool:
    """Whether this answer would send the penalty back to the very seat that lays it."""
    return pending.source == seat and bool(s.t.reverses[action.cards[-1]])


def accepting(pending: Pending) -> float:
    """Drawing what is owed and losing the turn."""
    cost = CARD * pending.amount if pending.kind == OWED_CARDS else 0.0
    return -cost - (TURN if pending.costs_turn else 0.0)


def challenging(s: State, pending: Pending, guilty: float) -> float:
    """The balance of a challenge: they draw, or we draw more and lose the turn."""
    lost = CARD * (pending.amount + s.t.challenge_extra) + TURN
    return guilty * CARD * pending.amount * 0.4 - (1 - guilty) * lost


def guilt(s: State, seat: int, pending: Pending, bluffs: float = BLUFFS) -> float:
    """How likely it is (0 to 1) that the wild draw was not honest, from all that lies open."""
    if s.t.legal_if == "always":
        return 0.0
    held = _held(s, seat, pending)
    dishonest = held * bluffs
    total = dishonest + (1 - held) * HONESTLY
    return dishonest / total if total > 0 else 0.0


def _held(s: State, seat: int, pending: Pending) -> float:
    """How likely the player of the wild draw held what makes it dishonest."""
    player = pending.source
    kinds = damning(s, pending)
    if any(card in kinds for card in s.known.get((player, seat), ())):
        return 1.0
    share = _share(s, seat, kinds)
    held = 1.0 - (1.0 - share) ** len(s.hands[player])
    return held * _history_says(s, player, pending.color_before)


def damning(s: State, pending: Pending) -> frozenset[int]:
    """The kinds that make the wild draw dishonest when held (W-1)."""
    t = s.t
    color = pending.color_before
    kinds = range(len(t.kinds))
    if t.legal_if == "no-color":
        return frozenset(k for k in kinds if not t.is_wild[k] and 0 <= color == t.color_of[k])
    below = s.discards[-2] if len(s.discards) > 1 else s.discards[-1]
    ok = t.match[color][t.face_of[below]]
    if t.legal_if == "no-color-or-symbol":
        return frozenset(k for k in kinds if ok[k] and not t.is_wild[k])
    own = t.face_of[pending.card]
    return frozenset(k for k in kinds if ok[k] and t.face_of[k] != own)


def _share(s: State, seat: int, kinds: frozenset[int]) -> float:
    """Which share of the cards we cannot see would be damning."""
    left = sum(s.cards_in_play[kind] for kind in kinds)
    total = sum(s.cards_in_play) - len(s.discards) - len(s.hands[seat])
    for card in (*s.discards, *s.hands[seat]):
        if card in kinds:
            left -= 1
    return min(1.0, max(0, left) / total) if total > 0 else 0.0


def _history_says(s: State, player: int, color: int) -> float:
    """A factor (0 to 1) for what the player did before: it drew, it was caught, it drew this card."""
    factor = 1.0
    fresh = 0
    for entry in reversed(s.history or ()):
        kind = entry[0]
        if kind == H_MOVED:
            break
        if kind == H_PLAYED and entry[1] == player and entry[4] and factor == 1.0 and fresh == 0:
            factor = 0.25  # it had to draw before it could lay anything
        elif kind == H_DREW and entry[1] == player:
            fresh += entry[2]
        elif kind == H_CHALLENGED and entry[2] == player and not entry[3]:
            factor = min(1.0, factor * 2)
        elif kind == H_TURN_DRAW and entry[1] == player and entry[2] == color:
            return factor * min(1.0, 0.15 + 0.2 * fresh)
        if kind == H_PLAYED and entry[1] == player and fresh == 0 and not entry[4]:
            fresh = 0
    return factor

"""What `hard` asks the belief, where it matters: the next seat's colours when it is about to go
out, and whether a wild draw was honest.

A full belief costs about a millisecond, forty times the rest of a decision of `hard`. With more
cards in the hand the plain sums of `features.lean_of` say as much (measured, see
`benchmarks/ai_results.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from uno_tui.ai.answers import damning
from uno_tui.ai.base import Rnd
from uno_tui.ai.belief import p_each
from uno_tui.ai.facts import suit_of
from uno_tui.ai.features import Lean, lean_of
from uno_tui.engine.state import Pending, State
from uno_tui.engine.view import look

CLOSE = 4
"""A next seat with so many cards or fewer is thought about."""

SAMPLES = 20
"""Hands imagined for one answer."""


def lean_with_belief(s: State, seat: int, rnd: Rnd) -> Lean:
    """What speaks for each colour; how likely the next seat lacks it is taken from the belief
    while that seat is close to going out."""
    lean = lean_of(s, seat)
    following = s.next_of[seat]
    if len(s.hands[following]) > CLOSE:
        return lean
    t = s.t

    def lacks(hand: Sequence[int]) -> list[bool]:
        held = {suit_of(t, card) for card in hand}
        return [color not in held for color in range(len(t.colors))]

    return lean._replace(stuck=_asked(s, seat, following, lacks, rnd))


def guilt_by_belief(s: State, seat: int, pending: Pending, rnd: Rnd) -> float:
    """How likely it is (0 to 1) that the wild draw was not honest."""
    kinds = damning(s, pending)

    def guilty(hand: Sequence[int]) -> list[bool]:
        return [not kinds.isdisjoint(hand)]

    return _asked(s, seat, pending.source, guilty, rnd)[0]


def _asked(
    s: State, seat: int, other: int, ask: Callable[[Sequence[int]], Sequence[bool]], rnd: Rnd
) -> list[float]:
    """The belief of `seat` about the hand of `other`; the table is looked at through its view."""
    rng = Random(int(rnd() * 2**32))
    return p_each(look(s, seat), other, ask, samples=SAMPLES, rng=rng)

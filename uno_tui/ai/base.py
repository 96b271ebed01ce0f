"""What every AI is: asked with a `View`, it answers with an `Action`; and what it may see."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from uno_tui.engine.actions import Action
from uno_tui.engine.state import State
from uno_tui.engine.view import View
from uno_tui.ruleset.schema import Ruleset

Rnd: TypeAlias = Callable[[], float]
"""Chance: each call gives a number in [0, 1), e.g. `Random(seed).random`."""

Objective: TypeAlias = Literal["round", "match"]
"""What an AI plays for: being out first, or the points that decide the match."""

Reaction: TypeAlias = tuple[float, Action]
"""Something done beside the decision, and after how many seconds."""


@runtime_checkable
class Brain(Protocol):
    """An AI at one seat. One that takes longer than a frame has `slow = True`."""

    name: str
    slow: bool

    def choose(self, view: View, rng: Random) -> Action:
        """What to do when the seat is asked: one of its options (a play may carry `uno`)."""
        ...

    def react(self, view: View, rng: Random) -> Reaction | None:
        """What to do beside the decision: call, catch, jump in, talk; None = nothing."""
        ...


@runtime_checkable
class FastBrain(Brain, Protocol):
    """An AI that can also be asked on a live table: for simulations and rollouts.

    `act` reads the seat's own hand and what lies open, nothing else; a test re-deals the rest.
    """

    def act(self, s: State, seat: int, rnd: Rnd) -> Action:
        """The same choice as `choose` on the seat's view."""
        ...


class Explained(NamedTuple):
    """One action with a reason: `score` is a chance of winning (0 to 1) where `is_chance`,
    else only comparable with the others of the same list."""

    action: Action
    score: float
    sentence: str
    is_chance: bool = False


def objective_of(rules: Ruleset) -> Objective:
    """What a ruleset rewards: points where they are counted from hands, else the round."""
    scoring = rules.scoring
    counted = scoring.method in ("winner-takes", "own-hand")
    goes_on = scoring.target > 0 or rules.match.rounds > 1
    return "match" if counted and goes_on else "round"

"""`expert`: searches imagined tables, drawn from what its seat has seen, for the best action."""

from __future__ import annotations

from random import Random

from uno_tui.ai.base import Explained, Objective, Reaction, objective_of
from uno_tui.ai.reactions import Traits, react
from uno_tui.ai.reasons import sentence
from uno_tui.ai.search import Limits, Scored, candidates, search
from uno_tui.engine.actions import Action
from uno_tui.engine.view import View

SECONDS = 0.6
"""How long it may think about one action, unless told otherwise."""

EXPLAIN_SECONDS = 0.4
"""How long an explanation may take."""


class Expert:
    """Search over the belief. `slow`: ask it in a process of its own.

    `seconds` is the time for one action; `budget`, when set, is a number of rollouts instead and
    makes the choice depend on the view and the generator alone.
    """

    name = "expert"
    slow = True

    def __init__(
        self,
        traits: Traits,
        objective: Objective | None = None,
        *,
        seconds: float = SECONDS,
        budget: int | None = None,
    ) -> None:
        self.traits = traits
        self.objective = objective
        self.seconds = seconds
        self.budget = budget

    def choose(self, view: View, rng: Random) -> Action:
        """The action that wins most of the imagined rounds (or matches)."""
        action = self.scores(view, rng)[0].action
        if action.uno and self.traits.forget and rng.random() < self.traits.forget:
            return action._replace(uno=False)
        return action

    def scores(self, view: View, rng: Random) -> list[Scored]:
        """Every option searched, best first."""
        objective = self.objective or objective_of(view.tables.ruleset)
        return search(view, rng, Limits(self.budget, self.seconds), objective)

    def react(self, view: View, rng: Random) -> Reaction | None:
        """Beside its decisions it behaves like `hard`."""
        return react(self, view._s, view.seat, rng, self.traits)


def explain(
    view: View,
    *,
    seconds: float = EXPLAIN_SECONDS,
    budget: int | None = None,
    objective: Objective | None = None,
) -> list[Explained]:
    """The options of the view's seat, best first, each with its chance of winning and a sentence.

    Empty when the seat is not asked. With a `budget` the same view gives the same answer.
    """
    aim = objective or objective_of(view.tables.ruleset)
    if not candidates(view, aim):
        return []
    found = search(view, Random(1), Limits(budget, seconds), aim)
    state, seat = view._s, view.seat
    return [
        Explained(
            one.action,
            round(one.value, 3),
            sentence(state, seat, one.action, best=not place),
            one.tables > 0,
        )
        for place, one in enumerate(found)
    ]

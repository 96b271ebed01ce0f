"""`oracle`: Monte Carlo with the true hands. A cheat, labelled as one, and never in the menu.

It shows how much there would be to win for a player that could see through cards; only the order
of the draw pile is hidden from it. `peeks` tells `simulate` to show it the live table.
"""

from __future__ import annotations

from random import Random

from uno_tui.ai.base import Objective, Reaction, objective_of
from uno_tui.ai.reactions import Traits, react
from uno_tui.ai.search import Limits, search
from uno_tui.engine import chance
from uno_tui.engine.actions import Action
from uno_tui.engine.state import State
from uno_tui.engine.view import View

TABLES = 16
"""Orders of the draw pile it imagines for each decision, unless a budget says otherwise."""


class _True:
    """The real table, with only the draw pile shuffled."""

    def __init__(self, s: State, rng: Random) -> None:
        self._s = s
        self._rng = rng

    def next(self) -> State:
        """Another order of the draw pile."""
        s = self._s.clone()
        s.seed = self._rng.getrandbits(48)
        hidden = s.draw[s.pile_known :]
        chance.shuffle(hidden, self._rng)
        s.draw[s.pile_known :] = hidden
        return s


class Oracle:
    """Sees all hands. `budget`, when set, is a number of rollouts for one decision."""

    name = "oracle"
    slow = True
    peeks = True

    def __init__(
        self, traits: Traits, objective: Objective | None = None, *, budget: int | None = None
    ) -> None:
        self.traits = traits
        self.objective = objective
        self.budget = budget

    def choose(self, view: View, rng: Random) -> Action:
        """The best action on the true table: `view` must be a `window` onto it."""
        s = view._s
        objective = self.objective or objective_of(s.t.ruleset)
        rollouts = self.budget or TABLES * len(view.options)
        found = search(view, rng, Limits(rollouts, 0.0), objective, _True(s, rng))
        return found[0].action

    def react(self, view: View, rng: Random) -> Reaction | None:
        """Beside its decisions it behaves like `hard`."""
        return react(self, view._s, view.seat, rng, self.traits)

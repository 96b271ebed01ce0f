"""Opponents: each sees what its seat may see, and nothing else.

brain = level("hard")
action = brain.choose(game.view(seat), rng)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uno_tui.ai.base import Brain, Explained, FastBrain, Objective

if TYPE_CHECKING:
    from uno_tui.ai.reactions import Traits
    from uno_tui.engine.view import View

__all__ = [
    "LEVELS",
    "REFERENCE",
    "Brain",
    "Explained",
    "FastBrain",
    "Objective",
    "explain",
    "level",
    "make",
    "perfect_calls",
]

LEVELS = ("easy", "normal", "hard", "expert")
"""The levels of the menu, weakest first."""
REFERENCE = ("random", "greedy", "oracle")
"""Players for measuring only; `oracle` is a labelled cheat that sees all hands."""


def level(name: str, objective: Objective | None = None) -> Brain:
    """The AI of that level, with no temperament of its own.

    `objective` None: what the ruleset rewards. Raises ValueError for a name that is not one.
    """
    return make(name, None, objective)


def make(name: str, temperament: str | None = None, objective: Objective | None = None) -> Brain:
    """The AI of a level with a temperament ("" or None: none).

    Raises ValueError with one sentence when either is not known.
    """
    from uno_tui.ai.temperament import traits_of

    known = (*LEVELS, *REFERENCE)
    if name not in known:
        raise ValueError(f"{name!r} is not a level; there are {', '.join(known)}")
    return _build(name, traits_of(name, temperament or ""), objective)


def _build(name: str, traits: Traits, objective: Objective | None) -> Brain:
    if name == "random" or name == "greedy":
        from uno_tui.ai.reference import GreedyBrain, RandomBrain

        return (RandomBrain if name == "random" else GreedyBrain)(traits)
    if name == "expert":
        from uno_tui.ai.expert import Expert

        return Expert(traits, objective)
    if name == "oracle":
        from uno_tui.ai.oracle import Oracle

        return Oracle(traits, objective)
    from uno_tui.ai.levels import Easy, Hard, Normal

    return {"easy": Easy, "normal": Normal, "hard": Hard}[name](traits, objective)


def perfect_calls(brain: Brain) -> Brain:
    """The same brain, changed in place: it never forgets a call, always catches, never talks."""
    traits: Traits | None = getattr(brain, "traits", None)
    if traits is not None:
        brain.traits = traits._replace(forget=0.0, catch=1.0, talk=0.0)  # type: ignore[attr-defined]
    return brain


def explain(view: View, seconds: float = 0.0) -> list[Explained]:
    """The options of this seat, best first, each with one plain sentence.

    With `seconds` they are searched so long and scored by their chance of winning; without, `hard`
    judges them at once.
    """
    if seconds > 0:
        from uno_tui.ai.expert import explain as search

        return search(view, seconds=seconds)
    from uno_tui.ai.reasons import explain as judge

    return judge(view)

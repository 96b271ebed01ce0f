"""What the session asks of an AI, and where its chance comes from."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol, TypeAlias

from uno_tui.engine.actions import Action
from uno_tui.engine.view import View
from uno_tui.store.record import SeatSpec


class Brain(Protocol):
    """An AI. One that searches sets `slow = True` and is then asked in a process of its own."""

    def choose(self, view: View, rng: Random) -> Action:
        """What to do when the seat must act: one of `view.legal`."""
        ...

    def react(self, view: View, rng: Random) -> tuple[float, Action] | None:
        """What to do beside the decision, and after how many seconds; None = nothing."""
        ...


BrainFactory: TypeAlias = Callable[[SeatSpec], Brain]
"""Makes the AI for a seat. May raise; the seat then gets a substitute."""


def is_slow(brain: Brain) -> bool:
    """Whether `choose` may take longer than a frame."""
    return bool(getattr(brain, "slow", False))


def rng_for(match_seed: int, seat: int, number: int, purpose: str = "choose") -> Random:
    """The generator for one decision: the same history gives the same choice."""
    return Random(f"{match_seed}:{seat}:{number}:{purpose}")


class Plain:
    """The last resort: the first thing that is allowed, no reactions."""

    def choose(self, view: View, rng: Random) -> Action:
        """The first option."""
        return view.options[0]

    def react(self, view: View, rng: Random) -> tuple[float, Action] | None:
        """Nothing."""
        return None

"""An AI that raises, is too slow or breaks the rules loses that one decision, not the match."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from uno_tui.engine.actions import Action
from uno_tui.engine.view import View

from .brains import Brain, Plain, is_slow
from .thinking import Thinker, ThoughtFailed

Reaction = tuple[float, Action]
MOST_DELAY = 30.0


class Choice(NamedTuple):
    """What was chosen in the end; `fault` says in a few words what went wrong, if anything."""

    action: Action
    fault: str = ""


async def decide(
    brain: Brain, substitutes: Sequence[Brain], view: View, rng: Random, thinker: Thinker,
    limit: float,
) -> Choice:  # fmt: skip
    """Ask `brain`; when that comes to nothing, each substitute in turn, then take any option.

    `limit` is in seconds and holds for AIs that think in a process of their own. Never raises.
    """
    action, fault = await _slowly(brain, view, rng, thinker, limit)
    return Choice(action) if action is not None else _instead(substitutes, view, rng, fault)


def decide_now(brain: Brain, substitutes: Sequence[Brain], view: View, rng: Random) -> Choice:
    """Like `decide`, for an AI that answers at once."""
    action, fault = _quickly(brain, view, rng)
    return Choice(action) if action is not None else _instead(substitutes, view, rng, fault)


def _instead(substitutes: Sequence[Brain], view: View, rng: Random, fault: str) -> Choice:
    for brain in (*substitutes, Plain()):
        action, _ = _quickly(brain, view, rng)
        if action is not None:
            return Choice(action, fault)
    return Choice(view.options[0], fault)


def _quickly(brain: Brain, view: View, rng: Random) -> tuple[Action | None, str]:
    try:
        return _checked(brain.choose(view, rng), view)
    except Exception as error:
        return None, f"failed with {type(error).__name__}"


async def _slowly(
    brain: Brain, view: View, rng: Random, thinker: Thinker, limit: float
) -> tuple[Action | None, str]:
    if not is_slow(brain):
        return _quickly(brain, view, rng)
    try:
        return _checked(await thinker.choose(brain, view, rng, limit), view)
    except TimeoutError:
        return None, "took too long"
    except ThoughtFailed as error:
        return None, f"failed ({error})"
    except Exception as error:
        return None, f"failed with {type(error).__name__}"


def _checked(action: Action, view: View) -> tuple[Action | None, str]:
    if not isinstance(action, Action):
        return None, "answered with something that is no action"
    refusal = view.check(action)
    return (action, "") if refusal is None else (None, "chose something the rules refuse")


def react(brain: Brain, view: View, rng: Random) -> tuple[Reaction | None, str]:
    """What `brain` wants to do beside the decision, and what went wrong, if anything.

    A reaction that the rules refuse or that is no reaction is left out. Never raises.
    """
    try:
        answer = brain.react(view, rng)
        if answer is None:
            return None, ""
        delay, action = answer
        if not 0 <= delay <= MOST_DELAY:
            delay = MOST_DELAY
        checked, fault = _checked(action, view)
    except Exception as error:
        return None, f"failed with {type(error).__name__}"
    return (None, fault) if checked is None else ((float(delay), checked), "")

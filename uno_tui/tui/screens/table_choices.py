"""From what a player wants to an action: which plays a choice of cards allows, and what to ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from uno_tui.engine import actions as act
from uno_tui.engine.actions import Action

if TYPE_CHECKING:
    from uno_tui.engine.view import View


def plays(view: View, cards: Sequence[int]) -> list[Action]:
    """The legal plays that begin with the first of `cards`, or hold exactly `cards`."""
    own = [action for action in view.legal if action.verb == act.PLAY]
    if len(cards) > 1:
        wanted = sorted(cards)
        return [action for action in own if sorted(action.cards) == wanted]
    return [action for action in own if action.cards[0] == cards[0]]


def sizes(candidates: Sequence[Action]) -> list[int]:
    """How many cards the candidates lay, each number once, rising."""
    return sorted({len(action.cards) for action in candidates})


def of_size(candidates: Sequence[Action], size: int) -> list[Action]:
    """The candidates that lay this many cards."""
    return [action for action in candidates if len(action.cards) == size]


def colors(candidates: Sequence[Action]) -> list[int]:
    """The colours that can be named, rising; empty when none needs to be."""
    found = sorted({action.color for action in candidates})
    return [color for color in found if color >= 0] if found != [-1] else []


def targets(candidates: Sequence[Action]) -> list[int]:
    """The seats that can be chosen, rising; -1 among them = none need be."""
    found = sorted({action.target for action in candidates})
    return found if found != [-1] else []


def with_call(view: View, action: Action, wish: bool) -> Action:
    """The play with the UNO call when it is wished for and the table takes it so."""
    called = action._replace(uno=wish)
    if wish and view.check(called) is not None:
        return action._replace(uno=False)
    return called


def first(view: View, verb: int, target: int = -1) -> Action | None:
    """The legal action of this kind (and target), None when there is none."""
    for action in view.legal:
        if action.verb == verb and target in (-1, action.target):
            return action
    return None


def catchable(view: View) -> list[int]:
    """The seats the viewer may catch now."""
    return [action.target for action in view.legal if action.verb == act.CATCH]


def held_colors(view: View, without: Sequence[int] = ()) -> list[int]:
    """How many cards of each colour the viewer would hold after laying `without`."""
    left = list(view.hand)
    for kind in without:
        if kind in left:
            left.remove(kind)
    counts = [0] * len(view.tables.colors)
    for kind in left:
        color = view.tables.color_of[kind]
        if color >= 0 and not view.tables.is_wild[kind]:
            counts[color] += 1
    return counts

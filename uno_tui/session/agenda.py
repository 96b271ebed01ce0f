"""What is due at the table if nobody does anything: AI decisions, AI reactions, assists.

An agenda belongs to one moment of the match and is thrown away at the next action. Times are
those of the table's stopwatch, which stands still while the table is paused or covered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Literal, NamedTuple

from uno_tui.engine.actions import ACCEPT, CATCH, DRAW, NEXT, PASS, UNO, Action
from uno_tui.engine.game import Game
from uno_tui.engine.state import ROUND_OVER, SLAP

from .faults import Choice

NEVER = float("inf")
ASSIST_DELAY = 0.7
_CALLS = (CATCH, UNO)


class Due(NamedTuple):
    """Something that will happen. At the same moment reactions come before decisions."""

    at: float
    rank: int
    delay: float
    seat: int
    kind: Literal["react", "assist", "decide", "next"]
    action: Action | None = None


class Agenda:
    """The plan for one moment. `decider` is the AI seat that must act, -1 for none."""

    def __init__(self, moment: int, shown: float) -> None:
        self.moment = moment
        self.shown = shown
        """When what led to this moment had been shown."""
        self.reactions: list[Due] = []
        self.assist: Due | None = None
        self.decider = -1
        self.decide_at = NEVER
        self.next_at = NEVER
        self.thought: asyncio.Task[Choice] | None = None
        """The decision in the making, for an AI that thinks in a process of its own."""
        self.choice: Choice | None = None

    def react(self, seat: int, delay: float, wait: float, action: Action) -> None:
        """Note an AI's reaction: `delay` is what it asked for, `wait` what the pace makes of it."""
        self.reactions.append(Due(self.shown + wait, 0, delay, seat, "react", action))

    def decide(self, seat: int, at: float) -> None:
        """Note that the AI on `seat` must decide, and shows it at `at`."""
        self.decider, self.decide_at = seat, at

    def kept(self, game: Game) -> list[Due]:
        """The reactions that still make sense in `game`, which has moved on."""
        return [
            due for due in self.reactions
            if due.action is not None and due.action in game.offers(due.seat)
        ]  # fmt: skip

    def hurry(self, now: float) -> None:
        """Nobody wants to wait any longer: reactions come at once, in their order."""
        self.reactions = [due._replace(at=now) for due in self.reactions]

    def calls(self) -> list[Due]:
        """The reactions that are calls or catches, soonest first."""
        own = [due for due in self.reactions if due.action and due.action.verb in _CALLS]
        return sorted(own, key=lambda due: due.delay)

    def soonest(self, closes: float, hold_calls: bool, hold_jumps: bool) -> Due | None:
        """What comes first when the window closes at `closes` (NEVER = when a key is pressed).

        The two flags leave out calls and catches, or jump-ins, that wait for people.
        """
        found = [
            due for due in self.reactions
            if not (hold_calls if due.action and due.action.verb in _CALLS else hold_jumps)
        ]  # fmt: skip
        if self.assist is not None:
            found.append(self.assist)
        if self.decider >= 0:
            at = max(self.decide_at, closes)
            found.append(Due(at, 1, 0.0, self.decider, "decide"))
        if self.next_at < NEVER:
            found.append(Due(self.next_at, 1, 0.0, 0, "next", Action(NEXT)))
        return min(found, default=None)

    def drop(self) -> None:
        """Give the plan up; a thought in the making is stopped."""
        if self.thought is not None:
            self.thought.cancel()


def only_choice(game: Game, seat: int) -> Action | None:
    """The one sensible thing for a person who cannot play: draw, pass or accept; else None."""
    options = game.options(seat)
    if len(options) == 1 and options[0].verb in (DRAW, PASS, ACCEPT):
        return options[0]
    return None


def ai_asked(game: Game, asked: Sequence[int], people: Sequence[int]) -> int:
    """The AI seat that decides next, -1 for none. People slap before machines are let near."""
    if game.phase == ROUND_OVER:
        return -1
    return next((seat for seat in asked if seat not in people), -1)


def waits_for_hands(game: Game, asked: Sequence[int], people: Sequence[int]) -> bool:
    """Whether people are still to slap."""
    return game.phase == SLAP and any(seat in people for seat in asked)

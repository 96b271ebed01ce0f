"""Flat Monte Carlo over imagined tables: every candidate on the same tables, the hopeless dropped.

A table is drawn from the belief, every candidate still alive is carried out on a copy of it, and
the round is played to its end by simple players. All candidates meet the same hands, the same
draw pile and the same chance, so that what is compared is the candidates and not their luck.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import NamedTuple, Protocol

from uno_tui.ai.base import Objective
from uno_tui.ai.belief import STEPS_BETWEEN, Belief
from uno_tui.ai.features import lean_of
from uno_tui.ai.ground import UNDECIDED
from uno_tui.ai.policy import Policy, policy_for
from uno_tui.ai.rollout import KEEP_WILD_ABOVE, Fast, fast
from uno_tui.ai.worth import Worth
from uno_tui.engine.actions import CHALLENGE, PLAY, Action
from uno_tui.engine.game import Game
from uno_tui.engine.sample import Imagined
from uno_tui.engine.state import GIVE, RESPOND, ROUND_OVER, SLAP, TURN, State
from uno_tui.engine.view import View

CANDIDATES = 10
"""At most so many options are searched; the heuristic chooses which."""

FIRST_LOOK = 32
"""Tables before the first candidate may be dropped."""

GROWTH = 1.5
"""How much longer each stretch between two droppings is."""

HOPELESS = 2.8
"""A candidate this many standard errors behind the best is dropped."""

CHALLENGED = 0.08
"""How often an imagined opponent challenges a wild draw laid by us."""

MOST_STEPS = 600
"""A rollout on the engine that takes more actions is given up and counts for nobody."""

PRIOR = 1e-6
"""Between candidates that come out the same the heuristic's order decides."""


class Tables(Protocol):
    """Where imagined tables come from."""

    def next(self) -> State:
        """Another table."""
        ...


class Believed:
    """Tables drawn from the belief over a view."""

    def __init__(self, view: View, rng: Random) -> None:
        self._imagined = Imagined(view)
        self._belief = Belief(view, rng)
        self._rng = rng
        self._hands = max(1, len(self._belief.guesses()))

    def next(self) -> State:
        """A table of hands likely to be real."""
        belief = self._belief
        state = self._imagined.table(belief.guesses(), belief.pile_kinds(), self._rng)
        belief.step(STEPS_BETWEEN * self._hands)
        return state


class Scored(NamedTuple):
    """A candidate: the chance it wins (by the objective), and on how many tables it was tried."""

    action: Action
    value: float
    tables: int


class Limits(NamedTuple):
    """When a search stops: after so many rollouts, or so many seconds, whichever is given."""

    rollouts: int | None
    seconds: float


def search(
    view: View,
    rng: Random,
    limits: Limits,
    objective: Objective,
    tables: Tables | None = None,
) -> list[Scored]:
    """The options of the view's seat, best first. Empty when it is not asked.

    With a limit in rollouts the result depends on the view and `rng` alone.
    """
    start = time.perf_counter()
    options = candidates(view, objective)
    if len(options) < 2:
        return [Scored(action, 0.5, 0) for action in options]
    worth = Worth(view._s, view.seat, objective)
    race = _Race(view, options, worth, objective, rng)
    source = tables or Believed(view, rng)
    race.run(source, limits, start)
    return race.result()


def candidates(view: View, objective: Objective) -> list[Action]:
    """What is worth searching, likeliest first: the heuristic's favourites, and drawing."""
    s, seat = view._s, view.seat
    options = list(view.options)
    if s.phase == RESPOND:
        options += [action for action in view.offers if action.verb == PLAY]
    if len(options) < 2:
        return [called(s, seat, action) for action in options]
    policy = policy_for(s.t, objective)
    side, lean = policy.side(s), lean_of(s, seat)
    values = {action: policy.value(s, seat, side, action, lean) for action in options}
    if s.phase <= RESPOND:
        ranked = sorted(options, key=lambda action: -values[action])
        plays = [action for action in ranked if action.verb == PLAY][:CANDIDATES]
        options = plays + [action for action in ranked if action.verb != PLAY]
    return [called(s, seat, action) for action in options]


def called(s: State, seat: int, action: Action) -> Action:
    """The same action, with the UNO call where one is owed."""
    if action.verb == PLAY and len(s.hands[seat]) - len(action.cards) == 1:
        return action if s.called >> seat & 1 else action._replace(uno=True)
    return action


class _Race:
    """Candidates against each other on the same tables."""

    def __init__(
        self,
        view: View,
        options: Sequence[Action],
        worth: Worth,
        objective: Objective,
        rng: Random,
    ) -> None:
        s = view._s
        self.seat = view.seat
        self.options = list(options)
        self.worth = worth
        self.rng = rng
        self.policy: Policy = policy_for(s.t, objective)
        # How long our stand-in keeps its wilds: found by playing it against `greedy`.
        self.keep = KEEP_WILD_ABOVE - (s.in_round.bit_count() > 2) + worth.by_points
        self.fast: Fast | None = fast(s.t, s.cards_in_play)
        self.values: list[list[float]] = [[] for _ in options]
        self.alive = list(range(len(options)))

    def run(self, source: Tables, limits: Limits, start: float) -> None:
        """Try tables until a limit is reached or one candidate is left."""
        spent = count = 0
        look = FIRST_LOOK
        clock = time.perf_counter
        while len(self.alive) > 1:
            if limits.rollouts is not None:
                if spent + len(self.alive) > limits.rollouts and count:
                    break
            elif clock() - start > limits.seconds and count:
                break
            table = source.next()
            chance = self.rng.random()
            for at in self.alive:
                self.values[at].append(self._try(table, self.options[at], chance))
            spent += len(self.alive)
            count += 1
            if count >= look:
                self._drop()
                look = int(look * GROWTH) + 1

    def _drop(self) -> None:
        """Drop what is hopelessly behind the best so far, judged table by table."""
        values, alive = self.values, self.alive
        count = len(values[alive[0]])
        best = max(alive, key=lambda at: sum(values[at]))
        ahead = values[best]
        kept = []
        for at in alive:
            differences = [a - b for a, b in zip(ahead, values[at], strict=True)]
            mean = sum(differences) / count
            spread = sum(d * d for d in differences) / count - mean * mean
            if at == best or mean <= HOPELESS * sqrt((spread + 0.01) / count):
                kept.append(at)
        self.alive = kept

    def result(self) -> list[Scored]:
        """All candidates, best first; those dropped behind those that were not."""
        found = []
        for at, action in enumerate(self.options):
            tried = len(self.values[at])
            mean = sum(self.values[at]) / tried if tried else 0.0
            found.append((at in self.alive, mean - PRIOR * at, Scored(action, mean, tried)))
        found.sort(key=lambda one: one[:2], reverse=True)
        return [scored for _, _, scored in found]

    def _try(self, table: State, action: Action, chance: float) -> float:
        """What comes of the action on this table."""
        s = table.clone()
        game = Game.of(s)
        game.push(self.seat, action)
        if s.phase == RESPOND and s.turn != self.seat and chance < CHALLENGED:
            pending = s.pending
            if pending is not None and pending.challengeable:
                game.push(s.turn, _CHALLENGE)
        loop = self.fast
        steps = 0
        while s.phase < ROUND_OVER and (s.phase != TURN or loop is None):
            seat = s.seats_of(s.asked)[0] if s.phase in (GIVE, SLAP) else s.turn
            game.push(seat, self.policy.act(s, seat, self.rng.random))
            steps += 1
            if steps > MOST_STEPS:
                return 1.0 / s.seats
        if s.phase >= ROUND_OVER or loop is None:
            return self.worth.of_state(s)
        return self._play_out(s, loop)

    def _play_out(self, s: State, loop: Fast) -> float:
        """What the fast loop makes of a turn."""
        masks, worth = loop.masks, self.worth
        hands = [masks.hand(hand) for hand in s.hands]
        outs = loop.first_outs(s)
        winner = loop.finish(s, self.seat, hands, None, self.keep, outs)
        if winner == UNDECIDED:
            refills = s.t.refills
            left: list[float] = [hand.bit_count() for hand in hands]
            if refills:
                left = [n + sum(refills[out:]) for n, out in zip(left, outs, strict=True)]
            return worth.of_left(left)
        if worth.by_points:
            return worth.of_round(winner, [masks.points(hand) for hand in hands])
        if worth.last_left:
            return worth.of_places(outs)
        if s.t.points_per_out:
            return worth.of_outs(winner == self.seat, outs)
        return 1.0 if winner == self.seat else 0.0


_CHALLENGE = Action(CHALLENGE)

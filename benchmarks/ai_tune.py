"""Finds the weights of `hard` by self-play, and writes them to `assets/weights.toml`.

    uv run python benchmarks/ai_tune.py --objective round --seats 2 --minutes 4
    uv run python benchmarks/ai_tune.py --objective match --seats 4 --minutes 4 --write

Rounds are played by the policy as it stands against `greedy` and against itself. At some of its
decisions every option is tried on copies of the table and the round is played out from there by the
quick players of `ai/rollout.py`, some times, with the same cards to come for every option. What came of an option, less the average of its decision, is then explained
by the features of the option, less theirs (least squares, with a pull towards the old weights).
That is one step of policy improvement; each pass plays with the weights of the pass before.

The unit is a chance of winning the round; for the match it is points won less points lost, as a
share of two hundred. Weights that this deck never shows (hands that move, several cards at once)
keep their values, as does `bluff`, which depends on who challenges.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from common import ROOT

from uno_tui.ai.base import Objective, Rnd
from uno_tui.ai.features import Features, features, lean_of
from uno_tui.ai.policy import Policy
from uno_tui.ai.reference import GreedyBrain
from uno_tui.ai.rollout import fast
from uno_tui.ai.weights import MEANING, Weights, read_weights
from uno_tui.engine import chance
from uno_tui.engine.actions import PLAY, Action
from uno_tui.engine.game import Game
from uno_tui.engine.scoring import hand_points
from uno_tui.engine.state import DRAWN, GIVE, ROUND_OVER, SLAP, TURN, State
from uno_tui.ruleset.load import load
from uno_tui.ruleset.tables import Tables, compile_tables

FIXED = frozenset({"bluff", "shed", "hands", "everyone"})
NAMES = tuple(name for name in MEANING if name not in FIXED)
STAKE = 200.0
"""Points that count as much as the difference between winning and losing a round."""
NEAR, LEAST = 0.08, 0.05
"""Options count the less the worse they seem: by a factor e for each NEAR, down to LEAST."""
WEIGHTS = ROOT / "assets" / "weights.toml"

Row = tuple[Features, float]


class Fit:
    """Least squares over many small groups of options, each centred on its own average."""

    def __init__(self, old: Weights, pull: float) -> None:
        size = len(NAMES)
        self.at = {name: index for index, name in enumerate(NAMES)}
        self.old = old
        self.square = [[pull * (a == b) for b in range(size)] for a in range(size)]
        self.side = [pull * old[name] for name in NAMES]
        self.groups = 0

    def add(self, rows: Sequence[Row]) -> None:
        """The options of one decision: features and what came of each."""
        self.groups += 1
        used = sorted({self.at[name] for found, _ in rows for name in found if name in self.at})
        table = [[found.get(NAMES[index], 0.0) for index in used] for found, _ in rows]
        fixed = [sum(self.old[n] * x for n, x in found.items() if n in FIXED) for found, _ in rows]
        results = [result - part for (_, result), part in zip(rows, fixed, strict=True)]
        judged = [sum(self.old[n] * x for n, x in found.items()) for found, _ in rows]
        weights = [max(LEAST, math.exp((value - max(judged)) / NEAR)) for value in judged]
        count = sum(weights)
        mean = [
            sum(w * line[at] for w, line in zip(weights, table, strict=True)) / count
            for at in range(len(used))
        ]
        middle = sum(w * result for w, result in zip(weights, results, strict=True)) / count
        for weight, line, result in zip(weights, table, results, strict=True):
            line = [value - average for value, average in zip(line, mean, strict=True)]
            for a, x in enumerate(line):
                if x:
                    row = self.square[used[a]]
                    self.side[used[a]] += weight * x * (result - middle)
                    for b, y in enumerate(line):
                        row[used[b]] += weight * x * y

    def solve(self) -> dict[str, float]:
        """The weights that explain best what came of the options."""
        size = len(NAMES)
        rows = [[*self.square[at], self.side[at]] for at in range(size)]
        for at in range(size):
            pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
            rows[at], rows[pivot] = rows[pivot], rows[at]
            head = rows[at]
            for row in rows[at + 1 :]:
                factor = row[at] / head[at]
                if factor:
                    for column in range(at, size + 1):
                        row[column] -= factor * head[column]
        found = [0.0] * size
        for at in range(size - 1, -1, -1):
            rest = sum(rows[at][column] * found[column] for column in range(at + 1, size))
            found[at] = (rows[at][size] - rest) / rows[at][at]
        return {**self.old, **dict(zip(NAMES, found, strict=True))}


class Learner:
    """Plays rounds with one policy among others and collects what its options lead to."""

    def __init__(
        self, tables: Tables, seats: int, objective: Objective, greedy: float, rollouts: int
    ) -> None:
        self.rollouts = rollouts
        quick = fast(tables, tables.deck)
        if quick is None:
            raise SystemExit("the quick players do not know these rules; learn with classic")
        self.quick = quick
        self.tables = tables
        self.names = tuple(f"Seat {seat + 1}" for seat in range(seats))
        self.objective = objective
        self.share = greedy
        self.greedy = GreedyBrain()

    def use(self, weights: Weights) -> None:
        """Play with these from now on."""
        self.policy = Policy(self.tables, weights, weights, self.objective == "match")

    def round(self, number: int, fit: Fit, rate: float) -> None:
        """Play one round; at a share `rate` of the learner's decisions try every option."""
        rng = Random(number)
        rnd = rng.random
        seats = len(self.names)
        me = number % seats
        game = Game(self.tables, self.names, number)
        s = game.state
        plain = [rnd() < self.share for _ in range(seats)]
        plain[me] = False
        while s.phase < ROUND_OVER:
            seat = asked(s)
            if seat == me and s.phase in (TURN, DRAWN) and rnd() < rate:
                self._try_all(game, me, fit, rng)
            game.push(seat, self._choose(s, seat, plain, rnd))

    def _choose(self, s: State, seat: int, plain: Sequence[bool], rnd: Rnd) -> Action:
        if plain[seat]:
            return self.greedy.act(s, seat, rnd)
        lean = lean_of(s, seat) if s.history is not None else None
        return self.policy.act(s, seat, rnd, lean)

    def _try_all(self, game: Game, me: int, fit: Fit, rng: Random) -> None:
        s = game.state
        options = self.policy.sensible(s, me)
        if len(options) < 2 or len(s.hands[me]) < 2:
            return
        lean = lean_of(s, me)
        rows: list[Row] = [(features(s, me, action, lean), 0.0) for action in options]
        results = [0.0] * len(options)
        for _ in range(self.rollouts):
            pile = s.draw[:]
            chance.shuffle(pile, rng)
            for at, action in enumerate(options):
                copy = s.clone()
                copy.draw = pile[:]
                results[at] += self._play_out(copy, me, action) / self.rollouts
        fit.add([(found, result) for (found, _), result in zip(rows, results, strict=True)])

    def _play_out(self, s: State, me: int, action: Action) -> float:
        game = Game.of(s)
        if action.verb == PLAY and len(s.hands[me]) == 1 + len(action.cards):
            action = action._replace(uno=True)
        game.push(me, action)
        while s.phase != TURN:
            if s.phase >= ROUND_OVER:
                return self._worth(s.winners[0], me, [hand_points(s, hand) for hand in s.hands])
            game.push(asked(s), self.greedy.act(s, asked(s), _never))
        hands = [self.quick.masks.hand(hand) for hand in s.hands]
        winner = self.quick.finish(s, me, hands)
        return self._worth(winner, me, [self.quick.masks.points(hand) for hand in hands])

    def _worth(self, winner: int, me: int, points: list[int]) -> float:
        if self.objective == "round":
            return float(winner == me)
        won = sum(points) - points[winner]
        return (won if winner == me else -won / (len(points) - 1)) / STAKE


def _never() -> float:
    return 0.5


def asked(s: State) -> int:
    """The seat to act."""
    return s.seats_of(s.asked)[0] if s.phase in (GIVE, SLAP) else s.turn


def write(path: Path, objective: str, table: str, weights: Weights) -> None:
    """Put one table of weights into the file, leaving the others as they are."""
    every = {o: dict(tables) for o, tables in read_weights(path).items()}
    every[objective][table] = weights
    lines = ["# What `hard` judges plays by; meanings: uno_tui/ai/weights.py, made by"]
    lines.append("# benchmarks/ai_tune.py. Chances of winning, or shares of a round's points.")
    for name, tables in every.items():
        for seats, found in tables.items():
            lines += ["", f"[{name}.{seats}]"]
            lines += [f"{weight} = {round(found[weight], 4)}" for weight in MEANING]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Learn and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--objective", choices=("round", "match"), default="round")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--rate", type=float, default=0.7, help="share of decisions tried")
    parser.add_argument("--rollouts", type=int, default=3, help="of every option")
    parser.add_argument("--greedy", type=float, default=0.6, help="share of greedy opponents")
    parser.add_argument("--seed", type=int, default=10_000_000, help="of the first deal")
    parser.add_argument("--ruleset", default="classic")
    parser.add_argument("--write", action="store_true", help="put the result into the assets")
    args = parser.parse_args()
    table = "two" if args.seats == 2 else "more"
    weights = read_weights(WEIGHTS)[args.objective][table]
    tables = compile_tables(load(args.ruleset))
    learner = Learner(tables, args.seats, args.objective, args.greedy, args.rollouts)
    number = args.seed
    for turn in range(args.passes):
        learner.use(weights)
        fit = Fit(weights, pull=30.0)
        until = time.monotonic() + 60 * args.minutes / args.passes
        first = number
        while time.monotonic() < until:
            learner.round(number, fit, args.rate)
            number += 1
        weights = fit.solve()
        print(f"pass {turn + 1}: {number - first} rounds, {fit.groups} decisions", flush=True)
    for name in MEANING:
        print(f"{name} = {weights[name]:.4f}")
    if args.write:
        write(WEIGHTS, args.objective, table, weights)


if __name__ == "__main__":
    main()

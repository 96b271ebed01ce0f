"""Finds the weights of `hard` by self-play, and writes them to `assets/weights.toml`.

    uv run python benchmarks/ai_tune.py --seats 2 --minutes 10
    uv run python benchmarks/ai_tune.py --seats 4 --minutes 10 --write

Rounds are played by the policy as it stands against `greedy` and against itself. At some of its
decisions every option is tried on copies of the table and the round is played out from there some
times, with the same cards to come for every option: in the first pass by the quick players of
`ai/rollout.py`, in the others by the policy itself, which by then knows better. What came of an option, less the average of its decision, is then explained
by the features of the option, less theirs (least squares, with a pull towards the old weights).
That is one step of policy improvement; each pass plays with the weights of the pass before.

Both objectives learn from the same rounds. The unit is a chance of winning the round; for the match
it is points won less points lost, as a share of two hundred. Weights that this deck never shows (hands that move, several cards at once)
keep their values, as does `bluff`, which depends on who challenges.

The last word has `uno-tui simulate`: what is shipped was fitted like this (passes with quick players,
two seats 142,000 decisions, four seats 36,000 and 9,000), then the few changes that a fit cannot see,
because it looks one decision ahead, were tried in 4,000 to 12,000 rounds against `greedy` and kept
where they won: what a wild costs does not depend on the hand (`wild_hand` and `wild_draw_hand` are 0),
and the match weights are the mean of both fits with 0.004 (two seats) or 0.006 more for points. A
further pass that played out with the policy itself won less and was thrown away.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from common import ROOT

from uno_tui.ai.base import Objective
from uno_tui.ai.features import Features, features, lean_of
from uno_tui.ai.policy import Policy
from uno_tui.ai.reference import GreedyBrain
from uno_tui.ai.rollout import fast
from uno_tui.ai.weights import MEANING, Table, Weights, read_weights
from uno_tui.engine import chance
from uno_tui.engine.actions import PLAY, Action
from uno_tui.engine.game import Game
from uno_tui.engine.scoring import hand_points
from uno_tui.engine.state import DRAWN, GIVE, ROUND_OVER, SLAP, TURN, State
from uno_tui.ruleset.load import load
from uno_tui.ruleset.tables import Tables, compile_tables

FIXED = frozenset({"bluff", "shed", "hands", "everyone", "wild_hand", "wild_draw_hand"})
NAMES = tuple(name for name in MEANING if name not in FIXED)
STAKE = 200.0
"""Points that count as much as the difference between winning and losing a round."""
NEAR, LEAST = 0.08, 0.05
"""Options count the less the worse they seem: by a factor e for each NEAR, down to LEAST."""
WEIGHTS = ROOT / "assets" / "weights.toml"

OBJECTIVES: tuple[Objective, ...] = ("round", "match")

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

    def __init__(self, tables: Tables, seats: int, greedy: float, rollouts: int) -> None:
        quick = fast(tables, tables.deck)
        if quick is None:
            raise SystemExit("the quick players do not know these rules; learn with classic")
        self.quick = quick
        self.rollouts = rollouts
        self.tables = tables
        self.names = tuple(f"Seat {seat + 1}" for seat in range(seats))
        self.share = greedy
        self.greedy = GreedyBrain()
        self.policies: dict[Objective, Policy] = {}
        self.quickly = True

    def use(self, weights: dict[Objective, Weights]) -> None:
        """Play with these from now on."""
        self.policies = {
            objective: Policy(self.tables, found, found, objective == "match")
            for objective, found in weights.items()
        }

    def round(self, number: int, fits: dict[Objective, Fit], rate: float) -> None:
        """Play one round; at a share `rate` of the learner's decisions try every option."""
        rng = Random(number)
        rnd = rng.random
        seats = len(self.names)
        self.policy = policy = self.policies[OBJECTIVES[number % 2]]
        me = number // 2 % seats
        game = Game(self.tables, self.names, number)
        s = game.state
        self.plain = plain = [rnd() < self.share for _ in range(seats)]
        plain[me] = False
        while s.phase < ROUND_OVER:
            seat = asked(s)
            if seat == me and s.phase in (TURN, DRAWN) and rnd() < rate:
                self._try_all(game, me, policy, fits, rng)
            if plain[seat]:
                game.push(seat, self.greedy.act(s, seat, rnd))
            else:
                game.push(seat, policy.act(s, seat, rnd, lean_of(s, seat)))

    def _try_all(
        self, game: Game, me: int, policy: Policy, fits: dict[Objective, Fit], rng: Random
    ) -> None:
        s = game.state
        options = policy.sensible(s, me)
        if len(options) < 2 or len(s.hands[me]) < 2:
            return
        lean = lean_of(s, me)
        seen = [features(s, me, action, lean) for action in options]
        won = [0.0] * len(options)
        points = [0.0] * len(options)
        for _ in range(self.rollouts):
            pile = s.draw[:]
            chance.shuffle(pile, rng)
            for at, action in enumerate(options):
                copy = s.clone()
                copy.draw = pile[:]
                winner, counted = self._play_out(copy, me, action)
                won[at] += (winner == me) / self.rollouts
                lost = sum(counted) - counted[winner]
                share = 1.0 if winner == me else -1 / (len(counted) - 1)
                points[at] += share * lost / STAKE / self.rollouts
        fits["round"].add(list(zip(seen, won, strict=True)))
        fits["match"].add(list(zip(seen, points, strict=True)))

    def _play_out(self, s: State, me: int, action: Action) -> tuple[int, list[int]]:
        """Who wins after this action, and what every hand then counts."""
        game = Game.of(s)
        if action.verb == PLAY and len(s.hands[me]) == 1 + len(action.cards):
            action = action._replace(uno=True)
        game.push(me, action)
        while s.phase != TURN:
            if s.phase >= ROUND_OVER:
                return s.winners[0], [hand_points(s, hand) for hand in s.hands]
            game.push(asked(s), self.greedy.act(s, asked(s), _never))
        if not self.quickly:
            return self._play_on(game)
        hands = [self.quick.masks.hand(hand) for hand in s.hands]
        winner = self.quick.finish(s, me, hands)
        return winner, [self.quick.masks.points(hand) for hand in hands]

    def _play_on(self, game: Game) -> tuple[int, list[int]]:
        s = game.state
        while s.phase < ROUND_OVER:
            seat = asked(s)
            player = self.greedy if self.plain[seat] else self.policy
            game.push(seat, player.act(s, seat, _never))
        return s.winners[0], [hand_points(s, hand) for hand in s.hands]


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
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--rate", type=float, default=0.7, help="share of decisions tried")
    parser.add_argument("--rollouts", type=int, default=3, help="of every option")
    parser.add_argument("--greedy", type=float, default=0.6, help="share of greedy opponents")
    parser.add_argument("--seed", type=int, default=10_000_000, help="of the first deal")
    parser.add_argument("--quick", action="store_true", help="first pass with quick players")
    parser.add_argument("--pull", type=float, default=300.0, help="towards the old weights")
    parser.add_argument("--ruleset", default="classic")
    parser.add_argument("--write", action="store_true", help="put the result into the assets")
    args = parser.parse_args()
    table: Table = "two" if args.seats == 2 else "more"
    shipped = read_weights(WEIGHTS)
    weights = {objective: shipped[objective][table] for objective in OBJECTIVES}
    learner = Learner(compile_tables(load(args.ruleset)), args.seats, args.greedy, args.rollouts)
    number = args.seed
    for turn in range(args.passes):
        learner.use(weights)
        learner.quickly = args.quick and turn == 0
        fits = {objective: Fit(old, args.pull) for objective, old in weights.items()}
        until = time.monotonic() + 60 * args.minutes / args.passes
        first = number
        while time.monotonic() < until:
            learner.round(number, fits, args.rate)
            number += 1
        weights = {objective: fit.solve() for objective, fit in fits.items()}
        groups = fits["round"].groups
        print(f"pass {turn + 1}: {number - first} rounds, {groups} decisions", flush=True)
    for name in MEANING:
        print(f"{name:<20}" + "".join(f"{weights[o][name]:10.4f}" for o in OBJECTIVES))
    if args.write:
        for objective in OBJECTIVES:
            write(WEIGHTS, objective, table, weights[objective])


if __name__ == "__main__":
    main()

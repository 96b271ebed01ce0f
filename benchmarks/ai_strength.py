"""How strong a level is against others, with intervals: the figures of `ai_results.md`.

    uv run python benchmarks/ai_strength.py expert greedy --rounds 1000 --budget 1000
    uv run python benchmarks/ai_strength.py expert greedy --unit match --rounds 100 --budget 600
    uv run python benchmarks/ai_strength.py expert greedy --seats 4 --budget 1000
    uv run python benchmarks/ai_strength.py expert greedy --curve 0.1,0.3,0.6 --minutes 10
    uv run python benchmarks/ai_strength.py expert hard --families --sequential --minutes 8
    uv run python benchmarks/ai_strength.py expert --speed

One seat plays the first level, all others the second. Deals are duplicate: seeds 1 … N, each dealt
once for every seat the first level can have. UNO calls are never forgotten. A searching level gets
a fixed number of rollouts a move, so a run can be repeated exactly. Milliseconds are processor
time and count decisions with more than one option.

`--sequential` ends a measurement as soon as Wald's test between "no better than par" and "better by
a fifth" (60 % for two seats) is decided, with an error of 1 % either way.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from math import log, sqrt
from random import Random
from typing import NamedTuple

from common import machine

from uno_tui import ai
from uno_tui.ai.base import Brain, FastBrain, Objective
from uno_tui.engine.actions import CATCH, NEXT, PLAY, Action
from uno_tui.engine.game import Game
from uno_tui.engine.state import GIVE, MATCH_OVER, ROUND_OVER, SLAP
from uno_tui.engine.view import window
from uno_tui.ruleset.load import load
from uno_tui.ruleset.tables import Tables, compile_tables

FAMILIES = {
    "classic": "classic",
    "strict": "classic-strict",
    "pass-on": "two-ways",
    "stacking": "stacking",
    "jump-in": "jump-in",
    "hand-moving": "seven-zero",
    "Duo": "duo",
    "Pocket": "pocket",
    "counting": "six-card",
    "101": "one-o-one",
    "to the last": "to-the-last",
    "everything": "chaos",
}
"""One ruleset for each family of rules."""

MOST_ROUNDS = 200
NAMES = ("Ann", "Ben", "Cy", "Dee", "Eli", "Flo", "Gus", "Hal", "Ida", "Jo")


class Setting(NamedTuple):
    """What is measured."""

    tables: Tables
    level: str
    other: str
    seats: int
    match: bool
    budget: int | None


class Score(NamedTuple):
    """What came of it. `wins` counts shared wins in parts."""

    games: int
    wins: float
    moves: int
    seconds: float
    points: float

    @property
    def share(self) -> float:
        """The part of the games won."""
        return self.wins / self.games if self.games else 0.0

    @property
    def per_move(self) -> float:
        """Processor milliseconds for one decision of the first level."""
        return 1000 * self.seconds / self.moves if self.moves else 0.0


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % Wilson interval of a share."""
    if not games:
        return (0.0, 1.0)
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    half /= 1 + z * z / games
    return (middle - half, middle + half)


BETTER = 1.2
"""What the sequential test holds against par: this many times as many games won."""
SURE = log(99)
"""It ends where one of the two is this much likelier (the logarithm of the odds)."""


def evidence(wins: float, games: int, seats: int) -> float:
    """How much likelier `BETTER` times par is than par, as a logarithm."""
    par = 1 / seats
    won, lost = log(BETTER), log((1 - BETTER * par) / (1 - par))
    return wins * won + (games - wins) * lost


class Bench:
    """Plays one setting, deal by deal."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        objective: Objective | None = None if setting.match else "round"
        self.mine = self._brain(setting.level, objective)
        self.theirs = self._brain(setting.other, objective)
        self.rng = Random()
        self.moves = 0
        self.seconds = 0.0

    def _brain(self, level: str, objective: Objective | None) -> Brain:
        brain = ai.perfect_calls(ai.level(level, objective))
        if self.setting.budget is not None and hasattr(brain, "budget"):
            brain.budget = self.setting.budget
        return brain

    def run(self, games: int, minutes: float, sequential: bool = False) -> Score:
        """Whole deals until `games` are played, `minutes` of processor time are spent, or (if
        `sequential`) the test is decided."""
        start = time.process_time()
        wins = points = 0.0
        played = 0
        for seed, seat in self._deals():
            if seat == 0 and (played >= games or time.process_time() - start > 60 * minutes):
                break
            decided = abs(evidence(wins, played, self.setting.seats)) > SURE
            if seat == 0 and sequential and decided:
                break
            share, lead = self.play(seed, seat)
            wins += share
            points += lead
            played += 1
        return Score(played, wins, self.moves, self.seconds, points)

    def _deals(self) -> Iterator[tuple[int, int]]:
        seed = 0
        while True:
            seed += 1
            for seat in range(self.setting.seats):
                yield seed, seat

    def play(self, seed: int, seat: int) -> tuple[float, float]:
        """One round or match with the first level on `seat`: its share of the win, its lead."""
        setting = self.setting
        game = Game(setting.tables, NAMES[: setting.seats], seed)
        self.rng.seed(seed * 16 + seat)
        self._round(game, seat)
        s = game.state
        while setting.match and s.phase != MATCH_OVER and s.round_no < MOST_ROUNDS:
            game.push(0, Action(NEXT))
            self._round(game, seat)
        winners = s.champions if setting.match else s.winners
        share = 1.0 / len(winners) if seat in winners else 0.0
        others = sum(s.scores) - s.scores[seat]
        return share, s.scores[seat] - others / (setting.seats - 1)

    def _round(self, game: Game, seat: int) -> None:
        s = game.state
        while s.phase < ROUND_OVER:
            asked = s.seats_of(s.asked)[0] if s.phase in (GIVE, SLAP) else s.turn
            action = self._ask(game, asked, self.mine if asked == seat else self.theirs, seat)
            outcome = game.apply(asked, action)
            if not outcome.accepted:
                raise SystemExit(f"seed {game.seed}: refused {action}: {outcome.refusal}")
            if action.verb == PLAY and s.t.jump_in:
                self._jump_ins(game, seat)

    def _ask(self, game: Game, asked: int, brain: Brain, seat: int) -> Action:
        if isinstance(brain, FastBrain):
            return brain.act(game.state, asked, self.rng.random)
        peeks = getattr(brain, "peeks", False)
        view = window(game.state, asked) if peeks else game.view(asked)
        start = time.process_time()
        action = brain.choose(view, self.rng)
        if asked == seat and len(view.options) > 1:
            self.seconds += time.process_time() - start
            self.moves += 1
        return action

    def _jump_ins(self, game: Game, seat: int) -> None:
        """The quickest seat that wants to jump in does, until nobody wants to."""
        s = game.state
        while s.phase < ROUND_OVER:
            wanted = []
            for other in range(s.seats):
                brain = self.mine if other == seat else self.theirs
                reaction = brain.react(game.view(other), self.rng)
                if reaction is not None and reaction[1].verb not in (CATCH,):
                    wanted.append((reaction[0], other, reaction[1]))
            if not wanted:
                return
            _, other, action = min(wanted)
            if not game.apply(other, action).accepted:
                return


def rate(tables: Tables, level: str = "expert", budget: int = 1000) -> tuple[float, float]:
    """Milliseconds a decision takes with this budget, and rollouts a second, in mid-round."""
    brain = ai.level(level, "round")
    brain.budget = budget  # type: ignore[attr-defined]
    greedy = ai.level("greedy")
    assert isinstance(greedy, FastBrain)
    views = []
    for seed in range(1, 15):
        game = Game(tables, NAMES[:2], seed)
        while game.phase < ROUND_OVER:
            if len(game.options(game.turn)) > 2:
                views.append(game.view(game.turn))
            game.apply(game.turn, greedy.act(game.state, game.turn, Random(1).random))
    views = views[::4]
    spent = 0
    start = time.process_time()
    for view in views:
        scores: Callable[..., list[object]] = brain.scores  # type: ignore[attr-defined]
        spent += sum(one.tables for one in scores(view, Random(1)))  # type: ignore[attr-defined]
    seconds = time.process_time() - start
    return 1000 * seconds / len(views), spent / seconds


def report(what: str, setting: Setting, score: Score, sequential: bool = False) -> None:
    """One line for one measurement."""
    low, high = wilson(score.wins, score.games)
    unit = "matches" if setting.match else "rounds"
    budget = f", budget {setting.budget}" if setting.budget is not None else ""
    known = evidence(score.wins, score.games, setting.seats)
    verdict = "better" if known > SURE else "no better" if known < -SURE else "not decided"
    print(
        f"{what}: {setting.level} v {setting.other}, {setting.seats} seats{budget}: "
        f"{100 * score.share:.1f} % [{100 * low:.1f}, {100 * high:.1f}] of {score.games} {unit}, "
        f"lead {score.points / max(1, score.games):+.1f} points, {score.per_move:.0f} ms a move"
        + (f", test: {verdict}" if sequential else ""),
        flush=True,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("level")
    parser.add_argument("other", nargs="?", default="greedy")
    parser.add_argument("--ruleset", default="classic")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--unit", choices=("round", "match"), default="round")
    parser.add_argument("--rounds", type=int, default=10**9, help="rounds (or matches) at most")
    parser.add_argument("--minutes", type=float, default=1e9, help="processor time at most")
    parser.add_argument("--budget", type=int, help="rollouts a move of searching levels")
    parser.add_argument("--curve", help="seconds a move, e.g. 0.1,0.3,0.6, turned into budgets")
    parser.add_argument("--families", action="store_true", help="one ruleset of each family")
    parser.add_argument("--sequential", action="store_true", help="end when the test is decided")
    parser.add_argument("--speed", action="store_true", help="only milliseconds and rollouts/s")
    args = parser.parse_args()
    if args.rounds == 10**9 and args.minutes == 1e9:
        args.rounds = 200
    print(machine())
    print("command: uv run python benchmarks/ai_strength.py", shlex.join(sys.argv[1:]), flush=True)
    if args.speed:
        for budget in (300, 1000, 3000, 10000):
            ms, per_second = rate(compile_tables(load(args.ruleset)), args.level, budget)
            print(f"budget {budget}: {ms:.0f} ms a move, {per_second:,.0f} rollouts a second")
        return
    budgets: list[tuple[str, int | None]] = [("", args.budget)]
    if args.curve:
        _, per_second = rate(compile_tables(load(args.ruleset)), args.level)
        budgets = [
            (f" at {text} s", round(float(text) * per_second)) for text in args.curve.split(",")
        ]
    rulesets = FAMILIES if args.families else {args.ruleset: args.ruleset}
    for name, ruleset in rulesets.items():
        for label, budget in budgets:
            tables = compile_tables(load(ruleset))
            seats = min(args.seats, tables.ruleset.players.max)
            setting = Setting(tables, args.level, args.other, seats, args.unit == "match", budget)
            score = Bench(setting).run(args.rounds, args.minutes, args.sequential)
            report(f"{name}{label}", setting, score, args.sequential)


if __name__ == "__main__":
    main()

"""Rounds of every kind, one after the other: every shipped ruleset, every number of seats, mixes.

    uv run python tests/soak/rounds.py 100000 [SEED]

Every other round is under a shipped ruleset at one of its table sizes, in turn; the others are
under random mixes of house rules. Moves are random, with talk and a little nonsense.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))

import mixes
import table_checks as checks

from uno_tui.engine.game import Game
from uno_tui.engine.state import ROUND_OVER
from uno_tui.ruleset.checks import seats_problem
from uno_tui.ruleset.load import load, shipped_ids
from uno_tui.ruleset.schema import Ruleset
from uno_tui.ruleset.tables import compile_tables

MOST_ACTIONS = 40_000
"""A round that takes more is counted as a dead end; `round.limit` ends one long before."""
MIX_EVERY = 10
"""One random mix is used for so many rounds: drawing one takes longer than a round."""


class Figures(NamedTuple):
    """What came of it. `dead_ends` are rounds in which nobody could act, or that never ended."""

    rounds: int
    actions: int
    unfinished: int
    """Rounds that reached the limit of turns, a rule of its own."""
    exceptions: int
    dead_ends: int
    tables: int
    """Different rulesets and sizes."""
    memory: tuple[float, ...]
    """Resident MiB after each tenth; empty where the system does not tell."""
    seconds: float

    def told(self) -> str:
        """In one line."""
        memory = f"{self.memory[0]:.1f} to {self.memory[-1]:.1f} MiB" if self.memory else "unknown"
        return (
            f"{self.rounds} rounds at {self.tables} kinds of table, {self.actions} actions, "
            f"{self.unfinished} to the turn limit, {self.exceptions} exceptions, "
            f"{self.dead_ends} dead ends, memory {memory}, {self.seconds:.0f} s"
        )


def tables() -> list[tuple[Ruleset, int]]:
    """Every shipped ruleset with every number of seats it takes."""
    return [
        (rules, seats)
        for rules in map(load, shipped_ids())
        for seats in range(rules.players.min, rules.players.max + 1)
        if not seats_problem(rules, seats)
    ]


def run(count: int, seed: int = 1) -> Figures:
    """Play `count` rounds. Exceptions are counted and told on stderr, with the round's number."""
    fixed = tables()
    chance = Random(seed)
    mix = mixes.random_mix(chance)
    kinds: set[tuple[str, int]] = set()
    actions = unfinished = exceptions = dead_ends = 0
    memory: list[float] = []
    start = time.perf_counter()
    for number in range(count):
        if number % 2:
            if number % (2 * MIX_EVERY) == 1:
                mix = mixes.random_mix(chance)
            rules, seats = mix.rules, mix.seats
        else:
            rules, seats = fixed[number // 2 % len(fixed)]
        kinds.add((rules.id if number % 2 == 0 else f"mix-{number // (2 * MIX_EVERY)}", seats))
        rng = Random(seed * 1_000_003 + number)
        try:
            game = Game(compile_tables(rules), [f"Seat {at}" for at in range(seats)], number)
            done = 0
            while game.phase < ROUND_OVER and done < MOST_ACTIONS:
                if not checks.move(game, rng, nonsense=0.02):
                    break
                done += 1
            actions += done
            dead_ends += game.phase < ROUND_OVER
            unfinished += game.view(None).unfinished
            checks.conserved(game)
        except Exception as error:
            exceptions += 1
            print(
                f"round {number} of seed {seed}: {type(error).__name__}: {error}", file=sys.stderr
            )
        if (number + 1) % max(1, count // 10) == 0:
            gc.collect()
            memory += resident()
    seconds = time.perf_counter() - start
    return Figures(
        count, actions, unfinished, exceptions, dead_ends, len(kinds), tuple(memory), seconds
    )


def resident() -> list[float]:
    """Resident memory of this process in MiB, in a list that is empty where nobody tells."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError):
        return []
    return [pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)]


if __name__ == "__main__":
    words = sys.argv[1:]
    figures = run(int(words[0]) if words else 100_000, int(words[1]) if len(words) > 1 else 1)
    print(figures.told())
    raise SystemExit(1 if figures.exceptions or figures.dead_ends else 0)

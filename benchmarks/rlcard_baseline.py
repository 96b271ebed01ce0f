"""RLCard's UNO played at random: its raw game and its `env.run`, in two-player rounds a second.

Needs the dependency group `bench`; the witness runs beside it, in the same minute:

    uv run --group bench python benchmarks/rlcard_baseline.py
"""

from __future__ import annotations

import argparse
import random
import subprocess
from typing import Any
from unittest import mock

from common import Report, rates
from witness import play_round, shuffled


def load_rlcard() -> Any:
    """Import RLCard, its agents included.

    On import it runs `pip freeze` to see whether torch is there, which fails in an environment
    made without pip; none of what needs torch is used here, so the answer may as well be empty.
    Raises ImportError when RLCard is not installed.
    """
    with mock.patch.object(subprocess, "check_output", return_value=b""):
        import rlcard
        import rlcard.agents
    return rlcard


def raw_rounds(count: int) -> int:
    """Play `count` rounds of RLCard's UnoGame, each action drawn from its legal actions."""
    load_rlcard()
    from rlcard.games.uno import Game

    game = Game()
    game.np_random.seed(1)
    choice = random.choice
    for _ in range(count):
        state, _ = game.init_game()
        while not game.is_over():
            state, _ = game.step(choice(state["legal_actions"]))
    return count


def env_rounds(count: int) -> int:
    """Play `count` rounds through RLCard's environment with its own random agents."""
    rlcard = load_rlcard()
    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([rlcard.agents.RandomAgent(env.num_actions) for _ in range(env.num_players)])
    for _ in range(count):
        env.run(is_training=False)
    return count


def witness_rounds(count: int, seats: int = 2) -> int:
    """Play `count` rounds of the witness with its inlined random policy."""
    for at in range(count):
        play_round(shuffled(), seats, at % seats)
    return count


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000, help="rounds a repeat")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    count = max(args.rounds, 10)
    found = rates(
        {
            "raw": lambda: raw_rounds(count),
            "env": lambda: env_rounds(count // 5),
            "witness": lambda: witness_rounds(count * 5),
        },
        args.repeats,
    )
    report = Report("RLCard, two players, random play (rounds/s)")
    report.add("RLCard raw UnoGame", f"{found['raw']:,.0f}")
    report.add("RLCard env.run", f"{found['env']:,.0f}")
    report.add(
        "witness",
        f"{found['witness']:,.0f}",
        "RLCard raw",
        f"{found['raw']:,.0f}",
        found["witness"] / found["raw"],
        ">= 5",
    )
    report.show(args.json)


if __name__ == "__main__":
    main()

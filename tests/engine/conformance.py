"""Golden playthroughs and perft-like counts of a ruleset: what `test_conformance.py` compares.

`regenerate.py` writes them to `golden/`. They say that play has not changed, not that it is right:
that is for the scenarios and the witness.
"""

import hashlib
from pathlib import Path
from random import Random

from table_checks import move

from uno_tui.engine.actions import format_action
from uno_tui.engine.game import Game
from uno_tui.engine.state import ROUND_OVER
from uno_tui.ruleset.checks import seat_range
from uno_tui.ruleset.load import load

GOLDEN = Path(__file__).resolve().parent / "golden"
ROUNDS = 2
DEPTH = 3
POSITIONS = (0, 10)
"""Counts are taken from the start of a round and after so many random actions."""


def seats_for(rules, wanted):
    """As near to `wanted` as these rules allow."""
    fewest, most = seat_range(rules)
    return min(max(wanted, fewest), most)


def playthrough(which, number):
    """One random round: seats, actions, turns, scores, and a digest of every position on the way."""
    rules = load(which)
    seats = seats_for(rules, 3 + number)
    game = Game(rules, [f"Seat {seat}" for seat in range(seats)], number)
    rng = Random(number)
    digest = hashlib.sha256()
    while game.phase < ROUND_OVER:
        move(game, rng)
        digest.update(game.position().encode())
    log = "\n".join(
        f"{seat} {format_action(a, game.tables, game.names)}" for seat, a in game.record
    )
    return {
        "seats": seats,
        "actions": len(game.record),
        "turns": game.state.turns,
        "winners": list(game.state.winners),
        "scores": list(game.state.scores),
        "log": hashlib.sha256(log.encode()).hexdigest()[:16],
        "positions": digest.hexdigest()[:16],
    }


def counts(which):
    """How many sequences of decisions there are to each depth, from two fixed positions."""
    rules = load(which)
    game = Game(rules, [f"Seat {seat}" for seat in range(seats_for(rules, 2))], 7)
    rng = Random(7)
    found = {}
    for wanted in POSITIONS:
        while len(game.record) < wanted and game.phase < ROUND_OVER:
            move(game, rng)
        found[str(wanted)] = [sequences(game, depth) for depth in range(1, DEPTH + 1)]
    return found


def sequences(game, depth):
    """The number of different sequences of `depth` decisions from here."""
    if game.phase >= ROUND_OVER:
        return 1
    seat = game.asked()[0]
    options = game.options(seat)
    if depth == 1:
        return len(options)
    total = 0
    for action in options:
        after = game.clone()
        after.push(seat, action)
        total += sequences(after, depth - 1)
    return total


def golden(which):
    """Everything recorded of one ruleset."""
    return {
        "rounds": [playthrough(which, number) for number in range(ROUNDS)],
        "sequences": counts(which),
    }

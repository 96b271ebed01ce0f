"""Play random mixes of house rules: every pair of knob values, 2 to 10 seats, random and AI play.

`uv run python benchmarks/mix_fuzz.py --rounds 2000 --seed 1 [--table FILE]` draws a valid ruleset
a round (see `mixes.py`), tells it in prose, writes it as TOML and reads it back, plays a round and
checks all the way (see `table_checks.py`): cards are conserved, one decision is pending, every
seat asked can do something, views leak nothing, samples and positions can be played on, and the
record replays to the same table. A third of the rounds is played by AI levels where they exist.
Prints what it covered; rounds that reach `round.limit` are counted and listed. Exit code 1 when
anything failed; every failure names its number, and `--only N` plays that one again.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))

import table_checks as checks
from mixes import VALUES, Mix, Mixer, tell

from uno_tui.engine.game import Game
from uno_tui.engine.state import ROUND_OVER
from uno_tui.ruleset.load import load_text
from uno_tui.ruleset.prose import plain_text
from uno_tui.ruleset.write import dumps

MOST_ACTIONS = 40_000
"""Far beyond what `round.limit` turns can take, talk and mistakes included."""

LEVELS = ("random", "greedy", "easy", "normal", "hard")


class Round(NamedTuple):
    """How one round went."""

    seats: int
    actions: int
    turns: int
    unfinished: bool


Mover = Callable[[Game, Random], None]


def random_mover(game: Game, rng: Random) -> None:
    """Anything the table allows, a little nonsense included."""
    checks.move(game, rng, nonsense=0.02)


def ai_mover(seats: int, rng: Random) -> Mover:
    """AI levels at every seat; they call, catch and jump in as they react."""
    from uno_tui.ai import make

    brains = [make(rng.choice(LEVELS)) for _ in range(seats)]

    def move(game: Game, rng: Random) -> None:
        seat = rng.randrange(seats)
        if game.state.in_round >> seat & 1 and rng.random() < 0.5:
            reaction = brains[seat].react(game.view(seat), rng)
            if reaction is not None:
                checks.must_apply(game, seat, reaction[1])
                return
        seat = rng.choice(game.asked())
        checks.must_apply(game, seat, brains[seat].choose(game.view(seat), rng))

    return move


def play_round(mix: Mix, number: int, *, ai: bool = False, closely: float = 0.01) -> Round:
    """One round of a mix, checked all the way; raises AssertionError with what is wrong.

    `closely` is the share of positions that every check is asked of.
    """
    text = dumps(mix.rules)
    assert load_text(text, "mix") == mix.rules, "the TOML text reads back to other rules"
    assert plain_text(mix.rules).strip()
    rng = Random(number)
    game = Game(mix.rules, [f"Seat {seat}" for seat in range(mix.seats)], number)
    for viewer in (checks.ALL, checks.PUBLIC, rng.randrange(mix.seats)):
        checks.Watcher(game, viewer)
    checks.plays_out_alike(game, number)
    move = ai_mover(mix.seats, rng) if ai else random_mover
    actions = 0
    while game.phase < ROUND_OVER:
        actions += 1
        assert actions < MOST_ACTIONS, "the round does not end"
        move(game, rng)
        checks.conserved(game)
        checks.waits_properly(game)
        if rng.random() < closely:
            checks.table_holds(game, rng)
    checks.table_holds(game, rng)
    checks.replays(game, number)
    s = game.state
    return Round(mix.seats, actions, s.turns, s.unfinished)


def main() -> int:
    """Play and print; 1 when a round failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0, help="stop after so long; 0 = never")
    parser.add_argument("--only", type=int, help="play only this number, and let it fail loudly")
    parser.add_argument(
        "--closely", type=float, default=0.01, help="share of positions checked in full"
    )
    parser.add_argument("--table", type=Path, help="write how often each pair of values occurred")
    options = parser.parse_args()
    mixer = Mixer(options.seed)
    started = time.perf_counter()
    rounds: list[Round] = []
    failed: list[tuple[int, str]] = []
    limited: dict[str, list[int]] = {}
    seen: Counter[str] = Counter()
    for number in range(options.rounds):
        if options.seconds and time.perf_counter() - started > options.seconds:
            break
        mix = mixer.draw()
        seen.update(f"{knob} = {VALUES[knob][at]}" for knob, at in mix.pick.items())
        if options.only is not None and number != options.only:
            continue
        try:
            rounds.append(play_round(mix, number, ai=number % 3 == 2, closely=options.closely))
        except Exception as error:
            if options.only is not None:
                raise
            where = traceback.extract_tb(error.__traceback__)[-1]
            failed.append(
                (number, f"{type(error).__name__}: {error} ({where.name}:{where.lineno})")
            )
            continue
        if rounds[-1].unfinished:
            limited.setdefault(why_limited(mix, number % 3 == 2), []).append(number)
    report(rounds, mixer, seen, time.perf_counter() - started)
    print_limited(limited)
    for number, what in failed:
        print(f"FAILED number {number}: {what}")
    return 1 if failed else 0


def report(rounds: list[Round], mixer: Mixer, seen: Counter[str], seconds: float) -> None:
    """The figures of a run."""
    by_seats = Counter(one.seats for one in rounds)
    drawn = mixer.total - len(mixer.wanted) - len(mixer.impossible)
    print("| knob | values and how often each was drawn |\n|---|---|")
    for knob, values in VALUES.items():
        told = ", ".join(f"{value} {seen[f'{knob} = {value}']}" for value in values)
        print(f"| {knob} | {told} |")
    print(f"pairs of values: {mixer.total}, drawn {drawn}, open {len(mixer.wanted)}, excluded:")
    for pair in sorted(mixer.impossible):
        print(f"  {tell(pair)}")
    print(f"rounds: {len(rounds)} in {seconds:.0f} s; by seats {dict(sorted(by_seats.items()))}")
    if rounds:
        turns = sorted(one.turns for one in rounds)
        print(f"turns: median {turns[len(turns) // 2]}, most {turns[-1]}")
        print(f"actions: {sum(one.actions for one in rounds)}")


def why_limited(mix: Mix, ai: bool) -> str:
    """What kept a round from ending by itself."""
    rules = mix.rules
    if rules.round.limit < 2000:
        return f"a limit of only {rules.round.limit} turns"
    if rules.scoring.method == "points-per-out" and rules.deck.exhausted != "end-round":
        return "points-per-out with a pile that never ends (C-7)"
    return "AI play" if ai else "random play"


def print_limited(limited: dict[str, list[int]]) -> None:
    """Rounds that were broken off by `round.limit`, by reason."""
    print(f"rounds that reached round.limit: {sum(map(len, limited.values()))}")
    for why, numbers in sorted(limited.items()):
        listed = ", ".join(map(str, numbers[:30]))
        print(f"  {why}: {len(numbers)} (number {listed}{', …' if len(numbers) > 30 else ''})")


if __name__ == "__main__":
    sys.exit(main())

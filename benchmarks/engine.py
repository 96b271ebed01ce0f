"""The engine against the witness, RLCard, a deep copy and itself.

    uv run python benchmarks/engine.py                 # without RLCard
    uv run --group bench python benchmarks/engine.py   # with it

Rounds are played by the engine's own random player (`uno_tui.engine.playout`): any playable card, a
colour by chance, draws only when nothing is playable, plays what it drew, answers penalties when it
can, always calls UNO. A round follows a round in the same match, then comes the next match. There is
no listener, and every shuffle comes from the seed. `play_out` is the tight loop; `apply` asks
`random_choice` and goes through `Game.apply`, which checks and records; both play the same games.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import gc
import io
import itertools
import os
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random, random

from common import Report, rates, timed
from rlcard_baseline import env_rounds, raw_rounds, witness_rounds

from uno_tui.ai.rollout import fast
from uno_tui.engine.actions import NEXT, Action
from uno_tui.engine.game import Game
from uno_tui.engine.playout import play_out, random_choice
from uno_tui.engine.state import MATCH_OVER, ROUND_OVER, TURN
from uno_tui.faces import simulate
from uno_tui.faces.simulate_play import Job
from uno_tui.faces.simulate_run import Series
from uno_tui.faces.simulate_run import run as run_series
from uno_tui.ruleset.load import load, shipped_ids
from uno_tui.ruleset.schema import Ruleset
from uno_tui.ruleset.tables import Tables, compile_tables

NEXT_ROUND = Action(NEXT)
HALF = 28
"""About half the actions of a round of two random players, which takes 56."""

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eli", "Flo", "Gus", "Hal", "Ida", "Jo")
SWITCHES: tuple[tuple[str, dict[str, object]], ...] = (
    ("stacking", {"answers.draw": "stack"}),
    ("+2 beats W+4", {"answers.draw2_beats_wild_draw": "any"}),
    ("deflecting Reverse", {"answers.reverse_deflects": True}),
    ("jump-in", {"jump_in.enabled": True}),
    ("pairs", {"turn.doubles": True}),
    ("Seven-Zero", {"faces.7.effects": ["swap-hands"], "faces.0.effects": ["rotate-hands"]}),
    ("exchange on 5", {"faces.5.effects": ["exchange-card"]}),
    ("silence", {"silence.trigger": "2"}),
    ("mistakes cost 2", {"penalties.mistake": 2}),
    ("Ready", {"courtesy.ready": True}),
)
"""House rules in the order in which the scaling curve adds them."""


Player = Callable[[Game], None]
"""Plays a game to the end of its round."""


def through_loop(game: Game) -> None:
    """Play on in the tight loop, keeping the record."""
    play_out(game.state, random, game.record)


def without_record(game: Game) -> None:
    """Play on in the tight loop, keeping nothing."""
    play_out(game.state, random)


def through_apply(game: Game) -> None:
    """Play on through `Game.apply`: every action is checked, carried out and recorded."""
    state = game.state
    while state.phase < ROUND_OVER:
        seat = state.turn
        game.apply(seat, random_choice(state, seat, random))


def table(tables: Tables, seats: int = 2) -> Callable[[], Game]:
    """A function that deals new rounds of this ruleset, each with the next seed."""
    names = NAMES[:seats]
    seeds = itertools.count(1)
    return lambda: Game(tables, names, next(seeds))


def rounds(deal: Callable[[], Game], count: int, player: Player = without_record) -> int:
    """Play `count` rounds, match after match; returns `count`."""
    for game in _each_round(deal, count):
        player(game)
    return count


def rounds_afresh(deal: Callable[[], Game], count: int) -> int:
    """Play `count` rounds, each in a new game that keeps record, history and memory."""
    for _ in range(count):
        through_loop(deal())
    return count


def actions(deal: Callable[[], Game], count: int) -> int:
    """Play `count` rounds, match after match; returns how many actions were applied."""
    applied = 0
    for game in _each_round(deal, count):
        game.record.clear()
        through_loop(game)
        applied += len(game.record)
    return applied


def _each_round(deal: Callable[[], Game], count: int) -> Iterator[Game]:
    """The game at the start of each of `count` rounds; nobody at the table keeps a memory."""
    game = deal()
    game.state.forget()
    for _ in range(count):
        if game.phase == MATCH_OVER:
            game = deal()
            game.state.forget()
        elif game.phase == ROUND_OVER:
            game.push(0, NEXT_ROUND)
        yield game


def middles(tables: Tables, seats: int = 2, moves: int = HALF, count: int = 40) -> list[Game]:
    """So many games after `moves` actions, of the first seeds whose rounds last longer."""
    found: list[Game] = []
    for seed in itertools.count(1):
        game = Game(tables, NAMES[:seats], seed)
        rnd = Random(seed).random
        while game.phase < ROUND_OVER and len(game.record) < moves:
            game.apply(game.turn, random_choice(game.state, game.turn, rnd))
        if game.phase < ROUND_OVER:
            found.append(game)
        if len(found) == count:
            return found
    raise AssertionError("unreachable")


def rollouts(starts: list[Game], count: int) -> int:
    """Clone and play out `count` times, each start in its turn; returns `count`."""
    for at in range(count):
        play_out(starts[at % len(starts)].clone().state, random)
    return count


def expert_rollouts(starts: list[Game], count: int) -> int:
    """The same as `expert` does it in its search."""
    loop = fast(starts[0].tables, starts[0].state.cards_in_play)
    assert loop is not None
    for at in range(count):
        state = starts[at % len(starts)].state.clone()
        hands = [loop.masks.hand(hand) for hand in state.hands]
        loop.finish(state, state.turn, hands, None, outs=loop.first_outs(state))
    return count


def _speed(report: Report, count: int, repeats: int) -> None:
    deal = table(compile_tables(load("classic")))
    jobs = {
        "engine": lambda: rounds(deal, count * 2),
        "afresh": lambda: rounds_afresh(deal, count),
        "apply": lambda: rounds(deal, count, through_apply),
        "witness": lambda: witness_rounds(count * 2),
    }
    try:
        raw_rounds(1)
        jobs["rlcard"] = lambda: raw_rounds(count)
    except ImportError:
        pass
    found = rates(jobs, repeats)
    what = "classic, 2 seats, rounds/s"
    ours = found["engine"]
    if "rlcard" in found:
        ratio = ours / found["rlcard"]
        report.add(what, f"{ours:,.0f}", "RLCard raw", f"{found['rlcard']:,.0f}", ratio, ">= 3")
    else:
        report.skip(f"{what} against RLCard", "RLCard is not installed (group bench)")
    ratio = ours / found["witness"]
    report.add(what, f"{ours:,.0f}", "witness", f"{found['witness']:,.0f}", ratio, ">= 0.5")
    for name, how in (
        ("afresh", "each dealt by a new Game, record and memory kept"),
        ("apply", "each action through `apply`, recorded"),
    ):
        slow = found[name]
        report.add(f"{what}, {how}", f"{slow:,.0f}", "played out", f"{ours:,.0f}", slow / ours)


def simulated(count: int, *, events: bool) -> int:
    """Play `count` rounds of two random players as `uno-tui simulate --json` does."""
    with contextlib.redirect_stdout(io.StringIO()):
        simulate.run(players="random,random", games=count, json=True, events=events)
    return count


def _simulate(report: Report, count: int, repeats: int) -> None:
    what = "classic, 2 seats, through `simulate`, records and events on, games/s"
    jobs: dict[str, Callable[[], float]] = {
        "events": lambda: simulated(count * 2, events=True),
        "without": lambda: simulated(count * 2, events=False),
    }
    try:
        env_rounds(1)
        jobs["env"] = lambda: env_rounds(count)
    except ImportError:
        report.skip(f"{what} against RLCard", "RLCard is not installed (group bench)")
    found = rates(jobs, repeats)
    ours, without = found["events"], found["without"]
    if "env" in found:
        base = found["env"]
        report.add(what, f"{ours:,.0f}", "RLCard env.run", f"{base:,.0f}", ours / base, ">= 6")
    report.add(what, f"{ours:,.0f}", "without events", f"{without:,.0f}", ours / without)


def _rulesets(report: Report, count: int, repeats: int) -> None:
    for name in shipped_ids():
        if name == "classic":
            continue
        ruleset = load(name)
        seats = min(max(4, ruleset.players.min), ruleset.players.max)
        deal = table(compile_tables(ruleset), seats)
        base = table(compile_tables(load("classic")), seats)
        found = rates(
            {"it": lambda d=deal: actions(d, count), "classic": lambda d=base: actions(d, count)},
            repeats,
        )
        report.add(
            f"{name}, {seats} seats, actions/s",
            f"{found['it']:,.0f}",
            "classic",
            f"{found['classic']:,.0f}",
            found["it"] / found["classic"],
            ">= 0.6",
        )


def _deep(game: Game) -> Game:
    """What copy.deepcopy makes of it, the rules in force (never changed) shared as clone does."""
    state = game.state
    return copy.deepcopy(game, {id(state.t): state.t, id(state.plays): state.plays})


def _copies(report: Report, repeats: int) -> None:
    for seats in (2, 4, 10):
        game = middles(compile_tables(load("classic")), seats, count=1)[0]
        found = timed(
            {
                "clone": lambda g=game: [g.clone() for _ in range(200)],
                "deepcopy": lambda g=game: [_deep(g) for _ in range(5)],
            },
            repeats,
            time.process_time,
        )
        clone = statistics.median(found["clone"]) / 200
        deep = statistics.median(found["deepcopy"]) / 5
        report.add(
            f"clone(), {seats} seats",
            f"{clone * 1e6:.1f} us",
            "copy.deepcopy",
            f"{deep * 1e6:.0f} us",
            deep / clone,
            ">= 30",
        )


def _rollouts(report: Report, count: int, repeats: int) -> None:
    tables = compile_tables(load("classic"))
    deal = table(tables)
    starts = [game for game in middles(tables, count=80) if game.phase == TURN][:40]
    for game in starts:
        game.state.forget()
    found = rates(
        {
            "random": lambda: rollouts(starts, count),
            "expert": lambda: expert_rollouts(starts, count),
            "round": lambda: rounds(deal, count),
        },
        repeats,
    )
    for policy, name, goal in (
        ("random", "random policy", ">= 1.3"),
        ("expert", "expert's own policy", ">= 0.35"),
    ):
        report.add(
            f"rollouts/s from mid-round, {name}",
            f"{found[policy]:,.0f}",
            "rounds/s",
            f"{found['round']:,.0f}",
            found[policy] / found["round"],
            goal,
        )


def _curve(
    report: Report, label: str, points: list[tuple[str, Ruleset, int]], count: int, repeats: int
) -> None:
    jobs = {
        name: partial(rounds, table(compile_tables(ruleset), seats), count)
        for name, ruleset, seats in points
    }
    found = rates(jobs, repeats)
    first = next(iter(found))
    for name, rate in found.items():
        report.add(
            f"{label}: {name}, rounds/s", f"{rate:,.0f}", first, f"{found[first]:,.0f}",
            rate / found[first],
        )  # fmt: skip


def _scaling(report: Report, count: int, repeats: int) -> None:
    classic = load("classic")
    _curve(report, "seats", [(str(n), classic, n) for n in range(2, 11)], count, repeats)
    copies = [(str(n), load("classic", {"deck.copies": n}), 4) for n in (1, 2, 4)]
    _curve(report, "deck copies, 4 seats", copies, count, repeats)
    knobs: dict[str, object] = {}
    points = [("none", classic, 4)]
    for at, (name, change) in enumerate(SWITCHES, 1):
        knobs.update(change)
        points.append((f"{at} (+ {name})", load("classic", knobs), 4))
    _curve(report, "house rules, 4 seats", points, count, repeats)
    _workers(report, count * 400, min(repeats, 2))


def _workers(report: Report, count: int, repeats: int) -> None:
    """Two `normal` players through `simulate`, so many games that the start of the processes, half a
    second each and part of the time, counts for little.

    Where other programs want the cores too, more workers cannot show what they are worth; the
    processor time of all of them together then tells what the spreading costs.
    """
    job = Job(compile_tables(load("classic")), ("normal", "normal"), False, 1, 0, 0)
    series = [Series(job.levels, job, count)]
    jobs = {
        str(workers): partial(run_series, series, workers, None, lambda games: None)
        for workers in (1, 2)
    }
    for how, clock in (("wall time", time.perf_counter), ("all processor time", _all_cores)):
        spent = timed(jobs, repeats, clock)
        found = {name: count / statistics.median(seconds) for name, seconds in spent.items()}
        for name, rate in found.items():
            report.add(
                f"workers, 2 seats: {name}, games of normal/s, {how}", f"{rate:,.0f}", "1",
                f"{found['1']:,.0f}", rate / found["1"],
            )  # fmt: skip


def _all_cores() -> float:
    """Seconds of processor time that this process and its finished children have used."""
    return sum(os.times()[:4])


PARTS = ("speed", "simulate", "rulesets", "clone", "rollouts", "scaling")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=PARTS, help=f"of {', '.join(PARTS)}")
    parser.add_argument("--rounds", type=int, default=400, help="rounds a repeat")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    unknown = set(args.parts) - set(PARTS)
    if unknown:
        parser.error(f"there is no part {', '.join(sorted(unknown))}; choose of {', '.join(PARTS)}")
    count = max(args.rounds, 4)
    gc.collect()
    gc.freeze()  # as the app and `simulate` do once they have started
    report = Report("Engine, random play")
    if "speed" in args.parts:
        _speed(report, count, args.repeats)
    if "simulate" in args.parts:
        _simulate(report, count, args.repeats)
    if "rollouts" in args.parts:
        _rollouts(report, count, args.repeats)
    if "clone" in args.parts:
        _copies(report, args.repeats)
    if "rulesets" in args.parts:
        _rulesets(report, max(count // 10, 4), args.repeats)
    if "scaling" in args.parts:
        _scaling(report, max(count // 8, 4), args.repeats)
    report.show(args.json)


if __name__ == "__main__":
    main()

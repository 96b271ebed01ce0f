"""`uno-tui simulate`: AI levels play each other, and how often each wins is printed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations

from uno_tui import ai
from uno_tui.faces import simulate_print
from uno_tui.faces.simulate_play import Job
from uno_tui.faces.simulate_run import Series, Step, can_draw_progress
from uno_tui.faces.simulate_run import run as run_series
from uno_tui.faces.wording import UserError, nearest, one_line
from uno_tui.ruleset.checks import seats_problem
from uno_tui.ruleset.load import load
from uno_tui.ruleset.schema import Ruleset
from uno_tui.ruleset.tables import Tables, compile_tables

MOST_SEATS = 10
STOPPED = 130


def run(
    *,
    ruleset: str = "classic",
    players: str = "hard,normal,easy",
    games: int = 1000,
    seed: int = 1,
    unit: str = "round",
    json: bool = False,
    csv: bool = False,
    plot: bool = False,
    workers: int = 1,
    round_robin: bool = False,
    budget: int | None = None,
    duplicate: bool = False,
    dask: str | None = None,
    forget: bool = False,
    events: bool = False,
) -> int:
    """Play `games` rounds or matches (of each pair with `round_robin`) and print the counts.

    Seats rotate from game to game; game i is dealt from the seed `seed + i` (with `duplicate` every
    deal is played in every seating). UNO calls are never forgotten unless `forget`. With `events`
    everything that happens is noted as for a listener, and how often is printed. Returns 0, or 130 after Ctrl+C, when what is done has been printed. Raises UserError for wrong input.
    """
    tables = _tables(ruleset)
    levels = _levels(players)
    if seed < 0:
        raise UserError("--seed must not be negative")
    if json and csv:
        raise UserError("--json and --csv cannot both be printed; choose one")
    _check_unit(tables.ruleset, unit)
    job = Job(tables, levels, unit == "match", seed, 0, 0, duplicate, budget, forget, events)
    series = _tournament(job, games) if round_robin else [_table(job, games)]
    wanted = sum(one.games for one in series)
    start = time.perf_counter()
    with _progress(wanted) as step:
        results = run_series(series, workers, dask, step)
    seconds = time.perf_counter() - start
    done = simulate_print.Run(
        tables, levels, unit, seed, seconds, wanted, results.tallies, round_robin, results.stopped
    )
    if json:
        simulate_print.print_json(done)
    elif csv:
        simulate_print.print_csv(done)
    else:
        simulate_print.print_tables(done, plot)
    return STOPPED if results.stopped else 0


def _tables(which: str) -> Tables:
    from uno_tui.store.paths import paths

    try:
        return compile_tables(load(which, folders=(paths().rulesets,)))
    except ValueError as error:
        raise UserError(str(error)) from None


def _levels(players: str) -> tuple[str, ...]:
    known = (*ai.LEVELS, *ai.REFERENCE)
    levels = tuple(word.strip() for word in players.split(","))
    for level in levels:
        if level not in known:
            raise UserError(
                f"{one_line(level, 40)!r} is not a level{nearest(level, known)}; "
                f"--players takes {', '.join(known)}, with commas between them"
            )
    if not 2 <= len(levels) <= MOST_SEATS:
        raise UserError(f"--players needs 2 to {MOST_SEATS} levels, not {len(levels)}")
    return levels


def _check_unit(rules: Ruleset, unit: str) -> None:
    endless = rules.scoring.method == "lazy" and not rules.match.rounds
    if unit == "match" and endless:
        raise UserError(
            f"a match of {rules.name} never ends by itself; simulate rounds (--unit round), "
            "or set match.rounds"
        )


def _table(job: Job, games: int) -> Series:
    problem = seats_problem(job.tables.ruleset, len(job.levels))
    if problem:
        raise UserError(problem)
    return Series(tuple(dict.fromkeys(job.levels)), job, games)


def _tournament(job: Job, games: int) -> list[Series]:
    """Every pair of different levels at a table of its own, alternating on its seats."""
    levels = tuple(dict.fromkeys(job.levels))
    if len(levels) < 2:
        raise UserError("--round-robin needs two different levels at least")
    rules = job.tables.ruleset
    seats = next((n for n in (2, 4, 6, 8, 10) if seats_problem(rules, n) is None), 0)
    if not seats:
        raise UserError(f"{rules.name} has no even number of seats for pairs to play at")
    return [
        Series(pair, job._replace(levels=pair * (seats // 2)), games)
        for pair in combinations(levels, 2)
    ]


@contextmanager
def _progress(wanted: int) -> Iterator[Step]:
    """A bar with the time left, on stderr and only for somebody who is looking."""
    if not can_draw_progress():
        yield lambda games: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=wanted)
        yield lambda games: bar.advance(task, games)

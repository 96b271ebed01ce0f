"""A series cut into jobs and spread over this process, several, or a Dask cluster.

How it is cut depends on the series alone, so the counts are the same however it is spread.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import chain, islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

from uno_tui.faces.simulate_play import Job, play
from uno_tui.faces.simulate_tally import Tally
from uno_tui.faces.wording import UserError

SLOW = ("expert", "oracle")
"""Levels that take so long that one game is a job of its own."""
FAST_GAMES, FAST_MATCHES = 200, 20
"""Games in a job of levels that answer at once."""


class Series(NamedTuple):
    """Games `0 … games - 1` of one table; `key` says whose they are (a pair, or all levels)."""

    key: tuple[str, ...]
    job: Job
    games: int

    def jobs(self) -> Iterator[Job]:
        """The series in parts."""
        slow = any(level in SLOW for level in self.job.levels)
        size = 1 if slow else FAST_MATCHES if self.job.match else FAST_GAMES
        for first in range(0, self.games, size):
            yield self.job._replace(first=first, games=min(size, self.games - first))


class Results:
    """What has been counted so far, by series."""

    def __init__(self, series: Sequence[Series]) -> None:
        self.tallies = {one.key: Tally() for one in series}
        self.stopped = False

    @property
    def total(self) -> Tally:
        """All series together."""
        return sum(self.tallies.values(), Tally())


Step = Callable[[int], None]
"""Told how many games have just been finished."""


def run(series: Sequence[Series], workers: int, dask: str | None, step: Step) -> Results:
    """Play everything; Ctrl+C ends it early with what is done (`stopped` is then set).

    `workers` 0 means one a core. Raises UserError when the cluster cannot be reached.
    """
    results = Results(series)
    coming = ((one.key, job) for one in series for job in one.jobs())
    # No list of all: millions of games are so many parts that it would fill the memory.
    first = list(islice(coming, workers or os.cpu_count() or 1))
    workers, parts = len(first), chain(first, coming)

    def done(key: tuple[str, ...], tally: Tally) -> None:
        results.tallies[key] = results.tallies[key] + tally
        step(tally.games)

    try:
        if dask:
            _on_cluster(dask, parts, done)
        elif workers > 1:
            _in_processes(workers, parts, done)
        else:
            for key, job in parts:
                done(key, play(job))
    except KeyboardInterrupt:
        results.stopped = True
    return results


Parts = Iterable[tuple[tuple[str, ...], Job]]
Done = Callable[[tuple[str, ...], Tally], None]


def _begin_work() -> None:
    """In a worker: Ctrl+C is for the one who gives the work, and without that one there is none."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    giver = parent_process()
    if giver is not None:
        threading.Thread(target=_end_with, args=(giver,), daemon=True).start()


def _end_with(giver: BaseProcess) -> None:
    giver.join()
    os._exit(1)


def _in_processes(workers: int, parts: Parts, done: Done) -> None:
    spawn = get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=spawn, initializer=_begin_work)
    others = set(active_children())
    waiting: dict[Future[Tally], tuple[str, ...]] = {}
    rest = iter(parts)
    try:
        while True:
            # A few parts ahead of the workers, no more: stopping early then costs little.
            while len(waiting) < 2 * workers and (part := next(rest, None)) is not None:
                waiting[pool.submit(play, part[1])] = part[0]
            if not waiting:
                break
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                done(waiting.pop(future), future.result())
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        # Python would wait for what they play now, which with searching levels takes minutes.
        for worker in set(active_children()) - others:
            worker.kill()
        raise
    pool.shutdown()


def _on_cluster(address: str, parts: Parts, done: Done) -> None:
    client, as_completed = _connect(address)
    try:
        submitted = [(client.submit(play, job, pure=False), key) for key, job in parts]
        whose = {future.key: key for future, key in submitted}
        for future in as_completed([future for future, _ in submitted]):
            done(whose[future.key], future.result())
    finally:
        client.close()


def _connect(address: str) -> tuple[Any, Any]:
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise UserError(
            "--dask needs the package distributed: install uno-tui with the extra `cluster`"
        ) from None
    try:
        return Client(address, timeout="10s"), as_completed
    except (OSError, ValueError, TypeError) as error:
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise UserError(f"no Dask scheduler answers at {address!r} ({reason})") from None


def can_draw_progress() -> bool:
    """Whether somebody is looking at a terminal that can show progress."""
    return sys.stderr.isatty() and os.environ.get("TERM", "") != "dumb"

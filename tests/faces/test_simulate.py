"""`simulate`: the same seed gives the same counts however it is played, and bad input is told."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing import active_children

import pytest

from uno_tui.ai import level
from uno_tui.faces import simulate, simulate_play, simulate_run
from uno_tui.faces.simulate_play import Job, play
from uno_tui.faces.simulate_run import Series
from uno_tui.faces.simulate_tally import SHARE, Tally, elo, wilson
from uno_tui.faces.wording import UserError
from uno_tui.ruleset.load import load, shipped_ids
from uno_tui.ruleset.tables import compile_tables


def told(capsys: pytest.CaptureFixture[str], **options: object) -> str:
    assert simulate.run(**options) == 0  # type: ignore[arg-type]
    return capsys.readouterr().out


def counts(capsys: pytest.CaptureFixture[str], **options: object) -> dict[str, object]:
    """What `--json` prints, without what the clock says."""
    found = json.loads(told(capsys, json=True, **options))
    assert found.pop("seconds") > 0
    assert found.pop("games_per_second") > 0
    return found


def test_json_has_the_fields_that_were_promised(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(told(capsys, players="normal,easy,easy", games=30, seed=4, json=True))
    assert list(found) == [
        "ruleset", "unit", "games", "seed", "seconds", "games_per_second", "turns_per_game",
        "unfinished", "levels",
    ]  # fmt: skip
    assert (found["ruleset"], found["unit"], found["games"], found["seed"]) == (
        "classic", "round", 30, 4,
    )  # fmt: skip
    easy, normal = found["levels"]["easy"], found["levels"]["normal"]
    assert list(easy) == ["seats", "games", "wins", "win_rate", "ci95", "points"]
    assert (easy["seats"], normal["seats"]) == (2, 1)
    assert easy["wins"] + normal["wins"] == 30
    assert easy["win_rate"] == pytest.approx(easy["wins"] / 60, abs=1e-4)
    assert easy["ci95"][0] < easy["win_rate"] < easy["ci95"][1]
    assert 10 < found["turns_per_game"] < 200


def test_the_same_seed_gives_the_same_counts(capsys: pytest.CaptureFixture[str]) -> None:
    options = {"players": "hard,greedy", "games": 40}
    first = counts(capsys, seed=5, **options)
    assert counts(capsys, seed=5, **options) == first
    assert counts(capsys, seed=6, **options) != first


@pytest.mark.parametrize("ruleset", shipped_ids())
def test_the_loop_counts_the_same_as_playing_by_turns(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = load(ruleset)
    seats = min(max(3, rules.players.min), rules.players.max)
    job = Job(compile_tables(rules), ("random",) * seats, False, 4, 0, 12, events=True)
    endless = rules.scoring.method == "lazy" and not rules.match.rounds
    jobs = [job, job._replace(events=False)] + (
        [] if endless else [job._replace(match=True, games=1)]
    )
    in_loop = [play(one) for one in jobs]
    monkeypatch.setattr(simulate_play, "_loop_will_do", lambda *_: False)
    assert [play(one) for one in jobs] == in_loop
    assert in_loop[0].events["played"] > in_loop[0].events["round-over"] == 12
    assert not in_loop[1].events


def test_only_random_players_who_react_to_nothing_are_played_in_the_loop() -> None:
    tables = {name: compile_tables(load(name)) for name in ("classic", "jump-in", "slap")}
    chance = [level("random") for _ in range(3)]
    assert simulate_play._loop_will_do(tables["classic"], chance)
    assert not simulate_play._loop_will_do(tables["jump-in"], chance)
    assert not simulate_play._loop_will_do(tables["slap"], chance)
    assert not simulate_play._loop_will_do(tables["classic"], [*chance, level("greedy")])


def test_events_are_told_where_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    for players in ("random,random", "hard,easy"):
        found = counts(capsys, players=players, games=20, events=True)
        assert found["events"]["round-over"] == 20  # type: ignore[index]
        assert found["events"]["uno"] >= 20  # type: ignore[index]
    text = told(capsys, players="random,random", games=20, events=True)
    assert "What happened" in text
    assert "round-over" in text
    assert "What happened" not in told(capsys, players="random,random", games=20)


def test_workers_change_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate_run, "FAST_GAMES", 10)
    alone = counts(capsys, players="normal,random", games=45)
    assert counts(capsys, players="normal,random", games=45, workers=2) == alone


def test_parts_add_up_to_the_whole() -> None:
    tables = compile_tables(load("chaos"))
    whole = Job(tables, ("hard", "random", "easy"), False, 3, 0, 12, forget=True)
    parts = [play(whole._replace(first=at, games=4)) for at in (8, 0, 4)]
    assert sum(parts, Tally()) == play(whole)


def test_a_match_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    found = counts(capsys, ruleset="family", players="greedy,random", games=4, unit="match")
    levels = found["levels"]
    assert isinstance(levels, dict)
    assert sum(level["wins"] for level in levels.values()) == 4
    assert max(level["points"] for level in levels.values()) >= 200


@pytest.mark.parametrize("rules", ["jump-in", "slap", "duo", "six-card", "to-the-last", "pocket"])
def test_every_win_is_shared_out(rules: str) -> None:
    found = load(rules)
    levels = ("greedy", "random", "normal", "easy")[: max(2, min(4, found.players.max))]
    tally = play(Job(compile_tables(found), levels, False, 1, 0, 12, forget=True))
    assert tally.games == tally.rounds == 12
    assert sum(tally.wins.values()) == pytest.approx(12 * SHARE, abs=12 * len(levels))
    assert sum(tally.lengths.values()) == 12
    assert sum(tally.laid.values()) >= sum(tally.laid_by_winner.values()) > 0


def test_duplicate_plays_every_deal_in_every_seating() -> None:
    tables = compile_tables(load("classic"))
    twice = play(Job(tables, ("greedy", "greedy"), False, 1, 0, 10, duplicate=True))
    once = play(Job(tables, ("greedy", "greedy"), False, 1, 0, 5))
    # The same players on both seats: each deal is played twice in the same way.
    assert twice.lengths == Counter({length: 2 * n for length, n in once.lengths.items()})


def test_greedy_beats_random_and_csv_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, players="greedy,random", games=600, csv=True)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["level"] for row in rows] == ["greedy", "random"]
    assert 0.55 < float(rows[0]["win_rate"]) < 0.68


def test_a_tournament_rates_every_pair(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(
        told(capsys, players="random,greedy,easy", games=60, round_robin=True, json=True)
    )
    assert found["games"] == 180
    assert len(found["pairs"]) == 3
    assert found["elo"]["greedy"] > found["elo"]["random"]


def test_the_tables_name_levels_cards_and_places(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, players="greedy,random,random", games=40, plot=True)
    assert "Classic: 40 rounds, seed 1" in text
    assert "Wild Draw Four (W+4)" in text
    assert "left of the" in text
    assert "█" in text
    assert "\x1b" not in text
    tournament = told(capsys, players="greedy,random", games=20, round_robin=True)
    assert "Elo" in tournament


def test_stopping_early_prints_what_is_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate_run, "FAST_GAMES", 10)
    done: list[Job] = []

    def interrupted(job: Job) -> Tally:
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(job)
        return play(job)

    monkeypatch.setattr(simulate_run, "play", interrupted)
    assert simulate.run(players="greedy,random", games=1000) == 130
    assert "30 of 1,000 games were played" in capsys.readouterr().out


def test_games_beyond_counting_take_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def interrupted(job: Job) -> Tally:
        raise KeyboardInterrupt

    def jobs(series: Series) -> Iterator[Job]:
        for first in range(5000):
            asked.append(first)
            yield series.job._replace(first=first, games=1)

    monkeypatch.setattr(simulate_run, "play", interrupted)
    monkeypatch.setattr(Series, "jobs", jobs)
    job = Job(compile_tables(load("classic")), ("easy", "easy"), False, 1, 0, 1)
    series = Series(("easy",), job, 10**20)
    assert simulate_run.run([series], 1, None, lambda games: None).stopped
    assert len(asked) < 10


def runs(pid: int) -> bool:
    """Whether the process is there. (`is_alive` is wrong where another thread has waited for it.)"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(os.name != "posix", reason="asks for a process by a signal")
def test_stopping_ends_workers_in_the_middle_of_a_part() -> None:
    job = Job(compile_tables(load("classic")), ("easy", "easy"), False, 1, 0, 1)
    parts = [(("easy",), job._replace(games=games)) for games in (1, 10**9, 10**9, 10**9)]

    def stop(key: tuple[str, ...], tally: Tally) -> None:
        raise KeyboardInterrupt

    others = set(active_children())
    with pytest.raises(KeyboardInterrupt):
        simulate_run._in_processes(2, parts, stop)
    workers = set(active_children()) - others
    try:
        until = time.monotonic() + 60
        while any(runs(worker.pid or 0) for worker in workers) and time.monotonic() < until:
            time.sleep(0.05)
        assert not any(runs(worker.pid or 0) for worker in workers)
    finally:
        for worker in workers:
            worker.kill()


AT_WORK = """
from uno_tui.faces.simulate_play import Job
from uno_tui.faces.simulate_run import Series, run
from uno_tui.ruleset.load import load
from uno_tui.ruleset.tables import compile_tables

job = Job(compile_tables(load("classic")), ("random", "random"), False, 1, 0, 1)
run([Series(("random",), job, 10**12)], 2, None, lambda games: print(games, flush=True))
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_workers_end_when_the_one_who_gives_the_work_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", AT_WORK], stdout=subprocess.PIPE, text=True
    ) as giver:
        assert giver.stdout is not None
        assert giver.stdout.readline().strip() == "200"
        giver.kill()
        # The workers hold the other end of this pipe as well: it closes with the last of them.
        giver.communicate(timeout=30)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": "hard,esay"}, "did you mean 'easy'"),
        ({"players": "hard"}, "needs 2 to 10 levels"),
        ({"players": ",".join(["easy"] * 11)}, "needs 2 to 10 levels"),
        ({"players": "hard,\x1b[31m"}, "is not a level"),
        ({"ruleset": "clasic"}, "classic"),
        ({"ruleset": "duo", "players": "easy,easy,easy"}, "Duo"),
        ({"ruleset": "lazy", "unit": "match", "players": "easy,easy"}, "never ends"),
        ({"json": True, "csv": True}, "choose one"),
        ({"seed": -1}, "negative"),
        ({"players": "easy,easy", "round_robin": True}, "two different levels"),
    ],
)
def test_wrong_input_is_told(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(UserError) as error:
        simulate.run(games=1, **options)  # type: ignore[arg-type]
    assert sentence in str(error.value)
    assert "\x1b" not in str(error.value)


def test_an_unreachable_cluster_is_told() -> None:
    with pytest.raises(UserError, match=r"distributed|no Dask scheduler"):
        simulate.run(players="easy,easy", games=1, dask="not an address")


def test_interval_and_ratings() -> None:
    low, high = wilson(50, 100)
    assert (low, high) == (pytest.approx(0.4038, abs=1e-3), pytest.approx(0.5962, abs=1e-3))
    assert wilson(0, 10)[0] == 0.0
    won = Tally(games=100, wins=Counter(a=75 * SHARE, b=25 * SHARE), seated=Counter(a=100, b=100))
    ratings = elo({("a", "b"): won})
    assert ratings["a"] - ratings["b"] == pytest.approx(190, abs=4)


def test_a_local_cluster_gives_the_same_counts(capsys: pytest.CaptureFixture[str]) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    options = {"players": "greedy,random,easy", "games": 30, "round_robin": True}
    alone = counts(capsys, **options)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        assert counts(capsys, dask=cluster.scheduler_address, **options) == alone

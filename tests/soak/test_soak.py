"""Long runs: `pytest -m soak -n 0 -s`. Figures are printed; only what must never be is asserted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from . import rounds

ROUNDS = int(os.environ.get("UNO_TUI_SOAK_ROUNDS", "100000"))
SESSIONS = int(os.environ.get("UNO_TUI_SOAK_SESSIONS", "200"))
KILLS = int(os.environ.get("UNO_TUI_SOAK_KILLS", "500"))


def test_a_slice_of_the_rounds() -> None:
    figures = rounds.run(60)
    assert (figures.exceptions, figures.dead_ends) == (0, 0)
    assert figures.actions > 60 * 10


@pytest.mark.soak
def test_a_hundred_thousand_rounds() -> None:
    figures = rounds.run(ROUNDS)
    print(figures.told())
    assert (figures.exceptions, figures.dead_ends) == (0, 0)
    if figures.memory:
        assert figures.memory[-1] < figures.memory[0] * 1.5


@pytest.mark.soak
def test_two_hundred_sessions_of_a_monkey() -> None:
    import monkey

    tally = monkey.run(SESSIONS, 1, 3.0)
    keys = sum(one.keys for one in tally.outcomes)
    memory = ", ".join(f"{mib:.1f} MiB {when}" for when, mib, _ in tally.told())
    print(f"{len(tally.outcomes)} sessions, {keys} keys, {memory}, peak {monkey.peak():.1f} MiB")
    assert [f"seed {one.seed}: {one.trouble}" for one in tally.broken] == []
    # Caches of the libraries fill up for a while; what each session left behind would go on.
    assert tally.memory[-1] <= tally.memory[len(tally.memory) // 4] * 1.25


@pytest.mark.soak
@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals are for other systems")
def test_five_hundred_kills() -> None:
    script = Path(__file__).resolve().parents[2] / "benchmarks" / "kill9.py"
    words = [sys.executable, str(script), "--kills", str(KILLS), "--seconds", "7200"]
    done = subprocess.run(words, capture_output=True, text=True)
    print(done.stdout)
    assert done.returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals are for other systems")
def test_what_the_kills_compare_would_be_noticed() -> None:
    """A save that lacks its last actions does not hold what was shown."""
    import shown as pictures

    from uno_tui.ruleset.load import load
    from uno_tui.session import Table
    from uno_tui.session.brains import Plain
    from uno_tui.store.record import SeatSpec

    seats = [SeatSpec("Ann", "ai", "easy"), SeatSpec("Bo", "ai", "easy")]
    table = Table.begin(load("classic"), seats, 7, brains=lambda _spec: Plain())
    for _ in range(12):
        seat = table.game.asked()[0]
        table.match.apply(seat, table.game.options(seat)[0], 0.0)
    picture = pictures.Shown(pictures.sign_of(table.game.view(None)), (), [])
    path = table.match.journal.save.path  # type: ignore[union-attr]
    assert pictures.find(picture, pictures.tell(path)) == 12
    lines = path.read_bytes().splitlines(keepends=True)
    acts = [at for at, line in enumerate(lines) if b'"a":' in line]
    path.write_bytes(b"".join(lines[: acts[-2]]))
    story = pictures.tell(path)
    assert story.actions == 10
    assert pictures.find(picture, story) < 10
    table.close()

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from uno_tui.engine.actions import format_action
from uno_tui.engine.game import Game
from uno_tui.engine.state import MATCH_OVER
from uno_tui.ruleset.load import load, snapshot
from uno_tui.store.record import Act, End, Record, SeatSpec, Snap, seat_words
from uno_tui.store.saves import new_header

SEATS = (SeatSpec("Ann", "human"), SeatSpec("Bo", "ai", "hard"), SeatSpec("Cy", "ai", "easy"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test has a home folder of its own."""
    monkeypatch.setenv("UNO_TUI_HOME", str(tmp_path))
    return tmp_path


def play(variant: str = "classic", seed: int = 7, most: int = 60) -> tuple[Record, Game]:
    """A match by chance of at most `most` actions, with a snapshot at the start and every ten."""
    rules = load(variant)
    game = Game(rules, [spec.name for spec in SEATS], seed)
    record = Record(new_header(snapshot(rules), SEATS, seed))
    rng = Random(seed)
    words = seat_words(len(SEATS))
    for number in range(most):
        if number % 10 == 0:
            view = game.view(None)
            record.add(Snap(game.position(), view.round_no, view.scores, number))
        if game.phase == MATCH_OVER:
            break
        seat = (game.asked() or (0,))[0]
        action = rng.choice(game.options(seat))
        assert game.apply(seat, action).accepted
        record.add(Act(seat, format_action(action, game.tables, words)))
    return record, game


@pytest.fixture
def played() -> Callable[..., tuple[Record, Game]]:
    return play


def ended(record: Record, champions: tuple[int, ...] = (0,)) -> Record:
    record.add(End(champions, (120, 30, 0), 2, 65))
    return record

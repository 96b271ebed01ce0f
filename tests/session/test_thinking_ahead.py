"""The process of the searching AIs is started before the first thought, and can be done without."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from random import Random
from time import monotonic

import pytest

from uno_tui.ai import level
from uno_tui.engine.game import Game
from uno_tui.ruleset.load import load
from uno_tui.session import Batch, SeatSpec, Table, planner
from uno_tui.session.brains import Brain
from uno_tui.session.thinking import Thinker

from .conftest import ANN, First
from .slow_brain import Slow

EXPERT = SeatSpec("Abe", "ai", "expert")
PATIENCE = 60.0


async def until(true: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not true():
        assert monotonic() < end, "it never came"
        await asyncio.sleep(0.01)


def slow_or_level(spec: SeatSpec) -> Brain:
    return Slow() if spec.level == "expert" else level(spec.level)


def table_with(*seats: SeatSpec) -> Table:
    return Table.begin(load("classic"), seats, 7, brains=slow_or_level, saved=False)


async def test_the_process_is_there_before_anybody_thinks() -> None:
    thinker = Thinker()
    try:
        thinker.warm_up(0.0)
        assert not thinker.ready
        await until(lambda: thinker.ready)
        game = Game(load("classic"), ["Ann", "Ben"], 7)
        seat = game.asked()[0]
        chosen = await thinker.choose(First(), game.view(seat), Random(1), PATIENCE)
        assert chosen == game.options(seat)[0]
    finally:
        thinker.close()
    assert not thinker.ready


@pytest.mark.parametrize("seats", [(ANN, EXPERT), (ANN, SeatSpec("Bo", "ai", "easy"))])
async def test_a_table_starts_it_after_its_first_batch(
    seats: tuple[SeatSpec, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planner, "FOR_HINTS", 0.1)
    table = table_with(*seats)
    table.expect_hints()
    thinker = table._planner._thinker
    early: list[bool] = []

    def hear(_batch: Batch) -> None:
        early.append(thinker._process is not None)

    table.feed.subscribe(hear)
    running = asyncio.ensure_future(table.run())
    await until(lambda: thinker.ready)
    table.close()
    await running
    assert early[0] is False


async def test_a_table_where_nobody_searches_starts_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planner, "FOR_HINTS", 0.0)
    table = table_with(ANN, SeatSpec("Bo", "ai", "easy"))
    running = asyncio.ensure_future(table.run())
    await asyncio.sleep(0.1)
    assert table._planner._thinker._process is None
    table.close()
    await running


async def test_a_table_closed_at_once_starts_none() -> None:
    thinker = Thinker()
    thinker.warm_up(0.0)
    thinker.close()
    await asyncio.sleep(0.1)
    assert thinker._process is None


async def test_without_a_process_a_hard_ai_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: SpawnProcess) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(SpawnProcess, "start", refuse)
    game = Game(load("classic"), ["Ann", "Abe"], 7)
    table = Table(game, (ANN, EXPERT), brains=slow_or_level)
    seat = game.asked()[0]
    view = game.view(seat)
    choice = await table._planner.think(Slow(), view, Random(3))
    table.close()
    assert choice.action == level("hard").choose(view, Random(3))
    assert "OSError" in choice.fault

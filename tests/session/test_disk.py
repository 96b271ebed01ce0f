"""A disk that refuses from the start is told at the table, and told again when it is well."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from uno_tui.ruleset.load import load
from uno_tui.session import Batch, Pace, Table
from uno_tui.store import saves
from uno_tui.store.paths import paths

from .conftest import ANN, BO, First


async def test_a_match_that_cannot_be_saved_from_the_start_is_told(home: Path) -> None:
    paths().data.mkdir(parents=True)
    paths().saves.write_text("a file where the folder should be")
    table = Table.begin(load("classic"), (ANN, BO), 3, Pace("instant"), brains=lambda _s: First())
    told: list[str] = []

    def hear(batch: Batch) -> None:
        told.extend(notice.text for notice in batch.notices if notice.code == "save")

    table.feed.subscribe(hear)
    task = asyncio.ensure_future(table.run())
    while not told or table.game.asked() != (0,):
        await asyncio.sleep(0.01)
    assert len(told) == 1
    assert "cannot be saved" in told[0]
    paths().saves.unlink()
    assert table.submit(0, table.game.options(0)[0]).accepted
    while len(told) < 2:
        await asyncio.sleep(0.01)
    assert "being saved again" in told[1]
    table.close()
    with suppress(asyncio.CancelledError):
        await task
    assert [facts.problem for facts in saves.list_saves()] == [""]

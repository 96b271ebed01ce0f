from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from uno_tui.engine.actions import Action
from uno_tui.engine.view import View
from uno_tui.ruleset.load import load
from uno_tui.session import (
    Batch,
    InstantClock,
    Pace,
    PaceName,
    Table,
)
from uno_tui.store import saves, stats
from uno_tui.store.records import load_replay

from .conftest import (
    ANN,
    BO,
    CY,
    ROBOTS,
    Chance,
    First,
    Screen,
    arranged,
    instant,
    leave_at,
    robots,
)


async def test_a_whole_match_becomes_a_record_and_is_counted() -> None:
    table = robots("classic", 3)
    await table.run()
    assert table.over
    assert table.record_path is not None
    assert saves.list_saves() == []
    replay = load_replay(table.record_path)
    assert replay.at(len(replay)).view(None).champions == table.game.view(None).champions
    assert stats.summary()["matches"] == 1


async def test_leaving_before_the_end_was_shown_still_puts_the_match_away() -> None:
    table = robots("classic", 3)

    def hear(batch: Batch) -> None:
        if table.over:
            table.close()

    table.feed.subscribe(hear)
    await table.run()
    table.close()
    assert table.record_path is not None
    assert saves.list_saves() == []
    assert stats.summary()["matches"] == 1


async def test_batches_come_in_order_with_the_view_of_their_moment() -> None:
    table = robots("chaos", 4, saved=False)
    screen = Screen(table, lambda _batch: None)
    await table.run()
    numbers = [batch.number for batch in screen.batches]
    assert numbers == list(range(len(numbers)))
    assert numbers[-1] == table.match.number
    counts = [sum(batch.view.counts) + batch.view.pile + len(batch.view.discards)
              for batch in screen.batches]  # fmt: skip
    assert len(set(counts)) == 1
    assert {e.kind for e in screen.batches[0].events} >= {"round", "dealt", "turned"}


async def test_what_a_subscriber_answers_is_awaited_before_the_next_ai_acts() -> None:
    table = robots(saved=False)
    flying = False

    async def fly(batch: Batch) -> None:
        nonlocal flying
        flying = True
        number = table.match.number
        for _ in range(5):
            await asyncio.sleep(0)
        assert table.match.number == number == batch.number
        flying = False

    def hear(batch: Batch) -> Any:
        assert not flying
        if batch.number >= 40:
            table.close()
        return fly(batch)

    table.feed.subscribe(hear)
    await table.run()
    assert table.match.number == 40


async def test_leaving_the_feed_ends_the_wait(sit: Any) -> None:
    room = sit(arranged(["R1 R2 R3", "R4 R6 R7"], turn=1), (ANN, BO))
    never = asyncio.get_running_loop().create_future()
    leave = room.table.feed.subscribe(lambda _b: never)
    await room.wait(5)
    assert room.table.match.number == 0
    leave()
    await room.wait(5)
    assert room.table.match.number == 1


async def test_a_subscriber_that_raises_is_reported_and_the_match_goes_on() -> None:
    table = robots(saved=False)
    errors: list[BaseException] = []
    table.feed.on_error = errors.append

    def broken(batch: Batch) -> None:
        if batch.number == 20:
            table.close()
        raise ValueError("widget")

    table.feed.subscribe(broken)
    await table.run()
    assert len(errors) == 21


class Deaf(Chance):
    """Plays by chance and never reacts, so that no clock decides what happens."""

    def react(self, view: View, rng: Random) -> tuple[float, Action] | None:
        return None


@pytest.mark.parametrize("pace", ["instant", "normal", "slow"])
async def test_the_same_history_gives_the_same_choices_whatever_the_pace(pace: PaceName) -> None:
    records = []
    for chosen in (Pace(pace, 1.5, InstantClock()), instant()):
        table = Table.begin(
            load("chaos"), ROBOTS, 9, chosen, saved=False, brains=lambda _s: Deaf()
        )  # fmt: skip
        table.feed.subscribe(leave_at(table, 120))
        await table.run()
        records.append(table.record.actions)
    assert records[0] == records[1]
    assert len(records[0]) == 120


async def test_pause_step_and_resume(sit: Any) -> None:
    game = arranged(["R1 R2 R3 R4 R5", "R4 R6 R7 R8 R9"], turn=1)
    room = sit(game, (BO._replace(name="Ann"), CY), First())
    room.table.pause()
    await room.wait(30)
    assert len(game.record) == 0
    for done in (1, 2):
        room.table.step()
        await room.wait(10)
        assert len(game.record) == done
    room.table.unpause()
    await room.wait(3)
    assert len(game.record) > 2


async def test_the_pace_step_waits_for_each_key(sit: Any) -> None:
    game = arranged(["R1 R2 R3 R4 R5", "R4 R6 R7 R8 R9"], turn=1)
    room = sit(game, (BO._replace(name="Ann"), CY), First(), pace="step")
    await room.wait(30)
    assert len(game.record) == 0
    room.table.step()
    await room.wait(0)
    assert len(game.record) == 1
    room.table.pace.name = "instant"
    await room.wait(0)
    assert len(game.record) > 3

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from uno_tui.engine.actions import DRAW, NEXT, PLAY, Action
from uno_tui.engine.view import View
from uno_tui.ruleset.load import load
from uno_tui.session import (
    Batch,
    InstantClock,
    ManualClock,
    Pace,
    SeatSpec,
    Table,
)
from uno_tui.store import saves
from uno_tui.store.record import Act

from .conftest import (
    ANN,
    BO,
    First,
    Screen,
    arranged,
    instant,
    leave_at,
    robots,
)
from .slow_brain import Slow


class Raises(First):
    def choose(self, view: View, rng: Random) -> Action:
        raise KeyError("oops")

    def react(self, view: View, rng: Random) -> tuple[float, Action] | None:
        raise KeyError("oops")


class Illegal(First):
    def choose(self, view: View, rng: Random) -> Action:
        return Action(PLAY, (0, 1, 2))

    def react(self, view: View, rng: Random) -> tuple[float, Action] | None:
        return 0.1, Action(NEXT)


class Rubbish(First):
    def choose(self, view: View, rng: Random) -> Action:
        return "draw"  # type: ignore[return-value]

    def react(self, view: View, rng: Random) -> tuple[float, Action] | None:
        return 3  # type: ignore[return-value]


@pytest.mark.parametrize("brain", [Raises(), Illegal(), Rubbish()])
async def test_an_ai_at_fault_is_replaced_for_that_decision(sit: Any, brain: First) -> None:
    game = arranged(["R1 R2 R3 R4", "R4 R6 R7 R8"], turn=1)
    room = sit(game, (ANN, BO), brain)
    await room.wait(3)
    assert [seat for seat, _ in game.record] == [1]
    assert "Bo's AI" in room.screen.notices("fault")[0]


async def test_an_ai_that_cannot_be_made_is_replaced(sit: Any) -> None:
    def broken(spec: SeatSpec) -> First:
        if spec.level == "expert":
            raise ImportError("no expert here")
        return First()

    table = Table.begin(
        load("classic"), (SeatSpec("Abe", "ai", "expert"), BO), 3, instant(), brains=broken,
        saved=False,
    )  # fmt: skip
    table.feed.subscribe(leave_at(table, 10))
    await table.run()
    assert table.match.number == 10


async def test_a_searching_ai_thinks_elsewhere_and_is_stopped_when_it_hangs() -> None:
    game = arranged(["R1 R2 R3 R4", "R4 R6 R7 R8"], turn=1)
    table = Table(
        game, (ANN, BO), Pace("instant", clock=InstantClock()), brains=lambda _s: Slow(),
        think_limit=0.3,
    )  # fmt: skip
    screen = Screen(table, lambda _b: None)
    task = asyncio.ensure_future(table.run())
    ticks = 0
    while len(game.record) < 3 and ticks < 6000:
        ticks += 1
        await asyncio.sleep(0.005)
        if game.turn == 0 and table._stage.idle:
            table.submit(0, game.options(0)[0])
    table.close()
    await task
    assert [seat for seat, _ in game.record][:3] == [1, 0, 1]
    assert "took too long" in screen.notices("fault")[0]
    assert ticks > 20


async def test_a_full_disk_is_told_in_the_feed(monkeypatch: pytest.MonkeyPatch) -> None:
    import errno
    import os

    table = robots()
    screen = Screen(table, leave_at(table, 30))
    real = os.write

    def full(_descriptor: int, _content: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    def switch(batch: Batch) -> None:
        monkeypatch.setattr(os, "write", full if 5 <= batch.number < 15 else real)

    table.feed.subscribe(switch)
    await table.run()
    told = screen.notices("save")
    assert len(told) == 2
    assert "No space left" in told[0]
    kept = saves.load_save(saves.list_saves()[0].path).record
    assert kept.actions == table.record.actions


async def test_status_tells_who_thinks_and_who_is_asked(sit: Any) -> None:
    game = arranged(["R1 R2 R3", "R4 R6 R7"], turn=1)
    room = sit(game, (ANN, BO), First())
    seen: list[tuple[int, tuple[int, ...]]] = []
    room.table.on_status(lambda status: seen.append((status.thinking, status.asked)))
    await room.wait(5)
    assert seen[0] == (1, (1,))
    assert seen[-1] == (-1, (0,))


async def test_a_person_cannot_act_for_others(sit: Any) -> None:
    game = arranged(["R1 R2 R3", "R4 R6 R7"])
    room = sit(game, (ANN, BO), First())
    await room.wait(0)
    refused = room.table.submit(1, Action(DRAW))
    assert refused.refusal is not None
    assert refused.refusal.code == "not-yours"
    assert room.table.submit(7, Action(DRAW)).refusal is not None
    room.table.close()
    closed = room.table.submit(0, Action(DRAW)).refusal
    assert closed is not None
    assert closed.code == "closed"


async def test_a_hint_is_asked_beside_the_game(sit: Any) -> None:
    game = arranged(["R1 R2 R3", "R4 R6 R7"])
    room = sit(game, (ANN, BO), First())
    await room.wait(0)
    found = await room.table.explain(0, 0.1)
    assert {one.action._replace(uno=False) for one in found} == set(game.options(0))
    assert all(one.sentence for one in found)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert room.table.match.number == 0


async def test_the_record_keeps_actions_only() -> None:
    table = robots(saved=False)
    table.feed.subscribe(leave_at(table, 12))
    await table.run()
    assert all(isinstance(act, Act) for act in table.record.actions)
    assert table.record.action_count == 12
    assert isinstance(ManualClock().now(), float)

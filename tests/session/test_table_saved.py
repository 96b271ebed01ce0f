from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from uno_tui.engine.actions import DRAW, Action
from uno_tui.ruleset.load import load, with_overrides
from uno_tui.session import (
    Batch,
    Table,
)
from uno_tui.session.match import Match
from uno_tui.store import saves
from uno_tui.store.lock import InUse
from uno_tui.store.paths import paths, write_private
from uno_tui.store.record import RecordError

from .conftest import (
    ANN,
    BEN,
    BO,
    CY,
    Chance,
    First,
    Screen,
    arranged,
    instant,
    leave_at,
    play_alone,
    robots,
)


async def test_a_save_is_gone_on_with_exactly_where_it_was() -> None:
    table = Table.begin(
        load("chaos"), (ANN, BO, CY), 11, instant(), brains=lambda _s: Chance()
    )  # fmt: skip
    await play_alone(table, 60)
    (facts,) = saves.list_saves()
    again = Table.resume(saves.load_save(facts.path), instant(), brains=lambda _s: Chance())
    assert json.loads(again.game.position()) == json.loads(table.game.position())
    assert again.seats == table.seats
    for viewer in (-1, 0, 1):
        assert list(again.history(viewer)) == list(table.history(viewer))
    assert again.recap(0) == table.recap(0)
    await play_alone(again, 120, seed=2)
    assert again.match.number >= 120 or again.over


async def test_after_a_kill_the_save_is_what_was_shown(home: Path) -> None:
    table = Table.begin(
        load("classic"), (ANN, BO, CY), 11, instant(), brains=lambda _s: Chance()
    )  # fmt: skip
    path = saves.list_saves()[0].path
    torn = home / "torn.match"
    positions: dict[int, str] = {}

    def hear(batch: Batch) -> None:
        positions[batch.number] = table.game.position()
        if batch.number == 37:
            # What the disk holds at this moment is what a kill would leave.
            shutil.copy(path, torn)
            with open(torn, "ab") as file:
                file.write(b'{"s":1,"a":"dr')

    table.feed.subscribe(hear)
    await play_alone(table, 60)
    again = Table.resume(saves.load_save(torn), instant(), brains=lambda _s: Chance())
    assert again.match.number == 37
    assert json.loads(again.game.position()) == json.loads(positions[37])
    again.close()


async def test_a_save_of_two_people_opens_behind_the_curtain() -> None:
    table = Table.begin(load("classic"), (ANN, BEN, CY), 11, instant(), brains=lambda _s: First())
    task = asyncio.ensure_future(table.run())
    await table.pace.clock.sleep(0)
    for _ in range(50):
        await asyncio.sleep(0)
    table.close()
    await task
    (facts,) = saves.list_saves()
    again = Table.resume(saves.load_save(facts.path), instant(), brains=lambda _s: First())
    assert again.viewer is None
    screen = Screen(again, lambda _b: None)
    task = asyncio.ensure_future(again.run())
    for _ in range(50):
        await asyncio.sleep(0)
    assert again.wanted in (0, 1)
    assert all(batch.view.hand == () for batch in screen.batches)
    again.close()
    await task


async def test_a_second_table_on_the_same_save_is_told() -> None:
    table = robots()
    saved = saves.load_save(saves.list_saves()[0].path)
    with pytest.raises(InUse, match="already open"):
        Table.resume(saved)
    table.close()
    Table.resume(saved).close()


async def test_a_finished_save_is_not_gone_on_with() -> None:
    table = robots()
    await table.run()
    assert table.record_path is not None
    with pytest.raises(RecordError, match="over"):
        Table.resume(saves.load_save(table.record_path))


async def test_a_save_that_replays_differently_resumes_from_its_snapshot() -> None:
    table = robots(seed=5)
    table.feed.subscribe(leave_at(table, 50))
    await table.run()
    path = saves.list_saves()[0].path
    text = path.read_text().splitlines()
    at = next(n for n, line in enumerate(text) if '"a":"draw"' in line)
    text[at] = text[at].replace("draw", "slap")
    path.write_text("\n".join(text) + "\n")
    again = Table.resume(saves.load_save(path), instant(), brains=lambda _s: Chance())
    assert json.loads(again.game.position()) == json.loads(table.game.position())
    screen = Screen(again, leave_at(again, 70))
    await again.run()
    assert "rules have changed" in screen.notices("mended")[0]
    third = Table.resume(saves.load_save(path), instant(), brains=lambda _s: Chance())
    assert third.match.mended == ""
    assert json.loads(third.game.position()) == json.loads(again.game.position())
    third.close()


SAVE: list[bytes] = []


def a_save() -> bytes:
    """The content of a save with two rounds in it, made once."""
    if not SAVE:
        match = Match.begin(with_overrides(load("chaos"), {"deal.cards": 2}), (ANN, BO, CY), 5)
        while match.number < 35 and not match.over:
            seat = (match.game.asked() or (0,))[0]
            match.apply(seat, Random(match.number).choice(match.game.options(seat)), 0)
        match.journal.close(match.game, 0)
        SAVE.append(saves.list_saves()[0].path.read_bytes())
    return SAVE[0]


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_save_resumes_or_gets_a_sentence(data: st.DataObject) -> None:
    content = bytearray(a_save())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(content) - 1))
        if data.draw(st.booleans()):
            content[at] = data.draw(st.integers(32, 126))
        else:
            del content[at : at + data.draw(st.integers(1, 400))]
    path = paths().saves / "mutated.match"
    write_private(path, bytes(content))
    assert isinstance(saves.facts_of(path).problem, str)
    try:
        match = Match.resume(saves.load_save(path))
    except RecordError as trouble:
        sentence = str(trouble)
        assert "\n" not in sentence
        return
    match.journal.close(match.game, 0)
    again = Match.resume(saves.load_save(path))
    again.journal.close(again.game, 0)
    assert json.loads(again.game.position()) == json.loads(match.game.position())


async def test_undo_takes_the_last_move_and_the_answers_back(sit: Any) -> None:
    game = arranged(["R1 R2 R3", "R4 R6 R7", "R8 R9 R0"])
    room = sit(game, (ANN, BO, CY), First())
    await room.wait(0)
    assert not room.table.can_undo
    before = room.table.game.position()
    room.do(0, "play R1")
    await room.wait(10)
    after = [act.text for act in room.table.record.actions]
    assert len(after) == 3
    assert room.table.undo()
    await room.wait(0)
    assert json.loads(room.table.game.position()) == json.loads(before)
    assert room.screen.notices("undo")
    assert room.screen.batches[-1].view.counts == (3, 3, 3)
    room.do(0, "play R1")
    await room.wait(10)
    assert [act.text for act in room.table.record.actions] == after


async def test_undo_is_in_the_save_and_only_for_one_person() -> None:
    table = Table.begin(load("classic"), (ANN, BO), 2, instant(), brains=lambda _s: First())
    task = asyncio.ensure_future(table.run())
    for _ in range(60):
        await asyncio.sleep(0)
    table.submit(0, Action(DRAW))
    assert table.undo()
    table.close()
    await task
    path = saves.list_saves()[0].path
    again = Table.resume(saves.load_save(path), instant())
    assert json.loads(again.game.position()) == json.loads(table.game.position())
    again.close()
    two = Table.begin(load("classic"), (ANN, BEN), 2, instant(), saved=False)
    assert not two.can_undo
    assert not Table(arranged(["R1 R2", "R3 R4"]), (ANN, BO), undo=False).can_undo

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from uno_tui.engine.actions import DRAW, Action
from uno_tui.faces.log import match_in_words
from uno_tui.ruleset.load import load
from uno_tui.session import (
    SeatSpec,
    Table,
)
from uno_tui.session.seats import tidy
from uno_tui.store import stats
from uno_tui.store.replay import Replay
from uno_tui.store.settings import Assists

from .conftest import (
    ANN,
    BEN,
    BO,
    CY,
    First,
    arranged,
    instant,
    robots,
)


async def test_a_seat_goes_to_an_ai_and_back(sit: Any) -> None:
    game = arranged(["R1 R2 R3 R4", "R4 R6 R7 R8"])
    room = sit(game, (ANN, BO), First())
    await room.wait(60)
    assert len(game.record) == 0
    assert room.table.hand_to_ai(0, "hard")
    assert not room.do(0, "play R1")
    await room.wait(3)
    assert len(game.record) >= 2
    assert room.table.take_back(0)
    await room.wait(20)
    assert room.table.game.asked() == (0,)
    assert room.table.viewer == 0
    assert room.table.record.seats[0] == ANN
    assert len(room.screen.notices("seat")) == 2


async def test_conceding_alone_ends_the_match_and_loses_it() -> None:
    table = Table.begin(load("classic"), (ANN, BO), 2, instant(), brains=lambda _s: First())
    task = asyncio.ensure_future(table.run())
    for _ in range(60):
        await asyncio.sleep(0)
    table.concede(0)
    await task
    assert table.record_path is not None
    assert stats.summary()["humans"]["Ann"]["wins"] == 0
    assert table.record.end is not None
    assert table.record.end.conceded == 0
    assert list(match_in_words(Replay(table.record)))[-1] == "Ann gave the match up."


async def test_conceding_among_people_leaves_the_seat_to_an_ai() -> None:
    table = Table(arranged(["R1 R2", "R3 R4"]), (ANN, BEN), instant())
    table.concede(1)
    assert table.seats[1].is_ai
    assert not table.over


async def test_people_join_and_leave_between_rounds(sit: Any) -> None:
    game = arranged(["R1", "R4 R6 R7", "R8 R9 R0"])
    room = sit(game, (ANN, BO, CY), First())
    with pytest.raises(ValueError, match="between rounds"):
        room.table.reseat([(ANN, 0), (CY, 2)], "leave")
    await room.wait(0)
    room.do(0, "play R1")
    await room.wait(0)
    scores = room.table.game.view(None).scores
    assert scores[0] > 0
    room.table.reseat([(ANN, 0), (BEN, -1), (CY, 2), (BO, 1)], "join")
    await room.wait(0)
    view = room.table.game.view(None)
    assert view.scores == (scores[0], 0, scores[2], scores[1])
    assert view.round_no == 2
    assert room.table.viewer is None
    assert [spec.name for spec in room.table.seats] == ["Ann", "Ben", "Cy", "Bo"]
    assert any(e.kind == "dealt" for e in room.screen.batches[-1].events) or any(
        e.kind == "dealt" for b in room.screen.batches[-3:] for e in b.events
    )


async def test_a_rematch_has_the_same_people_and_rules() -> None:
    table = robots("chaos", 3)
    await table.run()
    again = table.again(99)
    assert again.seats == table.seats
    assert again.game.tables is table.game.tables
    assert again.game.seed == 99
    await again.run()
    assert stats.summary()["matches"] == 2


async def test_who_hands_over_does_not_see_the_hand_of_who_stays(sit: Any) -> None:
    game = arranged(["R1 R2 R3", "R4 R6 R7", "R8 R9 R0"])
    room = sit(game, (ANN, BEN, CY), First())
    await room.wait(0)
    room.table.reveal(0)
    await room.wait(0)
    assert room.table.hand_to_ai(0)
    await room.wait(30)
    assert (room.table.viewer, room.table.wanted) == (None, 1)
    assert room.screen.batches[-1].view.hand == ()
    assert not room.do(1, "play R4")
    assert room.table.reveal(1)
    await room.wait(3)
    assert room.table.viewer == 1
    assert room.table.take_back(0)
    await room.wait(0)
    assert room.table.viewer is None


def test_names_are_made_safe_and_different() -> None:
    seats = tidy([SeatSpec("Ann\x1b[2J", "human"), SeatSpec("Ann[2J", "ai"), SeatSpec("", "ai")])
    assert [spec.name for spec in seats] == ["Ann[2J", "Ann[2J 2", "Player 3"]
    with pytest.raises(ValueError, match="2 to 10"):
        tidy([ANN])
    with pytest.raises(ValueError, match="2"):
        Table.begin(load("duo"), (ANN, BEN, CY), 1)


async def test_uno_is_called_for_a_person_who_wants_that(sit: Any) -> None:
    for wanted in (True, False):
        game = arranged(["R1 R2", "R4 R6 R7"])
        room = sit(game, (ANN, BO), First(), assists=Assists(call_uno=wanted))
        await room.wait(0)
        room.do(0, "play R1")
        await room.wait(0)
        assert (0 in game.view(None).called) is wanted
        await room.leave()


async def test_the_table_draws_for_a_person_who_cannot_play(sit: Any) -> None:
    game = arranged(["B1 B2 B3", "R4 R6 R7"])
    room = sit(game, (ANN, BO), First(), assists=Assists(draw_alone=True))
    await room.wait(0.1)
    assert len(game.record) == 0
    await room.wait(1)
    assert game.record[0] == (0, Action(DRAW))
    other = sit(arranged(["B1 R2 B3", "R4 R6 R7"]), (ANN, BO), assists=Assists(draw_alone=True))
    await other.wait(60)
    assert other.table.match.number == 0

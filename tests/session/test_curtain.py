from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from uno_tui.engine.actions import CATCH, NEXT, UNO, Action
from uno_tui.engine.events import PUBLIC, Event
from uno_tui.ruleset.load import load
from uno_tui.session import Batch, InstantClock, Pace, SeatSpec, Table

from .conftest import ANN, BEN, BO, CY, Chance, First, arranged


class HotSeat:
    """Plays all people of a table by chance, the way a screen would: reveal, then act."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.rng = Random(seed)
        self.batches: list[tuple[Batch, int | None]] = []
        self.revealed: set[int] = set()
        table.feed.subscribe(self.hear)

    def hear(self, batch: Batch) -> None:
        self.batches.append((batch, self.table.viewer))

    async def play(self, most: int) -> None:
        task = asyncio.ensure_future(self.table.run())
        while not task.done() and self.table.match.number < most:
            await asyncio.sleep(0)
            # People are slower than the loop: they leave the clock room to move.
            if self.table._stage.idle and self.rng.random() < 0.2:
                self.act()
        self.table.close()
        await task

    def act(self) -> None:
        table, game = self.table, self.table.game
        if table.match.round_over:
            table.next_round()
        elif table.wanted is not None:
            if self.rng.random() < 0.1:
                assert not table.reveal((table.wanted + 1) % len(table.seats))
            table.reveal(table.wanted)
        elif self.rng.random() < 0.1:
            people = [s for s in table.match.people if s != table.viewer]
            if table.buzz(self.rng.choice(people)) and self.rng.random() < 0.5:
                table.cover()
        elif table.viewer in game.asked():
            table.submit(table.viewer, self.rng.choice(game.options(table.viewer)))
        elif table.viewer is not None and table.viewer >= 0 and table._stage.curtain.buzzed >= 0:
            calls = [a for a in game.offers(table.viewer) if a.verb in (UNO, CATCH)]
            if calls:
                table.submit(table.viewer, calls[0])
            table.cover()
        else:
            for seat in table.match.people:
                if seat in game.asked() and game.options(seat)[0].verb in (9, 10):
                    table.submit(seat, game.options(seat)[0])


def cards_of(events: Sequence[Event], seat: int) -> list[Event]:
    private = ("drew", "dealt", "gave", "guilty", "innocent", "kept")
    return [e for e in events if e.kind in private and e.cards and e.seat != seat != e.target]


@pytest.mark.parametrize("variant", ["classic", "chaos", "slap", "two-ways", "silence"])
async def test_no_batch_ever_shows_another_seat(variant: str) -> None:
    seats = (ANN, BO, BEN, CY, SeatSpec("Dee", "human"))
    table = Table.begin(
        load(variant), seats, 5, Pace("instant", clock=InstantClock()), brains=lambda _s: Chance(),
        saved=False,
    )  # fmt: skip
    player = HotSeat(table, 3)
    await player.play(500)
    assert table.match.number >= 150
    assert {seat for _, seat in player.batches} >= {None, 0, 2, 4}
    for batch, viewer in player.batches:
        assert batch.view.seat == (batch.viewer if batch.viewer is not None else -1)
        assert batch.viewer in (viewer, None)
        if batch.view.seat < 0:
            assert batch.view.hand == ()
        assert cards_of(batch.events, batch.view.seat) == []


async def test_an_ai_never_acts_while_the_curtain_waits(sit: Any) -> None:
    game = arranged(["R1 R2 R3", "R4 R6 R7", "R8 R9 R0"], names=("Ann", "Ben", "Cy"))
    room = sit(game, (ANN, BEN, CY), First())
    await room.wait(0)
    assert room.table.viewer is None
    assert room.table.wanted == 0
    assert room.screen.batches[-1].view.hand == ()
    assert room.table.reveal(1) is False
    assert room.table.reveal(0)
    await room.wait(0)
    assert room.screen.batches[-1].viewer == 0
    assert room.screen.batches[-1].view.hand == game.hands()[0]
    assert room.do(0, "play R1")
    await room.wait(0)
    assert [b.viewer for b in room.screen.batches[-2:]] == [0, None]
    assert room.table.wanted == 1
    assert not room.do(1, "play R4")
    assert room.table.reveal(1)
    await room.wait(0)
    assert room.do(1, "play R4")
    await room.wait(10)
    assert [seat for seat, _ in game.record] == [0, 1, 2]


async def test_a_buzz_covers_first_and_time_stands_still(sit: Any) -> None:
    game = arranged(["R1 R2 R3", "R4 R6 R7", "R8 R9 R0"], names=("Ann", "Ben", "Cy"))
    room = sit(game, (ANN, BEN, CY), First())
    await room.wait(0)
    room.table.reveal(0)
    await room.wait(0)
    assert room.table.buzz(1)
    assert room.table.viewer is None
    await room.wait(60)
    assert room.screen.batches[-1].view.hand == ()
    assert not room.table.reveal(0)
    assert room.table.reveal(1)
    await room.wait(0)
    assert room.screen.batches[-1].view.hand == game.hands()[1]
    assert not room.do(1, "catch Ann")
    room.table.cover()
    await room.wait(0)
    assert room.table.wanted == 0
    assert not room.table.buzz(2)


async def test_a_cover_during_a_flight_turns_what_waits_public(sit: Any) -> None:
    game = arranged(["R1 R2 R3", "R4 R6 R7", "R8 R9 R0"], names=("Ann", "Ben", "Cy"))
    room = sit(game, (ANN, BEN, CY), First())
    await room.wait(0)
    room.table.reveal(0)
    await room.wait(0)
    flight = asyncio.get_running_loop().create_future()
    room.table.feed.subscribe(lambda b: flight if b.number == 1 and b.events else None)
    assert room.do(0, "play R1")
    await room.wait(0)
    room.table.cover()
    flight.set_result(None)
    await room.wait(0)
    after = room.screen.batches[-1]
    assert (after.viewer, after.view.hand) == (None, ())


async def test_one_person_has_no_curtain_and_none_are_bystanders(sit: Any) -> None:
    game = arranged(["R1 R2 R3", "R4 R6 R7", "R8 R9 R0"])
    room = sit(game, (ANN, BO, CY), First())
    await room.wait(0)
    assert (room.table.viewer, room.table.wanted) == (0, None)
    assert not room.table.buzz(0)
    other = sit(arranged(["R1 R2 R3", "R4 R6 R7"]), (BO, CY), First(), open_hands=True, pace="slow")
    await other.wait(0)
    batch = other.screen.batches[-1]
    assert batch.viewer == PUBLIC
    assert batch.hands == other.table.game.hands()


async def test_a_recap_tells_what_happened_since_ones_own_last_action(sit: Any) -> None:
    game = arranged(["R1 R2 R3", "R4 R6 R7", "R8 R9 R0"], names=("Ann", "Ben", "Cy"))
    room = sit(game, (ANN, BEN, CY), First())
    await room.wait(0)
    room.table.reveal(0)
    await room.wait(0)
    room.do(0, "play R1")
    await room.wait(0)
    room.table.reveal(1)
    await room.wait(0)
    room.do(1, "draw")
    await room.wait(0)
    if game.turn == 1:
        room.do(1, "pass")
    await room.wait(5)
    recap = room.table.recap(0)
    assert [(e.kind, e.seat) for e in recap if e.kind in ("played", "drew")] == [
        ("drew", 1),
        ("played", 2),
    ]
    assert all(e.cards == () for e in recap if e.kind == "drew")
    assert any(e.kind == "played" and e.seat == 0 for e in room.table.recap(1)) is False


async def test_round_over_is_for_everybody_and_the_next_deal_is_hidden(sit: Any) -> None:
    game = arranged(["R1", "R4 R6 R7", "R8 R9 R0"], names=("Ann", "Ben", "Cy"))
    room = sit(game, (ANN, BEN, CY), First())
    await room.wait(0)
    room.table.reveal(0)
    await room.wait(0)
    room.do(0, "play R1")
    await room.wait(0)
    assert room.table.viewer == PUBLIC
    assert room.table.submit(1, Action(NEXT)).accepted
    await room.wait(0)
    dealt = next(b for b in room.screen.batches if any(e.kind == "dealt" for e in b.events))
    assert all(e.cards == () for e in dealt.events if e.kind == "dealt")
    assert dealt.view.hand == ()

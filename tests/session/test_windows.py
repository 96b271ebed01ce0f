from __future__ import annotations

from random import Random
from typing import Any

from uno_tui.engine.actions import PLAY, SAY, Action
from uno_tui.engine.view import View

from .conftest import ANN, BEN, BO, CY, First, arranged


class Forgetful(First):
    """Never calls UNO with the play."""

    def choose(self, view: View, rng: Random) -> Action:
        return view.options[0]._replace(uno=False)


async def test_an_ai_that_forgot_can_be_caught_before_the_next_ai_moves(sit: Any) -> None:
    game = arranged(["B1 B2 B3", "R1 R2", "R3 R4 R6"], turn=1)
    room = sit(game, (ANN, BO, CY), Forgetful())
    await room.wait(1.5)
    assert "forgot" in room.screen.kinds
    assert room.table.window.kind == "uno"
    await room.wait(2.0)
    assert len(game.record) == 1
    assert room.do(0, "catch Bo")
    await room.wait(0.1)
    assert room.screen.kinds.count("caught") == 1
    assert room.table.window is None


async def test_the_window_closes_when_its_time_is_up(sit: Any) -> None:
    game = arranged(["B1 B2 B3", "R1 R2", "R3 R4 R6"], turn=1)
    room = sit(game, (ANN, BO, CY), Forgetful(), window=4.0)
    await room.wait(1.2)
    assert len(game.record) == 1
    assert 2.5 < room.table.status().left <= 4.0
    await room.wait(2.5)
    assert len(game.record) == 1
    await room.wait(2.0)
    assert len(game.record) == 2
    assert not room.do(0, "catch Bo")


async def test_turn_based_waits_for_a_key_however_long(sit: Any) -> None:
    game = arranged(["B1 B2 B3", "R1 R2", "R3 R4 R6"], turn=1)
    room = sit(game, (ANN, BO, CY), Forgetful(), window=0)
    await room.wait(500)
    assert len(game.record) == 1
    assert room.table.status().left is None
    room.table.go_on()
    await room.wait(0)
    assert len(game.record) == 2


async def test_turn_based_ais_speak_only_after_the_person(sit: Any) -> None:
    game = arranged(["B1 B2 B3", "R1 R2", "R3 R4 R6"], turn=1)
    brain = Forgetful(notice=0.2)
    room = sit(game, (ANN, BO, CY), brain, window=0)
    await room.wait(60)
    assert "caught" not in room.screen.kinds
    room.table.go_on()
    await room.wait(0)
    caught = [e for b in room.screen.batches for e in b.events if e.kind == "caught"]
    assert [(e.seat, e.target) for e in caught] == [(2, 1)]


async def test_a_person_who_forgot_may_still_call_before_the_ai_notices(sit: Any) -> None:
    for calls in (True, False):
        game = arranged(["R1 R2", "B1 B2 B3", "R3 R4 R6"])
        room = sit(game, (ANN, BO, CY), First(notice=1.0))
        await room.wait(0)
        assert room.do(0, "play R1")
        await room.wait(0.9)
        if calls:
            assert room.do(0, "uno")
        await room.wait(0.4)
        assert ("caught" in room.screen.kinds) is not calls
        assert len(game.hands()[0]) == (1 if calls else 3)


async def test_a_person_whose_turn_it_is_may_close_the_window(sit: Any) -> None:
    game = arranged(["R1 R2", "R5 B2 B3", "R3 R4 R6"], turn=2)
    game.apply(2, game.options(2)[0])
    room = sit(arranged(["R9 R8 R7", "R1 R2", "R3 R4"], turn=1), (ANN, BO, CY), Forgetful(1.0))
    await room.wait(1.3)
    assert len(room.table.game.record) == 1
    await room.wait(1.0)
    assert "caught" in room.screen.kinds


async def test_turn_based_ais_that_noticed_come_before_the_persons_move(sit: Any) -> None:
    game = arranged(["R9 R8 R7", "B1 B2 B3", "R1 R2"], turn=2)
    room = sit(game, (ANN, BO, CY), Forgetful(notice=1.0), window=0)
    await room.wait(30)
    assert game.turn == 0
    assert "caught" not in room.screen.kinds
    assert room.do(0, "play R9")
    await room.wait(0)
    assert "caught" in room.screen.kinds
    assert len(game.hands()[2]) == 3


async def test_a_window_does_not_start_before_the_batch_has_been_shown(sit: Any) -> None:
    import asyncio

    game = arranged(["B1 B2 B3", "R1 R2", "R3 R4 R6"], turn=1)
    room = sit(game, (ANN, BO, CY), Forgetful(notice=0.5))
    flight = asyncio.get_running_loop().create_future()
    room.table.feed.subscribe(lambda b: flight if b.number == 1 else None)
    await room.wait(20)
    assert len(game.record) == 1
    assert room.table.window is None
    flight.set_result(None)
    await room.wait(0.4)
    assert room.table.window is not None
    assert len(game.record) == 1
    await room.wait(0.2)
    assert len(game.record) == 2


class Jumper(First):
    """Jumps in after a second when it can."""

    def react(self, view: View, rng: Random) -> tuple[float, Action] | None:
        plays = [action for action in view.offers if action.verb == PLAY]
        return (1.0, plays[0]) if plays else None


async def test_a_jump_in_window_is_open_for_people_and_ais(sit: Any) -> None:
    hands = ["R7 B1 B2", "R7 Y1 Y2", "R3 R4 R6", "R7 G1 G2"]
    dee = CY._replace(name="Dee")
    for quick in (True, False):
        game = arranged(hands, variant="jump-in", turn=1)
        room = sit(game, (ANN, BO, CY, dee), Jumper(), pace="instant")
        await room.wait(0)
        assert len(game.record) == 1
        assert room.table.window.kind == "jump"
        if quick:
            await room.wait(0.5)
            assert room.do(0, "play R7")
            await room.wait(0)
            assert game.turn == 1
        else:
            await room.wait(1.1)
            assert game.record[1][0] == 3
        await room.leave()


async def test_turn_based_jump_ins_wait_for_the_key(sit: Any) -> None:
    game = arranged(["R7 B1 B2", "R7 Y1 Y2", "R3 R4 R6"], variant="jump-in", turn=1)
    room = sit(game, (ANN, BO, CY), Jumper(), window=0)
    await room.wait(100)
    assert len(game.record) == 1
    room.table.go_on()
    await room.wait(3)
    assert len(game.record) >= 2


async def test_the_window_is_judged_without_looking_into_hands(sit: Any) -> None:
    for held in ("R7 B1 B2", "G7 B1 B2"):
        game = arranged([held, "R7 Y1 Y2", "R3 R4 R6"], variant="jump-in", turn=1)
        room = sit(game, (ANN, BO, CY), First(), pace="instant")
        await room.wait(0)
        assert room.table.window.kind == "jump"
        await room.leave()


async def test_nobody_waits_when_no_person_plays(sit: Any) -> None:
    game = arranged(["B1 B2 B3", "R1 R2", "R3 R4 R6"], turn=1)
    room = sit(game, (BO._replace(name="Abe"), BO, CY), Forgetful(notice=1.0), pace="instant")
    await room.wait(0)
    assert "caught" in room.screen.kinds
    assert len(game.record) > 3


class Talker(First):
    def react(self, view: View, rng: Random) -> tuple[float, Action] | None:
        return 0.4, Action(SAY)


async def test_talk_is_a_reaction_too(sit: Any) -> None:
    game = arranged(["B1 B2 B3", "R1 R2 R9", "R3 R4 R6"], turn=0)
    room = sit(game, (ANN, BO, CY), Talker())
    await room.wait(0.5)
    assert "said" in room.screen.kinds


async def test_slaps_of_people_are_not_raced_without_a_clock(sit: Any) -> None:
    game = arranged(["R9 B2 B3", "B1 B4 B6", "R1 R2"], variant="slap", turn=2)

    class Caller(First):
        def choose(self, view: View, rng: Random) -> Action:
            called = view.options[0]._replace(uno=True)
            return called if view.check(called) is None else view.options[0]

    room = sit(game, (ANN, BO, CY), Caller(), window=0)
    await room.wait(60)
    assert game.asked() == (0, 1)
    assert room.do(0, "slap")
    await room.wait(5)
    assert "slap-last" in room.screen.kinds
    assert len(game.hands()[0]) == 3
    assert len(game.hands()[1]) == 5


async def test_two_people_have_their_window_too(sit: Any) -> None:
    game = arranged(["B1 B2 B3", "R1 R2", "R3 R4 R6", "B7 B8"], turn=1)
    room = sit(game, (ANN, BO, CY, BEN), Forgetful())
    await room.wait(1.3)
    assert room.table.window.kind == "uno"
    assert room.table.buzz(3)
    await room.wait(100)
    assert len(game.record) == 1
    assert room.table.reveal(3)
    await room.wait(0)
    assert room.do(3, "catch Bo")
    await room.wait(0)
    assert "caught" in room.screen.kinds

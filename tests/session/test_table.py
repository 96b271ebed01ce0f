from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from uno_tui.engine.actions import DRAW, NEXT, PLAY, Action
from uno_tui.engine.view import View
from uno_tui.faces.log import match_in_words
from uno_tui.ruleset.load import load, with_overrides
from uno_tui.session import (
    Batch,
    InstantClock,
    ManualClock,
    Pace,
    PaceName,
    SeatSpec,
    Table,
)
from uno_tui.session.match import Match
from uno_tui.session.seats import tidy
from uno_tui.store import saves, stats
from uno_tui.store.lock import InUse
from uno_tui.store.paths import paths, write_private
from uno_tui.store.record import Act, RecordError
from uno_tui.store.records import load_replay
from uno_tui.store.replay import Replay
from uno_tui.store.settings import Assists

from .conftest import ANN, BEN, BO, CY, Chance, First, Screen, arranged
from .slow_brain import Slow

ROBOTS = (SeatSpec("Abe", "ai"), BO, CY)


def instant() -> Pace:
    return Pace("instant", clock=InstantClock())


def robots(variant: str = "classic", seed: int = 7, **options: Any) -> Table:
    options.setdefault("pace", instant())
    rules = with_overrides(load(variant), {"scoring.target": 150})
    return Table.begin(rules, ROBOTS, seed, brains=lambda _s: Chance(), **options)


def leave_at(table: Table, number: int) -> Callable[[Batch], None]:
    """A subscriber that closes the table after so many actions."""

    def hear(batch: Batch) -> None:
        if batch.number == number:
            table.close()

    return hear


async def play_alone(table: Table, most: int, seed: int = 1) -> None:
    """Ann plays by chance until so many actions have been made; the table is left then."""
    rng = Random(seed)
    task = asyncio.ensure_future(table.run())
    while not task.done() and table.match.number < most:
        await asyncio.sleep(0)
        options = table.game.options(0) if table._stage.idle else []
        if options:
            table.submit(0, rng.choice(options))
    table.close()
    await task


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


# Pausing.


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


# Saving.


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


# Undo.


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


# Seats.


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


# Assists.


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


# Trouble.


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

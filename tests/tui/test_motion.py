"""Cards in flight: anchored to places, skipped by any key, absent when motion is off."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from tests.waiting import PATIENCE, until
from uno_tui.engine import actions as act
from uno_tui.ruleset.load import load
from uno_tui.session.pace import Pace
from uno_tui.session.table import Table
from uno_tui.store.record import SeatSpec
from uno_tui.tui import glyphs
from uno_tui.tui.app import UnoApp
from uno_tui.tui.motion import FlyingCard, Trip, between, ease_out
from uno_tui.tui.screens.table import TableScreen
from uno_tui.tui.widgets.event_log import EventLog

from .seated import settle, sit_down, table_of


async def each_turn_until(true: Callable[[], object], wanted: str) -> None:
    """Look in each turn of the loop: what lasts a moment is not missed on a slow machine."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"never came: {wanted}"
        await asyncio.sleep(0)


def test_a_card_flies_from_middle_to_middle() -> None:
    start, end = Region(0, 0, 7, 5), Region(40, 10, 11, 7)
    assert between(start, end, 0, glyphs.L) == (0, 0)
    assert between(start, end, 1, glyphs.L) == (42, 11)
    assert [ease_out(part) for part in (0, 1)] == [0, 1]
    assert ease_out(0.5) > 0.5


async def sit_down_moving(pilot: Pilot[int], app: UnoApp) -> TableScreen:
    screen = await sit_down(table_of("R7 R8 B2", ais=1), pilot, app)
    app.animation_level = "full"
    return screen


def long_trip(screen: TableScreen) -> Trip:
    place = screen.shower._pile
    return Trip(None, place("draw"), place("discard"), 0, 10 * PATIENCE)


def flying(screen: TableScreen) -> list[FlyingCard]:
    return [card for card in screen.query(FlyingCard) if card.display]


async def test_a_key_ends_the_flight_and_still_acts() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down_moving(pilot, app)
        flight = asyncio.ensure_future(screen.motion.fly([long_trip(screen)]))
        await until(pilot, lambda: len(flying(screen)) == 1, "a card in flight")
        before = screen.hand.cursor
        await pilot.press("right")
        await asyncio.wait_for(flight, PATIENCE)
        assert not flying(screen)
        assert screen.hand.cursor == before + 1


@pytest.mark.parametrize(("size", "wide"), [((80, 24), 7), ((100, 30), 7), ((140, 40), 11)])
async def test_where_cards_lie_largest_those_in_the_air_are_larger_too(
    size: tuple[int, int], wide: int
) -> None:
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        screen = await sit_down_moving(pilot, app)
        assert screen.view is not None
        await screen.shower.play((), screen.view)
        flight = asyncio.ensure_future(screen.motion.fly([long_trip(screen)]))
        await until(pilot, lambda: [card.size.width for card in flying(screen)] == [wide])
        screen.motion.skip()
        await asyncio.wait_for(flight, PATIENCE)


async def test_what_a_key_does_in_a_flight_does_not_wait_for_the_next_frame() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down_moving(pilot, app)
        flight = asyncio.ensure_future(screen.motion.fly([long_trip(screen)]))
        await until(pilot, lambda: flying(screen), "a card in flight")
        drawn: list[float] = []
        draw = screen._on_timer_update
        screen._on_timer_update = lambda: (drawn.append(time.monotonic()), draw())[1]  # type: ignore[method-assign]
        screen.motion.due = False
        screen.hand.action_step(1)
        assert screen.motion.due
        for _ in range(10):  # turns of the loop, no time to speak of
            await asyncio.sleep(0)
        assert drawn
        assert not screen.motion.due
        await asyncio.wait_for(flight, PATIENCE)


async def test_an_arrow_ends_a_flight_though_there_is_nothing_to_select() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down_moving(pilot, app)
        screen.hand.hold((), frozenset())
        flight = asyncio.ensure_future(screen.motion.fly([long_trip(screen)]))
        await until(pilot, lambda: flying(screen), "a card in flight")
        await pilot.press("right")
        await asyncio.wait_for(flight, PATIENCE)


async def test_a_key_where_nothing_moves_is_not_hurried() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down_moving(pilot, app)
        screen.hand.action_step(1)
        assert not screen.motion.due


async def test_a_resize_in_the_middle_bends_the_flight() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down_moving(pilot, app)
        flight = asyncio.ensure_future(screen.motion.fly([long_trip(screen)]))
        for size in ((140, 40), (60, 20), (30, 8), (100, 30)):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.05)
        assert not flight.done()
        screen.motion.skip()
        await asyncio.wait_for(flight, PATIENCE)


@pytest.mark.parametrize("how", ["none", "covered"])
async def test_nothing_moves_when_motion_is_off_or_another_screen_is_in_front(how: str) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down_moving(pilot, app)
        if how == "none":
            app.animation_level = "none"
        else:
            await pilot.press("question_mark", "question_mark")
            assert app.screen is not screen
        await asyncio.wait_for(screen.motion.fly([long_trip(screen)]), PATIENCE)
        await screen.motion.say("UNO!", screen.shower._pile("draw"))
        assert not flying(screen)


async def test_a_played_card_flies_and_then_lies_on_the_pile() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await sit_down_moving(pilot, app)
        await pilot.press("R", "8", "enter")
        await each_turn_until(lambda: flying(screen), "a card in flight")
        app.animation_level = "none"
        screen.motion.skip()
        await settle(pilot, 20)
        assert screen.table.game.record[0][1].verb == act.PLAY
        assert not flying(screen)


async def test_the_log_tells_a_card_when_it_has_landed(monkeypatch: pytest.MonkeyPatch) -> None:
    app = UnoApp()
    async with app.run_test(size=(140, 40)) as pilot:
        screen = await sit_down_moving(pilot, app)
        log = screen.query_one("#log", EventLog)
        fly = screen.motion.fly
        told_in_flight: list[bool] = []

        def told() -> int:
            return sum("laid Red 8" in entry.plain for entry in log.entries)

        async def watched(trips: Sequence[Trip]) -> None:
            await fly(trips)
            told_in_flight.append(bool(told()))

        monkeypatch.setattr(screen.motion, "fly", watched)
        await pilot.press("R", "8", "enter")
        await until(pilot, told, "the card in the log")
        assert told() == 1
        assert told_in_flight[0] is False
        app.animation_level = "none"
        screen.motion.skip()
        await settle(pilot, 20)
        assert told() == 1


async def test_the_log_waits_for_the_deal() -> None:
    app = UnoApp()
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        app.animation_level = "full"
        rules = load("classic")
        seats = [SeatSpec("Ann", "human"), SeatSpec("Bo", "ai", "easy")]
        app.show_table(Table.begin(rules, seats, 5, Pace("quick"), saved=False))
        screen = next(one for one in app.screen_stack if isinstance(one, TableScreen))
        await each_turn_until(lambda: screen.is_mounted and flying(screen), "a card in flight")
        log = screen.query_one("#log", EventLog)
        assert [entry.plain.split(":")[0] for entry in log.entries] == ["Round 1"]

        def turned_up() -> bool:
            screen.motion.skip()
            return any("turned up" in entry.plain for entry in log.entries)

        await until(pilot, turned_up, "the first card in the log")
        assert sum("turned up to start" in entry.plain for entry in log.entries) == 1
        app.animation_level = "none"
        screen.motion.skip()
        await settle(pilot, 10)

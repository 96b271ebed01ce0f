"""Pages that were closed are given up: an evening of looking things up does not fill the memory."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from time import monotonic

import pytest

from uno_tui.tui.app import UnoApp
from uno_tui.tui.screens.new_game import NewGameScreen

PATIENCE = 60.0
"""Seconds after which a page is held to be kept for ever."""

pytestmark = pytest.mark.searches


@pytest.fixture(autouse=True)
def searches_as_before() -> Iterator[None]:
    """What the app changes in Python's search for garbage holds for this test only."""
    before = gc.get_threshold()
    yield
    gc.enable()
    gc.set_threshold(*before)
    gc.unfreeze()


def pages() -> int:
    """How many pages of a new game are in memory, frozen or not."""
    gc.unfreeze()
    return sum(type(one) is NewGameScreen for one in gc.get_objects())


async def test_closed_pages_are_gone_in_a_calm_moment_and_not_while_cards_fly() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        gc.disable()  # as during a flight
        for _ in range(2):
            await pilot.press("n", "escape")
        await pilot.pause(0.7)
        assert pages() == 2
        gc.enable()
        gc.set_threshold(0)  # Python itself does not search: what is found, the app looked for
        end = monotonic() + PATIENCE
        while pages():
            assert monotonic() < end, "closed pages are still there"
            await pilot.pause(0.05)


async def test_pages_closed_without_a_calm_moment_do_not_pile_up() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        most = 0
        for _ in range(5):
            await pilot.press("n", "escape")
            most = max(most, pages())
        assert most < 5, "a search comes although pages are closed one after the other"

"""A program that stays open for many matches keeps nothing of those that are over."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
import warnings
import weakref
from pathlib import Path

import pytest
from textual._styles_cache import StylesCache

from uno_tui.engine.game import Game
from uno_tui.ruleset.load import load
from uno_tui.session.feed import Batch, Feed
from uno_tui.store.paths import read_bounded
from uno_tui.tui.app import UnoApp

pytestmark = pytest.mark.searches


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_TUI_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize("page", ["rules", "settings"])
async def test_nothing_drawn_for_a_closed_page_is_kept(page: str) -> None:
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        app.open_page(page)
        await pilot.pause(0.2)
        screen = app.screen
        kept = [weakref.ref(widget._styles_cache) for widget in screen.query("*")]
        assert len(kept) > 3
        del screen
        await pilot.press("escape")
        await pilot.pause(0.2)
        gc.unfreeze()  # what was there when the app settled its memory
        gc.collect()
        alive = [ref for ref in kept if ref() is not None]
        # What was on top a moment ago may still be at hand; a whole page is not.
        assert len(alive) <= 1


async def test_nothing_drawn_outlives_the_app() -> None:
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause(0.1)
        assert StylesCache.get_inner_outer.cache_info().currsize > 0
    assert StylesCache.get_inner_outer.cache_info().currsize == 0


async def test_a_card_in_flight_that_nobody_waits_for_is_put_away() -> None:
    """Cancelled before its first step, it must not be left as a coroutine never awaited."""
    feed = Feed()

    async def fly() -> None:
        await asyncio.sleep(60)

    end = feed.subscribe(lambda _batch: fly())
    feed.subscribe(lambda _batch: end())
    view = Game(load("classic"), ["Ann", "Bo"], 1).view(None)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        await asyncio.wait_for(feed.publish(Batch((), view)), 5)
        gc.collect()
    assert [str(one.message) for one in told] == []


@pytest.mark.parametrize("size", [0, 10, 100_000])
def test_a_short_file_takes_little_memory(tmp_path: Path, size: int) -> None:
    path = tmp_path / "short"
    path.write_bytes(b"x" * size)
    tracemalloc.start()
    try:
        assert len(read_bounded(path, 64 << 20)) == size
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()

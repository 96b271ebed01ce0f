"""The replay viewer gives advice on a position, tells what was done in words, and takes clicks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests import waiting
from uno_tui.ai import Explained
from uno_tui.engine.view import View
from uno_tui.store.records import load_replay
from uno_tui.tui.app import UnoApp
from uno_tui.tui.screens import replay as viewer
from uno_tui.tui.screens.replay import ReplayScreen
from uno_tui.tui.screens.replay_parts import Track

from .screen_text import screen_text
from .test_results import finished_match


async def look(app: UnoApp, pilot: Pilot[int]) -> ReplayScreen:
    screen = ReplayScreen(app, load_replay(await finished_match("classic", **{"match.rounds": 1})))
    app.push_screen(screen)
    await pilot.pause()
    return screen


async def until(pilot: Pilot[int], app: UnoApp, words: str) -> str:
    await waiting.until(pilot, lambda: re.search(words, screen_text(app)), repr(words))
    return screen_text(app)


def to_a_choice(screen: ReplayScreen) -> int:
    """Go to the first position with several plays; returns the seat that is asked."""
    replay = screen.replay
    for at in range(len(replay)):
        game = replay.at(at)
        asked = game.asked()
        if len(asked) == 1 and len(game.options(asked[0])) > 2:
            replay.jump(at)
            screen.show()
            return asked[0]
    raise AssertionError("no position with a choice")


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_advice_ranks_the_options_and_marks_what_was_done(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewer, "ADVICE_SECONDS", 0.1)
    monkeypatch.setattr(viewer, "ADVICE_LIMIT", waiting.PATIENCE)
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        screen = await look(app, pilot)
        seat = to_a_choice(screen)
        await pilot.press(str(2 - seat))  # looking with the other seat
        await pilot.press("i")
        name = screen.replay.game().names[seat]
        text = await until(pilot, app, r"\d+ %  (Lay|Draw)")
        assert screen.seat == seat
        assert f"Advice, as {name} knew it" in text
        assert "done" in text
        before = screen.replay.cursor
        await pilot.press("i")
        await pilot.pause()
        assert "Advice, as" not in screen_text(app)
        assert screen.replay.cursor == before


async def test_advice_is_asked_from_what_the_seat_knew_and_follows_the_cursor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[View] = []
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await look(app, pilot)

        async def think(view: View, seconds: float, limit: float) -> list[Explained]:
            asked.append(view)
            raise TimeoutError

        monkeypatch.setattr(screen._thinker, "explain", think)
        seat = to_a_choice(screen)
        await pilot.press(str(seat + 1), "i")
        await until(pilot, app, "Lay ")
        assert asked
        assert {view.seat for view in asked} == {seat}
        assert all(view.hands is None for view in asked)
        at = screen.replay.cursor
        await pilot.press("right")
        assert screen.replay.cursor == at + 1
        await until(pilot, app, "is asked here|Advice, as|nothing to decide")


async def test_the_last_action_is_told_in_words_also_where_there_is_no_log() -> None:
    app = UnoApp()
    async with app.run_test(size=(60, 20)) as pilot:
        await look(app, pilot)
        await pilot.press("right")
        await pilot.pause()
        line = screen_text(app).splitlines()[1]
        assert re.search(r"(laid|drew) ", line)
        assert "play " not in line


async def test_a_click_on_the_track_goes_there() -> None:
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await look(app, pilot)
        track = screen.query_one(Track)
        await pilot.click(track, offset=(1 + track.long - 1, 0))
        assert screen.replay.cursor == len(screen.replay)
        await pilot.click(track, offset=(1, 0))
        assert screen.replay.cursor == 0
        await pilot.click(track, offset=(1 + track.long // 2, 0))
        assert 0 < screen.replay.cursor < len(screen.replay)


async def test_leaving_in_the_middle_of_a_thought_ends_its_process(own_home: Path) -> None:
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await look(app, pilot)
        to_a_choice(screen)
        await pilot.press("i")
        await waiting.until(pilot, lambda: screen._thinker._process, "a process that thinks")
        await pilot.press("escape")
        await waiting.until(pilot, lambda: not screen.is_attached, "the end of the page")
        assert screen._thinker._process is None


async def test_everything_around_a_replay_is_ascii_where_that_is_all_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(viewer, "ADVICE_SECONDS", 0.1)
    monkeypatch.setattr(viewer, "ADVICE_LIMIT", waiting.PATIENCE)
    app = UnoApp()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        app.change_settings(app.settings.model_copy(update={"glyphs": "ascii"}))
        screen = await look(app, pilot)
        assert screen_text(app).isascii()
        to_a_choice(screen)
        await pilot.press("i")
        assert (await until(pilot, app, r"\d+ %  ")).isascii()
        app.tell("Something to tell.")
        await pilot.press("g")
        await pilot.pause()
        assert "Go to which turn" in screen_text(app)
        assert screen_text(app).isascii()
        await pilot.press("escape", "escape", "e")
        await pilot.pause()
        await pilot.press("i")
        await pilot.pause()
        assert "Take in which file" in screen_text(app)
        assert screen_text(app).isascii()

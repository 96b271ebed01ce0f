"""The lessons: every step can be done on the engine, and the screen leads through them."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.content import Content
from textual.pilot import Pilot

from tests.tui.screen_text import screen_text
from uno_tui.engine.actions import Action
from uno_tui.tui.app import UnoApp
from uno_tui.tui.screens.tutorial import TutorialScreen
from uno_tui.tui.screens.tutorial_lessons import Lesson, LessonError, lessons, read_lessons
from uno_tui.tui.widgets.hint_line import spelled


async def first_lesson(pilot: Pilot[int], app: UnoApp) -> TutorialScreen:
    """The tutorial, opened from the menu."""
    await pilot.press("l")
    await pilot.pause()
    assert isinstance(app.screen, TutorialScreen)
    return app.screen


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.title)
def test_every_step_of_a_lesson_can_be_done(lesson: Lesson) -> None:
    game = lesson.table()
    for step in lesson.steps:
        assert step.tell
        for seat, action in step.others:
            assert game.apply(seat, action).accepted, step.tell
        for action in step.want:
            probe = game.clone()
            assert probe.apply(0, action).accepted, step.tell
        if step.want:
            assert step.wrong
            game.apply(0, step.want[0])
    assert not lesson.steps[-1].want


@pytest.mark.parametrize("size", [(60, 20), (60, 50), (80, 24), (100, 30), (140, 40)])
async def test_every_step_fits_its_box_and_the_table_stays_where_it_is(
    size: tuple[int, int],
) -> None:
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        screen = await first_lesson(pilot, app)
        tell, piles = screen.query_one("#tell"), screen.query_one("#piles")
        region = piles.region
        for lesson in lessons():
            for step in lesson.steps:
                for words in (Content(step.tell), Content(spelled(step.tell))):
                    rows = words.wrap(tell.content_size.width)
                    assert len(rows) <= tell.content_size.height, words.plain
        await pilot.press("enter")
        await pilot.pause()
        assert piles.region == region
        assert "Enter" not in str(tell.border_subtitle)


async def test_a_click_on_the_words_goes_on_and_does_nothing_where_a_card_is_wanted() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await first_lesson(pilot, app)
        for _ in range(3):
            await pilot.click("#tell")
            await pilot.pause()
            assert screen.at == 1
            assert not str(screen.query_one("#said").render())


async def test_what_happened_is_told_without_half_a_sentence() -> None:
    app = UnoApp()
    async with app.run_test(size=(60, 20)) as pilot:
        screen = await first_lesson(pilot, app)
        screen.begin(5)
        await pilot.press("enter")
        await pilot.press("x")
        await pilot.pause()
        said = screen.query_one("#said")
        words = str(said.render())
        assert words.endswith("Cleo drew 4 cards. (dishonest wild draw)")
        assert len(words) <= said.content_size.width


UNKNOWN_CARD = """
[[lesson]]
title = "x"
ruleset = "classic"
players = ["A", "B"]
discard = "R5"
draw = ""
hands = { A = "R1", B = "Q1" }
[[lesson.step]]
tell = "x"
"""


@pytest.mark.parametrize("text", ["", "lesson = 3", "[[lesson]]\n", "not toml", UNKNOWN_CARD])
def test_damaged_lessons_are_told(text: str, tmp_path: Path) -> None:
    path = tmp_path / "lessons.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LessonError, match="lesson"):
        read_lessons(path)


async def test_the_first_lesson_is_played_by_keys() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await first_lesson(pilot, app)
        await pilot.press("enter")
        assert screen.at == 1
        await pilot.press("end", "enter")
        await pilot.pause()
        assert screen.at == 1, "a card that does not fit is refused"
        assert "matches" in screen_text(app)
        await pilot.press("home", "enter")
        await pilot.pause()
        assert screen.at == 2
        assert "You laid Red 9" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert screen.number == 1


async def test_a_wild_asks_for_its_colour() -> None:
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        app.push_screen(TutorialScreen(app, 3))
        await pilot.pause()
        screen = app.screen
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("b")
        await pilot.pause()
        assert app.screen is screen
        assert screen.at == 0, "blue is not what the lesson wants"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("g")
        await pilot.pause()
        assert screen.at == 1


async def test_the_whole_of_learn_ends_in_the_menu() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(TutorialScreen(app))
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TutorialScreen)
        for number, lesson in enumerate(lessons()):
            assert screen.number == number
            for step in lesson.steps:
                if step.want:
                    action: Action = step.want[0]
                    screen.attempt(action)
                else:
                    screen.action_go_on()
        await pilot.pause()
        assert type(app.screen).__name__ == "MenuScreen"

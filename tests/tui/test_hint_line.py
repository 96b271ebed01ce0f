"""The line of keys at the bottom of every page presses its keys when it is clicked."""

from __future__ import annotations

import pytest

from tests.waiting import until
from uno_tui.tui.app import UnoApp
from uno_tui.tui.screens.menu import MenuScreen
from uno_tui.tui.screens.new_game import NewGameScreen
from uno_tui.tui.screens.settings import SettingsScreen
from uno_tui.tui.widgets.hint_line import HintLine, fitted, key_name, parts_of

from .screen_text import screen_text


def keys_of(hint: str) -> dict[str, str]:
    return {part.words: part.key for part in parts_of(hint) if part.is_key}


def test_keys_are_told_from_words() -> None:
    assert keys_of("Enter open · n name · ? keys · Esc back") == {
        "Enter": "enter", "n": "n", "?": "question_mark", "Esc": "escape",
    }  # fmt: skip
    assert keys_of("nobody = leaves · saved at once · An action every 2 seconds") == {}
    assert keys_of("PgUp PgDn read on") == {"PgUp": "pageup", "PgDn": "pagedown"}
    words = [part for part in parts_of("Esc back") if part.words == "back"]
    assert words[0].key == "escape"


@pytest.mark.parametrize(
    ("key", "shown", "plain"),
    [
        ("escape", "Esc", "Esc"), ("ctrl+q", "Ctrl+Q", "Ctrl+Q"), ("shift+tab", "Shift+Tab", "Shift+Tab"),
        ("left", "←", "Left"), ("enter", "Enter", "Enter"), ("f1", "F1", "F1"), ("home", "Home", "Home"),
        ("question_mark", "?", "?"), ("right_square_bracket", "]", "]"), ("n", "n", "n"),
        ("plus", "+", "+"), ("H", "H", "H"),
    ],
)  # fmt: skip
def test_a_key_is_written_in_one_way_everywhere(key: str, shown: str, plain: str) -> None:
    assert (key_name(key), key_name(key, ascii_only=True)) == (shown, plain)


@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_parts_stand_where_the_words_stand(ascii_only: bool) -> None:
    parts = parts_of("↑↓ choose · Esc back", ascii_only)
    shown = "up/down choose - Esc back" if ascii_only else "↑↓ choose · Esc back"
    assert all(shown[part.start : part.end] == part.words for part in parts)


@pytest.mark.parametrize("ascii_only", [False, True])
def test_where_room_is_short_the_way_out_stays(ascii_only: bool) -> None:
    hint = "←→ step · Space play · o open · i advice · ? keys · Esc"
    assert fitted(hint, 100, ascii_only) == hint
    for room in range(4, 60):
        short = fitted(hint, room, ascii_only)
        assert short.endswith("Esc")
        assert sum(part.end - part.start for part in parts_of(short, ascii_only)) <= room
    assert fitted(hint, 32, ascii_only).startswith("←→ step")


async def test_every_page_says_how_to_leave_at_the_smallest_size() -> None:
    app = UnoApp()
    async with app.run_test(size=(60, 20)) as pilot:
        app.change_settings(app.settings.model_copy(update={"glyphs": "ascii"}))
        for page in ("new_game", "records", "rules", "settings", "keys", "tutorial"):
            app.open_page(page)
            await pilot.pause()
            assert "Esc" in screen_text(app).splitlines()[-1], page
            await pilot.press("escape")
            await pilot.pause()


async def test_pages_are_left_and_steered_by_clicks() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, SettingsScreen)
        line = screen.query_one(HintLine)
        focus = app.focused
        hint = SettingsScreen.HINT
        await pilot.click(line, offset=(1 + hint.index("↓"), 0))
        assert app.focused is focus
        await pilot.click(line, offset=(1 + hint.index("back"), 0))
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)


async def test_the_menu_deals_the_last_table_again_by_a_click() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        assert isinstance(app.screen, NewGameScreen)
        await pilot.click(app.screen.query_one(HintLine), offset=(1, 0))
        await until(pilot, lambda: type(app.screen).__name__ == "TableScreen")

"""The main menu and the app around it: keys, clicks, pages, settings, trouble."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.widgets import OptionList

from tests.tui.screen_text import screen_text
from tests.waiting import until
from uno_tui.store.settings import load_settings
from uno_tui.tui.app import UnoApp
from uno_tui.tui.fields import ChoiceList
from uno_tui.tui.match import request_of
from uno_tui.tui.palette import Palette
from uno_tui.tui.screens.crash import CrashScreen
from uno_tui.tui.screens.menu import CHOICE_WIDTH, MenuScreen, fitted
from uno_tui.tui.screens.menu_art import TitleFan

SIZES = [(60, 20), (80, 24), (100, 30), (140, 40)]


@pytest.mark.parametrize("size", SIZES)
async def test_everything_of_the_menu_is_on_the_screen(size: tuple[int, int]) -> None:
    app = UnoApp()
    async with app.run_test(size=size):
        text = screen_text(app)
    for word in ("New game", "Learn", "Rules", "Records", "Settings", "Quit"):
        assert word in text
    assert "Continue" not in text
    assert "7" in text


@pytest.mark.parametrize("key", ["", "n", "l", "r", "e", "s", "question_mark", "g"])
async def test_too_small_a_terminal_is_told_and_recovers(key: str) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*([key] if key else []))
        await pilot.pause()
        before = screen_text(app).splitlines()[0]
        await pilot.resize_terminal(40, 10)
        await pilot.pause()
        small = screen_text(app)
        assert "A little more room" in small
        assert len(small.split()) < 25, "nothing else is to be seen"
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert screen_text(app).splitlines()[0] == before


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("n", "NewGameScreen"), ("l", "TutorialScreen"), ("r", "RulesScreen"),
        ("e", "RecordsScreen"), ("s", "SettingsScreen"), ("question_mark", "KeysScreen"),
    ],
)  # fmt: skip
async def test_each_key_opens_its_page_and_escape_comes_back(key: str, name: str) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert type(app.screen).__name__ == name
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)


async def test_the_menu_works_by_mouse() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        choices = app.screen.query_one("#choices", OptionList)
        await pilot.click(choices, offset=(5, choices.get_option_index("settings")))
        await pilot.pause()
        assert type(app.screen).__name__ == "SettingsScreen"


async def test_quit_leaves_with_code_0() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
    assert app.return_code == 0


async def test_a_setting_holds_at_once_and_is_remembered() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        rows = app.screen.query_one(ChoiceList).rows
        at = [row.id for row in rows].index("motion")
        app.screen.query_one(ChoiceList).cursor = at
        await pilot.press("right")
        await pilot.pause()
        assert app.settings.motion is False
        assert app.animation_level == "none"
        app.screen.query_one(ChoiceList).cursor = [row.id for row in rows].index("theme")
        await pilot.press("right")
        await pilot.pause()
        assert app.theme == app.settings.theme != "felt"
    settings, messages = load_settings()
    assert (settings.motion, settings.theme, messages) == (False, app.theme, [])


async def test_a_broken_settings_file_is_told_and_the_rest_of_it_kept(own_home: Path) -> None:
    folder = own_home / "config"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text('pace = "warp"\nmotion = false\n', encoding="utf-8")
    app = UnoApp()
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await until(pilot, lambda: any("pace" in note.message for note in app._notifications))
        assert app.settings.motion is False


async def test_a_keymap_file_rebinds_and_its_mistakes_are_told(own_home: Path) -> None:
    folder = own_home / "config"
    folder.mkdir(parents=True)
    text = 'menu.new_game = "w"\n"no such!" = "x"\nmenu.rules = 3\n'
    (folder / "keymap.toml").write_text(text, encoding="utf-8")
    app = UnoApp()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        for mistake in ("no such!", "menu.rules"):
            await until(
                pilot, lambda it=mistake: any(it in note.message for note in app._notifications)
            )
        await pilot.press("w")
        await pilot.pause()
        assert type(app.screen).__name__ == "NewGameScreen"


async def test_a_part_that_fails_is_told_and_the_way_on_offered(own_home: Path) -> None:
    app = UnoApp()
    app.recover_in_tests = True
    async with app.run_test(size=(80, 24)) as pilot:
        app._handle_exception(ValueError("[red]broken[/] \x1b[2J"))
        await pilot.pause()
        text = screen_text(app)
        assert "Your match is saved" in text
        assert "[red]broken[/]" in text
        assert list((own_home / "state" / "crash").iterdir())
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)


async def test_a_picture_is_saved_and_none_behind_a_curtain(own_home: Path) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.private = True  # type: ignore[attr-defined]
        await pilot.press("ctrl+s")
        assert not (own_home / "data" / "pictures").exists()
        app.screen.private = False  # type: ignore[attr-defined]
        await pilot.press("ctrl+s")
        assert len(list((own_home / "data" / "pictures").glob("*.svg"))) == 1


async def test_the_palette_offers_pages_and_the_keys_of_the_screen() -> None:
    from uno_tui.tui.commands import UnoCommands

    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        provider = UnoCommands(app.screen)
        titles = [command.title for command in provider._commands()]
        assert any(title.startswith("Quick game") for title in titles)
        assert "Records" in titles
        assert not [title for title in titles if title.startswith("Continue")], "nothing is saved"
        assert not {"Learn", "Learn to play"} <= set(titles), "one page, one entry"
        # What only moves about stands behind everything one may look for.
        assert titles.index("Settings") < titles.index("Page Up")
        assert titles.count("New game") == 1
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, Palette))


async def test_the_keys_page_tells_the_keys_of_the_page_below() -> None:
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert "Quick game: the last table again, or a first one" in screen_text(app)
        assert "Continue" not in screen_text(app), "nothing is saved"
        assert "menu.quick" in screen_text(app)


@pytest.mark.parametrize("key", ["q", "ctrl+q"])
async def test_quitting_in_the_middle_of_a_match_says_how_to_go_on(key: str) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.start_match(request_of("stacking", [("Ann", ""), ("", "easy")], 5))
        await pilot.pause()
        await pilot.press(key)
    assert "Stacking is saved; Continue" in app.farewell


@pytest.mark.parametrize("keys", [("q",), ("n", "ctrl+q"), ("l", "ctrl+q")])
async def test_quitting_without_a_match_says_nothing(keys: tuple[str, ...]) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
    assert (app.farewell, app.return_code) == ("", 0)


@pytest.mark.parametrize("size", SIZES)
async def test_every_key_has_its_line_on_the_keys_page(size: tuple[int, int]) -> None:
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        line = next(one for one in screen_text(app).splitlines() if "Learn" in one)
    assert line.split() == ["l", "Learn", "menu.tutorial"]


async def test_what_was_said_is_over_when_a_page_opens_but_warnings_stay() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: len(app._notifications) == 1, "there is no saved match")
        app.tell("The settings could not be saved.", "warning")
        await pilot.press("r")
        await until(pilot, lambda: type(app.screen).__name__ == "RulesScreen")
        assert [one.message for one in app._notifications] == ["The settings could not be saved."]
        app.tell("A word about the rules.")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))
        assert len(app._notifications) == 2, "going back is no reason to take it away"


async def test_with_room_the_settings_show_cards_in_the_looks_chosen() -> None:
    app = UnoApp()
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        text = screen_text(app)
        assert "How long they seem to think" in text
        assert "╭" in text.splitlines()[15][80:] + text.splitlines()[13][80:]
        fan = app.screen.query_one(TitleFan)
        await pilot.press(*["down"] * 4, "right", "right")
        await until(pilot, lambda: fan.glyph_set == app.glyph_set == "ascii")
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: not fan.region)


@pytest.mark.parametrize(("size", "framed"), [((80, 24), False), ((140, 40), True)])
async def test_plain_settings_are_framed_only_beside_the_cards(
    size: tuple[int, int], framed: bool
) -> None:
    app = UnoApp()
    app.settings.glyphs = "ascii"
    app.apply_settings()
    async with app.run_test(size=size) as pilot:
        await pilot.press("s")
        await pilot.pause()
        text = screen_text(app)
    assert ("+--" in text) == framed
    assert text.isascii()


async def test_plain_scroll_bars_are_there_and_plain() -> None:
    app = UnoApp()
    app.settings.glyphs = "ascii"
    app.apply_settings()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        keys = app.screen.query_one(VerticalScroll)
        assert keys.max_scroll_y > 0
        assert keys.show_vertical_scrollbar
        assert keys.vertical_scrollbar.region.width == 1
        assert screen_text(app).isascii()


async def test_the_menu_has_no_frame_in_plain_characters() -> None:
    app = UnoApp()
    app.settings.glyphs = "ascii"
    app.apply_settings()
    async with app.run_test(size=(80, 24)):
        lines = screen_text(app).splitlines()
    assert lines[next(n for n, line in enumerate(lines) if "New game" in line) - 1].strip() == ""


async def test_first_and_last_setting_are_a_key_away() -> None:
    app = UnoApp()
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        rows = app.screen.query_one(ChoiceList)
        await pilot.press("end")
        await pilot.pause()
        assert rows.rows[rows.cursor].id == "mouse"
        assert "Mouse" in screen_text(app)
        await pilot.press("home")
        await pilot.pause()
        assert rows.rows[rows.cursor].id == "pace"


@pytest.mark.parametrize("page", ["e", "es"])
async def test_where_nothing_was_played_no_empty_list_stands(page: str) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*page)
        await pilot.pause()
        assert not app.screen.query_one(OptionList).display
        assert "Esc" in screen_text(app).splitlines()[-1]
        await pilot.press("escape")
        await pilot.pause()
        assert type(app.screen).__name__ == ("MenuScreen" if page == "e" else "RecordsScreen")


@pytest.mark.parametrize("theme", ["felt", "paper", "high-contrast", "colour-blind", "terminal"])
async def test_the_menu_is_drawn_in_every_theme(theme: str) -> None:
    app = UnoApp(theme_name=theme)
    async with app.run_test(size=(80, 24)):
        assert app.theme == theme
        assert "New game" in screen_text(app)


async def test_an_unknown_theme_is_told() -> None:
    app = UnoApp(theme_name="neon")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: any("neon" in note.message for note in app._notifications))
        assert app.theme == "felt"


def test_a_searching_ai_thinks_as_long_as_the_settings_say() -> None:
    from uno_tui.store.record import SeatSpec
    from uno_tui.store.settings import Settings
    from uno_tui.tui.match import brains_for

    make = brains_for(Settings(expert_think=0.3))
    assert make(SeatSpec("Bo", "ai", "expert")).seconds == 0.3  # type: ignore[attr-defined]
    assert not hasattr(make(SeatSpec("Bo", "ai", "easy")), "seconds")


async def test_the_bell_and_the_title_tell_whose_turn_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)):
        rung: list[bool] = []
        written: list[str] = []
        monkeypatch.setattr(app, "bell", lambda: rung.append(True))
        monkeypatch.setattr(UnoApp, "is_headless", False)
        monkeypatch.setattr(app._driver, "write", written.append)
        app.settings.assists.bell = True
        app.tell_turn(True)
        app.tell_turn(False)
        app.settings.assists.window_title = False
        app.tell_turn(True)
        monkeypatch.undo()
    assert len(rung) == 2
    assert written == ["\x1b[22;0t", "\x1b]0;your turn · uno-tui\x07", "\x1b]0;uno-tui\x07"]


def test_a_long_continue_line_ends_with_a_sign_and_a_gap() -> None:
    long = "Continue  Sunday rules with everything · round 12 · Ann, Ben and Cleo"
    cut = fitted(long, False)
    assert cut.endswith("…  ")
    assert len(cut) == len(fitted("Continue", False)) == CHOICE_WIDTH - 1
    assert long.startswith(cut.rstrip(" …"))
    assert fitted(long, True).endswith("...  ")


ASCII_PAGES = {
    "menu": "", "new game": "n", "save a variant": "n f2", "rules": "r", "rules, read on": "r enter end",
    "settings": "s end", "keys": "question_mark", "learn": "l", "records": "e", "statistics": "e s",
    "palette": "ctrl+p", "palette, nothing found": "ctrl+p x q z",
}  # fmt: skip


@pytest.mark.parametrize("page", [*ASCII_PAGES, "crash"])
async def test_with_plain_characters_nothing_else_is_on_a_page(page: str) -> None:
    app = UnoApp()
    app.settings.glyphs = "ascii"
    app.apply_settings()
    async with app.run_test(size=(140, 40)) as pilot:
        for key in ASCII_PAGES.get(page, "").split():
            await pilot.press(key)
            await pilot.pause()
        if page == "crash":
            await app.push_screen(CrashScreen("KeyError: 1", "/a/file"))
        await pilot.pause()
        text = screen_text(app)
    assert set(text) - set(map(chr, range(128))) == set()

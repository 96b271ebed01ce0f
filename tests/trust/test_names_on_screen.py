"""Names of any kind, of people, files, variants and matches: no codes on the screen, straight rows."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import OptionList

from tests.tui.screen_text import screen_text
from tests.waiting import until
from uno_tui.__main__ import main
from uno_tui.engine.actions import format_action
from uno_tui.engine.game import Game
from uno_tui.resources import shipped
from uno_tui.ruleset.load import load, snapshot
from uno_tui.store import saves, stats
from uno_tui.store.paths import paths, write_private
from uno_tui.store.reading import parse_record
from uno_tui.store.record import Act, End, Record, SeatSpec, Title, seat_words, write_record
from uno_tui.store.replay import Replay
from uno_tui.store.settings import Settings, save_settings
from uno_tui.tui.app import UnoApp
from uno_tui.tui.match import request_of
from uno_tui.tui.screens.menu import MenuScreen
from uno_tui.tui.screens.replay import ReplayScreen
from uno_tui.tui.screens.results import Result
from uno_tui.tui.screens.settings import SettingsScreen
from uno_tui.tui.screens.stats import StatsScreen
from uno_tui.tui.screens.table import TableScreen

HOSTILE = (
    "[b]x[/]",
    "[/]",
    "[@click=app.quit]x[/]",
    "\x1b[31mred\x1b[2J",
    "名前名前名前名前名前",
    "שלום\u202eabc\u200d",
    "e" + "\u0301" * 40,
    "\U0001f469\u200d\U0001f469\u200d\U0001f467\ufe0f\U0001f1e9\U0001f1ea",
    "a" * 10_000,
    "\u200b\u2060",
)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNO_TUI_HOME", str(tmp_path / "home"))
    save_settings(Settings(pace="instant", motion=False))
    return tmp_path / "home"


def look(app: UnoApp) -> str:
    """The screen in front, row by row, after a look at each."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()
    assert len(strips) == height
    for strip in strips:
        codes = [char for char in strip.text if unicodedata.category(char) in ("Cc", "Cf", "Cs")]
        assert codes == [], strip.text
        assert cell_len(strip.text) == width, strip.text
    return "\n".join(strip.text for strip in strips)


def finished(names: tuple[str, ...], title: str) -> Record:
    """A record with these names, as a stranger could have written it, that ends by giving up."""
    rules = load("classic")
    seats = tuple(
        SeatSpec(name, "human" if at else "ai", "" if at else "easy")
        for at, name in enumerate(names)
    )
    record = Record(saves.new_header(snapshot(rules), seats, 7))
    game = Game(rules, list(names), 7)
    for _ in range(6):
        seat = game.asked()[0]
        action = game.options(seat)[0]
        record.add(Act(seat, format_action(action, game.tables, seat_words(len(names)))))
        game.apply(seat, action)
    record.add(Title(title))
    record.add(End((), (0,) * len(names), 1, 60, 0))
    return record


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_at_a_table_and_before_it(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uno_tui.tui.screens.table.HOLD_OFF", 0.0)  # the curtain lifts at once
    wishes = [(name, "") for name in HOSTILE[:9]] + [("", "easy")]
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        app.start_match(request_of("classic", wishes, 7))
        await until(pilot, lambda: "Enter when ready" in screen_text(app), "the curtain")
        look(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.hand.cards)
        look(app)
        for key in ("tab", "i", "m"):
            await pilot.press(key)
            await pilot.pause()
            look(app)
            await pilot.press("escape")


async def test_two_seats_of_one_name() -> None:
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        app.start_match(request_of("classic", [("Ann", ""), ("Ann", ""), ("Ann", "easy")], 7))
        await until(pilot, lambda: "Pass to Ann 2" in screen_text(app))
        look(app)


async def test_in_records_and_statistics(own_home: Path) -> None:
    for number in range(0, len(HOSTILE), 2):
        record = finished(HOSTILE[number : number + 2], HOSTILE[-1 - number] + " match")
        write_private(paths().records / f"r{number}.match", write_record(record))
    if sys.platform != "win32":
        odd = "\x1b[31m\u202e名前[b]" + "\udcff" + ".match"
        write_private(paths().records / odd, b"no record")
        write_private(paths().saves / odd, b"no record")
    stats.rebuild()
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("e")
        await over_every_line(app, pilot, "#list")
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, StatsScreen))
        await over_every_line(app, pilot, "OptionList")


async def test_in_the_replay_viewer(own_home: Path) -> None:
    for size in ((100, 30), (60, 20)):
        record = parse_record(write_record(finished(HOSTILE[:9], "[/] replay"))).record
        app = UnoApp(replay=Replay(record))
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda it=app: isinstance(it.screen, ReplayScreen))
            for key in ("right", "right", "s", "h", "end", "v"):
                look(app)
                await pilot.press(key)
                await pilot.pause()
            look(app)


async def test_at_the_end_of_a_round() -> None:
    wishes = [(name, "random") for name in (HOSTILE[0], HOSTILE[4], HOSTILE[6], HOSTILE[8])]
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.start_match(request_of("classic", wishes, 7, 0))
        await until(pilot, lambda: isinstance(app.screen, Result))
        await until(pilot, lambda: "[b]x[/]" in screen_text(app))
        look(app)


async def over_every_line(app: UnoApp, pilot: Pilot[int], where: str) -> None:
    listed = app.screen.query_one(where, OptionList)
    await until(pilot, lambda: listed.option_count > 3, "lines")
    for _ in range(listed.option_count):
        look(app)
        await pilot.press("down")
        await pilot.pause()


@pytest.mark.parametrize("page", "nr")
async def test_in_the_list_of_variants(
    own_home: Path, page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = paths().rulesets
    folder.mkdir(parents=True)
    for number, name in enumerate(HOSTILE):
        quoted = "".join(f"\\U{ord(char):08x}" for char in name)
        text = f'extends = "classic"\nname = "{quoted}"\nsummary = "{quoted}"\nmood = "{quoted}"\n'
        (folder / f"v{number}.toml").write_text(text, encoding="utf-8")
    wide = f'extends = "classic"\nname = "{"変種" * 6}"\nsummary = "{"変" * 40}"\nmood = "変種"\n'
    (folder / "wide.toml").write_text(wide, encoding="utf-8")
    if sys.platform != "win32":
        (folder / "\x1b[2J\u202e名前.toml").write_text("=", encoding="utf-8")
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press(page)
        await until(pilot, lambda: not isinstance(app.screen, MenuScreen))
        await pilot.press("end")
        await pilot.pause()
        for _ in range(len(HOSTILE) + 3):
            look(app)
            await pilot.press("up")
            await pilot.pause()
    main(["rulesets"])
    assert all(line.isprintable() for line in capsys.readouterr().out.splitlines())


async def test_typed_as_a_name_in_a_new_game() -> None:
    from textual.widgets import Input

    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("n")
        await until(pilot, lambda: not isinstance(app.screen, MenuScreen))
        for name in HOSTILE:
            await pilot.press("tab")
            await pilot.press(*(char for char in "x" + name[:20] if char.isprintable()))
            await pilot.pause()
            look(app)
        assert not app.screen.query(Input) or app.is_running


@pytest.mark.parametrize("title", ["[/]", "[b]x", "変種" * 20, "[@click=app.quit]x[/]"])
async def test_titles_of_themes_in_the_palette_and_the_settings(own_home: Path, title: str) -> None:
    felt = (shipped("assets") / "themes" / "felt.toml").read_text(encoding="utf-8")
    lines = [line for line in felt.splitlines() if not line.startswith(("name", "title"))]
    paths().themes.mkdir(parents=True)
    text = f'name = "mine"\ntitle = "{title}"\n' + "\n".join(lines)
    (paths().themes / "mine.toml").write_text(text, encoding="utf-8")
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "mine" in app.available_themes)
        await pilot.press("ctrl+p")
        found = app.screen.query_one(OptionList)

        def offered() -> bool:
            at_all = [found.get_option_at_index(at) for at in range(found.option_count)]
            return any(str(one.prompt).startswith(f"Theme: {title}"[:40]) for one in at_all)

        await until(pilot, offered, "the theme in the palette")
        look(app)
        await pilot.press(*"Theme: ")
        await pilot.pause()
        look(app)
        await pilot.press("escape", "s")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        for _ in range(20):
            look(app)
            await pilot.press("down")
        await pilot.pause()
        for _ in range(8):
            await pilot.press("right")
            look(app)

"""Hundreds of matches: the menu and the Records page stay quick and show every one of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.widgets import OptionList

from tests.waiting import until
from uno_tui.ruleset.load import load, snapshot
from uno_tui.store import reading, saves
from uno_tui.store.paths import paths, write_private
from uno_tui.store.reading import parse_record, read_record
from uno_tui.store.record import Act, Record, RecordError, SeatSpec, Title, write_line, write_record
from uno_tui.tui.app import UnoApp
from uno_tui.tui.match import latest_save, summary_of_latest
from uno_tui.tui.screens.records import AT_ONCE, RecordsScreen

COUNT = AT_ONCE * 2 + 7


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNO_TUI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def record_called(title: str) -> Record:
    seats = (SeatSpec("Ann", "human"), SeatSpec("Bo", "ai", "easy"))
    record = Record(saves.new_header(snapshot(load("classic")), seats, 7))
    record.add(Act(0, "draw"))
    record.add(Title(title))
    return record


def fill(folder: Path) -> list[Path]:
    """Matches called `match 0`, the oldest, `match 1` …; returned newest first."""
    written = []
    for number in range(COUNT):
        path = folder / f"m{number:03d}.match"
        write_private(path, write_record(record_called(f"match {number}")), durable=False)
        os.utime(path, (1_000_000 + number, 1_000_000 + number))
        written.append(path)
    return written[::-1]


async def test_all_are_listed_and_the_cursor_stays() -> None:
    fill(paths().saves)
    fill(paths().records)
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("e")
        page = app.screen
        assert isinstance(page, RecordsScreen)
        listed = page.query_one("#list", OptionList)
        await until(pilot, lambda: listed.option_count == 2 * COUNT + 2, "all of them")
        listed.highlighted = AT_ONCE + 20
        chosen = page.chosen()
        assert chosen is not None
        await pilot.press("d")
        await until(pilot, lambda: listed.option_count == 2 * COUNT + 1, "one less")
        assert listed.highlighted == AT_ONCE + 20
        await pilot.press("z")
        await until(pilot, lambda: listed.option_count == 2 * COUNT + 2, "all of them again")


def test_what_has_not_changed_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    newest = fill(paths().saves)
    read: list[Path] = []

    def counted(path: Path) -> reading.Reading:
        read.append(path)
        return read_record(path)

    monkeypatch.setattr(saves, "read_record", counted)
    assert latest_save() == newest[0]
    assert read == newest[:1]
    first = saves.list_saves()
    assert len(read) == COUNT
    assert saves.list_saves() == first
    assert "match" in summary_of_latest()
    assert len(read) == COUNT
    saves.rename(newest[5], "another name")
    assert saves.list_saves()[5].title == "another name", "played no later than before"
    assert len(read) == COUNT + 1


def test_a_broken_or_finished_save_is_passed_over() -> None:
    newest = fill(paths().saves)
    newest[0].write_bytes(b"nonsense")
    os.utime(newest[0], (2_000_000, 2_000_000))
    assert latest_save() == newest[1]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b'{"s":0,"a":"draw"}', ""),
        (b'{"s": 1, "a": "play W+4 color=blue uno"}', ""),
        (b'{"s":1,"a":"play \\u0041"}', ""),
        (b'{"s":2,"a":"draw"}', "there is no seat 2"),
        (b'{"s":01,"a":"draw"}', "damaged"),
        (b'{"s":99,"a":"draw"}', "there is no seat 99"),
        (b'{"s":0,"a":"' + b"x" * 5000 + b'"}', "at most"),
        (b'{"s":0,"a":"x"},', "damaged"),
    ],
)
def test_the_quick_way_reads_what_the_slow_one_reads(
    line: bytes, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = write_line(record_called("x").header) + line + b'\n{"s":0,"a":"pass"}\n'
    quick = outcome(content)
    monkeypatch.setattr(reading, "_quick_act", lambda _line, _seats: None)
    assert outcome(content) == quick
    assert told in quick if told else quick.count("Act(") == 2


def outcome(content: bytes) -> str:
    try:
        return repr(parse_record(content).record.entries)
    except RecordError as error:
        return str(error)

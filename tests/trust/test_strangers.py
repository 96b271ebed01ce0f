"""Files from strangers are data: bounded, told in a sentence, never shown raw, never followed."""

from __future__ import annotations

import json
import os
import resource
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from uno_tui.ai.temperament import read_characters
from uno_tui.cards import clean_name
from uno_tui.engine.actions import format_action
from uno_tui.engine.game import Game
from uno_tui.faces.scenario import check_files
from uno_tui.ruleset.load import RulesetError, available, load, load_text, snapshot
from uno_tui.store import records, saves
from uno_tui.store.paths import paths
from uno_tui.store.reading import read_record
from uno_tui.store.record import (
    Act,
    Header,
    Record,
    RecordError,
    SeatSpec,
    seat_words,
    write_record,
)
from uno_tui.store.settings import load_settings, save_settings
from uno_tui.tui.keymap import read_keymap
from uno_tui.tui.themes import load_theme, load_themes

GIGABYTE = 1 << 30
MOST_SECONDS = 60
"""Far more than any of these takes, far less than reading it all would."""


@pytest.fixture
def huge(tmp_path: Path) -> Path:
    """A file of a gigabyte that takes no room on the disk."""
    path = tmp_path / "huge.toml"
    with open(path, "wb") as file:
        file.truncate(GIGABYTE)
    return path


def in_a_sentence(read: Callable[[Path], object], path: Path) -> str:
    try:
        answer = read(path)
    except ValueError as error:
        answer = error
    told = " ".join(answer[1]) if isinstance(answer, tuple) else str(answer)
    assert told
    assert len(told) < 1000
    assert "\x1b" not in told
    return told


def keymap(path: Path) -> object:
    paths().keymap.parent.mkdir(parents=True, exist_ok=True)
    os.link(path, paths().keymap)
    return read_keymap({})


@pytest.mark.skipif(sys.platform == "win32", reason="sparse files are for other systems")
@pytest.mark.parametrize(
    "read",
    [load, load_settings, load_theme, keymap, read_record, records.load_replay,
     records.import_record, saves.load_save],
)  # fmt: skip
def test_a_gigabyte_is_not_read(read: Callable[[Path], object], huge: Path) -> None:
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
    in_a_sentence(read, huge)
    assert time.monotonic() - began < MOST_SECONDS
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown * 1024 < 400 << 20


@pytest.mark.skipif(sys.platform == "win32", reason="sparse files are for other systems")
def test_scenarios_of_a_gigabyte_are_not_read(
    huge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check_files([huge]) == 2
    assert len("".join(capsys.readouterr())) < 1000


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("read", [load, load_settings, load_theme, read_record])
def test_a_pipe_is_not_waited_for(read: Callable[[Path], object], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    in_a_sentence(read, pipe)


def test_a_deck_of_a_million_cards_is_refused() -> None:
    text = 'extends = "classic"\nname = "Many"\n[deck]\ncopies = 1000000\n'
    with pytest.raises(RulesetError) as caught:
        load_text(text, "many.toml")
    assert "copies" in str(caught.value)


@pytest.mark.parametrize("name", ["x" * 10_000, "\x1b[31mred", "[b]bold[/b]", "a\u202eb\0c", "\n"])
def test_names_are_cut_and_cleaned(name: str) -> None:
    clean = clean_name(name)
    assert 0 < len(clean) <= 40
    assert clean.isprintable()
    record = Record(_header(name))
    assert all(spec.name.isprintable() and len(spec.name) <= 40 for spec in _again(record).seats)


def _header(name: str = "Ann") -> Header:
    rules = load("classic")
    return saves.new_header(snapshot(rules), (SeatSpec(name, "human"), SeatSpec("Bo", "ai")), 7)


def _again(record: Record) -> Record:
    path = paths().records / "one.match"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(write_record(record))
    return read_record(path).record


@pytest.mark.parametrize(
    "text",
    ["play W+4 color=blue", "play ZZ", "draw draw", "", "x" * 5000, "\x1b[2J", "give R1 to=#99"],
)
def test_impossible_actions_are_told_with_their_line(text: str, tmp_path: Path) -> None:
    record = Record(_header())
    for _ in range(3):
        record.add(Act(0, text))
    path = tmp_path / "odd.match"
    path.write_bytes(write_record(record))
    with pytest.raises(RecordError) as caught:
        records.load_replay(path)
    assert "line 2" in str(caught.value)
    assert str(caught.value).isprintable()
    with pytest.raises(RecordError):
        records.import_record(path)
    assert not list(paths().records.glob("*"))


def test_paths_inside_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text('name = "Secret"\n')
    for extends in (str(secret), "../secret", "../../secret.toml", "file:secret", "~/secret"):
        with pytest.raises(RulesetError) as caught:
            load_text(f'extends = "{extends}"\nname = "X"\n', "x.toml", folders=[tmp_path / "own"])
        assert "Secret" not in str(caught.value)
    header = _header()
    evil = Record(
        Header("../../evil", header.ruleset, header.seats, header.seed, "../../../created")
    )
    game = Game(load("classic"), ["Ann", "Bo"], 7)
    seat = game.asked()[0]
    words = seat_words(2)
    evil.add(Act(seat, format_action(game.options(seat)[0], game.tables, words)))
    path = tmp_path / "evil.match"
    path.write_bytes(write_record(evil))
    facts = records.import_record(path)
    assert facts.path.parent == paths().records
    assert {one.name for one in tmp_path.iterdir()} == {"secret.toml", "evil.match", "home"}


def test_codes_and_markup_in_files_do_not_reach_the_lists(tmp_path: Path) -> None:
    paths().rulesets.mkdir(parents=True)
    text = 'extends = "classic"\nname = "\\u001b[31m[b]Red[/b]"\nsummary = "\\u0007bell"\n'
    (paths().rulesets / "odd.toml").write_text(text)
    for entry in available([paths().rulesets]):
        shown = entry.error or f"{entry.ruleset.name} {entry.ruleset.summary}"  # type: ignore[union-attr]
        assert shown.isprintable()
    (paths().rulesets / "\x1b[31mred.toml").write_text("=")
    assert all((one.error or "").isprintable() for one in available([paths().rulesets]))
    paths().themes.mkdir(parents=True)
    (paths().themes / "\x1b]0;title\x07.toml").write_text("=")
    assert all(complaint.isprintable() for complaint in load_themes(paths().themes)[1])


def test_theme_titles_are_cleaned(tmp_path: Path) -> None:
    from uno_tui.resources import shipped

    text = (shipped("assets") / "themes" / "felt.toml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith(("name", "title"))]
    path = tmp_path / "mine.toml"
    path.write_text('name = "mine"\ntitle = "\\u001b[31m' + "x" * 1900 + '"\n' + "\n".join(lines))
    title = load_theme(path).title
    assert title.isprintable()
    assert len(title) <= 60


@pytest.mark.skipif(sys.platform == "win32", reason="modes are for other systems")
def test_files_are_private_to_the_user() -> None:
    before = os.umask(0)
    try:
        save_settings(load_settings()[0])
        autosave = saves.begin_save(_header())
        autosave.close()
        records.export_record(autosave.path, paths().data / "shared.match")
    finally:
        os.umask(before)
    home = Path(os.environ["UNO_TUI_HOME"])
    found = [home, *home.rglob("*")]
    assert len(found) > 5
    for path in found:
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode & 0o077 == 0, path


def test_older_and_newer_formats_are_refused_in_a_sentence_and_kept(tmp_path: Path) -> None:
    paths().saves.mkdir(parents=True)
    record = write_record(Record(_header())).decode()
    for version in ("0", "2", "999", '"x"', "null", "[]"):
        path = paths().saves / f"{version.strip('[]')}v.match"
        data = json.loads(record.splitlines()[0])
        data["uno-tui"] = json.loads(version)
        content = json.dumps(data) + "\n"
        path.write_text(content)
        with pytest.raises(RecordError) as caught:
            saves.load_save(path)
        assert str(caught.value)
        assert path.read_text() == content
    assert all(one.problem for one in saves.list_saves())
    assert len(saves.list_saves()) == 6


@pytest.mark.parametrize("words", [["validate"], ["check"], ["replay", "--log"]])
def test_commands_say_one_sentence_about_rubbish(words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "rubbish.toml"
    path.write_bytes(bytes(range(256)) * 20)
    done = subprocess.run(
        [sys.executable, "-m", "uno_tui", *words, str(path)], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_temperaments_are_our_own_file_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text('names = ["\\u001b[31m"]\n')
    with pytest.raises(ValueError, match=r"levels|temperaments|names"):
        read_characters(path)

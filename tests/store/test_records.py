from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.waiting import until
from uno_tui.engine.events import ALL, PUBLIC
from uno_tui.engine.game import Game
from uno_tui.ruleset.schema import Ruleset
from uno_tui.store import records, saves, stats
from uno_tui.store.paths import paths, write_private
from uno_tui.store.reading import parse_record, read_record
from uno_tui.store.record import (
    Act,
    Cut,
    Record,
    RecordError,
    Reseat,
    SeatChange,
    SeatSpec,
    Snap,
    Title,
    write_line,
    write_record,
)
from uno_tui.store.replay import Replay, play_through, restore, ruleset_of
from uno_tui.store.report import make_report
from uno_tui.store.settings import LastSeat, Settings, save_settings
from uno_tui.tui.app import UnoApp

from .conftest import SEATS, ended, play

Played = Callable[..., tuple[Record, Game]]


def test_a_record_is_read_as_it_was_written(played: Played) -> None:
    record, _ = played(most=25)
    record.add(Title("Sunday"))
    record.add(SeatChange(1, SeatSpec("Bo", "human")))
    reading = parse_record(write_record(record))
    assert reading.record.header == record.header
    assert reading.record.entries == record.entries
    assert reading.record.title == "Sunday"
    assert reading.record.seats[1] == SeatSpec("Bo", "human")
    assert reading.good_bytes == len(write_record(record))


@pytest.mark.parametrize("variant", ["classic", "chaos", "slap", "six-card", "playing-cards"])
def test_replay_leads_to_the_same_position(variant: str) -> None:
    record, game = play(variant, most=150)
    assert play_through(record).position() == game.position()


def test_a_replay_goes_both_ways(played: Played) -> None:
    record, game = played(most=120)
    replay = Replay(record)
    seen = [replay.game().position()]
    while replay.step():
        seen.append(replay.game().position())
    assert len(seen) == len(replay) + 1
    assert without_history(seen[-1]) == without_history(game.position())
    while replay.back():
        assert without_history(replay.game().position()) == without_history(seen[replay.cursor])
    replay.jump_to_turn(5)
    assert replay.turn == 5
    assert replay.act(replay.cursor)[1].verb in (0, 1)


def without_history(position: str) -> str:
    data = json.loads(position)
    data.pop("history", None)
    return json.dumps(data)


def test_a_replay_shows_each_viewer_only_its_own(played: Played) -> None:
    record, _ = played(most=60)
    replay = Replay(record)
    for index in range(len(replay)):
        everything = replay.events(index, ALL)
        public = replay.events(index, PUBLIC)
        assert [e.kind for e in everything] == [e.kind for e in public]
        for full, shown in zip(everything, public, strict=True):
            if full.kind == "drew":
                assert shown.cards == ()
                assert replay.events(index, full.seat)[everything.index(full)].cards == full.cards


def test_a_cut_is_a_record_of_its_own(played: Played) -> None:
    record, _ = played(most=40)
    replay = Replay(record)
    short = replay.cut(11)
    assert short.action_count == 11
    assert without_history(play_through(short).position()) == without_history(
        replay.at(11).position()
    )
    assert record.action_count == 40


def test_undo_in_the_file_takes_actions_away(played: Played) -> None:
    record, _ = played(most=30)
    content = write_record(record) + write_line(Cut(12)) + write_line(Act(0, "draw"))
    again = parse_record(content).record
    assert again.actions[:12] == record.actions[:12]
    assert again.action_count == 13
    with pytest.raises(RecordError, match=r"line \d+: it keeps 99"):
        parse_record(write_record(record) + write_line(Cut(99)))


def test_a_torn_last_line_is_left_out(played: Played) -> None:
    record, _ = played(most=20)
    whole = write_record(record)
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for content in (whole[: last + 7], whole[: last + 7] + b"\n", whole[:last] + b"\0" * 40):
        reading = parse_record(content)
        assert reading.good_bytes == last
        assert reading.record.entries == record.entries[:-1]


def test_damage_in_the_middle_names_its_line(played: Played) -> None:
    record, _ = played(most=20)
    lines = write_record(record).split(b"\n")
    lines[5] = b"{damaged"
    with pytest.raises(RecordError, match="line 6: it is damaged"):
        parse_record(b"\n".join(lines))


def test_an_impossible_action_is_refused_with_its_line(played: Played) -> None:
    record, _ = played(most=20)
    lines = write_record(record).split(b"\n")
    at = max(n for n, line in enumerate(lines) if b'"a"' in line)
    lines[at] = b'{"s":1,"a":"play R7 R7 R7"}'
    broken = parse_record(b"\n".join(lines[: at + 1]) + b"\n").record
    with pytest.raises(RecordError, match=f"line {at + 1}: "):
        Replay(broken)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"hello\nthere\n", "not a record"),
        (b'{"a":1}\n', "not a record"),
        (b'{"uno-tui":99}\n', "format 99, this version reads format 1"),
        (b'{"uno-tui":1,"variant":"x","ruleset":{},"seats":[]}\n', "2 to 10 seats"),
        (b"[" * 100_000 + b"\n", "not a record"),
    ],
)
def test_what_is_no_record_gets_a_sentence(content: bytes, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        Replay(parse_record(content).record)


def test_bounds_hold(played: Played, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record, _ = played(most=20)
    monkeypatch.setattr("uno_tui.store.reading.MOST_ACTIONS", 10)
    with pytest.raises(RecordError, match="more than 10 actions"):
        parse_record(write_record(record))
    monkeypatch.setattr("uno_tui.store.reading.MOST_BYTES", 1 << 10)
    write_private(home / "big.match", write_record(record))
    with pytest.raises(RecordError, match="bigger than the 1 KiB"):
        read_record(home / "big.match")
    with pytest.raises(RecordError, match="longer than"):
        parse_record(b'{"uno-tui":1,"x":"' + b"x" * (1 << 20) + b'"}\n')


def test_a_ruleset_that_cannot_be_is_refused(played: Played) -> None:
    record, _ = played(most=2)
    rules = json.loads(json.dumps(record.header.ruleset))
    rules["deck"]["copies"] = 1_000_000
    line = json.loads(write_record(record).split(b"\n")[0])
    line["ruleset"] = rules
    with pytest.raises(RecordError, match="ruleset is not valid"):
        Replay(parse_record(json.dumps(line).encode() + b"\n").record)


def test_a_mended_rule_resumes_from_the_snapshot(played: Played) -> None:
    record, _ = played(most=34)
    last = record.snapshot
    assert last is not None
    at = record.entries.index(last)
    # An action before the snapshot that the rules no longer allow: the actions lead elsewhere.
    first = next(n for n, entry in enumerate(record.entries) if isinstance(entry, Act))
    record.entries[first] = Act(record.actions[0].seat, "play W+4")
    with pytest.raises(RecordError):
        play_through(record)
    restored = restore(record)
    assert "rules have changed" in restored.mended
    assert restored.keep == record.action_count
    fresh = Game.from_position(last.position, load_rules(record), [s.name for s in SEATS])
    assert restored.game.names == fresh.names
    assert len(record.entries) - at == 4 + 1


def load_rules(record: Record) -> Ruleset:
    return ruleset_of(record.header)


def test_a_snapshot_that_differs_wins_over_the_actions(played: Played) -> None:
    record, _ = played(most=31)
    _, game = played(seed=8, most=5)
    record.add(Snap(game.position(), 1, (0, 0, 0), 3))
    restored = restore(record)
    assert restored.mended
    assert json.loads(restored.game.position()) == json.loads(game.position())


def test_new_seats_between_rounds_are_replayed() -> None:
    record, _ = play(most=10)
    four = (*SEATS, SeatSpec("Dee", "human"))
    rules = load_rules(record)
    game = Game(rules, [s.name for s in four], 99, scores=[5, 0, 3, 0])
    record.add(Reseat(four, game.position(), "join"))
    seat = game.asked()[0]
    game.apply(seat, game.options(seat)[-1])
    from uno_tui.engine.actions import format_action

    record.add(Act(seat, format_action(game.record[-1][1], game.tables, ("#0", "#1", "#2", "#3"))))
    again = parse_record(write_record(record)).record
    replay = Replay(again)
    assert len(replay) == 11
    assert len(replay.at(10).names) == 3
    assert len(replay.at(11).names) == 4
    assert replay.seats(11) == four
    assert without_history(replay.at(11).position()) == without_history(game.position())


# Files of the user's.


def saved(record: Record, folder: Path, name: str = "one") -> Path:
    path = folder / f"{name}{saves.SUFFIX}"
    write_private(path, write_record(record))
    return path


def test_saves_are_listed_renamed_deleted_and_brought_back(played: Played) -> None:
    record, _ = played(most=33)
    path = saved(record, paths().saves)
    saved(record, paths().saves, "two").write_bytes(b"rubbish\n")
    good = next(one for one in saves.list_saves() if not one.problem)
    bad = next(one for one in saves.list_saves() if one.problem)
    assert (good.variant, good.round_no, good.actions) == ("classic", 1, 33)
    assert [spec.name for spec in good.seats] == ["Ann", "Bo", "Cy"]
    assert "not a record" in bad.problem
    os.utime(path, (1_000_000_000, 1_000_000_000))
    saves.rename(path, "Sunday\x1b[31m evening")
    assert saves.facts_of(path).changed == 1_000_000_000, "not played since"
    assert saves.facts_of(path).title == "Sunday [31m evening"
    gone = saves.delete(path)
    assert not path.exists()
    assert len(saves.list_saves()) == 1
    assert saves.undo_delete(gone) == path
    assert saves.load_save(path).record.action_count == 33


def test_export_and_import_keep_the_match_and_not_the_path(played: Played, home: Path) -> None:
    record, game = played(most=33)
    path = saved(record, paths().records)
    out = records.export_record(path, home / "gift.match", names=False)
    text = out.read_text()
    assert not any(name in text for name in ("Ann", "Bo", "Cy"))
    taken = records.import_record(out)
    assert taken.path.parent == paths().records
    assert [spec.name for spec in taken.seats] == ["Player 1", "Player 2", "Player 3"]
    replay = records.load_replay(taken.path)
    assert without_history(replay.at(33).position()) == without_history(game.position())
    again = records.export_record(path, home / "gift.match")
    assert again.name == "gift-2.match"


def test_a_stranger_cannot_choose_the_path(played: Played, home: Path) -> None:
    record, _ = played(most=5)
    line = json.loads(write_record(record).split(b"\n")[0])
    line["created"] = "../../../evil/2026"
    line["variant"] = "../../evil\x1b[2J"
    rest = write_record(record).split(b"\n", 1)[1]
    source = home / "in.match"
    source.write_bytes(json.dumps(line).encode() + b"\n" + rest)
    taken = records.import_record(source)
    assert taken.path.parent == paths().records
    assert "\x1b" not in taken.variant


def test_statistics_count_finished_matches(played: Played) -> None:
    for seed, champions in ((1, (0,)), (2, (0,)), (3, (1,))):
        record, _ = played(seed=seed, most=30)
        stats.put_away(saved(ended(record, champions), paths().saves, f"m{seed}"), record)
    summed = stats.summary()
    ann = summed["humans"]["Ann"]
    assert (ann["games"], ann["wins"], ann["streak"], ann["best_streak"]) == (3, 2, -1, 2)
    assert ann["average_points"] == 120
    assert ann["seconds"] == 195
    assert summed["levels"]["hard"]["wins"] == 1
    assert summed["variants"]["classic"]["matches"] == 3
    plays = sum(len(e.text.split()) > 0 and e.text.startswith("play") and e.seat == 0
                for seed in (1, 2, 3) for e in played(seed=seed, most=30)[0].actions)  # fmt: skip
    counted = stats.read_lines()[0]
    assert sum(sum(line.players[0].cards.values()) for line in counted) == plays
    json.dumps(summed)
    before = paths().stats.read_bytes()
    assert stats.rebuild() == 3
    assert sorted(paths().stats.read_bytes().splitlines()) == sorted(before.splitlines())


def test_a_match_that_ended_in_a_crash_is_put_away(played: Played) -> None:
    record, _ = played(most=30)
    saved(ended(record), paths().saves)
    assert stats.adopt_finished() == 1
    assert saves.list_saves() == []
    assert records.list_records()[0].finished
    assert stats.summary()["matches"] == 1
    assert stats.adopt_finished() == 0


def test_a_match_is_counted_once_whenever_the_crash_came(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = ended(played(most=30)[0])
    save = saved(record, paths().saves)

    def lost(*_: object) -> None:
        raise OSError("the power went")

    with monkeypatch.context() as broken:
        broken.setattr("os.replace", lost)
        with pytest.raises(OSError, match="the power went"):
            stats.put_away(save, record)
    assert stats.summary()["matches"] == 1
    assert stats.adopt_finished() == 1
    assert stats.summary()["matches"] == 1
    assert records.list_records()[0].finished


async def test_the_app_puts_such_a_match_away_when_it_starts(played: Played) -> None:
    saved(ended(played(most=30)[0]), paths().saves, "over")
    saved(played(seed=2, most=30)[0], paths().saves, "going-on")
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, records.list_records)
    assert [one.finished for one in records.list_records()] == [True]
    assert [one.finished for one in saves.list_saves()] == [False]
    assert stats.summary()["matches"] == 1


def test_damaged_statistics_lose_only_the_damage(played: Played) -> None:
    record, _ = played(most=10)
    stats.put_away(saved(ended(record), paths().saves), record)
    with open(paths().stats, "ab") as file:
        file.write(b'{"match":1}\nrubbish\n{"players":[{"name":1}]}\n')
    summed = stats.summary()
    assert (summed["matches"], summed["damaged"]) == (1, 3)


def test_a_report_names_nobody_unless_asked(played: Played, home: Path) -> None:
    record, _ = played(most=10)
    saved(record, paths().saves)
    chosen = Settings()
    chosen.last_table.seats = [LastSeat(name="Ann")]
    save_settings(chosen)
    write_private(paths().crash / "1.txt", b"Traceback: KeyError 'Ann'")
    for names in (False, True):
        made = make_report(home / f"report-{names}.zip", include_names=names)
        with zipfile.ZipFile(made) as archive:
            assert set(archive.namelist()) == {
                "facts.json", "settings.json", "last.match", "crash.txt",
            }  # fmt: skip
            text = b"".join(archive.read(name) for name in archive.namelist()).decode()
            assert parse_record(archive.read("last.match")).record.action_count == 10
        assert ("Ann" in text) is names


# Anything may be in a file.

WHOLE = write_record(play(most=12)[0])


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_mutated_records_get_a_sentence_or_play(data: st.DataObject) -> None:
    content = bytearray(WHOLE)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        how = data.draw(st.sampled_from(["cut", "byte", "swap", "insert"]))
        if how == "cut":
            del content[at + 1 :]
        elif how == "byte":
            content[at] = data.draw(st.integers(0, 255))
        elif how == "insert":
            content[at:at] = data.draw(
                st.sampled_from([b"\n", b"null", b"1e999", b"-1", b'"', b"}", b"99999999999999"])
            )
        else:
            content[at : at + 1] = b"%d" % data.draw(st.integers(0, 9))
    with suppress(RecordError):
        record = parse_record(bytes(content)).record
        Replay(record)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_mutated_values_get_a_sentence_or_play(data: st.DataObject) -> None:
    lines = [json.loads(line) for line in WHOLE.splitlines()]
    at = data.draw(st.integers(0, len(lines) - 1))
    key = data.draw(st.sampled_from(sorted(lines[at])))
    lines[at][key] = data.draw(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
        | st.lists(st.integers() | st.text(max_size=5), max_size=12)
        | st.dictionaries(st.text(max_size=5), st.integers(), max_size=3)
    )  # fmt: skip
    content = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    with suppress(RecordError):
        record = parse_record(content).record
        restore(record)
        Replay(record)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_mutated_positions_get_a_sentence_or_play(data: st.DataObject) -> None:
    record = parse_record(WHOLE).record
    snap = record.snapshot
    assert snap is not None
    position = json.loads(snap.position)
    key = data.draw(st.sampled_from(sorted(position)))
    position[key] = data.draw(
        st.none() | st.integers(-3, 200) | st.lists(st.integers(-2, 130), max_size=6)
        | st.lists(st.lists(st.integers(-2, 130), max_size=4), max_size=4)
        | st.text(max_size=3) | st.lists(st.text(max_size=3), max_size=4)
    )  # fmt: skip
    record.entries = [e for e in record.entries if not isinstance(e, Snap)]
    record.entries.insert(3, Snap(json.dumps(position), 1, (0, 0, 0), 3))
    record.lines = list(range(len(record.entries)))
    again = parse_record(write_record(record)).record
    with suppress(RecordError):
        restore(again)

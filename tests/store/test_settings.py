from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from uno_tui.store.paths import paths, private_folder
from uno_tui.store.settings import LastSeat, Settings, load_settings, save_settings


def write(text: str | bytes) -> Path:
    where = paths().settings
    private_folder(where.parent)
    where.write_bytes(text.encode() if isinstance(text, str) else text)
    return where


def test_without_a_file_the_defaults_hold_and_nothing_is_said() -> None:
    chosen, messages = load_settings()
    assert messages == []
    assert (chosen.pace, chosen.reaction_window, chosen.motion) == ("normal", 2.5, True)


def test_what_is_saved_is_read_back_and_private(home: Path) -> None:
    chosen = Settings(pace="slow", reaction_window=0, theme="paper", keys={"draw": "d,space"})
    chosen.assists.call_uno = True
    chosen.last_table.seats = [LastSeat(name="Ann"), LastSeat(name="Bo", kind="ai", level="hard")]
    chosen.last_table.knobs = {"uno.penalty": 4, "faces.7.effects": ["swap-hands"]}
    save_settings(chosen)
    again, messages = load_settings()
    assert messages == []
    assert again == chosen
    assert stat.S_IMODE(paths().settings.stat().st_mode) == 0o600
    assert stat.S_IMODE(paths().config.stat().st_mode) == 0o700
    assert [path.name for path in paths().config.iterdir()] == ["settings.toml"]


def test_a_bad_value_costs_only_itself_and_names_its_line() -> None:
    where = write('theme = "paper"\n\npace = "warp"\n[assists]\nbell = "loud"\n')
    chosen, messages = load_settings()
    assert chosen.theme == "paper"
    assert chosen.pace == "normal"
    assert chosen.assists.bell is False
    assert any("line 3" in text and "pace" in text and "'warp'" in text for text in messages)
    assert any("line 5" in text and "assists.bell" in text for text in messages)
    assert where.with_name("settings.toml.broken").read_bytes() == where.read_bytes()


def test_a_file_that_is_not_toml_is_kept_and_named() -> None:
    where = write('pace = "slow\n')
    chosen, messages = load_settings()
    assert chosen == Settings()
    assert any("line 1" in text and "settings.toml" in text for text in messages)
    save_settings(chosen)
    assert where.with_name("settings.toml.broken").read_text() == 'pace = "slow\n'


def test_two_different_broken_files_are_both_kept() -> None:
    where = write("pace = 1\n")
    load_settings()
    load_settings()
    write("pace = 22\n")
    load_settings()
    kept = sorted(path.read_text() for path in where.parent.glob("*broken*"))
    assert kept == ["pace = 1\n", "pace = 22\n"]


def test_an_unknown_key_is_told_and_survives_saving() -> None:
    write('wobble = 3\npace = "quick"\n')
    chosen, messages = load_settings()
    assert chosen.pace == "quick"
    assert any("'wobble'" in text and "line 1" in text for text in messages)
    save_settings(chosen)
    assert "wobble = 3" in paths().settings.read_text()


def test_names_are_made_safe() -> None:
    write('[last_table]\nseats = [{name = "\\u001b[31mAnn\\u0007"}]\n')
    chosen, _ = load_settings()
    assert chosen.last_table.seats[0].name == "[31mAnn"


@pytest.mark.parametrize("value", ["nan", "inf", "-1", "1e9"])
def test_a_window_that_is_no_time_is_refused(value: str) -> None:
    write(f"reaction_window = {value}\n")
    chosen, messages = load_settings()
    assert chosen.reaction_window == 2.5
    assert any("reaction_window" in text for text in messages)


def test_a_huge_file_and_a_folder_get_a_sentence() -> None:
    write(b"#" * (1 << 21))
    assert "1 MiB" in " ".join(load_settings()[1])
    paths().settings.unlink()
    paths().settings.mkdir()
    assert "not a file" in " ".join(load_settings()[1])


def test_deep_nesting_gets_a_sentence() -> None:
    write("keys = " + "[" * 50_000)
    chosen, messages = load_settings()
    assert chosen == Settings()
    assert messages


SAMPLE = (
    b'pace = "slow"\nreaction_window = 1.5\n[assists]\nbell = true\n[keys]\ndraw = "d"\n'
    b'[last_table]\nvariant = "duo"\nseats = [{name = "Ann", kind = "human"}]\n'
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    cut=st.integers(0, len(SAMPLE)),
    at=st.integers(0, len(SAMPLE)),
    junk=st.binary(max_size=8) | st.sampled_from([b"[[", b"=", b"1e999", b"true", b'""', b"{}"]),
)
def test_mutated_settings_never_raise(cut: int, at: int, junk: bytes) -> None:
    text = SAMPLE[: max(cut, 1)]
    write(text[:at] + junk + text[at:])
    chosen, messages = load_settings()
    assert isinstance(chosen, Settings)
    assert all(isinstance(text, str) and text for text in messages)
    save_settings(chosen)
    assert load_settings()[0] == chosen

"""Every file a user may have, mutated and cut off: always a message, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from uno_tui.ai.temperament import TemperamentError, read_characters
from uno_tui.engine.game import Game
from uno_tui.faces.scenario import check_files
from uno_tui.resources import shipped
from uno_tui.ruleset.load import load
from uno_tui.ruleset.tables import compile_tables
from uno_tui.store.paths import paths
from uno_tui.store.settings import load_settings
from uno_tui.tui.keymap import read_keymap
from uno_tui.tui.themes import ThemeError, load_theme

SETTINGS = b"""
pace = "quick"
reaction_window = 2.0
theme = "felt"
[assists]
bell = true
[keys]
"table.draw" = "d"
[last_table]
variant = "classic"
[[last_table.seats]]
name = "Ann"
kind = "human"
[last_table.knobs]
"scoring.target" = 200
"""
KEYMAP = b'"table.draw" = "d,space"\ntable.uno = "u"\n'
SCENARIO = b"""
[[scenario]]
title = "colour matches"
ruleset = "classic"
players = ["Ann", "Ben"]
discard = "R5"
draw = "G1 G2 G3"
hands = { Ann = "R9 B5 GS Y7", Ben = "BS B1" }
steps = ["! Ann: play Y7", "Ann: play R9", "= turn Ben"]
"""
JUNK = (
    b"\0", b"\xff\xfe", b'"""', b"[[", b"]]", b"[a.b.c]\n", b"= 99999999999999999999999999\n",
    b"-1", b"1e999", b"nan", b"inf", b"true", b"[]", b"{}", b'""', b"'", b"#", b"\n\n",
    b"\x1b[31m", b'"\\u001b[31m"', b"[b]x[/b]", b"1979-05-27", b'"\\u0000"', b'["a"]', b"{a=1}",
    b"0x7fffffffffffffffff", b'"' + b"x" * 10_000 + b'"', "\u202e".encode(), b"[" * 500,
)  # fmt: skip

Told = str
"""What the user is told; empty when the file was good."""


def ruleset(path: Path) -> Told:
    try:
        rules = load(path)
        Game(compile_tables(rules), ["Ann", "Ben", "Cy"][: max(2, min(3, rules.players.max))], 1)
    except ValueError as error:
        return str(error)
    return ""


def theme(path: Path) -> Told:
    try:
        load_theme(path)
    except ThemeError as error:
        return str(error)
    return ""


def temperaments(path: Path) -> Told:
    try:
        read_characters(path)
    except TemperamentError as error:
        return str(error)
    return ""


def preferences(path: Path) -> Told:
    return " ".join(load_settings(path)[1])


def keymap(path: Path) -> Told:
    paths().keymap.parent.mkdir(parents=True, exist_ok=True)
    paths().keymap.write_bytes(path.read_bytes())
    return " ".join(read_keymap({})[1])


def scenarios(path: Path) -> Told:
    check_files([path])
    return ""


KINDS: dict[str, tuple[Callable[[Path], Told], list[bytes]]] = {
    "rulesets": (ruleset, [one.read_bytes() for one in shipped("rulesets").glob("*.toml")]),
    "themes": (theme, [one.read_bytes() for one in (shipped("assets") / "themes").glob("*.toml")]),
    "temperaments": (temperaments, [(shipped("assets") / "temperaments.toml").read_bytes()]),
    "settings": (preferences, [SETTINGS]),
    "keymap": (keymap, [KEYMAP]),
    "scenarios": (scenarios, [SCENARIO]),
}


@st.composite
def mutated(draw: st.DrawFn, corpus: list[bytes]) -> bytes:
    content = draw(st.sampled_from(corpus))
    for _ in range(draw(st.integers(1, 4))):
        how = draw(st.sampled_from(["cut", "junk", "bit", "double", "drop", "value", "value"]))
        at = draw(st.integers(0, max(0, len(content) - 1)))
        lines = content.split(b"\n")
        row = draw(st.integers(0, len(lines) - 1))
        junk = draw(st.sampled_from(JUNK))
        if how == "cut":
            content = content[:at]
        elif how == "junk":
            content = content[:at] + junk + content[at + draw(st.integers(0, 10)) :]
        elif how == "bit" and content:
            flipped = content[at] ^ 1 << draw(st.integers(0, 7))
            content = content[:at] + bytes([flipped]) + content[at + 1 :]
        elif how == "double":
            content = b"\n".join([*lines[: row + 1], *lines[row:]])
        elif how == "drop":
            content = b"\n".join(lines[:row] + lines[row + 1 :])
        elif b"=" in lines[row]:
            lines[row] = lines[row].split(b"=")[0] + b"= " + junk
            content = b"\n".join(lines)
    return content


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_always_a_message(
    kind: str, data: st.DataObject, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    read, corpus = KINDS[kind]
    path = tmp_path / "mine.toml"
    path.write_bytes(data.draw(mutated(corpus)))
    told = read(path) + "".join(capsys.readouterr())
    assert "Traceback" not in told
    assert all(char.isprintable() or char == "\n" for char in told)
    assert len(told) < 4000


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_of_endless_parts_is_told_and_not_read(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The parser would need minutes for it."""
    path = tmp_path / "mine.toml"
    path.write_text("# mine\n" + ".".join("a" * 25_000) + " = 1\n", encoding="utf-8")
    told = KINDS[kind][0](path) + "".join(capsys.readouterr())
    assert "line is longer than 2,000 characters" in told

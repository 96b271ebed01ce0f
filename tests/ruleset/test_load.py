from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uno_tui import resources
from uno_tui.ruleset import load
from uno_tui.ruleset.errors import RulesetError
from uno_tui.ruleset.schema import Ruleset


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def _refused(text: str) -> RulesetError:
    with pytest.raises(RulesetError) as caught:
        load.load_text(text, "mine.toml")
    return caught.value


_TWO_COLORS = """\
[[colors]]
name = "a"
letter = "A"
style = "red"
[[colors]]
name = "b"
letter = "B"
style = "redd"
"""

# text of a file -> line, key, and a part of what is said
WRONG: tuple[tuple[str, int, str, str], ...] = (
    ("\n[uno]\npenalti = 3\n", 3, "uno.penalti", "did you mean 'uno.penalty'?"),
    ("uno.penalti = 3", 1, "uno.penalti", "did you mean 'uno.penalty'?"),
    ("uno = { penalti = 3 }", 1, "uno.penalti", "did you mean 'uno.penalty'?"),
    ("# a\n# b\npenalty = 3\n", 3, "penalty", "did you mean"),
    ("[unno]\npenalty = 3\n", 1, "unno", "did you mean 'uno'?"),
    ("[turn]\ndraw = 'one'\npenalty = 3\n", 3, "turn.penalty", "did you mean 'uno.penalty'?"),
    ("[courtesy]\nxyzzy = 3\n", 2, "courtesy.xyzzy", "courtesy has ready"),
    ("[uno]\npenalty = '4'\n", 2, "uno.penalty", "whole number, not '4'"),
    ("[uno]\npenalty = 21\n", 2, "uno.penalty", "20 or less, not 21"),
    ("[uno]\nslap = 'yes'\n", 2, "uno.slap", "true or false, not 'yes'"),
    ("[turn]\ndraw = 'untill-playable'\n", 2, "turn.draw", "did you mean 'until-playable'?"),
    ("[turn]\ndraw = 7\n", 2, "turn.draw", "7 is not one of one, until-playable"),
    ("uno = 3\n", 1, "uno", "must be a table, not 3"),
    ("name = 3\n", 1, "name", "text in quotes, not 3"),
    ("faces = 3\n", 1, "faces", "must be a table, not 3"),
    ("deck = 3\n", 1, "deck", "must be a table, not 3"),
    ("[deck]\ncards = 3\n", 2, "deck.cards", "must be a table, not 3"),
    ("[deck.cards]\nwilds = 3\n", 2, "deck.cards.wilds", "must be a table, not 3"),
    ("[faces]\n7 = 3\n", 2, "faces.7", "must be a table, not 3"),
    ("[round]\nrefills = 3\n", 2, "round.refills", "list in square brackets, not 3"),
    ("[faces.7]\neffekts = []\n", 2, "faces.7.effekts", "did you mean 'faces.7.effects'?"),
    ('[faces."W+4"]\n\npoints = "x"\n', 3, "faces.W+4.points", "whole number"),
    ("[faces.77]\npoints = 3\n", 1, "faces.77", "no card of the deck has the face '77'"),
    ('[deck.cards.wilds]\nW = 1\n"W+12" = 3\n', 3, "deck.cards.wilds.W+12", "nothing says what"),
    ("extends = 'clasic'\n", 1, "extends", "did you mean 'classic'?"),
    ("extends = '../classic'\n", 1, "extends", "must be the id of a ruleset"),
    ("extends = 3\n", 1, "extends", "must be the id of a ruleset"),
    ("id = 'x'\n", 1, "id", "is the file's name"),
    ("x = 1979-05-27\n", 1, "x", "is not a knob"),
    ("[scoring]\nmethod = 'lazy'\nat_target = 'eliminate'\n", 3, "scoring.at_target", "own hand"),
    ("[uno]\nslap = true\n[players]\nmax = 2\n", 2, "uno.slap", "three players"),
    ("[uno\n", 1, "", "is not valid TOML"),
    ("a = 1\nb = \n", 2, "", "is not valid TOML"),
    ("a = 1\na = 2\n", 2, "", "is not valid TOML"),
    ('x = """\n\n', 1, "", "is not valid TOML"),
    (f"x = {'[' * 1900}", 0, "", "nested too deeply"),
    (f"{'a.' * 950}a = 1", 0, "", "nested too deeply"),
    ("uno.penalty = " + "9" * 5000, 1, "", "is not valid TOML"),
    (_TWO_COLORS, 8, "colors.1.style", "did you mean 'red'?"),
)  # fmt: skip


@pytest.mark.parametrize("at", range(len(WRONG)))
def test_what_is_wrong_is_said_with_file_line_and_key(at: int) -> None:
    text, line, key, part = WRONG[at]
    error = _refused(text)
    assert (error.line, error.key) == (line, key)
    assert part in error.what
    place = f"mine.toml, line {line}" if line else "mine.toml"
    assert str(error) == ": ".join(word for word in (place, key, error.what) if word)
    assert "\n" not in str(error)


def test_a_line_in_a_long_text_or_list_is_not_taken_for_a_key() -> None:
    text = 'summary = """\npenalti = 4\n"""\n[match]\nforfeits = [\n "x",\n]\n[uno]\npenalti = 4\n'
    assert _refused(text.replace('"""\npenalti = 4\n"""', "'''a\\\npenalti = 4'''")).line == 8


def test_control_codes_never_reach_a_message() -> None:
    error = _refused('"\\u001b[31mred" = 1\n')
    assert error.what.startswith("is not a knob")
    assert str(error).isprintable()
    for value in ('"\\u001b]0;x\\u0007"', '"a\\u202Eb"'):
        assert str(_refused(f"turn.draw = {value}")).isprintable()


def test_a_file_is_named_as_it_was_given(tmp_path: Path) -> None:
    path = _write(tmp_path, "mine", "uno.penalti = 3")
    with pytest.raises(RulesetError, match=r"line 1: uno\.penalti") as caught:
        load.load(path)
    assert caught.value.source == str(path)
    with pytest.raises(RulesetError, match="no such file"):
        load.load(str(tmp_path / "other.toml"))


@pytest.mark.parametrize(
    ("which", "part"),
    [
        ("clasic", "did you mean 'classic'?"),
        ("", "there is no ruleset ''"),
        ("qqqqqq", "lists them all"),
        ("..", "there is no ruleset"),
        ("a\x1b[31m", "there is no ruleset"),
        ("x" * 300, "there is no ruleset"),
    ],
)
def test_an_unknown_id_is_refused_with_the_nearest(which: str, part: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load.load(which)
    assert part in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_large_file_a_folder_and_binary_data_are_refused(tmp_path: Path) -> None:
    large = _write(tmp_path, "large", "#" * (load.MAX_BYTES + 1))
    with pytest.raises(RulesetError, match="too large"):
        load.load(large)
    with pytest.raises(RulesetError, match="too large"):
        load.load_text("#" * (load.MAX_BYTES + 1), "large")
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    with pytest.raises(RulesetError, match="is not a file"):
        load.load(folder)
    (tmp_path / "bytes.toml").write_bytes(b'name = "x"\nsummary = "\xff"\n')
    with pytest.raises(RulesetError, match="line 2: is not UTF-8"):
        load.load(tmp_path / "bytes.toml")
    with pytest.raises(RulesetError):
        load.load("a\x00b.toml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_does_not_hang_the_program(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(RulesetError, match="is not a file"):
        load.load(tmp_path / "pipe.toml")


def test_files_extend_shipped_ones_those_in_folders_and_their_neighbours(tmp_path: Path) -> None:
    base = _write(tmp_path, "base", 'extends = "stacking"\nname = "Base"\nuno.penalty = 3\n')
    _write(tmp_path, "mine", 'extends = "base"\n[uno]\nuncaught = 5\n')
    for rules in (
        load.load(tmp_path / "mine.toml"),
        load.load("mine", folders=[tmp_path]),
        load.load_text('extends = "base"\nuno.uncaught = 5\n', "mine", folders=[tmp_path]),
    ):
        assert (rules.answers.draw, rules.uno.penalty, rules.uno.uncaught) == ("stack", 3, 5)
        assert (rules.id, rules.name, rules.summary) == ("mine", "Mine", "")
    assert load.load(base).name == "Base"


def test_an_error_is_told_of_the_file_of_the_chain_that_makes_it(tmp_path: Path) -> None:
    base = _write(tmp_path, "base", "\n\nuno.penalti = 3\n")
    mine = _write(tmp_path, "mine", 'extends = "base"\nuno.slap = true\n')
    with pytest.raises(RulesetError) as caught:
        load.load(mine)
    assert (caught.value.source, caught.value.line) == (str(base), 3)


def test_circles_and_long_chains_are_refused(tmp_path: Path) -> None:
    _write(tmp_path, "a", 'extends = "b"')
    _write(tmp_path, "b", 'extends = "a"')
    with pytest.raises(RulesetError, match="in a circle"):
        load.load("a", folders=[tmp_path])
    _write(tmp_path, "self", 'extends = "self"')
    with pytest.raises(RulesetError, match="in a circle"):
        load.load("self", folders=[tmp_path])
    for at in range(20):
        _write(tmp_path, f"c{at}", f'extends = "c{at + 1}"')
    with pytest.raises(RulesetError, match="more than 8 files"):
        load.load("c0", folders=[tmp_path])


def test_counts_lie_on_top_of_what_was_there_and_0_takes_a_face_out() -> None:
    rules = load.load_text('[deck.cards]\nwilds = { W = 0, "W+10" = 2 }\n', "mine")
    assert rules.deck.cards.wilds == {"W+4": 4, "W+10": 2}
    assert rules.deck.cards.each_color["7"] == 2
    assert set(rules.faces) == {*"0123456789SR", "+2", "W+4", "W+10"}


def test_a_face_keeps_what_a_file_does_not_change() -> None:
    rules = load.load_text('[faces."W+4"]\npoints = 30\n', "mine")
    face = rules.faces["W+4"]
    assert (face.effects, face.points, face.label) == (("color", "draw:4"), 30, "Wild Draw Four")
    rules = load.load_text('extends = "duo"\n[faces.S]\npoints = 30\n', "mine")
    assert (rules.faces["S"].effects, rules.faces["S"].points) == (("again",), 30)


def test_describing_a_known_face_that_is_not_in_the_deck_is_no_mistake() -> None:
    assert "0" not in load.load("pocket", {"faces.0.effects": ["rotate-hands"]}).faces


def test_all_lifts_a_restriction_of_the_file_below() -> None:
    assert load.load("stacking", {"answers.faces": "all"}).answers.faces is None
    assert load.load("stacking", {"answers.faces": []}).answers.faces == ()


@pytest.mark.parametrize(
    ("overrides", "key", "part"),
    [
        ({"uno.penalti": 4}, "uno.penalti", "did you mean 'uno.penalty'?"),
        ({"uno.penalty.x": 4}, "uno.penalty", "whole number, not a table"),
        ({"uno": 4}, "uno", "must be a table"),
        ({"id": "x"}, "id", "cannot be overridden"),
        ({"extends": "duo"}, "extends", "cannot be overridden"),
        ({"": 1}, "", "is not a knob"),
        ({"a" + ".b" * 50: 1}, "a" + ".b" * 50, "too many parts"),
        ({"faces.77.points": 1}, "faces.77", "no card of the deck"),
    ],
)
def test_a_wrong_override_is_refused_in_words(
    overrides: dict[str, object], key: str, part: str
) -> None:
    with pytest.raises(RulesetError) as caught:
        load.load("classic", overrides)
    assert caught.value.key == key
    assert part in caught.value.what
    assert caught.value.source == "overrides"


def test_overrides_change_single_knobs_and_keep_the_name() -> None:
    rules = load.load("classic", {"uno.penalty": 4, "faces.W+4.points": 30})
    assert (rules.id, rules.name, rules.uno.penalty) == ("classic", "Classic", 4)
    assert rules.faces["W+4"].points == 30
    again = load.with_overrides(rules, {"scoring.method": "lazy"})
    assert (again.uno.penalty, again.scoring.target) == (4, 0)


def test_available_lists_shipped_and_own_files_and_keeps_broken_ones(tmp_path: Path) -> None:
    _write(tmp_path, "good", 'extends = "duo"')
    _write(tmp_path, "bad", "uno.penalti = 3")
    _write(tmp_path, "classic", "uno.penalty = 3")
    (tmp_path / "notes.txt").write_text("hello")
    entries = {entry.path: entry for entry in load.available([tmp_path, tmp_path / "missing"])}
    assert len(entries) == len(load.shipped_ids()) + 3
    good, bad = entries[tmp_path / "good.toml"], entries[tmp_path / "bad.toml"]
    assert good.error is None
    assert good.ruleset is not None
    assert good.ruleset.deal.method == "draft"
    assert bad.ruleset is None
    assert "line 1: uno.penalti" in str(bad.error)
    assert "already called 'classic'" in str(entries[tmp_path / "classic.toml"].error)


@pytest.mark.parametrize("name", load.shipped_ids())
def test_a_snapshot_is_complete_and_survives_json(name: str) -> None:
    rules = load.load(name)
    assert load.from_snapshot(json.loads(json.dumps(load.snapshot(rules)))) == rules


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data.pop("faces"),
        lambda data: data["uno"].update(penalty="x"),
        lambda data: data.update(colors=[]),
        lambda data: data.update(faces=[]),
        lambda data: data["faces"].pop("7"),
        lambda data: data["deck"]["cards"]["each_color"].update({"7": 10**9}),
        lambda data: data.update(uno=[[[[]]]]),
    ],
)
def test_a_damaged_snapshot_is_refused(damage: Callable[[dict[str, Any]], object]) -> None:
    data = load.snapshot(load.load("duo"))
    damage(data)
    with pytest.raises(RulesetError, match="the saved ruleset"):
        load.from_snapshot(data)


_TEXTS = [path.read_text(encoding="utf-8") for path in resources.shipped("rulesets").glob("*.toml")]
_BITS = st.sampled_from(
    ["=", "[", "]", '"', "'", "{", "}", ".", ",", "\n", "\x00", "true", "-1", "9" * 400, "[[",
     "extends", "faces", "colors", "deck", "W+4", "1e400", "nan", "\u202e", "é", '"""', "#"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    text=st.sampled_from(_TEXTS),
    cuts=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), _BITS | st.just("")), max_size=4),
    end=st.floats(0.2, 1),
)
def test_mutated_and_truncated_files_give_a_ruleset_or_one_sentence(
    text: str, cuts: list[tuple[float, int, str]], end: float
) -> None:
    text = text[: int(len(text) * end)]
    for where, length, bit in cuts:
        at = int(where * len(text))
        text = text[:at] + bit + text[at + length :]
    said = _said(lambda: load.load_text(text, "mutant.toml"))
    assert said.isprintable()
    assert said == "" or said.startswith(("mutant.toml", str(resources.shipped("rulesets"))))


def _said(loading: Callable[[], Ruleset]) -> str:
    """The sentence of a refusal; "" when the ruleset loads."""
    try:
        loading()
    except RulesetError as error:
        return str(error)
    return ""


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(knob=st.sampled_from([*load.knob_names(), "faces.7", "faces", "deck", "uno"]), value=_JSON)
def test_any_value_on_any_knob_gives_a_ruleset_or_one_sentence(knob: str, value: object) -> None:
    assert _said(lambda: load.load("classic", {knob: value})).isprintable()

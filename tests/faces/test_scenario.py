"""The scenario runner: what it accepts, what it refuses to read, and how it tells a failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from uno_tui.faces.scenario import check_files, load_tables
from uno_tui.faces.scenario_file import ScenarioError, read_scenarios

HEAD = """
[[scenario]]
title = "a case"
ruleset = "classic"
players = ["Ann", "Ben", "Cy"]
discard = "R5"
draw = "G1 G2 G3 G4"
hands = { Ann = "R9 R+2 B5 W", Ben = "B1 B2", Cy = "Y1 Y2" }
"""


def write(tmp_path: Path, text: str, name: str = "case.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def steps(*lines: str, head: str = HEAD) -> str:
    return head + "steps = [\n" + "".join(f"  '{line}',\n" for line in lines) + "]\n"


def run(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = check_files([write(tmp_path, text)])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_every_fact_is_read_and_looked_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = steps(
        "= turn Ann", "= color red", "= direction clockwise", "= top R5",
        "= hand Ann: W R9 B5 R+2", "= count Ben 2", "= pile 4", "= discards 1", "= owes none",
        "= may Ann: play R9", "= may-not Ann: play B1", "= phase turn", "= score Ann 0",
        "= dealer Cy", "= not-called Ann", "! Ben: play B1", "Ann: play R+2", "= count Ben 4",
        "Ben: accept", "= turn Cy",
    )  # fmt: skip
    assert run(tmp_path, text, capsys) == (0, "1 of 1 scenario holds\n", "")


@pytest.mark.parametrize(
    ("wrong", "expected", "actual"),
    [
        ("= turn Ben", "expected Ben", "got Ann"),
        ("= color blue", "expected blue", "got red"),
        ("= direction counter-clockwise", "expected counter-clockwise", "got clockwise"),
        ("= top R9", "expected R9", "got R5"),
        ("= hand Ben: B1", "expected B1", "got B1 B2"),
        ("= hand Ben: -", "expected -", "got B1 B2"),
        ("= count Ben 3", "expected 3", "got 2"),
        ("= pile 3", "expected 3", "got 4"),
        ("= discards 2", "expected 2", "got 1"),
        ("= owes Ben 2", "expected Ben 2", "got none"),
        ("= may Ann: play B5 color=red", "expected allowed", "got"),
        ("= may-not Ann: play R9", "expected refused", "got allowed"),
        ("= phase drawn", "expected drawn", "got turn"),
        ("= score Ann 5", "expected 5", "got 0"),
        ("= winner Ann", "expected Ann", "got nobody"),
        ("= champion Ann Ben", "expected Ann Ben", "got nobody"),
        ("= loser Cy", "expected Cy", "got nobody"),
        ("= dealer Ann", "expected Ann", "got Cy"),
        ("= places Ann Ben Cy", "expected Ann Ben Cy", "got nobody"),
        ("= saw Ann Ben", "expected shown", "got not shown"),
        ("= called Ann", "expected called", "got not called"),
        ("Ben: play B1", "expected accepted", "got refused"),
        ("Ben: accept", "expected accepted", "got refused"),
        ("Ben: slap", "expected accepted", "got refused"),
        ("! Ann: play R9", "expected refused", "got accepted"),
    ],
)
def test_a_step_that_does_not_hold_is_told_in_one_line(
    wrong: str, expected: str, actual: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = steps(wrong)
    if wrong == "= may Ann: play B5 color=red":
        text = text.replace('discard = "R5"', 'discard = "R6"')
    code, out, err = run(tmp_path, text, capsys)
    failing, count = out.splitlines()
    assert (code, err, count) == (1, "", "0 of 1 scenario holds")
    assert "a case: step 1" in failing
    assert expected in failing
    assert actual in failing


def test_a_pass_made_by_the_table_counts_as_done_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = HEAD.replace("R9 R+2 B5 W", "B9 B8")
    done = steps("Ann: draw", "Ann: pass", "= turn Ben", head=head)
    assert run(tmp_path, done, capsys)[0] == 0
    twice = steps("Ann: draw", "Ann: pass", "Ann: pass", head=head)
    assert run(tmp_path, twice, capsys)[0] == 1


def test_a_fined_mistake_may_only_cost_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = HEAD.replace(
        'ruleset = "classic"', 'ruleset = "classic"\nrules = { "penalties.mistake" = 2 }'
    )
    text = steps(
        "! Ann: play B5 color=red", "= turn Ann", "= top R6", head=head.replace('"R5"', '"R6"')
    )
    assert run(tmp_path, text, capsys)[0] == 0


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('title = "a case"', "", 2, "no 'title'"),
        ('title = "a case"', "title = 3", 3, "'title' must be a text"),
        ("discard =", "discords =", 6, "did you mean 'discard'?"),
        ('"R5"', '"R5 Q9"', 6, "'Q9' is not a card of this deck"),
        ('"R5"', '"W"', 6, "'color' is needed"),
        ('"classic"', '"clasic"', 4, "did you mean 'classic'?"),
        ('["Ann", "Ben", "Cy"]', '["Ann"]', 5, "1 seat;"),
        ('["Ann", "Ben", "Cy"]', '["Ann", "Ann", "Cy"]', 5, "the same name"),
        ('["Ann", "Ben", "Cy"]', '["A\\u001bnn", "Ben", "Cy"]', 5, "not a usable name"),
        (', Cy = "Y1 Y2"', "", 8, "'Cy' has no hand"),
        ('Cy = "Y1 Y2"', 'Cy = "Y1 Y2", Di = "R1"', 8, "'Di' has a hand"),
        ('title = "a case"', 'title = "a case"\nstart = "middle"', 4, "not one of turn"),
        ('title = "a case"', 'title = "a case"\ncolor = "pink"', 4, "not a colour"),
        ('title = "a case"', 'title = "a case"\ndealer = "Di"', 4, "not among the players"),
        ('title = "a case"', 'title = "a case"\nscores = { Ann = "x" }', 4, "whole number"),
        ('title = "a case"', 'title = "a case"\nrules = { "uno.penalt" = 4 }', 4, "uno.penalty"),
        ('title = "a case"', 'title = "a case', 3, "not valid TOML"),
    ],
)
def test_what_cannot_be_read_is_told_with_file_line_and_reason(
    old: str, new: str, line: int, reason: str, tmp_path: Path
) -> None:
    path = write(tmp_path, steps("= turn Ann").replace(old, new, 1))
    with pytest.raises(ScenarioError) as caught:
        read_scenarios(path, load_tables)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("= trun Ann", "did you mean 'turn'?"),
        ("= turn Di", "'Di' does not sit"),
        ("= count Ann many", "'many' is not a whole number"),
        ("= hand Ann R7", "the ':' after the name is missing"),
        ("= phase waiting", "not one of turn"),
        ("Ann play R9", "a step is"),
        ("Ann: jump R9", "does not start with an action"),
        ("Ann: play", "needs a card"),
        ("Di: draw", "'Di' does not sit"),
    ],
)
def test_a_step_that_cannot_be_read_names_the_step(step: str, reason: str, tmp_path: Path) -> None:
    path = write(tmp_path, steps("= turn Ann", step))
    with pytest.raises(ScenarioError) as caught:
        read_scenarios(path, load_tables)
    assert str(caught.value).startswith(f"{path}:11: step 2")
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no [[scenario]]"),
        (b"\xff\xfe", "UTF-8"),
        (b"[scenario]\n", "no [[scenario]]"),
        (b"[[case]]\n", "unknown key 'case'"),
        (b"scenario = [1]\n", "must be a table"),
        (b"#" * 1_000_001, "larger than"),
        (b"a = " + b"[" * 3000, "not valid TOML"),
    ],
)
def test_files_that_are_no_scenarios(content: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_bytes(content)
    with pytest.raises(ScenarioError) as caught:
        read_scenarios(path, load_tables)
    assert reason in str(caught.value)


def test_an_unreadable_file_does_not_stop_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = write(tmp_path, steps("= turn Ann"), "good.toml")
    bad = write(tmp_path, "nothing", "bad.toml")
    assert check_files([bad, good, tmp_path, tmp_path / "missing.toml"]) == 2
    told = capsys.readouterr()
    assert told.out == "1 of 1 scenario holds\n"
    assert len(told.err.splitlines()) == 3


def test_a_ruleset_beside_the_file_is_found_by_path_and_by_id(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.toml").write_text('extends = "classic"\nuno.penalty = 4\n', encoding="utf-8")
    for which in ("mine", "mine.toml"):
        text = steps("= turn Ann").replace('"classic"', f'"{which}"')
        assert run(tmp_path, text, capsys)[0] == 0


def test_titles_from_strangers_cannot_write_to_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = steps("= turn Ben").replace("a case", "a\\u001b[2Jcase")
    _, out, _ = run(tmp_path, text, capsys)
    assert "\x1b" not in out

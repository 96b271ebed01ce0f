"""The command line: answers, exit codes, one sentence for every kind of bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from uno_tui.__main__ import main
from uno_tui.faces.play import Wish, read_players
from uno_tui.faces.wording import UserError


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNO_TUI_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("UNO_TUI_DEBUG", raising=False)
    return tmp_path


def told(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = main(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_rules_are_told_the_short_way_and_through_typer(capsys: pytest.CaptureFixture[str]) -> None:
    code, short, err = told("rules", "classic", capsys=capsys)
    assert (code, err) == (0, "")
    assert "The goal" in short
    from uno_tui.faces import cli

    assert cli.run(["rules", "classic"]) == 0
    assert capsys.readouterr().out == short


def test_rulesets_lists_the_users_own_and_the_broken_ones(
    own_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = own_home / "home" / "config" / "rulesets"
    folder.mkdir(parents=True)
    (folder / "sunday.toml").write_text('extends = "classic"\nmood = "mine"\n', encoding="utf-8")
    (folder / "torn.toml").write_text("uno.penalt = 3\n", encoding="utf-8")
    code, out, _ = told("rulesets", capsys=capsys)
    assert code == 1
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert "mine" in lines["sunday"]
    assert "uno.penalty" in lines["torn"]
    assert "2-10 players" in lines["classic"]


def test_validate_says_which_are_good_and_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('extends = "classic"\n', encoding="utf-8")
    bad.write_text('extends = "classic"\n[scoring]\nat_target = "eliminate"\n', encoding="utf-8")
    code, out, err = told("validate", str(good), str(bad), capsys=capsys)
    assert code == 2
    assert out.startswith(f"{good}: good")
    assert "own-hand" in err
    assert "line" in err


def test_schema_is_json_with_descriptions(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told("schema", capsys=capsys)
    assert code == 0
    assert "description" in json.dumps(json.loads(out))


def test_paths_follow_the_home_variable(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told("paths", capsys=capsys)
    assert code == 0
    assert all(str(own_home) in line for line in out.splitlines())


def test_statistics_of_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    assert told("stats", capsys=capsys) == (0, "no match has been finished yet\n", "")
    code, out, _ = told("stats", "--json", capsys=capsys)
    assert (code, json.loads(out)["matches"]) == (0, 0)


@pytest.mark.skipif(os.name == "nt", reason="there are no such files there")
def test_a_report_takes_no_device_or_folder_for_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for target in (pipe, tmp_path):
        code, _, err = told("report", "--out", str(target), capsys=capsys)
        assert code == 2
        assert "that is not a file" in err
    assert pipe.is_fifo()


def test_a_report_is_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "report.zip"
    code, out, _ = told("report", "--out", str(target), capsys=capsys)
    assert code == 0
    assert target.is_file()
    assert str(target) in out
    assert "no match, as none was saved yet" in out


def test_a_report_goes_to_the_users_own_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here = tmp_path / "checkout"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("UNO_TUI_HOME", str(tmp_path / "home"))
    code, out, _ = told("report", capsys=capsys)
    assert code == 0
    assert list(here.iterdir()) == []
    (packed,) = (tmp_path / "home" / "data" / "reports").iterdir()
    assert out.startswith(f"{packed}: ")
    assert len(out.splitlines()) == 2


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["rules", "clasic"], "did you mean 'classic'?"),
        (["rules", "no/such.toml"], "no such file"),
        (["paly"], "did you mean 'play'?"),
        (["rules"], "missing argument"),
        (["play", "--sed", "3"], "--seed"),
        (["play", "--seed", "3"], "--ruleset or --players"),
        (["play", "--ruleset", "clasic"], "did you mean 'classic'?"),
        (["play", "--players", "Ann"], "a table has 2 to 10"),
        (["play", "--players", ",".join("abcdefghijk")], "11 seats"),
        (["play", "--players", "Ann,Ann"], "two seats are called 'Ann'"),
        (["play", "--players", "Ann,ai:hrad"], "did you mean 'hard'?"),
        (["play", "--players", "Ann,\x1b\x07"], "a name is empty"),
        (["play", "--ruleset", "duo", "--players", "A,B,C"], "exactly 2 players"),
        (["play", "--players", "Ann,Ben", "--target", "-1"], "--target"),
        (["play"], "needs a terminal"),
        (["replay", "no-such-file"], ""),
        (["replay", "pyproject.toml", "--log"], "not a record"),
        (["stats", "--jsn"], "--json"),
    ],
)
def test_bad_input_gets_one_sentence_and_code_2(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = told(*words, capsys=capsys)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("uno-tui: ")
    assert reason in err
    assert "Traceback" not in err
    assert "\x1b" not in err


def test_players_are_people_and_levels() -> None:
    assert read_players("Ann, Ben ,ai:hard,ai") == [
        Wish("Ann", ""), Wish("Ben", ""), Wish("", "hard"), Wish("", "normal"),
    ]  # fmt: skip


def test_names_may_hold_markup_but_no_control_codes() -> None:
    assert [wish.name for wish in read_players("[red]x[/],\x1b[31mBen")] == ["[red]x[/]", "[31mBen"]
    with pytest.raises(UserError):
        read_players("Ann,")


def test_an_error_nobody_foresaw_is_a_sentence_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from uno_tui.faces import author

    def broken(which: str) -> int:
        raise ZeroDivisionError(which)

    monkeypatch.setattr(author, "rules", broken)
    code, _, err = told("rules", "classic", capsys=capsys)
    assert code == 2
    assert "ZeroDivisionError: classic" in err
    monkeypatch.setenv("UNO_TUI_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["rules", "classic"])


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=False, env={**os.environ, **environment},
        stdin=subprocess.DEVNULL, timeout=60,
    )  # fmt: skip


def test_version_imports_nothing_heavy() -> None:
    done = python(
        "import sys; from uno_tui.__main__ import main; main(['--version']);"
        "print([m for m in ('typer', 'pydantic', 'textual', 'rich', 'argparse') if m in sys.modules])"
    )
    version, heavy = done.stdout.splitlines()
    assert version.startswith("uno-tui ")
    assert heavy == "[]"


def test_headless_commands_never_import_textual(tmp_path: Path) -> None:
    """One process runs them all; neither textual nor rich's console may be there afterwards."""
    case = tmp_path / "case.toml"
    case.write_text(
        '[[scenario]]\ntitle = "t"\nruleset = "classic"\nplayers = ["A", "B"]\ndiscard = "R5"\n'
        'hands = { A = "R1 R2", B = "G1" }\nsteps = ["A: play R1 uno"]\n',
        encoding="utf-8",
    )
    commands = [
        ["check", str(case)], ["rules", "classic"], ["rulesets"], ["schema"], ["paths"],
        ["stats"], ["validate", str(case)], ["replay", str(case), "--log"],
        ["report", "--out", str(tmp_path / "r.zip")],
        ["play", "--ruleset", "nothing"],
    ]  # fmt: skip
    done = python(
        "import sys\nfrom uno_tui.__main__ import main\n"
        f"for words in {commands!r}: main(words)\n"
        "print('heavy', [m for m in ('textual', 'textual_plotext', 'plotext') if m in sys.modules])",
        UNO_TUI_HOME=str(tmp_path / "home"),
    )
    assert done.stdout.splitlines()[-1] == "heavy []", done.stderr


def test_a_dumb_terminal_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from uno_tui.faces.play import check_terminal

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    with pytest.raises(UserError, match="TERM=dumb"):
        check_terminal()


def test_validate_tells_every_mistake_of_a_file_and_takes_ids(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(
        'extends = "classic"\nmoood = "x"\n[uno]\npenalty = "four"\n[deal]\nhand = -3\n'
        "[faces.Q9]\npoints = 3\n",
        encoding="utf-8",
    )
    code, out, err = told("validate", str(bad), "classic", capsys=capsys)
    assert code == 2
    assert out.startswith("classic: good")
    lines = err.splitlines()
    assert len(lines) == len(set(lines)) == 4
    for part in ("line 2: moood", "line 4: uno.penalty", "line 6: deal.hand", "line 7: faces.Q9"):
        assert part in err


def test_nothing_is_said_twice_and_one_is_not_many(capsys: pytest.CaptureFixture[str]) -> None:
    _, _, err = told("validate", os.devnull, capsys=capsys)
    assert err.strip() == f"{os.devnull}: is not a file"
    code, _, err = told("play", "--players", "Ann", capsys=capsys)
    assert code == 2
    assert "names 1 seat;" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_output_is_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "uno_tui", "rulesets"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "no space is left" in done.stderr

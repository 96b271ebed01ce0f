"""The real program in real terminals of all kinds: starts, plays, resizes, ends clean."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

if os.name != "posix":
    pytest.skip("pseudo-terminals are POSIX", allow_module_level=True)

from tests.terminal.pseudo import PseudoTerminal, environment

UNO = [sys.executable, "-m", "uno_tui"]
TABLE = [*UNO, "play", "--players", "Ann,ai:easy", "--seed", "7"]
MOUSE_OFF, CURSOR_BACK, SCREEN_BACK = b"\x1b[?1000l", b"\x1b[?25h", b"\x1b[?1049l"


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    folder = tmp_path / "home" / "config"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text('motion = false\npace = "instant"\n', encoding="utf-8")
    return environment(tmp_path / "home")


def left_clean(terminal: PseudoTerminal) -> bool:
    """Whether mouse, cursor and the user's own screen are back."""
    end = terminal.written[-4000:]
    return all(mark in end for mark in (MOUSE_OFF, CURSOR_BACK, SCREEN_BACK))


def test_from_the_menu_to_a_table_and_out_again(env: dict[str, str]) -> None:
    settings = Path(env["UNO_TUI_HOME"]) / "config" / "settings.toml"
    with settings.open("a", encoding="utf-8") as file:
        file.write("[last_table]\nseed = 7\n")  # a deal that asks nothing before the first card
    with PseudoTerminal(UNO, env) as terminal:
        terminal.until("New game")
        terminal.send("n")
        terminal.until("Variant")
        terminal.until("Deal")
        terminal.send("\r")
        terminal.until("Your turn")
        seen = len(terminal.written)
        terminal.send("d")
        terminal.until("You drew", since=seen)
        seen = len(terminal.written)
        terminal.resize(50, 15)
        terminal.until("more room", since=seen)
        seen = len(terminal.written)
        terminal.resize(100, 30)
        terminal.until("sort", since=seen)  # keys do nothing while the notice is up
        terminal.send("q")
        assert terminal.wait() == 0
        assert left_clean(terminal)
        assert "Traceback" not in terminal.text


@pytest.mark.parametrize(
    "changes",
    [
        {"TERM": "xterm"},
        {"TERM": "linux"},
        {"TERM": "screen"},
        {"NO_COLOR": "1"},
        {"COLORTERM": "truecolor", "LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"},
    ],
    ids=lambda changes: "-".join(f"{key}={value}" for key, value in changes.items()),
)
def test_terminals_of_other_kinds(env: dict[str, str], changes: dict[str, str]) -> None:
    with PseudoTerminal(TABLE, {**env, **changes}) as terminal:
        terminal.until("Your turn")
        terminal.send("q")
        assert terminal.wait() == 0
        assert "Traceback" not in terminal.text
        if "NO_COLOR" in changes:
            colours = [
                part for part in terminal.written.split(b"\x1b[38;2;")[1:]
                if len({*part.split(b"m")[0].split(b";")[:3]}) > 1
            ]  # fmt: skip
            assert not colours, "greys only"


def test_a_tiny_terminal_is_told_and_grows(env: dict[str, str]) -> None:
    with PseudoTerminal(TABLE, env, size=(40, 10)) as terminal:
        terminal.until("more room")
        seen = len(terminal.written)
        terminal.resize(80, 24)
        terminal.until("Your turn", since=seen)
        terminal.send("q")
        assert terminal.wait() == 0


def test_an_expert_thinks_in_a_process_of_its_own(env: dict[str, str]) -> None:
    command = [*UNO, "play", "--players", "Ann,ai:expert", "--seed", "7"]
    with PseudoTerminal(command, env) as terminal:
        # Bo is first, and what he does depends on how long the machine lets him think.
        terminal.until("Your turn", "Challenge?")
        assert re.search("Bo (laid|drew)", terminal.text)
        terminal.send("\x11")
        assert terminal.wait() == 0
        assert "failed" not in terminal.text
    assert not list(Path(env["UNO_TUI_HOME"]).glob("state/crash/*"))


def test_a_dumb_terminal_gets_one_sentence(env: dict[str, str]) -> None:
    with PseudoTerminal(UNO, {**env, "TERM": "dumb"}) as terminal:
        assert terminal.wait() == 2
        assert "TERM=dumb" in terminal.text
        assert len(terminal.text.strip().splitlines()) == 1


def test_without_a_terminal_there_is_one_sentence(env: dict[str, str]) -> None:
    done = subprocess.run(
        UNO, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        timeout=60,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1

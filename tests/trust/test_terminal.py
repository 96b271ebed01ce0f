"""However the app ends, the terminal is as it was and the match is saved: in a pseudo-terminal."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are for other systems", allow_module_level=True)

from tests.terminal.pseudo import PATIENCE, PseudoTerminal, environment
from uno_tui.store.saves import list_saves
from uno_tui.store.settings import Settings, save_settings

ENTERED, LEFT = b"\x1b[?1049h", b"\x1b[?1049l"
CURSOR_HIDDEN, CURSOR_SHOWN = b"\x1b[?25l", b"\x1b[?25h"
MOUSE_ON, MOUSE_OFF = b"\x1b[?1000h", b"\x1b[?1000l"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PseudoTerminal]:
    """A table where it is Ann's turn, or soon."""
    save_settings(Settings(pace="instant", motion=False))
    words = [sys.executable, "-m", "uno_tui", "play", "--players", "Ann,ai:normal", "--seed", "7"]
    with PseudoTerminal(words, environment(tmp_path / "home"), (100, 30)) as terminal:
        terminal.until("F1 rules")
        terminal.read(0.5)
        yield terminal


def pid(terminal: PseudoTerminal) -> int:
    assert terminal.process is not None
    return terminal.process.pid


def listen(terminal: PseudoTerminal, seconds: float) -> None:
    while terminal.read(seconds):
        pass


def is_clean(terminal: PseudoTerminal) -> bool:
    """Whether the last word on screen, cursor and mouse was to give them back."""
    written = terminal.written
    pairs = ((LEFT, ENTERED), (CURSOR_SHOWN, CURSOR_HIDDEN), (MOUSE_OFF, MOUSE_ON))
    return all(written.rfind(back) > written.rfind(taken) for back, taken in pairs)


def one_good_save() -> bool:
    saves = list_saves()
    return len(saves) == 1 and not saves[0].problem and not list(_locks(saves[0].path))


def _locks(path: Path) -> Iterator[Path]:
    return path.parent.glob("*.lock")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_cleanly(table: PseudoTerminal, number: signal.Signals) -> None:
    os.kill(pid(table), number)
    assert table.wait() == 128 + number
    assert is_clean(table)
    assert "Traceback" not in table.text
    assert one_good_save()


@pytest.mark.parametrize("key", ["\x03", "\x11", "q"])
def test_a_key_ends_it_cleanly(table: PseudoTerminal, key: str) -> None:
    table.send(key)
    assert table.wait() == 0
    assert is_clean(table)
    assert one_good_save()


def test_a_terminal_that_goes_away_ends_it(table: PseudoTerminal) -> None:
    os.close(table._master)
    table._master = os.open(os.devnull, os.O_RDWR)
    assert table.process is not None
    table.process.wait(60)
    assert one_good_save()


@pytest.mark.parametrize("how", ["signal", "key"])
def test_stopped_and_gone_on_with(table: PseudoTerminal, how: str) -> None:
    if how == "signal":
        os.kill(pid(table), signal.SIGTSTP)
    else:
        table.send("\x1a")
    end = monotonic() + PATIENCE
    while not is_clean(table):  # stopped, the terminal belongs to the shell
        assert monotonic() < end, "the terminal was not given back"
        table.read(0.1)
    listen(table, 0.2)
    assert is_clean(table)
    since = len(table.written)
    os.kill(pid(table), signal.SIGCONT)
    table.until("F1 rules", since=since)
    assert ENTERED in table.written[since:]
    table.send("q")
    assert table.wait() == 0
    assert is_clean(table)


def test_a_storm_of_sizes_breaks_nothing(table: PseudoTerminal) -> None:
    for number in range(150):
        table.resize(*((60 + number * 7 % 150, 20 + number * 5 % 40) if number % 9 else (3, 2)))
        table.read(0.01)
    table.resize(100, 30)
    since = len(table.written)
    table.until("F1 rules", since=since)
    table.send("q")
    assert table.wait() == 0
    assert is_clean(table)
    assert one_good_save()

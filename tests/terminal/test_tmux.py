"""The real program in tmux, with tmux's own idea of the screen: some turns, a resize, a clean end."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from time import monotonic, sleep

import pytest

TMUX = shutil.which("tmux") or ""
if not TMUX or os.name != "posix":
    pytest.skip("tmux is not installed", allow_module_level=True)

from tests.terminal.pseudo import PATIENCE, environment  # noqa: E402

ASKS = ("Your turn", "[p Pass]", "Challenge?", "Name a colour", "Next round")
PANES = count()
STILL = 4
"""So many looks alike, a twentieth of a second apart, and the screen is at rest."""
SEATS = """
[last_table]
seed = 7
[[last_table.seats]]
name = "Ann"
[[last_table.seats]]
name = "Bo"
kind = "ai"
level = "easy"
"""
SETTINGS = 'motion = false\npace = "instant"\nreaction_window = 0.01\n'


class Pane:
    """One pane of a tmux server of its own."""

    def __init__(self, socket: Path, env: dict[str, str]) -> None:
        self._tmux, self._env = [TMUX, "-f", os.devnull, "-S", str(socket)], env
        self.home = env["UNO_TUI_HOME"]

    def run(self, *words: str) -> str:
        done = subprocess.run(
            [*self._tmux, *words], env=self._env, capture_output=True, text=True, check=False
        )
        return done.stdout

    def start(self, command: str, columns: int, rows: int) -> None:
        """Run `command` in a pane of this size. A busy machine may need more than one attempt."""
        end = monotonic() + PATIENCE
        while not self.run("list-sessions"):
            assert monotonic() < end, "tmux does not start"
            self.run("new-session", "-d", "-x", str(columns), "-y", str(rows), command)

    @property
    def text(self) -> str:
        return self.run("capture-pane", "-p")

    def until(self, seen: Callable[[str], bool]) -> str:
        """Wait until the screen is as wanted; what it shows then."""
        end = monotonic() + PATIENCE
        while not seen(text := self.text):
            assert monotonic() < end, text
            sleep(0.05)
        return text

    def press(self, *keys: str) -> None:
        self.run("send-keys", *keys)

    def click(self, words: str, right: int = 1) -> None:
        """Press and release the mouse's button on `words`, so many cells from their start."""
        rows = self.until(lambda text: words in text).splitlines()
        y = next(at for at, row in enumerate(rows) if words in row)
        place = f"{rows[y].index(words) + right + 1};{y + 1}"
        for end in "Mm":
            sent = f"\x1b[<0;{place}{end}".encode()
            self.run("send-keys", "-H", *(f"{byte:x}" for byte in sent))

    def at_rest(self) -> str:
        """Wait until a person is asked and nothing changes any more; what the screen shows then."""
        seen: list[str] = []

        def calm(text: str) -> bool:
            seen.append(text)
            return settled(text) and len(seen) > STILL and set(seen[-STILL:]) == {text}

        return self.until(calm)

    def click_on_an_answer(self) -> None:
        """What a player with a mouse does about what the screen shows."""
        asked = self.at_rest()
        answers = {
            "Challenge?": ("accept and draw", 1), "ame a colour": ("green", 1),
            "[p Pass]": ("[p Pass]", 1), "Enter lays": ("╔══", 2), "[d Draw]": ("[d Draw]", 1),
        }  # fmt: skip
        self.click(*next(answers[words] for words in answers if words in asked))
        self.until(lambda now: now != asked)


@pytest.fixture
def pane(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pane]:
    folder = tmp_path / "home" / "config"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text(SETTINGS, encoding="utf-8")
    # A socket's path may not be long; the server before may still be about to end at its own.
    socket = tmp_path_factory.getbasetemp().parent / f"uno-{os.getpid()}-{next(PANES)}"
    pane = Pane(socket, environment(tmp_path / "home"))
    yield pane
    pane.run("kill-server")


def settled(text: str) -> bool:
    """Whether a person is asked for something."""
    return any(words in text for words in ASKS)


def test_some_turns_a_resize_and_a_clean_end(pane: Pane) -> None:
    uno = f"{shlex.quote(sys.executable)} -m uno_tui play --players Ann,ai:normal --seed 7"
    pane.start(f"{uno}; echo ended $?; sleep 300", 80, 24)
    pane.until(settled)
    for _ in range(3):  # few enough that the round is hardly ever over by then
        text = pane.until(settled)
        if "Challenge?" in text:
            pane.press("a")
        elif "Name a colour" in text or "Next round" in text:
            pane.press("Enter")
        elif "[p Pass]" in text:
            pane.press("p")
        else:
            pane.press("d")
        pane.until(lambda now, before=text: now != before)  # type: ignore[misc]
    pane.run("resize-window", "-x", "140", "-y", "40")
    pane.until(lambda text: "Scores to 500" in text or "Next round" in text)
    pane.run("resize-window", "-x", "50", "-y", "12")
    pane.until(lambda text: "more room" in text)
    pane.run("resize-window", "-x", "80", "-y", "24")
    pane.until(lambda text: "more room" not in text and "Classic" in text)
    pane.press("Escape")
    pane.until(lambda text: "Continue" in text or settled(text))
    if settled(pane.text):
        pane.press("Escape")
    pane.until(lambda text: "New game" in text and "Continue" in text)
    pane.press("c")
    pane.until(settled)
    pane.press("Escape")
    pane.until(lambda text: "New game" in text or "Your turn" in text)
    pane.press("C-q")
    text = pane.until(lambda text: "ended" in text)
    assert "ended 0" in text
    assert "Traceback" not in text
    assert "╭" not in text, "the user's own screen is back"


def test_from_the_menu_through_some_turns_and_out_again_by_mouse_alone(pane: Pane) -> None:
    settings = Path(pane.home) / "config" / "settings.toml"
    settings.write_text(SETTINGS + SEATS, encoding="utf-8")
    pane.start(f"{shlex.quote(sys.executable)} -m uno_tui; echo ended $?; sleep 300", 80, 24)
    pane.click("New game")
    pane.click("Deal ⏎")
    for _ in range(3):
        pane.click_on_an_answer()
    assert "You laid" in pane.at_rest()
    pane.click("m menu")
    pane.click("Quit, the match is saved")
    text = pane.until(lambda text: "ended" in text)
    assert "ended 0" in text
    assert "Traceback" not in text

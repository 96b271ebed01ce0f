"""A pseudo-terminal to run a program in and to time what it writes: the frames as a user gets them.

Textual asks a terminal whether it can show a frame in one go (mode 2026); this one says yes, so
that every frame ends with a mark that can be waited for.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Sequence
from pathlib import Path

FRAME_END = b"\x1b[?2026l"
_QUESTION = b"\x1b[?2026$p"
_ANSWER = b"\x1b[?2026;2$y"
_ESCAPES = re.compile(
    rb"\x1b\[[0-9;:?<=>$]*[a-zA-Z~@`]|\x1b[\]P_^].*?(?:\x1b\\|\x07)|\x1b[=>()][AB0]?"
)
_ANYTHING = re.compile("")


class Silent(Exception):
    """The program did not write in time what was waited for."""


class Terminal:
    """One program in a pseudo-terminal; use it as a context manager, which ends the program."""

    def __init__(
        self, command: Sequence[str], columns: int = 120, rows: int = 40, home: Path | None = None
    ) -> None:
        self.written = bytearray()
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
        }
        for name in ("NO_COLOR", "TEXTUAL", "COLUMNS", "LINES"):
            environment.pop(name, None)
        if home is not None:
            environment["UNO_TUI_HOME"] = str(home)
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            list(command),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the program, and whatever it started in its own session."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self._drain_until_exit(2.0)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        os.close(self._master)

    def _drain_until_exit(self, seconds: float) -> None:
        # A program that is still writing cannot end while nobody reads.
        deadline = time.perf_counter() + seconds
        while self.process.poll() is None:
            if time.perf_counter() > deadline:
                raise subprocess.TimeoutExpired(self.process.args, seconds)
            self._read(0.02)

    def _read(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self._master], [], [], max(seconds, 0))
        if not ready:
            return b""
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:  # the program is gone
            return b""
        if _QUESTION in data:
            os.write(self._master, _ANSWER)
        self.written += data
        return data

    def quiet(self, seconds: float, most: float = 10.0) -> None:
        """Read until nothing has come for `seconds`, or for `most` seconds at all."""
        deadline = time.perf_counter() + most
        while self._read(seconds) and time.perf_counter() < deadline:
            pass

    def read_for(self, seconds: float) -> list[float]:
        """Read for so long; the moments (perf_counter) at which a frame was complete."""
        frames: list[float] = []
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            data = self._read(left)
            now = time.perf_counter()
            frames.extend([now] * data.count(FRAME_END))
        return frames

    def text(self) -> str:
        """Everything written so far without escape sequences (not the screen: the stream)."""
        return plain(self.written)

    def until(self, marks: Sequence[str], seconds: float = 20.0) -> float:
        """Wait until all `marks` have been written; seconds since the program was started.

        Raises Silent, with the last of what was written, when they do not come.
        """
        deadline = time.perf_counter() + seconds
        while not all(mark in self.text() for mark in marks):
            if time.perf_counter() > deadline or (
                not self._read(0.5) and self.process.poll() is not None
            ):
                raise Silent(f"waited for {list(marks)}; last seen: {self.text()[-300:]!r}")
        return time.perf_counter() - self.started

    def send(self, keys: str) -> None:
        """Type these characters or sequences."""
        os.write(self._master, keys.encode())

    def key_to_frame(
        self, keys: str, mark: re.Pattern[str] = _ANYTHING, seconds: float = 2.0
    ) -> float:
        """Type `keys` and wait for the end of the next frame with `mark` in it; the seconds between.

        `mark` is searched for in the frame's text without escape sequences. Raises Silent when no
        such frame comes.
        """
        start = time.perf_counter()
        self.send(keys)
        frame = b""
        while True:
            frame += self._read(start + seconds - time.perf_counter())
            now = time.perf_counter()
            *complete, frame = frame.split(FRAME_END)
            if any(mark.search(plain(one)) for one in complete):
                return now - start
            if now - start >= seconds or self.process.poll() is not None:
                raise Silent(f"no frame within {seconds} s of {keys!r}")


def plain(written: bytes | bytearray) -> str:
    """What was written, without escape sequences."""
    return _ESCAPES.sub(b"", bytes(written)).decode("utf-8", "replace")


def processor_ms(pid: int) -> float:
    """Milliseconds of processor time that a process has used so far, all threads (Linux).

    Threads that have ended are not counted. Raises OSError elsewhere.
    """
    used = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            used += int((thread / "schedstat").read_text().split()[0])
    return used / 1e6


LEFT, RIGHT, ENTER = "\x1b[D", "\x1b[C", "\r"


def memory_of(pid: int) -> int:
    """Peak resident memory of a process in KiB (Linux). Raises OSError elsewhere."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1])
    raise OSError("this system does not tell a process's peak memory")

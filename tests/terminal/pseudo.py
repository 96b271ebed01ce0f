"""A program in a pseudo-terminal: what it writes, what it answers, how it ends. POSIX only."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

ESCAPES = re.compile(rb"\x1b\[[0-9;:?<=>$]*[a-zA-Z~@`]|\x1b[\]P_^].*?(?:\x1b\\|\x07)|\x1b.")
PATIENCE = 60.0
"""Seconds to wait for something to be shown: a busy machine starts a program slowly."""


def environment(home: Path, **changes: str) -> dict[str, str]:
    """This process's environment without what would change colours or find our sources."""
    unwanted = ("PYTHONPATH", "VIRTUAL_ENV", "COLORTERM", "NO_COLOR", "COLUMNS", "LINES")
    kept = {key: value for key, value in os.environ.items() if key not in unwanted}
    return {
        **kept, "UNO_TUI_HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8", **changes,
    }  # fmt: skip


class PseudoTerminal:
    """One program with a terminal of its own; a context manager that ends what still runs."""

    def __init__(
        self,
        command: Sequence[str],
        env: dict[str, str],
        size: tuple[int, int] = (80, 24),
        folder: Path | None = None,
    ) -> None:
        self.written = b""
        self.process: subprocess.Popen[bytes] | None = None
        self._master, slave = pty.openpty()
        self.resize(*size)
        self.process = subprocess.Popen(
            list(command), stdin=slave, stdout=slave, stderr=slave,
            env=env, cwd=folder, start_new_session=True,
        )  # fmt: skip
        os.close(slave)

    def __enter__(self) -> PseudoTerminal:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process is not None
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self._master)

    def resize(self, columns: int, rows: int) -> None:
        """Another size; the program is told."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if self.process is not None:
            # The terminal does not control its session, so the system does not tell it by itself.
            os.kill(self.process.pid, signal.SIGWINCH)

    def send(self, keys: str) -> None:
        """Type."""
        os.write(self._master, keys.encode())

    def read(self, seconds: float) -> bool:
        """Take in what comes within `seconds`; False when nothing did."""
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:  # the program has gone
            return False
        self.written += data
        return bool(data)

    @property
    def text(self) -> str:
        """All that was written, without escape sequences."""
        return ESCAPES.sub(b"", self.written).decode("utf-8", "replace")

    def until(self, *words: str, since: int = 0) -> None:
        """Wait until one of `words` has been written after the first `since` bytes."""
        assert self.process is not None
        end = monotonic() + PATIENCE
        while True:
            new = ESCAPES.sub(b"", self.written[since:]).decode("utf-8", "replace")
            if any(one in new for one in words):
                return
            gone = not self.read(0.2) and self.process.poll() is not None
            assert not gone, f"ended before {words!r}: {new[-500:]}"
            assert monotonic() < end, f"never wrote {words!r}: {new[-500:]}"

    def wait(self) -> int:
        """Read until the program has ended; its exit code."""
        assert self.process is not None
        end = monotonic() + PATIENCE
        while self.process.poll() is None:
            assert monotonic() < end, f"still runs: {self.text[-500:]}"
            self.read(0.1)
        while self.read(0.05):
            pass
        return self.process.returncode

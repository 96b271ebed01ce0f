"""Notices that the terminal has gone, and sees to it that the program then ends.

Textual hands frames to a thread that writes them. When the terminal has gone that thread dies,
the queue before it fills up, and the event loop waits for ever to put one more frame into it;
even a signal is not heard then. So a thread of our own watches, and has the last word.
"""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections.abc import Callable

PATIENCE = 4.0
"""Seconds for an orderly end before the process is ended as it is; actions are saved already."""


def watch_terminal(gone: Callable[[], None], code: int) -> None:
    """Call `gone` from a thread when standard input has lost its terminal.

    When the process has not ended by itself soon after that, it is ended with exit code `code`.
    Does nothing where the system cannot tell.
    """
    try:
        descriptor = sys.__stdin__.fileno() if sys.__stdin__ is not None else -1
    except (OSError, ValueError):
        return
    if descriptor < 0 or not hasattr(select, "poll"):
        return
    threading.Thread(
        target=_watch, args=(descriptor, gone, code), name="terminal-watch", daemon=True
    ).start()


def end_soon(code: int) -> None:
    """End the process with `code` in a while, should it still be there."""
    threading.Thread(target=_end, args=(code,), name="end-soon", daemon=True).start()


def _watch(descriptor: int, gone: Callable[[], None], code: int) -> None:
    poll = select.poll()
    # Only what is told unasked: a hang-up or an error. Keys are for the driver to read.
    poll.register(descriptor, 0)
    while True:
        try:
            found = poll.poll()
        except OSError:
            return
        state = found[0][1] if found else 0
        if state & select.POLLNVAL:  # not a kind of file that can be watched here
            return
        if state & (select.POLLHUP | select.POLLERR):
            break
    gone()
    _end(code)


def _end(code: int) -> None:
    time.sleep(PATIENCE)
    os._exit(code)

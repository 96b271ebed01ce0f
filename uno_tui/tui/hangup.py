"""Ends the program when a signal asks for it, or when the terminal has gone.

Textual hands frames to a thread that writes them. When the terminal has gone that thread dies,
the queue before it fills up, and the event loop waits for ever to put one more frame into it;
even a signal is not heard then. So a thread of our own watches, and has the last word.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from textual.app import App

PATIENCE = 4.0
"""Seconds for an orderly end before the process is ended as it is; actions are saved already."""


def catch_signals(app: App[Any]) -> None:
    """Let `app` end in good order, with exit code 128 + number, when the system asks it to end.

    To be called in the app's loop. What is not to be had on this system is left out.
    """
    loop = asyncio.get_running_loop()

    def signalled(number: int) -> None:
        if not app.is_headless:
            end_soon(128 + number)
        app.exit(return_code=128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            number = getattr(signal, name)
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, signalled, number)
    if not app.is_headless and hasattr(signal, "SIGHUP"):
        hangup = int(signal.SIGHUP)

        def gone() -> None:
            with suppress(RuntimeError):  # the loop has ended already
                loop.call_soon_threadsafe(signalled, hangup)

        watch_terminal(gone, 128 + hangup)


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

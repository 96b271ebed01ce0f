"""Writes down what went wrong on the screen, for `uno-tui report`."""

from __future__ import annotations

import traceback
from datetime import UTC, datetime

from uno_tui import __version__
from uno_tui.store.paths import paths, write_private


def note_crash(error: BaseException) -> str:
    """Write the traceback of `error` to the state folder; returns the path, "" when it cannot be."""
    now = datetime.now(UTC)
    text = f"uno-tui {__version__}\n{now.isoformat(timespec='seconds')}\n\n"
    # What a worker raised comes wrapped, and the wrapping says nothing of where.
    cause = getattr(error, "error", None)
    text += "".join(traceback.format_exception(cause if isinstance(cause, Exception) else error))
    where = paths().crash / f"{now:%Y%m%d-%H%M%S}.txt"
    try:
        write_private(where, text.encode("utf-8", "replace"))
    except OSError:
        return ""
    return str(where)

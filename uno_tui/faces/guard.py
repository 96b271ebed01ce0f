"""Runs a command so that the user sees a sentence and an exit code, never a traceback."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable

from uno_tui.faces.wording import UserError, one_line


def guarded(command: Callable[[], int]) -> int:
    """The exit code of `command`; 2 and one sentence on stderr when it cannot be carried out.

    Ctrl+C gives 130, a closed pipe 0. With `UNO_TUI_DEBUG` set, errors nobody foresaw are raised.
    """
    _speak_utf8()
    try:
        code = command()
        # What is still in the buffer fails here, where it can be told, and not at exit.
        if sys.stdout is not None and not sys.stdout.closed:
            sys.stdout.flush()
        return code
    except UserError as error:
        return _say(one_line(error, 1000), 2)
    except KeyboardInterrupt:
        return _say("stopped", 130)
    except BrokenPipeError:
        # Whoever read our output (`| head`) has gone.
        _give_up_output()
        return 0
    except OSError as error:
        if error.errno != errno.ENOSPC:
            return _unforeseen(error)
        _give_up_output()
        return _say("the output could not be written: no space is left where it goes", 2)
    except Exception as error:
        return _unforeseen(error)


def _unforeseen(error: Exception) -> int:
    if os.environ.get("UNO_TUI_DEBUG"):
        raise error
    reason = one_line(f"{type(error).__name__}: {error}")
    return _say(
        f"something unforeseen went wrong ({reason});"
        " with UNO_TUI_DEBUG=1 the details are shown, `uno-tui report` packs them for a bug report",
        2,
    )


def _give_up_output() -> None:
    """Nothing more can be printed, not even at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(sentence: str, code: int) -> int:
    print(f"uno-tui: {sentence}", file=sys.stderr)
    return code


def _speak_utf8() -> None:
    """Print what the terminal's encoding lacks as `?` instead of failing (`♠` in a C locale)."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")

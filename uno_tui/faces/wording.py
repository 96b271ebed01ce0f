"""Small helpers for what commands print: one safe line, the nearest right name, an error to stop with."""

from __future__ import annotations

from collections.abc import Iterable

from uno_tui.ruleset.errors import visible
from uno_tui.ruleset.faces import nearest as nearest_name


class UserError(Exception):
    """Something the user gave cannot be used; the text is one sentence that says what and how to mend."""


def one_line(text: object, limit: int = 400) -> str:
    """`text` on one line without control codes, at most `limit` characters, safe to print."""
    return visible(" ".join(str(text).split()), limit)


def nearest(wrong: str, known: Iterable[str]) -> str:
    """A hint such as `; did you mean 'classic'?`, or nothing when no name comes close."""
    close = nearest_name(wrong, known)
    return f"; did you mean {close!r}?" if close else ""

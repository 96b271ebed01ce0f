"""Small helpers for what is printed: one safe line, the nearest right name, an error to stop with."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


class UserError(Exception):
    """Something the user gave cannot be used; the text is one sentence that says what and how to mend."""


def one_line(text: object, limit: int = 400) -> str:
    """`text` on one line without control codes, at most `limit` characters, safe to print."""
    spaced = " ".join(str(text).split())
    kept = "".join(
        char if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn") else "?"
        for char in spaced[: limit + 1]
    )
    return kept if len(kept) <= limit else kept[: limit - 1] + "…"


def nearest(wrong: str, known: Iterable[str]) -> str:
    """A hint such as `; did you mean 'classic'?`, or nothing when no name comes close."""
    import difflib

    close = difflib.get_close_matches(wrong, list(known), n=2, cutoff=0.6)
    return f"; did you mean {' or '.join(repr(name) for name in close)}?" if close else ""

"""Colours, card kinds and the notation `R7` / `W+4`; names of people made safe to show;
things counted in words.

This module imports nothing of ours. A *kind* is what two identical cards share; the engine
handles kinds as small ints, indices into the tables of the ruleset in force.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

MAX_NAME_CELLS = 16


def counted(number: int, noun: str, ending: str = "s") -> str:
    """`1 seat`, `3 seats`: the noun with its ending unless there is just one."""
    return f"{number} {noun}{'' if number == 1 else ending}"


class Color(NamedTuple):
    """A colour or suit: its name in rules and logs, its letter in the notation, its theme style."""

    name: str
    letter: str
    style: str


class Kind(NamedTuple):
    """Everything printed on a card.

    `color` is an index into the ruleset's colours, -1 for a wild without a suit. `number` is
    the printed number, -1 when there is none. `points` is what it counts in a hand.
    """

    code: str
    color: int
    face: str
    label: str
    number: int
    wild: bool
    points: int


def cell_width(text: str) -> int:
    """How many terminal cells `text` takes: wide and fullwidth characters count two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def clean_name(raw: str, fallback: str = "Player") -> str:
    """A name that is safe to print anywhere: no control codes, no bidi tricks, at most 16 cells.

    Never raises; a name with nothing printable in it becomes `fallback`.
    """
    normal = unicodedata.normalize("NFC", raw[:500])
    kept = "".join(
        " " if char.isspace() else char for char in normal if char.isspace() or not _hidden(char)
    )
    name = " ".join(kept.split())
    while cell_width(name) > MAX_NAME_CELLS:
        name = name[:-1].rstrip()
    return name or fallback


def _hidden(char: str) -> bool:
    category = unicodedata.category(char)
    return category in ("Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me") and not (
        category == "Mn" and unicodedata.combining(char)
    )

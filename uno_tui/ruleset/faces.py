"""The faces every ruleset may use, what their effects are called, and C-1's card values.

All of it is data. A ruleset's `faces` table changes single fields of these faces or adds faces
of its own; `complete_face` fills in what a file leaves out.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Final

EFFECTS: Final = (
    "skip", "reverse", "draw:N", "color", "color-wheel", "any-next", "again", "play-all-color",
    "swap-hands", "rotate-hands", "exchange-card", "dip", "everyone-draws:N", "skip-all",
    "silence",
)  # fmt: skip
COUNTED: Final = ("draw", "everyone-draws")
COLOR_EFFECTS: Final = ("color", "color-wheel", "any-next")
MAX_DRAW: Final = 20
MAX_EFFECTS: Final = 4

FACE_CODE: Final = re.compile(r"[A-Z0-9+*?][A-Za-z0-9+*?]{0,5}")

# code -> (label, effects); numbers are added below.
_NAMED: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "S": ("Skip", ("skip",)),
    "R": ("Reverse", ("reverse",)),
    "+1": ("Draw One", ("draw:1",)),
    "+2": ("Draw Two", ("draw:2",)),
    "+3": ("Draw Three", ("draw:3",)),
    "+4": ("Draw Four", ("draw:4",)),
    "+5": ("Draw Five", ("draw:5",)),
    "W": ("Wild", ("color",)),
    "W+1": ("Downpour One", ("color", "everyone-draws:1")),
    "W+2": ("Wild Draw Two", ("color", "draw:2")),
    "W+4": ("Wild Draw Four", ("color", "draw:4")),
    "W+6": ("Wild Draw Six", ("color", "draw:6")),
    "W+10": ("Wild Draw Ten", ("color", "draw:10")),
    "WX": ("Wild Swap Hands", ("color", "swap-hands")),
    "WD": ("Wild Dip", ("color", "dip")),
    "W?": ("Blank Wild", ("color",)),
    "W*": ("Trump", ("any-next",)),
}
NUMBERS: Final = tuple(str(number) for number in range(13))
BUILT_IN: Final = (*NUMBERS, *_NAMED)

STANDARD_EACH_COLOR: Final[dict[str, int]] = {
    "0": 1, "1": 2, "2": 2, "3": 2, "4": 2, "5": 2, "6": 2, "7": 2, "8": 2, "9": 2,
    "S": 2, "R": 2, "+2": 2,
}  # fmt: skip
STANDARD_WILDS: Final[dict[str, int]] = {"W": 4, "W+4": 4}


def is_wild_code(code: str) -> bool:
    """Whether the notation makes this face a wild without a colour."""
    return code.startswith("W")


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like `word`, or "" when none is close."""
    found = difflib.get_close_matches(word[:80], list(known), n=1, cutoff=0.55)
    return found[0] if found else ""


def split_effect(effect: str) -> tuple[str, int]:
    """`draw:4` -> ("draw", 4); effects without a number get 0. Expects a valid effect."""
    name, _, number = effect.partition(":")
    return name, int(number) if number else 0


def effect_problem(effect: str) -> str | None:
    """Why this is not an effect the game knows, in one sentence; None when it is one."""
    name, colon, number = effect.partition(":")
    if name in COUNTED:
        if re.fullmatch(r"[1-9][0-9]?", number) and int(number) <= MAX_DRAW:
            return None
        return f"{name!r} needs a number of cards from 1 to {MAX_DRAW}, as in '{name}:2'"
    if effect in EFFECTS:
        return None
    if colon and name in EFFECTS:
        return f"{name!r} takes no number"
    guess = nearest(effect, EFFECTS)
    hint = f"did you mean {guess!r}?" if guess else f"the effects are {', '.join(EFFECTS)}"
    return f"{effect[:40]!r} is not an effect; {hint}"


def default_points(*, number: int | None, wild: bool) -> int:
    """C-1: a number counts its face, a wild 50, any other card 20."""
    if wild:
        return 50
    return 20 if number is None else number


def built_in_face(code: str) -> dict[str, object]:
    """What the game knows about a face code by itself: label, effects, number; {} when nothing."""
    if code in NUMBERS:
        return {"label": code, "effects": (), "number": int(code)}
    if code in _NAMED:
        label, effects = _NAMED[code]
        return {"label": label, "effects": effects}
    return {}


def complete_face(code: str, given: Mapping[str, object]) -> dict[str, object]:
    """`given` over what is built in, with number, wild, label and points filled in.

    Values of the wrong type are passed on unchanged, for the models to refuse.
    """
    face: dict[str, object] = {"effects": (), "label": code, **built_in_face(code), **given}
    wild = face.setdefault("wild", is_wild_code(code))
    number = face.get("number")
    if number == -1 or (wild is True and "number" not in given):
        number = None
    face["number"] = number
    if "points" not in face and isinstance(number, int | None):
        face["points"] = default_points(number=number, wild=wild is True)
    return face

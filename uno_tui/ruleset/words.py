"""Small words the prose is made of: numbers, lists, plurals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uno_tui.ruleset.faces import split_effect
from uno_tui.ruleset.schema import Face, Ruleset

_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip


def number(count: int) -> str:
    """Small numbers as words, larger ones in figures."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else f"{count:,}"


def cards(count: int) -> str:
    """`2` -> "two cards"."""
    return f"{number(count)} card" if count == 1 else f"{number(count)} cards"


def points(count: int) -> str:
    """`20` -> "20 points"."""
    return f"{count} point" if count == 1 else f"{count} points"


def listed(items: Sequence[str], last: str = "and") -> str:
    """ "a, b and c"; "" for nothing."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def capital(text: str) -> str:
    """The same text with a capital in front."""
    return text[:1].upper() + text[1:]


def face_name(rules: Ruleset, code: str) -> str:
    """The face's label as it is used in a sentence, with its code when they differ."""
    label = rules.faces[code].label if code in rules.faces else code
    return label if label == code else f"{label} ({code})"


def face_names(rules: Ruleset, codes: Sequence[str], last: str = "and") -> str:
    """Several faces as a list in a sentence."""
    return listed([face_name(rules, code) for code in codes], last)


def draw_number(face: Face) -> int:
    """N of the face's `draw:N`, 0 when it makes nobody draw."""
    return next((n for name, n in map(split_effect, face.effects) if name == "draw"), 0)


def has_effect(face: Face, name: str) -> bool:
    """Whether the face has this effect, whatever its number."""
    return any(split_effect(effect)[0] == name for effect in face.effects)


def with_effect(rules: Ruleset, name: str) -> list[str]:
    """The codes of the faces in the deck that have this effect."""
    return [code for code, face in rules.faces.items() if has_effect(face, name)]


def wild_draws(rules: Ruleset) -> list[str]:
    """The wild draw cards that section W holds for."""
    chosen = rules.wild_draw.faces
    return [
        code
        for code in with_effect(rules, "draw")
        if rules.faces[code].wild and (chosen is None or code in chosen)
    ]

"""A ruleset told in plain sentences: for the menu, `uno-tui rules` and the help screen.

The telling is complete: every knob that has a part in these rules shows in a sentence, and one
that is set without having a part is listed at the end with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from uno_tui.ruleset import prose_play
from uno_tui.ruleset.dormant import dormant
from uno_tui.ruleset.prose_cards import counts_text, face_sentences, face_text
from uno_tui.ruleset.prose_score import scoring
from uno_tui.ruleset.schema import TARGETLESS, Ruleset
from uno_tui.ruleset.words import listed


class Section(NamedTuple):
    """A heading and the sentences under it."""

    title: str
    sentences: tuple[str, ...]


_SECTIONS: Final[tuple[tuple[str, Callable[[Ruleset], list[str]]], ...]] = (
    ("The goal", prose_play.goal),
    ("Setting up", prose_play.set_up),
    ("Your turn", prose_play.your_turn),
    ("The cards", face_sentences),
    ("Wild draw cards", prose_play.wild_draw),
    ("Answering", prose_play.answering),
    ("Calling UNO", prose_play.calling_uno),
    ("House rules", prose_play.house_rules),
    ("Scoring", scoring),
)


def rules(ruleset: Ruleset) -> list[Section]:
    """The whole ruleset as sections in the order a table needs them; empty ones are left out."""
    told = [Section(title, tuple(tell(ruleset))) for title, tell in _SECTIONS]
    told.append(Section("Without effect here", tuple(_asleep(ruleset))))
    return [section for section in told if section.sentences]


def plain_text(ruleset: Ruleset, width: int = 88) -> str:
    """The rules as plain text, wrapped at `width` cells, with the name on top."""
    import textwrap

    title = f"{ruleset.name} ({ruleset.mood})" if ruleset.mood else ruleset.name
    lines = [title, "=" * len(title)]
    for section in rules(ruleset):
        lines += ["", section.title, "-" * len(section.title)]
        for sentence in section.sentences:
            lines += textwrap.wrap(
                sentence, width, initial_indent="- ", subsequent_indent="  "
            ) or ["-"]
    return "\n".join(lines) + "\n"


def card_text(ruleset: Ruleset, kind_code: str) -> str:
    """What the card with this code (`R7`, `W+4`, `S8`) does under these rules, and its points.

    Raises ValueError when the deck has no such card.
    """
    code = kind_code
    if code not in ruleset.deck.cards.wilds:
        letters = {color.letter for color in ruleset.colors}
        code = kind_code[1:] if kind_code[:1] in letters else ""
        if code not in ruleset.deck.cards.each_color:
            raise ValueError(f"there is no card {kind_code[:20]!r} in {ruleset.name}")
    face = ruleset.faces[code]
    return f"{face_text(ruleset, face)} {counts_text(ruleset, face)}"


def _asleep(ruleset: Ruleset) -> list[str]:
    standard = Ruleset()
    return [
        f"{knob} is {_value(value)}, but {reason}."
        for knob, reason in dormant(ruleset).items()
        if (value := _get(ruleset, knob)) != _usual(ruleset, standard, knob)
    ]


def _usual(ruleset: Ruleset, standard: Ruleset, knob: str) -> Any:
    """What the knob is when nobody sets it."""
    if knob == "scoring.target" and ruleset.scoring.method in TARGETLESS:
        return 0
    return _get(standard, knob)


def _get(ruleset: Ruleset, knob: str) -> Any:
    at: Any = ruleset
    for part in knob.split("."):
        at = getattr(at, part)
    return at


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return listed([str(item) for item in value]) or "empty"
    return "all" if value is None else str(value)

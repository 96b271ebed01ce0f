"""What a seat can do, its text form, and what the table answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from uno_tui.ruleset.tables import Tables

VERBS = (
    "play", "draw", "pass", "accept", "challenge", "color", "give", "uno",
    "catch", "slap", "ready", "say", "advise", "keep", "discard", "next",
)  # fmt: skip
(
    PLAY, DRAW, PASS, ACCEPT, CHALLENGE, COLOR, GIVE, UNO,
    CATCH, SLAP, READY, SAY, ADVISE, KEEP, DISCARD, NEXT,
) = range(16)  # fmt: skip


class Action(NamedTuple):
    """One thing a seat does. Cards are kinds, colours and targets indices, -1 = not given."""

    verb: int
    cards: tuple[int, ...] = ()
    color: int = -1
    target: int = -1
    uno: bool = False


class Refusal(NamedTuple):
    """Why an action is not accepted: a code for programs, a sentence for players."""

    code: str
    text: str


class Outcome(NamedTuple):
    """What came of an action; `fined` is how many cards the attempt cost."""

    accepted: bool
    refusal: Refusal | None = None
    fined: int = 0


ACCEPTED = Outcome(True)


@lru_cache(maxsize=64)
def representative_plays(tables: Tables) -> tuple[tuple[tuple[Action, ...], ...], ...]:
    """plays[uno][kind]: the plays of that one card without a target, one for each colour to name.

    Made once a ruleset, so that listing what is legal only looks up.
    """
    return tuple(
        tuple(
            tuple(
                Action(PLAY, (kind,), color, -1, uno)
                for color in (range(len(tables.colors)) if tables.wants_color[kind] else (-1,))
            )
            for kind in range(len(tables.kinds))
        )
        for uno in (False, True)
    )


def parse_action(text: str, tables: Tables, names: Sequence[str]) -> Action:
    """Read the scenario notation, e.g. `play W+4 color=blue uno`.

    Raises ValueError with one sentence that says which word is wrong.
    """
    words = text.split()
    if not words or words[0] not in VERBS:
        raise ValueError(f"{text!r} does not start with an action ({', '.join(VERBS)})")
    verb = VERBS.index(words[0])
    rest = words[1:]
    if verb == PLAY:
        return _parse_play(rest, tables, names)
    if verb == GIVE:
        return Action(verb, tuple(tables.parse(word) for word in _exactly(1, rest, text)))
    if verb == COLOR:
        return Action(verb, color=_color(_exactly(1, rest, text)[0], tables))
    if verb in (CATCH, ADVISE):
        return Action(verb, target=_seat(" ".join(rest), names))
    _exactly(0, rest, text)
    return Action(verb)


def format_action(action: Action, tables: Tables, names: Sequence[str]) -> str:
    """The notation that `parse_action` reads."""
    words = [VERBS[action.verb], *(tables.code(kind) for kind in action.cards)]
    if action.verb == COLOR:
        words.append(tables.colors[action.color].name)
    elif action.verb in (CATCH, ADVISE):
        words.append(names[action.target])
    else:
        if action.color >= 0:
            words.append(f"color={tables.colors[action.color].name}")
        if action.target >= 0:
            words.append(f"target={names[action.target]}")
    if action.uno:
        words.append("uno")
    return " ".join(words)


def _parse_play(words: list[str], tables: Tables, names: Sequence[str]) -> Action:
    cards: list[int] = []
    color = target = -1
    uno = False
    for at, word in enumerate(words):
        if word.startswith("color="):
            color = _color(word[6:], tables)
        elif word.startswith("target="):
            tail = " ".join([word[7:], *words[at + 1 :]])
            if tail.endswith(" uno"):
                uno, tail = True, tail[:-4]
            target = _seat(tail, names)
            break
        elif word == "uno":
            uno = True
        else:
            cards.append(tables.parse(word))
    if not cards:
        raise ValueError("'play' needs a card, e.g. 'play R7'")
    return Action(PLAY, tuple(cards), color, target, uno)


def _exactly(count: int, words: list[str], text: str) -> list[str]:
    if len(words) != count:
        raise ValueError(f"{text!r} has {len(words)} words after the action, not {count}")
    return words


def _color(word: str, tables: Tables) -> int:
    for index, color in enumerate(tables.colors):
        if word in (color.name, color.letter):
            return index
    raise ValueError(
        f"{word!r} is not a colour of this deck ({', '.join(c.name for c in tables.colors)})"
    )


def _seat(name: str, names: Sequence[str]) -> int:
    if name in names:
        return list(names).index(name)
    raise ValueError(f"{name!r} does not sit at this table ({', '.join(names)})")

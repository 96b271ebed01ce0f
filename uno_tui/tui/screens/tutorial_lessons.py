"""The lessons as data: read from `assets/tutorial.toml`, checked, ready to be played.

A lesson is a table set up by hand (as in scenarios) and a list of steps. A step tells something,
and then waits for Enter, for one of the actions in `want`, or lets the others act (`others`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from uno_tui.engine.actions import Action, parse_action
from uno_tui.engine.arrange import arrange
from uno_tui.engine.game import Game
from uno_tui.resources import read_toml, shipped
from uno_tui.ruleset.load import load
from uno_tui.ruleset.tables import Tables, compile_tables


class LessonStep(NamedTuple):
    """One step. `want` are the pupil's actions that go on (seat 0), `wrong` what to say to others."""

    tell: str
    want: tuple[Action, ...]
    wrong: str
    others: tuple[tuple[int, Action], ...]


class Lesson(NamedTuple):
    """One lesson; seat 0 is the pupil."""

    title: str
    tables: Tables
    names: tuple[str, ...]
    setup: dict[str, Any]
    steps: tuple[LessonStep, ...]

    def table(self) -> Game:
        """A fresh table for this lesson."""
        return arrange(self.tables, self.names, **self.setup)


class LessonError(ValueError):
    """The lessons cannot be read; one sentence that names the lesson."""


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons that came with the program. Raises LessonError when the file is damaged."""
    return read_lessons(shipped("assets") / "tutorial.toml")


def read_lessons(path: Path) -> tuple[Lesson, ...]:
    """The lessons of a file. Raises LessonError with a sentence."""
    try:
        entries = list(read_toml(path)["lesson"])
    except (KeyError, TypeError):
        raise LessonError(f"{path.name}: the lessons cannot be read: there are none") from None
    except ValueError as error:
        raise LessonError(f"{path.name}: the lessons cannot be read: {error}") from None
    found = []
    for number, entry in enumerate(entries, 1):
        try:
            found.append(_lesson(entry))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise LessonError(f"{path.name}: lesson {number} is damaged: {error}") from None
    return tuple(found)


def _lesson(data: dict[str, Any]) -> Lesson:
    tables = compile_tables(load(data["ruleset"], data.get("rules", {})))
    names = tuple(data["players"])

    def cards(text: str) -> tuple[int, ...]:
        return tuple(tables.parse(word) for word in text.split())

    discard = cards(data["discard"])
    setup = {
        "hands": tuple(cards(data["hands"][name]) for name in names),
        "draw": cards(data["draw"]),
        "discard": discard,
        "color": _color(tables, data.get("color"), discard[-1]),
        "turn": names.index(data.get("turn", names[0])),
    }
    steps = tuple(_step(step, tables, names) for step in data["step"])
    return Lesson(data["title"], tables, names, setup, steps)


def _color(tables: Tables, name: str | None, top: int) -> int:
    if name is None:
        return tables.color_of[top]
    return [color.name for color in tables.colors].index(name)


def _step(data: dict[str, Any], tables: Tables, names: tuple[str, ...]) -> LessonStep:
    others = []
    for line in data.get("others", ()):
        name, _, action = line.partition(":")
        others.append((names.index(name.strip()), parse_action(action.strip(), tables, names)))
    want = tuple(parse_action(text, tables, names) for text in data.get("want", ()))
    return LessonStep(data["tell"], want, data.get("wrong", ""), tuple(others))


def fits(action: Action, wanted: Action) -> bool:
    """Whether an action is the wanted one; a colour, target or call counts only where it is named."""
    return (
        action.verb == wanted.verb
        and action.cards == wanted.cards
        and (wanted.color < 0 or action.color == wanted.color)
        and (wanted.target < 0 or action.target == wanted.target)
        and (not wanted.uno or action.uno)
    )

"""Reading scenario files: TOML in, checked `Scenario` records out.

Nothing here plays a card. Whatever is wrong with a file raises `ScenarioError` with the file,
the line and the reason, before the first step is played.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from uno_tui.cards import clean_name, counted
from uno_tui.engine.actions import Action, parse_action
from uno_tui.faces.scenario_facts import Fact, read_fact
from uno_tui.faces.wording import nearest, one_line
from uno_tui.resources import parse_toml
from uno_tui.ruleset.tables import Tables

MAX_BYTES = 1_000_000
MAX_CARDS = 2_000
STARTS = ("turn", "first-card", "deal", "draft", "dealer")
DIRECTIONS = {"clockwise": 1, "counter-clockwise": -1}
KNOBS: dict[str, type | tuple[type, ...]] = {
    "title": str,
    "ruleset": str,
    "rules": dict,
    "players": list,
    "dealer": str,
    "turn": str,
    "direction": str,
    "discard": str,
    "color": str,
    "draw": str,
    "hands": dict,
    "scores": dict,
    "start": str,
    "seed": int,
    "steps": list,
}
NEEDED = ("title", "ruleset", "players", "steps")
TYPE_WORDS = {str: "a text", dict: "a table", list: "a list", int: "a whole number"}

LoadTables = Callable[[str, Path, Mapping[str, Any]], Tables]


class ScenarioError(Exception):
    """A file is not readable as scenarios: `FILE:LINE: reason`."""


class Step(NamedTuple):
    """One line of `steps`: an action that must be accepted or refused, or a fact (then `seat` is -1)."""

    text: str
    seat: int = -1
    action: Action | None = None
    refused: bool = False
    fact: Fact | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A table set up by hand and what is to happen there. Cards are kinds, people are seats.

    `draw` is top first, `discard` bottom to top; `direction` is +1 or -1; `color` -1 for none.
    """

    title: str
    tables: Tables
    names: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]
    draw: tuple[int, ...]
    discard: tuple[int, ...]
    color: int
    turn: int
    dealer: int
    direction: int
    scores: tuple[int, ...]
    start: str
    seed: int
    steps: tuple[Step, ...]


def read_scenarios(path: Path, load_tables: LoadTables) -> list[Scenario]:
    """All scenarios of one file, in order.

    `load_tables(ruleset, folder, overrides)` gives the tables or raises ValueError with a
    sentence. Raises ScenarioError.
    """
    text = _read_text(path)
    try:
        data = parse_toml(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = re.search(r"line (\d+)", str(error))
        reason = re.sub(r"\s*\(at [^)]*\)$", "", str(error))
        raise _error(path, int(found[1]) if found else 1, f"not valid TOML: {reason}") from None
    for key in data:
        if key != "scenario":
            raise _error(
                path, _line_of(text, key), f"unknown key {key!r}; only [[scenario]] is read"
            )
    entries = data.get("scenario")
    if not isinstance(entries, list) or not entries:
        raise _error(path, 1, "there is no [[scenario]] in it")
    starts = _section_lines(text, len(entries))
    return [
        _Reader(path, text, line, entry, load_tables).read()
        for line, entry in zip(starts, entries, strict=True)
    ]


def _read_text(path: Path) -> str:
    try:
        if path.is_dir():
            raise ScenarioError(f"{one_line(path)}: this is a folder, not a file of scenarios")
        if path.stat().st_size > MAX_BYTES:
            raise ScenarioError(f"{one_line(path)}: larger than {MAX_BYTES:,} bytes")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise _error(path, 1, "not a text file in UTF-8") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ScenarioError(f"{one_line(path)}: cannot be read: {one_line(reason)}") from None


def _error(path: Path, line: int, reason: str) -> ScenarioError:
    return ScenarioError(f"{one_line(path)}:{line}: {one_line(reason)}")


def _section_lines(text: str, count: int) -> list[int]:
    """The line of each `[[scenario]]` header; tomllib itself keeps no line numbers."""
    lines = text.splitlines()
    found = [n for n, line in enumerate(lines, 1) if re.match(r"\s*\[\[\s*scenario\s*\]\]", line)]
    return found if len(found) == count else [1] * count


def _line_of(text: str, part: str, start: int = 1) -> int:
    """The first line at or after `start` that holds `part`, else `start`."""
    for number, line in enumerate(text.splitlines()[start - 1 :], start):
        if part in line:
            return number
    return start


class _Reader:
    """One `[[scenario]]` entry and where it stands in its file."""

    def __init__(
        self, path: Path, text: str, line: int, entry: object, load_tables: LoadTables
    ) -> None:
        self.path, self.text, self.line, self.load_tables = path, text, line, load_tables
        if not isinstance(entry, dict):
            raise self.error("", "a scenario must be a table, written [[scenario]]")
        self.entry: dict[str, Any] = entry

    def error(self, near: str, reason: str) -> ScenarioError:
        line = _line_of(self.text, near, self.line) if near else self.line
        return _error(self.path, line, reason)

    def read(self) -> Scenario:
        self._check_keys()
        names = self._names()
        tables = self._tables()
        start = self._choice("start", STARTS, "turn")
        discard = self._cards("discard", self.entry.get("discard", ""), tables)
        return Scenario(
            title=one_line(self.entry["title"], 200),
            tables=tables,
            names=names,
            hands=self._hands(names, tables, start),
            draw=self._cards("draw", self.entry.get("draw", ""), tables),
            discard=discard,
            color=self._color(tables, discard, start),
            turn=self._seat("turn", names, 0),
            dealer=self._seat("dealer", names, len(names) - 1),
            direction=DIRECTIONS[self._choice("direction", tuple(DIRECTIONS), "clockwise")],
            scores=self._scores(names),
            start=start,
            seed=self.entry.get("seed", 0),
            steps=tuple(self._step(number, names, tables) for number in range(len(self._steps()))),
        )

    def _check_keys(self) -> None:
        for key, value in self.entry.items():
            if key not in KNOBS:
                raise self.error(key, f"unknown key {key!r}{nearest(key, KNOBS)}")
            wanted = KNOBS[key]
            if not isinstance(value, wanted) or isinstance(value, bool):
                word = TYPE_WORDS[wanted] if isinstance(wanted, type) else "something else"
                raise self.error(key, f"{key!r} must be {word}")
        for key in NEEDED:
            if key not in self.entry:
                raise self.error("", f"the scenario has no {key!r}")

    def _names(self) -> tuple[str, ...]:
        names = self.entry["players"]
        if not 2 <= len(names) <= 10:
            raise self.error(
                "players", f"'players' names {counted(len(names), 'seat')}; a table has 2 to 10"
            )
        for name in names:
            if not isinstance(name, str) or name != clean_name(name, "") or ":" in name:
                raise self.error("players", f"{name!r} is not a usable name (plain, ≤ 16 cells)")
        if len(set(names)) < len(names):
            raise self.error("players", "two players have the same name")
        return tuple(names)

    def _tables(self) -> Tables:
        ruleset, rules = self.entry["ruleset"], self.entry.get("rules", {})
        try:
            return self.load_tables(ruleset, self.path.parent, rules)
        except ValueError as error:
            raise self.error("rules" if rules else "ruleset", str(error)) from None

    def _choice(self, key: str, allowed: Sequence[str], default: str) -> str:
        value = str(self.entry.get(key, default))
        if value not in allowed:
            raise self.error(key, f"{key!r} is {value!r}, not one of {', '.join(allowed)}")
        return value

    def _seat(self, key: str, names: tuple[str, ...], default: int) -> int:
        name = self.entry.get(key)
        if name is None:
            return default
        if name not in names:
            raise self.error(key, f"{key!r} is {name!r}, who is not among the players")
        return names.index(name)

    def _cards(self, near: str, value: object, tables: Tables) -> tuple[int, ...]:
        if not isinstance(value, str):
            raise self.error(near, f'the cards of {near!r} must be one text, e.g. "R7 W+4"')
        words = [] if value.strip() == "-" else value.split()
        if len(words) > MAX_CARDS:
            raise self.error(near, f"{near!r} names more than {MAX_CARDS} cards")
        try:
            return tuple(tables.parse(word) for word in words)
        except ValueError as error:
            raise self.error(near, f"in {near!r}: {error}") from None

    def _hands(
        self, names: tuple[str, ...], tables: Tables, start: str
    ) -> tuple[tuple[int, ...], ...]:
        hands = self.entry.get("hands", {})
        for name in hands:
            if name not in names:
                raise self.error("hands", f"{name!r} has a hand but is not among the players")
        if start in ("turn", "first-card"):
            for name in names:
                if name not in hands:
                    raise self.error("hands", f'{name!r} has no hand (write "-" for none)')
        elif hands:
            raise self.error("hands", f"start = {start!r} begins with empty hands")
        return tuple(self._cards("hands", hands.get(name, ""), tables) for name in names)

    def _color(self, tables: Tables, discard: tuple[int, ...], start: str) -> int:
        word = self.entry.get("color")
        if word is not None:
            for index, color in enumerate(tables.colors):
                if word in (color.name, color.letter):
                    return index
            if word in ("any", "none"):
                return -1
            known = ", ".join(color.name for color in tables.colors)
            raise self.error("color", f"{word!r} is not a colour of this deck ({known}, any)")
        if not discard:
            return -1
        if start == "turn" and tables.is_wild[discard[-1]]:
            raise self.error("discard", "the top card is wild, so 'color' is needed")
        return tables.color_of[discard[-1]]

    def _scores(self, names: tuple[str, ...]) -> tuple[int, ...]:
        scores = self.entry.get("scores", {})
        for name, value in scores.items():
            if name not in names:
                raise self.error("scores", f"{name!r} has a score but is not among the players")
            if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 1_000_000:
                raise self.error("scores", f"the score of {name!r} must be a whole number")
        return tuple(scores.get(name, 0) for name in names)

    def _steps(self) -> list[Any]:
        steps: list[Any] = self.entry["steps"]
        return steps

    def _step(self, number: int, names: tuple[str, ...], tables: Tables) -> Step:
        raw = self._steps()[number]
        if not isinstance(raw, str):
            raise self.error("steps", f"step {number + 1} is not a text")
        try:
            return read_step(raw, names, tables)
        except ValueError as error:
            raise self.error(raw, f"step {number + 1} ({raw!r}): {error}") from None


def read_step(raw: str, names: tuple[str, ...], tables: Tables) -> Step:
    """Read one step, e.g. `Ann: play R7`, `! Ben: draw`, `= turn Cy`. Raises ValueError."""
    text = raw.strip()
    if text.startswith("="):
        return Step(text, fact=read_fact(text[1:].strip(), names, tables))
    refused = text.startswith("!")
    name, colon, action = text.removeprefix("!").strip().partition(":")
    if not colon:
        raise ValueError("a step is 'NAME: action', '! NAME: action' or '= fact'")
    if name.strip() not in names:
        raise ValueError(f"{name.strip()!r} does not sit at this table ({', '.join(names)})")
    seat = names.index(name.strip())
    return Step(text, seat, parse_action(action.strip(), tables, names), refused)

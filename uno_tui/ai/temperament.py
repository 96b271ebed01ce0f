"""How AI seats behave beside the cards: levels and temperaments, read from `assets/temperaments.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from uno_tui import resources
from uno_tui.ai.reactions import Traits
from uno_tui.cards import clean_name
from uno_tui.ruleset.errors import shown
from uno_tui.ruleset.faces import nearest

MOMENTS = ("hello", "good", "bad", "idle", "win", "lose")
"""When a phrase is said: sitting down, having hit somebody, having been hit, just so, at the end."""
MAX_PHRASE = 60

_SHARES = ("forget", "catch", "bluff", "jump", "talk")
_FACTORS = ("forget_times", "catch_times", "bluff_times", "challenge_times")
_SHIFTS = ("attack", "hoard")


class TemperamentError(ValueError):
    """The temperaments file cannot be used; one sentence that says where, what and how to mend it."""


class Temperament(NamedTuple):
    """A personality: it shifts what its level does, and has things to say."""

    id: str
    name: str
    summary: str
    reaction: tuple[float, float]
    talk: float
    factors: Mapping[str, float]
    shifts: Mapping[str, float]
    phrases: Mapping[str, tuple[str, ...]]

    def phrase(self, moment: str, rng: Random) -> str:
        """Something to say at one of `MOMENTS`; empty when it has nothing to say."""
        lines = self.phrases.get(moment) or self.phrases.get("idle") or ()
        return lines[int(rng.random() * len(lines))] if lines else ""


class Characters(NamedTuple):
    """The whole file: traits by level, temperaments by id, names for AI seats."""

    levels: Mapping[str, Traits]
    temperaments: Mapping[str, Temperament]
    names: tuple[str, ...]


@cache
def characters() -> Characters:
    """What came with this installation. Raises TemperamentError."""
    return read_characters(resources.shipped("assets") / "temperaments.toml")


def temperaments() -> tuple[Temperament, ...]:
    """All temperaments, in the order of the file."""
    return tuple(characters().temperaments.values())


def ai_names() -> tuple[str, ...]:
    """Names for AI seats."""
    return characters().names


def traits_of(level: str, temperament: str = "") -> Traits:
    """How a seat of this level and temperament behaves.

    A level the file does not list (the reference players) never forgets and always catches.
    Raises ValueError for a temperament that is not in the file.
    """
    found = characters()
    traits = found.levels.get(level) or Traits(reaction=(0.4, 1.2))
    if not temperament:
        return traits
    shift = found.temperaments.get(temperament)
    if shift is None:
        near = nearest(temperament, found.temperaments)
        hint = f"; did you mean {near!r}?" if near else ""
        raise ValueError(f"there is no temperament {shown(temperament)}{hint}")
    return shifted(traits, shift)


def shifted(traits: Traits, by: Temperament) -> Traits:
    """The traits of a level as a temperament changes them; chances stay between 0 and 1."""
    times = by.factors
    return traits._replace(
        forget=min(1.0, traits.forget * times["forget_times"]),
        catch=min(1.0, traits.catch * times["catch_times"]),
        bluff=min(1.0, traits.bluff * times["bluff_times"]),
        challenge=traits.challenge * times["challenge_times"],
        talk=by.talk,
        reaction=by.reaction,
        attack=by.shifts["attack"],
        hoard=by.shifts["hoard"],
    )


def read_characters(path: Path) -> Characters:
    """Read and check the file. Raises TemperamentError with one sentence."""
    try:
        data = resources.read_toml(path)
    except ValueError as error:
        raise TemperamentError(f"{path.name} cannot be read: {error}") from None
    reader = _Reader(path.name)
    reader.only(data, "", ("names", "levels", "temperaments"))
    levels = {
        name: reader.level(table, f"levels.{name}")
        for name, table in reader.tables(data, "levels").items()
    }
    people = {
        name: reader.temperament(name, table, f"temperaments.{name}")
        for name, table in reader.tables(data, "temperaments").items()
    }
    names = tuple(clean_name(name) for name in reader.texts(data, "", "names", 1))
    return Characters(levels, people, names)


class _Reader:
    """Takes values out of the file, or says in one sentence what is wrong with them."""

    def __init__(self, file: str) -> None:
        self.file = file

    def fail(self, where: str, key: str, what: str) -> TemperamentError:
        place = ".".join(part for part in (where, key) if part)
        return TemperamentError(f"{self.file}: {place}: {what}")

    def only(self, table: Mapping[str, Any], where: str, known: tuple[str, ...]) -> None:
        for key in table:
            if key not in known:
                near = nearest(key, known)
                hint = f"; did you mean {near!r}?" if near else f"; known: {', '.join(known)}"
                raise self.fail(where, key, f"is not known here{hint}")

    def tables(self, data: Mapping[str, Any], key: str) -> dict[str, Mapping[str, Any]]:
        found = data.get(key)
        if not isinstance(found, dict) or not all(isinstance(t, dict) for t in found.values()):
            raise self.fail("", key, "must be tables, one for each name")
        return found

    def number(
        self,
        table: Mapping[str, Any],
        where: str,
        key: str,
        default: float,
        low: float,
        high: float,
    ) -> float:
        value = table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.fail(where, key, f"must be a number, not {shown(value)}")
        if not low <= value <= high:
            raise self.fail(where, key, f"must be from {low:g} to {high:g}, not {value:g}")
        return float(value)

    def reaction(
        self, table: Mapping[str, Any], where: str, default: tuple[float, float]
    ) -> tuple[float, float]:
        value = table.get("reaction", list(default))
        numbers = isinstance(value, list) and len(value) == 2
        if not numbers or any(isinstance(v, bool) or not isinstance(v, int | float) for v in value):
            raise self.fail(where, "reaction", "must be two numbers of seconds, e.g. [0.8, 2.0]")
        if not 0 <= value[0] <= value[1] <= 30:
            raise self.fail(where, "reaction", "must rise and lie between 0 and 30 seconds")
        return (float(value[0]), float(value[1]))

    def texts(self, table: Mapping[str, Any], where: str, key: str, least: int) -> tuple[str, ...]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise self.fail(where, key, "must be a list of texts")
        if len(value) < least:
            raise self.fail(where, key, f"needs {least} text at least")
        for text in value:
            if not text or len(text) > MAX_PHRASE or not text.isprintable():
                raise self.fail(
                    where, key, f"{shown(text)} must be 1 to {MAX_PHRASE} printable characters"
                )
        return tuple(value)

    def level(self, table: Mapping[str, Any], where: str) -> Traits:
        self.only(table, where, (*_SHARES, "challenge", "reaction"))
        plain = Traits()
        shares = {
            key: self.number(table, where, key, getattr(plain, key), 0.0, 1.0) for key in _SHARES
        }
        return Traits(
            **shares,
            challenge=self.number(table, where, "challenge", 1.0, 0.0, 10.0),
            reaction=self.reaction(table, where, plain.reaction),
        )

    def temperament(self, name: str, table: Mapping[str, Any], where: str) -> Temperament:
        known = ("name", "summary", "reaction", "talk", *_FACTORS, *_SHIFTS, "phrases")
        self.only(table, where, known)
        lines = table.get("phrases", {})
        if not isinstance(lines, dict):
            raise self.fail(where, "phrases", "must be a table of lists, one for each moment")
        self.only(lines, f"{where}.phrases", MOMENTS)
        texts = {key: table.get(key) for key in ("name", "summary")}
        for key, text in texts.items():
            if not isinstance(text, str) or not text or not text.isprintable():
                raise self.fail(where, key, "must be a text")
        return Temperament(
            name,
            str(texts["name"]),
            str(texts["summary"]),
            self.reaction(table, where, (0.8, 2.2)),
            self.number(table, where, "talk", 0.0, 0.0, 1.0),
            {key: self.number(table, where, key, 1.0, 0.0, 10.0) for key in _FACTORS},
            {key: self.number(table, where, key, 0.0, -5.0, 5.0) for key in _SHIFTS},
            {moment: self.texts(lines, f"{where}.phrases", moment, 1) for moment in lines},
        )

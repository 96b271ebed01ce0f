"""What is wrong with a ruleset, said in one sentence with file, line and key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from uno_tui.ruleset.faces import nearest

MAX_SHOWN = 60


class RulesetError(ValueError):
    """A ruleset that cannot be used; `str()` is one sentence for the person who wrote it.

    `source` is the file's name, `line` counts from 1 (0 = not known), `key` is the dotted knob
    ("" when it is about the whole file), `what` says what is wrong and how to mend it. `further`
    are the other mistakes found in the same reading, each an error of its own.
    """

    def __init__(self, what: str, *, source: str = "", line: int = 0, key: str = "") -> None:
        self.what = visible(what, 600)
        self.source = visible(source, 300)
        self.line = line
        self.key = visible(key, 120)
        self.further: tuple[RulesetError, ...] = ()
        place = f"{self.source}, line {line}" if line and self.source else self.source
        head = ": ".join(part for part in (place, self.key) if part)
        super().__init__(f"{head}: {self.what}" if head else self.what)


class Source(NamedTuple):
    """One file of an `extends` chain (or the overrides): its name, its text, what it sets."""

    name: str
    text: str
    data: Mapping[str, Any]


def visible(text: str, limit: int) -> str:
    """`text` on one line, without control characters, at most `limit` characters."""
    kept = "".join(char if char.isprintable() else "?" for char in text[: limit + 1])
    return kept if len(kept) <= limit else kept[: limit - 1] + "…"


def shown(value: object) -> str:
    """A value as it is quoted in a message: short, and safe to print."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return repr(visible(value, MAX_SHOWN))
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, int) and abs(value) > 10**18:
        return "a huge number"
    return visible(str(value), MAX_SHOWN)


def locate(sources: Iterable[Source], path: tuple[str, ...]) -> tuple[str, int]:
    """Where a key is set: the first source (most special first) that has it, and the line.

    When no source has the whole path, the longest beginning of it counts; ("", 0) if none does.
    """
    files = list(sources)
    for length in range(len(path), 0, -1):
        part = path[:length]
        for source in files:
            if sets(source.data, part):
                return source.name, line_of(source.text, part)
    return (files[0].name, 0) if files else ("", 0)


def sets(data: Mapping[str, Any], path: tuple[str, ...]) -> bool:
    """Whether the data of a file sets this key, or something in it."""
    at: Any = data
    for key in path:
        if isinstance(at, Mapping) and key in at:
            at = at[key]
        elif isinstance(at, list | tuple) and key.isdigit() and int(key) < len(at):
            at = at[int(key)]
        else:
            return False
    return True


def line_of(text: str, path: tuple[str, ...]) -> int:
    """The line on which a TOML text sets `path`, or the nearest table around it; 0 if unknown."""
    found: dict[tuple[str, ...], int] = {}
    for line, key in _keys(text):
        found.setdefault(key, line)
    for length in range(len(path), 0, -1):
        if path[:length] in found:
            return found[path[:length]]
    return 0


_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED = rf"{_PART}(?:\s*\.\s*{_PART})*"
_HEADER = re.compile(rf"\s*\[(\[?)\s*({_DOTTED})\s*\]")
_SETS = re.compile(rf"\s*({_DOTTED})\s*=")
_INLINE = re.compile(rf"[{{,]\s*({_DOTTED})\s*=")


def _keys(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Each line that sets something, with the full key; headers count, with all tables above."""
    table: tuple[str, ...] = ()
    arrays: dict[tuple[str, ...], int] = {}
    quoted = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if quoted:
            quoted = "" if quoted in line else quoted
            continue
        quoted = next((mark for mark in ('"""', "'''") if line.count(mark) == 1), "")
        header = _HEADER.match(line)
        if header:
            table = _split(header.group(2))
            if header.group(1):
                arrays[table] = arrays.get(table, -1) + 1
                yield number, table
                table = (*table, str(arrays[table]))
        setting = None if header else _SETS.match(line)
        key = (*table, *_split(setting.group(1))) if setting else table
        if header or setting:
            for length in range(1, len(key) + 1):
                yield number, key[:length]
        if setting:
            for inner in _INLINE.finditer(line, setting.end()):
                yield number, (*key, *_split(inner.group(1)))


def _split(dotted: str) -> tuple[str, ...]:
    parts = re.findall(_PART, dotted)
    return tuple(part[1:-1] if part[0] in "\"'" else part for part in parts)


def unknown_key(path: tuple[str, ...], known: Iterable[str]) -> str:
    """What to say about a key that is not a knob, with the nearest right name."""
    table, word = ".".join(path[:-1]), path[-1]
    names = list(known)
    inside = [name.rpartition(".")[2] for name in names if name.rpartition(".")[0] == table]
    guess = nearest(word, inside)
    if guess and table:
        guess = f"{table}.{guess}"
    if not guess:
        guess = next((name for name in names if name.rpartition(".")[2] == word), "")
    if not guess and table and inside:
        return f"is not a knob; {table} has {', '.join(inside)}"
    guess = guess or nearest(".".join(path), names)
    if guess:
        return f"is not a knob; did you mean {guess!r}?"
    return "is not a knob; docs/rulesets.md lists them all"

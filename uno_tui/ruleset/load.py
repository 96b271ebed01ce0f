"""TOML files to rulesets: `extends`, overrides, and errors that say where and what.

Everything here raises `RulesetError`, and nothing else, for a file or knob that is wrong.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from uno_tui import resources
from uno_tui.resources import parse_toml
from uno_tui.ruleset import errors, faces
from uno_tui.ruleset.checks import Problem
from uno_tui.ruleset.errors import RulesetError, Source
from uno_tui.ruleset.resolve import OWN_WORDS, ResolveError, complete, frozen, merge, nested
from uno_tui.ruleset.schema import Color, Face, Ruleset
from uno_tui.ruleset.write import difference

MAX_BYTES = 256 * 1024
MAX_CHAIN = 8
MAX_FILES = 500
RULESET_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


class Entry(NamedTuple):
    """A ruleset file in the menu: `ruleset` when it loads, else the sentence in `error`."""

    id: str
    path: Path
    ruleset: Ruleset | None
    error: str | None


def load(
    which: str | Path,
    overrides: Mapping[str, object] | None = None,
    folders: Sequence[Path] = (),
) -> Ruleset:
    """The ruleset with this id, or in this file, with dotted `overrides` laid over it.

    An id is looked for among the shipped files, then in `folders`; anything with a path
    separator or ending in .toml is a file. Raises RulesetError.
    """
    path = _as_path(which)
    if path is None:
        path = _find(str(which), folders)
        if path is None:
            raise RulesetError(_unknown_id(str(which), folders))
    text = _read(path)
    return _build(_source(_file_name(path), text), path.stem, overrides or {}, folders, path)


def load_text(
    text: str,
    name: str,
    overrides: Mapping[str, object] | None = None,
    folders: Sequence[Path] = (),
) -> Ruleset:
    """The ruleset that a TOML text describes; `name` is its id and stands in messages.

    Raises RulesetError.
    """
    if len(text) > MAX_BYTES:
        raise RulesetError(_too_large(), source=name)
    stem = name.removesuffix(".toml")
    return _build(_source(name, text), stem, overrides or {}, folders, None)


def with_overrides(rules: Ruleset, overrides: Mapping[str, object]) -> Ruleset:
    """The same ruleset, id and name included, with dotted knobs changed. Raises RulesetError."""
    data = difference(rules) | {"id": rules.id, "name": rules.name, "summary": rules.summary}
    over = _over(overrides)
    return _validated(merge(data, over.data), [over, Source(rules.name, "", data)], fill=True)


def available(folders: Sequence[Path] = ()) -> list[Entry]:
    """Every ruleset file, shipped ones first, then `folders`; broken ones with their error."""
    entries: list[Entry] = []
    taken: set[str] = set()
    for folder in (resources.shipped("rulesets"), *folders):
        for path in _toml_files(folder):
            entries.append(_entry(path, taken, folders))
            taken.add(path.stem)
    return entries


def shipped_ids() -> tuple[str, ...]:
    """The ids of the rulesets that came with the program, in alphabetical order."""
    return tuple(path.stem for path in _toml_files(resources.shipped("rulesets")))


def snapshot(ruleset: Ruleset) -> dict[str, Any]:
    """The whole ruleset as plain JSON-ready data that needs no file to be read back."""
    return ruleset.model_dump(mode="json")


def from_snapshot(data: Mapping[str, Any]) -> Ruleset:
    """The ruleset that `snapshot` wrote down. Raises RulesetError when it is damaged."""
    return _validated(data, [Source("the saved ruleset", "", data)], fill=False)


@cache
def knob_names() -> tuple[str, ...]:
    """Every dotted knob of a ruleset file, in the schema's order, `faces.<code>.*` left out."""
    return tuple(_knobs(Ruleset, ""))


def _knobs(model: type[BaseModel], prefix: str) -> Iterator[str]:
    for name, field in model.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from _knobs(inner, f"{prefix}{name}.")
        elif prefix or name not in ("id", "faces"):
            yield f"{prefix}{name}"


def _entry(path: Path, taken: set[str], folders: Sequence[Path]) -> Entry:
    if path.stem in taken:
        error = f"{_file_name(path)}: another ruleset is already called {path.stem!r}; rename it"
        return Entry(path.stem, path, None, error)
    try:
        return Entry(path.stem, path, load(path, folders=folders), None)
    except RulesetError as error:
        return Entry(path.stem, path, None, str(error))


def _toml_files(folder: Path) -> list[Path]:
    try:
        files = [path for path in folder.iterdir() if path.suffix == ".toml"]
    except OSError:
        return []
    return sorted(files, key=lambda path: path.stem)[:MAX_FILES]


def _as_path(which: str | Path) -> Path | None:
    if isinstance(which, Path):
        return which
    if "/" in which or "\\" in which or which.endswith(".toml"):
        return Path(which)
    return None


def _find(ruleset_id: str, folders: Sequence[Path]) -> Path | None:
    if not RULESET_ID.fullmatch(ruleset_id):
        return None
    for folder in (resources.shipped("rulesets"), *folders):
        path = folder / f"{ruleset_id}.toml"
        if os.path.isfile(path):
            return path
    return None


def _unknown_id(ruleset_id: str, folders: Sequence[Path]) -> str:
    known = [*shipped_ids(), *(path.stem for folder in folders for path in _toml_files(folder))]
    guess = faces.nearest(ruleset_id, known)
    hint = f"did you mean {guess!r}?" if guess else "`uno-tui rulesets` lists them all"
    return f"there is no ruleset {errors.shown(ruleset_id)}; {hint}"


def _file_name(path: Path) -> str:
    return str(path)


def _too_large() -> str:
    return f"the file is too large for a ruleset (more than {MAX_BYTES // 1024} KiB)"


def _read(path: Path) -> str:
    name = _file_name(path)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise RulesetError("is not a file", source=name)
        if status.st_size > MAX_BYTES:
            raise RulesetError(_too_large(), source=name)
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise RulesetError("there is no such file", source=name) from None
    except RulesetError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RulesetError(f"cannot be read: {reason}", source=name) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RulesetError("is not UTF-8 text; save it as UTF-8", source=name, line=line) from None


_AT = re.compile(r" ?\(at (?:line (\d+), column (\d+)|end of document)\)")


def _source(name: str, text: str) -> Source:
    try:
        return Source(name, text, parse_toml(text))
    except RecursionError:
        raise RulesetError("tables or lists are nested too deeply", source=name) from None
    except ValueError as error:
        place = _AT.search(str(error))
        line = (
            int(place.group(1)) if place and place.group(1) else text.rstrip("\n").count("\n") + 1
        )
        what = _AT.sub("", str(error)).strip()
        raise RulesetError(f"is not valid TOML: {what}", source=name, line=line) from None


def _build(
    source: Source,
    ruleset_id: str,
    overrides: Mapping[str, object],
    folders: Sequence[Path],
    path: Path | None,
) -> Ruleset:
    chain = _chain(source, folders, path)
    merged: dict[str, Any] = {}
    for link in reversed(chain):
        for word in OWN_WORDS:
            merged.pop(word, None)
        merged = merge(merged, link.data)
    merged.pop("extends", None)
    if "id" in merged:
        raise _error(Problem("id", "is the file's name; it is not written in the file"), chain)
    merged["id"] = errors.visible(ruleset_id, 64) or "custom"
    merged.setdefault("name", _name_of(ruleset_id))
    if overrides:
        chain.insert(0, _over(overrides))
        merged = merge(merged, chain[0].data)
    return _validated(merged, chain, fill=True)


def _over(overrides: Mapping[str, object]) -> Source:
    try:
        over = Source("overrides", "", nested(overrides))
    except ResolveError as error:
        raise _error(error.problem, [Source("overrides", "", {})]) from None
    for word in ("id", "extends"):
        if word in over.data:
            raise _error(Problem(word, "cannot be overridden"), [over])
    return over


def _name_of(ruleset_id: str) -> str:
    words = errors.visible(ruleset_id, 40).replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:] or "Custom"


def _chain(source: Source, folders: Sequence[Path], path: Path | None) -> list[Source]:
    """The file itself, then what it extends, then what that extends …"""
    chain = [source]
    seen = [path.resolve()] if path else []
    while "extends" in chain[-1].data:
        last = chain[-1]
        base_id = last.data["extends"]
        if not isinstance(base_id, str) or not RULESET_ID.fullmatch(base_id):
            raise _error(Problem("extends", "must be the id of a ruleset, as in 'classic'"), [last])
        near = (*folders, path.parent) if path else tuple(folders)
        base = _find(base_id, near)
        if base is None:
            raise _error(Problem("extends", _unknown_id(base_id, near)), [last])
        if base.resolve() in seen:
            raise _error(Problem("extends", f"goes in a circle back to {base_id!r}"), [last])
        if len(chain) >= MAX_CHAIN:
            raise _error(Problem("extends", f"goes through more than {MAX_CHAIN} files"), [last])
        seen.append(base.resolve())
        path = base
        chain.append(_source(_file_name(base), _read(base)))
    return chain


def _validated(data: Mapping[str, Any], chain: list[Source], *, fill: bool) -> Ruleset:
    try:
        ready = frozen(data)
        return Ruleset.model_validate(complete(ready) if fill else ready)
    except ResolveError as error:
        raise _errors([error.problem, *_beside_deck(data)], chain) from None
    except RecursionError:
        raise RulesetError("tables are nested too deeply", source=chain[0].name) from None
    except ValidationError as error:
        raise _errors(_problems(error), chain) from None


def _beside_deck(data: Mapping[str, Any]) -> list[Problem]:
    """What else is wrong in a file whose faces and deck do not go together."""
    rest = {key: value for key, value in data.items() if key not in ("deck", "faces")}
    try:
        Ruleset.model_validate(complete(frozen(rest)))
    except (ResolveError, RecursionError):
        return []
    except ValidationError as error:
        # Without its own deck, how knobs go together says nothing about this file.
        return [] if error.errors()[0]["type"] == "rules" else _problems(error)
    return []


def _errors(problems: Sequence[Problem], chain: Sequence[Source]) -> RulesetError:
    """The first problem as an error that carries the further ones."""
    first, *others = (_error(problem, chain) for problem in problems)
    further = {str(other): other for other in others if str(other) != str(first)}
    first.further = tuple(further.values())
    return first


def _error(problem: Problem, chain: Sequence[Source]) -> RulesetError:
    key = problem.key
    for other in (problem.key, *problem.others):
        if any(errors.sets(source.data, _path(other)) for source in chain):
            key = other
            break
    path = _path(key)
    source, line = errors.locate(chain, path) if path else (chain[0].name, 0)
    return RulesetError(problem.text, source=source, line=line, key=key)


def _path(dotted: str) -> tuple[str, ...]:
    return tuple(dotted.split(".")) if dotted else ()


def _problems(error: ValidationError) -> list[Problem]:
    """Pydantic's findings in our words, at least one: unknown keys before anything else."""
    found: list[Problem] = []
    findings = error.errors(include_url=False)
    for one in sorted(findings, key=lambda one: one["type"] != "extra_forbidden"):
        if one["type"] == "rules":
            found += one["ctx"]["problems"]
        else:
            path = tuple(str(part) for part in one["loc"] if part != "[key]")
            found.append(Problem(".".join(path), _in_words(path, one)))
    return found


def _in_words(path: tuple[str, ...], finding: Any) -> str:
    kind, value, limits = finding["type"], finding["input"], finding.get("ctx", {})
    if kind == "extra_forbidden":
        return errors.unknown_key(path, _known_near(path))
    if kind == "literal_error":
        return _not_a_choice(str(limits["expected"]), value)
    said = errors.shown(value)
    if kind == "int_type":
        return f"must be a whole number, not {said}"
    if kind == "bool_type":
        return f"must be true or false, not {said}"
    if kind == "string_type":
        return f"must be a text in quotes, not {said}"
    if kind == "tuple_type":
        return f"must be a list in square brackets, not {said}"
    if kind in ("dict_type", "model_type"):
        return f"must be a table, not {said}"
    if kind == "greater_than_equal":
        return f"must be {limits['ge']} or more, not {said}"
    if kind == "less_than_equal":
        return f"must be {limits['le']} or less, not {said}"
    if kind == "missing":
        return "is missing"
    if kind in ("too_long", "string_too_long"):
        return f"is too long; {limits['max_length']} at most"
    if kind in ("too_short", "string_too_short"):
        return f"is too short; {limits['min_length']} at least"
    return errors.visible(str(finding["msg"]), 200)


def _not_a_choice(expected: str, value: object) -> str:
    choices = re.findall(r"'([^']*)'", expected)
    guess = faces.nearest(value, choices) if isinstance(value, str) else ""
    hint = f"; did you mean {guess!r}?" if guess else ""
    return f"{errors.shown(value)} is not one of {', '.join(choices)}{hint}"


def _known_near(path: tuple[str, ...]) -> tuple[str, ...]:
    if len(path) == 3 and path[0] == "faces":
        return tuple(f"faces.{path[1]}.{name}" for name in Face.model_fields)
    if len(path) == 3 and path[0] == "colors":
        return tuple(f"colors.{path[1]}.{name}" for name in Color.model_fields)
    tables = tuple(name for name in Ruleset.model_fields if name != "id")
    return (*knob_names(), *(tables if len(path) == 1 else ()), "extends")

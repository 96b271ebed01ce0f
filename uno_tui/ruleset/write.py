"""Rulesets back to TOML: only what differs from the defaults, or from the file extended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from uno_tui.ruleset import faces
from uno_tui.ruleset.schema import TARGETLESS, Face, Ruleset


def difference(rules: Ruleset, base: Ruleset | None = None) -> dict[str, Any]:
    """What a file must say to become `rules`, on top of `base` (None: of the defaults).

    The result has the shape of a ruleset file, without `id`, `name`, `summary` and `extends`.
    """
    other = base if base is not None else Ruleset()
    data: dict[str, Any] = {}
    for name in type(rules).model_fields:
        mine, theirs = getattr(rules, name), getattr(other, name)
        if name in ("id", "name", "summary", "faces") or mine == theirs:
            continue
        if name == "colors":
            data[name] = [color.model_dump() for color in mine]
        elif isinstance(mine, BaseModel):
            data[name] = _table(mine, theirs)
        else:
            data[name] = mine
    _target(rules, base, data)
    changed = _faces(rules, base)
    if changed:
        data["faces"] = changed
    return {name: value for name, value in data.items() if value != {}}


def dumps(rules: Ruleset, extends: Ruleset | None = None) -> str:
    """TOML text that loads back to `rules`, under whatever id its file has.

    With `extends` the text builds on that ruleset's file and says only what is different.
    """
    import tomli_w

    head: dict[str, Any] = {} if extends is None else {"extends": extends.id}
    head |= {"name": rules.name, "summary": rules.summary}
    return tomli_w.dumps({**head, **difference(rules, extends)})


def _table(mine: BaseModel, theirs: BaseModel) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    for name in type(mine).model_fields:
        new, old = getattr(mine, name), getattr(theirs, name)
        if new == old:
            continue
        if isinstance(new, BaseModel):
            changed[name] = _table(new, old)
        elif isinstance(new, Mapping):
            changed[name] = _counts(new, old)
        elif new is None:
            changed[name] = "all"
        else:
            changed[name] = list(new) if isinstance(new, tuple) else new
    return changed


def _counts(mine: Mapping[str, int], theirs: Mapping[str, int]) -> dict[str, int]:
    changed = {code: n for code, n in mine.items() if theirs.get(code, 0) != n}
    return changed | {code: 0 for code in theirs if code not in mine}


def _target(rules: Ruleset, base: Ruleset | None, data: dict[str, Any]) -> None:
    """The target depends on the method unless a file sets it, and a base may have set it."""
    scoring = data.setdefault("scoring", {})
    scoring.pop("target", None)
    if base is None:
        implied = 0 if rules.scoring.method in TARGETLESS else 500
        needed = rules.scoring.target != implied
    else:
        same_method = base.scoring.method == rules.scoring.method
        needed = not same_method or base.scoring.target != rules.scoring.target
    if needed:
        scoring["target"] = rules.scoring.target


def _faces(rules: Ruleset, base: Ruleset | None) -> dict[str, dict[str, Any]]:
    changed: dict[str, dict[str, Any]] = {}
    for code, face in rules.faces.items():
        below = base.faces.get(code) if base is not None else None
        fields = _face(face, below or Face.model_validate(faces.complete_face(code, {})))
        if fields:
            changed[code] = fields
        elif below is None and not faces.built_in_face(code):
            changed[code] = {"label": face.label}
    return changed


def _face(mine: Face, theirs: Face) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    if mine.label != theirs.label:
        changed["label"] = mine.label
    if mine.effects != theirs.effects:
        changed["effects"] = list(mine.effects)
    if mine.wild != theirs.wild:
        changed["wild"] = mine.wild
    derived = mine.wild != theirs.wild or mine.number != theirs.number
    if derived:
        changed["number"] = -1 if mine.number is None else mine.number
    if derived or mine.points != theirs.points:
        changed["points"] = mine.points
    return changed

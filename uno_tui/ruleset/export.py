"""The schema for others: JSON Schema for editors, the list of knobs, the table in the docs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from uno_tui.ruleset.faces import BUILT_IN, EFFECTS
from uno_tui.ruleset.schema import Color, Face, Ruleset

SCHEMA_FILE: Final = "ruleset.schema.json"
_HEAD: Final = "https://json-schema.org/draft/2020-12/schema"


class Knob(NamedTuple):
    """One knob: its dotted name, what it may be, its default as in a file, what it means.

    `choices` holds the words of an enumeration, `low` and `high` the limits of a number.
    """

    name: str
    kind: str
    default: str
    text: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None


@cache
def knobs() -> tuple[Knob, ...]:
    """Every knob in the schema's order; those of faces and colours as `faces.<code>.points`."""
    extends = Knob("extends", "a ruleset's id", "–", "The ruleset this one builds on.")
    return (extends, *_knobs(Ruleset, ""))


def _knobs(model: type[BaseModel], prefix: str) -> Iterator[Knob]:
    for name, field in model.model_fields.items():
        dotted, inner = f"{prefix}{name}", field.annotation
        if dotted == "id":
            continue
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from _knobs(inner, f"{dotted}.")
        elif dotted == "faces":
            yield from (
                _knob(f"faces.<code>.{part}", below)._replace(default="as built in")
                for part, below in Face.model_fields.items()
            )
        elif dotted == "colors":
            yield from (
                _knob(f"colors.{part}", below) for part, below in Color.model_fields.items()
            )
        else:
            yield _knob(dotted, field)


def _knob(dotted: str, field: FieldInfo) -> Knob:
    choices, low, high = _choices(field.annotation), _limit(field, "ge"), _limit(field, "le")
    kind = _kind(field.annotation)
    if dotted.endswith(".faces"):
        kind = 'list of faces, or "all"'
    elif dotted == "faces.<code>.number":
        kind = "-1 to 99"
    elif choices:
        kind = ", ".join(choices)
    elif kind == "number" and low is not None and high is not None:
        kind = f"{low} to {high:,}"
    return Knob(dotted, kind, _default(dotted, field), field.description or "", choices, low, high)


def _choices(annotation: Any) -> tuple[str, ...]:
    return tuple(get_args(annotation)) if get_origin(annotation) is Literal else ()


def _limit(field: FieldInfo, side: str) -> int | None:
    return next((getattr(one, side) for one in field.metadata if hasattr(one, side)), None)


def _kind(annotation: Any) -> str:
    if annotation is bool:
        return "true or false"
    if annotation is int:
        return "number"
    if annotation is str:
        return "text"
    origin = get_origin(annotation)
    if origin is tuple:
        return "list"
    return "table" if origin is dict else "text"


def _default(dotted: str, field: FieldInfo) -> str:
    if dotted in ("name", "summary", "mood"):
        return "–"
    if dotted.startswith("colors."):
        return "red, blue, green, yellow (D-1)"
    if dotted.startswith("deck.cards."):
        return "the standard 108 (D-4)"
    value = field.get_default(call_default_factory=True)
    if dotted.endswith(".faces") and value is None:
        return '"all"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[]"
    if isinstance(value, dict):
        return "{}"
    return f'"{value}"' if isinstance(value, str) else str(value)


def knob_table() -> str:
    """All knobs as a Markdown table, for docs/rulesets.md."""
    rows = ["| knob | may be | default | meaning |", "|---|---|---|---|"]
    rows += [
        f"| `{knob.name}` | {knob.kind} | {_code(knob.default)} | {knob.text} |" for knob in knobs()
    ]
    return "\n".join(rows) + "\n"


def _code(default: str) -> str:
    plain = default in ("–", "as built in") or "(" in default
    return default if plain else f"`{default}`"


def json_schema() -> dict[str, Any]:
    """JSON Schema of a ruleset file, as editors use it to complete and check TOML."""
    schema = Ruleset.model_json_schema()
    own = schema["properties"]
    del own["id"]
    schema["$defs"]["Face"]["properties"]["number"] = {
        "type": "integer", "minimum": -1, "maximum": 99,
        "description": Face.model_fields["number"].description,
    }  # fmt: skip
    for part in schema["$defs"]["Face"]["properties"].values():
        part.pop("default", None)
    effects = schema["$defs"]["Face"]["properties"]["effects"]
    plain = [effect for effect in EFFECTS if not effect.endswith(":N")]
    effects["items"] = {
        "anyOf": [{"enum": plain}, {"pattern": "^(draw|everyone-draws):([1-9]|1[0-9]|20)$"}]
    }
    for table in ("WildDraw", "Answers"):
        faces = schema["$defs"][table]["properties"]["faces"]
        faces["anyOf"] = [one for one in faces["anyOf"] if one.get("type") != "null"]
        faces["anyOf"].append({"const": "all"})
        faces["default"] = "all"
    extends = {"type": "string", "description": "The ruleset this one builds on."}
    schema["properties"] = {"extends": extends, **own}
    described = "A ruleset of uno-tui. Faces known by themselves: " + ", ".join(BUILT_IN) + "."
    return {"$schema": _HEAD, **_without_titles(schema), "title": "Ruleset",
            "description": described}  # fmt: skip


def json_schema_text() -> str:
    """The JSON Schema as it stands in rulesets/ruleset.schema.json."""
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


def _without_titles(value: Any) -> Any:
    """Pydantic's own titles only repeat the key; a property called `title` would stay."""
    if isinstance(value, dict):
        return {
            key: _without_titles(inner)
            for key, inner in value.items()
            if not (key == "title" and isinstance(inner, str))
        }
    if isinstance(value, list):
        return [_without_titles(inner) for inner in value]
    return value

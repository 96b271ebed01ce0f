"""What the player has chosen: one TOML file, validated key by key, mended aloud, never reset.

A file that is not TOML, or a value that does not fit, costs only itself: the default stands in,
a message says so, and the file as it was is kept beside it as `settings.toml.broken`.
"""

from __future__ import annotations

import os
import shutil
import tomllib
from pathlib import Path
from typing import Any, Literal

import tomli_w
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from uno_tui.cards import clean_name
from uno_tui.resources import parse_toml

from .paths import fresh, paths, private_folder, read_text_bounded, write_private

MOST_BYTES = 1 << 20
PaceName = Literal["instant", "quick", "normal", "slow", "step"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", validate_assignment=True)


class LastSeat(_Part):
    """One seat of the last table, as the new-game screen offers it again."""

    name: str = Field(default="Player", max_length=200)
    kind: Literal["human", "ai"] = "human"
    level: str = Field(default="", max_length=40)
    temperament: str = Field(default="", max_length=40)

    @field_validator("name")
    @classmethod
    def _clean(cls, name: str) -> str:
        return clean_name(name)


class LastTable(_Part):
    """The last table that was dealt; `knobs` are dotted house-rule knobs over the variant."""

    variant: str = Field(default="classic", max_length=200)
    seats: list[LastSeat] = Field(default_factory=list, max_length=10)
    knobs: dict[str, Any] = Field(default_factory=dict, max_length=200)
    seed: int | None = None


class Assists(_Part):
    """Helps that a table may want, each off unless chosen."""

    call_uno: bool = False
    draw_alone: bool = False
    confirm_draw: bool = False
    bell: bool = False
    window_title: bool = True


class Settings(_Part):
    """Everything the settings screen shows. Times are in seconds."""

    pace: PaceName = "normal"
    reaction_window: float = Field(default=2.5, ge=0, le=60, allow_inf_nan=False)
    """0 = turn-based: the table waits for a key instead of a clock."""
    expert_think: float = Field(default=0.6, gt=0, le=60, allow_inf_nan=False)
    motion: bool = True
    mouse: bool = True
    glyphs: Literal["auto", "unicode", "ascii"] = "auto"
    theme: str = Field(default="felt", min_length=1, max_length=80)
    sort: Literal["colour", "number", "drawn"] = "colour"
    side_panel: bool = True
    hints: bool = True
    undo: bool = True
    assists: Assists = Field(default_factory=Assists)
    keys: dict[str, str] = Field(default_factory=dict, max_length=200)
    """Rebound keys: the name of a command -> a comma-separated list of keys."""
    last_table: LastTable = Field(default_factory=LastTable)
    unknown: dict[str, Any] = Field(default_factory=dict, exclude=True)
    """Keys of the file that this version does not know; they are written back untouched."""


def load_settings(path: Path | None = None) -> tuple[Settings, list[str]]:
    """The settings in force and what had to be mended, one sentence each. Never raises.

    A missing file means the defaults and no message.
    """
    where = path or paths().settings
    try:
        text = read_text_bounded(where, MOST_BYTES)
    except FileNotFoundError:
        return Settings(), []
    except (OSError, ValueError) as trouble:
        return Settings(), [*_keep(where), f"{where}: {_reason(trouble)}; the defaults are used."]
    try:
        table = parse_toml(text)
    except (tomllib.TOMLDecodeError, RecursionError) as trouble:
        return Settings(), [
            f"{where} is not valid TOML ({_reason(trouble)}); the defaults are used.",
            *_keep(where),
        ]
    settings, messages = _fit(table, where, text)
    if messages:
        messages += _keep(where)
    return settings, messages


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Write `settings` whole or not at all. Raises OSError when the disk refuses."""
    table = settings.model_dump(mode="json", exclude_none=True)
    content = tomli_w.dumps({**settings.unknown, **table})
    write_private(path or paths().settings, content.encode("utf-8"))


def _fit(table: dict[str, Any], where: Path, text: str) -> tuple[Settings, list[str]]:
    messages: list[str] = []
    unknown = {
        key: table.pop(key)
        for key in list(table)
        if key not in Settings.model_fields or key == "unknown"
    }
    messages += [
        f"{where}, line {_line_of(text, [key])}: {key!r} is not a setting of this version; "
        "it is kept but has no effect."
        for key in unknown
    ]
    for _ in range(500):
        try:
            settings = Settings.model_validate(table)
        except ValidationError as trouble:
            for error in trouble.errors():
                messages.append(_drop(table, error, where, text))
        else:
            settings.unknown = unknown
            return settings, messages
    return Settings(unknown=unknown), [
        *messages,
        f"{where}: too many mistakes; the defaults are used.",
    ]


def _drop(table: dict[str, Any], error: Any, where: Path, text: str) -> str:
    """Take the value at fault out of `table`; say which it was and what stands in for it."""
    place = [part for part in error["loc"] if part != "[key]"]
    parent: Any = table
    for depth, part in enumerate(place[:-1]):
        try:
            parent = parent[part]
        except (KeyError, IndexError, TypeError):
            place = place[: depth + 1]
            break
    parent = table
    for part in place[:-1]:
        parent = parent[part]
    value = error.get("input")
    try:
        del parent[place[-1]]
    except (KeyError, IndexError, TypeError):
        table.pop(str(place[0]), None)
    key = ".".join(str(part) for part in place)
    line = _line_of(text, [str(part) for part in place if isinstance(part, str)])
    shown = repr(value) if len(repr(value)) < 60 else repr(value)[:57] + "…"
    return f"{where}, line {line}: {key} = {shown}: {_in_words(error)}; its default is used."


def _in_words(error: Any) -> str:
    """What pydantic found, as part of a sentence."""
    if error["type"].startswith("bool"):
        return "it should be true or false"
    said = str(error["msg"]).partition(", unable to")[0]
    return said.replace("Input should be", "it should be")


def _line_of(text: str, keys: list[str]) -> int:
    """The line that sets the last of `keys`, as well as can be told by looking; 1 when unseen."""
    found = 1
    lines = text.splitlines()
    for key in keys:
        for number in range(found, len(lines) + 1):
            line = lines[number - 1].strip()
            names = line.lstrip("[").split("=")[0].split("]")[0]
            if key in [part.strip(" \"'") for part in names.split(".")]:
                found = number
                break
    return found


def _keep(where: Path) -> list[str]:
    """Copy the file at fault aside, once for each different content."""
    if not os.path.isfile(where):
        return []
    aside = where.with_name(where.name + ".broken")
    try:
        if where.stat().st_size > MOST_BYTES:
            return [f"It is left as it is until the settings are next changed: {where}."]
        same = os.path.isfile(aside) and aside.stat().st_size == where.stat().st_size
        if same and aside.read_bytes() == where.read_bytes():
            return [f"The file as it was is kept as {aside}."]
        private_folder(where.parent)
        aside = fresh(aside)
        shutil.copyfile(where, aside)
        aside.chmod(0o600)
    except OSError as trouble:
        return [f"It could not be copied aside: {_reason(trouble)}."]
    return [f"The file as it was is kept as {aside}."]


def _reason(trouble: BaseException) -> str:
    if isinstance(trouble, OSError):
        return trouble.strerror or "it cannot be read"
    if isinstance(trouble, UnicodeDecodeError):
        return "it is not UTF-8 text"
    if isinstance(trouble, RecursionError):
        return "it is nested too deeply"
    return str(trouble)

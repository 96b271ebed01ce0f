"""Rebound keys: a keymap file in the user's config folder, checked, broken lines told.

The file is TOML: the name of a command and its keys, `table.draw = "d,space"`. The names are those that
the Keys page shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from uno_tui.resources import parse_toml
from uno_tui.store.paths import paths, read_text_bounded
from uno_tui.tui.flat import flatten

MOST_BYTES = 64 * 1024
_KEYS = re.compile(r"[a-z0-9_]+(\+[a-z0-9_]+)*(,[a-z0-9_]+(\+[a-z0-9_]+)*)*", re.IGNORECASE)
_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,60}")


def read_keymap(settings_keys: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The keys in force (the settings' first, then the file's) and what was wrong, as sentences."""
    where = paths().keymap
    found: dict[str, str] = {}
    complaints: list[str] = []
    for source, keys in (
        ("settings.toml", dict(settings_keys)),
        (str(where), _read(where, complaints)),
    ):
        for name, value in keys.items():
            if not _NAME.fullmatch(name):
                complaints.append(f"{source}: {name[:40]!r} is not the name of a command.")
            elif not isinstance(value, str) or not _KEYS.fullmatch(value.replace(" ", "")):
                complaints.append(
                    f'{source}: the keys of {name!r} must be written like "d" or "d,ctrl+d".'
                )
            else:
                found[name] = value.replace(" ", "")
    return found, complaints


def _read(where: Path, complaints: list[str]) -> dict[str, object]:
    try:
        return flatten(parse_toml(read_text_bounded(where, MOST_BYTES)))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as trouble:
        complaints.append(f"{where} is not used: {trouble}.")
        return {}

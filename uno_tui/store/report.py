"""Packs what a bug report needs into one zip file: nothing that names anybody unless asked."""

from __future__ import annotations

import contextlib
import io
import json
import os
import platform
import shutil
import sys
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from uno_tui import __version__

from .paths import files_in, paths, write_private
from .reading import read_record
from .record import RecordError, write_record
from .records import without_names
from .saves import SUFFIX
from .settings import load_settings

_TERMINAL = (
    "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "NO_COLOR", "LANG", "LC_ALL",
    "LC_CTYPE", "TMUX", "SSH_TTY", "WT_SESSION", "TEXTUAL_ANIMATIONS",
)  # fmt: skip
_PRESENT_ONLY = ("TMUX", "SSH_TTY", "WT_SESSION")
_MOST_CRASH = 1 << 20


def facts() -> dict[str, Any]:
    """Versions and terminal, as plain data. Touches no file of the user's."""
    size = shutil.get_terminal_size((0, 0))
    return {
        "uno-tui": __version__,
        "python": sys.version.split()[0],
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "packages": {name: _version(name) for name in ("textual", "rich", "pydantic")},
        "terminal": {
            name: ("set" if name in _PRESENT_ONLY else os.environ[name])
            for name in _TERMINAL
            if name in os.environ
        },
        "size": [size.columns, size.lines],
        "tty": [stream.isatty() for stream in (sys.stdin, sys.stdout) if stream is not None],
        "encoding": sys.stdout.encoding if sys.stdout else None,
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def make_report(path: Path, include_names: bool = False) -> Path:
    """Write the report to `path`; returns it.

    In it: versions and terminal, settings (without the last table's names unless asked), the
    match played last with the players called Player 1 …, and the last crash. Raises OSError
    when `path` cannot be written.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("facts.json", json.dumps(facts(), indent=1))
        archive.writestr("settings.json", json.dumps(_settings(include_names), indent=1))
        _add_match(archive, include_names)
        _add_crash(archive, include_names)
    write_private(path, buffer.getvalue())
    return path


def _settings(include_names: bool) -> dict[str, Any]:
    settings, messages = load_settings()
    data: dict[str, Any] = settings.model_dump(mode="json")
    if not include_names:
        for number, seat in enumerate(data["last_table"]["seats"], start=1):
            seat["name"] = f"Player {number}"
        messages = [_homeless(text) for text in messages]
        messages = [text for text in messages if "name" not in text]
    return {"settings": data, "messages": messages}


def _add_match(archive: zipfile.ZipFile, include_names: bool) -> None:
    latest = _latest_match()
    if latest is None:
        archive.writestr("match.txt", "No match has been saved yet.\n")
        return
    try:
        record = read_record(latest).record
    except RecordError as trouble:
        archive.writestr("match.txt", f"The last match cannot be read: {trouble}.\n")
        return
    if not include_names:
        record = without_names(record)
    archive.writestr(f"last{SUFFIX}", write_record(record))


def _add_crash(archive: zipfile.ZipFile, include_names: bool) -> None:
    crashes = sorted(files_in(paths().crash, ".txt"), key=_changed)
    if not crashes:
        return
    with open(crashes[-1], "rb") as file:
        text = file.read(_MOST_CRASH).decode("utf-8", "replace")
    # A traceback quotes paths of the home folder, and may quote what people are called.
    text = _homeless(text)
    if not include_names:
        for number, name in enumerate(_names(), start=1):
            text = text.replace(name, f"Player {number}")
    archive.writestr("crash.txt", text)


def _homeless(text: str) -> str:
    """`text` without the path of the home folder, which tells the user's name."""
    home = os.path.expanduser("~")
    return text.replace(home, "~") if len(home) > 1 else text


def _names() -> list[str]:
    """What people were called at the last table and in the match played last."""
    names = [seat.name for seat in load_settings()[0].last_table.seats]
    latest = _latest_match()
    if latest is not None:
        with contextlib.suppress(RecordError):
            record = read_record(latest).record
            names += [seat.name for seat in (*record.header.seats, *record.seats)]
    return sorted({name for name in names if len(name) > 1}, key=len, reverse=True)


def has_match() -> bool:
    """Whether there is a match to pack: saved, or finished and kept."""
    return _latest_match() is not None


def _latest_match() -> Path | None:
    found = [one for place in (paths().saves, paths().records) for one in files_in(place, SUFFIX)]
    return max(found, key=_changed, default=None)


def _changed(path: Path) -> float:
    """When the file was last written; long ago when that cannot be told."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0

"""Matches in progress: listed, loaded, renamed, put into the trash and taken out of it."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from .autosave import Autosave
from .lock import FileLock
from .paths import fresh, paths, private_folder
from .reading import read_record
from .record import Header, Record, RecordError, SeatSpec, Title, clean_title

SUFFIX = ".match"
MOST_LISTED = 500
_known: dict[Path, tuple[tuple[int, int, int], MatchFacts]] = {}
"""What was found out about files, with the time of change, the size and the number they had."""


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """What a list shows of a save or record. `problem` is a sentence when it cannot be used."""

    path: Path
    title: str = ""
    variant: str = ""
    ruleset_name: str = ""
    seats: tuple[SeatSpec, ...] = ()
    scores: tuple[int, ...] = ()
    round_no: int = 0
    actions: int = 0
    played: int = 0
    """Seconds spent at the table."""
    created: str = ""
    """ISO 8601, UTC."""
    changed: float = 0.0
    """When the file was last written, seconds since the epoch."""
    champions: tuple[int, ...] = ()
    finished: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A save as it was when it was read."""

    path: Path
    record: Record


@dataclass(frozen=True, slots=True)
class Deleted:
    """Where a deleted file went; `undo_delete` brings it back."""

    trash: Path
    home: Path


def now() -> str:
    """This moment, ISO 8601, UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def new_header(
    ruleset: Mapping[str, Any], seats: tuple[SeatSpec, ...], seed: int, position: str = ""
) -> Header:
    """The header of a match that starts now; `ruleset` is the ruleset as plain JSON data."""
    variant = clean_title(str(ruleset.get("id", "custom")))
    return Header(variant, ruleset, seats, seed, now(), position)


def begin_save(header: Header) -> Autosave:
    """Start the save of a new match under a name of its own. Never raises OSError."""
    return Autosave.begin(paths().saves / _file_name(header), header)


def _file_name(header: Header) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", header.variant.lower()).strip("-")[:40] or "custom"
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return f"{stamp}-{slug}-{secrets.token_hex(3)}{SUFFIX}"


def list_saves(most: int = MOST_LISTED) -> list[MatchFacts]:
    """The saved matches, last played first; broken ones too, with their problem. Never raises."""
    return list_matches(paths().saves, most)


def latest_save() -> MatchFacts | None:
    """The save that was played last and can be gone on with. Reads no more files than needed."""
    matches = map(facts_of, _newest_first(paths().saves))
    return next((one for one in matches if not one.problem and not one.finished), None)


def list_matches(folder: Path, most: int = MOST_LISTED) -> list[MatchFacts]:
    """The facts of the `most` newest matches in `folder`, newest first. Never raises."""
    return [facts_of(path) for path in _newest_first(folder)[:most]]


def _newest_first(folder: Path) -> list[Path]:
    found: list[tuple[float, Path]] = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(SUFFIX) and not entry.name.startswith("."):
                # It may have gone meanwhile, or be a link to nothing: the others are still there.
                with contextlib.suppress(OSError):
                    found.append((entry.stat().st_mtime, Path(entry.path)))
    found.sort(key=lambda one: (-one[0], one[1].name))
    return [path for _, path in found[:MOST_LISTED]]


def facts_of(path: Path) -> MatchFacts:
    """The facts of the match at `path`. Never raises; see `MatchFacts.problem`.

    A file that has not changed since it was last asked about is not read again.
    """
    try:
        status = path.stat()
    except OSError as trouble:
        return MatchFacts(path, problem=f"{clean_title(path.name)}: {trouble.strerror}.")
    stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
    known = _known.get(path)
    if known is None or known[0] != stamp:
        if len(_known) >= 4 * MOST_LISTED:
            _known.clear()
        known = _known[path] = (stamp, _read_facts(path, status.st_mtime))
    return known[1]


def _read_facts(path: Path, changed: float) -> MatchFacts:
    try:
        record = read_record(path).record
    except RecordError as trouble:
        return MatchFacts(path, changed=changed, problem=f"{clean_title(path.name)}: {trouble}.")
    snap, end = record.snapshot, record.end
    last = end or snap
    return MatchFacts(
        path=path,
        title=record.title,
        variant=record.header.variant,
        ruleset_name=clean_title(str(record.header.ruleset.get("name", record.header.variant))),
        seats=record.seats,
        scores=last.scores if last else (0,) * record.seat_count,
        round_no=end.rounds if end else snap.round_no if snap else 1,
        actions=record.action_count,
        played=last.played if last else 0,
        created=record.header.created,
        changed=changed,
        champions=end.champions if end else (),
        finished=end is not None,
    )


def load_save(path: Path) -> SavedMatch:
    """Read the save at `path`. Raises RecordError with one sentence; the file is left as it is."""
    return SavedMatch(path, read_record(path).record)


def rename(path: Path, title: str) -> None:
    """Give the match at `path` a name of the player's; an empty one takes it away.

    Raises RecordError when the file is no match, InUse when it is being played, OSError when the
    disk refuses.
    """
    autosave, _ = Autosave.reopen(path)
    played = path.stat()
    trouble: list[str] = []
    autosave.on_trouble = trouble.append
    autosave.append(Title(clean_title(title)))
    autosave.close()
    if trouble:
        raise OSError(28, trouble[0])
    # A name is no play: what Continue goes on with stays the match that was played last.
    os.utime(path, ns=(played.st_atime_ns, played.st_mtime_ns))


def delete(path: Path) -> Deleted:
    """Put the match at `path` into the trash folder.

    Raises InUse when it is being played, OSError when the disk refuses.
    """
    lock = FileLock(path)
    lock.acquire()
    try:
        target = fresh(private_folder(paths().trash) / path.name)
        os.replace(path, target)
    finally:
        lock.release()
    return Deleted(target, path)


def undo_delete(deleted: Deleted) -> Path:
    """Bring a deleted match back; returns where it is now. Raises OSError when it is gone."""
    private_folder(deleted.home.parent)
    home = fresh(deleted.home)
    os.replace(deleted.trash, home)
    return home

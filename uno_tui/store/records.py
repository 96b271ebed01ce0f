"""Finished matches: kept, listed, shown, given away and taken in.

A record that came from somewhere else is named by us, never by what is written in it, and it
is played through once before it is let in.
"""

from __future__ import annotations

import os
from pathlib import Path

from .paths import fresh, paths, private_folder, write_private
from .reading import read_record
from .record import Record, RecordError, write_record
from .replay import Replay
from .saves import MOST_LISTED, SUFFIX, MatchFacts, facts_of, list_matches

IMPORTED = "imported-"


def list_records(most: int = MOST_LISTED) -> list[MatchFacts]:
    """The finished matches, newest first; broken ones with their problem. Never raises."""
    return list_matches(paths().records, most)


def place_for(save: Path) -> Path:
    """Where the finished save at `save` goes among the records. Raises OSError."""
    return fresh(private_folder(paths().records) / save.name)


def load_replay(path: Path) -> Replay:
    """The record at `path`, played through and ready to be looked at. Raises RecordError."""
    return Replay(read_record(path).record)


def export_record(path: Path, target: Path, *, names: bool = True) -> Path:
    """Write the match at `path` as one file to share; returns the file written.

    A folder as `target` gets a file of the same name in it; an existing file is never replaced.
    With `names` false the players are called Player 1, Player 2 … Raises RecordError, OSError.
    """
    record = read_record(path).record
    if not names:
        record = without_names(record)
    place = fresh(target / path.name if os.path.isdir(target) else target)
    write_private(place, write_record(record))
    return place


def without_names(record: Record) -> Record:
    """A copy of `record` in which nobody is called by name."""
    return record.renamed([])


def import_record(source: Path) -> MatchFacts:
    """Take the file at `source` in among the records; returns its facts.

    Raises RecordError with one sentence when it is no record, or does not follow its own rules;
    OSError when it cannot be written.
    """
    record = read_record(source).record
    replay = Replay(record)
    if not len(replay):
        raise RecordError("nothing was played in it")
    target = fresh(paths().records / f"{IMPORTED}{_stamp(record)}{SUFFIX}")
    write_private(target, write_record(record))
    return facts_of(target)


def _stamp(record: Record) -> str:
    digits = "".join(char for char in record.header.created[:19] if char in "0123456789")
    return digits or "undated"


def cut_record(path: Path, actions: int) -> Record:
    """The first `actions` actions of the match at `path`, as a record of its own.

    Raises RecordError.
    """
    return read_record(path).record.prefix(actions)

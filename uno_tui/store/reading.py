"""Reads a record from disk: bounded, and with a torn last line (a crash) left out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from .paths import read_bounded
from .record import Act, Record, RecordError, parse_entry, parse_header

MOST_BYTES = 64 << 20
MOST_LINE = 1 << 20
"""Headers and snapshots are the longest lines there are."""
MOST_ACTIONS = 200_000
MOST_LINES = 500_000

_ACT = re.compile(rb'\{"s":(0|[1-9][0-9]?),"a":"([ !#-\[\]-~]{0,400})"\}')


class Reading(NamedTuple):
    """A record and how many bytes of its file are good: appending goes on from there."""

    record: Record
    good_bytes: int


def read_record(path: Path) -> Reading:
    """Read the record at `path`.

    What a crash left unfinished at the end is not counted. Raises RecordError with one sentence
    for anything else that is wrong; never another exception.
    """
    try:
        content = read_bounded(path, MOST_BYTES)
    except OSError as trouble:
        raise RecordError(f"it cannot be read: {trouble.strerror or trouble}") from None
    except ValueError as trouble:
        raise RecordError(str(trouble)) from None
    return parse_record(content)


def parse_record(content: bytes) -> Reading:
    """The record written in `content`. Raises RecordError with one sentence."""
    lines = content.split(b"\n")
    # Without its newline the last line was not finished; power loss may leave zero bytes.
    complete, good = lines[:-1], 0
    while complete and not complete[-1].strip(b"\0\r\t "):
        complete.pop()
    if not complete:
        raise RecordError("the file is empty or ends within its first line")
    if len(lines) > MOST_LINES:
        raise RecordError(f"it has more than {MOST_LINES:,} lines")
    record = Record(parse_header(_load(complete[0], 1)))
    good = len(complete[0]) + 1
    actions = 0
    for number, line in enumerate(complete[1:], start=2):
        try:
            entry = _quick_act(line, record.seat_count) or parse_entry(
                _load(line, number), record.seat_count, number
            )
        except RecordError:
            if number == len(complete) and not _is_json(line):
                break
            raise
        record.add(entry, number)
        good += len(line) + 1
        actions += isinstance(entry, Act)
        if actions > MOST_ACTIONS:
            raise RecordError(f"it has more than {MOST_ACTIONS:,} actions", number)
    return Reading(record, good)


def _quick_act(line: bytes, seats: int) -> Act | None:
    """The action in `line` if that is written as we write it; None leaves it to the JSON reader.

    Nearly all lines are actions, and a list of matches reads hundreds of files.
    """
    found = _ACT.fullmatch(line)
    if found is None or int(found[1]) >= seats:
        return None
    return Act(int(found[1]), found[2].decode("ascii"))


def _load(line: bytes, number: int) -> dict[str, Any]:
    if len(line) > MOST_LINE:
        raise RecordError(f"it is longer than {MOST_LINE >> 10} KiB", number)
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        if number == 1:
            raise RecordError("this is not a record of a match") from None
        raise RecordError("it is damaged", number) from None
    if not isinstance(data, dict):
        raise RecordError("it is damaged", number)
    return data


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True

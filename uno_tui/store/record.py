"""A match as a file: JSON lines that are only ever appended to.

The first line is the header: who sat down, under which rules, with which seed. Every further
line is one entry: an action, a snapshot of the position, a seat that changed hands, a table that
was seated anew, a cut (undo), a title, the end. Seats in actions are written `#0`, `#1` …, so
that names stand in the header alone.

This module knows the lines; `reading.py` reads files of them, `replay.py` plays them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from uno_tui import __version__
from uno_tui.cards import clean_name
from uno_tui.engine.game import RULES_VERSION

FORMAT = 1
"""The version of this file format; other versions are refused and the file is kept."""
MOST_SEATS = 10
MOST_TITLE = 60
_MOST_INT = 1 << 63


class RecordError(ValueError):
    """A record that cannot be used: one sentence; `line` is the line at fault, 0 = the whole."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class SeatSpec(NamedTuple):
    """Who sits on a seat. `level` and `temperament` matter for an AI only."""

    name: str
    kind: Literal["human", "ai"]
    level: str = ""
    temperament: str = ""

    @property
    def is_ai(self) -> bool:
        """Whether an AI decides for this seat."""
        return self.kind == "ai"


@dataclass(frozen=True, slots=True)
class Header:
    """The first line. `ruleset` is the whole ruleset as plain data; `position`, when not empty,
    is where the match starts instead of a fresh deal from `seed`. `created` is ISO 8601, UTC.
    """

    variant: str
    ruleset: Mapping[str, Any]
    seats: tuple[SeatSpec, ...]
    seed: int
    created: str
    position: str = ""
    rules: int = RULES_VERSION
    app: str = __version__


class Act(NamedTuple):
    """An action that was carried out or fined, in the notation of `format_action`."""

    seat: int
    text: str


class Snap(NamedTuple):
    """Where the match stood: the position, for when the actions no longer lead there."""

    position: str
    round_no: int
    scores: tuple[int, ...]
    played: int
    """Seconds spent at the table so far."""


class SeatChange(NamedTuple):
    """A seat changed hands (a human to an AI or back) in the middle of play."""

    seat: int
    spec: SeatSpec


class Reseat(NamedTuple):
    """From here on the match goes on from `position`, with these seats.

    `why` is "join" or "leave" between rounds, "mended" when a mended rule made the actions
    before it lead elsewhere.
    """

    seats: tuple[SeatSpec, ...]
    position: str
    why: str


class Cut(NamedTuple):
    """Undo: only the first `keep` actions of the file count."""

    keep: int


class Title(NamedTuple):
    """What the player calls this match."""

    text: str


class End(NamedTuple):
    """The match is over. `champions` are seats; `conceded` is the seat that gave up, or -1."""

    champions: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: int
    played: int
    conceded: int = -1


Entry: TypeAlias = Act | Snap | SeatChange | Reseat | End
"""What stays in a record once its cuts have been made."""


Line: TypeAlias = Header | Entry | Cut | Title
"""What one line of the file can be."""


@dataclass(slots=True)
class Record:
    """A match as read: cuts are made already, `lines[i]` is where `entries[i]` stood."""

    header: Header
    entries: list[Entry] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    title: str = ""
    """What the player calls the match; empty when it has no name."""
    _acts: list[int] = field(default_factory=list)
    _reseats: list[int] = field(default_factory=list)

    def add(self, entry: Entry | Cut | Title, line: int = 0) -> None:
        """Append an entry, take over a title, or make a cut.

        Raises RecordError when the cut keeps more actions than there are.
        """
        if isinstance(entry, Title):
            self.title = entry.text
        elif isinstance(entry, Cut):
            self._cut(entry.keep, line)
        else:
            if isinstance(entry, Act):
                self._acts.append(len(self.entries))
            elif isinstance(entry, Reseat):
                self._reseats.append(len(self.entries))
            self.entries.append(entry)
            self.lines.append(line)

    def _cut(self, keep: int, line: int) -> None:
        if not 0 <= keep <= len(self._acts):
            raise RecordError(f"it keeps {keep} actions but there are {len(self._acts)}", line)
        if keep == len(self._acts):
            return
        stop = self._acts[keep]
        del self.entries[stop:], self.lines[stop:], self._acts[keep:]
        while self._reseats and self._reseats[-1] >= stop:
            self._reseats.pop()

    @property
    def seat_count(self) -> int:
        """How many seats the table has at the end of the record."""
        if not self._reseats:
            return len(self.header.seats)
        last = self.entries[self._reseats[-1]]
        return len(last.seats) if isinstance(last, Reseat) else len(self.header.seats)

    @property
    def action_count(self) -> int:
        """How many actions there are."""
        return len(self._acts)

    @property
    def actions(self) -> list[Act]:
        """The actions alone, in order."""
        return [entry for entry in self.entries if isinstance(entry, Act)]

    @property
    def snapshot(self) -> Snap | None:
        """The last snapshot, if there is one."""
        return next((e for e in reversed(self.entries) if isinstance(e, Snap)), None)

    @property
    def end(self) -> End | None:
        """How the match ended; None while it goes on."""
        return next((e for e in reversed(self.entries) if isinstance(e, End)), None)

    @property
    def seats(self) -> tuple[SeatSpec, ...]:
        """Who sits at the table at the end of the record."""
        seats = self.header.seats
        for entry in self.entries:
            if isinstance(entry, Reseat):
                seats = entry.seats
            elif isinstance(entry, SeatChange):
                seats = with_seat(seats, entry.seat, entry.spec)
        return seats

    def prefix(self, actions: int) -> Record:
        """A new record of the first `actions` actions (and what stood between them)."""
        copy = Record(self.header, title=self.title)
        for entry, line in zip(self.entries, self.lines, strict=True):
            copy.add(entry, line)
        copy.add(Cut(min(actions, len(self._acts))))
        return copy

    def renamed(self, names: Sequence[str]) -> Record:
        """A copy in which the seats are called `names`, by seat number, and that has no title."""

        def mask(seats: tuple[SeatSpec, ...]) -> tuple[SeatSpec, ...]:
            return tuple(
                spec._replace(name=names[at] if at < len(names) else f"Player {at + 1}")
                for at, spec in enumerate(seats)
            )

        copy = Record(replace(self.header, seats=mask(self.header.seats)))
        for entry, line in zip(self.entries, self.lines, strict=True):
            if isinstance(entry, Reseat):
                entry = entry._replace(seats=mask(entry.seats))
            elif isinstance(entry, SeatChange):
                name = names[entry.seat] if entry.seat < len(names) else f"Player {entry.seat + 1}"
                entry = entry._replace(spec=entry.spec._replace(name=name))
            copy.add(entry, line)
        return copy


def with_seat(seats: tuple[SeatSpec, ...], seat: int, spec: SeatSpec) -> tuple[SeatSpec, ...]:
    """`seats` with another occupant on `seat`."""
    return (*seats[:seat], spec, *seats[seat + 1 :])


def seat_words(count: int) -> tuple[str, ...]:
    """How actions name the seats inside a record: `#0`, `#1` …"""
    return tuple(f"#{seat}" for seat in range(count))


def write_line(entry: Line) -> bytes:
    """One entry as a line of JSON, newline included."""
    text = json.dumps(_plain(entry), ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.encode("ascii") + b"\n"


def write_record(record: Record) -> bytes:
    """The whole record as the content of a file."""
    title = [write_line(Title(record.title))] if record.title else []
    return b"".join([write_line(record.header), *title, *map(write_line, record.entries)])


def _plain(entry: Line) -> dict[str, Any]:
    match entry:
        case Header():
            return {
                "uno-tui": FORMAT, "rules": entry.rules, "app": entry.app,
                "created": entry.created, "variant": entry.variant, "seed": entry.seed,
                "seats": [_seat_list(spec) for spec in entry.seats],
                "position": entry.position, "ruleset": dict(entry.ruleset),
            }  # fmt: skip
        case Act():
            return {"s": entry.seat, "a": entry.text}
        case Snap():
            return {"at": entry.position, "round": entry.round_no, "scores": list(entry.scores),
                    "played": entry.played}  # fmt: skip
        case SeatChange():
            return {"seat": entry.seat, "now": _seat_list(entry.spec)}
        case Reseat():
            return {"seats": [_seat_list(spec) for spec in entry.seats],
                    "position": entry.position, "why": entry.why}  # fmt: skip
        case Cut():
            return {"keep": entry.keep}
        case Title():
            return {"title": entry.text}
        case End():
            return {"end": list(entry.champions), "scores": list(entry.scores),
                    "rounds": entry.rounds, "played": entry.played,
                    "conceded": entry.conceded}  # fmt: skip


def _seat_list(spec: SeatSpec) -> list[str]:
    return list(spec)


def parse_header(data: Mapping[str, Any], line: int = 1) -> Header:
    """The header in `data`. Raises RecordError with one sentence."""
    version = data.get("uno-tui")
    if version is None:
        raise RecordError("this is not a record of a match")
    if version != FORMAT:
        raise RecordError(
            f"it was written in format {str(version)[:20]}, this version reads format {FORMAT}; "
            "the file is left as it is"
        )
    ruleset = data.get("ruleset")
    if not isinstance(ruleset, dict):
        raise RecordError("the header has no ruleset", line)
    return Header(
        variant=clean_title(_text(data, "variant", 200, line)),
        ruleset=ruleset,
        seats=_seats(data.get("seats"), line),
        seed=_int(data, "seed", line),
        created=_text(data, "created", 40, line),
        position=_text(data, "position", 1 << 20, line),
        rules=_int(data, "rules", line),
        app=clean_title(_text(data, "app", 40, line)),
    )


def parse_entry(data: Mapping[str, Any], seats: int, line: int) -> Entry | Cut | Title:
    """The entry in `data`, for a table of `seats` seats. Raises RecordError with one sentence."""
    if "a" in data:
        return Act(_seat(data, "s", seats, line), _text(data, "a", 4000, line))
    if "at" in data:
        return Snap(_text(data, "at", 1 << 20, line), _int(data, "round", line),
                    _ints(data, "scores", line), _int(data, "played", line))  # fmt: skip
    if "now" in data:
        return SeatChange(_seat(data, "seat", seats, line), _spec(data["now"], line))
    if "why" in data:
        return Reseat(_seats(data.get("seats"), line), _text(data, "position", 1 << 20, line),
                      _text(data, "why", 20, line))  # fmt: skip
    if "keep" in data:
        return Cut(_int(data, "keep", line))
    if "title" in data:
        return Title(clean_title(_text(data, "title", 1000, line)))
    if "end" in data:
        champions = _ints(data, "end", line)
        if any(not 0 <= seat < seats for seat in champions):
            raise RecordError("a champion who does not sit at this table", line)
        return End(champions, _ints(data, "scores", line), _int(data, "rounds", line),
                   _int(data, "played", line), _int(data, "conceded", line))  # fmt: skip
    raise RecordError("this line is of no kind that a record may hold", line)


def clean_title(raw: str) -> str:
    """A title or id that is safe to show: no control codes, at most 60 characters."""
    kept = "".join(char if char.isprintable() else " " for char in raw[:1000])
    return " ".join(kept.split())[:MOST_TITLE]


def _seats(raw: Any, line: int) -> tuple[SeatSpec, ...]:
    if not isinstance(raw, list) or not 2 <= len(raw) <= MOST_SEATS:
        raise RecordError(f"a table has 2 to {MOST_SEATS} seats", line)
    return tuple(_spec(one, line) for one in raw)


def _spec(raw: Any, line: int) -> SeatSpec:
    if not isinstance(raw, list) or len(raw) != 4 or not all(isinstance(x, str) for x in raw):
        raise RecordError("a seat is written as name, kind, level and temperament", line)
    name, kind, level, temperament = raw
    if kind not in ("human", "ai"):
        raise RecordError("a seat is 'human' or 'ai'", line)
    return SeatSpec(clean_name(name), kind, clean_title(level), clean_title(temperament))


def _seat(data: Mapping[str, Any], key: str, seats: int, line: int) -> int:
    seat = _int(data, key, line)
    if not 0 <= seat < seats:
        raise RecordError(f"there is no seat {seat} at a table of {seats}", line)
    return seat


def _int(data: Mapping[str, Any], key: str, line: int) -> int:
    value = data.get(key)
    if type(value) is not int or abs(value) >= _MOST_INT:
        raise RecordError(f"{key!r} must be a whole number", line)
    return value


def _ints(data: Mapping[str, Any], key: str, line: int) -> tuple[int, ...]:
    value = data.get(key)
    if not isinstance(value, list) or len(value) > MOST_SEATS:
        raise RecordError(f"{key!r} must be a list of at most {MOST_SEATS} numbers", line)
    if any(type(one) is not int or abs(one) >= _MOST_INT for one in value):
        raise RecordError(f"{key!r} must hold whole numbers", line)
    return tuple(value)


def _text(data: Mapping[str, Any], key: str, most: int, line: int) -> str:
    value = data.get(key)
    if not isinstance(value, str) or len(value) > most:
        raise RecordError(f"{key!r} must be a text of at most {most} characters", line)
    return value

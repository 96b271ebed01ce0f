"""Statistics: one line of JSON for each match that was finished here, summed up on request.

Everything in a line comes from the record of the match, so the file can be made again at any
time with `rebuild`. Matches taken in from elsewhere are not counted.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from .lock import FileLock, InUse
from .paths import files_in, open_private, paths, private_folder, read_bounded, write_private
from .reading import read_record
from .record import Act, Record, RecordError, clean_title
from .records import IMPORTED, place_for
from .saves import SUFFIX

MOST_BYTES = 64 << 20
_LAST_BYTES = 4096
"""The end of a match and a title given to it later fit in here."""
FAVOURITES = 5


@dataclass(slots=True)
class Tally:
    """How somebody (or some variant) has done. `points` is a sum over matches; times in seconds."""

    games: int = 0
    wins: int = 0
    streak: int = 0
    """Wins in a row up to the last match; negative = losses in a row."""
    best_streak: int = 0
    points: int = 0
    rounds: int = 0
    turns: int = 0
    seconds: int = 0
    cards: Counter[str] = field(default_factory=Counter)

    def count(self, won: bool, points: int, match: MatchLine, cards: Counter[str]) -> None:
        """Add one match."""
        self.games += 1
        self.wins += won
        self.streak = max(self.streak, 0) + 1 if won else min(self.streak, 0) - 1
        self.best_streak = max(self.best_streak, self.streak)
        self.points += points
        self.rounds += match.rounds
        self.turns += match.turns
        self.seconds += match.seconds
        self.cards += cards

    def plain(self) -> dict[str, Any]:
        """The tally as JSON data, averages included."""
        games = self.games or 1
        data = asdict(self)
        data["win_rate"] = round(self.wins / games, 4)
        data["average_points"] = round(self.points / games, 2)
        data["average_rounds"] = round(self.rounds / games, 2)
        data["average_turns"] = round(self.turns / games, 1)
        favourites = sorted(self.cards.items(), key=lambda one: (-one[1], one[0]))
        data["favourite_cards"] = [
            {"card": card, "times": times} for card, times in favourites[:FAVOURITES]
        ]
        del data["cards"]
        return data


@dataclass(slots=True)
class PlayerLine:
    """One seat of a finished match."""

    name: str
    kind: str
    level: str
    won: bool
    points: int
    cards: dict[str, int]


@dataclass(slots=True)
class MatchLine:
    """One finished match."""

    match: str
    created: str
    variant: str
    seconds: int
    rounds: int
    turns: int
    players: list[PlayerLine]


def line_of(record: Record, match: str) -> MatchLine | None:
    """What the statistics keep of a finished match; None when it did not end. Pure."""
    end = record.end
    if end is None:
        return None
    seats = record.seats
    cards = [Counter[str]() for _ in range(10)]
    turns = 0
    for entry in record.entries:
        if isinstance(entry, Act):
            words = entry.text.split()
            turns += words[0] in ("play", "draw")
            if words[0] == "play":
                cards[entry.seat].update(w for w in words[1:] if "=" not in w and w != "uno")
    players = [
        PlayerLine(
            spec.name, spec.kind, spec.level,
            seat in end.champions and seat != end.conceded,
            end.scores[seat] if seat < len(end.scores) else 0,
            dict(cards[seat]),
        )
        for seat, spec in enumerate(seats)
    ]  # fmt: skip
    return MatchLine(
        match, record.header.created, record.header.variant, end.played, end.rounds, turns, players
    )


def add_finished(record: Record, match: str) -> None:
    """Append a finished match to the statistics. Raises OSError when the disk refuses."""
    line = line_of(record, match)
    if line is None:
        return
    where = paths().stats
    private_folder(where.parent)
    descriptor = open_private(where, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    with open(descriptor, "ab") as file:
        file.write(_write(line))


def put_away(save: Path, record: Record, *, again: bool = False) -> Path:
    """Count a finished save and move it to the records; returns where it is now. Raises OSError.

    `again`: it may have been counted before a crash; a match is counted once.
    """
    path = place_for(save)
    if not (again and line_of(record, path.name) in read_lines()[0]):
        add_finished(record, path.name)
    os.replace(save, path)
    return path


def adopt_finished() -> int:
    """Put away the saves of matches that ended just before a crash; returns how many.

    For the start of the app. Never raises; what is being played elsewhere is left alone.
    """
    adopted = 0
    for path in files_in(paths().saves, SUFFIX):
        with contextlib.suppress(OSError, RecordError, InUse):
            if not _may_be_over(path):
                continue
            lock = FileLock(path)
            lock.acquire()
            try:
                record = read_record(path).record
                if record.end is not None:
                    put_away(path, record, again=True)
                    adopted += 1
            finally:
                lock.release()
    return adopted


def _may_be_over(path: Path) -> bool:
    """Whether the end of a match stands near the end of the file; without reading all of it."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - _LAST_BYTES))
        return b'{"end":' in file.read(_LAST_BYTES)


def rebuild() -> int:
    """Make the statistics again from all records; returns how many matches. Raises OSError."""
    lines: list[MatchLine] = []
    for path in files_in(paths().records, SUFFIX):
        if path.name.startswith(IMPORTED):
            continue
        with contextlib.suppress(RecordError):
            line = line_of(read_record(path).record, path.name)
            if line is not None:
                lines.append(line)
    write_private(paths().stats, b"".join(map(_write, lines)))
    return len(lines)


def _write(line: MatchLine) -> bytes:
    return json.dumps(asdict(line), separators=(",", ":")).encode("ascii") + b"\n"


def read_lines(path: Path | None = None) -> tuple[list[MatchLine], int]:
    """All matches of the statistics, and how many lines could not be read. Never raises."""
    try:
        content = read_bounded(path or paths().stats, MOST_BYTES)
    except FileNotFoundError:
        return [], 0
    except (OSError, ValueError):
        return [], 1
    lines: list[MatchLine] = []
    damaged = 0
    for text in content.splitlines():
        line = _parse(text)
        if line is None:
            damaged += 1
        else:
            lines.append(line)
    return lines, damaged


def _parse(text: bytes) -> MatchLine | None:
    try:
        data = json.loads(text)
        players = [
            PlayerLine(
                clean_title(str(one["name"])), clean_title(str(one["kind"])),
                clean_title(str(one["level"])), one["won"] is True, _number(one["points"]),
                {clean_title(str(card)): _number(n) for card, n in one["cards"].items()},
            )
            for one in data["players"][:10]
        ]  # fmt: skip
        return MatchLine(
            clean_title(str(data["match"])), clean_title(str(data["created"])),
            clean_title(str(data["variant"])), _number(data["seconds"]),
            _number(data["rounds"]), _number(data["turns"]), players,
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _number(value: Any) -> int:
    if type(value) is not int or abs(value) >= 1 << 53:
        raise ValueError("not a number")
    return value


def summary(lines: Iterable[MatchLine] | None = None) -> dict[str, Any]:
    """Everything the statistics screen and `uno-tui stats --json` show, as plain JSON data.

    `matches` is how many there are, `damaged` how many lines were unreadable; `humans` and
    `levels` are tallies by name and by AI level, `variants` by variant with the humans' results
    in it (`players` by name), `history` the matches in order with each human's name, result and
    points, for plots.
    """
    damaged = 0
    if lines is None:
        lines, damaged = read_lines()
    humans: dict[str, Tally] = {}
    levels: dict[str, Tally] = {}
    variants: dict[str, dict[str, Tally]] = {}
    totals: dict[str, Tally] = {}
    history: list[dict[str, Any]] = []
    matches = 0
    for line in lines:
        matches += 1
        any_human = any(one.won for one in line.players if one.kind == "human")
        totals.setdefault(line.variant, Tally()).count(any_human, 0, line, Counter())
        for kept, key, player in _keys(line, humans, levels):
            kept.setdefault(key, Tally()).count(
                player.won, player.points, line, Counter(player.cards)
            )
            own = variants.setdefault(line.variant, {}).setdefault(_label(player), Tally())
            own.count(player.won, player.points, line, Counter(player.cards))
        history += [
            {"match": line.match, "created": line.created, "variant": line.variant,
             "name": one.name, "won": one.won, "points": one.points, "seconds": line.seconds}
            for one in line.players if one.kind == "human"
        ]  # fmt: skip
    return {
        "matches": matches,
        "damaged": damaged,
        "humans": _plain(humans),
        "levels": _plain(levels),
        "variants": {
            name: {
                "matches": totals[name].games,
                "human_wins": totals[name].wins,
                "seconds": totals[name].seconds,
                "players": _plain(players),
            }
            for name, players in sorted(variants.items())
        },
        "history": history,
    }


def _keys(
    line: MatchLine, humans: dict[str, Tally], levels: dict[str, Tally]
) -> Iterator[tuple[dict[str, Tally], str, PlayerLine]]:
    for player in line.players:
        if player.kind == "human":
            yield humans, player.name, player
        else:
            yield levels, player.level or "ai", player


def _label(player: PlayerLine) -> str:
    return player.name if player.kind == "human" else f"ai:{player.level or 'ai'}"


def _plain(tallies: dict[str, Tally]) -> dict[str, Any]:
    return {name: tally.plain() for name, tally in sorted(tallies.items())}

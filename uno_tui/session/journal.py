"""Writes the match down as it is played: the record in memory and, if wanted, on disk."""

from __future__ import annotations

from pathlib import Path

from uno_tui.engine.actions import Action, format_action
from uno_tui.engine.game import Game
from uno_tui.store import stats
from uno_tui.store.autosave import Autosave
from uno_tui.store.record import (
    Act,
    Cut,
    End,
    Header,
    Record,
    Reseat,
    SeatChange,
    SeatSpec,
    Snap,
    seat_words,
)

SNAPSHOT_EVERY = 20
"""Actions between two snapshots within a round; each round starts with one as well."""


class Journal:
    """The record of a match and its save, if it has one."""

    def __init__(self, record: Record, save: Autosave | None, played: int = 0) -> None:
        self.record = record
        self.save = save
        self._played_before = played
        self._round = 0
        self._since_snapshot = 0

    @property
    def header(self) -> Header:
        """Rules, seats and seed of the match."""
        return self.record.header

    @property
    def number(self) -> int:
        """How many actions there have been."""
        return self.record.action_count

    def _add(self, *entries: Act | Snap | SeatChange | Reseat | Cut | End) -> None:
        for entry in entries:
            self.record.add(entry)
        if self.save is not None:
            self.save.append(*entries)

    def snapshot(self, game: Game, seconds: float) -> Snap:
        """Where the match stands; `seconds` is the time at this table since it was opened."""
        view = game.view(None)
        return Snap(game.position(), view.round_no, tuple(view.scores), self.played(seconds))

    def played(self, seconds: float) -> int:
        """All the time spent at the table, in whole seconds."""
        return self._played_before + int(seconds)

    def acted(self, game: Game, seat: int, action: Action, seconds: float, over: bool) -> None:
        """Write an action down, with a snapshot or the end where one is due."""
        words = seat_words(len(game.names))
        entries: list[Act | Snap | End] = [Act(seat, format_action(action, game.tables, words))]
        self._since_snapshot += 1
        round_no = game.view(None).round_no
        if round_no != self._round or self._since_snapshot >= SNAPSHOT_EVERY:
            entries.append(self.snapshot(game, seconds))
            self._round, self._since_snapshot = round_no, 0
        if over:
            entries.append(self._end(game, seconds, -1))
        self._add(*entries)

    def started(self, game: Game, seconds: float) -> None:
        """Write the first snapshot, or one for a table that was opened again."""
        self._add(self.snapshot(game, seconds))
        self._round, self._since_snapshot = game.view(None).round_no, 0

    def conceded(self, game: Game, seat: int, seconds: float) -> None:
        """Write down that `seat` gave the match up."""
        self._add(self._end(game, seconds, seat))

    def _end(self, game: Game, seconds: float, conceded: int) -> End:
        view = game.view(None)
        champions = () if conceded >= 0 else tuple(view.champions)
        return End(champions, tuple(view.scores), view.round_no, self.played(seconds), conceded)

    def seat_changed(self, seat: int, spec: SeatSpec) -> None:
        """Write down that a seat changed hands."""
        self._add(SeatChange(seat, spec))

    def reseated(self, game: Game, seats: tuple[SeatSpec, ...], why: str) -> None:
        """Write down that the match goes on from the game's position, with these seats."""
        self._add(Reseat(seats, game.position(), why))
        self._since_snapshot = 0

    def cut(self, keep: int) -> None:
        """Undo: only the first `keep` actions count from now on."""
        self._add(Cut(keep))
        self._since_snapshot = 0

    @property
    def is_durable(self) -> bool:
        """Whether all of it is on the disk, or saving is in trouble and told as such."""
        return self.save is None or self.save.durable_now

    async def durable(self) -> None:
        """Wait until all of it is on the disk."""
        if self.save is not None:
            await self.save.durable()

    def close(self, game: Game, seconds: float) -> None:
        """Stop playing for now; the save stays and can be gone on with."""
        if self.save is not None:
            if self.record.end is None:
                self._add(self.snapshot(game, seconds))
            self.save.close()

    def finish(self) -> Path | None:
        """The match is over: its save becomes a record and is counted; returns where it is.

        None when it is not saved. Trouble with the disk is told like any other, not raised.
        """
        if self.save is None:
            return None
        self.save.close()
        try:
            return stats.put_away(self.save.path, self.record)
        except OSError as trouble:
            self.save.on_trouble(f"The finished match could not be put away ({trouble.strerror}).")
            return None

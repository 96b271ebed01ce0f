"""The match behind a table: the game, who sits where, what was seen, what is written down.

No clock and no waiting in here; `Table` adds those.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from uno_tui.engine.actions import Action, Outcome
from uno_tui.engine.game import Game
from uno_tui.engine.state import MATCH_OVER, ROUND_OVER
from uno_tui.ruleset.checks import seats_problem
from uno_tui.ruleset.load import snapshot
from uno_tui.ruleset.schema import Ruleset
from uno_tui.store.autosave import Autosave
from uno_tui.store.record import Act, Header, Record, RecordError, Reseat, SeatSpec, with_seat
from uno_tui.store.replay import play_through, restore
from uno_tui.store.saves import SavedMatch, begin_save, new_header

from .history import Events, Histories
from .journal import Journal
from .opening import in_round, is_fresh_deal, opening_events
from .seats import human_seats, tidy


class Match:
    """One match. Make it with `begin`, `around` or `resume`."""

    def __init__(self, game: Game, seats: tuple[SeatSpec, ...], journal: Journal) -> None:
        self.game = game
        self.seats = seats
        self.journal = journal
        self.histories = Histories()
        self.moment = 0
        """Grows with every change, undo included; never goes back."""
        self.mended = ""
        """A sentence for the player when a save could not be replayed and its snapshot was used."""

    @classmethod
    def begin(
        cls, ruleset: Ruleset, seats: Sequence[SeatSpec], seed: int, *, saved: bool = True
    ) -> Match:
        """Deal a new match; with `saved` it is saved from the first card on.

        Raises ValueError when the seats do not suit the ruleset.
        """
        sitting = tidy(seats)
        problem = seats_problem(ruleset, len(sitting))
        if problem:
            raise ValueError(problem)
        game = Game(ruleset, [spec.name for spec in sitting], seed)
        return cls.around(game, sitting, saved=saved)

    @classmethod
    def around(cls, game: Game, seats: Sequence[SeatSpec], *, saved: bool = False) -> Match:
        """A match around a game made elsewhere, from its position or its deal on."""
        sitting = tidy(seats)
        fresh = is_fresh_deal(game)
        header = new_header(
            snapshot(game.tables.ruleset), sitting, game.seed,
            "" if fresh else game.position(),
        )  # fmt: skip
        match = cls(game, sitting, Journal(Record(header), begin_save(header) if saved else None))
        match.histories.attach(game, opening_events(game) if fresh else None)
        match.journal.started(game, 0)
        return match

    @classmethod
    def resume(cls, saved: SavedMatch) -> Match:
        """Go on with a save, exactly where it was.

        Raises RecordError when it cannot be read or is over, InUse when another process has it,
        OSError when it cannot be locked.
        """
        if saved.record.end is not None:
            raise RecordError("this match is over")
        save, record = Autosave.reopen(saved.path)
        try:
            return cls._restored(record, save)
        except BaseException:
            save.close()
            raise

    @classmethod
    def _restored(cls, record: Record, save: Autosave) -> Match:
        histories = Histories()
        restored = restore(
            record,
            lambda game: _attach(histories, game),
            lambda act: histories.close(act.seat),
        )
        last = record.snapshot
        journal = Journal(record, save, last.played if last else 0)
        seats = record.seats
        match = cls(restored.game, seats, journal)
        match.histories = histories
        match.mended = restored.mended
        if restored.mended:
            journal.cut(restored.keep)
            match.seats = _fit(record.seats, restored.game)
            journal.reseated(restored.game, match.seats, "mended")
        journal.started(restored.game, 0)
        return match

    @property
    def header(self) -> Header:
        """Rules, first seats and seed."""
        return self.journal.header

    @property
    def number(self) -> int:
        """How many actions there have been."""
        return self.journal.number

    @property
    def over(self) -> bool:
        """Whether the match is over or was given up."""
        return self.game.phase == MATCH_OVER or self.journal.record.end is not None

    @property
    def round_over(self) -> bool:
        """Whether the table waits for the next round to be dealt."""
        return self.game.phase == ROUND_OVER

    @property
    def people(self) -> tuple[int, ...]:
        """The human seats that are still in the match (all of them when none is)."""
        inside = self.game.view(None).in_match
        people = human_seats(self.seats)
        return tuple(seat for seat in people if inside[seat]) or people

    def apply(
        self, seat: int, action: Action, seconds: float
    ) -> tuple[Outcome, dict[int, Events] | None]:
        """Carry out an action and write it down; the events by viewer when anything happened.

        `seconds` is the time spent at the table since it was opened.
        """
        outcome = self.game.apply(seat, action)
        if not outcome.accepted and not outcome.fined:
            return outcome, None
        self.moment += 1
        events = self.histories.close(seat)
        over = self.game.phase == MATCH_OVER
        self.journal.acted(self.game, seat, action, seconds, over)
        return outcome, events

    # Seats that change hands.

    def hand_over(self, seat: int, spec: SeatSpec) -> None:
        """Somebody else plays on for `seat`; the name on the seat stays."""
        spec = spec._replace(name=self.seats[seat].name)
        self.seats = with_seat(self.seats, seat, spec)
        self.journal.seat_changed(seat, spec)
        self.moment += 1

    def reseat(self, seats: Sequence[tuple[SeatSpec, int]], why: str) -> None:
        """Between rounds: the next round is dealt to these seats.

        Each comes with the seat it had before, whose points it keeps, or -1 for somebody new,
        who starts with none. Raises ValueError when the round is not over or the table cannot be.
        """
        if not self.round_over:
            raise ValueError("People join and leave between rounds.")
        sitting = tidy([spec for spec, _ in seats])
        rules = self.game.tables.ruleset
        problem = seats_problem(rules, len(sitting))
        if problem:
            raise ValueError(problem)
        view = self.game.view(None)
        before, inside = view.scores, view.in_match
        if not all(inside):
            raise ValueError("Somebody is out of the match already; its seats stay as they are.")
        scores = [before[old] if 0 <= old < len(before) else 0 for _, old in seats]
        seed = (self.header.seed + 1_000_003 * (self.number + 1)) % (1 << 62)
        deal = Game(self.game.tables, [spec.name for spec in sitting], seed, scores=scores)
        game = in_round(deal, view.round_no + 1)
        self.game, self.seats = game, sitting
        self.histories.attach(game, opening_events(deal, view.round_no + 1))
        self.journal.reseated(game, sitting, why)
        self.moment += 1

    # Undo.

    def undo_to(self) -> int:
        """How many actions stay when the last action of the only person is undone; -1 = cannot."""
        people = human_seats(self.seats)
        if len(people) != 1 or self.over:
            return -1
        entries = self.journal.record.entries
        left = self.number
        for entry in reversed(entries):
            if isinstance(entry, Reseat):
                return -1
            if isinstance(entry, Act):
                left -= 1
                if entry.seat == people[0] and not entry.text.startswith("next"):
                    return left
        return -1

    def undo(self) -> bool:
        """Take the only person's last action back, with all that came after it."""
        keep = self.undo_to()
        if keep < 0:
            return False
        self.journal.cut(keep)
        histories = Histories()
        self.game = play_through(
            self.journal.record,
            lambda game: _attach(histories, game),
            lambda act: histories.close(act.seat),
        )
        self.histories = histories
        for seat, (was, is_now) in enumerate(
            zip(self.journal.record.seats, self.seats, strict=True)
        ):
            if was != is_now:
                self.journal.seat_changed(seat, is_now)
        self.moment += 1
        return True

    def concede(self, seat: int, seconds: float) -> None:
        """`seat` gives the match up, and with that it is over."""
        self.journal.conceded(self.game, seat, seconds)
        self.moment += 1

    def finish(self) -> Path | None:
        """Put the finished match away; see `Journal.finish`."""
        return self.journal.finish()


def _attach(histories: Histories, game: Game) -> None:
    histories.attach(game, opening_events(game) if is_fresh_deal(game) else None)


def _fit(seats: tuple[SeatSpec, ...], game: Game) -> tuple[SeatSpec, ...]:
    return seats if len(seats) == len(game.names) else seats[: len(game.names)]

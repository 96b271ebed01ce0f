"""Plays a record again: over its own ruleset, from its seed, with its actions.

`Replay` is for looking at finished matches; `restore` is for going on with one. Both trust
nothing in the file: an action that the rules refuse, a position that cannot be, is a RecordError
with the line it stands on.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import NamedTuple

from uno_tui.engine.actions import DRAW, PLAY, Action, Outcome, parse_action
from uno_tui.engine.events import Event
from uno_tui.engine.game import Game
from uno_tui.ruleset.load import from_snapshot
from uno_tui.ruleset.schema import Ruleset

from .record import Act, Header, Record, RecordError, Reseat, SeatSpec, Snap, seat_words

CHECKPOINT = 40
"""A replay keeps a clone of the game every so many actions, so that going back is quick."""

Attach = Callable[[Game], object]
"""Called with each new game before its first action: the place to subscribe."""
After = Callable[[Act], object]
"""Called after each action that was carried out."""


def _ignore(_what: object) -> None:
    return None


def ruleset_of(header: Header) -> Ruleset:
    """The ruleset a match was begun under. Raises RecordError with one sentence."""
    try:
        return from_snapshot(header.ruleset)
    except RecursionError:
        reason = "it is nested too deeply"
    except (ValueError, TypeError, KeyError, AttributeError) as trouble:
        reason = (str(trouble).splitlines() or [type(trouble).__name__])[0][:200]
    raise RecordError(f"its ruleset is not valid: {reason}", 1)


class Start(NamedTuple):
    """Where a stretch of a record begins: who sits, and a position, or a deal when it is empty."""

    seats: tuple[SeatSpec, ...]
    position: str
    line: int


def open_table(start: Start, ruleset: Ruleset, seed: int) -> Game:
    """The game at the start of a stretch. Raises RecordError."""
    names = [spec.name for spec in start.seats]
    try:
        if start.position:
            return Game.from_position(start.position, ruleset, names)
        return Game(ruleset, names, seed)
    except Exception as trouble:
        # A position is text from a file: whatever it does to the engine is the file's fault.
        what = "position" if start.position else "table"
        reason = str(trouble).splitlines()[0][:200] if str(trouble) else type(trouble).__name__
        raise RecordError(f"the {what} it starts from cannot be: {reason}", start.line) from None


def carry_out(game: Game, act: Act, line: int) -> tuple[Action, Outcome]:
    """Apply a recorded action. Raises RecordError when the rules refuse it."""
    try:
        action = parse_action(act.text, game.tables, seat_words(len(game.names)))
        outcome = game.apply(act.seat, action)
    except ValueError as trouble:
        raise RecordError(str(trouble)[:200], line) from None
    except Exception as trouble:
        # Only a position from the file can lead the engine outside its table.
        raise RecordError(f"it cannot be carried out ({type(trouble).__name__})", line) from None
    if not outcome.accepted and not outcome.fined:
        reason = outcome.refusal.text if outcome.refusal else "the rules refuse it"
        raise RecordError(f"seat {act.seat} cannot do that now: {reason}", line)
    return action, outcome


def play_through(record: Record, attach: Attach = _ignore, after: After = _ignore) -> Game:
    """Replay the whole record; returns the game as it stood at the end.

    Raises RecordError when an action is refused, or a snapshot is not what the actions lead to.
    """
    ruleset = ruleset_of(record.header)
    begin, at = _last_mended(record)
    game = open_table(begin, ruleset, record.header.seed)
    attach(game)
    for entry, line in zip(record.entries[at:], record.lines[at:], strict=True):
        if isinstance(entry, Act):
            carry_out(game, entry, line)
            after(entry)
        elif isinstance(entry, Reseat):
            game = open_table(Start(entry.seats, entry.position, line), ruleset, record.header.seed)
            attach(game)
        elif isinstance(entry, Snap) and not same_position(entry.position, game.position()):
            raise RecordError("the actions before it do not lead to this position", line)
    return game


def same_position(one: str, other: str) -> bool:
    """Whether two position texts say the same; a text that is no position says nothing."""
    if one == other:
        return True
    try:
        # As values, not as texts: a position that was read once may spell true as 1.
        return bool(json.loads(one) == json.loads(other))
    except (ValueError, RecursionError):
        return False


def _last_mended(record: Record) -> tuple[Start, int]:
    """The start of the stretch that today's rules can replay, and the first entry of it."""
    for at in range(len(record.entries) - 1, -1, -1):
        entry = record.entries[at]
        if isinstance(entry, Reseat) and entry.why == "mended":
            return Start(entry.seats, entry.position, record.lines[at]), at + 1
    return Start(record.header.seats, record.header.position, 1), 0


class Restored(NamedTuple):
    """A match to go on with.

    `mended` is empty when the record replayed as it should; otherwise a sentence for the player,
    `keep` is how many actions of the record still count, and the game stands at the snapshot
    plus what could be replayed after it.
    """

    game: Game
    mended: str
    keep: int


def restore(record: Record, attach: Attach = _ignore, after: After = _ignore) -> Restored:
    """Bring a match back, by replay if possible, else from its last snapshot.

    Raises RecordError when neither is possible.
    """
    # First without listeners: they must not hear a replay that comes to nothing.
    try:
        probe(play_through(record))
    except RecordError as trouble:
        return _from_snapshot(record, attach, after, trouble)
    return Restored(play_through(record, attach, after), "", record.action_count)


def _from_snapshot(record: Record, attach: Attach, after: After, trouble: RecordError) -> Restored:
    at = next(
        (n for n in range(len(record.entries) - 1, -1, -1)
         if isinstance(record.entries[n], (Snap, Reseat))),
        -1,
    )  # fmt: skip
    if at < 0:
        raise trouble
    entry = record.entries[at]
    assert isinstance(entry, (Snap, Reseat))
    before = Record(record.header)
    for earlier in record.entries[:at]:
        before.add(earlier)
    seats = entry.seats if isinstance(entry, Reseat) else before.seats
    game = open_table(Start(seats, entry.position, record.lines[at]), ruleset_of(record.header), 0)
    attach(game)
    keep = before.action_count
    for later, line in zip(record.entries[at + 1 :], record.lines[at + 1 :], strict=True):
        if isinstance(later, Act):
            try:
                carry_out(game, later, line)
            except RecordError:
                break
            after(later)
            keep += 1
    probe(game)
    text = f"The rules have changed since this match was saved; it goes on from {_place(game)}."
    return Restored(game, text, keep)


PROBE_ACTIONS = 12
"""How far a restored table is tried out before anybody sits down at it."""


def probe(game: Game) -> None:
    """Make sure that a table from a file can be looked at and played on.

    Raises RecordError. The game itself is left as it is.
    """
    trial = game.clone()
    try:
        for seat in range(len(game.names)):
            game.view(seat).legal  # noqa: B018  # only whether it can be had
        for _ in range(PROBE_ACTIONS):
            seat = next(iter(trial.asked()), 0)
            options = trial.options(seat)
            if not options:
                break
            trial.apply(seat, options[0])
    except Exception as trouble:
        # A position is text from a file: whatever it does to the engine is the file's fault.
        raise RecordError(f"nobody could play on from it ({type(trouble).__name__})") from None


def _place(game: Game) -> str:
    view = game.view(None)
    return f"round {view.round_no}"


class _Step(NamedTuple):
    """One action of a replay: what was done, and by whom, in which stretch of the record."""

    act: Act
    line: int
    stretch: int


class Replay:
    """A record that can be stepped through both ways. `cursor` actions have been carried out."""

    def __init__(self, record: Record) -> None:
        """Replays everything once. Raises RecordError when that is not possible."""
        self.record = record
        self.ruleset = ruleset_of(record.header)
        self.cursor = 0
        self.turns: list[int] = []
        """For each turn (a play or a draw) how many actions went before it."""
        self.rounds: list[int] = [0]
        """For each round how many actions went before its first."""
        self._starts: list[Start] = []
        self._steps: list[_Step] = []
        self._clones: dict[int, Game] = {}
        self._collect(record)
        self._play_all()

    def __len__(self) -> int:
        return len(self._steps)

    def _collect(self, record: Record) -> None:
        begin, at = _last_mended(record)
        self._starts.append(begin)
        for entry, line in zip(record.entries[at:], record.lines[at:], strict=True):
            if isinstance(entry, Act):
                self._steps.append(_Step(entry, line, len(self._starts) - 1))
            elif isinstance(entry, Reseat):
                self._starts.append(Start(entry.seats, entry.position, line))

    def _play_all(self) -> None:
        game = self._open(0)
        self.tables = game.tables
        stretch, round_no = 0, game.view(None).round_no
        for at, step in enumerate(self._steps):
            if step.stretch != stretch:
                stretch = step.stretch
                game = self._open(stretch)
            action, outcome = carry_out(game, step.act, step.line)
            if outcome.accepted and action.verb in (PLAY, DRAW):
                self.turns.append(at)
            if game.view(None).round_no != round_no:
                round_no = game.view(None).round_no
                self.rounds.append(at + 1)
            if (at + 1) % CHECKPOINT == 0:
                self._clones[at + 1] = game.clone()

    def _open(self, stretch: int) -> Game:
        return open_table(self._starts[stretch], self.ruleset, self.record.header.seed)

    def at(self, done: int) -> Game:
        """The game after the first `done` actions: the caller's own copy.

        Raises IndexError when there are not that many.
        """
        if not 0 <= done <= len(self._steps):
            raise IndexError(f"this match has {len(self._steps)} actions")
        stretch = self._steps[done - 1].stretch if done else 0
        first = bisect_left(self._steps, stretch, key=lambda step: step.stretch)
        near = max((at for at in self._clones if first < at <= done), default=first)
        game = self._clones[near].clone() if near > first else self._open(stretch)
        for step in self._steps[near:done]:
            carry_out(game, step.act, step.line)
        return game

    def seats(self, done: int) -> tuple[SeatSpec, ...]:
        """Who sat at the table when `done` actions had been carried out."""
        if not self._steps:
            return self._starts[0].seats
        return self._starts[self._steps[max(0, min(done, len(self)) - 1)].stretch].seats

    def game(self) -> Game:
        """The game at the cursor: the caller's own copy."""
        return self.at(self.cursor)

    def act(self, index: int) -> tuple[int, Action]:
        """Seat and action number `index`. Raises IndexError."""
        step = self._steps[index]
        count = len(self._starts[step.stretch].seats)
        return step.act.seat, parse_action(step.act.text, self.tables, seat_words(count))

    def events(self, index: int, viewer: int) -> tuple[Event, ...]:
        """What `viewer` (a seat, PUBLIC or ALL) saw of action number `index`. Raises IndexError."""
        step = self._steps[index]
        new_table = index and self._steps[index - 1].stretch != step.stretch
        game = self._open(step.stretch) if new_table else self.at(index)
        seen: list[Event] = []
        game.subscribe(seen.extend, viewer)
        carry_out(game, step.act, step.line)
        return tuple(seen)

    def step(self) -> bool:
        """One action forward; False at the end."""
        if self.cursor >= len(self._steps):
            return False
        self.cursor += 1
        return True

    def back(self) -> bool:
        """One action back; False at the start."""
        if self.cursor == 0:
            return False
        self.cursor -= 1
        return True

    def jump(self, done: int) -> None:
        """Go to where `done` actions have been carried out, or as near as there is."""
        self.cursor = max(0, min(done, len(self._steps)))

    def jump_to_turn(self, turn: int) -> None:
        """Go to just before turn number `turn`, counted from 1; past the last = the end."""
        at = max(0, turn - 1)
        self.jump(self.turns[at] if at < len(self.turns) else len(self._steps))

    def jump_to_round(self, number: int) -> None:
        """Go to the start of the round counted `number` from 1 in this record."""
        at = max(0, number - 1)
        self.jump(self.rounds[at] if at < len(self.rounds) else len(self._steps))

    @property
    def turn(self) -> int:
        """The number of the turn that comes next at the cursor, counted from 1."""
        return bisect_left(self.turns, self.cursor) + 1

    @property
    def round(self) -> int:
        """The round at the cursor, counted from 1 in this record."""
        return bisect_right(self.rounds, self.cursor)

    def cut(self, done: int) -> Record:
        """A record of its own of the first `done` actions (of the stretch that can be replayed)."""
        skipped = self.record.action_count - len(self._steps)
        return self.record.prefix(skipped + done)

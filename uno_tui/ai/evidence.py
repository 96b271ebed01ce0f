"""What a seat's deeds say about its hand: the public history as facts, and how likely each fact is.

`read` folds `view.history` into one `Track` for each hand. A track follows a hand even when the
hand changes its seat (swap, rotation). Times are positions in the history.
"""

from __future__ import annotations

from typing import NamedTuple

from uno_tui.ai.masks import Masks, masks_of
from uno_tui.engine.state import (
    H_ACCEPTED,
    H_CHALLENGED,
    H_DREW,
    H_KEPT,
    H_MOVED,
    H_PLAYED,
    H_RESHUFFLED,
    H_TURN_DRAW,
)
from uno_tui.engine.view import View
from uno_tui.ruleset.tables import EFFECT_NAMES, Tables

ANY_TIME = -1
UNCLEAR = -2
"""The colour in force was never told (a turned wild whose colour was named)."""

PLAYED, DREW, NOT_FITTING, KEPT, DID_NOT_ANSWER, HONEST, DISHONEST = range(7)
"""Kinds of fact. NOT_FITTING and KEPT are about the card drawn at that very time only."""


class Fact(NamedTuple):
    """One thing a hand did. `fits` are the cards that could have been laid (or answered) then."""

    what: int
    time: int
    since: int  # only cards that came at this time or later count; ANY_TIME = all held
    fits: int
    color: int = -1  # in force before
    kind: int = -1  # the card laid
    named: int = -1  # the colour named with it


class Track:
    """One hand through the round: when its cards came and went, and what it did."""

    def __init__(self) -> None:
        self.came: list[int] = []  # the time of each card drawn
        self.went: list[tuple[int, int, int]] = []  # (time, kind, when it came or ANY_TIME)
        self.facts: list[Fact] = []

    def forget(self) -> None:
        """Nothing this hand did so far counts any more."""
        self.facts.clear()


class _Table(NamedTuple):
    """What lies open before a deed: colour in force, top card."""

    color: int
    top: int


def read(view: View) -> list[Track]:
    """The tracks of the hands now held, by seat."""
    return _Reader(view).read()


class _Reader:
    """Walks through the history once."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.t: Tables = view.tables
        self.masks: Masks = masks_of(self.t, view._s.cards_in_play)
        self.tracks = [Track() for _ in view.names]
        self.table = _Table(UNCLEAR, -1)
        self.before = self.table  # the table before the last card was laid
        self.owed = -1  # the draw card just laid, nothing drawn since
        self.moves_cards = tuple(
            any(name in ("exchange-card", "dip") for name, _ in effects)
            for effects in self.t.effects
        )

    def read(self) -> list[Track]:
        history = self.view.history
        reshuffles = [at for at, entry in enumerate(history) if entry[0] == H_RESHUFFLED]
        start = reshuffles[-1] + 1 if reshuffles else 0
        directions = self._directions(history)
        if start:
            self._table_at(history[:start])
        elif self.view.discards:
            first = self.view.discards[0]
            if not self.t.is_wild[first]:
                self.table = _Table(self.t.color_of[first], first)
        for time in range(start, len(history)):
            self._note(time, history[time], directions[time])
        return self.tracks

    def _directions(self, history: tuple[tuple[int, ...], ...]) -> list[int]:
        """The direction of play at each entry, told from the present one backwards."""
        reverse = EFFECT_NAMES.index("reverse")
        turns = tuple(any(step == reverse for step, _ in p) for p in self.t.program)
        direction = self.view.direction
        found = [0] * len(history)
        for at in range(len(history) - 1, -1, -1):
            found[at] = direction
            if history[at][0] == H_PLAYED and turns[history[at][2]]:
                direction = -direction
        return found

    def _table_at(self, history: tuple[tuple[int, ...], ...]) -> None:
        for entry in reversed(history):
            if entry[0] == H_PLAYED:
                self.table = _Table(entry[3], entry[2])
                return

    def _note(self, time: int, entry: tuple[int, ...], direction: int) -> None:
        what, seat = entry[0], entry[1]
        if what == H_PLAYED:
            self._played(time, seat, entry[2], entry[3], bool(entry[4]))
        elif what == H_DREW:
            self.tracks[seat].came.extend([time] * entry[2])
            self.owed = -1
        elif what == H_TURN_DRAW:
            self.table = _Table(entry[2], entry[3])
            self._fact(seat, DREW, time, self._fits())
        elif what == H_KEPT:
            self._kept(time, seat)
        elif what == H_ACCEPTED:
            if self.owed >= 0:
                fits = self.masks.answers(self.owed, self.table.color)
                if fits:
                    self._fact(seat, DID_NOT_ANSWER, time, fits)
        elif what == H_MOVED:
            self._moved(seat, entry[2], direction)
        elif what == H_CHALLENGED:
            self._challenged(time, entry[2], bool(entry[3]))

    def _fits(self) -> int:
        """What may be laid on the table as it is."""
        color, top = self.table
        if color == UNCLEAR:
            return 0
        return self.masks.ok[color][self.t.face_of[top] if top >= 0 else 0]

    def _fact(self, seat: int, what: int, time: int, fits: int, since: int = ANY_TIME) -> None:
        if self.table.color != UNCLEAR:
            self.tracks[seat].facts.append(Fact(what, time, since, fits, self.table.color))

    def _played(self, time: int, seat: int, kind: int, color: int, drawn: bool) -> None:
        t, track = self.t, self.tracks[seat]
        fits = self._fits()
        came = track.came[-1] if drawn and track.came else ANY_TIME
        answer = self.owed >= 0 and bool(
            self.masks.answers(self.owed, self.table.color) & self.masks.all[kind]
        )
        twin = t.jump_in and kind == self.table.top
        legal = bool(fits & self.masks.all[kind])
        if not (drawn or answer or twin) and legal and self.table.color != UNCLEAR:
            named = color if t.wants_color[kind] else -1
            track.facts.append(Fact(PLAYED, time, ANY_TIME, fits, self.table.color, kind, named))
        track.went.append((time, kind, came))
        self.before = self.table
        self.table = _Table(color, kind)
        self.owed = kind if t.draw_n[kind] else -1
        if self.moves_cards[kind]:
            # Cards then change hands unseen: what was shown before may no longer be there.
            for other in self.tracks:
                other.forget()

    def _kept(self, time: int, seat: int) -> None:
        track = self.tracks[seat]
        if not track.came:
            return
        if self.t.until_playable:
            drawn = sorted({at for at in track.came if at > self._last_turn_draw(track)})
            for at in drawn[:-1]:
                self._fact(seat, NOT_FITTING, at, self._fits(), at)
        if not self.t.never_play_drawn:
            # Where a drawn card must be laid, one that was kept did not fit.
            what = NOT_FITTING if self.t.must_play_drawn else KEPT
            self._fact(seat, what, time, self._fits(), track.came[-1])

    def _last_turn_draw(self, track: Track) -> int:
        return max((fact.time for fact in track.facts if fact.what == DREW), default=-1)

    def _moved(self, one: int, other: int, direction: int) -> None:
        tracks = self.tracks
        if one >= 0:
            tracks[one], tracks[other] = tracks[other], tracks[one]
            return
        circle = [seat for seat, inside in enumerate(self.view.in_round) if inside]
        if direction < 0:
            circle.reverse()
        held = [tracks[seat] for seat in circle]
        for at, track in enumerate(held):
            tracks[circle[(at + 1) % len(circle)]] = track

    def _challenged(self, time: int, player: int, honest: bool) -> None:
        """The verdict tells everybody whether the hand held what it should not."""
        track = self.tracks[player]
        rule = self.t.legal_if
        color = self.before.color
        if color >= 0 and rule in ("no-color", "no-color-or-symbol") and track.went:
            fits = self.masks.color[color]
            if honest or rule == "no-color":
                laid = track.went[-1][0]
                what = HONEST if honest else DISHONEST
                track.facts.append(Fact(what, laid, ANY_TIME, fits, color))
        if not honest and self.t.takes_back and track.went:
            # The card is back in the hand it came from: as if it had never left.
            track.went.pop()
            self.table = self.before

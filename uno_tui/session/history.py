"""What each seat, and a bystander, has seen of the match so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from uno_tui.engine.events import ALL, PUBLIC, Event
from uno_tui.engine.game import Game

Events: TypeAlias = tuple[Event, ...]


class Histories:
    """One list of events for each seat, for a bystander (PUBLIC) and for the whole table (ALL).

    One entry for each deal of a new game and one for each action. Each game of the match is
    attached when it begins; `close` ends the entry of an action.
    """

    def __init__(self) -> None:
        self._entries: dict[int, list[Events]] = {}
        self._open: dict[int, list[Event]] = {}
        self._marks: dict[int, int] = {}
        self._detach: list[Callable[[], None]] = []
        self._length = 0

    def attach(self, game: Game, opening: Mapping[int, Events] | None = None) -> None:
        """Listen to `game`, for every seat of it, instead of the game before.

        `opening` are the events of its deal, by viewer; they make an entry of their own.
        """
        for detach in self._detach:
            detach()
        viewers = (PUBLIC, ALL, *range(len(game.names)))
        self._detach = [game.subscribe(self._hear(viewer), viewer) for viewer in viewers]
        for viewer in viewers:
            self._open[viewer].extend((opening or {}).get(viewer, ()))
        self.close()

    def _hear(self, viewer: int) -> Callable[[Events], None]:
        heard = self._open.setdefault(viewer, [])
        self._entries.setdefault(viewer, [()] * self._length)
        return heard.extend

    def close(self, seat: int = -1) -> dict[int, Events]:
        """End the current entry, brought about by `seat`; returns it, by viewer."""
        entry: dict[int, Events] = {}
        same: dict[Events, Events] = {}
        for viewer, heard in self._open.items():
            events = tuple(heard)
            heard.clear()
            # Mostly all see the same; one copy of it does.
            entry[viewer] = same.setdefault(events, events)
            self._entries[viewer].append(entry[viewer])
        self._length += 1
        if seat >= 0:
            self._marks[seat] = self._length
        return entry

    def of(self, viewer: int) -> Sequence[Events]:
        """Everything `viewer` has seen, one entry after the other."""
        return self._entries.get(viewer, ())

    def recap(self, seat: int) -> Events:
        """What `seat` has seen since its own last action (or since the deal)."""
        since = self._marks.get(seat, 0)
        return tuple(event for entry in self.of(seat)[since:] for event in entry)

    def last(self) -> dict[int, Events]:
        """The newest entry, by viewer."""
        return {viewer: entries[-1] for viewer, entries in self._entries.items() if entries}

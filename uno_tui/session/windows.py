"""Reaction windows: how long the next AI waits so that people can catch, call or jump in.

Whether the table waits is judged by what everybody sees, never by what hands hold.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from uno_tui.engine.view import View

from .clock import SOON
from .pace import Pace


class Window(NamedTuple):
    """An open window. `closes` is the watch's time, None when it waits for a key."""

    kind: Literal["uno", "jump"]
    seats: tuple[int, ...]
    """For `uno`: who may be caught."""
    opened: float
    closes: float | None

    def is_open(self, now: float) -> bool:
        """Whether the next AI still has to wait."""
        return self.closes is None or now < self.closes - SOON


class Windows:
    """Opens and closes the one window that counts."""

    def __init__(self) -> None:
        self.current: Window | None = None
        self._known: frozenset[int] = frozenset()

    def close(self) -> None:
        """The window is over: time is up, or somebody pressed on."""
        self.current = None

    def update(self, public: View, pace: Pace, now: float, people: bool, jumpable: bool) -> None:
        """Look at the table after a change: `public` is a bystander's view of it.

        `people` tells whether anybody who is no AI could use a window, `jumpable` whether the
        card just laid is one that may be jumped in on.
        """
        catchable = frozenset(public.catchable)
        forgot = catchable - self._known
        self._known = catchable
        if self.current is not None and self.current.kind == "uno":
            left = tuple(seat for seat in self.current.seats if seat in catchable)
            self.current = self.current._replace(seats=left) if left else None
        elif self.current is not None:
            self.current = None
        if forgot:
            seats = tuple(sorted(forgot))
            self.current = Window(
                "uno", seats, now, _end(pace, now, pace.uno_window(people), people)
            )
        elif jumpable and self.current is None:
            self.current = Window(
                "jump", (), now, _end(pace, now, pace.jump_window(people), people)
            )


def _end(pace: Pace, now: float, seconds: float, people: bool) -> float | None:
    return None if pace.turn_based and people else now + seconds

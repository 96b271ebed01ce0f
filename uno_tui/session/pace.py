"""How fast a table goes: thinking times, reaction windows, pausing and stepping."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Literal, get_args

from .clock import Clock, WallClock

PaceName = Literal["instant", "quick", "normal", "slow", "step"]
PACES: tuple[PaceName, ...] = get_args(PaceName)

_THINK: dict[PaceName, float] = {
    "instant": 0.0, "quick": 0.3, "normal": 0.9, "slow": 2.0, "step": 0.0,
}  # fmt: skip
_HURRY: dict[PaceName, float] = {
    "instant": 0.0, "quick": 0.4, "normal": 1.0, "slow": 1.5, "step": 0.0,
}  # fmt: skip
DEFAULT_WINDOW = 2.5
JUMP_WINDOW = 1.2


class Pace:
    """The speed of one table. All times are in seconds.

    `window` is how long a forgotten UNO can be caught before the next AI moves; 0 means
    turn-based: the table waits for a key (`Table.go_on`) and no clock runs against anybody.
    """

    def __init__(
        self,
        name: PaceName = "normal",
        window: float = DEFAULT_WINDOW,
        clock: Clock | None = None,
    ) -> None:
        self.clock: Clock = clock or WallClock()
        self.on_change: Callable[[], None] | None = None
        """Called after `name` or `window` changed; the table sets it."""
        self._name: PaceName = name
        self._window = window

    @property
    def name(self) -> PaceName:
        """One of `PACES`."""
        return self._name

    @name.setter
    def name(self, name: PaceName) -> None:
        self._name = name
        self._changed()

    @property
    def window(self) -> float:
        """Seconds for catching a forgotten UNO; 0 = turn-based."""
        return self._window

    @window.setter
    def window(self, seconds: float) -> None:
        self._window = max(0.0, seconds)
        self._changed()

    def _changed(self) -> None:
        if self.on_change is not None:
            self.on_change()

    @property
    def turn_based(self) -> bool:
        """Whether windows wait for a key instead of a clock."""
        return self._window == 0

    @property
    def stepping(self) -> bool:
        """Whether every AI action waits for `Table.step`."""
        return self._name == "step"

    def faster(self) -> PaceName:
        """One notch quicker, as far as `instant`; returns the new pace."""
        return self._shift(-1)

    def slower(self) -> PaceName:
        """One notch slower, as far as `step`; returns the new pace."""
        return self._shift(1)

    def _shift(self, by: int) -> PaceName:
        at = min(max(PACES.index(self._name) + by, 0), len(PACES) - 1)
        self.name = PACES[at]
        return self._name

    def think(self, rng: Random) -> float:
        """How long an AI seems to think about a decision."""
        return _THINK[self._name] * rng.uniform(0.7, 1.3)

    def uno_window(self, people: bool) -> float:
        """How long the next AI waits after a forgotten UNO.

        Without people at the table nobody needs the time, so it follows the pace.
        """
        seconds = self._window or DEFAULT_WINDOW
        return seconds if people else seconds * _HURRY[self._name]

    def jump_window(self, people: bool) -> float:
        """How long the next AI waits where somebody might jump in."""
        seconds = min(self._window or JUMP_WINDOW, JUMP_WINDOW)
        return seconds if people else seconds * _HURRY[self._name]

    def reaction(self, delay: float, people: bool) -> float:
        """When an AI's reaction comes, `delay` being what the AI asked for."""
        return max(0.0, delay) * (1.0 if people else _HURRY[self._name])

    def between_rounds(self) -> float:
        """How long a table without people shows the end of a round."""
        return 4.0 * _HURRY[self._name]

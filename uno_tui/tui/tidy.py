"""When Python looks for garbage: in moments when nobody waits for a frame.

A page that was closed is garbage as a whole, and as its widgets know each other only a search
finds it: 5 to 10 MB for the page of a new game.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.timer import Timer

    from uno_tui.tui.app import UnoApp

SEARCHES = (700, 3, 3000)
"""When Python searches by itself: new objects, younger ones (seldom more than half a millisecond),
and all, which it hardly ever does: that would come in the middle of a key."""
CALM = 0.5
"""Seconds after a screen was closed: then the next is on the screen."""


class Tidy:
    """Looks for garbage on behalf of `app`."""

    def __init__(self, app: UnoApp) -> None:
        self._app = app
        self._timer: Timer | None = None

    def now(self) -> None:
        """Search among all objects, and leave alone what remains.

        It takes 20 to 50 ms, which would come in the middle of a key or a flight if Python chose
        the moment. What was frozen before is searched too: it may have become garbage since.
        """
        gc.set_threshold(*SEARCHES)
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def soon(self) -> None:
        """Search in a moment: a screen has been closed."""
        # By the app's own loop: a timer remembers in whose it was set, and would keep the screen.
        self._app.call_later(self._wait)

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = self._app.set_timer(CALM, self._if_calm)

    def _if_calm(self) -> None:
        self._timer = None
        if gc.isenabled():  # it is not while cards fly
            self.now()
        else:
            self._wait()

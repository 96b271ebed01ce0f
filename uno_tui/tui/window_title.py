"""The title of the terminal's window, borrowed while somebody plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uno_tui.tui.app import UnoApp

KEEP, GIVE_BACK = "\x1b[22;0t", "\x1b[23;0t"
"""Asks the terminal to put the window's title on its stack, and to take it back."""


class WindowTitle:
    """Writes titles for `app`; where no terminal listens it does nothing."""

    def __init__(self, app: UnoApp) -> None:
        self._app = app
        self._borrowed = False

    def show(self, title: str) -> None:
        """Show `title`, which holds no control characters."""
        if self._app.is_headless:
            return
        if not self._borrowed:
            self._write(KEEP)
        self._borrowed = True
        self._write(f"\x1b]0;{title}\x07")

    def give_back(self) -> None:
        """The title that the window had before."""
        if self._borrowed:
            self._write(GIVE_BACK)
        self._borrowed = False

    def _write(self, codes: str) -> None:
        driver = self._app._driver
        if driver is not None:
            driver.write(codes)

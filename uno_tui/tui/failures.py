"""What happens when a part of the screen breaks: it is written down and told, and the app goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uno_tui.tui.screens.menu import MenuScreen

if TYPE_CHECKING:
    from uno_tui.tui.app import UnoApp

MOST_FAILURES = 10
"""So many after the first are only written down; then the page that tells of it must be broken too."""


class Failures:
    """Takes what went wrong on the screens of `app`."""

    def __init__(self, app: UnoApp) -> None:
        self._app = app
        self._count = 0
        """How many parts failed since the page that tells it was last left."""

    def take(self, error: Exception) -> bool:
        """Write `error` down, and tell the first of several; False when there were too many."""
        if self._count > MOST_FAILURES:
            return False
        self._count += 1
        from uno_tui.tui.crash import note_crash

        where = note_crash(error)
        if self._count == 1:
            self._app.call_later(self._show, error, where)
        return True

    async def _show(self, error: Exception, where: str) -> None:
        from uno_tui.tui.screens.crash import CrashScreen

        app = self._app
        if not app.is_running:
            return  # it ends, and its screens are being taken down
        app.wait_no_more()
        tables = [getattr(screen, "table", None) for screen in app.screen_stack]
        unsaved = next((table.unsaved for table in tables if table and table.unsaved), "")
        app.close_pages()
        await self._renew_menu()
        page = CrashScreen(f"{type(error).__name__}: {error}", where, unsaved)
        await app.push_screen(page, self._told)

    def _told(self, _result: object) -> None:
        self._count = 0

    async def _renew_menu(self) -> None:
        """Put another menu in the old one's place.

        It may be what failed: then its loop has ended and it would hear no key any more.
        """
        app = self._app
        old = app.current_mode
        new = "menu" if old != "menu" else "menu again"
        app.add_mode(new, MenuScreen)
        await app.switch_mode(new)
        await app.remove_mode(old)

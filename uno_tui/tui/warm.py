"""What the next pages need, fetched while the menu is on the screen and nobody waits for it.

Modules are imported and the rules of the last table are read in a thread; style sheets are parsed
and a table's widgets built on the app's own thread, because Textual is not made for two. All of it
is only done sooner: what is not ready when it is wanted is done then.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textual.geometry import Size

if TYPE_CHECKING:
    from textual.app import App

    from uno_tui.store.settings import Settings
    from uno_tui.tui.app import UnoApp
    from uno_tui.tui.screens.table import TableScreen


def fetch_modules() -> None:
    """Import the table, the session and the page for a new game."""
    import uno_tui.session
    import uno_tui.store.saves
    import uno_tui.tui.screens.new_game
    import uno_tui.tui.screens.table  # noqa: F401


def try_last_table(settings: Settings) -> None:
    """Read the rules of the last table, seat its AIs and deal a game nobody sees.

    What is read or compiled for that is remembered by those who read it. Problems are left for
    the moment when somebody wants the table.
    """
    from uno_tui.engine.game import Game
    from uno_tui.tui.match import brains_for, last_request

    with suppress(ValueError, OSError):
        request = last_request(settings)
        make = brains_for(settings)
        for seat in request.seats:
            if seat.is_ai:
                make(seat)
        Game(request.ruleset, [seat.name for seat in request.seats], request.seed).view(0)


def put_away_finished() -> None:
    """Make records of the matches that ended in the moment before a crash."""
    from uno_tui.store import stats

    stats.adopt_finished()


def parse_styles(app: App[int]) -> None:
    """Put the style sheets of the table and its widgets among those the app has parsed."""
    from uno_tui.tui.screens import table, table_board

    sheet, path = app.stylesheet, Path(table.__file__).with_name(table.TableScreen.CSS_PATH)
    if sheet.has_source(str(path)):
        return
    sheet.read(path)
    for part in table_board.PARTS:
        for place, css, rank, scope in part()._get_default_css():
            sheet.add_source(
                css, read_from=place, is_default_css=True, tie_breaker=rank, scope=scope
            )
    sheet.parse()


class Looks(NamedTuple):
    """What decides how a table's widgets are styled and laid out."""

    size: Size
    theme: str
    classes: frozenset[str]
    side_panel: bool


class Laid(NamedTuple):
    """A table built ahead, without a match, and the looks it was built for."""

    screen: TableScreen
    looks: Looks


def looks_now(app: UnoApp) -> Looks:
    """How a table would look if it came up now."""
    return Looks(app.size, app.theme, app.classes, app.settings.side_panel)


def lay_table(app: UnoApp, laid: Laid | None) -> Laid:
    """A table's screen with its widgets mounted and styled, out of sight; `laid` if it still fits.

    That is half of the work between a key in the menu and the cards. Textual builds a screen when
    it is first pushed and has no public way to do it sooner; `_register` is what `push_screen` calls.
    """
    looks = looks_now(app)
    if laid is not None:
        if laid.looks == looks:
            return laid
        laid.screen.remove()
    screen = new_table_screen(app)
    app._register(app, screen)
    return Laid(screen, looks)


def laid_or_new(app: UnoApp, laid: Laid | None) -> TableScreen:
    """The table built ahead, if it fits the looks of this moment, else a new one."""
    if laid is not None:
        if laid.looks == looks_now(app):
            return laid.screen
        laid.screen.remove()
    return new_table_screen(app)


def new_table_screen(app: UnoApp) -> TableScreen:
    """A table's screen that knows beforehand where it will be."""
    from uno_tui.tui.screens.table import TableScreen

    parse_styles(app)
    screen = TableScreen()
    screen.expect(app.size, app.settings.side_panel)
    return screen

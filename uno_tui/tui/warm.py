"""What the next pages need, fetched while the menu is on the screen and nobody waits for it.

Modules are imported and the rules of the last table are read in a thread; style sheets are parsed
on the app's own thread, because Textual's cache of them is not made for two. All of it is only
done sooner: what is not ready when it is wanted is done then.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.app import App

    from uno_tui.store.settings import Settings


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

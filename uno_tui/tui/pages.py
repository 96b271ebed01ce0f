"""The pages of the app by name, each imported when it is first opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen

if TYPE_CHECKING:
    from uno_tui.session import Table
    from uno_tui.tui.app import UnoApp


def table_beneath(app: App[Any]) -> Table | None:
    """The table that is in front, or under questions and pages; None where nobody plays."""
    tables = (getattr(screen, "table", None) for screen in reversed(app.screen_stack))
    return next((table for table in tables if table is not None), None)


def make_page(name: str, uno: UnoApp) -> Screen[Any]:
    """A fresh page. Raises KeyError for a name that no page has, ValueError for damaged data."""
    if name == "new_game":
        from uno_tui.tui.screens.new_game import NewGameScreen

        return NewGameScreen(uno)
    if name == "settings":
        from uno_tui.tui.screens.settings import SettingsScreen

        return SettingsScreen(uno)
    if name == "rules":
        from uno_tui.tui.screens.rules import RulesScreen

        table = table_beneath(uno)
        return RulesScreen(uno, table.game.tables.ruleset if table is not None else None)
    if name == "keys":
        from uno_tui.tui.screens.help import KeysScreen

        return KeysScreen(uno.screen)
    if name == "records":
        from uno_tui.tui.screens.records import RecordsScreen

        return RecordsScreen(uno)
    if name == "tutorial":
        from uno_tui.tui.screens.tutorial import TutorialScreen
        from uno_tui.tui.screens.tutorial_lessons import lessons

        lessons()
        return TutorialScreen(uno)
    raise KeyError(name)

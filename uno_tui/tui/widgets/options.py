"""The list that menus and pages choose from: Textual's own, upright under hasty page keys."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from textual.widgets import OptionList


class Options(OptionList):
    """An `OptionList` in which a key before its lines are laid out does no harm."""

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        # Without lines, or without room for any, there is nothing to count from.
        with suppress(KeyError):
            super()._move_page(direction)

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Bring the chosen line into sight, once its height is known."""
        with suppress(KeyError):
            super().scroll_to_highlight(top)

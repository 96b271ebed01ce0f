"""The list that menus and pages choose from: Textual's own, upright under hasty page keys."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from textual.widgets import OptionList


class Options(OptionList):
    """An `OptionList` in which a page key before its lines are laid out does nothing."""

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        # Without lines, or without room for any, there is nothing to count from.
        with suppress(KeyError):
            super()._move_page(direction)

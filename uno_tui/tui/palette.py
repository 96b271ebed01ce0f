"""The command palette's screen: Textual's own, kept upright while keys and clicks outrun it.

Its list is rebuilt in the background. A click on a line that is gone by then, a page key before
the lines have been counted, or a search that starts when the palette is already closed would
otherwise end the screen.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Literal, cast

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.command import CommandInput, CommandList, CommandPalette, SearchIcon
from textual.containers import Horizontal, Vertical
from textual.css.query import NoMatches
from textual.widgets import LoadingIndicator
from textual.worker import Worker

from uno_tui.tui.screens.base import TooSmall

_gather = cast(
    "Callable[[CommandPalette, str], Awaitable[None]]",
    inspect.unwrap(CommandPalette._gather_commands),
)


class Found(CommandList):
    """The commands found; what asks for a line that is not there does nothing."""

    async def _on_click(self, event: events.Click) -> None:
        line = event.style.meta.get("option")
        if line is not None and line >= self.option_count:
            event.prevent_default()
            event.stop()

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        # Nothing to count from before the lines are known.
        with suppress(KeyError):
            super()._move_page(direction)


class Palette(CommandPalette):
    """Every command by name."""

    def compose(self) -> ComposeResult:
        """The line to type on and the commands found; one-cell signs only."""
        icon = SearchIcon()
        icon.icon = ">"
        with Vertical(id="--container"):
            with Horizontal(id="--input"):
                yield icon
                yield CommandInput(placeholder="Type a few letters", select_on_focus=False)
            with Vertical(id="--results"):
                yield Found()
                yield LoadingIndicator()
        yield TooSmall()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys typed ahead, before its list is there, do nothing."""
        return self.is_mounted

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close the palette; a second answer in one breath would close what is below it."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def _gather_commands(self, search_value: str) -> Worker[Any]:
        return self.run_worker(
            partial(self._search, search_value), group=self._GATHER_COMMANDS_GROUP, exclusive=True
        )

    async def _search(self, words: str) -> None:
        with suppress(NoMatches):
            await _gather(self, words)

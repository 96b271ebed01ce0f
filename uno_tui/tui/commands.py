"""The command palette: the pages everywhere, and every key of the screen one stands on.

The palette is built from the bindings themselves, so a key and its palette entry cannot drift. A
screen that has more to offer (the cards that may be laid now) has a method `palette_commands`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.screen import Screen

if TYPE_CHECKING:
    from uno_tui.tui.app import UnoApp


class Command(NamedTuple):
    """One entry: what it says, what it is for, and what it does."""

    title: str
    help: str
    run: Callable[[], Any]


@runtime_checkable
class OffersCommands(Protocol):
    """A screen with palette entries beyond its key bindings."""

    def palette_commands(self) -> Iterable[Command]:
        """The entries that make sense right now; none while a curtain is down."""


@runtime_checkable
class OffersKeys(Protocol):
    """A screen some of whose keys make no sense at times."""

    def offers(self, action: str) -> bool:
        """Whether the key with this action is worth telling now."""


class Page(NamedTuple):
    """A page of the app as the palette offers it."""

    name: str
    title: str
    help: str


PAGES = (
    Page("new_game", "New game", "Choose a variant, seats and house rules, and deal"),
    Page("continue", "Continue a saved match", "Go on where you stopped"),
    Page("tutorial", "Learn to play", "Short lessons on a real table"),
    Page("rules", "Rules", "The rules of any variant in plain sentences"),
    Page("records", "Records", "Finished matches, replays and statistics"),
    Page("settings", "Settings", "Pace, motion, looks, assists"),
    Page("keys", "Keys", "Every key that works here"),
    Page("quit", "Quit", "Leave; a match in progress is saved"),
)


class UnoCommands(Provider):
    """Pages, the looks, and whatever the screen underneath can do."""

    async def discover(self) -> Hits:
        """Everything, before a word is typed."""
        for command in self._commands():
            yield DiscoveryHit(_literal(command.title), command.run, help=_literal(command.help))

    async def search(self, query: str) -> Hits:
        """The commands that fit the words typed."""
        matcher = self.matcher(query)
        for command in self._commands():
            score = matcher.match(command.title)
            if score > 0:
                yield Hit(
                    score,
                    matcher.highlight(command.title),
                    command.run,
                    help=_literal(command.help),
                )

    def _commands(self) -> Iterator[Command]:
        uno: UnoApp = self.app  # type: ignore[assignment]
        screen = self.screen
        if isinstance(screen, OffersCommands):
            yield from screen.palette_commands()
        bound = list(bound_commands(screen))
        keys = {command.title: command for command, own in bound if own}
        yield from keys.values()
        opened = {active.binding.action for active in screen.active_bindings.values()}
        for page in PAGES:
            if f"choose('{page.name}')" in opened:
                continue  # the menu's own keys
            if page.title not in keys and uno.page_allowed(page.name):
                yield Command(page.title, page.help, partial(uno.open_page, page.name))
        for entry in uno.get_system_commands(screen):
            yield Command(entry.title, entry.help, entry.callback)
        # Arrows and paging last: nobody opens the palette for them.
        yield from (command for command, own in bound if not own)


def bound_commands(screen: Screen[Any]) -> Iterator[tuple[Command, bool]]:
    """One entry for each enabled key binding that has a description, and whether it is the page's
    own: bindings of Textual's screens and of the focused widget only move about."""
    known = {binding.description for binding in Screen.BINDINGS if isinstance(binding, Binding)}
    seen: set[str] = set()
    for active in list(screen.active_bindings.values()):
        binding = active.binding
        if not active.enabled or not binding.description or binding.description in seen:
            continue
        if active.node is screen.app or not offered(screen, binding):
            continue
        seen.add(binding.description)
        key = screen.app.get_key_display(binding)
        command = Command(
            binding.description,
            binding.tooltip or f"Key {key}",
            partial(screen.app.run_action, binding.action, active.node),
        )
        own = active.node is screen and binding.description not in known
        yield command, own or bool(binding.id)


def offered(screen: Screen[Any], binding: Binding) -> bool:
    """Whether a key of the screen is told among its keys and commands."""
    return not isinstance(screen, OffersKeys) or screen.offers(binding.action)


def _literal(text: str) -> Any:
    from textual.content import Content

    return Content(text)

"""What the command palette offers at a table beyond its keys: cards, seats, giving up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from uno_tui.engine import actions as act
from uno_tui.engine.state import GIVE
from uno_tui.tui.commands import Command
from uno_tui.tui.screens import table_facts as facts
from uno_tui.tui.screens.table_more import give_up

if TYPE_CHECKING:
    from uno_tui.tui.screens.table import TableScreen


def commands(screen: TableScreen) -> Iterator[Command]:
    """The entries for whoever looks now; nothing about cards while the curtain is down."""
    view = screen.view
    if view is None or screen.private:
        return
    if view.seat >= 0:
        yield from _cards(screen)
    yield from _seats(screen)


def _cards(screen: TableScreen) -> Iterator[Command]:
    view = screen.view
    assert view is not None
    verb = "Give" if view.phase == GIVE else "Play"
    for kind in sorted(facts.playable(view)):
        name, code = view.tables.name(kind), view.tables.code(kind)
        yield Command(f"{verb} {name}", code, partial(screen.asker.play, (kind,)))
    for action in view.legal:
        if action.verb == act.ADVISE:
            title = f"Advise {view.names[action.target]}"
            yield Command(title, "Tell a seat what to lay", partial(screen.submit, action))


def _seats(screen: TableScreen) -> Iterator[Command]:
    table, view = screen.table, screen.view
    assert view is not None
    if view.seat >= 0:
        yield Command(
            "Let an AI play on for me",
            "You can take the seat back",
            partial(table.hand_to_ai, view.seat),
        )
        yield Command("Give up the match", "Concede", partial(give_up, screen, view.seat))
    for seat, spec in enumerate(table.seats):
        if spec.is_ai:
            title = f"Take the seat of {spec.name}"
            yield Command(title, "A person plays it from here", partial(table.take_back, seat))

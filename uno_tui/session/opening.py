"""The events of the deal, which happen before anybody can listen to the new game."""

from __future__ import annotations

import json
from collections.abc import Sequence

from uno_tui.engine import setup
from uno_tui.engine.events import ALL, PUBLIC, Event
from uno_tui.engine.game import Game, redact
from uno_tui.engine.state import State

from .history import Events


def is_fresh_deal(game: Game) -> bool:
    """Whether nothing has happened yet at this table since the first deal from its seed."""
    return (
        not game.record
        and game.position()
        == Game(game.tables, game.names, game.seed, scores=game.view(None).scores).position()
    )


def in_round(game: Game, number: int) -> Game:
    """The same table, counted as the match's round `number` instead of its first."""
    position = json.loads(game.position())
    position["round_no"] = number
    return Game.from_position(json.dumps(position), game.tables, game.names)


def opening_events(game: Game, number: int = 1) -> dict[int, Events]:
    """The events of the first deal of `game`, a fresh deal, for each viewer.

    `number` is the round it is told as.
    """
    log = [
        (event._replace(n=number) if event.kind == "round" else event, seers)
        for event, seers in _deal_again(game)
    ]
    viewers = (PUBLIC, ALL, *range(len(game.names)))
    return {
        viewer: tuple(redact(event, seers, viewer) for event, seers in log) for viewer in viewers
    }


def _deal_again(game: Game) -> Sequence[tuple[Event, tuple[int, ...] | None]]:
    # The same seed deals the same cards, so a twin that listens to itself tells the story.
    state = State(game.tables, len(game.names), game.seed)
    state.names = game.names
    state.scores = list(game.view(None).scores)
    state.log = []
    setup.new_round(state)
    return tuple(state.log)

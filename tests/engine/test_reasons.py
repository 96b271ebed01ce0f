"""The sentence that a player is told is about what could have matched."""

from __future__ import annotations

from uno_tui.engine.actions import PLAY, Action
from uno_tui.engine.game import Game
from uno_tui.engine.state import TURN
from uno_tui.ruleset.load import load


def told(card: str, top: str, color: str) -> str:
    game = Game(load("classic"), ["Ann", "Ben"], 7)
    tables, state = game.tables, game.state
    kind = tables.parse(card)
    state.hands[0][:] = [kind, tables.parse("Y1")]
    state.discards.append(tables.parse(top))
    state.set_color([one.name for one in tables.colors].index(color))
    state.turn, state.phase, state.agenda = 0, TURN, []
    refused = game.check(0, Action(PLAY, (kind,)))
    assert refused is not None
    return refused.text


def test_on_a_number_colour_and_number_could_have_matched() -> None:
    assert told("B2", "R5", "red") == "Blue 2 matches neither red nor 5."


def test_on_a_wild_only_its_colour_could_have_matched() -> None:
    assert told("B2", "W", "green") == "Blue 2 is not green."

"""S-5: what the table is told of a draft, in the order it happens."""

from __future__ import annotations

from uno_tui.engine.actions import DISCARD, KEEP, Action
from uno_tui.engine.game import Game
from uno_tui.ruleset.load import load


def test_a_card_is_discarded_before_the_next_has_to_be_kept() -> None:
    game = Game(load("duo"), ["Ann", "Ben"], 5)
    told: list[str] = []
    game.subscribe(lambda events: told.extend(event.kind for event in events))
    for verb, order in ((KEEP, ["kept", "discarded"]), (DISCARD, ["discarded", "kept"])):
        told.clear()
        (seat,) = game.asked()
        game.apply(seat, Action(verb))
        assert told[:2] == order

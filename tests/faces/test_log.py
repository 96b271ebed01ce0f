"""Matches told in plain words: every sentence of the table can be told without a screen."""

from __future__ import annotations

import pytest

from uno_tui.engine.events import Event
from uno_tui.faces.log import Teller
from uno_tui.ruleset.load import load
from uno_tui.ruleset.tables import compile_tables
from uno_tui.tui.words import SENTENCES


@pytest.mark.parametrize(("kind", "why"), list(SENTENCES))
def test_every_kind_of_event_has_a_sentence(kind: str, why: str) -> None:
    tables = compile_tables(load("classic"))
    card = tables.parse("W+4")
    told = Teller(tables, ("Ann", "Ben")).tell(Event(kind, 0, 1, (card,), 2, 1, why))
    assert told[0].isupper()
    assert "  " not in told
    assert "{" not in told


def test_names_cards_and_colours_are_told() -> None:
    tables = compile_tables(load("classic"))
    teller = Teller(tables, ("Ann", "Ben"))
    laid = Event("played", 0, cards=(tables.parse("W+4"),), color=1)
    assert teller.tell(laid) == "Ann laid Wild Draw Four and named blue."
    wheel = compile_tables(load("color-wheel"))
    turned = Event("played", 0, cards=(wheel.parse("W+4"),), color=1)
    assert Teller(wheel, ("Ann", "Ben")).tell(turned) == "Ann laid Wild Draw Four."
    drew = Event("drew", 1, cards=(tables.parse("R7"), tables.parse("G1")), n=2, why="penalty")
    assert teller.tell(drew) == "Ben drew Red 7 and Green 1. (what was owed)"
    assert teller.tell(Event("drew", 1, n=4)) == "Ben drew 4 cards."

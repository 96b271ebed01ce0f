"""D-4 to D-9: whole decks, counted card by card."""

from collections import Counter

import pytest

from uno_tui.ruleset.load import load, shipped_ids
from uno_tui.ruleset.tables import compile_tables

NUMBERS = {str(number): 2 for number in range(1, 10)}
STANDARD = {**NUMBERS, "0": 1, "S": 2, "R": 2, "+2": 2}

# ruleset -> (how many of each face per colour, how many of each colourless wild, all cards)
DECKS = {
    "classic": (STANDARD, {"W": 4, "W+4": 4}, 108),
    "duo": (STANDARD, {"W": 4, "W+4": 4, "W?": 4}, 112),
    "plus-ten": (STANDARD, {"W": 4, "W+4": 4, "W+10": 4}, 112),
    "one-o-one": (STANDARD, {"W": 4, "W+4": 4, "W*": 4}, 112),
    "open-hand": (STANDARD, {"W": 4, "W+4": 4, "WX": 2, "W?": 2}, 112),
    "pocket": (
        {**{str(number): 1 for number in range(1, 10)}, "+1": 1, "S": 1, "R": 1},
        {"W": 2, "WD": 1, "W+2": 1},
        52,
    ),
    "h2o": (
        {**NUMBERS, "S": 2, "R": 2, "+2": 2},
        {"W": 4, "W+4": 4, "W+1": 2, "W+2": 2},
        108,
    ),
    "playing-cards": (
        {**{str(number): 1 for number in range(2, 11)}, "A": 1, "J": 1, "Q": 1, "K": 1},
        {"W+4": 2},
        54,
    ),
}


@pytest.mark.parametrize("which", DECKS)
def test_deck(which):
    tables = compile_tables(load(which))
    each_color, wilds, total = DECKS[which]
    for color in range(len(tables.colors)):
        assert counts(tables, color) == Counter(each_color)
    assert counts(tables, -1) == Counter(wilds)
    assert sum(tables.deck) == total


def counts(tables, color):
    found = Counter()
    for kind, count in enumerate(tables.deck):
        if tables.color_of[kind] == color and count:
            found[tables.kinds[kind].face] += count
    return found


@pytest.mark.parametrize("which", [which for which in shipped_ids() if which not in DECKS])
def test_every_other_ruleset_plays_with_the_standard_deck(which):
    assert compile_tables(load(which)).deck == compile_tables(load("classic")).deck


def test_copies_multiply_every_card():
    one, three = (compile_tables(load("classic", {"deck.copies": n})).deck for n in (1, 3))
    assert three == tuple(3 * count for count in one)

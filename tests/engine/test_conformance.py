"""The conformance suite: runs on any ruleset file, here on every one that ships.

`UNO_TUI_RULESETS=a.toml:b.toml pytest tests/engine/test_conformance.py` runs it on files of one's
own; they have no golden file, so everything but the comparison with it is checked.
"""

import json
import os
from random import Random

import pytest
import table_checks as checks
from conformance import GOLDEN, golden, seats_for

from uno_tui.engine.game import Game
from uno_tui.engine.state import ROUND_OVER
from uno_tui.ruleset.load import load, load_text, shipped_ids
from uno_tui.ruleset.write import dumps

OWN = [path for path in os.environ.get("UNO_TUI_RULESETS", "").split(os.pathsep) if path]
RULESETS = [*shipped_ids(), *OWN]


def rounds(which, count=2):
    """So many games with their seeds and generators, at tables of different sizes."""
    rules = load(which)
    for number in range(count):
        seats = seats_for(rules, 2 + 3 * number)
        yield Game(rules, [f"Seat {seat}" for seat in range(seats)], number), number, Random(number)


@pytest.mark.parametrize("which", RULESETS)
def test_random_rounds_are_played_to_the_end(which):
    for game, seed, rng in rounds(which):
        for viewer in (checks.ALL, checks.PUBLIC, 0, 1):
            checks.Watcher(game, viewer)
        steps = 0
        while game.phase < ROUND_OVER:
            checks.move(game, rng, nonsense=0.05)
            checks.conserved(game)
            checks.waits_properly(game)
            steps += 1
            if steps % 40 == 0:
                checks.table_holds(game, rng)
        assert not game.view(None).unfinished
        checks.table_holds(game, rng)
        checks.replays(game, seed)


@pytest.mark.parametrize("which", RULESETS)
def test_the_next_round_is_dealt_until_the_match_is_over(which):
    rules = load(which, {"match.rounds": 2, "scoring.at_target": "end"})
    game = Game(rules, [f"Seat {seat}" for seat in range(seats_for(rules, 3))], 5)
    rng = Random(5)
    while checks.move(game, rng):
        checks.conserved(game)
    assert game.view(None).round_no >= 2
    assert game.view(None).champions
    checks.replays(game, 5)


@pytest.mark.parametrize("which", RULESETS)
def test_rules_survive_being_written_as_toml(which):
    rules = load(which)
    back = load_text(dumps(rules), which)
    assert back.model_copy(update={"id": rules.id, "mood": rules.mood}) == rules


@pytest.mark.parametrize("which", shipped_ids())
def test_play_has_not_changed(which):
    wanted = json.loads((GOLDEN / f"{which}.json").read_text(encoding="utf-8"))
    assert golden(which) == wanted, (
        "meant? then run tests/engine/regenerate.py and look at the diff"
    )

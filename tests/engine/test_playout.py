"""Playing out in the tight loop is the same game, action for action, as `apply` with the same chance."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from uno_tui.engine.actions import Action
from uno_tui.engine.game import Game
from uno_tui.engine.playout import play_out, random_choice
from uno_tui.engine.state import ROUND_OVER
from uno_tui.resources import shipped
from uno_tui.ruleset.load import load
from uno_tui.ruleset.schema import Ruleset

RULESETS = sorted(path.stem for path in Path(shipped("rulesets")).glob("*.toml"))


def by_apply(game: Game, seed: int, most: int = 5000) -> None:
    """Play at most so many actions at random, each checked and carried out by `apply`."""
    rnd = Random(seed).random
    while game.phase < ROUND_OVER and len(game.record) < most:
        seat = game.turn
        action = random_choice(game.state, seat, rnd)
        assert game.apply(seat, action).accepted


def seats_for(rules: Ruleset, seed: int) -> list[str]:
    """Two to five seats, as far as the ruleset allows."""
    count = min(rules.players.max, max(rules.players.min, 2 + seed % 4))
    return [f"p{seat}" for seat in range(count)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whole_rounds_are_the_same(ruleset: str) -> None:
    rules = load(ruleset)
    for seed in range(12):
        slow = Game(rules, seats_for(rules, seed), seed)
        fast = Game(rules, seats_for(rules, seed), seed)
        by_apply(slow, seed)
        record: list[tuple[int, Action]] = []
        play_out(fast.state, Random(seed).random, record)
        assert record == slow.record
        assert fast.position() == slow.position()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rollouts_from_mid_round_are_the_same(ruleset: str) -> None:
    rules = load(ruleset)
    for seed in range(8):
        start = Game(rules, seats_for(rules, seed), seed)
        by_apply(start, seed, 4 + 5 * seed)
        slow, fast = start.clone(), start.clone()
        by_apply(slow, seed)
        play_out(fast.state, Random(seed).random)
        assert fast.position() == slow.position()


@pytest.mark.parametrize("limit", range(20, 36, 2))
def test_rounds_cut_short_are_the_same(limit: int) -> None:
    rules = load("classic", {"round.limit": limit})
    for seed in range(4):
        slow, fast = (Game(rules, ["a", "b", "c"], seed) for _ in range(2))
        by_apply(slow, seed)
        play_out(fast.state, Random(seed).random)
        assert fast.position() == slow.position()


def test_short_piles_are_the_same() -> None:
    for seed in range(40):
        rules = load("classic", {"deal.cards": 20 + seed % 6})
        names = ["a", "b", "c", "d"]
        slow, fast = (Game(rules, names, seed) for _ in range(2))
        by_apply(slow, seed)
        play_out(fast.state, Random(seed).random)
        assert fast.position() == slow.position()

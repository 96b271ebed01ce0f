"""Playing out in the tight loop is the same game, action for action, as `apply` with the same chance."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from uno_tui.engine.actions import Action
from uno_tui.engine.events import PUBLIC, Event
from uno_tui.engine.game import Game, redact
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


def events_of(game: Game) -> list[Event]:
    """A list that grows by whatever a listener who sees everything is told."""
    told: list[Event] = []
    game.subscribe(told.extend)
    return told


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


def same_events(rules: Ruleset, names: list[str], seed: int) -> None:
    """Play a round both ways with somebody watching; the two must be told the same."""
    slow, fast = (Game(rules, names, seed) for _ in range(2))
    told = events_of(slow)
    by_apply(slow, seed)
    fast.state.log = []
    play_out(fast.state, Random(seed).random)
    assert [event for event, _ in fast.state.log] == told
    assert fast.position() == slow.position()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whole_rounds_tell_the_same_events(ruleset: str) -> None:
    rules = load(ruleset)
    for seed in range(12):
        same_events(rules, seats_for(rules, seed), seed)


@pytest.mark.parametrize("seers", [PUBLIC, 0, 1])
def test_each_seat_is_told_the_same(seers: int) -> None:
    for ruleset in ("classic", "exchange-five", "chaos"):
        rules = load(ruleset)
        slow, fast = (Game(rules, ["a", "b", "c"], 7) for _ in range(2))
        told: list[Event] = []
        slow.subscribe(told.extend, seers)
        by_apply(slow, 7)
        fast.state.log = []
        play_out(fast.state, Random(7).random)
        assert [redact(event, who, seers) for event, who in fast.state.log] == told
        assert any(event.kind == "drew" and not event.cards for event in told)


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


@pytest.mark.parametrize("seed", range(12))
def test_short_and_cut_rounds_tell_the_same_events(seed: int) -> None:
    names = ["a", "b", "c", "d"]
    same_events(load("classic", {"deal.cards": 20 + seed % 6}), names, seed)
    same_events(load("classic", {"round.limit": 20 + seed}), names, seed)
    same_events(load("classic", {"silence.trigger": "2", "courtesy.ready": True}), names, seed)
    same_events(load("classic", {"silence.trigger": "wild"}), names, seed)


@pytest.mark.parametrize(("seats", "seed"), [(2, 14), (2, 85), (4, 16), (4, 23)])
def test_a_last_card_that_breaks_the_silence_tells_the_same(seats: int, seed: int) -> None:
    """Seeds whose last card has another colour than the silence that a wild began."""
    same_events(load("classic", {"silence.trigger": "wild"}), ["a", "b", "c", "d"][:seats], seed)


@pytest.mark.parametrize(("limit", "seed"), [(22, 11), (24, 3), (28, 30), (32, 9)])
def test_a_silence_that_ends_at_the_limit_tells_the_same(limit: int, seed: int) -> None:
    """Seeds whose silence comes round to its starter as the loop stops short of the limit."""
    rules = load("classic", {"silence.trigger": "2", "round.limit": limit})
    same_events(rules, ["a", "b", "c", "d"], seed)


def test_short_piles_are_the_same() -> None:
    for seed in range(40):
        rules = load("classic", {"deal.cards": 20 + seed % 6})
        names = ["a", "b", "c", "d"]
        slow, fast = (Game(rules, names, seed) for _ in range(2))
        by_apply(slow, seed)
        play_out(fast.state, Random(seed).random)
        assert fast.position() == slow.position()

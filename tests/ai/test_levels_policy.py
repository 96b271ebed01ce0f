"""The fast form of `hard` against its plain form, and what a level may look at."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from uno_tui import ai
from uno_tui.ai.base import FastBrain, objective_of
from uno_tui.ai.features import features, lean_of
from uno_tui.ai.policy import fast_policy, objective_for, policy_for
from uno_tui.ai.weights import MEANING, WeightsError, read_weights
from uno_tui.engine.actions import PLAY
from uno_tui.engine.game import Game
from uno_tui.engine.state import DRAWN, GIVE, ROUND_OVER, SLAP, TURN
from uno_tui.ruleset.load import load, shipped_ids
from uno_tui.ruleset.tables import compile_tables

FAST = ("random", "greedy", "easy", "normal", "hard")


def decisions(rules: str, seats: int, seed: int, level: str = "hard") -> Iterator[tuple[Game, int]]:
    """Every decision of one round that the level plays against itself."""
    tables = compile_tables(load(rules))
    game = Game(tables, [f"Seat {n}" for n in range(seats)], seed)
    brain = ai.perfect_calls(ai.level(level))
    assert isinstance(brain, FastBrain)
    rng = Random(seed)
    while game.phase < ROUND_OVER and len(game.record) < 400:
        s = game.state
        seat = s.seats_of(s.asked)[0] if s.phase in (GIVE, SLAP) else s.turn
        yield game, seat
        outcome = game.apply(seat, brain.act(s, seat, rng.random))
        assert outcome.accepted, outcome


def some_seats(rules: str) -> int:
    found = load(rules)
    return max(found.players.min, min(3, found.players.max))


@pytest.mark.parametrize("rules", shipped_ids())
def test_fast_choice_is_the_best_of_the_plain_ranking(rules: str) -> None:
    for game, seat in decisions(rules, some_seats(rules), seed=3):
        s = game.state
        if s.phase not in (TURN, DRAWN) or len(s.hands[seat]) < 2:
            continue
        policy = policy_for(s.t, objective_for(s.t))
        lean = lean_of(s, seat)
        chosen = policy.act(s, seat, Random(1).random, lean)
        ranked = policy.rank(s, seat, lean)
        if not any(one.action.verb == PLAY for one in ranked):
            continue
        plain = {one.action: one.value for one in ranked}
        assert chosen in plain
        assert plain[chosen] == pytest.approx(ranked[0].value, abs=1e-9)


@pytest.mark.parametrize("level", FAST)
@pytest.mark.parametrize("rules", ["classic", "chaos", "duo", "pocket", "deflect", "doubles"])
def test_sees_no_more_than_its_view(rules: str, level: str) -> None:
    """On the live table, where everything lies about, it does what it does on its view alone."""
    brain = ai.level(level)
    assert isinstance(brain, FastBrain)
    for game, seat in decisions(rules, some_seats(rules), seed=5, level=level):
        live = brain.act(game.state, seat, Random(9).random)
        assert brain.choose(game.view(seat), Random(9)) == live
        for other in range(game.state.seats):
            from_view = brain.react(game.view(other), Random(4))
            again = brain.react(game.clone().view(other), Random(4))
            assert from_view == again


@pytest.mark.parametrize("level", FAST)
def test_a_new_deal_of_the_unseen_changes_nothing(level: str) -> None:
    brain = ai.level(level)
    rng = Random(2)
    for game, seat in decisions("two-ways", 3, seed=8, level=level):
        dealt = game.view(seat).sample(rng)
        dealt.state.history = list(game.state.history or ())
        here = brain.choose(game.view(seat), Random(6))
        assert brain.choose(dealt.view(seat), Random(6)) == here


def test_the_rollout_policy_plays_whole_rounds() -> None:
    for rules in ("classic", "stacking", "seven-zero", "six-card"):
        game = Game(load(rules), ["Ann", "Ben", "Cy"], 4)
        rnd = Random(1).random
        for _ in range(3000):
            s = game.state
            if s.phase >= ROUND_OVER:
                break
            seat = s.seats_of(s.asked)[0] if s.phase in (GIVE, SLAP) else s.turn
            game.push(seat, fast_policy(s, seat, rnd))
        assert game.phase >= ROUND_OVER
        assert not game.state.unfinished


def test_features_are_named_weights() -> None:
    for game, seat in decisions("chaos", 3, seed=1):
        for action in game.options(seat):
            assert set(features(game.state, seat, action, lean_of(game.state, seat))) <= set(
                MEANING
            )


def test_what_rulesets_reward() -> None:
    wanted = {"classic": "match", "two-ways-200": "match", "lazy": "round", "to-the-last": "round"}
    assert {rules: objective_of(load(rules)) for rules in wanted} == wanted


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[round.two]", "[round.tow]", "round.two"),
        ("stay =", "sty =", "'sty'"),
        ("stay = ", "stay = true # ", "stay must be a number"),
        ("[round.two]", "[round.two", "cannot be read"),
    ],
)
def test_broken_weights_are_told(tmp_path, old: str, new: str, told: str) -> None:
    from uno_tui import resources

    text = (resources.shipped("assets") / "weights.toml").read_text(encoding="utf-8")
    file = tmp_path / "weights.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(WeightsError, match=r"weights\.toml") as error:
        read_weights(file)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_unknown_levels_and_temperaments_are_told() -> None:
    with pytest.raises(ValueError, match="'harder' is not a level"):
        ai.level("harder")
    with pytest.raises(ValueError, match="did you mean 'chatty'"):
        ai.make("easy", "chaty")

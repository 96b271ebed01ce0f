"""Temperaments as data: what is shipped is complete, and mistakes are told in one sentence."""

from __future__ import annotations

from random import Random

import pytest

from uno_tui import ai
from uno_tui.ai.reasons import explain
from uno_tui.ai.temperament import (
    MOMENTS,
    TemperamentError,
    characters,
    read_characters,
    temperaments,
    traits_of,
)
from uno_tui.engine.actions import DRAW, PLAY
from uno_tui.engine.game import Game
from uno_tui.engine.state import GIVE, ROUND_OVER, SLAP
from uno_tui.ruleset.load import load, shipped_ids


def test_every_temperament_has_something_to_say_at_each_moment() -> None:
    rng = Random(1)
    for each in temperaments():
        assert all(each.phrase(moment, rng) for moment in MOMENTS)


def test_levels_behave_better_the_higher_they_are() -> None:
    found = characters().levels
    forget = [found[level].forget for level in ai.LEVELS]
    catch = [found[level].catch for level in ai.LEVELS]
    assert forget == sorted(forget, reverse=True)
    assert catch == sorted(catch)


def test_a_temperament_shifts_its_level() -> None:
    plain, mean = traits_of("normal"), traits_of("normal", "mean")
    assert mean.forget < plain.forget
    assert mean.catch > plain.catch
    assert mean.attack > 0
    assert traits_of("normal", "cautious").bluff == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("names = 3\n[levels]\n[temperaments]", "names: must be a list of texts"),
        (
            "names = ['a']\n[levels.easy]\nforget = 2",
            "levels.easy.forget: must be from 0 to 1, not 2",
        ),
        ("names = ['a']\n[levels.easy]\nforgot = 1", "levels.easy.forgot: is not known here"),
        ("names = ['a']\n[levels.easy]\nreaction = [3, 1]", "levels.easy.reaction: must rise"),
        ("names = ['a']\n[levels]\n[temperaments.x]\nname = 'X'", "temperaments.x.summary"),
        (
            (
                "names = ['a']\n[levels]\n[temperaments.x]\nname = 'X'\nsummary = 's'\n"
                "phrases = {idle = ['\\u001b[31m']}"
            ),
            "temperaments.x.phrases.idle",
        ),
        ("names = [", "cannot be read"),
    ],
)
def test_a_broken_file_is_told(tmp_path, text: str, told: str) -> None:
    file = tmp_path / "temperaments.toml"
    file.write_text(text.replace("'\\u001b", '"\\u001b').replace("m']}", 'm"]}'), encoding="utf-8")
    with pytest.raises(TemperamentError) as error:
        read_characters(file)
    assert str(error.value).startswith("temperaments.toml")
    assert told in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("rules", shipped_ids())
def test_every_option_is_explained_in_a_sentence(rules: str) -> None:
    found = load(rules)
    seats = max(found.players.min, min(3, found.players.max))
    game = Game(found, [f"Seat {n}" for n in range(seats)], 2)
    rng = Random(1)
    for _ in range(60):
        if game.phase >= ROUND_OVER:
            break
        s = game.state
        seat = s.seats_of(s.asked)[0] if s.phase in (GIVE, SLAP) else s.turn
        told = explain(game.view(seat))
        options = game.options(seat)
        assert {one.action._replace(uno=False) for one in told} == set(options)
        for one in told:
            assert one.sentence[0].isupper()
            assert one.sentence.endswith(".")
            if one.action.verb == DRAW and not any(each.verb == PLAY for each in options):
                assert one.sentence == "Nothing in your hand fits."
        assert [one.score for one in told] == sorted((one.score for one in told), reverse=True)
        game.apply(seat, options[int(rng.random() * len(options))])
    assert explain(game.view(None)) == []

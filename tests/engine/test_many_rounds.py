"""Many rounds: classic for 2 to 10 seats, and mixes of every knob; the long runs are marked soak."""

from random import Random

import mix_fuzz
import mixes
import pytest
import table_checks as checks

from uno_tui.engine.game import Game
from uno_tui.engine.state import ROUND_OVER
from uno_tui.ruleset.load import load


def classic_rounds(count):
    """So many classic rounds, table sizes in turn; none may break off or lose a card."""
    rules = load("classic")
    for number in range(count):
        seats = 2 + number % 9
        game = Game(rules, [f"Seat {seat}" for seat in range(seats)], number)
        rng = Random(number)
        while game.phase < ROUND_OVER:
            checks.move(game, rng)
        checks.conserved(game)
        checks.waits_properly(game)
        assert not game.view(None).unfinished, f"round {number} reached the limit"
        if number % 10 == 0:
            checks.replays(game, number)


def fuzz(rounds, seed, closely):
    """So many rounds of random mixes; every third is played by AI levels."""
    mixer = mixes.Mixer(seed)
    for number in range(rounds):
        mix = mixer.draw()
        played = mix_fuzz.play_round(mix, number, ai=number % 3 == 2, closely=closely)
        if played.unfinished and mix_fuzz.why_limited(mix, ai=True) == "AI play":
            assert number % 3 != 2, f"AI players did not end round {number}"
    return mixer


def test_a_slice_of_classic_rounds():
    classic_rounds(300)


@pytest.mark.soak
def test_ten_thousand_classic_rounds():
    classic_rounds(10_000)


def test_a_slice_of_the_mix_fuzzer():
    rng = Random(3)
    for number in range(9):
        mix = mixes.random_mix(rng)
        rules = mix.rules.model_copy(
            update={"round": mix.rules.round.model_copy(update={"limit": 200})}
        )
        mix_fuzz.play_round(mix._replace(rules=rules), number, ai=number % 3 == 2, closely=0.02)


def test_every_pair_of_knob_values_is_drawn_or_excluded():
    mixer = mixes.Mixer(1)
    drawn = 0
    while mixer.wanted:
        mixer.draw()
        drawn += 1
    assert drawn < 400
    for pair in mixer.impossible:
        assert mixes.build_problem(dict(pair)), (
            f"{mixes.tell(pair)} is never drawn, and nothing says why"
        )


@pytest.mark.soak
def test_twenty_thousand_rounds_of_mixes():
    assert not fuzz(20_000, 1, 0.002).wanted

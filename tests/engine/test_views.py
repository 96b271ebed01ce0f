"""A frozen view holds nothing its seat may not know, in whatever slot one looks."""

import json
import pickle
from random import Random

import mixes
import pytest
import table_checks as checks

from uno_tui.engine.game import Game
from uno_tui.engine.state import DRAFT, ROUND_OVER, State
from uno_tui.ruleset.load import load, shipped_ids

PUBLIC_SLOTS = frozenset(
    {"t", "plays", "ok", "next_of", "names", "seats", "log", "cards_in_play", "remembers"}
)
"""Slots of a table that are not in its text: rules, names, and what follows from what is in it."""


def tables(count):
    """Games of every kind at some moment in a round."""
    for number in range(count):
        rng = Random(number)
        if number % 2:
            mix = mixes.random_mix(rng)
            rules, seats = mix.rules, mix.seats
        else:
            rules = load(shipped_ids()[number % len(shipped_ids())])
            seats = max(3, rules.players.min) if rules.players.max > 2 else 2
        game = Game(rules, [f"Seat {seat}" for seat in range(seats)], number)
        checks.play_on(game, rng, rng.randrange(60))
        if game.phase < ROUND_OVER:
            yield game, rng


def test_every_slot_of_a_table_is_in_its_text_or_known_to_all():
    text = json.loads(Game(load("classic"), ["Ann", "Ben"], 1).position())
    assert {slot for slot in State.__slots__ if slot not in text} == PUBLIC_SLOTS


def test_hidden_cards_are_not_in_the_view_nor_in_its_pickle():
    for game, _ in tables(40):
        for seat in range(len(game.names)):
            view = game.view(seat)
            for frozen in (view, pickle.loads(pickle.dumps(view))):
                state = frozen._s
                others = [hand for at, hand in enumerate(state.hands) if at != seat]
                assert all(card == -1 for hand in others for card in hand)
                hidden = state.draw[state.pile_known :]
                if state.phase == DRAFT and state.turn == seat:
                    hidden = hidden[:-1]
                assert all(card == -1 for card in hidden)
                assert all(observer == seat for _, observer in state.known)
                assert state.log is None
                assert frozen.text() == view.text()


def test_views_do_not_depend_on_what_their_seat_has_not_seen():
    for game, rng in tables(40):
        for seat in (-1, *range(len(game.names))):
            checks.leaks_nothing(game, seat, rng)


def test_what_a_seat_knows_is_true():
    for game, _ in tables(60):
        for seat in range(len(game.names)):
            for holder, known in enumerate(game.view(seat).known):
                hand = list(game.state.hands[holder])
                for card in known:
                    hand.remove(card)


@pytest.mark.parametrize("seat", range(3))
def test_sampled_tables_look_the_same_and_can_be_played_on(seat):
    for game, rng in tables(24):
        checks.samples_properly(game, min(seat, len(game.names) - 1), rng, actions=40)

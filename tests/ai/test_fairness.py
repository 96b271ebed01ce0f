"""Fairness shown: what a seat has not seen can be dealt anew without changing its view or choice."""

from __future__ import annotations

from random import Random

import pytest

from uno_tui import ai
from uno_tui.ai.base import Brain, FastBrain
from uno_tui.engine.game import Game
from uno_tui.engine.state import GIVE, PHASE_NAMES, ROUND_OVER, SLAP, State
from uno_tui.engine.view import look
from uno_tui.ruleset.load import load
from uno_tui.ruleset.tables import compile_tables

NAMES = ("Ann", "Ben", "Cy", "Dee")
FAIR = ("easy", "normal", "hard", "expert", "random", "greedy")
SEARCHED = 40
"""Rollouts of the searching level here: a fixed number, so that time plays no part."""

PLAYED = ("classic", "chaos", "duo", "slap", "exchange-five", "pocket")
"""Between them these ask for every kind of decision."""

WANTED = {"turn", "drawn", "respond", "color", "give", "draft", "slap", "ready"}


def redeal(s: State, seat: int, rng: Random) -> State:
    """The same table with everything `seat` has not seen dealt anew."""
    other = s.clone()
    other.history = list(s.history) if s.history is not None else None
    other.seed = s.seed ^ 0x5EED
    places: list[tuple[list[int], int]] = []
    for holder, hand in enumerate(other.hands):
        if holder == seat:
            continue
        known = list(s.known.get((holder, seat), ()))
        for at, card in enumerate(hand):
            if card in known:
                known.remove(card)
            else:
                places.append((hand, at))
    seen_top = s.phase == PHASE_NAMES.index("draft") and s.turn == seat
    places += [(other.draw, at) for at in range(s.pile_known, len(s.draw) - seen_top)]
    cards = [pile[at] for pile, at in places]
    rng.shuffle(cards)
    for (pile, at), card in zip(places, cards, strict=True):
        pile[at] = card
    if other.pending is not None:
        other.pending = other.pending._replace(honest=not other.pending.honest)
    other.gives = tuple(
        (giver, to, card if giver == seat or card < 0 else other.hands[giver][0])
        for giver, to, card in other.gives
    )
    return other


def decisions(ruleset: str) -> list[tuple[str, State, int]]:
    """Positions of some rounds in which a seat is asked: two of each kind, and their seats."""
    tables = compile_tables(load(ruleset))
    seats = min(3, tables.ruleset.players.max)
    found: dict[str, list[tuple[str, State, int]]] = {}
    brains = [ai.level(name) for name in ("random", "greedy")]
    for seed in range(30):
        game = Game(tables, NAMES[:seats], seed)
        rng = Random(seed)
        s = game.state
        for step in range(90):
            if s.phase >= ROUND_OVER:
                break
            seat = s.seats_of(s.asked)[0] if s.phase in (GIVE, SLAP) else s.turn
            kind = found.setdefault(PHASE_NAMES[s.phase], [])
            if len(kind) < 2 and (step > 8 or s.phase != 0):
                copy = s.clone()
                copy.history = list(s.history or ())
                kind.append((PHASE_NAMES[s.phase], copy, seat))
            brain = brains[seat % 2]
            assert isinstance(brain, FastBrain)
            assert game.apply(seat, brain.act(s, seat, rng.random)).accepted
    return [position for kind in found.values() for position in kind]


POSITIONS = {ruleset: decisions(ruleset) for ruleset in PLAYED}


def brain_of(level: str) -> Brain:
    """The level with a fixed budget."""
    brain = ai.level(level)
    if hasattr(brain, "budget"):
        brain.budget = SEARCHED
    return brain


def test_every_kind_of_decision_is_among_them() -> None:
    assert {kind for found in POSITIONS.values() for kind, _, _ in found} == WANTED


@pytest.mark.parametrize("ruleset", PLAYED)
def test_the_view_is_the_same_byte_for_byte(ruleset: str) -> None:
    for _, s, seat in POSITIONS[ruleset]:
        text = look(s, seat).text()
        for deal in range(4):
            other = redeal(s, seat, Random(deal))
            assert look(other, seat).text() == text
            assert look(other, seat).history == look(s, seat).history


@pytest.mark.parametrize("level", FAIR)
def test_the_choice_is_the_same(level: str) -> None:
    for found in POSITIONS.values():
        for kind, s, seat in found:
            chosen = brain_of(level).choose(look(s, seat), Random(9))
            for deal in range(2):
                other = redeal(s, seat, Random(deal))
                again = brain_of(level).choose(look(other, seat), Random(9))
                assert again == chosen, (kind, level)


@pytest.mark.parametrize("level", [level for level in FAIR if level != "expert"])
def test_on_the_live_table_too(level: str) -> None:
    """The fast way of asking reads nothing that the view would hide."""
    brain = brain_of(level)
    assert isinstance(brain, FastBrain)
    for found in POSITIONS.values():
        for kind, s, seat in found:
            chosen = brain.act(s, seat, Random(9).random)
            other = redeal(s, seat, Random(1))
            assert brain.act(other, seat, Random(9).random) == chosen, (kind, level)


@pytest.mark.parametrize("level", FAIR)
def test_reactions_are_the_same(level: str) -> None:
    for found in POSITIONS.values():
        for _, s, seat in found:
            for watcher in range(s.seats):
                if watcher == seat:
                    continue
                reaction = brain_of(level).react(look(s, watcher), Random(3))
                other = redeal(s, watcher, Random(2))
                assert brain_of(level).react(look(other, watcher), Random(3)) == reaction


def test_the_oracle_is_not_fair_and_says_so() -> None:
    oracle = ai.level("oracle")
    assert getattr(oracle, "peeks", False)
    assert "oracle" not in ai.LEVELS

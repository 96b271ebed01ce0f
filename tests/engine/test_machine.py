"""A state machine over the engine: any ruleset, any mix, any action, and what must always hold."""

import os
from random import Random

import mixes
import pytest
import table_checks as checks
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from uno_tui.engine.game import Game
from uno_tui.engine.state import MATCH_OVER, ROUND_OVER
from uno_tui.ruleset.checks import seat_range
from uno_tui.ruleset.load import load, shipped_ids

SEEDS = st.integers(0, 2**32 - 1)


class Table(RuleBasedStateMachine):
    """A table at which hypothesis plays, looks, copies and talks nonsense."""

    def __init__(self):
        super().__init__()
        self.game = None

    @initialize(which=st.sampled_from(shipped_ids()), seats=st.integers(2, 10), seed=SEEDS)
    def sit_down(self, which, seats, seed):
        rng = Random(seed)
        if rng.random() < 0.5:
            rules, count = mixes.random_mix(rng)[:2]
        else:
            rules = load(which)
            fewest, most = seat_range(rules)
            count = min(max(seats, fewest), most)
        self.seed = seed
        self.game = Game(rules, [f"Seat {seat}" for seat in range(count)], seed)
        for viewer in (checks.ALL, checks.PUBLIC, *range(count)):
            checks.Watcher(self.game, viewer)

    def seat(self, at):
        return at % len(self.game.names)

    @rule(seed=SEEDS, actions=st.integers(1, 12))
    def play(self, seed, actions):
        rng = Random(seed)
        for _ in range(actions):
            checks.move(self.game, rng)
            checks.conserved(self.game)
            checks.waits_properly(self.game)

    @rule(seed=SEEDS)
    def look_at_what_is_legal(self, seed):
        checks.agrees(self.game)

    @rule(seed=SEEDS, at=st.integers(0, 9))
    def try_nonsense(self, seed, at):
        rng = Random(seed)
        for _ in range(8):
            action = checks.nonsense_action(self.game, rng)
            checks.refuses_cleanly(self.game, self.seat(at), action)

    @rule(seed=SEEDS, at=st.integers(0, 9))
    def really_do_nonsense(self, seed, at):
        action = checks.nonsense_action(self.game, Random(seed))
        refused = self.game.check(self.seat(at), action)
        assert self.game.apply(self.seat(at), action).accepted == (refused is None)

    @rule(seed=SEEDS)
    def deal_the_hidden_cards_anew(self, seed):
        for seat in (-1, *range(len(self.game.names))):
            checks.leaks_nothing(self.game, seat, Random(seed + seat))

    @precondition(lambda self: self.game is not None and self.game.phase < ROUND_OVER)
    @rule(seed=SEEDS, at=st.integers(0, 9))
    def imagine(self, seed, at):
        checks.samples_properly(self.game, self.seat(at), Random(seed), actions=60)

    @rule(seed=SEEDS)
    def save_and_clone(self, seed):
        checks.restores(self.game, Random(seed), actions=10)

    @rule()
    def replay(self):
        checks.replays(self.game, self.seed)

    @invariant()
    def cards_are_conserved(self):
        if self.game is not None:
            checks.conserved(self.game)

    @invariant()
    def somebody_is_asked_or_it_is_over(self):
        if self.game is not None:
            checks.waits_properly(self.game)

    @invariant()
    def the_match_ends_with_a_champion(self):
        if self.game is not None and self.game.phase == MATCH_OVER:
            assert self.game.view(None).champions


QUICK = settings(
    max_examples=25,
    stateful_step_count=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
LONG = settings(QUICK, max_examples=1500, stateful_step_count=60, derandomize=False)


class TestTable(Table.TestCase):
    settings = QUICK


@pytest.mark.soak
class TestTableAtLength(Table.TestCase):
    settings = settings(LONG, max_examples=int(os.environ.get("UNO_TUI_EXAMPLES", "1500")))

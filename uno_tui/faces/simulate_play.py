"""Games between AI levels, played as fast as they go: no clock, no screen, events only if wanted.

Tables of nothing but `random` players are played in the engine's own loop (`engine/playout.py`),
all others action by action; both play the same games and count the same. A `Job` says which games of a series to play; the same job counts the same wherever it is played.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import NamedTuple

from uno_tui import ai
from uno_tui.ai.base import Brain, FastBrain
from uno_tui.ai.reference import RandomBrain
from uno_tui.engine.actions import NEXT, PLAY, Action
from uno_tui.engine.game import Game
from uno_tui.engine.playout import Record, play_out
from uno_tui.engine.state import MATCH_OVER, ROUND_OVER, SLAP, State
from uno_tui.engine.view import View, window
from uno_tui.faces.simulate_tally import SHARE, Tally
from uno_tui.ruleset.tables import Tables

MOST_ROUNDS = 2000
"""A match that lasts longer is broken off and counts for nobody."""


BUDGET = {"expert": 600}
"""Rollouts a move of levels that would otherwise go by the clock."""


class Job(NamedTuple):
    """Games `first` … `first + games - 1` of a series."""

    tables: Tables
    levels: tuple[str, ...]
    """One level a seat, before the seats rotate."""
    match: bool
    """Whether a game is a whole match; else it is a round."""
    seed: int
    first: int
    games: int
    duplicate: bool = False
    """Play every deal in every seating, one game after the other."""
    budget: int | None = None
    """Rollouts a move for levels that search; None = BUDGET."""
    forget: bool = False
    """Whether calls are forgotten as often as the levels do; else never."""
    events: bool = False
    """Make the events a listener would be told from the deal on, and count them."""


class Seating(NamedTuple):
    """The brains of one game by seat, and how each is asked."""

    levels: tuple[str, ...]
    brains: tuple[Brain, ...]
    ask: tuple[Callable[[Game, int], Action], ...]
    rng: Random
    in_loop: bool
    """Whether the engine's own loop plays as these brains do."""
    events: bool


def play(job: Job) -> Tally:
    """Play the games of a job and count them."""
    tally = Tally()
    seats = len(job.levels)
    names = tuple(f"Seat {seat + 1}" for seat in range(seats))
    brains = [_brain(level, job) for level in job.levels]
    rng = Random()
    rotations = [_seated(job, brains, turn, rng) for turn in range(seats)]
    for number in range(job.first, job.first + job.games):
        deal = number // seats if job.duplicate else number
        rng.seed((job.seed << 40) + number)
        game = Game(job.tables, names, job.seed + deal)
        _play_game(game, rotations[number % seats], job.match, tally)
    return tally


def _brain(level: str, job: Job) -> Brain:
    brain = ai.level(level, None if job.match else "round")
    if not job.forget:
        ai.perfect_calls(brain)
    if hasattr(brain, "budget"):
        # A number of rollouts, never a time, so that the same seed gives the same moves.
        brain.budget = job.budget or BUDGET.get(level)
    return brain


def _seated(job: Job, brains: list[Brain], turn: int, rng: Random) -> Seating:
    """The levels moved on by `turn` seats."""
    order = [(seat + turn) % len(brains) for seat in range(len(brains))]
    return Seating(
        tuple(job.levels[at] for at in order),
        tuple(brains[at] for at in order),
        tuple(_way_to_ask(brains[at], rng) for at in order),
        rng,
        _loop_will_do(job.tables, brains),
        job.events,
    )


def _loop_will_do(t: Tables, brains: list[Brain]) -> bool:
    """Random players everywhere, and nothing that they would do out of turn."""
    return all(type(brain) is RandomBrain for brain in brains) and not (t.jump_in or t.slap)


def _way_to_ask(brain: Brain, rng: Random) -> Callable[[Game, int], Action]:
    """A fast brain is asked on the live table, a cheat sees it all, the others get a view."""
    if isinstance(brain, FastBrain):
        act, rnd = brain.act, rng.random
        return lambda game, seat: act(game.state, seat, rnd)
    if getattr(brain, "peeks", False):
        return lambda game, seat: brain.choose(window(game.state, seat), rng)
    return lambda game, seat: brain.choose(game.view(seat), rng)


def _play_game(game: Game, seating: Seating, match: bool, tally: Tally) -> None:
    s = game.state
    tally.games += 1
    for level in seating.levels:
        tally.seated[level] += 1
    _play_round(game, seating, tally)
    if match:
        while s.phase != MATCH_OVER and s.round_no < MOST_ROUNDS:
            game.push(0, Action(NEXT))
            _play_round(game, seating, tally)
    winners = s.champions if match else s.winners
    for seat in winners:
        tally.wins[seating.levels[seat]] += SHARE // len(winners)
    for seat, level in enumerate(seating.levels):
        tally.points[level] += s.scores[seat]


def _play_round(game: Game, seating: Seating, tally: Tally) -> None:
    s = game.state
    record: Record = []
    s.log = [] if seating.events else None
    if seating.in_loop:
        s.forget()  # random players remember nothing
        play_out(s, seating.rng.random, record)
    else:
        _by_turns(game, seating, record)
    if s.log is not None:
        tally.events.update([event[0] for event, _ in s.log])
        s.log = None
    _count_round(s, record, tally)


def _by_turns(game: Game, seating: Seating, record: Record) -> None:
    """Play the round out action by action, everybody asked in turn and heard out of turn."""
    s = game.state
    jumps = s.t.jump_in
    ask = seating.ask
    push = game.push
    while s.phase < ROUND_OVER:
        if s.phase == SLAP:
            _slap(game, seating, record)
            continue
        seat = s.turn
        action = ask[seat](game, seat)
        record.append((seat, action))
        push(seat, action)
        if action.verb == PLAY and (s.owing or jumps):
            _reactions(game, seating, record)


def _reactions(game: Game, seating: Seating, record: Record) -> None:
    """Let seats call, catch and jump in, the quickest first, until nobody wants to."""
    s = game.state
    while s.phase < ROUND_OVER and (s.owing or _may_jump(s)):
        found = [
            (reaction[0], seat, reaction[1])
            for seat in s.seats_of(s.in_round)
            if (reaction := seating.brains[seat].react(_look(game, seating, seat), seating.rng))
        ]
        if not found:
            return
        _, seat, action = min(found, key=lambda one: (one[0], one[1]))
        if game.check(seat, action) is not None:
            return
        record.append((seat, action))
        game.push(seat, action)


def _look(game: Game, seating: Seating, seat: int) -> View:
    if isinstance(seating.brains[seat], FastBrain):
        return window(game.state, seat)
    return game.view(seat)


def _may_jump(s: State) -> bool:
    return s.t.jump_in and not s.fresh and s.t.jumpable[s.discards[-1]]


def _slap(game: Game, seating: Seating, record: Record) -> None:
    """All that must slap do so, as fast as each is; the last one draws."""
    s = game.state
    order = []
    for seat in s.seats_of(s.asked):
        reaction = seating.brains[seat].react(_look(game, seating, seat), seating.rng)
        order.append((reaction[0] if reaction else 9.0, seat))
    for _, seat in sorted(order):
        if s.phase == SLAP and s.asked >> seat & 1:
            action = seating.ask[seat](game, seat)
            record.append((seat, action))
            game.push(seat, action)


@lru_cache(maxsize=8)
def _faces(t: Tables) -> tuple[str, ...]:
    """The face of each kind."""
    return tuple(kind.face for kind in t.kinds)


def _count_round(s: State, record: Record, tally: Tally) -> None:
    faces = _faces(s.t)
    laid: list[list[int]] = [[] for _ in range(s.seats)]
    for seat, action in record:
        if action[0] == PLAY:
            laid[seat] += action[1]
    tally.rounds += 1
    tally.turns += s.turns
    tally.lengths[s.turns] += 1
    tally.unfinished += s.unfinished
    winners = s.winners
    for seat, cards in enumerate(laid):
        named = [faces[card] for card in cards]
        tally.laid.update(named)
        if seat in winners:
            tally.laid_by_winner.update(named)
    for seat in winners:
        tally.places[(seat - s.dealer - 1) % s.seats] += SHARE // len(winners)
    if s.out_cards and len(winners) == 1 and not s.unfinished:
        tally.last[faces[s.out_cards[0]]] += 1

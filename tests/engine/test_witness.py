"""The engine and the independent witness play the same rounds and must agree move for move.

Two programs that share no code read the same rulebook: where they differ, one of them is wrong.
The witness deals from the same order, asks for every move and says which moves it holds legal;
here the engine is asked the same, both positions are compared, one move is picked, and both carry
it out. Only chance is shared: the witness is handed the engine's own shuffles and burials.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from the_witness import witness

from uno_tui.engine import chance
from uno_tui.engine.actions import (
    ACCEPT,
    ADVISE,
    CATCH,
    CHALLENGE,
    COLOR,
    DRAW,
    PASS,
    PLAY,
    SAY,
    UNO,
    Action,
)
from uno_tui.engine.arrange import arrange
from uno_tui.engine.game import Game
from uno_tui.engine.state import State
from uno_tui.ruleset.load import load
from uno_tui.ruleset.tables import Tables, compile_tables

ROUNDS = 2000
"""Over all tables of 2 to 10 seats together."""


PLAIN = {witness.DRAW: DRAW, witness.PASS: PASS, witness.ACCEPT: ACCEPT}
TALK = (SAY, ADVISE)
PLAIN |= {witness.CHALLENGE: CHALLENGE, witness.CALL: UNO}


@cache
def classic(limit: int) -> Tables:
    return compile_tables(load("classic", {"round.limit": limit}))


class Duel:
    """One round played by both; `manner` says how the moves are picked."""

    def __init__(
        self, game: Game, order: list[int], events: int, hands: list[list[int]] | None = None
    ) -> None:
        """`order` is the pile before the deal (with `hands`: after it), in the engine's kinds."""
        self.game = game
        tables = game.tables
        self.kind_of = [tables.parse(code) for code in witness.CODES]
        self.code_of = {kind: code for code, kind in enumerate(self.kind_of)}
        self.color_of = ["RBGY".index(color.letter) for color in tables.colors]
        self.engine_color = [self.color_of.index(at) for at in range(4)]
        self.order = [self.code_of[kind] for kind in order]
        self.dealt = hands and [[self.code_of[kind] for kind in hand] for hand in hands]
        self.events = events  # random events before the first card is turned
        self.rng = random.Random(game.seed)
        self.manner = self.rng.choice(("any", "lay", "lay", "hoard"))
        self.moves = 0
        self.shuffles: list[list[int]] = []

    def run(self) -> str:
        game = self.game
        state = game.state
        result = witness.play_round(
            self.order,
            state.seats,
            state.dealer,
            self.choose,
            hands=self.dealt,
            shuffle=self.reshuffle,
            bury=self.bury,
            limit=game.tables.limit,
        )
        assert game.asked() == ()
        assert state.unfinished == (result.why == "limit")
        assert state.winners == (result.winner,)
        scores = [0] * state.seats
        scores[result.winner] = result.points
        assert state.scores == scores
        self.same_cards(result.hands, result.pile, result.discard)
        return result.why

    def reshuffle(self, cards: list[int]) -> list[int]:
        """The engine has reshuffled already, by applying the move the witness is carrying out."""
        done = [self.code_of[kind] for kind in self.shuffles.pop(0)]
        assert sorted(done) == sorted(cards)
        return done

    def bury(self, least: int, most: int) -> int:
        """The engine buried it already, as the next random event, counted from the bottom."""
        self.events += 1
        rng = chance.generator(self.game.seed, self.events)
        return most - int(rng.random() * (most - least + 1))

    def same_cards(self, hands: list[list[int]], pile: list[int], discard: list[int]) -> None:
        state, kind_of = self.game.state, self.kind_of
        for ours, theirs in zip(state.hands, hands, strict=True):
            assert sorted(ours) == sorted(kind_of[k] for k in theirs)
        assert state.draw == [kind_of[k] for k in pile]
        assert state.discards == [kind_of[k] for k in discard]

    def choose(self, look, legal):
        state = self.game.state
        self.moves += 1
        self.same_cards(look.hands, look.pile, look.discard)
        assert state.turn == look.turn
        assert state.phase == look.phase  # both number turn, drawn, respond, color 0 … 3
        assert state.direction == look.direction
        assert state.turns == look.turns
        if look.phase != witness.COLOR:
            assert self.color_of[state.color] == look.color
        if look.phase == witness.DRAWN:
            assert state.drawn == self.kind_of[look.drawn]
        called = [bool(state.called >> seat & 1) for seat in range(state.seats)]
        assert called == look.called
        assert state.owing == (0 if look.owing < 0 else 1 << look.owing)
        if self.rng.random() < 0.25:
            self.same_legal(look, legal)
        seat, code = self.pick(look, legal)
        outcome = self.game.apply(seat, self.action(code, look, seat))
        assert outcome.accepted, (seat, code, outcome)
        return seat, code

    def pick(self, look, legal):
        """Any move; mostly cards; or mostly drawing at first, so that the piles run out."""
        moves = legal
        lay = self.manner == "lay" or self.moves > 200
        if self.rng.random() < 0.9:
            if lay:
                moves = [move for move in legal if move[1] % witness.UNO_FLAG < witness.DRAW]
            elif self.manner == "hoard":
                moves = [move for move in legal if move[1] in (witness.DRAW, witness.PASS)]
        return self.rng.choice(moves or legal)

    def action(self, code: int, look, seat: int) -> Action:
        if code in PLAIN:
            return Action(PLAIN[code])
        if witness.CATCH <= code < witness.UNO_FLAG:
            return Action(CATCH, target=code - witness.CATCH)
        if witness.NAME <= code < witness.CATCH:
            return Action(COLOR, color=self.engine_color[code - witness.NAME])
        uno = code >= witness.UNO_FLAG
        code %= witness.UNO_FLAG
        if code < witness.WILD:
            return Action(PLAY, (self.kind_of[code],), uno=uno)
        color, draws = divmod(code - witness.WILD, 2)
        return Action(
            PLAY, (self.kind_of[witness.WILD + draws],), self.engine_color[color], uno=uno
        )

    def same_legal(self, look, legal) -> None:
        """What the engine lists is what the witness holds legal, and it refuses what it does not."""
        game = self.game
        theirs = {(seat, self.action(code, look, seat)) for seat, code in legal}
        every = range(game.state.seats)
        ours = {(seat, act) for seat in every for act in game.legal(seat) if act.verb not in TALK}
        last = len(look.hands[look.turn]) == 1
        assert {_bare(*move, last) for move in ours} == {_bare(*move, last) for move in theirs}
        assert all(game.check(seat, act) is None for seat, act in theirs)
        codes = [
            *range(witness.CHALLENGE + 2),
            *range(witness.CATCH, witness.CATCH + len(look.hands)),
        ]
        codes += [code + witness.UNO_FLAG for code in range(witness.DRAW)]
        for _ in range(2):
            seat, code = self.rng.randrange(len(look.hands)), self.rng.choice(codes)
            if code in (witness.PASS, witness.ACCEPT) or (seat, code) in legal:
                continue  # a pass or accept that is already done is let through
            assert game.check(seat, self.action(code, look, seat)) is not None, (seat, code, look)


def _bare(seat: int, action: Action, last: bool) -> tuple[int, Action]:
    """Without the call, and without the colour of a wild laid as the last card (R-12)."""
    if action.verb == PLAY:
        action = action._replace(uno=False, color=-1 if last else action.color)
    return seat, action


@pytest.fixture
def shuffles(monkeypatch) -> list[list[int]]:
    """What every shuffle of the engine made, in order."""
    made: list[list[int]] = []
    shuffle = State.shuffle

    def recorded(self, cards, rng=None):
        shuffle(self, cards, rng)
        made.append(cards[:])

    monkeypatch.setattr(State, "shuffle", recorded)
    return made


def names(seats: int) -> list[str]:
    return [f"Seat {at}" for at in range(seats)]


def dealt_round(seats: int, seed: int, shuffles: list[list[int]], limit: int = 2000) -> str:
    """A round of the whole deck, from the deal on; returns how it ended."""
    shuffles.clear()
    game = Game(classic(limit), names(seats), seed)
    duel = Duel(game, shuffles[-1], len(shuffles))
    shuffles.clear()
    duel.shuffles = shuffles
    return duel.run()


def small_round(seed: int, shuffles: list[list[int]]) -> str:
    """A round of few cards, from the first card on: piles run out and seats get stuck."""
    tables = classic(2000)
    rng = random.Random(seed)
    seats = rng.randrange(2, 7)
    deck = [kind for kind, count in enumerate(tables.deck) for _ in range(count)]
    if rng.random() < 0.7:
        deck = [kind for kind in deck if not tables.is_wild[kind]]
    rng.shuffle(deck)
    hands = [[deck.pop() for _ in range(rng.randrange(1, 5))] for _ in range(seats)]
    pile = [deck.pop() for _ in range(rng.randrange(1, 9))]
    if all(tables.draw_n[kind] == 4 for kind in pile):
        return ""  # there would be nothing to turn
    dealer = rng.randrange(seats)
    shuffles.clear()
    game = arrange(
        tables,
        names(seats),
        hands=hands,
        draw=pile[::-1],
        dealer=dealer,
        start="first-card",
        seed=seed,
    )
    duel = Duel(game, pile, 0, hands)
    duel.shuffles = shuffles
    return duel.run()


@pytest.mark.parametrize("seats", range(2, 11))
def test_engine_and_witness_agree_move_for_move(seats, shuffles):
    for at in range(ROUNDS // 9 + 1):
        assert dealt_round(seats, 1000 * seats + at, shuffles) in ("out", "deadlock")


def test_they_agree_when_cards_run_out(shuffles):
    ends = Counter(small_round(seed, shuffles) for seed in range(300))
    assert ends["out"] > 40
    assert ends["deadlock"] > 5


def test_they_agree_on_rounds_cut_short(shuffles):
    ends = Counter(dealt_round(2 + at % 5, at, shuffles, limit=20 + at) for at in range(60))
    assert ends["limit"] > 20

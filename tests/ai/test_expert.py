"""The searching level: it plays every ruleset, misses nothing plain, and explains itself."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from uno_tui import ai
from uno_tui.ai.base import FastBrain
from uno_tui.ai.expert import Expert, explain
from uno_tui.ai.ground import UNDECIDED, Trace, covers
from uno_tui.ai.oracle import Oracle
from uno_tui.ai.reactions import Traits
from uno_tui.ai.rollout import Fast, fast
from uno_tui.ai.worth import Worth
from uno_tui.engine.actions import (
    ACCEPT,
    CHALLENGE,
    COLOR,
    DRAW,
    GIVE,
    PASS,
    PLAY,
    Action,
    parse_action,
)
from uno_tui.engine.arrange import arrange
from uno_tui.engine.game import Game
from uno_tui.engine.state import GIVE as GIVE_PHASE
from uno_tui.engine.state import RESPOND, ROUND_OVER, SLAP, TURN
from uno_tui.engine.view import window
from uno_tui.ruleset.load import load, shipped_ids
from uno_tui.ruleset.tables import compile_tables

NAMES = ("Ann", "Ben", "Cy", "Dee")
PILE = "G1 G2 G3 G4 Y1 Y2 Y3 Y4 B1 B2 B3 B4 R8 R9 B7 Y7 G7"


def expert(budget: int = 400, **more: object) -> Expert:
    """An expert that always thinks in so many rollouts."""
    return Expert(Traits(), "round", budget=budget, **more)  # type: ignore[arg-type]


def table(
    hands: str,
    top: str,
    rules: str = "classic",
    *,
    turn: int = 0,
    draw: str = PILE,
    knobs: dict[str, object] | None = None,
    start: str = "turn",
    color: int | None = None,
) -> Game:
    """A table from codes: hands with `|` between them."""
    t = compile_tables(load(rules, knobs))
    parsed = [[t.parse(code) for code in hand.split()] for hand in hands.split("|")]
    return arrange(
        t,
        NAMES[: len(parsed)],
        hands=parsed,
        draw=[t.parse(code) for code in draw.split()],
        discard=[t.parse(code) for code in top.split()],
        turn=turn,
        start=start,
        color=color,
    )


def do(game: Game, seat: int, text: str) -> None:
    """Carry out an action in the scenario notation."""
    outcome = game.apply(seat, parse_action(text, game.tables, game.names))
    assert outcome.accepted, outcome.refusal


def choice(game: Game, seat: int = 0, budget: int = 400) -> Action:
    """What the expert does there."""
    return expert(budget).choose(game.view(seat), Random(7))


# The fast loop and the engine play the same game.


@pytest.mark.parametrize("ruleset", [r for r in shipped_ids() if covers(compile_tables(load(r)))])
def test_the_loop_plays_by_the_engines_rules(ruleset: str) -> None:
    tables = compile_tables(load(ruleset))
    loop = Fast(tables, tables.deck)
    loop.turns = 2000  # so that the longest rounds end too
    played = 0
    for seats in range(2, min(4, tables.ruleset.players.max) + 1):
        for seed in range(12):
            game = Game(tables, NAMES[:seats], seed)
            while game.phase != TURN and game.phase < ROUND_OVER:
                game.push(game.turn, game.options(game.turn)[0])
            if game.phase >= ROUND_OVER:
                continue
            state = game.state.clone()
            hands = [loop.masks.hand(hand) for hand in state.hands]
            trace: Trace = []
            winner = loop.finish(state, seed % seats, hands, trace)
            for at, (seat, action) in enumerate(trace):
                outcome = game.apply(seat, action)
                assert outcome.accepted, (seats, seed, at, outcome)
            if winner != UNDECIDED:
                assert game.phase >= ROUND_OVER
                assert winner in game.state.winners
                ended = [sorted(loop.masks.cards(mask)) for mask in hands]
                assert ended == [sorted(hand) for hand in game.state.hands]
                played += 1
    assert played > 5


def test_masks_hold_hands() -> None:
    tables = compile_tables(load("classic"))
    loop = fast(tables, tables.deck)
    assert loop is not None
    masks = loop.masks
    hand = [tables.parse(code) for code in ["R7", "R7", "W", "W", "W+4", "G0", "B+2"]]
    assert sorted(masks.cards(masks.hand(hand))) == sorted(hand)
    assert masks.points(masks.hand(hand)) == 7 + 7 + 50 + 50 + 50 + 0 + 20


# It plays everything.


@pytest.mark.parametrize("ruleset", shipped_ids())
def test_it_plays_a_round_of_every_ruleset(ruleset: str) -> None:
    tables = compile_tables(load(ruleset))
    seats = max(2, tables.ruleset.players.min)
    game = Game(tables, NAMES[:seats], 11)
    other = ai.level("greedy")
    assert isinstance(other, FastBrain)
    mine = expert(12)
    rng = Random(5)
    s = game.state
    for _ in range(220):
        if s.phase >= ROUND_OVER:
            break
        seat = s.seats_of(s.asked)[0] if s.phase in (GIVE_PHASE, SLAP) else s.turn
        if seat == 0:
            action = mine.choose(game.view(0), rng)
        else:
            action = other.act(s, seat, rng.random)
        outcome = game.apply(seat, action)
        assert outcome.accepted, (action, outcome)


def test_the_same_budget_gives_the_same_choice() -> None:
    game = table("R1 G5 W B5 R+2|? ?".replace("?", "Y5"), "R5")
    view = game.view(0)
    first = expert(200).scores(view, Random(3))
    again = expert(200).scores(pickle.loads(pickle.dumps(view)), Random(3))
    assert first == again


def test_it_can_be_sent_to_another_process() -> None:
    brain = pickle.loads(pickle.dumps(expert(50)))
    game = table("R1 G5 W B5|Y5 Y6", "R5")
    assert brain.choose(game.view(0), Random(1)) == expert(50).choose(game.view(0), Random(1))


def test_it_keeps_to_its_time() -> None:
    import time

    game = table("R1 G5 W B5 R+2 R9 RS|Y5 Y6 Y8 G8 B8", "R5")
    start = time.perf_counter()
    Expert(Traits(), "round", seconds=0.05).choose(game.view(0), Random(1))
    assert time.perf_counter() - start < 60.0  # not a measurement: it does stop


# Nothing plainly stupid.


def test_turn_it_goes_out_when_it_can() -> None:
    assert choice(table("R1|Y5 Y6", "R5")) == Action(
        PLAY, (table("R1|Y5", "R5").state.hands[0][0],)
    )


def test_turn_it_keeps_the_wild_for_the_end() -> None:
    # Many wilds are about: red will hardly last until our next turn, but a wild always fits.
    game = table("R1 W|W G6 Y8 G8", "R5", draw="W W W W W W G3 Y3 B3 G4 Y4 B4 W W W W")
    action = choice(game)
    assert game.tables.code(action.cards[0]) == "R1"
    assert action.uno


def test_turn_it_stops_a_seat_with_one_card() -> None:
    game = table("R1 R+2 G3 B4|Y5", "R5")
    assert game.tables.code(choice(game, budget=1500).cards[0]) == "R+2"


def test_drawn_it_lays_a_last_but_one_card() -> None:
    game = table("Y1|G5 G6 G8", "R5", draw="R9 " + PILE)
    do(game, 0, "draw")
    assert choice(game).verb == PLAY


def test_color_it_names_what_it_holds() -> None:
    t = compile_tables(load("classic"))
    game = table("G1 G3 G6 G9|Y5 Y6 Y8", "", start="first-card", draw="W " + PILE, turn=0)
    asked = game.turn
    if game.phase == TURN:
        pytest.skip("the turned wild asked for no colour")
    hand = game.state.hands[asked]
    action = choice(game, asked)
    assert action.verb == COLOR
    assert any(t.color_of[card] == action.color for card in hand)


def test_respond_it_does_not_challenge_what_is_surely_honest() -> None:
    game = table("R1 G5 B5|W+4 Y5", "R5", turn=1, draw=PILE)
    do(game, 1, "play W+4 color=green uno")
    assert game.phase == RESPOND
    assert choice(game, 0, 800).verb in (ACCEPT, CHALLENGE)
    # It drew on red before: it had none.
    game = table("R1 R2 G5 B5|W+4 Y5 Y6 Y8", "R5", turn=1, draw="B9 G9 " + PILE)
    do(game, 1, "draw")
    do(game, 0, "play R1")
    do(game, 1, "play W+4 color=green")
    assert choice(game, 0, 800).verb == ACCEPT


def test_respond_it_passes_a_draw_on() -> None:
    game = table("G+2 G5 B5|R+2 Y5 Y6", "R5", "two-ways", turn=1)
    do(game, 1, "play R+2")
    assert choice(game).verb == PLAY


def test_respond_it_does_not_send_a_penalty_to_itself() -> None:
    game = table("RR R4 B5|R+2 RR Y6 Y8", "R5", "deflect", turn=0)
    do(game, 0, "play R4")
    do(game, 1, "play R+2")
    action = choice(game, 0, 600)
    assert action.verb == PLAY
    assert game.tables.code(action.cards[0]) == "RR"


def test_give_it_keeps_its_wilds() -> None:
    hands = "R5 W W+4 B9 R3 | R7 Y8 G9 B2 B4 Y1"
    game = table(hands, "R2", "exchange-five", draw=PILE)
    do(game, 0, "play R5 target=Ben")
    assert game.phase == GIVE_PHASE
    action = choice(game, 0, 900)
    assert action.verb == GIVE
    assert game.tables.code(action.cards[0]) not in ("W", "W+4")


def test_target_it_swaps_for_the_smaller_hand() -> None:
    game = table("R7 B1 B2 B3 B5|Y8|Y1 Y2 Y3 Y5 Y6 G8 G9", "R5", "seven-zero")
    action = choice(game, 0, 900)
    if game.tables.code(action.cards[0]) == "R7":
        assert action.target == 1
    assert action.target != 2


def test_jump_in_it_takes_the_free_win() -> None:
    game = table("R4|R4 Y6 Y8|G1 G2 G3", "R5", "jump-in", turn=1)
    do(game, 1, "play R4")
    reaction = expert().react(game.view(0), Random(1))
    assert reaction is not None
    assert reaction[1].verb == PLAY


def test_draft_it_keeps_a_wild_draw() -> None:
    tables = compile_tables(load("duo"))
    best = tables.parse("W+4")
    for seed in range(400):
        game = Game(tables, NAMES[:2], seed)
        if game.view(game.turn).draft_card == best:
            options = {one.action.verb: one.value for one in expert(600).scores(
                game.view(game.turn), Random(2))}  # fmt: skip
            assert len(options) == 2
            return
    raise AssertionError("no seed begins with a Wild Draw Four")


def test_silence_it_says_nothing() -> None:
    game = table("R2 G5 B5 R9|Y5 Y6 Y8", "R5", "silence")
    do(game, 0, "play R2")
    for tries in range(30):
        assert expert().react(game.view(0), Random(tries)) is None


# The oracle and explanations.


def test_the_oracle_sees_what_the_others_hold() -> None:
    """Ben can go out on blue only; every colour looks the same without seeing that."""
    game = table("W R1 R3|B9", "G5", draw="R8 R9 Y7 G7 " * 4)
    action = Oracle(Traits(), "round").choose(window(game.state, 0), Random(1))
    assert action.verb == PLAY
    assert game.tables.colors[action.color].name != "blue"


def test_explain_ranks_every_option_with_a_sentence() -> None:
    game = table("R1 G5 W B5 R+2|Y5 Y6 Y8", "R5")
    view = game.view(0)
    found = explain(view, budget=300)
    asked = {action._replace(uno=False) for action in view.options}
    assert {one.action._replace(uno=False) for one in found} == asked
    assert all(one.sentence.endswith(".") for one in found)
    assert all(0.0 <= one.score <= 1.0 and one.is_chance for one in found)
    assert found == explain(view, budget=300)
    assert explain(game.view(1), budget=300) == []


# What the end of a round is worth.


def test_c2_points_count_in_a_match_and_not_in_a_round() -> None:
    s = table("R1|Y5 Y6", "R5").state
    round_worth, match_worth = Worth(s, 0, "round"), Worth(s, 0, "match")
    assert round_worth.of_round(0, [0, 11]) == round_worth.of_round(0, [0, 200]) == 1.0
    assert match_worth.of_round(0, [0, 200]) > match_worth.of_round(0, [0, 11]) > 0.5
    assert match_worth.of_round(1, [200, 0]) < match_worth.of_round(1, [11, 0]) < 0.5


def test_c2_reaching_the_target_is_winning() -> None:
    s = table("R1|Y5 Y6", "R5").state
    s.scores = [450, 480]
    worth = Worth(s, 0, "match")
    assert worth.of_round(0, [0, 60]) == 1.0
    assert worth.of_round(1, [20, 0]) == 0.0
    assert 0.0 < worth.of_round(1, [10, 0]) < worth.of_round(0, [0, 40]) < 1.0


def test_c3_with_own_hand_few_points_are_good() -> None:
    s = table("R1|Y5 Y6", "R5", "two-ways-200").state
    worth = Worth(s, 0, "match")
    assert worth.of_round(0, [0, 50]) > worth.of_round(1, [50, 0])
    s.scores = [150, 10]
    assert Worth(s, 0, "match").of_round(1, [60, 0]) == 0.0


def test_it_draws_only_when_that_is_an_option() -> None:
    game = table("Y1 Y2 B3|G5 G6 G8", "R5")
    assert choice(game) == Action(DRAW)
    game = table("Y1 Y2 B3|G5 G6 G8", "R5", draw="R8 " + PILE)
    do(game, 0, "draw")
    assert choice(game).verb in (PLAY, PASS)

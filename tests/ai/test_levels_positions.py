"""For each kind of decision: no level does the plainly stupid thing."""

from __future__ import annotations

from random import Random

import pytest

from uno_tui import ai
from uno_tui.engine.actions import (
    ACCEPT,
    CHALLENGE,
    COLOR,
    DISCARD,
    DRAW,
    GIVE,
    KEEP,
    PASS,
    PLAY,
    READY,
    SAY,
    SLAP,
    Action,
)
from uno_tui.engine.arrange import arrange
from uno_tui.engine.game import Game
from uno_tui.engine.state import COLOR as COLOR_PHASE
from uno_tui.engine.state import DRAFT, DRAWN, H_TURN_DRAW, RESPOND
from uno_tui.engine.state import GIVE as GIVE_PHASE
from uno_tui.engine.state import READY as READY_PHASE
from uno_tui.engine.state import SLAP as SLAP_PHASE
from uno_tui.ruleset.load import load
from uno_tui.ruleset.tables import compile_tables

LEVELS = ("easy", "normal", "hard", "greedy")
THINKERS = ("normal", "hard")
TRIES = 25


def table(
    hands: str,
    top: str,
    *,
    rules: str = "classic",
    knobs: dict[str, object] | None = None,
    draw: str = "G1 G2 R1 R2 Y1 Y2 R3 R4 B1 B2 G3 Y3",
    color: str = "",
    turn: int = 0,
    start: str = "turn",
) -> Game:
    """A table from notation: hands with ` | ` between them, the discard pile bottom first."""
    t = compile_tables(load(rules, knobs))
    parsed = [[t.parse(code) for code in hand.split()] for hand in hands.split("|")]
    letters = [each.letter for each in t.colors]
    return arrange(
        t,
        [f"Seat {at + 1}" for at in range(len(parsed))],
        hands=parsed,
        draw=[t.parse(code) for code in draw.split()],
        discard=[t.parse(code) for code in top.split()],
        color=letters.index(color) if color else None,
        turn=turn,
        start=start,
    )


def choices(game: Game, level: str, seat: int = 0, tries: int = TRIES) -> list[Action]:
    """What the level does here, with different chance each time; each choice is accepted."""
    brain = ai.perfect_calls(ai.level(level))
    found = [brain.choose(game.view(seat), Random(number)) for number in range(tries)]
    for action in set(found):
        assert game.check(seat, action) is None, action
    return found


def codes(game: Game, actions: list[Action]) -> set[str]:
    """The cards laid or given; the verb's place is `-` for anything else."""
    return {" ".join(game.tables.code(card) for card in action.cards) or "-" for action in actions}


@pytest.mark.parametrize("level", [*LEVELS, "random"])
def test_lays_its_last_card(level: str) -> None:
    game = table("R7 | B1 B2 B3", "R5")
    assert codes(game, choices(game, level)) == {"R7"}


@pytest.mark.parametrize("level", LEVELS)
def test_does_not_draw_with_plain_cards_to_lay(level: str) -> None:
    game = table("R7 R8 B2 | B1 B2 B3", "R5")
    assert all(action.verb == PLAY for action in choices(game, level))


@pytest.mark.parametrize("level", [*THINKERS, "greedy"])
def test_keeps_its_wilds_while_something_else_fits(level: str) -> None:
    game = table("R7 B2 B3 G4 G6 Y1 W W+4 | B1 B2 B3 B5", "R5")
    assert codes(game, choices(game, level)) == {"R7"}


@pytest.mark.parametrize("level", THINKERS)
def test_stops_a_seat_about_to_go_out(level: str) -> None:
    game = table("R7 R9 R+2 B2 G4 | B1", "R5")
    assert codes(game, choices(game, level)) == {"R+2"}


@pytest.mark.parametrize("level", LEVELS)
def test_names_a_colour_it_holds(level: str) -> None:
    game = table("W G3 G7 | B1 B2", "R5")
    plays = [action for action in choices(game, level) if action.verb == PLAY]
    assert {game.tables.colors[action.color].name for action in plays} <= {"green"}


@pytest.mark.parametrize("level", LEVELS)
def test_names_a_colour_it_holds_for_a_turned_wild(level: str) -> None:
    game = table("Y3 Y5 G7 | B1 B2", "", draw="W R1 R2 R3 B5", start="first-card", turn=0)
    assert game.phase == COLOR_PHASE
    seat = game.turn
    wanted = 3 if seat == 0 else 1
    assert set(choices(game, level, seat)) == {Action(COLOR, color=wanted)}


@pytest.mark.parametrize("level", LEVELS)
def test_calls_uno_with_the_play(level: str) -> None:
    game = table("R7 B7 | B1 B2 B3", "R5")
    assert all(action.uno for action in choices(game, level))


@pytest.mark.parametrize("level", LEVELS)
def test_lays_a_drawn_plain_card(level: str) -> None:
    game = table("B2 B3 | G1 G2 G3", "R5", draw="R9 B1 B4 B5")
    game.apply(0, Action(DRAW))
    assert game.phase == DRAWN
    assert codes(game, choices(game, level)) == {"R9"}


@pytest.mark.parametrize("level", ["easy", *THINKERS])
def test_keeps_a_drawn_swap_that_would_bring_the_larger_hand(level: str) -> None:
    game = table("B2 | G1 G2 G3 G4 G5 | Y1 Y2 Y3 Y4", "R5", rules="seven-zero", draw="R7 B1 B4 B5")
    game.apply(0, Action(DRAW))
    assert game.phase == DRAWN
    assert set(choices(game, level)) == {Action(PASS)}


@pytest.mark.parametrize("level", LEVELS)
def test_swaps_for_the_smallest_hand(level: str) -> None:
    hands = "R7 B1 B2 B3 B4 B6 | G1 G2 G3 G4 | Y1 | Y2 Y3"
    game = table(hands, "R5", rules="seven-zero")
    assert {action.target for action in choices(game, level) if action.cards} == {2}


@pytest.mark.parametrize("level", ["easy", *THINKERS])
def test_does_not_swap_a_small_hand_away(level: str) -> None:
    game = table("R7 R3 | G1 G2 G3 G4 | Y1 Y2 Y3 Y4", "R5", rules="seven-zero")
    assert codes(game, choices(game, level)) == {"R3"}


@pytest.mark.parametrize("level", ["easy", *THINKERS])
def test_does_not_pass_a_small_hand_on(level: str) -> None:
    game = table("R0 R3 | G1 G2 G3 G4 | Y1 Y2 Y3 Y4 Y5", "R5", rules="seven-zero")
    assert codes(game, choices(game, level)) == {"R3"}


@pytest.mark.parametrize("level", LEVELS)
def test_answers_a_stack(level: str) -> None:
    game = table("R+2 B1 B2 B3 | G+2 Y1 Y2 Y3", "R5", rules="stacking")
    game.apply(0, Action(PLAY, (game.tables.parse("R+2"),)))
    assert game.phase == RESPOND
    assert codes(game, choices(game, level, 1)) == {"G+2"}


@pytest.mark.parametrize("level", LEVELS)
def test_sends_a_draw_back_but_never_to_itself(level: str) -> None:
    game = table("R+2 B1 B2 B3 | RR Y1 Y2 Y3 | G1 G2 G3", "R5", rules="deflect")
    t = game.tables
    game.apply(0, Action(PLAY, (t.parse("R+2"),)))
    assert codes(game, choices(game, level, 1)) == {"RR"}
    pending = game.state.pending
    assert pending is not None
    game.state.pending = pending._replace(source=1)
    assert "RR" not in codes(game, choices(game, level, 1))


def _suspect(guilty: bool) -> Game:
    """Seat 1 has to answer for seat 0's wild draw four, which was laid on red."""
    hands = "W+4 R1 R2 R3 B1 B2 | Y1 Y2 Y3" if guilty else "W+4 B1 B2 | Y1 Y2 Y3"
    game = table(hands, "R5")
    game.apply(0, Action(PLAY, (game.tables.parse("W+4"),), color=1))
    assert game.phase == RESPOND
    return game


@pytest.mark.parametrize("level", THINKERS)
def test_challenges_what_it_has_seen(level: str) -> None:
    game = _suspect(guilty=True)
    game.state.known[0, 1] = (game.tables.parse("R1"),)
    assert set(choices(game, level, 1)) == {Action(CHALLENGE)}


@pytest.mark.parametrize("level", [*THINKERS, "greedy"])
def test_does_not_challenge_a_seat_that_had_to_draw_on_the_colour(level: str) -> None:
    game = _suspect(guilty=False)
    history = game.state.history
    assert history is not None
    history.insert(0, (H_TURN_DRAW, 0, 0, game.tables.parse("R9"), 3))
    assert set(choices(game, level, 1)) == {Action(ACCEPT)}


@pytest.mark.parametrize("level", LEVELS)
def test_never_gives_a_wild_away(level: str) -> None:
    hands = "R5 W W+4 G3 | Y1 Y2 Y3"
    game = table(hands, "R9", rules="exchange-five")
    game.apply(0, Action(PLAY, (game.tables.parse("R5"),), target=1))
    assert game.phase == GIVE_PHASE
    assert set(choices(game, level)) == {Action(GIVE, (game.tables.parse("G3"),))}


@pytest.mark.parametrize("level", LEVELS)
def test_drafts_a_wild_and_not_a_lone_number(level: str) -> None:
    kept = table("| ", "", rules="duo", draw="W R1 B2 Y3 G5 R9 G7 R3", start="draft")
    assert kept.phase == DRAFT
    seat = kept.turn
    assert set(choices(kept, level, seat)) == {Action(KEEP)}
    dropped = table("B1 B2|R1", "", rules="duo", draw="Y3 R1 B2 W G5 R9", start="draft")
    if dropped.turn == 0:
        assert set(choices(dropped, level, 0)) == {Action(DISCARD)}
    else:
        assert set(choices(dropped, level, 1)) == {Action(DISCARD)}


@pytest.mark.parametrize("level", [*LEVELS, "random"])
def test_slaps_with_a_human_reaction(level: str) -> None:
    game = table("R7 B7 | B1 B2 B3 | G1 G2 G3", "R5", rules="slap")
    game.apply(0, Action(PLAY, (game.tables.parse("R7"),), uno=True))
    assert game.phase == SLAP_PHASE
    brain = ai.level(level)
    for number in range(TRIES):
        reaction = brain.react(game.view(1), Random(number))
        assert reaction is not None
        delay, action = reaction
        assert action.verb == SLAP
        assert 0.1 < delay < 5
    assert set(choices(game, level, 1)) == {Action(SLAP)}


@pytest.mark.parametrize("level", LEVELS)
def test_says_ready(level: str) -> None:
    game = table("W+4 B1 B2 | Y1 Y2 Y3", "R5", knobs={"courtesy.ready": True})
    game.apply(0, Action(PLAY, (game.tables.parse("W+4"),), color=1))
    game.apply(1, Action(ACCEPT))
    assert game.phase == READY_PHASE
    assert set(choices(game, level, 1)) == {Action(READY)}


@pytest.mark.parametrize("level", ["hard", "greedy", "random"])
def test_takes_a_win_by_jump_in(level: str) -> None:
    game = table("R7 B1 B2 | Y1 Y2 | R7", "R5", rules="jump-in")
    seven = game.tables.parse("R7")
    game.apply(0, Action(PLAY, (seven,)))
    brain = ai.perfect_calls(ai.level(level))
    taken = [brain.react(game.view(2), Random(number)) for number in range(TRIES)]
    assert sum(r is not None and r[1] == Action(PLAY, (seven,)) for r in taken) > TRIES * 0.7


@pytest.mark.parametrize("level", LEVELS)
def test_jumps_out_of_a_penalty(level: str) -> None:
    knobs = {"answers.draw": "none", "jump_in.enabled": True}
    game = table("R+2 B1 B2 B3 | R+2 Y1 Y2 Y3 | G1 G2", "R5", knobs=knobs)
    game.apply(0, Action(PLAY, (game.tables.parse("R+2"),)))
    assert game.phase == RESPOND
    assert codes(game, choices(game, level, 1)) == {"R+2"}


@pytest.mark.parametrize("level", ai.LEVELS[:3])
def test_keeps_silent_in_a_silence(level: str) -> None:
    game = table("R2 B1 B2 B3 | R3 Y1 Y2 Y3", "R5", rules="silence")
    game.apply(0, Action(PLAY, (game.tables.parse("R2"),)))
    assert game.view(1).silence

    def talks(temperament: str) -> int:
        brain = ai.make(level, temperament)
        answers = [brain.react(game.view(1), Random(number)) for number in range(2000)]
        return sum(answer is not None and answer[1].verb == SAY for answer in answers)

    assert talks("") == talks("cautious") == talks("bold") == talks("mean") == 0
    assert talks("chatty") < 10


def test_a_chatty_seat_talks_now_and_then() -> None:
    game = table("R2 B1 B2 B3 | R3 Y1 Y2 Y3", "R5")
    brain = ai.make("easy", "chatty")
    said = [brain.react(game.view(1), Random(number)) for number in range(1000)]
    assert 5 < sum(answer is not None and answer[1].verb == SAY for answer in said) < 100


@pytest.mark.parametrize("level", ai.LEVELS[:3])
def test_forgets_and_catches_as_often_as_its_level(level: str) -> None:
    brain = ai.level(level)
    game = table("R7 B7 | B1 B2 B3", "R5")
    seven = game.tables.parse("R7")
    rates = {"easy": (0.40, 0.20), "normal": (0.12, 0.60), "hard": (0.03, 0.90)}
    forget, catch = rates[level]
    chosen = [brain.choose(game.view(0), Random(number)) for number in range(600)]
    assert sum(not a.uno for a in chosen) / 600 == pytest.approx(forget, abs=0.07)
    game.apply(0, Action(PLAY, (seven,)))
    answers = [brain.react(game.view(1), Random(number)) for number in range(600)]
    assert sum(r is not None for r in answers) / 600 == pytest.approx(catch, abs=0.07)


def test_hard_goes_out_in_one_go() -> None:
    """A Skip and a Draw Two keep the turn at a table of two: they go first, the number last."""
    game = table("R7 RS R+2 | B1", "R5")
    assert codes(game, choices(game, "hard")) <= {"RS", "R+2"}


# What advice says.


def _told(game: Game, card: str, color: int = -1) -> str:
    kind = game.tables.parse(card)
    found = {one.action: one.sentence for one in ai.explain(game.view(0))}
    return next(
        text
        for action, text in found.items()
        if action.cards == (kind,) and action.color in (color, -1)
    )


def test_advice_says_where_the_next_seat_had_to_draw() -> None:
    game = table("R5 Y5 W | B1 B2 B3", "R9 R8")
    assert _told(game, "R5") == "It stays in red; nothing of yours follows there."
    history = game.state.history
    assert history is not None
    red = game.state.color
    history[:0] = [(H_TURN_DRAW, 1, red, game.tables.parse("R9"), 3)] * 2
    assert _told(game, "R5") == (
        "It stays in red, where Seat 2 drew twice; nothing of yours follows there."
    )


def test_advice_to_lay_a_wild_does_not_speak_against_itself() -> None:
    game = table("W G3 G4 | Y1 Y2 Y3", "R9")
    green = next(at for at, one in enumerate(game.tables.colors) if one.name == "green")
    told = _told(game, "W", green)
    assert told.startswith("No card of a colour fits. It makes green the colour")
    assert told.endswith("; you keep 2 cards of it.")


def test_advice_says_what_a_card_does_to_the_next_seat() -> None:
    game = table("R+2 RS RR W+4 Y5 | B1 B2 B3 B4 | G1 G2 G3", "R9")
    assert _told(game, "R+2") == "Seat 2 owes 2 cards. It stays in red; you keep 2 cards of it."
    assert _told(game, "RS").startswith("Seat 2 loses the turn. It stays in red")
    assert _told(game, "RR").startswith("It stays in red")
    assert _told(game, "W+4", color=1).startswith("Seat 2 owes 4 cards. ")

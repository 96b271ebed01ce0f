"""What a seat may conclude about other hands, and that it never contradicts what it has seen."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from uno_tui import ai
from uno_tui.ai.base import FastBrain
from uno_tui.ai.belief import LOOSE, TIDY, Belief, p_holds
from uno_tui.ai.evidence import DISHONEST, DREW, HONEST, KEPT, read
from uno_tui.ai.likelihood import likelihood
from uno_tui.ai.masks import masks_of
from uno_tui.engine.actions import parse_action
from uno_tui.engine.arrange import arrange
from uno_tui.engine.game import Game
from uno_tui.engine.sample import sample, unseen
from uno_tui.engine.state import GIVE, H_PLAYED, ROUND_OVER, SLAP
from uno_tui.engine.view import View
from uno_tui.ruleset.load import load, shipped_ids
from uno_tui.ruleset.tables import Tables, compile_tables

NAMES = ("Ann", "Ben", "Cy", "Dee")


def table(
    hands: list[str], draw: str, discard: str, ruleset: str = "two-ways", turn: int = 1
) -> Game:
    """A table from codes; the first seat is the one whose belief is tested."""
    tables = compile_tables(load(ruleset))
    return arrange(
        tables,
        NAMES[: len(hands)],
        hands=[[tables.parse(code) for code in hand.split()] for hand in hands],
        draw=[tables.parse(code) for code in draw.split()],
        discard=[tables.parse(code) for code in discard.split()],
        turn=turn,
    )


def do(game: Game, seat: int, text: str) -> None:
    """Carry out an action in the scenario notation."""
    outcome = game.apply(seat, parse_action(text, game.tables, game.names))
    assert outcome.accepted, outcome.refusal


def color_share(view: View, seat: int, letter: str, draws: int = 200) -> float:
    """Which share of imagined hands of the seat holds this colour."""
    t = view.tables
    color = [c.letter for c in t.colors].index(letter)
    return p_holds(
        view,
        seat,
        lambda hand: any(t.color_of[c] == color and not t.is_wild[c] for c in hand),
        samples=draws,
    )


def play_some(tables: Tables, seats: int, seed: int, moves: int, level: str = "greedy") -> Game:
    """A game after so many actions of a reference player."""
    game = Game(tables, NAMES[:seats], seed)
    brain = ai.level(level)
    assert isinstance(brain, FastBrain)
    rnd = Random(seed).random
    s = game.state
    for _ in range(moves):
        if s.phase >= ROUND_OVER:
            break
        seat = s.seats_of(s.asked)[0] if s.phase in (GIVE, SLAP) else s.turn
        assert game.apply(seat, brain.act(s, seat, rnd)).accepted
    return game


def test_t3_a_seat_that_had_to_draw_held_nothing_that_fits() -> None:
    game = table(
        ["G1 G2 R1 R2", "B3 B4 Y8"],
        "Y9 R9 R8 R7 B9 G9 Y7 B1 B2 R4 G8 Y1",
        "R5",
    )
    do(game, 1, "draw")
    view = game.view(0)
    assert [fact.what for fact in read(view)[1].facts] == [DREW, KEPT]
    assert color_share(view, 1, "R") < 0.1  # the card it drew and kept: nearly certain too
    assert color_share(view, 1, "B") > 0.5


def test_only_cards_held_then_are_bound() -> None:
    game = table(
        ["G1 G2 R1 R2", "B3 B4 Y8"],
        "Y9 R9 R8 R7 R6 R3 R4 B9 G9 Y7 B1 B2 G8 Y1",
        "R5",
    )
    do(game, 1, "draw")
    do(game, 0, "play R1")
    do(game, 1, "draw")  # the Red 9: it may be laid
    do(game, 1, "pass")
    view = game.view(0)
    # The pile is mostly red; what came second may be red although it was kept.
    belief = Belief(view, Random(3))
    assert belief.informed
    red = color_share(view, 1, "R")
    assert 0.0 < red < 0.6


def test_a_kept_card_most_likely_does_not_fit() -> None:
    game = table(
        ["G1 G2 R1 R2", "B3 B4 Y8"], "Y9 R9 R8 R7 R6 R3 B9 G9 Y7 B1", "R5", ruleset="classic"
    )
    fresh = color_share(game.view(0), 1, "R")
    do(game, 1, "draw")
    assert color_share(game.view(0), 1, "R") < fresh / 2


def test_a_low_card_speaks_against_dear_ones_of_its_colour() -> None:
    pile = "R9 R8 RS R+2 B9 G9 Y7 B1 G3 Y3 G4 Y4 B5 Y6"
    game = table(["G1 G2 G7 B2", "R1 B3 Y8 B4"], pile, "R5", ruleset="classic")
    view = game.view(0)
    before = p_holds(view, 1, lambda hand: any(game.tables.points[c] > 7 for c in hand))
    do(game, 1, "play R1")
    dear = p_holds(
        game.view(0),
        1,
        lambda hand: any(
            game.tables.code(c).startswith("R") and game.tables.points[c] > 1 for c in hand
        ),
    )
    assert dear < 0.35 < before


def test_w3_the_verdict_of_a_challenge_is_known_to_all() -> None:
    hands = ["G1 G2 R1 R2", "W+4 R4 B3 Y8", "B1 B2 B5 Y5"]
    game = table(hands, "Y9 R9 R8 R7 R6 R3 B9 G9 Y7 B7", "R5", ruleset="classic")
    do(game, 1, "play W+4 color=blue")
    do(game, 2, "challenge")
    facts = read(game.view(0))[1].facts
    assert DISHONEST in [fact.what for fact in facts]
    assert color_share(game.view(0), 1, "R") > 0.95


def test_w3_an_innocent_seat_had_none_of_the_colour() -> None:
    hands = ["G1 G2 R1 R2", "W+4 B4 B3 Y8", "B1 B2 B5 Y5"]
    game = table(hands, "Y9 R9 R8 R7 R6 R3 B9 G9 Y7 B7", "R5", ruleset="classic")
    do(game, 1, "play W+4 color=blue")
    do(game, 2, "challenge")
    facts = read(game.view(0))[1].facts
    assert HONEST in [fact.what for fact in facts]
    assert color_share(game.view(0), 1, "R") == 0.0


def test_a_challenger_knows_the_hand_it_was_shown() -> None:
    game = table(
        ["G1 G2 Y1 R2", "W+4 B4 B3 Y8"], "Y9 R9 R8 R7 R6 R3 B9 G9 Y7 B7", "R5", ruleset="classic"
    )
    do(game, 1, "play W+4 color=blue")
    do(game, 0, "challenge")
    view = game.view(0)
    for _ in range(20):
        for seat, cards in Belief(view, Random(4)).guesses():
            assert (seat, cards) == (1, [])


def test_hands_that_move_take_their_past_with_them() -> None:
    game = table(
        ["G1 G2 R1 R2", "B3 B4 Y8", "R7 B1 B2 B5 Y5"],
        "Y9 R9 R8 R3 R6 G7 B9 G9 Y7 B7",
        "R5",
        ruleset="seven-zero",
    )
    do(game, 1, "draw")
    do(game, 2, "play R7 target=Ben")
    view = game.view(0)
    # Cy now holds the hand that had no red when it drew; Ben holds Cy's, of which nothing is known.
    assert color_share(view, 2, "R") < 0.05
    assert color_share(view, 1, "R") > 0.3


def test_p1_a_seat_that_took_the_cards_had_no_answer_most_likely() -> None:
    pile = "R9 B+2 G+2 Y+2 B9 G9 Y7 B1 G3 Y3 G4 Y4 B5 Y6"
    game = table(["R+2 G1 G2", "R1 B3 Y8 B4"], pile, "R5", turn=0)
    do(game, 0, "play R+2")
    do(game, 1, "accept")
    t = game.tables
    belief = Belief(game.view(0), Random(2))
    early = 0
    for _ in range(200):
        hand = belief._hands[0]
        early += any(
            t.draw_two[belief.masks.kind_at[bit.bit_length() - 1]]
            for bit, came in zip(hand.bits, hand.came, strict=True)
            if came < 0
        )
        belief.step(8)
    assert early < 60


@pytest.mark.parametrize("ruleset", shipped_ids())
def test_guesses_agree_with_what_is_seen(ruleset: str) -> None:
    tables = compile_tables(load(ruleset))
    seats = min(3, tables.ruleset.players.max)
    for moves in (0, 9, 25, 60):
        game = play_some(tables, seats, 5 + moves, moves)
        if game.phase >= ROUND_OVER:
            continue
        for seat in range(seats):
            view = game.view(seat)
            belief = Belief(view, Random(moves))
            left = Counter(unseen(view))
            for _ in range(3):
                guessed = Counter(belief.pile_kinds())
                for holder, cards in belief.guesses():
                    guessed.update(cards)
                    assert len(cards) + len(view.known[holder]) == view.counts[holder]
                assert guessed == left
                belief.step(10)


@pytest.mark.parametrize("ruleset", ["classic", "chaos", "duo", "pocket", "six-card"])
def test_a_sampled_table_looks_the_same_to_its_seat(ruleset: str) -> None:
    tables = compile_tables(load(ruleset))
    seats = min(3, tables.ruleset.players.max)
    for moves in (4, 18, 40):
        game = play_some(tables, seats, moves, moves)
        if game.phase >= ROUND_OVER:
            continue
        view = game.view(0)
        belief = Belief(view, Random(moves))
        imagined = sample(view, Random(moves), belief.deal)
        again = imagined.view(0)
        assert again.hand == view.hand
        assert again.counts == view.counts
        assert again.discards == view.discards
        assert again.pile == view.pile
        assert again.options == view.options


def test_it_knows_more_than_the_bare_counts() -> None:
    """Over many positions the true hand is likelier under the belief than under bare counting."""
    tables = compile_tables(load("classic"))
    believed = counted = 0.0
    positions = 0
    for seed in range(25):
        game = play_some(tables, 2, seed, 14)
        if game.phase >= ROUND_OVER:
            continue
        view = game.view(0)
        truth = Counter(tables.color_of[card] for card in game.hands()[1])
        belief = Belief(view, Random(seed))
        pool = Counter(tables.color_of[card] for card in unseen(view))
        held = view.counts[1]
        guessed: Counter[int] = Counter()
        for _ in range(60):
            for _, cards in belief.guesses():
                guessed.update(tables.color_of[card] for card in cards)
            belief.step(8)
        total = sum(pool.values())
        for color in range(4):
            believed += (guessed[color] / 60 - truth[color]) ** 2
            counted += (held * pool[color] / total - truth[color]) ** 2
        positions += 1
    assert positions > 15
    assert believed < 0.8 * counted


def exact(view: View, seat: int) -> dict[int, float]:
    """How likely each kind is in the hand, by trying every deal: for small tables only.

    The hand's cards are taken in the order they came; the last `drawn` of them came by drawing.
    """
    masks = masks_of(view.tables, view._s.cards_in_play)
    track = read(view)[seat]
    pool = unseen(view)
    held = view.counts[seat]
    drawn = len(track.came)
    weights: Counter[int] = Counter()
    total = 0.0
    gone = [kind for _, kind, _ in track.went]
    for deal in permutations(range(len(pool)), held):
        kinds = [pool[at] for at in deal]
        came = [-1] * (held - drawn) + track.came
        tidy = loose = 1.0
        for fact in track.facts:
            cards = [
                kind for kind, at in zip(kinds, came, strict=True) if fact.since <= at <= fact.time
            ]
            if fact.since < 0:
                left = [kind for time, kind, _ in track.went if time >= fact.time]
                cards += left
            value = likelihood(masks, fact, masks.hand(cards), view.tables.optional_draw)
            tidy *= value[0]
            loose *= value[1]
        weight = TIDY * tidy + LOOSE * loose
        total += weight
        for kind in set(kinds):
            weights[kind] += weight  # type: ignore[assignment]
    assert len(gone) <= 1  # which card it was laid from would have to be tried too
    return {kind: weight / total for kind, weight in weights.items()}


@pytest.mark.parametrize("deeds", [("play R1",), ("draw",), ("play W color=green",)])
def test_the_chain_agrees_with_trying_every_deal(deeds: tuple[str, ...]) -> None:
    first = {"play R1": "R1 B3 Y8", "draw": "B3 Y8", "play W color=green": "W B3 Y8"}[deeds[0]]
    game = table(["G1 Y1 B2", first], "Y9 R9 R8 R2 G5 B7", "R5", ruleset="classic")
    for deed in deeds:
        do(game, 1, deed)
    view = game.view(0)
    wanted = exact(view, 1)
    belief = Belief(view, Random(8))
    counts: Counter[int] = Counter()
    rounds = 6000
    for _ in range(rounds):
        for _, cards in belief.guesses():
            counts.update(set(cards))
        belief.step(4)
    for kind, chance in wanted.items():
        assert abs(counts[kind] / rounds - chance) < 0.04, view.tables.code(kind)


def test_the_same_view_gives_the_same_answer() -> None:
    game = play_some(compile_tables(load("classic")), 3, 3, 20)
    view = game.view(1)
    assert color_share(view, 2, "G", 30) == color_share(game.view(1), 2, "G", 30)


def test_a_history_that_names_too_many_copies_is_borne() -> None:
    """A table rebuilt from somebody else's game may tell of more cards than there are."""
    game = table(["R1 G2 G3", "W+4 W+4 W+4"], "W+4 W+4 G6 R3 R4", "R9", turn=0)
    history = game.state.history
    assert history is not None
    blue = next(at for at, color in enumerate(game.tables.colors) if color.letter == "B")
    for kind in range(len(game.tables.kinds)):
        history += [(H_PLAYED, 1, kind, blue, 0)] * 12
    belief = Belief(game.view(0), Random(1))
    belief.step(100)
    assert [len(cards) for _, cards in belief.guesses()] == [3]

"""The independent witness by itself: it must keep the rules before it may vouch for the engine."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from the_witness import witness


def kinds(codes: str) -> list[int]:
    return [witness.CODES.index(code) for code in codes.split()]


def play(pile: str, hands: list[str], script: list[tuple[int, str]], dealer: int = -1):
    """Turn the first card of `pile` (top first) and play the script; returns (looks, result).

    A script entry is (seat, move): a card, `W blue`, draw, pass, accept, challenge, uno, catch N;
    `R7!` announces UNO with the play. When the script is used up the round is abandoned.
    """
    looks: list[object] = []
    left = list(script)

    class Over(Exception):
        pass

    def choose(look, legal):
        looks.append(
            look._replace(
                hands=[[witness.CODES[k] for k in hand] for hand in look.hands],
                pile=look.pile[:],
                discard=[witness.CODES[k] for k in look.discard],
                called=look.called[:],
            )
        )
        if not left:
            raise Over
        seat, text = left.pop(0)
        return seat, code(text)

    dealt = [kinds(hand) for hand in hands]
    order = kinds(pile)[::-1]
    seats = len(hands)
    try:
        result = witness.play_round(order, seats, dealer % seats, choose, hands=dealt)
    except Over:
        result = None
    return looks, result


def code(text: str) -> int:
    plain = text.removesuffix("!")
    flag = witness.UNO_FLAG if text.endswith("!") else 0
    word, _, rest = plain.partition(" ")
    simple = {
        "draw": witness.DRAW,
        "pass": witness.PASS,
        "accept": witness.ACCEPT,
        "challenge": witness.CHALLENGE,
        "uno": witness.CALL,
    }
    if word in simple:
        return simple[word]
    if word == "catch":
        return witness.CATCH + int(rest)
    if word == "color":
        return witness.NAME + "RBGY".index(rest[0].upper())
    kind = witness.CODES.index(word)
    if kind >= witness.WILD:
        kind += 2 * "RBGY".index(rest[0].upper())
    return kind + flag


@pytest.mark.parametrize("seats", range(2, 11))
def test_random_rounds_conserve_the_deck_and_end_with_an_empty_hand(seats):
    random.seed(seats)
    for at in range(40):
        trace: list[tuple[int, int]] = []
        result = witness.play_round(witness.shuffled(), seats, at % seats, trace=trace)
        cards = [*result.pile, *result.discard, *(card for hand in result.hands for card in hand)]
        assert Counter(cards) == Counter(witness.DECK)
        assert result.why == "out"
        assert result.hands[result.winner] == []
        assert result.points == sum(witness.POINTS[k] for hand in result.hands for k in hand)
        assert trace
        assert result.turns <= 2000


def test_replaying_a_trace_gives_the_same_round():
    random.seed(5)
    for seats in (2, 3, 7):
        for dealer in range(seats):
            order = witness.shuffled()
            made: list[list[int]] = []

            def shuffle(cards, made=made):
                made.append(witness.shuffled(cards))
                return made[-1][:]

            depths: list[int] = []

            def bury(least, most, depths=depths):
                depths.append(witness.random_depth(least, most))
                return depths[-1]

            trace: list[tuple[int, int]] = []
            first = witness.play_round(
                order[:], seats, dealer, shuffle=shuffle, bury=bury, trace=trace
            )
            script = iter(trace)
            shuffles, places = iter(made), iter(depths)
            again = witness.play_round(
                order[:],
                seats,
                dealer,
                lambda look, legal, script=script: next(script),
                shuffle=lambda cards, shuffles=shuffles: next(shuffles)[:],
                bury=lambda least, most, places=places: next(places),
            )
            assert [sorted(h) for h in again.hands] == [sorted(h) for h in first.hands]
            assert (again.winner, again.points, again.pile) == (
                first.winner,
                first.points,
                first.pile,
            )


def test_s7_first_card_draw_two():
    looks, _ = play("R+2 G1 G2 G3", ["R7 B1", "R2 B3", "R1 Y2"], [])
    assert looks[0].hands[0] == ["R7", "B1", "G1", "G2"]
    assert looks[0].turn == 1


def test_s7_first_card_reverse_dealer_starts_counter_clockwise():
    looks, _ = play("RR G1 G2", ["R7 B1 B2", "R2 B3 B4", "R1 Y2 Y3"], [(2, "R1"), (1, "R2")])
    assert [look.turn for look in looks] == [2, 1, 0]


def test_s7_first_card_skip():
    looks, _ = play("RS G1", ["R7 B1", "R2 B3", "R1 Y2"], [])
    assert looks[0].turn == 1


def test_s7_first_card_wild_is_named_by_the_first_seat():
    looks, _ = play(
        "W G1 G2", ["R7 B1 B8", "R2 B3", "R1 Y2"], [(0, "color blue"), (0, "B1"), (1, "B3!")]
    )
    assert [look.phase for look in looks[:2]] == [witness.COLOR, witness.TURN]
    assert looks[-1].called == [False, True, False]


def test_s7_first_card_wild_draw_is_buried():
    looks, _ = play("W+4 G1 G2 G3", ["R7 B1", "R2 B3", "R1 Y2"], [])
    assert looks[0].discard == ["G1"]
    assert [witness.CODES[k] for k in looks[0].pile] == ["W+4", "G3", "G2"]


def test_w3_guilty_and_innocent():
    looks, _ = play(
        "R5 G1 G2 G3 G4 B9", ["R7 W+4 B1", "B2 B3", "Y1 Y2"], [(0, "W+4 blue"), (1, "challenge")]
    )
    assert looks[1].phase == witness.RESPOND
    assert sorted(looks[2].hands[0]) == sorted(["R7", "B1", "G1", "G2", "G3", "G4"])
    assert (looks[2].turn, len(looks[2].hands[1]), looks[2].color) == (1, 2, 1)
    looks, _ = play(
        "R5 G1 G2 G3 G4 B9 B8 B7",
        ["B5 W W+4 B1", "B2 B3", "Y1 Y2"],
        [(0, "W+4 yellow"), (1, "challenge")],
    )
    assert [len(hand) for hand in looks[2].hands] == [3, 8, 2]
    assert (looks[2].turn, looks[2].color) == (2, 3)


def test_e16_last_draw_two_is_drawn_and_the_winner_takes_all():
    _, result = play("R5 G9 YS G3", ["R+2", "R2 BS", "W Y2"], [(0, "R+2")])
    assert result.winner == 0
    assert result.points == 103


def test_u2_u3_window():
    script = [(0, "R7"), (2, "catch 0")]
    looks, _ = play("R5 G1 G2 G3", ["R7 B1", "R2 B3 B4", "R1 Y2"], script)
    assert looks[1].owing == 0
    assert sorted(looks[2].hands[0]) == ["B1", "G1", "G2"]
    with pytest.raises(ValueError, match="not one of"):
        play(
            "R5 G1 G2 G3",
            ["R7 B1", "R2 B3 B4", "R1 Y2"],
            [(0, "R7"), (1, "R2"), (2, "catch 0")],
        )


def test_t8_two_seats_reverse_skips():
    looks, _ = play("R5 G1 G2", ["RR B5 Y7", "B6 B1"], [(0, "RR")])
    assert looks[1].turn == 0
    assert looks[1].direction == -1


def test_t6_nobody_can_draw_or_play():
    _, result = play("R5", ["G9", "B1 Y1", "GS"], [])
    assert (result.why, result.winner, result.points) == ("deadlock", 1, 29)


def test_t4_a_card_held_before_may_not_follow_a_draw():
    with pytest.raises(ValueError, match="not one of"):
        play("R5 R1 G2", ["R9 B5 Y7", "B6 B1 B2"], [(0, "draw"), (0, "R9")])
    looks, _ = play("R5 R1 G2", ["R9 B5 Y7", "B6 B1 B2"], [(0, "draw"), (0, "pass")])
    assert looks[-1].turn == 1

"""Small facts about a hand and a table that every level uses: colours held, targets, spare cards.

Everything here reads one seat's own hand and what lies open on the table, never another hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from uno_tui.engine.actions import PLAY, Action
from uno_tui.engine.legality import ends_round, names_color, other_seats
from uno_tui.engine.state import State
from uno_tui.ruleset.tables import Tables

LOW = 2
"""A hand of this many cards or fewer is about to go out."""


def suit_of(t: Tables, card: int) -> int:
    """The colour a card counts for in the hand; -1 for every wild, printed with a suit or not."""
    return -1 if t.is_wild[card] else t.color_of[card]


def color_counts(t: Tables, hand: Iterable[int]) -> list[int]:
    """How many cards of each colour; the last number counts the wilds."""
    counts = [0] * (len(t.colors) + 1)
    color_of, is_wild = t.color_of, t.is_wild
    for card in hand:
        counts[-1 if is_wild[card] else color_of[card]] += 1
    return counts


def longest_color(t: Tables, hand: Sequence[int]) -> int:
    """The colour held most, points deciding a tie."""
    counts = color_counts(t, hand)
    points = [0] * len(counts)
    for card in hand:
        points[suit_of(t, card)] += t.points[card]
    return max(range(len(t.colors)), key=lambda color: (counts[color], points[color]))


def without(hand: Sequence[int], cards: Iterable[int]) -> list[int]:
    """The hand after these cards have been laid."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def play(
    s: State, seat: int, cards: tuple[int, ...], color: int, target: int = -1, *, call: bool = True
) -> Action:
    """Lay `cards`, naming `color` and `target` where the card asks for them, and calling UNO.

    `color` and `target` are dropped where the rules do not ask for them.
    """
    card = cards[-1]
    t = s.t
    left = len(s.hands[seat]) - len(cards)
    if left == 0 and ends_round(s, seat):
        return Action(PLAY, cards)
    uno = call and left == 1 and not s.called >> seat & 1
    if len(cards) == 1 and not t.targets[card] and not t.wheel[card]:
        plays = s.plays[uno][card]
        return plays[color if t.wants_color[card] else 0]
    return Action(
        PLAY,
        cards,
        color if names_color(s, card) else -1,
        target if t.targets[card] and left else -1,
        uno,
    )


def smallest_hand(s: State, seat: int) -> int:
    """The other seat in the round with the fewest cards, the next one in play deciding a tie."""
    others = other_seats(s, seat)
    return min(others, key=lambda other: len(s.hands[other]), default=-1)


def hand_change(s: State, seat: int, card: int, left: int) -> int:
    """By how many cards our hand of `left` cards shrinks when this card moves hands (E-9, E-10).

    Negative when it grows; 0 when the card moves no hands, or is the last one.
    """
    if left == 0:
        return 0
    t = s.t
    if t.swaps[card]:
        other = smallest_hand(s, seat)
        return left - len(s.hands[other]) if other >= 0 else 0
    if any(name == "rotate-hands" for name, _ in t.effects[card]):
        giver = seat
        for other in other_seats(s, seat):
            if s.next_of[other] == seat:
                giver = other
        return left - len(s.hands[giver]) if giver != seat else 0
    return 0


def exchange_target(s: State, seat: int) -> int:
    """With whom to exchange a card: a seat about to go out, whose plan it spoils; else nobody."""
    other = smallest_hand(s, seat)
    return other if other >= 0 and len(s.hands[other]) <= 2 else -1


def target_for(s: State, seat: int, card: int) -> int:
    """The seat to name with this card; -1 where none is needed or wanted."""
    t = s.t
    if t.swaps[card]:
        return smallest_hand(s, seat)
    return exchange_target(s, seat) if t.exchanges[card] else -1


def spare_card(s: State, seat: int, points_matter: bool) -> int:
    """The least useful card of a hand, to be given away: never a wild while there is another.

    Plain cards of short colours go first, dear ones before cheap ones when points matter.
    """
    t = s.t
    hand = s.hands[seat]
    counts = color_counts(t, hand)

    def worth(card: int) -> tuple[float, int]:
        if t.is_wild[card]:
            return (100.0 + t.draw_n[card], card)
        action = 4.0 if t.program[card] else 0.0
        points = t.points[card] * (0.15 if points_matter else 0.02)
        return (counts[suit_of(t, card)] + action - points, card)

    return min(dict.fromkeys(hand), key=worth)


def draft_worth(t: Tables, hand: Sequence[int], card: int) -> float:
    """How good a card is to start with: wilds, then what costs others a turn, then our colours."""
    if t.is_wild[card]:
        return 5.0 + 0.2 * t.draw_n[card]
    worth = 1.0 if t.program[card] else 0.0
    worth += 0.5 if t.draw_n[card] else 0.0
    return worth + 0.45 * color_counts(t, hand)[suit_of(t, card)]


def average_worth(t: Tables, hand: Sequence[int]) -> float:
    """What an unknown card of the deck is worth for this hand."""
    total = sum(t.deck)
    return sum(n * draft_worth(t, hand, card) for card, n in enumerate(t.deck) if n) / total

"""A round before its first turn: dealer, deal or draft (section S)."""

from __future__ import annotations

from random import Random

from uno_tui.engine import chance
from uno_tui.engine.events import Event
from uno_tui.engine.first_card import open_with_dealers_card, turn_first_card
from uno_tui.engine.state import DRAFT, State

MOST_TIES = 50
"""After so many tied draws for the dealer the first of the tied deals; a real deck never ties so long."""


def new_round(s: State) -> None:
    """Gather, shuffle, choose the dealer, deal, turn the first card."""
    first = s.round_no == 0
    _gather(s)
    if first:
        choose_dealer(s, shuffled=False)
    else:
        s.dealer = next_dealer(s)
    s.shuffle(s.draw)
    begin_round(s)


def begin_round(s: State) -> None:
    """Deal and open the round; the dealer is known."""
    s.clear_round()
    s.round_no += 1
    if s.log is not None:
        s.emit(Event("round", s.dealer, n=s.round_no))
    if s.t.ruleset.deal.method == "draft":
        start_draft(s)
        return
    deal(s)
    open_round(s)


def open_round(s: State) -> None:
    """The hands are dealt: the first card, or the dealer's opening card."""
    if s.t.ruleset.deal.dealer_opens and s.hands[s.dealer]:
        open_with_dealers_card(s)
    else:
        turn_first_card(s)


def _gather(s: State) -> None:
    if s.cards_in_play is s.t.deck:
        s.draw = list(s.t.full_deck)
    else:
        s.draw = [card for card, count in enumerate(s.cards_in_play) for _ in range(count)]
    s.discards = []
    s.hands = [[] for _ in range(s.seats)]
    s.pile_known = 0


def deal(s: State) -> None:
    """S-4: one by one, starting left of the dealer, as far as the cards go."""
    circle = _circle_from_left(s)
    for _ in range(s.t.ruleset.deal.cards):
        for seat in circle:
            if s.draw:
                s.hands[seat].append(s.draw.pop())
    if s.log is not None:
        for seat in circle:
            s.emit(Event("dealt", seat, cards=tuple(s.hands[seat]), n=len(s.hands[seat])), (seat,))


def _circle_from_left(s: State) -> list[int]:
    order = [(s.dealer + 1 + step) % s.seats for step in range(s.seats)]
    return [seat for seat in order if s.in_match >> seat & 1]


def start_draft(s: State) -> None:
    """S-5: the first drafter is the dealer."""
    if len(s.draw) < 2:
        turn_first_card(s)
        return
    s.phase = DRAFT
    s.turn = s.dealer


def choose_dealer(s: State, *, shuffled: bool = True) -> None:
    """S-2: by the highest card, the first seat, or by chance.

    The pile is shuffled before the deal (R-1). From a pile that is not shuffled yet the dealer cards come
    from random places, which is the same as drawing from a shuffled one and saves a shuffle.
    """
    how = s.t.ruleset.dealer.choose
    seats = s.seats_of(s.in_match)
    if how == "first-seat":
        s.dealer = seats[0]
    elif how == "random":
        s.random_events += 1
        rng = chance.generator(s.seed, s.random_events)
        s.dealer = seats[int(rng.random() * len(seats))]
    else:
        _draw_for_dealer(s, seats, shuffled)


def _draw_for_dealer(s: State, seats: list[int], shuffled: bool) -> None:
    drawn: list[int] = []
    rng = None
    if not shuffled:
        s.random_events += 1
        rng = chance.generator(s.seed, s.random_events)
    tied = seats
    for _ in range(MOST_TIES):
        values = [_dealer_card(s, seat, drawn, rng) for seat in tied]
        best = max(values)
        tied = [seat for seat, value in zip(tied, values, strict=True) if value == best]
        if len(tied) == 1:
            break
    s.dealer = tied[0]
    s.draw.extend(drawn)
    if shuffled:
        s.shuffle(s.draw)


def _dealer_card(s: State, seat: int, drawn: list[int], rng: Random | None) -> int:
    """The number a seat draws; from the top, or with `rng` from anywhere in an unshuffled pile."""
    redraw = s.t.ruleset.dealer.action_card == "redraw"
    for _ in range(len(s.draw)):
        card = s.draw.pop(int(rng.random() * len(s.draw)) if rng else -1)
        if s.log is not None:
            s.emit(Event("dealer-card", seat, cards=(card,)))
        plain = s.t.number[card] >= 0 and not s.t.is_wild[card] and not s.t.is_action[card]
        if plain or not redraw:
            drawn.append(card)
            return s.t.number[card] if plain else 0
        s.draw.insert(0, card)
    return 0


def next_dealer(s: State) -> int:
    """S-3: who deals the next round; seats that have left the match are passed over (R-29)."""
    how = s.t.ruleset.dealer.next
    if how == "loser" and s.losers and s.in_match >> s.losers[0] & 1:
        return s.losers[0]
    if how == "same" and s.in_match >> s.dealer & 1:
        return s.dealer
    seat = (s.dealer + 1) % s.seats
    while not s.in_match >> seat & 1:
        seat = (seat + 1) % s.seats
    return seat

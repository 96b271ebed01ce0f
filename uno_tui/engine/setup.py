"""A round before its first turn: dealer, deal or draft (section S)."""

from __future__ import annotations

from collections.abc import Sequence

from uno_tui.engine.chance import Chance
from uno_tui.engine.circle import circle
from uno_tui.engine.events import Event
from uno_tui.engine.first_card import open_with_dealers_card, turn_first_card
from uno_tui.engine.state import DRAFT, State

MOST_TIES = 50
"""After so many tied draws for the dealer the first of the tied deals; a real deck never ties so long."""


def new_round(s: State) -> None:
    """Gather, choose the dealer, shuffle, deal, turn the first card.

    The dealer and the shuffle are one random event.
    """
    _gather(s)
    rng = s.next_chance()
    if s.round_no == 0:
        choose_dealer(s, rng)
    else:
        s.dealer = next_dealer(s)
    s.shuffle(s.draw, rng)
    begin_round(s)


def begin_round(s: State) -> None:
    """Deal and open the round; the dealer is known."""
    if s.round_no:  # a new state is clear already
        s.clear_round()
    s.round_no += 1
    if s.log is not None:
        s.emit(Event("round", s.dealer, n=s.round_no))
    if s.t.drafts:
        start_draft(s)
        return
    deal(s)
    open_round(s)


def open_round(s: State) -> None:
    """The hands are dealt: the first card, or the dealer's opening card."""
    if s.t.dealer_opens and s.hands[s.dealer]:
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
    seats = circle(s.seats, s.in_match, s.dealer)
    draw, around = s.draw, len(seats)
    dealt = min(around * s.t.deal_cards, len(draw))
    for at, seat in enumerate(seats):
        s.hands[seat].extend(draw[-1 - at : -1 - dealt : -around])
    del draw[len(draw) - dealt :]
    if s.log is not None:
        for seat in seats:
            s.emit(Event("dealt", seat, cards=tuple(s.hands[seat]), n=len(s.hands[seat])), (seat,))


def start_draft(s: State) -> None:
    """S-5: the first drafter is the dealer."""
    if len(s.draw) < 2:
        turn_first_card(s)
        return
    s.phase = DRAFT
    s.turn = s.dealer


def choose_dealer(s: State, rng: Chance | None = None) -> None:
    """S-2: by the highest card, the first seat, or by chance.

    The pile is shuffled before the deal (R-1). With `rng` it is not shuffled yet and the dealer cards
    come from random places, which is the same as drawing from a shuffled one and saves a shuffle;
    without it they come from the top and are shuffled in again.
    """
    how = s.t.ruleset.dealer.choose
    seats = s.seats_of(s.in_match)
    if how == "first-seat":
        s.dealer = seats[0]
    elif how == "random":
        s.dealer = seats[int((rng or s.next_chance()).random() * len(seats))]
    else:
        s.dealer = _draw_for_dealer(s, seats, rng)


def _draw_for_dealer(s: State, seats: Sequence[int], rng: Chance | None) -> int:
    drawn: list[int] = []
    tied = seats
    for _ in range(MOST_TIES):
        values = [_dealer_card(s, seat, drawn, rng) for seat in tied]
        best = max(values)
        tied = [seat for seat, value in zip(tied, values, strict=True) if value == best]
        if len(tied) == 1:
            break
    s.draw.extend(drawn)
    if rng is None:
        s.shuffle(s.draw)
    return tied[0]


def _dealer_card(s: State, seat: int, drawn: list[int], rng: Chance | None) -> int:
    """The number a seat draws; from the top, or with `rng` from anywhere in an unshuffled pile."""
    t, draw = s.t, s.draw
    for _ in range(len(draw)):
        card = draw.pop(int(rng.random() * len(draw)) if rng else -1)
        if s.log is not None:
            s.emit(Event("dealer-card", seat, cards=(card,)))
        if t.deals[card] or not t.redraws:
            drawn.append(card)
            return t.number[card] if t.deals[card] else 0
        draw.insert(0, card)
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

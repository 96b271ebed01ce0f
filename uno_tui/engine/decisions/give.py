"""Exchange and dip: each seat asked gives a card of its own choice, sealed until all have (E-11, E-12)."""

from __future__ import annotations

from uno_tui.engine import flow
from uno_tui.engine.actions import GIVE, Action, Refusal
from uno_tui.engine.events import Event
from uno_tui.engine.refusals import refuse as refusal
from uno_tui.engine.state import TURN, State


def options(s: State, seat: int) -> list[Action]:
    """One action for each kind of card in hand."""
    return [Action(GIVE, (card,)) for card in dict.fromkeys(s.hands[seat])]


def refuse(s: State, seat: int, action: Action) -> Refusal | None:
    """Only one card of one's own can be given."""
    if action.verb != GIVE:
        return refusal(s, "not-asked")
    if len(action.cards) != 1 or action.cards[0] not in s.hands[seat]:
        return refusal(s, "no-give")
    return None


def carry_out(s: State, seat: int, action: Action) -> None:
    """Note the choice; when everybody has chosen, the cards change hands."""
    s.asked &= ~(1 << seat)
    s.gives = tuple(
        (giver, to, action.cards[0] if giver == seat else card) for giver, to, card in s.gives
    )
    if s.asked:
        s.turn = s.seats_of(s.asked)[0]
        return
    gives, s.gives = s.gives, ()
    change_hands(s, gives)
    s.phase = TURN
    flow.run(s)


def change_hands(s: State, gives: tuple[tuple[int, int, int], ...]) -> None:
    """All (from, to, card) at once; two of them are an exchange."""
    exchange = len(gives) > 1
    for giver, _, card in gives:
        s.hands[giver].remove(card)
    for giver, to, card in gives:
        _hand_over(s, giver, to, card, exchange)


def _hand_over(s: State, giver: int, to: int, card: int, exchange: bool) -> None:
    _forget(s, giver, to, card)
    s.hands[to].append(card)
    s.learn(to, giver, (card,))
    if not exchange:
        s.reset_call(1 << to)  # the hand grew
    if s.log is not None:
        s.emit(Event("gave", giver, to, (card,), 1), (giver, to))


def _forget(s: State, giver: int, to: int, card: int) -> None:
    """Nobody but the receiver knows which card left, so nobody else can count on any of them."""
    for key, cards in list(s.known.items()):
        if key[0] != giver:
            continue
        left = list(cards) if key[1] == to else []
        if card in left:
            left.remove(card)
        if left:
            s.known[key] = tuple(left)
        else:
            del s.known[key]

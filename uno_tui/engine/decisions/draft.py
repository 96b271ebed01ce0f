"""The draft: keep the card looked at and uncover the next, or discard it and keep the next (S-5)."""

from __future__ import annotations

from uno_tui.engine.actions import DISCARD, KEEP, Action, Refusal
from uno_tui.engine.events import Event
from uno_tui.engine.first_card import turn_first_card
from uno_tui.engine.refusals import refuse as refusal
from uno_tui.engine.state import TURN, State


def options(s: State, seat: int) -> list[Action]:
    """Keep or discard."""
    return [Action(KEEP), Action(DISCARD)]


def refuse(s: State, seat: int, action: Action) -> Refusal | None:
    """Anything else has to wait until the draft is over."""
    return None if action.verb in (KEEP, DISCARD) else refusal(s, "not-asked")


def carry_out(s: State, seat: int, action: Action) -> None:
    """Two cards leave the draw pile: one into the hand, one face up to the discard pile."""
    looked, following = s.draw.pop(), s.draw.pop()
    kept, shown = (looked, following) if action.verb == KEEP else (following, looked)
    s.hands[seat].append(kept)
    s.discards.append(shown)
    if s.log is not None:
        if action.verb == KEEP:
            s.emit(Event("kept", seat, cards=(kept,), n=1), (seat,))
        s.emit(Event("discarded", seat, cards=(shown,), n=1))
        if action.verb == DISCARD:
            s.emit(Event("kept", seat, cards=(kept,), n=1, why="forced"), (seat,))
    s.turn = s.following(seat)
    wanted = s.t.deal_cards
    if len(s.draw) < 2 or (
        len(s.hands[s.turn]) >= wanted
        and all(len(s.hands[each]) >= wanted for each in s.seats_of(s.in_round))
    ):
        _finish(s)


def _finish(s: State) -> None:
    """R-2: the discards go under the draw pile as one block, the first discard uppermost."""
    block = s.discards[::-1]
    s.draw[:0] = block
    s.pile_known = len(block)
    s.discards = []
    s.phase = TURN
    turn_first_card(s)

"""Going out in one go: cards that keep the turn, one after the other, and then the last one."""

from __future__ import annotations

from collections.abc import Sequence

from uno_tui.engine.state import State
from uno_tui.ruleset.tables import Tables

LONGEST = 5
"""Hands larger than this are not searched."""


def keeps_turn(t: Tables, card: int, two: bool) -> bool:
    """Whether whoever lays the card is surely to move again: nobody can answer or send it back."""
    if t.is_wild[card] or t.jump_in or t.swaps[card] or t.exchanges[card]:
        return False
    names = {name for name, _ in t.effects[card]}
    if "again" in names and "draw" not in names:
        return True
    if not two or t.deflects:
        return False
    if "draw" in names:
        return t.draw_loses_turn and not t.answerable[card]
    return "skip" in names or "reverse" in names


def winning_start(s: State, seat: int, keeps: Sequence[bool]) -> int:
    """The card to begin with when the whole hand can be laid in one go; -1 when it cannot.

    `keeps[card]` says which cards keep the turn; the last card need not.
    """
    hand = s.hands[seat]
    if not 2 <= len(hand) <= LONGEST:
        return -1
    others = 0
    for card in hand:
        if not keeps[card]:
            others += 1
            if others > 1:
                return -1
    for card in dict.fromkeys(hand):
        if keeps[card] and s.ok[card]:
            rest = list(hand)
            rest.remove(card)
            if _goes_out(s.t, keeps, card, rest):
                return card
    return -1


def _goes_out(t: Tables, keeps: Sequence[bool], top: int, hand: list[int]) -> bool:
    """Whether these cards can all follow on `top`, each but the last keeping the turn."""
    ok = t.match[t.color_of[top]][t.face_of[top]]
    for card in dict.fromkeys(hand):
        if not ok[card]:
            continue
        if len(hand) == 1:
            return True
        if keeps[card]:
            rest = list(hand)
            rest.remove(card)
            if _goes_out(t, keeps, card, rest):
                return True
    return False

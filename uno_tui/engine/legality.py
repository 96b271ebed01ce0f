"""What may be laid: matching, honest wild draws, colours to name and seats to choose.

One truth: `playable` lists, `refuse_card` judges any attempt with a reason, and both read the
same tables.
"""

from __future__ import annotations

from uno_tui.engine.actions import PLAY, Action, Refusal
from uno_tui.engine.refusals import refuse
from uno_tui.engine.state import State


def playable(s: State, hand: list[int]) -> list[int]:
    """The kinds in `hand`, with repeats, that the table would accept on a normal turn now."""
    ok = s.ok
    found = [card for card in hand if ok[card]]
    if found and s.t.strict:
        wild_draw = s.t.section_w
        return [card for card in found if not wild_draw[card] or honest(s, hand, card)]
    return found


def can_play(s: State, seat: int) -> bool:
    """Whether the seat holds anything playable."""
    return bool(playable(s, s.hands[seat]))


def honest(s: State, hand: list[int], card: int) -> bool:
    """W-1: whether laying wild draw `card` from `hand` (which still holds it) is honest now."""
    t = s.t
    rule = t.legal_if
    if rule == "always" or len(hand) == 1:
        return True
    color_of, is_wild = t.color_of, t.is_wild
    if rule == "no-other-playable":
        return not _other_playable(s, hand, card)
    color = s.color
    for held in hand:
        if is_wild[held]:
            continue
        if color_of[held] == color and color >= 0:
            return False
        if rule == "no-color-or-symbol" and _same_symbol(s, held):
            return False
    return True


def _other_playable(s: State, hand: list[int], card: int) -> bool:
    # Another wild draw of the same face does not count.
    face_of = s.t.face_of
    ok = s.ok
    return any(ok[held] and face_of[held] != face_of[card] for held in hand)


def _same_symbol(s: State, held: int) -> bool:
    if not s.discards:
        return False
    t = s.t
    top = s.discards[-1]
    if t.is_wild[top] or t.face_of[held] != t.face_of[top]:
        return False
    return t.symbols or t.number[held] >= 0


def refuse_held(s: State, seat: int, cards: tuple[int, ...]) -> Refusal | None:
    """The refusal for the first of `cards` that the seat does not hold; None when it holds all."""
    hand = list(s.hands[seat])
    for card in cards:
        if card not in hand:
            return refuse(s, "not-held", card=card)
        hand.remove(card)
    return None


def refuse_card(s: State, seat: int, card: int) -> Refusal | None:
    """Why this one card cannot be laid on a normal turn; None when it can."""
    hand = s.hands[seat]
    if card not in hand:
        return refuse(s, "not-held", card=card)
    if not s.ok[card]:
        return refuse(s, _mismatch(s, card), card=card)
    if s.t.strict and s.t.section_w[card] and not honest(s, hand, card):
        return refuse(s, "dishonest", card=card)
    return None


def _mismatch(s: State, card: int) -> str:
    """Whether only the colour could have matched: symbols may not, and a wild has none."""
    top = s.discards[-1] if s.discards else -1
    if s.t.symbols:
        return "no-match-color" if top >= 0 and s.t.is_wild[top] else "no-match"
    number = s.t.number[card] >= 0 and top >= 0 and s.t.number[top] >= 0
    return "no-match" if number else "no-match-color"


def refuse_details(
    s: State, seat: int, action: Action, *, ends_turn: bool = True
) -> Refusal | None:
    """Judge colour, target and UNO flag of a play whose cards are fine (R-12, R-37)."""
    cards = action.cards
    if len(cards) == 1 and action.color < 0 and action.target < 0 and not action.uno:
        card = cards[0]
        t = s.t
        if not (t.wants_color[card] or t.swaps[card] or t.wheel[card]):
            return None
    card = cards[-1]
    left = len(s.hands[seat]) - len(cards)
    ends = left == 0 and ends_round(s, seat)
    return (
        _refuse_color(s, card, action.color, ends)
        or _refuse_target(s, seat, card, action.target, left)
        or _refuse_uno(s, seat, action.uno, left)
    )


def ends_round(s: State, seat: int) -> bool:
    """Whether the round ends when this seat lays its last card now."""
    t = s.t
    if t.points_per_out or s.refilled[seat] < len(t.refills):
        return False
    return not t.last_left or s.in_round.bit_count() <= 2


def names_color(s: State, card: int) -> bool:
    """Whether laying `card` now asks for a colour (R-34: on the wheel only when there is none)."""
    return s.t.wants_color[card] or (s.t.wheel[card] and s.color < 0)


def _refuse_color(s: State, card: int, color: int, ends: bool) -> Refusal | None:
    if names_color(s, card):
        if color < 0 and not ends:
            return refuse(s, "needs-color", card=card)
        if not -1 <= color < len(s.t.colors):
            return refuse(s, "unknown-color")
    elif color != -1:
        return refuse(s, "no-color", card=card)
    return None


def _refuse_target(s: State, seat: int, card: int, target: int, left: int) -> Refusal | None:
    t = s.t
    if not t.targets[card]:
        return refuse(s, "no-target", card=card) if target != -1 else None
    if target < 0:
        if t.swaps[card] and left and s.in_round.bit_count() > 2:
            return refuse(s, "needs-target", card=card)
        return None
    if target == seat or target >= s.seats or not s.in_round >> target & 1:
        return refuse(s, "bad-target")
    return None


def _refuse_uno(s: State, seat: int, uno: bool, left: int) -> Refusal | None:
    if not uno:
        return None
    if left != 1:
        return refuse(s, "uno-not-one")
    if s.called >> seat & 1:
        return refuse(s, "uno-called")
    return None


def other_seats(s: State, seat: int) -> list[int]:
    """The seats still in the round, without `seat`, in the order of play."""
    others: list[int] = []
    other = s.next_of[seat]
    while other != seat and other not in others:  # `seat` itself may be out already
        others.append(other)
        other = s.next_of[other]
    return others


def plays_of_card(s: State, seat: int, card: int, cards: tuple[int, ...] = ()) -> list[Action]:
    """One action for each way to lay `card` (or `cards`, which end with it): colours, targets."""
    t = s.t
    cards = cards or (card,)
    left = len(s.hands[seat]) - len(cards)
    if left == 0 and ends_round(s, seat):
        return [Action(PLAY, cards)]
    if len(cards) == 1 and not t.targets[card] and not t.wheel[card]:
        return list(s.plays[0][card])
    colors = range(len(t.colors)) if names_color(s, card) else (-1,)
    targets: list[int] = [-1]
    if left and t.targets[card]:
        others = other_seats(s, seat)
        targets = others if t.swaps[card] else [-1, *others]
    return [Action(PLAY, cards, color, target) for color in colors for target in targets]

"""A seat's turn: lay a card (or a pair, or a whole colour), or draw (T-1 … T-7, E-8)."""

from __future__ import annotations

from uno_tui.engine import calls, flow
from uno_tui.engine.actions import DRAW, PASS, PLAY, Action, Refusal
from uno_tui.engine.events import Event
from uno_tui.engine.lay import NORMAL, lay
from uno_tui.engine.legality import (
    can_play,
    honest,
    playable,
    plays_of_card,
    refuse_card,
    refuse_details,
    refuse_held,
)
from uno_tui.engine.refusals import refuse as refusal
from uno_tui.engine.state import DRAWN, H_KEPT, H_TURN_DRAW, State

_DRAW = Action(DRAW)


def options(s: State, seat: int) -> list[Action]:
    """Everything playable, then drawing where the rules allow it."""
    hand = s.hands[seat]
    cards = playable(s, hand)
    found: list[Action] = []
    for card in dict.fromkeys(cards):
        found += plays_of_card(s, seat, card)
        if s.t.pairs[card] and cards.count(card) > 1:
            found += plays_of_card(s, seat, card, (card, card))
        if s.t.lays_color[card]:
            found += _whole_colors(s, seat, card)
    if s.lay_open >= 0:
        found += _open_color(s, seat)
    if s.can_draw() and (s.t.optional_draw or not cards):
        found.append(_DRAW)
    return found


def _whole_colors(s: State, seat: int, card: int) -> list[Action]:
    """The card with all others of its colour: one order for each card that may come last."""
    others = _of_color(s, seat, s.t.color_of[card])
    others.remove(card)
    return _orders(s, seat, [card], others) if others else []


def _open_color(s: State, seat: int) -> list[Action]:
    cards = _of_color(s, seat, s.lay_open)
    return _orders(s, seat, [], cards) if len(cards) > 1 else []


def _orders(s: State, seat: int, first: list[int], others: list[int]) -> list[Action]:
    found: list[Action] = []
    for final in dict.fromkeys(others):
        rest = others[:]
        rest.remove(final)
        found += plays_of_card(s, seat, final, (*first, *rest, final))
    return [play for play in found if not _is_pair(s, play.cards)]


def _is_pair(s: State, cards: tuple[int, ...]) -> bool:
    return len(cards) == 2 and cards[0] == cards[1] and s.t.pairs[cards[0]]


def _of_color(s: State, seat: int, color: int) -> list[int]:
    t = s.t
    return sorted(c for c in s.hands[seat] if t.color_of[c] == color and not t.is_wild[c])


def refuse(s: State, seat: int, action: Action) -> Refusal | None:
    """Why this cannot be done on a normal turn."""
    verb = action.verb
    if verb == PLAY:
        return _refuse_play(s, seat, action)
    if verb == DRAW:
        if not s.can_draw():
            return refusal(s, "nothing-to-draw")
        if not s.t.optional_draw and can_play(s, seat):
            return refusal(s, "must-play")
        return None
    if verb == PASS:
        return refusal(s, "draw-first" if s.can_draw() else "can-play")
    return refusal(s, "not-asked")


def _refuse_play(s: State, seat: int, action: Action) -> Refusal | None:
    cards = action.cards
    if len(cards) == 1:
        return refuse_card(s, seat, cards[0]) or refuse_details(s, seat, action)
    return _refuse_several(s, seat, cards) or refuse_details(s, seat, action)


def _refuse_several(s: State, seat: int, cards: tuple[int, ...]) -> Refusal | None:
    not_held = refuse_held(s, seat, cards)
    if not_held is not None:
        return not_held
    if not cards:
        return refusal(s, "no-pair")
    if _is_pair(s, cards):
        return refuse_card(s, seat, cards[0])
    if s.lay_open >= 0 and sorted(cards) == _of_color(s, seat, s.lay_open):
        return None
    if not s.t.lays_color[cards[0]]:
        return refusal(s, "no-pair")
    if sorted(cards) != _of_color(s, seat, s.t.color_of[cards[0]]):
        return refusal(s, "lay-all", card=cards[0])
    return refuse_card(s, seat, cards[0])


def carry_out(s: State, seat: int, action: Action) -> None:
    """Lay the cards, or draw."""
    if action.verb == PLAY:
        lay(s, seat, action, NORMAL)
    else:
        _draw(s, seat)


def _draw(s: State, seat: int) -> None:
    """T-2: draw; a card that cannot be played (or never may) ends the turn by itself (R-6)."""
    t = s.t
    s.turns += 1
    s.passes = 0
    s.lay_open = -1
    if s.owing:
        calls.close_on_draw(s)
    hand = s.hands[seat]
    if s.history is not None:
        top = s.discards[-1] if s.discards else -1
        s.history.append((H_TURN_DRAW, seat, s.color, top, len(hand)))
    s.take(seat, 1, "turn")
    if t.until_playable:
        while not _playable_card(s, hand) and s.can_draw():
            s.take(seat, 1, "turn")
        if t.end_when_empty and not s.draw and not _playable_card(s, hand):
            s.exhausted = True
    s.base = seat
    over = s.exhausted or s.turns >= t.limit
    if not over and not t.never_play_drawn and _playable_card(s, hand):
        s.phase = DRAWN
        s.drawn = hand[-1]
        return
    keep(s, seat)


def _playable_card(s: State, hand: list[int]) -> bool:
    card = hand[-1]
    return bool(s.ok[card]) and not (
        s.t.strict and s.t.section_w[card] and not honest(s, hand, card)
    )


def keep(s: State, seat: int) -> None:
    """The seat keeps what it drew and its turn is over."""
    s.drawn = -1
    if s.history is not None:
        s.history.append((H_KEPT, seat, s.color, s.discards[-1] if s.discards else -1))
    if s.log is not None:
        s.emit(Event("passed", seat, why="kept"))
    s.base = seat
    flow.finish(s)

"""The random player: what everything is measured against, and what rollouts may play.

Any card the table would accept, a colour and a seat by chance; it draws only when it must, lays what
it drew, answers penalties when it can, never challenges and always calls UNO.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from uno_tui.engine.actions import ACCEPT, DISCARD, DRAW, KEEP, PLAY, Action
from uno_tui.engine.actions import GIVE as GIVE_CARD
from uno_tui.engine.decisions import DECISIONS, respond
from uno_tui.engine.legality import ends_round, names_color, other_seats, playable
from uno_tui.engine.state import DRAFT, DRAWN, GIVE, RESPOND, TURN, State
from uno_tui.ruleset.tables import Tables

Rnd: TypeAlias = Callable[[], float]
"""Chance: each call gives a number in [0, 1), e.g. `Random(seed).random`."""

_DRAW, _ACCEPT = Action(DRAW), Action(ACCEPT)
_KEEP, _DISCARD = Action(KEEP), Action(DISCARD)


def random_choice(s: State, seat: int, rnd: Rnd) -> Action:
    """What the random player does when `seat` is asked on table `s`."""
    phase = s.phase
    if phase == TURN:
        if s.lay_open >= 0:
            return _any_play(s, seat, rnd)
        hand = s.hands[seat]
        cards = playable(s, hand)
        if not cards:
            return _DRAW
        return play_of(s, seat, laid_with(s.t, hand, cards[int(rnd() * len(cards))], rnd), rnd)
    if phase == DRAWN:
        return play_of(s, seat, (s.drawn,), rnd)
    if phase == RESPOND:
        cards = respond.answers(s, seat)
        return play_of(s, seat, (cards[int(rnd() * len(cards))],), rnd) if cards else _ACCEPT
    if phase == GIVE:
        hand = s.hands[seat]
        return Action(GIVE_CARD, (hand[int(rnd() * len(hand))],))
    if phase == DRAFT:
        return _KEEP if rnd() < 0.5 else _DISCARD
    options = DECISIONS[phase].options(s, seat)
    return options[int(rnd() * len(options))] if len(options) > 1 else options[0]


def _any_play(s: State, seat: int, rnd: Rnd) -> Action:
    """Where the first seat may lay a whole colour (R-4): any of the plays listed."""
    plays = [action for action in DECISIONS[TURN].options(s, seat) if action.verb == PLAY]
    if not plays:
        return _DRAW
    play = plays[int(rnd() * len(plays))]
    if len(s.hands[seat]) - len(play.cards) == 1 and not s.called >> seat & 1:
        return play._replace(uno=True)
    return play


def laid_with(t: Tables, hand: list[int], card: int, rnd: Rnd) -> tuple[int, ...]:
    """The card alone, or half the time with its twin or its whole colour where the rules allow."""
    if t.pairs[card] and hand.count(card) > 1:
        return (card, card) if rnd() < 0.5 else (card,)
    if t.lays_color[card]:
        color = t.color_of[card]
        others = [held for held in hand if t.color_of[held] == color and not t.is_wild[held]]
        others.remove(card)
        if others and rnd() < 0.5:
            final = others.pop(int(rnd() * len(others)))
            return (card, *others, final)
    return (card,)


def play_of(s: State, seat: int, cards: tuple[int, ...], rnd: Rnd) -> Action:
    """Lay these, with a colour and a seat by chance where the last one asks for them, and the call."""
    t = s.t
    card = cards[-1]
    left = len(s.hands[seat]) - len(cards)
    if not left and ends_round(s, seat):
        return Action(PLAY, cards)
    uno = left == 1 and not s.called >> seat & 1
    color = int(rnd() * len(t.colors)) if names_color(s, card) else -1
    if len(cards) == 1 and not t.targets[card] and not t.wheel[card]:
        return s.plays[uno][card][color]
    target = -1
    if left and t.targets[card]:
        others = other_seats(s, seat)
        target = others[int(rnd() * len(others))]
    return Action(PLAY, cards, color, target, uno)

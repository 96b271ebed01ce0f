"""Owing cards or a turn: when the table waits for an answer, and how the penalty is taken.

Stacking, passing on, deflecting and jumping in are each one change to `State.pending`.
"""

from __future__ import annotations

from uno_tui.engine.events import Event
from uno_tui.engine.state import OWED_CARDS, READY, RESPOND, Pending, State

READY_FROM = 4
"""After drawing this many cards a seat sorts its hand before play goes on (H-11)."""


def impose(s: State, target: int, amount: int, last_n: int) -> bool:
    """Make `target` owe `amount` cards for the card just laid; returns whether the table waits.

    Whether it waits is judged by the rules and the cards on the table, never by hands (R-31).
    """
    t = s.t
    card = s.discards[-1]
    costs_turn = t.draw_loses_turn or (s.pair and t.pair_skips)
    challengeable = t.challenges and t.section_w[card] and not s.last
    if s.ending or not (challengeable or t.deflects or _open_to_answers(s, card, card)):
        return draw_penalty(s, target, amount, costs_turn)
    honest, color, layer, fresh = s.honesty if challengeable else (True, -1, -1, False)
    pending = Pending(
        OWED_CARDS, amount, last_n, s.actor, target, card, card,
        challengeable, honest, color, layer, fresh, costs_turn,
    )  # fmt: skip
    s.pending = pending
    if not waits(s, pending):
        return take_cards(s)
    ask(s)
    return True


def _open_to_answers(s: State, card: int, top: int) -> bool:
    t = s.t
    return t.answerable[card] or t.beatable[card] or twin_may_come(s, top)


def twin_may_come(s: State, top: int) -> bool:
    """J-4, R-31: whether somebody may jump in on `top`, as far as the cards at this table go."""
    return s.t.jump_kind[top] and (s.t.jumpable[top] or s.cards_in_play[top] >= 2)


def waits(s: State, pending: Pending) -> bool:
    """Whether the rules allow anything but drawing; never after the last turn of all (R-32)."""
    return s.turns < s.t.limit and (
        pending.challengeable
        or _open_to_answers(s, pending.card, pending.top)
        or can_send_back(s, pending)
    )


def can_send_back(s: State, pending: Pending) -> bool:
    """P-4, R-36: not a draw from a seat that is out."""
    return s.t.deflects and bool(s.in_round >> pending.source & 1)


def skip_waits(s: State) -> bool:
    """Only a Skip laid singly, and not as a last card, can be sent back (R-36)."""
    return s.t.deflects and not (s.pair or s.last or s.ending) and s.turns < s.t.limit


def ask(s: State) -> None:
    """Ask the target of what is pending."""
    pending = s.pending
    assert pending is not None
    s.phase = RESPOND
    s.turn = pending.target
    if s.log is not None:
        why = "skip" if pending.kind != OWED_CARDS else "draw"
        s.emit(
            Event("owes", pending.target, pending.source, (pending.card,), pending.amount, why=why)
        )


def take_cards(s: State) -> bool:
    """The target draws what it owes; play goes on from it. Returns whether it must say Ready."""
    pending = s.pending
    assert pending is not None
    s.pending = None
    return draw_penalty(s, pending.target, pending.amount, pending.costs_turn)


def draw_penalty(s: State, target: int, amount: int, costs_turn: bool) -> bool:
    """`target` draws; play goes on from it. Returns whether it must say Ready."""
    got = s.take(target, amount, "penalty")
    lose_turn(s, target, costs_turn)
    return ask_ready(s, target, got)


def lose_turn(s: State, seat: int, costs_turn: bool = True) -> None:
    """Play goes on after `seat`, or with it when the penalty does not cost the turn."""
    s.lost = 0
    if costs_turn:
        s.base = seat
        s.goto = -1
        if s.log is not None and not s.ending:
            s.emit(Event("skipped", seat))
    else:
        s.goto = seat


def ask_ready(s: State, seat: int, got: int) -> bool:
    """H-11: after four or more cards play waits until the seat says Ready."""
    if not s.t.ready or got < READY_FROM or s.ending or s.exhausted:
        return False
    s.phase = READY
    s.turn = seat
    return True

"""Events of the play-out loop, ready to be put on `State.log`: those of its ordinary turns.

They are the events the rules' own code makes in the same cases (`decisions/`, `lay.py`,
`effects.py`, `penalty.py`; `tests/engine/test_playout.py` compares the streams). Events never
change, and the same few happen over and over, so each is made once and looked up afterwards: about
a quarter of the time of making it anew.
"""

from __future__ import annotations

from functools import lru_cache

from uno_tui.engine.effects import end_silence
from uno_tui.engine.events import Event
from uno_tui.engine.plan import STEP_AGAIN
from uno_tui.engine.state import DRAWN, State
from uno_tui.ruleset.tables import STEP_REVERSE, STEP_SKIP

Entry = tuple[Event, tuple[int, ...] | None]
"""An event with the seats that may see its cards, as in `State.log`."""

_once = lru_cache(maxsize=16384)


@_once
def laid(seat: int, card: int, color: int, drawn: bool, target: int = -1) -> Entry:
    """`seat` lays a card, the one it drew or another."""
    return Event("played", seat, target, (card,), color=color, why="drawn" if drawn else ""), None


@_once
def drew(seat: int, card: int) -> Entry:
    """`seat` draws a card because it is its turn."""
    return Event("drew", seat, cards=(card,), n=1, why="turn"), (seat,)


@_once
def kept(seat: int) -> Entry:
    """`seat` keeps the card it drew."""
    return Event("passed", seat, why="kept"), None


@_once
def skipped(seat: int) -> Entry:
    """`seat` loses its turn."""
    return Event("skipped", seat), None


@_once
def by_seat(kind: str, seat: int, n: int = 0) -> Entry:
    """One of the rarer events that tell no more than who, and how much."""
    return Event(kind, seat, n=n), None


@_once
def owes(seat: int, source: int, card: int, n: int) -> Entry:
    """`seat` is asked about the n cards, or with 0 about the turn, that the card costs it."""
    return Event("owes", seat, source, (card,), n, why="draw" if n else "skip"), None


def took(seat: int, cards: list[int]) -> Entry:
    """`seat` draws a penalty."""
    return Event("drew", seat, cards=tuple(cards), n=len(cards), why="penalty"), (seat,)


def exchange(seat: int, other: int) -> Entry:
    """The two are about to exchange a card."""
    return Event("exchange", seat, other), None


def step(log: list[Entry], step: int, seat: int, after: int, direction: int, two: bool) -> None:
    """What comes of a card beside what others draw; `after` is the next seat before it counts."""
    if step == STEP_SKIP:
        log.append(skipped(after))
    elif step == STEP_REVERSE:
        log.append(by_seat("direction", seat, -direction))
        if two:
            log.append(skipped(after))
    elif step == STEP_AGAIN:
        log.append(by_seat("again", seat))


def going_out(s: State, seat: int, card: int) -> None:
    """`seat` lays its last card, now the top one, and the round ends."""
    assert s.log is not None
    s.log.append(laid(seat, card, s.color, s.phase == DRAWN))
    if s.silence is not None and s.silence[1] and s.silence[2] != s.color:
        end_silence(s)
    s.log.append(by_seat("out", seat, 1))

"""The whole table as one line of JSON, and back: for saves, tests and bug reports."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from uno_tui.engine.circle import ring
from uno_tui.engine.state import PHASE_NAMES, Pending, State
from uno_tui.ruleset.tables import Tables

_PLAIN = (
    "actor", "again", "asked", "base", "called", "carry", "color", "dealer", "direction",
    "drawn", "ending", "exhausted", "fresh", "goto", "in_match", "in_round", "last", "lay_open",
    "layer", "lost", "lost_rounds", "named_color", "named_seat", "owing", "pair", "passes",
    "pile_known", "random_events", "refilled", "resume", "resume_turn", "round_no",
    "round_points", "scores", "seed", "turn", "turns", "unfinished",
)  # fmt: skip
"""Slots that are written as they are: ints, bools and lists of ints."""

_TUPLES = ("champions", "closers", "honesty", "losers", "out_cards", "places", "winners")
"""Slots that are flat tuples."""

_NESTED = ("agenda", "gives", "saw", "history")
"""Slots that are collections of flat tuples."""

MOST_CARDS = 10_000


def dump(s: State) -> str:
    """One line of JSON with everything there is to know about the table."""
    code = s.t.code
    data: dict[str, Any] = {
        "phase": PHASE_NAMES[s.phase],
        "hands": [[code(card) for card in hand] for hand in s.hands],
        "draw": [code(card) for card in s.draw],
        "discards": [code(card) for card in s.discards],
        "deck": list(s.cards_in_play),
    }
    for slot in _PLAIN:
        data[slot] = getattr(s, slot)
    for slot in _TUPLES:
        data[slot] = list(getattr(s, slot))
    for slot in _NESTED:
        value = getattr(s, slot)
        if value is not None:
            items = sorted(value) if slot == "saw" else value
            data[slot] = [
                list(map(int, item)) for item in items
            ]  # no bools: they read back as ints
    data["pending"] = list(s.pending) if s.pending is not None else None
    data["silence"] = list(s.silence) if s.silence is not None else None
    data["known"] = [[*key, *cards] for key, cards in sorted(s.known.items())]
    return json.dumps(data, separators=(",", ":"))


def load(text: str, tables: Tables, names: Sequence[str]) -> State:
    """The table that `dump` wrote. Raises ValueError with one sentence when the text is not one."""
    try:
        data = json.loads(text)
        s = State(tables, len(names), int(data["seed"]))
        s.names = tuple(names)
        _fill(s, data)
    except (KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise ValueError(f"this is not a saved table position: {error!r}") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"this is not a saved table position: {error}") from None
    return s


def _fill(s: State, data: dict[str, Any]) -> None:
    parse = _parser(s.t)
    if len(data["hands"]) != s.seats:
        raise ValueError(f"the position has {len(data['hands'])} hands for {s.seats} seats")
    if sum(map(len, (data["draw"], data["discards"], *data["hands"]))) > MOST_CARDS:
        raise ValueError(f"the position has more than {MOST_CARDS} cards")
    s.phase = PHASE_NAMES.index(data["phase"])
    s.hands = [[parse(card) for card in hand] for hand in data["hands"]]
    s.draw = [parse(card) for card in data["draw"]]
    s.discards = [parse(card) for card in data["discards"]]
    s.cards_in_play = tuple(int(count) for count in data["deck"])
    for slot in _PLAIN:
        value = data[slot]
        wanted = type(getattr(s, slot))
        if not isinstance(value, wanted):
            raise ValueError(f"{slot!r} in the position is not a {wanted.__name__}")
        setattr(s, slot, value)
    for slot in _TUPLES:
        setattr(s, slot, tuple(data[slot]))
    s.agenda = [(int(step), int(n)) for step, n in data["agenda"]]
    s.gives = tuple((int(a), int(b), int(c)) for a, b, c in data["gives"])
    s.saw = frozenset((int(a), int(b)) for a, b in data["saw"])
    s.history = [tuple(map(int, item)) for item in data["history"]] if "history" in data else None
    s.pending = Pending(*data["pending"]) if data["pending"] is not None else None
    if data["silence"] is not None:
        by, mode, color = data["silence"]
        s.silence = (int(by), int(mode), int(color))
    s.known = {(int(k[0]), int(k[1])): tuple(map(int, k[2:])) for k in data["known"]}
    _check(s)
    s.next_of = ring(s.seats, s.in_round, s.direction)
    face = s.t.face_of[s.discards[-1]] if s.discards else 0
    s.ok = s.t.match[s.color][face] if s.discards else s.t.match[-1][0]


def _check(s: State) -> None:
    """Refuse numbers that would lead outside the table."""
    seats, colors = s.seats, len(s.t.colors)
    if s.direction not in (1, -1) or not -1 <= s.color < colors or not -1 <= s.turn < seats:
        raise ValueError("the position names a direction, colour or seat that does not exist")
    if not (0 < s.in_match < 1 << seats and 0 < s.in_round < 1 << seats):
        raise ValueError("the position has nobody at the table")
    if len(s.cards_in_play) != len(s.t.kinds):
        raise ValueError("the position was made with another deck")
    for slot in ("scores", "lost_rounds", "refilled", "round_points"):
        if len(getattr(s, slot)) != seats:
            raise ValueError(f"{slot!r} in the position is not one number a seat")


def _parser(tables: Tables) -> Callable[[str], int]:
    def parse(code: str) -> int:
        return -1 if code == "?" else tables.parse(code)

    return parse

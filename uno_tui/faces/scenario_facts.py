"""The facts a scenario may state (`= turn Ann`, `= owes none`): how each is read and looked up.

Every kind of fact is a row of `FACTS`. Reading gives what it is about and the value expected;
looking gives the value at the table, in the same form, so that both can be compared and shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from uno_tui.engine.actions import format_action, parse_action
from uno_tui.engine.decisions import PHASE_NAMES
from uno_tui.engine.game import Game
from uno_tui.faces.wording import nearest
from uno_tui.ruleset.tables import Tables


class Fact(NamedTuple):
    """One stated fact: its kind, what comes before the value, and the value as canonical text."""

    kind: str
    subject: tuple[int, ...]
    expected: str
    argument: object = None


class Place(NamedTuple):
    """Who sits at the table and with which cards: what is needed to read names and codes."""

    names: tuple[str, ...]
    tables: Tables


Read = Callable[[str, Place], tuple[tuple[int, ...], str, object]]
Look = Callable[[Game, Fact, Place], str]


class FactKind(NamedTuple):
    """How a fact reads (`form` is its grammar, for error messages) and how it is looked up."""

    form: str
    read: Read
    look: Look


def read_fact(text: str, names: tuple[str, ...], tables: Tables) -> Fact:
    """Read a fact without its `=`. Raises ValueError with a sentence."""
    kind, _, rest = text.partition(" ")
    if kind not in FACTS:
        known = f"; known are {', '.join(FACTS)}"
        raise ValueError(f"unknown fact {kind!r}{nearest(kind, FACTS) or known}")
    try:
        subject, expected, argument = FACTS[kind].read(rest.strip(), Place(names, tables))
    except ValueError as error:
        raise ValueError(f"{error} (it is written '= {FACTS[kind].form}')") from None
    return Fact(kind, subject, expected, argument)


def look_up(fact: Fact, game: Game, names: tuple[str, ...], tables: Tables) -> str:
    """What the table says where `fact` states `fact.expected`, in the same words."""
    return FACTS[fact.kind].look(game, fact, Place(names, tables))


# Reading


def _seat(name: str, place: Place) -> int:
    if name not in place.names:
        raise ValueError(f"{name!r} does not sit at this table ({', '.join(place.names)})")
    return place.names.index(name)


def _seats(text: str, place: Place) -> list[int]:
    """Names one after the other; a name may hold spaces, so the longest that fits is taken."""
    found: list[int] = []
    rest = text
    by_length = sorted(place.names, key=len, reverse=True)
    while rest:
        fitting = [name for name in by_length if rest == name or rest.startswith(name + " ")]
        if not fitting:
            raise ValueError(f"{rest.split()[0]!r} does not sit at this table")
        found.append(place.names.index(fitting[0]))
        rest = rest[len(fitting[0]) :].strip()
    if not found:
        raise ValueError("a name is missing")
    return found


def _number(text: str) -> str:
    try:
        return str(int(text))
    except ValueError:
        raise ValueError(f"{text!r} is not a whole number") from None


def _read_name(rest: str, place: Place) -> tuple[tuple[int, ...], str, object]:
    return (), place.names[_seat(rest, place)], None


def _read_names(rest: str, place: Place) -> tuple[tuple[int, ...], str, object]:
    return (), _tell_set(_seats(rest, place), place), None


def _read_order(rest: str, place: Place) -> tuple[tuple[int, ...], str, object]:
    return (), " ".join(place.names[seat] for seat in _seats(rest, place)), None


def _read_number(rest: str, place: Place) -> tuple[tuple[int, ...], str, object]:
    return (), _number(rest), None


def _read_name_number(rest: str, place: Place) -> tuple[tuple[int, ...], str, object]:
    name, _, number = rest.rpartition(" ")
    return (_seat(name.strip(), place),), _number(number), None


def _read_color(rest: str, place: Place) -> tuple[tuple[int, ...], str, object]:
    for color in place.tables.colors:
        if rest in (color.name, color.letter):
            return (), color.name, None
    if rest == "any":
        return (), "any", None
    known = ", ".join(color.name for color in place.tables.colors)
    raise ValueError(f"{rest!r} is not a colour of this deck ({known}, any)")


def _read_word(*allowed: str) -> Read:
    def read(rest: str, place: Place) -> tuple[tuple[int, ...], str, object]:
        if rest not in allowed:
            raise ValueError(f"{rest!r} is not one of {', '.join(allowed)}")
        return (), rest, None

    return read


def _read_card(rest: str, place: Place) -> tuple[tuple[int, ...], str, object]:
    return (), place.tables.code(place.tables.parse(rest)), None


def _read_hand(rest: str, place: Place) -> tuple[tuple[int, ...], str, object]:
    name, colon, cards = rest.partition(":")
    if not colon:
        raise ValueError("the ':' after the name is missing")
    words = [] if cards.strip() == "-" else cards.split()
    if colon and not cards.strip():
        raise ValueError("no cards are named; an empty hand is '-'")
    kinds = [place.tables.parse(word) for word in words]
    return (_seat(name.strip(), place),), _tell_cards(kinds, place), None


def _read_owes(rest: str, place: Place) -> tuple[tuple[int, ...], str, object]:
    if rest == "none":
        return (), "none", None
    (seat,), number, _ = _read_name_number(rest, place)
    return (), f"{place.names[seat]} {number}", None


def _read_may(expected: str) -> Read:
    def read(rest: str, place: Place) -> tuple[tuple[int, ...], str, object]:
        name, colon, action = rest.partition(":")
        if not colon:
            raise ValueError("the ':' after the name is missing")
        seat = _seat(name.strip(), place)
        return (seat,), expected, parse_action(action.strip(), place.tables, place.names)

    return read


def _read_saw(rest: str, place: Place) -> tuple[tuple[int, ...], str, object]:
    seats = _seats(rest, place)
    if len(seats) != 2:
        raise ValueError("two names are needed")
    return tuple(seats), "shown", None


def _read_called(expected: str) -> Read:
    def read(rest: str, place: Place) -> tuple[tuple[int, ...], str, object]:
        return (_seat(rest, place),), expected, None

    return read


# Telling


def _tell_set(seats: list[int] | tuple[int, ...], place: Place) -> str:
    return " ".join(place.names[seat] for seat in sorted(set(seats))) or "nobody"


def _tell_cards(kinds: list[int] | tuple[int, ...], place: Place) -> str:
    return " ".join(place.tables.code(kind) for kind in sorted(kinds)) or "-"


def _tell_seat(seat: int, place: Place) -> str:
    return place.names[seat] if seat >= 0 else "nobody"


def _tell_color(game: Game, fact: Fact, place: Place) -> str:
    color = game.view(None).color
    return place.tables.colors[color].name if color >= 0 else "any"


def _tell_owed(game: Game, fact: Fact, place: Place) -> str:
    pending = game.view(None).pending
    if pending is None or pending.kind != "draw":
        return "none"
    return f"{place.names[pending.target]} {pending.amount}"


def _tell_top(game: Game, fact: Fact, place: Place) -> str:
    top = game.view(None).top
    return place.tables.code(top) if top >= 0 else "none"


def _tell_may(game: Game, fact: Fact, place: Place) -> str:
    action = fact.argument
    refusal = game.check(fact.subject[0], action)  # type: ignore[arg-type]
    return "allowed" if refusal is None else "refused"


def _tell_called(game: Game, fact: Fact, place: Place) -> str:
    return "called" if fact.subject[0] in game.view(None).called else "not called"


def why_refused(fact: Fact, game: Game, names: tuple[str, ...], tables: Tables) -> str:
    """For a `may` that fails: the action and the table's reason, else an empty text."""
    if fact.kind != "may":
        return ""
    refusal = game.check(fact.subject[0], fact.argument)  # type: ignore[arg-type]
    action = format_action(fact.argument, tables, names)  # type: ignore[arg-type]
    return f" ({action}: {refusal.text})" if refusal else ""


FACTS: dict[str, FactKind] = {
    "turn": FactKind("turn NAME", _read_name, lambda g, f, p: _tell_seat(g.turn, p)),
    "color": FactKind("color NAME", _read_color, _tell_color),
    "direction": FactKind(
        "direction clockwise|counter-clockwise",
        _read_word("clockwise", "counter-clockwise"),
        lambda g, f, p: "clockwise" if g.view(None).direction > 0 else "counter-clockwise",
    ),
    "top": FactKind("top CARD", _read_card, _tell_top),
    "hand": FactKind(
        "hand NAME: CARDS", _read_hand, lambda g, f, p: _tell_cards(g.hands()[f.subject[0]], p)
    ),
    "count": FactKind(
        "count NAME N",
        _read_name_number,
        lambda g, f, p: str(g.view(None).counts[f.subject[0]]),
    ),
    "pile": FactKind("pile N", _read_number, lambda g, f, p: str(g.view(None).pile)),
    "discards": FactKind(
        "discards N", _read_number, lambda g, f, p: str(len(g.view(None).discards))
    ),
    "owes": FactKind("owes NAME N, = owes none", _read_owes, _tell_owed),
    "may": FactKind("may NAME: ACTION", _read_may("allowed"), _tell_may),
    "may-not": FactKind("may-not NAME: ACTION", _read_may("refused"), _tell_may),
    "phase": FactKind(
        f"phase {'|'.join(PHASE_NAMES)}",
        _read_word(*PHASE_NAMES),
        lambda g, f, p: PHASE_NAMES[g.phase],
    ),
    "score": FactKind(
        "score NAME N",
        _read_name_number,
        lambda g, f, p: str(g.view(None).scores[f.subject[0]]),
    ),
    "winner": FactKind(
        "winner NAME", _read_names, lambda g, f, p: _tell_set(g.view(None).winners, p)
    ),
    "champion": FactKind(
        "champion NAME [NAME …]",
        _read_names,
        lambda g, f, p: _tell_set(g.view(None).champions, p),
    ),
    "loser": FactKind(
        "loser NAME [NAME …]", _read_names, lambda g, f, p: _tell_set(g.view(None).losers, p)
    ),
    "dealer": FactKind(
        "dealer NAME", _read_name, lambda g, f, p: _tell_seat(g.view(None).dealer, p)
    ),
    "places": FactKind(
        "places NAME …",
        _read_order,
        lambda g, f, p: " ".join(p.names[seat] for seat in g.view(None).places) or "nobody",
    ),
    "saw": FactKind(
        "saw NAME NAME",
        _read_saw,
        lambda g, f, p: "shown" if g.saw(*f.subject) else "not shown",
    ),
    "called": FactKind("called NAME", _read_called("called"), _tell_called),
    "not-called": FactKind("not-called NAME", _read_called("not called"), _tell_called),
}

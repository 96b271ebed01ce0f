"""A match told in plain words, for `uno-tui replay --log`; no screen is needed for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from string import Formatter
from typing import NamedTuple

from uno_tui.cards import counted
from uno_tui.engine.events import ALL, Event
from uno_tui.ruleset.tables import Tables, compile_tables
from uno_tui.store.replay import Replay
from uno_tui.tui.words import HONEST_HAND, SENTENCES, WHY_OF


class Teller(NamedTuple):
    """Who sits at the table, and with which cards."""

    tables: Tables
    names: tuple[str, ...]

    def name(self, seat: int) -> str:
        """A seat's name."""
        return self.names[seat] if 0 <= seat < len(self.names) else "somebody"

    def tell(self, event: Event) -> str:
        """One event as a sentence with its reason."""
        template = SENTENCES.get((event.kind, event.why)) or SENTENCES.get((event.kind, ""))
        if template is None:
            return event.kind
        parts = Formatter().parse(template)
        text = "".join(
            literal + (_FIELDS[field](self, event) if field else "")
            for literal, field, _, _ in parts
        )
        reason = WHY_OF.get((event.kind, event.why))
        text = f"{text} ({reason})" if reason else text
        return text[:1].upper() + text[1:]


def _listed(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words) or "nothing"
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _cards(teller: Teller, event: Event) -> str:
    if not event.cards:
        return counted(event.n, "card")
    return _listed([teller.tables.name(kind) for kind in event.cards])


def _then_color(teller: Teller, event: Event) -> str:
    named = event.color >= 0 and event.cards and teller.tables.is_wild[event.cards[-1]]
    if named and teller.tables.wheel[event.cards[-1]]:
        return ""  # it turns the wheel, which is told by itself
    return f" and named {teller.tables.color_name(event.color)}" if named else ""


def _hand(teller: Teller, event: Event) -> str:
    return f" The hand: {_cards(teller, event)}." if event.cards else ""


def _ordinal(n: int) -> str:
    ending = "th" if 10 <= n % 100 <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def _honesty(teller: Teller, event: Event, dishonest: int) -> str:
    words = HONEST_HAND[teller.tables.legal_if][dishonest]
    known = event.color >= 0
    return words.format(color=f" ({teller.tables.color_name(event.color)})" if known else "")


_FIELDS: dict[str, Callable[[Teller, Event], str]] = {
    "Who": lambda t, e: t.name(e.seat),
    "who": lambda t, e: t.name(e.seat),
    "Whose": lambda t, e: f"{t.name(e.seat)}'s",
    "whose": lambda t, e: f"{t.name(e.seat)}'s",
    "Whom": lambda t, e: t.name(e.target),
    "whom": lambda t, e: t.name(e.target),
    "Whoms": lambda t, e: f"{t.name(e.target)}'s",
    "whoms": lambda t, e: f"{t.name(e.target)}'s",
    "cards": _cards,
    "color": lambda t, e: t.tables.color_name(e.color) if e.color >= 0 else "any colour",
    "then_color": _then_color,
    "n": lambda t, e: str(e.n),
    "n_cards": lambda t, e: counted(e.n, "card") if e.n or e.kind != "owes" else "a turn",
    "n_points": lambda t, e: counted(e.n, "point"),
    "in_place": lambda t, e: f", in {_ordinal(e.n)} place" if t.tables.last_left else "",
    "way": lambda t, e: "clockwise" if e.n > 0 else "counter-clockwise",
    "were": lambda t, e: "was",
    "were_t": lambda t, e: "was",
    "was_honest": lambda t, e: _honesty(t, e, 0),
    "was_dishonest": lambda t, e: _honesty(t, e, 1),
    "owe": lambda t, e: "owes",
    "win": lambda t, e: "wins",
    "take": lambda t, e: "takes",
    "hand": _hand,
    "left_with": lambda t, e: f", left with {_cards(t, e)}" if e.cards else "",
    "fined": lambda t, e: f" and drew {counted(e.n, 'card')} for it" if e.n else "",
}


def match_in_words(replay: Replay) -> Iterator[str]:
    """Every event of a finished match as a line, rounds set off by an empty one."""
    tables = compile_tables(replay.ruleset)
    for index in range(len(replay)):
        names = tuple(spec.name for spec in replay.seats(index))
        teller = Teller(tables, names)
        if index in replay.rounds[1:]:
            yield ""
        for event in replay.events(index, ALL):
            yield teller.tell(event)
    end = replay.record.end
    if end is not None and end.conceded >= 0:
        yield f"{replay.seats(len(replay))[end.conceded].name} gave the match up."

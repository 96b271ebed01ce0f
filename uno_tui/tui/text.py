"""Every sentence of the table, in one place: events, cards, colours and prompts as safe words.

All functions return `Content` (or plain str) built from data; names are only ever inserted as
literal text, so that nothing in a name can be taken for markup. No app is needed to use them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import Formatter
from typing import TYPE_CHECKING

from textual.content import Content

from uno_tui.cards import counted
from uno_tui.engine.events import Event
from uno_tui.tui.themes import CARD_STYLES
from uno_tui.tui.words import CARD_EFFECTS, HONEST_HAND, SENTENCES, WHY_OF

if TYPE_CHECKING:
    from uno_tui.ruleset.tables import Tables

PRIVATE = frozenset({"drew", "guilty", "innocent", "gave", "dealt"})
"""Kinds of event whose cards only some seats may see."""


UNTOLD = frozenset({"dealt", "dealer-card"})
"""Kinds of event without an entry of their own in the log."""
TURN_AT_STAKE = {why: f"turn-{why}" for why in ("deflect", "pass-on", "jump-in")}
"""Why a turn, not cards, hangs over a seat -> the reason under which the sentence stands."""


class Wording:
    """Turns what happens at one table into words for one viewer (-1 = a bystander).

    `tables` names the cards, `names` the seats.
    """

    def __init__(self, tables: Tables, names: Sequence[str], viewer: int = -1) -> None:
        self.tables = tables
        self.names = names
        self.viewer = viewer

    # -- pieces

    def name(self, seat: int, *, first: bool = False) -> Content:
        """A seat's name; "you" for the viewer, with a capital where a sentence starts."""
        if seat < 0 or seat >= len(self.names):
            return Content("Somebody" if first else "somebody")
        if seat == self.viewer:
            return Content.styled("You" if first else "you", "bold")
        return Content.styled(self.names[seat], "bold")

    def whose(self, seat: int, *, first: bool = False) -> Content:
        """The possessive of a seat: "your" or "Ben's"."""
        if seat == self.viewer and seat >= 0:
            return Content.styled("Your" if first else "your", "bold")
        return self.name(seat, first=first) + Content("'s")

    def card(self, kind: int) -> Content:
        """A card's name in its colour; "a card" when it is not known."""
        if kind < 0:
            return Content("a card")
        color = self.tables.color_of[kind]
        style = self.tables.colors[color].style if color >= 0 else "wild"
        return Content.styled(self.tables.name(kind), f"bold {ink(style)}")

    def cards(self, kinds: Sequence[int], n: int = 0) -> Content:
        """Some cards in a row of words; how many there are when they are not known."""
        if not kinds:
            return Content(counted(n, "card"))
        return listed([self.card(kind) for kind in kinds])

    def color(self, color: int) -> Content:
        """A colour's name in capitals, in its colour."""
        if color < 0:
            return Content("any colour")
        what = self.tables.colors[color]
        return Content.styled(what.name.upper(), f"bold {ink(what.style)}")

    def honesty(self, words: str, before: int) -> Content:
        """A phrase of `HONEST_HAND` or `HONEST_WHEN` with the colour before in its place."""
        start, _, end = words.partition("{color}")
        told = before >= 0 and "{color}" in words
        color = Content.assemble(" (", self.color(before), ")") if told else Content("")
        return Content.assemble(start, color, end)

    # -- sentences

    def event(self, event: Event) -> Content:
        """What happened, with actor and reason. Every kind of event has a sentence."""
        if event.kind == "owes" and not event.n:
            event = event._replace(why=TURN_AT_STAKE.get(event.why, "turn"))
        elif event.kind == "advised" and event.seat == event.target:
            event = event._replace(why="self")
        elif event.kind == "scored" and not event.n and event.cards:
            event = event._replace(why="nothing")
        template = SENTENCES.get((event.kind, event.why)) or SENTENCES.get((event.kind, ""))
        if template is None:
            return Content(event.kind.replace("-", " ").capitalize() + ".")
        words = self._fill(template, event)
        reason = WHY_OF.get((event.kind, event.why))
        if reason:
            words += Content.styled(f" ({reason})", MUTED)
        return words

    def told(self, events: Sequence[Event]) -> list[Content]:
        """What the log says of these events: an entry each, without what is told elsewhere.

        Who drew what to become the dealer is one entry with the round it opens.
        """
        return [words for words in self.told_each(events) if words is not None]

    def told_each(self, events: Sequence[Event]) -> list[Content | None]:
        """The same, one for each event, None for those without an entry of their own."""
        drawn = {event.seat: event.cards for event in events if event.kind == "dealer-card"}
        words: list[Content | None] = []
        for event in events:
            if event.kind == "round" and event.seat in drawn:
                event = event._replace(cards=drawn[event.seat], why="dealer-card")
            words.append(None if event.kind in UNTOLD else self.event(event))
        return words

    def public(self, event: Event) -> Event:
        """The event without cards that not everybody may see."""
        return event._replace(cards=()) if event.kind in PRIVATE else event

    def card_help(self, kind: int) -> Content:
        """What a card does under this ruleset, and what it counts."""
        what = self.tables.kinds[kind]
        words = self.card(kind) + Content(f" ({what.code}): ")
        effects = [
            CARD_EFFECTS[name].format(n=n)
            for name, n in self.tables.effects[kind]
            if name in CARD_EFFECTS
        ]
        if what.wild:
            effects.insert(0, "may be laid on anything")
        if not effects:
            effects = [f"lies on its colour and on every {what.label}"]
        words += Content("; ".join(effects) + f". Counts {what.points}.")
        return words

    def pending(self, kind: str, amount: int, target: int, ready: bool = False) -> Content:
        """What hangs over a seat: cards it owes, or the turn it is about to lose."""
        name = self.name(target, first=True)
        mine = target == self.viewer
        if kind == "draw":
            return name + Content.styled(
                f" {'owe' if mine else 'owes'} {amount}", "bold $uno-alarm"
            )
        return name + Content.styled(f" {'lose' if mine else 'loses'} the turn", "bold $uno-turn")

    def then_color(self, event: Event) -> Content:
        """ " and named RED" after a wild; that anything may follow, where it may; else nothing."""
        if event.cards and ("any-next", 0) in self.tables.effects[event.cards[-1]]:
            return Content("; anything may follow")
        if event.cards and self.tables.wheel[event.cards[-1]]:
            return Content("")  # the turn of the wheel is told by itself
        wild = event.cards and self.tables.color_of[event.cards[-1]] < 0
        if event.color < 0 or not (wild or (event.cards and self.tables.is_wild[event.cards[-1]])):
            return Content("")
        return Content(" and named ") + self.color(event.color)

    def left_with(self, event: Event) -> Content:
        """The cards a seat was left with when hands were counted, or whose cards it scored."""
        if not event.cards:
            others = self.tables.ruleset.scoring.method == "winner-takes" and event.n
            return Content(" for the cards in all other hands" if others else "")
        return Content("; left with ") + self.cards(event.cards)

    def shown_hand(self, event: Event) -> Content:
        """The hand a challenger was shown, for the challenger only."""
        if not event.cards:
            return Content("")
        return Content(" The hand: ") + self.cards(event.cards) + Content(".")

    def recap(self, events: Sequence[Event], most: int = 6) -> list[Content]:
        """What happened since somebody last looked: the last `most` things worth telling."""
        told = [e for e in events if e.kind in RECAP]
        return [self.event(self.public(event)) for event in told[-most:]]

    def _fill(self, template: str, event: Event) -> Content:
        parts: list[Content] = []
        for literal, field, _, _ in Formatter().parse(template):
            if literal:
                parts.append(Content(literal))
            if field:
                parts.append(self._field(field, event))
        return Content.assemble(*parts)

    def _field(self, field: str, event: Event) -> Content:
        maker = _FIELDS.get(field)
        if maker is None:
            raise KeyError(f"no word {field!r} in a sentence")
        return maker(self, event)


RECAP = frozenset(
    {
        "played", "color", "drew", "skipped", "challenged", "guilty", "innocent", "took-back",
        "uno", "caught", "swapped", "rotated", "gave", "out", "round-over", "owes", "silence",
        "point", "direction", "advised", "slap-last", "opened", "turned",
    }
)  # fmt: skip
"""The kinds of event that a recap tells."""

MUTED = "$uno-muted"

_FIELDS: dict[str, Callable[[Wording, Event], Content]] = {
    "Who": lambda w, e: w.name(e.seat, first=True),
    "who": lambda w, e: w.name(e.seat),
    "Whose": lambda w, e: w.whose(e.seat, first=True),
    "whose": lambda w, e: w.whose(e.seat),
    "Whom": lambda w, e: w.name(e.target, first=True),
    "whom": lambda w, e: w.name(e.target),
    "Whoms": lambda w, e: w.whose(e.target, first=True),
    "whoms": lambda w, e: w.whose(e.target),
    "cards": lambda w, e: w.cards(e.cards, e.n),
    "color": lambda w, e: w.color(e.color),
    "then_color": lambda w, e: w.then_color(e),
    "n": lambda w, e: Content(str(e.n)),
    "n_cards": lambda w, e: Content(counted(e.n, "card")),
    "n_points": lambda w, e: Content(counted(e.n, "point")),
    "in_place": lambda w, e: Content(f", in {ordinal(e.n)} place" if w.tables.last_left else ""),
    "way": lambda w, e: Content("clockwise" if e.n > 0 else "counter-clockwise"),
    "were": lambda w, e: Content("were" if e.seat == w.viewer >= 0 else "was"),
    "were_t": lambda w, e: Content("were" if e.target == w.viewer >= 0 else "was"),
    "win": lambda w, e: Content("win" if e.seat == w.viewer >= 0 else "wins"),
    "take": lambda w, e: Content("take" if e.seat == w.viewer >= 0 else "takes"),
    "was_honest": lambda w, e: w.honesty(HONEST_HAND[w.tables.legal_if][0], e.color),
    "was_dishonest": lambda w, e: w.honesty(HONEST_HAND[w.tables.legal_if][1], e.color),
    "hand": lambda w, e: w.shown_hand(e),
    "left_with": lambda w, e: w.left_with(e),
    "fined": lambda w, e: Content(f" and drew {counted(e.n, 'card')} for it" if e.n else ""),
}


def for_glyphs(words: Content, glyph_set: str) -> Content:
    """The words with signs that a poor font has, where the glyph set asks for it."""
    if glyph_set != "ascii" or words.plain.isascii():
        return words
    return Content(words.plain.translate(ASCII_SIGNS), spans=list(words.spans))


ASCII_SIGNS = str.maketrans(
    {"·": "-", "…": "~", "—": "-", "–": "-", "←": "<", "\u00a0": " ", "“": '"', "”": '"', "’": "'"}
)
"""One sign for one sign, so that styles stay where they are. Letters of names are left alone."""


def ink(style: str) -> str:
    """The style text for a card colour's name."""
    return f"$uno-{style if style in CARD_STYLES else 'wild'}-ink"


def ordinal(n: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th` …"""
    endings = {1: "st", 2: "nd", 3: "rd"}
    teens = 10 <= n % 100 <= 13
    return str(n) + ("th" if teens else endings.get(n % 10, "th"))


def listed(parts: Sequence[Content]) -> Content:
    """Words joined as in a sentence: `a`, `a and b`, `a, b and c`."""
    if not parts:
        return Content("nothing")
    if len(parts) == 1:
        return parts[0]
    return Content(", ").join(parts[:-1]) + Content(" and ") + parts[-1]

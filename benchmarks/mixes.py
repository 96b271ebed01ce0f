"""Rulesets drawn by chance over all knobs, and which pairs of knob values have been drawn.

`VALUES` says what a knob is given; `Mixer` draws valid rulesets that between them hold every pair
of values that can stand together. Used by `mix_fuzz.py` and by the tests of the engine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # a checkout is enough; nothing needs to be installed

from uno_tui.ruleset.checks import copies_needed, seats_problem  # noqa: E402
from uno_tui.ruleset.errors import RulesetError  # noqa: E402
from uno_tui.ruleset.export import knobs  # noqa: E402
from uno_tui.ruleset.load import load_text, with_overrides  # noqa: E402
from uno_tui.ruleset.schema import Ruleset  # noqa: E402

_COLORS = [
    {"name": name, "letter": name[0].upper(), "style": name}
    for name in ("red", "blue", "green", "yellow", "purple", "orange")
]

CHOSEN: dict[str, tuple[object, ...]] = {
    "seats": (2, 3, 4, 7, 10),
    "colors": ("four", "two", "six"),
    "deck": ("standard", "all wilds", "small", "every face"),
    "deck.copies": (1, 2),
    "deal.cards": (7, 1, 12),
    "players.min": (2, 4),
    "players.max": (10, 6),
    "wild_draw.faces": ("all", ("W+4",)),
    "wild_draw.challenge_extra": (2, 0),
    "answers.faces": ("all", ("+2",), ("+2", "W+4")),
    "uno.penalty": (2, 0, 4),
    "uno.uncaught": (0, 3),
    "uno.false_call": (0, 2),
    "penalties.mistake": (0, 2),
    "penalties.advice": (0, 2),
    "round.refills": ((), (3, 1)),
    "round.limit": (2000, 60),
    "scoring.target": (500, 40, 0),
    "scoring.lone_zero": (0, 50),
    "scoring.last_card_bonus": ("none", "W"),
    "match.rounds": (0, 2),
    "match.forfeits": ((), ("wash up",)),
    "faces.7": ((), ("swap-hands",), ("exchange-card", "again"), ("dip",)),
    "faces.0": ((), ("rotate-hands",)),
    "faces.5": ((), ("exchange-card",), ("everyone-draws:1",)),
    "faces.3": ((), ("silence",), ("draw:3",)),
    "faces.S": (("skip",), ("again",), ("skip-all",), ("skip", "draw:1")),
    "faces.R": (("reverse",), ("play-all-color",), ("reverse", "draw:1")),
    "faces.W": (("color",), ("color-wheel",), ("any-next",), ("color", "silence")),
    "faces.W+4": (("color", "draw:4"), ("color", "draw:4", "again"), ("color-wheel", "draw:4")),
}
"""What knobs that are not plain words are given; the first value is the usual one."""

_DECKS: dict[object, dict[str, object]] = {
    "standard": {},
    "all wilds": {
        f"deck.cards.wilds.{code}": 2 for code in ("W*", "WX", "WD", "W?", "W+1", "W+2", "W+10")
    },
    "small": {
        **{f"deck.cards.each_color.{code}": 1 for code in (*"12346789", "S", "R", "+2")},
        "deck.cards.wilds.W": 2,
        "deck.cards.wilds.W+4": 2,
    },
    "every face": {f"deck.cards.each_color.{code}": 1 for code in ("+1", "+3")},
}

NOT_DRAWN = frozenset(
    {"extends", "name", "summary", "mood", "deck.cards.each_color", "deck.cards.wilds"}
)


def _values() -> dict[str, tuple[object, ...]]:
    values = dict(CHOSEN)
    for knob in knobs():
        plain = "<" not in knob.name and not knob.name.startswith("colors.")
        if knob.name in values or knob.name in NOT_DRAWN or not plain:
            continue
        if knob.choices:
            values[knob.name] = knob.choices
        elif knob.kind == "true or false":
            values[knob.name] = (knob.default == "true", knob.default != "true")
        else:
            raise AssertionError(f"{knob.name} has no values to draw from: add some to CHOSEN")
    return values


VALUES = _values()
"""Everything that is drawn: knob (or `seats`, `colors`, `deck`, a face) -> its values."""

Pick = dict[str, int]
"""One draw: the place of each knob's value in `VALUES`."""
Pair = tuple[tuple[str, int], tuple[str, int]]


class Mix(NamedTuple):
    """A drawn ruleset, how many seats play it, and what was picked."""

    rules: Ruleset
    seats: int
    pick: Pick


def overrides(pick: Mapping[str, int]) -> dict[str, object]:
    """The dotted knobs of a pick."""
    found: dict[str, object] = {}
    for knob, at in pick.items():
        value: Any = VALUES[knob][at]
        if knob == "deck":
            found |= _DECKS[value]
        elif knob == "colors":
            if value != "four":
                found["colors"] = _COLORS[: 2 if value == "two" else 6]
        elif knob == "scoring.last_card_bonus":
            found[knob] = {"W": 25} if value == "W" else {}
        elif knob.startswith("faces."):
            found[f"{knob}.effects"] = list(value)
        elif knob != "seats":
            found[knob] = list(value) if isinstance(value, tuple) else value
    return found


def build(pick: Pick) -> Mix | None:
    """The ruleset of a pick; None when its knobs cannot stand together or cannot seat so many."""
    built = _build(pick)
    return built if isinstance(built, Mix) else None


def build_problem(fixed: Pick) -> str:
    """Why these few values, everything else as usual, cannot be played; "" when they can."""
    pick = {knob: _usual(knob) for knob in VALUES} | fixed
    found = [_build(pick), _build(pick | _helpers(fixed))]
    return "" if any(isinstance(one, Mix) for one in found) else str(found[-1])


def _build(pick: Pick) -> Mix | str:
    seats = int(str(VALUES["seats"][pick["seats"]]))
    try:
        rules = with_overrides(BASE, overrides(pick))
        copies = copies_needed(rules, seats)
        if copies > rules.deck.copies:
            rules = with_overrides(rules, {"deck.copies": copies})
    except RulesetError as error:
        return str(error)
    return seats_problem(rules, seats) or Mix(rules, seats, pick)


BASE = load_text('name = "Mix"\n', "mix")


def around(fixed: Pick, rng: Random) -> Mix | None:
    """A mix with these values: many other knobs by chance, then ever more of them as usual."""
    for unusual in (0.6, 0.6, 0.4, 0.4, 0.25, 0.25, 0.1, 0.1, 0.05, 0.05, 0.0):
        pick = {
            knob: rng.randrange(len(values)) if rng.random() < unusual else _usual(knob)
            for knob, values in VALUES.items()
        }
        mix = build(pick | fixed) or build(pick | fixed | _helpers(fixed))
        if mix is not None:
            return mix
    return None


def random_mix(rng: Random) -> Mix:
    """Any valid mix."""
    mix = around({}, rng)
    assert mix is not None, "the usual rules are valid"
    return mix


class Mixer:
    """Draws mixes; `wanted` are the pairs of values not drawn yet."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.wanted: set[Pair] = set(all_pairs())
        self.total = len(self.wanted)
        self.impossible: set[Pair] = set()

    def draw(self) -> Mix:
        """One mix, with a pair in it that was still wanted as long as there are any."""
        while self.wanted:
            pair = self._some_wanted()
            mix = around(dict(pair), self.rng)
            if mix is not None:
                self.note(mix)
                return mix
            self.wanted.discard(pair)
            self.impossible.add(pair)
        return random_mix(self.rng)

    def note(self, mix: Mix) -> None:
        """Strike off every pair of this mix."""
        self.wanted.difference_update(pairs_of(mix.pick))

    def _some_wanted(self) -> Pair:
        return min(self.wanted) if len(self.wanted) < 400 else next(iter(sorted(self.wanted)[::97]))


def _usual(knob: str) -> int:
    values = VALUES[knob]
    if knob in CHOSEN:
        return 0
    value: Any = BASE
    for part in knob.split("."):
        value = getattr(value, part)
    return values.index(value)


def _helpers(fixed: Pick) -> Pick:
    """What some values need beside them: two seats for a draft, a method for elimination …"""
    helpers: Pick = {}
    chosen = {knob: VALUES[knob][at] for knob, at in fixed.items()}
    two = {
        ("deal.method", "draft"),
        ("dealer.next", "alternate"),
        ("first_player", "other-than-drafter"),
    }
    if two & set(chosen.items()):
        helpers |= {"seats": 0, "players.min": 0, "uno.slap": _at("uno.slap", False)}
    elif chosen.get("uno.slap") is True or chosen.get("players.min") == 4:
        helpers["seats"] = 2
    if chosen.get("deal.method") == "draft":
        helpers["deal.dealer_opens"] = _at("deal.dealer_opens", False)
    if chosen.get("scoring.at_target") == "eliminate":
        helpers |= {"scoring.method": _at("scoring.method", "own-hand"), "match.rounds": 0}
    if chosen.get("scoring.target") == 0:
        helpers["match.rounds"] = 1
    if chosen.get("scoring.method") == "points-per-out":
        helpers |= {"round.ends": _at("round.ends", "first-out"), "round.refills": 0}
    return {knob: at for knob, at in helpers.items() if knob not in fixed}


def _at(knob: str, value: object) -> int:
    return VALUES[knob].index(value)


def pairs_of(pick: Mapping[str, int]) -> Iterable[Pair]:
    """Every pair of knob values in a pick."""
    return combinations(sorted(pick.items()), 2)


def all_pairs() -> Iterable[Pair]:
    """Every pair of values of two different knobs."""
    for one, other in combinations(sorted(VALUES), 2):
        for a in range(len(VALUES[one])):
            for b in range(len(VALUES[other])):
                yield (one, a), (other, b)


def tell(pair: Pair) -> str:
    """A pair in words."""
    return " with ".join(f"{knob} = {VALUES[knob][at]}" for knob, at in pair)

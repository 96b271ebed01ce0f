"""Other values for every knob, made from the schema: for the tests that turn knobs."""

from __future__ import annotations

from collections.abc import Iterator

from uno_tui.ruleset.export import Knob, knobs
from uno_tui.ruleset.schema import Ruleset


def value_of(rules: Ruleset, knob: str) -> object:
    """What stands at a dotted knob in a ruleset."""
    at: object = rules
    for part in knob.split("."):
        at = at[part] if isinstance(at, dict) else getattr(at, part)
    return at


def other_values(rules: Ruleset) -> Iterator[tuple[str, str, object]]:
    """(knob as in `knobs()`, dotted override, another value) for every knob of these rules."""
    for knob in knobs():
        if knob.name == "extends":
            continue
        if knob.name.startswith("colors."):
            yield from _colors(rules, knob.name.partition(".")[2])
        elif knob.name.startswith("faces.<code>."):
            part = knob.name.rpartition(".")[2]
            for code in rules.faces:
                dotted = f"faces.{code}.{part}"
                for value in _face_values(part, value_of(rules, dotted)):
                    yield knob.name, dotted, value
        else:
            yield from _plain(rules, knob)


def _plain(rules: Ruleset, knob: Knob) -> Iterator[tuple[str, str, object]]:
    now = value_of(rules, knob.name)
    if knob.name in ("deck.cards.each_color", "deck.cards.wilds"):
        assert isinstance(now, dict)
        for code, count in now.items():
            yield knob.name, f"{knob.name}.{code}", count + 1
            yield knob.name, f"{knob.name}.{code}", 0
        return
    if knob.choices:
        values: tuple[object, ...] = knob.choices
    elif isinstance(now, bool):
        values = (not now,)
    elif isinstance(now, int):
        values = (now + 1, now - 1)
    elif knob.name.endswith(".faces"):
        draws = [code for code in rules.faces if "+" in code]
        values = ("all", (), *((code,) for code in draws), tuple(draws))
    else:
        values = {
            "round.refills": ((3,), (6, 5, 4, 3, 2, 1), ()),
            "match.forfeits": (("Hop on one leg.",), ()),
            "scoring.last_card_bonus": ({"7": 5}, {"W": 30}),
        }.get(knob.name, ("Something else",))
    for value in values:
        if value != now and not (value == "all" and now is None):
            yield knob.name, knob.name, value


def _face_values(part: str, now: object) -> tuple[object, ...]:
    values: dict[str, tuple[object, ...]] = {
        "label": ("Odd one",),
        "effects": (
            (),
            ("skip",),
            ("draw:3",),
            ("draw:4", "color"),
            ("color", "swap-hands"),
            ("any-next", "dip"),
            ("color-wheel", "everyone-draws:2"),
            ("exchange-card", "rotate-hands"),
            ("again", "silence"),
            ("skip-all",),
            ("play-all-color",),
            ("reverse",),
        ),
        "points": (37,),
        "number": (-1, 3, 77),
        "wild": (True, False),
    }
    known = None if now is None else now
    return tuple(
        value for value in values[part] if value != known and not (value == -1 and known is None)
    )


def _colors(rules: Ruleset, part: str) -> Iterator[tuple[str, str, object]]:
    new = {"name": "mauve", "letter": "Z", "style": "cyan"}[part]
    for at in range(len(rules.colors)):
        colors = [color.model_dump() for color in rules.colors]
        colors[at][part] = new
        yield f"colors.{part}", "colors", colors

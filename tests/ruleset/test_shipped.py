from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from uno_tui import resources
from uno_tui.ruleset import load
from uno_tui.ruleset.checks import deck_size, seats_problem
from uno_tui.ruleset.export import SCHEMA_FILE, json_schema_text
from uno_tui.ruleset.write import difference

_WAYS = "two-ways"
_FREE = {"wild_draw.legal_if": "always", "wild_draw.policing": "none"}
_SEVEN_ZERO = {"faces.7.effects": ["swap-hands"], "faces.0.effects": ["rotate-hands"]}

# file -> (what it extends, every knob in which it differs from that): the rulebook's rows.
ROWS: dict[str, tuple[str, dict[str, object]]] = {
    "classic": ("", {}),
    "classic-strict": (
        "",
        {
            "dealer.action_card": "redraw",
            "first_card.actions": "ignore",
            "first_card.reverse": "right-of-dealer",
            "first_card.wild": "bury",
            "turn.match_symbols": False,
            "turn.draw": "until-playable",
            "turn.play_drawn": "must",
            "wild_draw.legal_if": "no-color-or-symbol",
            "wild_draw.policing": "strict",
            "uno.penalty": 4,
            "scoring.method": "own-hand",
        },
    ),
    "elimination": ("classic-strict", {"scoring.at_target": "eliminate"}),
    "family": ("classic", {"dealer.choose": "first-seat", "scoring.target": 200}),
    "two-ways": (
        "",
        {
            "turn.optional_draw": False,
            "first_card.actions": "ignore",
            "first_card.reverse": "ignore",
            "answers.draw": "pass-on",
            "answers.faces": ["+2"],
            "answers.draw2_beats_wild_draw": "named-color",
            "wild_draw.guilty": "takes-back",
            "courtesy.ready": True,
        },
    ),
    "two-ways-200": (
        _WAYS,
        {
            "scoring.method": "own-hand",
            "scoring.target": 200,
            "scoring.winners": "the-rest",
        },
    ),
    "stacking": (_WAYS, {"answers.draw": "stack", "answers.faces": ["+2", "W+4"]}),
    "jump-in": (_WAYS, {"jump_in.enabled": True}),
    "identical": (_WAYS, {"jump_in.enabled": True, "jump_in.who": "self"}),
    "seven-zero": (_WAYS, _SEVEN_ZERO),
    "chaos": (
        "stacking",
        {
            **_SEVEN_ZERO,
            "jump_in.enabled": True,
            "faces.5.effects": ["exchange-card"],
            "answers.reverse_deflects": True,
        },
    ),
    "duo": (
        "",
        {
            "players.max": 2,
            "deck.cards.wilds.W?": 4,
            "deck.exhausted": "flip",
            "deal.method": "draft",
            "dealer.next": "alternate",
            "first_player": "other-than-drafter",
            "first_card.reverse": "lay-color",
            "first_card.wild": "dealer-chooses",
            "first_card.wild_draw": "apply",
            "faces.S.effects": ["again"],
            "faces.S.points": 10,
            "faces.R.effects": ["play-all-color"],
            "faces.R.points": 10,
            "faces.+2.points": 10,
            "faces.W.points": 15,
            "faces.W?.points": 15,
            "faces.W+4.effects": ["color", "draw:4", "again"],
            "faces.W+4.points": 20,
            "answers.draw": "stack",
            "answers.faces": ["+2"],
            "wild_draw.legal_if": "no-other-playable",
            "scoring.method": "own-hand",
            "scoring.target": 200,
        },
    ),
    "pocket": (
        "",
        {
            "players.max": 5,
            "deal.cards": 5,
            "deck.cards.each_color.0": 0,
            **{f"deck.cards.each_color.{code}": 1 for code in "123456789SR"},
            "deck.cards.each_color.+1": 1,
            "deck.cards.each_color.+2": 0,
            "deck.cards.wilds.W": 2,
            "deck.cards.wilds.WD": 1,
            "deck.cards.wilds.W+2": 1,
            "deck.cards.wilds.W+4": 0,
            "wild_draw.legal_if": "no-other-playable",
            "scoring.target": 250,
        },
    ),
    "one-o-one": (
        "",
        {
            "deck.cards.wilds.W*": 4,
            "first_card.none": True,
            "turn.draw": "until-playable",
            "turn.optional_draw": False,
            "turn.play_drawn": "must",
            **_FREE,
            "scoring.method": "own-hand",
            "scoring.target": 101,
            "scoring.count": "numbers",
            "match.forfeits": ...,
        },
    ),
    "six-card": (
        "",
        {
            "deal.cards": 6,
            "dealer.action_card": "redraw",
            "first_card.actions": "replace",
            "first_card.wild": "bury",
            "turn.optional_draw": False,
            "turn.identical_skip": True,
            "faces.S.effects": ["again"],
            **_FREE,
            "answers.draw": "pass-on",
            "answers.faces": ["+2"],
            "answers.draw2_beats_wild_draw": "any",
            "uno.window": "next-card",
            "uno.uncaught": 4,
            "penalties.advice": 2,
            "deck.exhausted": "end-round",
            "scoring.method": "points-per-out",
        },
    ),
    "open-hand": (
        "",
        {
            "deck.cards.wilds.WX": 2,
            "deck.cards.wilds.W?": 2,
            "deal.dealer_opens": True,
            "turn.optional_draw": False,
            **_FREE,
            "scoring.method": "own-hand",
        },
    ),
    "one-more-move": (
        _WAYS,
        {
            "faces.S.effects": ["again"],
            **_FREE,
            "turn.draw_loses_turn": False,
            "answers.draw": "none",
            "answers.draw2_beats_wild_draw": "none",
            "jump_in.wild": False,
        },
    ),
    "doubles": (
        "",
        {
            "turn.doubles": True,
            "turn.optional_draw": False,
            "first_card.actions": "ignore",
            "first_card.reverse": "ignore",
            "answers.draw": "stack",
            **_FREE,
            "uno.window": "own-next-play",
        },
    ),
    "playing-cards": (
        "doubles",
        {
            "colors": [
                {"name": "spades", "letter": "S", "style": "blue"},
                {"name": "hearts", "letter": "H", "style": "red"},
                {"name": "clubs", "letter": "C", "style": "green"},
                {"name": "diamonds", "letter": "D", "style": "yellow"},
            ],
            **{f"deck.cards.each_color.{code}": 0 for code in ("0", "1", "S", "R", "+2")},
            **{f"deck.cards.each_color.{code}": 1 for code in "A23456789JQK"},
            "deck.cards.each_color.10": 1,
            "deck.cards.wilds.W": 0,
            "deck.cards.wilds.W+4": 2,
            "faces.A.label": "Ace",
            "faces.A.number": 1,
            "faces.A.points": 1,
            "faces.8.wild": True,
            "faces.8.effects": ["color"],
            "faces.8.number": -1,
            "faces.8.points": 50,
            "faces.J.label": "Jack",
            "faces.J.effects": ["skip"],
            "faces.Q.label": "Queen",
            "faces.Q.effects": ["reverse"],
            "faces.K.label": "King",
            "faces.K.effects": ["draw:2"],
            "faces.W+4.label": "Joker",
        },
    ),
    "plus-ten": (_WAYS, {"deck.cards.wilds.W+10": 4, "wild_draw.faces": ["W+4"]}),
    "slap": (_WAYS, {"uno.slap": True, "players.min": 3}),
    "lazy": (
        _WAYS,
        {
            "scoring.method": "lazy",
            "scoring.target": 0,
            "dealer.next": "loser",
            "first_player": "winner",
        },
    ),
    "to-the-last": (
        _WAYS,
        {"round.ends": "last-left", "scoring.method": "places", "scoring.target": 0},
    ),
    "h2o": (
        _WAYS,
        {
            "deck.cards.each_color.0": 0,
            "deck.cards.wilds.W+1": 2,
            "deck.cards.wilds.W+2": 2,
            "faces.W+1.points": 20,
            "faces.W+2.label": "Downpour Two",
            "faces.W+2.effects": ["color", "everyone-draws:2"],
            "faces.W+2.points": 20,
            "scoring.method": "own-hand",
            "scoring.target": 101,
            "scoring.count": "numbers",
            "scoring.last_card_bonus.W+1": 20,
            "scoring.last_card_bonus.W+2": 40,
        },
    ),
    "mistakes": (_WAYS, {"penalties.mistake": 2}),
    "color-wheel": (
        _WAYS,
        {"faces.W.effects": ["color-wheel"], "faces.W+4.effects": ["color-wheel", "draw:4"]},
    ),
    "exchange-five": (_WAYS, {"faces.5.effects": ["exchange-card"]}),
    "deflect": (_WAYS, {"answers.reverse_deflects": True}),
    "silence": (_WAYS, {"silence.trigger": "2"}),
    "silence-black": (_WAYS, {"silence.trigger": "wild"}),
    "seven-rounds": (_WAYS, {"round.refills": [6, 5, 4, 3, 2, 1]}),
    "reset-zero": (_WAYS, {"scoring.lone_zero": 50}),
}


def _flat(data: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _text(name: str) -> str:
    return (resources.shipped("rulesets") / f"{name}.toml").read_text(encoding="utf-8")


def test_exactly_the_rulebooks_files_are_shipped() -> None:
    assert set(load.shipped_ids()) == ROWS.keys()


@pytest.mark.parametrize("name", ROWS)
def test_a_file_differs_in_exactly_the_knobs_of_its_row(name: str) -> None:
    base_name, row = ROWS[name]
    base = load.load(base_name) if base_name else None
    differs = dict(_flat(difference(load.load(name), base)))
    differs.pop("mood", None)
    if row.get("match.forfeits") is ...:
        assert len(differs["match.forfeits"]) >= 5  # type: ignore[arg-type]
        differs["match.forfeits"] = ...
    assert differs == row


@pytest.mark.parametrize("name", ROWS)
def test_a_file_introduces_itself(name: str) -> None:
    rules, text = load.load(name), _text(name)
    assert rules.id == name
    assert 40 <= len(rules.summary) <= 200
    assert rules.mood
    lines = text.splitlines()
    assert lines[0] == f"#:schema ./{SCHEMA_FILE}"
    comments = " ".join(line for line in lines if line.startswith("#"))
    assert re.search(r"Takes: .*\b[A-Z]-\d+|Takes: what", comments)
    base, _ = ROWS[name]
    assert (f'extends = "{base}"' in text) == bool(base)


def test_names_are_all_different() -> None:
    names = [load.load(name).name for name in ROWS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("classic", 108),
        ("duo", 112),
        ("pocket", 52),
        ("h2o", 108),
        ("one-o-one", 112),
        ("open-hand", 112),
        ("playing-cards", 54),
        ("plus-ten", 112),
    ],
)
def test_how_many_cards_a_deck_has(name: str, size: int) -> None:
    assert deck_size(load.load(name)) == size


def test_d_9_an_8_is_a_wild_without_a_number_and_an_ace_is_a_1() -> None:
    faces = load.load("playing-cards").faces
    assert (faces["8"].wild, faces["8"].number, faces["8"].points) == (True, None, 50)
    assert (faces["A"].wild, faces["A"].number, faces["A"].points) == (False, 1, 1)
    assert (faces["10"].number, faces["10"].points) == (10, 10)


@pytest.mark.parametrize("name", ROWS)
def test_every_file_seats_the_smallest_and_the_largest_table_it_allows(name: str) -> None:
    rules = load.load(name)
    assert seats_problem(rules, rules.players.min) is None
    if name != "playing-cards":
        assert seats_problem(rules, rules.players.max) is None


def test_the_schema_file_beside_them_is_in_step() -> None:
    path = resources.shipped("rulesets") / SCHEMA_FILE
    assert path.read_text(encoding="utf-8") == json_schema_text(), (
        "write rulesets/ruleset.schema.json anew with `uno-tui schema`"
    )

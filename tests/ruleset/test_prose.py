from __future__ import annotations

import pytest

from ruleset.changes import other_values
from uno_tui.ruleset import load, prose
from uno_tui.ruleset.errors import RulesetError
from uno_tui.ruleset.export import knobs
from uno_tui.ruleset.schema import Ruleset

BASES: dict[str, dict[str, object]] = {
    "classic": {},
    "classic-strict": {"match.tie": "extra-round"},
    "duo": {},
    "two-ways-200": {"jump_in.enabled": True, "wild_draw.faces": ["W+4"]},
    "playing-cards": {"scoring.count": "numbers", "match.rounds": 3},
    "six-card": {"wild_draw.policing": "challenge"},
    "open-hand": {"deck.copies": 2},
    "lazy": {"answers.cross": True, "round.refills": [2, 1]},
}


def _told(rules: Ruleset) -> str:
    return prose.plain_text(rules)


@pytest.mark.parametrize("base", BASES)
def test_turning_any_one_knob_changes_the_prose(base: str) -> None:
    rules = load.load(base, BASES[base])
    before = _told(rules)
    unheard = []
    for _, dotted, value in other_values(rules):
        try:
            changed = load.with_overrides(rules, {dotted: value})
        except RulesetError:
            continue
        if changed != rules and _told(changed) == before:
            unheard.append((dotted, value))
    assert unheard == []


def test_every_knob_is_turned_by_the_test_above_at_least_once() -> None:
    turned = set()
    for base, overrides in BASES.items():
        rules = load.load(base, overrides)
        for knob, dotted, value in other_values(rules):
            if knob in turned:
                continue
            try:
                if load.with_overrides(rules, {dotted: value}) != rules:
                    turned.add(knob)
            except RulesetError:
                pass
    assert {knob.name for knob in knobs()} - turned == {"extends"}


def test_a_knob_without_a_part_in_the_rules_is_told_with_the_reason() -> None:
    rules = load.load("classic", {"jump_in.who": "self"})
    last = prose.rules(rules)[-1]
    assert last.title == "Without effect here"
    assert last.sentences == ("jump_in.who is self, but there is no jumping in.",)


def test_the_classic_rules_have_nothing_to_say_about_house_rules() -> None:
    titles = [section.title for section in prose.rules(load.load("classic"))]
    assert "House rules" not in titles
    assert "Without effect here" not in titles


def test_sentences_end_like_sentences_and_fit_the_width() -> None:
    for entry in load.available():
        assert entry.ruleset is not None, entry.error
        for section in prose.rules(entry.ruleset):
            for sentence in section.sentences:
                assert sentence[-1] in ".!?…", sentence
                assert "  " not in sentence
                assert sentence[0].isupper() or not sentence[0].isalpha() or "." in sentence
        assert max(map(len, prose.plain_text(entry.ruleset, 60).splitlines())) <= 60


@pytest.mark.parametrize(
    ("ruleset", "card", "part"),
    [
        ("classic", "R7", "nothing special"),
        ("classic", "GS", "next player loses the turn"),
        ("classic", "W+4", "draws four cards"),
        ("classic", "W+4", "unless they challenge it"),
        ("stacking", "Y+2", "draws two cards"),
        ("seven-zero", "B7", "swaps hands"),
        ("duo", "RS", "another turn"),
        ("pocket", "WD", "passes one card"),
        ("playing-cards", "S8", "names the colour"),
        ("playing-cards", "HQ", "direction of play turns"),
        ("h2o", "W+2", "all other players draw two cards"),
    ],
)
def test_a_card_says_what_it_does_in_this_ruleset(ruleset: str, card: str, part: str) -> None:
    assert part in prose.card_text(load.load(ruleset), card)


@pytest.mark.parametrize("card", ["", "R", "X7", "W+10", "RW", "7", "[red]"])
def test_a_card_that_is_not_in_the_deck_is_refused_in_words(card: str) -> None:
    with pytest.raises(ValueError, match="there is no card"):
        prose.card_text(load.load("classic"), card)


def test_a_number_with_an_effect_stays_in_its_row_where_cards_are_counted() -> None:
    rules = load.load("classic", {"faces.3.effects": ["again"]})
    text = " ".join(_told(rules).split())
    assert "two each of 1 to 9, Skip" in text

from __future__ import annotations

import pytest

from uno_tui.ruleset import load
from uno_tui.ruleset.checks import seat_range
from uno_tui.ruleset.switches import (
    GROUPS,
    flip,
    house_rules,
    is_on,
    overrides_problem,
    switch,
    switch_overrides,
    switch_problem,
)


def _seats(name: str) -> int:
    return min(4, seat_range(load.load(name))[1])


def test_switches_are_told_apart_and_grouped() -> None:
    ids = [one.id for one in house_rules()]
    assert len(set(ids)) == len(ids)
    assert {one.group for one in house_rules()} == set(GROUPS)
    assert all(one.text.endswith(".") for one in house_rules())


@pytest.mark.parametrize("name", load.shipped_ids())
def test_every_switch_turns_over_or_says_why_not(name: str) -> None:
    rules = load.load(name)
    for one in house_rules():
        before = is_on(rules, one)
        problem = switch_problem(rules, one, _seats(name))
        if problem is None:
            turned = flip(rules, one)
            assert is_on(turned, one) is not before, one.id
            assert is_on(flip(turned, one), one) is before, one.id
        else:
            assert problem[0].isupper(), problem
            assert problem.endswith("."), problem


def test_classic_has_every_switch_off_and_all_but_one_to_turn_on() -> None:
    classic = load.load("classic")
    assert [one.id for one in house_rules() if is_on(classic, one)] == []
    greyed = [one.id for one in house_rules() if switch_problem(classic, one, 4)]
    assert greyed == ["eliminate"]


@pytest.mark.parametrize(
    ("ruleset", "on"),
    [
        ("seven-zero", "seven-zero"),
        ("exchange-five", "exchange-five"),
        ("color-wheel", "color-wheel"),
        ("plus-ten", "plus-ten"),
        ("deflect", "deflect"),
        ("silence", "silence-two"),
        ("silence-black", "silence-wild"),
        ("to-the-last", "to-the-last"),
        ("seven-rounds", "seven-rounds"),
        ("reset-zero", "reset-zero"),
        ("slap", "slap"),
        ("jump-in", "jump-in"),
        ("identical", "own-twins"),
        ("mistakes", "mistakes"),
        ("doubles", "doubles"),
        ("six-card", "identical-skip"),
        ("six-card", "advice"),
        ("elimination", "eliminate"),
        ("one-o-one", "forfeits"),
    ],
)
def test_the_variant_of_a_house_rule_has_its_switch_on(ruleset: str, on: str) -> None:
    assert is_on(load.load(ruleset), switch(on))


def test_turning_a_rule_on_over_two_ways_gives_the_variant_of_that_rule() -> None:
    for ruleset, one in (
        ("seven-zero", "seven-zero"),
        ("color-wheel", "color-wheel"),
        ("deflect", "deflect"),
        ("to-the-last", "to-the-last"),
        ("seven-rounds", "seven-rounds"),
        ("jump-in", "jump-in"),
        ("identical", "own-twins"),
    ):
        mine = flip(load.load("two-ways"), switch(one))
        there = load.load(ruleset)
        assert mine.model_copy(update={"id": "", "name": "", "summary": "", "mood": ""}) == (
            there.model_copy(update={"id": "", "name": "", "summary": "", "mood": ""})
        )


def test_reasons_are_the_schemas_own() -> None:
    classic, duo = load.load("classic"), load.load("duo")
    assert "3 to 10 players" in str(switch_problem(classic, switch("slap"), 2))
    assert switch_problem(classic, switch("slap"), 3) is None
    assert (
        switch_problem(duo, switch("slap"), 2) == "Slapping the pile needs three players or more."
    )
    draft = {"deal.method": "draft"}
    assert "exactly 2 players because of the draft" in str(overrides_problem(classic, draft, 3))
    assert overrides_problem(classic, draft, 2) is None
    assert "did you mean" in str(overrides_problem(classic, {"uno.penalti": 3}, 3))


def test_a_rule_about_a_card_the_deck_does_not_have_is_greyed() -> None:
    rules = load.load("classic", {"deck.cards.each_color.5": 0})
    assert switch_problem(rules, switch("exchange-five"), 4) == (
        "This deck has no card that the rule is about."
    )


def test_seven_zero_on_a_deck_without_zeros_still_swaps_on_sevens() -> None:
    pocket = load.load("pocket")
    assert switch_overrides(pocket, switch("seven-zero"), on=True) == {
        "faces.7.effects": ("swap-hands",)
    }
    assert is_on(flip(pocket, switch("seven-zero")), switch("seven-zero"))


def test_a_table_that_does_not_fit_anyway_is_not_held_against_a_switch() -> None:
    assert switch_problem(load.load("pocket"), switch("jump-in"), 9) is None

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleset.changes import other_values
from uno_tui.ruleset import load
from uno_tui.ruleset.errors import RulesetError
from uno_tui.ruleset.schema import Ruleset
from uno_tui.ruleset.write import difference, dumps

SHIPPED = {name: load.load(name) for name in load.shipped_ids()}
TURNS = {name: list(other_values(rules)) for name, rules in SHIPPED.items()}


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_ruleset_comes_back_the_same(name: str) -> None:
    rules = SHIPPED[name]
    assert load.load_text(dumps(rules), name) == rules


@pytest.mark.parametrize("base", ["classic", "duo", "pocket", "playing-cards", "h2o", "lazy"])
def test_every_shipped_ruleset_can_be_written_on_top_of_another(base: str) -> None:
    for name, rules in SHIPPED.items():
        assert load.load_text(dumps(rules, SHIPPED[base]), name) == rules


@st.composite
def mixes(draw: st.DrawFn) -> Ruleset:
    """A shipped ruleset with a few knobs turned, as far as they go together."""
    name = draw(st.sampled_from(sorted(SHIPPED)))
    rules = SHIPPED[name]
    for _, dotted, value in draw(st.lists(st.sampled_from(TURNS[name]), max_size=8)):
        try:
            rules = load.with_overrides(rules, {dotted: value})
        except RulesetError:
            continue
    return rules


@settings(max_examples=80, deadline=None)
@given(rules=mixes(), base=st.sampled_from(sorted(SHIPPED)))
def test_any_mix_of_knobs_survives_toml_and_snapshot(rules: Ruleset, base: str) -> None:
    assert load.load_text(dumps(rules), rules.id) == rules
    assert load.load_text(dumps(rules, SHIPPED[base]), rules.id) == rules
    assert load.from_snapshot(load.snapshot(rules)) == rules
    assert load.with_overrides(rules, {}) == rules


def test_a_file_says_only_what_is_different() -> None:
    assert difference(SHIPPED["classic"]) == {"mood": "all-round"}
    rules = load.load("stacking", {"uno.penalty": 4, "faces.7.points": 9})
    text = dumps(rules, SHIPPED["stacking"])
    assert text.splitlines()[0] == 'extends = "stacking"'
    assert difference(rules, SHIPPED["stacking"]) == {
        "uno": {"penalty": 4},
        "faces": {"7": {"points": 9}},
    }


def test_names_with_quotes_and_other_letters_survive() -> None:
    words = {"name": 'Ünö "7" \\ #1', "summary": "a = 'b' [c]", "match.forfeits": ['"""', "ä\\n"]}
    rules = load.load("classic", words)
    assert load.load_text(dumps(rules), "classic") == rules

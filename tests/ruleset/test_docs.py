from __future__ import annotations

import re
from pathlib import Path

import pytest

from uno_tui.ruleset import checks, faces, load, prose
from uno_tui.ruleset.errors import RulesetError
from uno_tui.ruleset.export import json_schema, knob_table, knobs
from uno_tui.ruleset.resolve import frozen
from uno_tui.ruleset.schema import Ruleset

MANUAL = Path(__file__).parents[2] / "docs" / "rulesets.md"


def _manual() -> str:
    return MANUAL.read_text(encoding="utf-8")


def _examples() -> dict[str, str]:
    blocks = re.findall(r"^```toml\n(# ([a-z-]+)\.toml\n.*?)^```", _manual(), re.M | re.S)
    return {name: text for text, name in blocks}


def test_the_table_of_knobs_in_the_manual_is_the_schemas() -> None:
    between = re.search(r"<!-- knobs:.*?-->\n(.*?)<!-- /knobs -->", _manual(), re.S)
    assert between is not None
    assert between.group(1).strip() == knob_table().strip(), (
        "put the output of uno_tui.ruleset.export.knob_table() between the marks in "
        "docs/rulesets.md"
    )


def test_the_manual_lists_every_effect() -> None:
    table = re.findall(r"^\| `([a-z:N-]+)` \| [a-z]", _manual(), re.M)
    assert [name for name in table if name in faces.EFFECTS] == list(faces.EFFECTS)


def test_there_are_three_worked_examples_and_they_load() -> None:
    examples = _examples()
    assert set(examples) == {"short-and-sharp", "weather", "gifts"}
    for name, text in examples.items():
        rules = load.load_text(text, name)
        assert rules.summary in prose.plain_text(rules, 1000)
        assert checks.seats_problem(rules, 4) is None


def test_the_first_example_changes_two_numbers() -> None:
    rules = load.load_text(_examples()["short-and-sharp"], "short-and-sharp")
    assert (rules.uno.penalty, rules.scoring.target, rules.answers.draw) == (4, 250, "stack")


def test_the_second_example_gives_cards_other_effects() -> None:
    rules = load.load_text(_examples()["weather"], "weather")
    assert rules.faces["3"].effects == ("again",)
    nine = rules.faces["9"]
    assert (nine.label, nine.number, nine.points) == ("9", 9, 15)
    assert rules.faces["W+4"].effects == ("color-wheel", "draw:4")


def test_the_third_example_adds_cards_and_a_color() -> None:
    rules = load.load_text(_examples()["gifts"], "gifts")
    assert checks.deck_size(rules) == 5 * (108 - 8 - 4 + 4) // 4 + 8 + 2
    assert prose.card_text(rules, "PGift").endswith("25 points.")
    assert "every hand moves on" in prose.card_text(rules, "WW")
    assert "0" not in rules.faces


def test_what_the_manual_says_about_missing_fields_is_so() -> None:
    text = "[deck.cards]\neach_color = { Q = 1 }\nwilds = { WQ = 1 }\n[faces.Q]\nwild = false\n"
    rules = load.load_text(text + '[faces.WQ]\neffects = ["color"]\n', "mine")
    plain, wild = rules.faces["Q"], rules.faces["WQ"]
    assert (plain.label, plain.effects, plain.number, plain.points) == ("Q", (), None, 20)
    assert (wild.label, wild.wild, wild.number, wild.points) == ("WQ", True, None, 50)
    for code in faces.BUILT_IN:
        assert f"`{code}`" in _manual() or code in faces.NUMBERS or code in ("+3", "+4", "+2")


def _at(schema: dict, path: list[str]) -> dict:  # type: ignore[type-arg]
    """The part of the JSON Schema that describes a dotted knob."""
    for name in path:
        if "$ref" in schema:
            schema = _ROOT["$defs"][schema["$ref"].rpartition("/")[2]]
        if name == "<code>":
            schema = schema["additionalProperties"]
        else:
            schema = schema["properties"][name] if "properties" in schema else schema["items"]
        if "items" in schema and "$ref" in schema["items"]:
            schema = schema["items"]
    return schema


_ROOT = json_schema()


@pytest.mark.parametrize("knob", knobs(), ids=lambda knob: knob.name)
def test_the_json_schema_describes_every_knob(knob: object) -> None:
    name, text = knob.name, knob.text  # type: ignore[attr-defined]
    part = _at(_ROOT, name.split("."))
    assert part["description"] == text


def test_the_json_schema_refuses_unknown_keys_and_knows_extends() -> None:
    assert _ROOT["additionalProperties"] is False
    assert all(table["additionalProperties"] is False for table in _ROOT["$defs"].values())
    assert "extends" in _ROOT["properties"]
    assert "id" not in _ROOT["properties"]
    assert "required" not in _ROOT["$defs"]["Face"]
    assert _ROOT["$defs"]["WildDraw"]["properties"]["faces"]["default"] == "all"


def test_the_schemas_pattern_for_effects_agrees_with_the_loader() -> None:
    effects = _ROOT["$defs"]["Face"]["properties"]["effects"]["items"]["anyOf"]
    pattern = re.compile(effects[1]["pattern"])
    for said in ("draw:1", "draw:20", "everyone-draws:9", "draw:0", "draw:21", "draw:07", "draw"):
        assert bool(pattern.fullmatch(said)) == (faces.effect_problem(said) is None)
    assert all(faces.effect_problem(said) is None for said in effects[0]["enum"])


def test_absurd_nesting_is_refused_before_it_hurts() -> None:
    deep: object = 1
    for _ in range(100):
        deep = [deep]
    with pytest.raises(ValueError, match="nested too deeply"):
        frozen(deep)
    with pytest.raises(RulesetError, match="nested too deeply"):
        load.from_snapshot({"name": deep})
    assert Ruleset().name == "Custom"

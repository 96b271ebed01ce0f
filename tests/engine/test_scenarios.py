"""The project's own scenarios hold, and between them they show every rule of the rulebook."""

import re
from pathlib import Path

import pytest

from uno_tui.faces.scenario import load_tables, run
from uno_tui.faces.scenario_file import read_scenarios

FOLDER = Path(__file__).resolve().parent.parent / "scenarios"
FILES = sorted(FOLDER.glob("*.toml"))

LAST_ID = {
    "D": 9, "S": 8, "T": 8, "E": 16, "W": 6, "P": 6, "U": 7, "J": 5, "H": 14, "C": 12, "R": 42,
}  # fmt: skip
"""How many rules each section of the rulebook has."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenarios_hold(path):
    scenarios = read_scenarios(path, load_tables)
    assert scenarios
    failures = [(scenario.title, failure) for scenario in scenarios if (failure := run(scenario))]
    assert failures == []


def test_every_rule_is_shown_by_a_scenario():
    titles = " ".join(
        scenario.title for path in FILES for scenario in read_scenarios(path, load_tables)
    )
    shown = set(re.findall(r"\b([DSTEWPUJHCR]-\d+)\b", titles))
    rules = {f"{section}-{n}" for section, last in LAST_ID.items() for n in range(1, last + 1)}
    assert rules - shown == set()
    assert shown - rules == set(), "a title names a rule that does not exist"


def test_titles_are_unique():
    titles = [scenario.title for path in FILES for scenario in read_scenarios(path, load_tables)]
    assert len(titles) == len(set(titles))

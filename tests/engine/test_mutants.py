"""The scenarios really test the rules: every changed effect or knob makes one of them fail."""

import importlib.util
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SCENARIOS = ROOT / "tests" / "scenarios"
GIVEN = ROOT.parent / "shared" / "scenarios"


def test_no_change_of_the_rules_goes_unnoticed():
    spec = importlib.util.spec_from_file_location(
        "mutate_rules", ROOT / "benchmarks/mutate_rules.py"
    )
    assert spec is not None
    assert spec.loader is not None
    mutate = importlib.util.module_from_spec(spec)
    sys.modules["mutate_rules"] = mutate
    spec.loader.exec_module(mutate)
    scenarios = mutate.read([SCENARIOS])
    unnoticed = [m.name for m in mutate.mutants() if mutate.noticed(m, scenarios) is None]
    assert unnoticed == []

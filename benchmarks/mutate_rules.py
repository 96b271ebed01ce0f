"""Disable each effect and flip each knob in turn, and tell which of it no scenario notices.

`uv run python benchmarks/mutate_rules.py [FOLDER …]`: runs the scenarios of the folders (default:
tests/scenarios, and ../shared/scenarios where it exists) on rules that have been changed in
memory, one change at a time. A change is noticed when a scenario no longer holds. What stays
unnoticed is printed, and the exit code is then 1.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # a checkout is enough; nothing needs to be installed

from uno_tui.engine import effects, first_card, flow, penalty, settle  # noqa: E402
from uno_tui.engine.decisions import slap  # noqa: E402
from uno_tui.engine.offers import talk  # noqa: E402
from uno_tui.engine.state import State  # noqa: E402
from uno_tui.faces.scenario import load_tables, run  # noqa: E402
from uno_tui.faces.scenario_file import Scenario, read_scenarios  # noqa: E402
from uno_tui.ruleset.export import Knob, knobs  # noqa: E402
from uno_tui.ruleset.faces import EFFECTS, split_effect  # noqa: E402
from uno_tui.ruleset.schema import Ruleset  # noqa: E402
from uno_tui.ruleset.tables import EFFECT_NAMES, Tables  # noqa: E402

ELSEWHERE = {
    "extends": "a file's own business; tests/ruleset",
    "name": "words",
    "summary": "words",
    "mood": "words",
    "players.min": "who may sit down; tests/ruleset",
    "players.max": "who may sit down; tests/ruleset",
    "deck.cards.each_color": "a scenario names its cards; tests/engine/test_decks.py",
    "deck.cards.wilds": "a scenario names its cards; tests/engine/test_decks.py",
    "match.forfeits": "dealt by the screen, not by the table",
    "round.limit": "only the limit of 20 can be reached by hand",
}
"""Knobs that are not turned here, and why."""

SAME = {
    "first_player: left-of-dealer -> other-than-drafter": "only for two, where both are the other seat",
    "first_player: other-than-drafter -> left-of-dealer": "only for two, where both are the other seat",
    "dealer.next: left -> alternate": "only for two, where both are the other seat",
    "dealer.next: alternate -> left": "only for two, where both are the other seat",
}
"""Changes that change nothing wherever the two values may both stand, and why."""

Change = Callable[[Ruleset], Ruleset]


class Mutant(NamedTuple):
    """One change: what it is called, what it does to rules, what it does to the engine."""

    name: str
    change: Change | None = None
    patch: Callable[[], AbstractContextManager[Any]] = nullcontext


def get(rules: Ruleset, knob: str) -> Any:
    """The value of a dotted knob."""
    value: Any = rules
    for part in knob.split("."):
        value = getattr(value, part)
    return value


def put(rules: Any, knob: str, value: object) -> Any:
    """The same rules with one knob changed, unchecked: odd combinations are welcome here."""
    first, _, rest = knob.partition(".")
    inner = put(getattr(rules, first), rest, value) if rest else value
    return rules.model_copy(update={first: inner})


def mutants() -> Iterator[Mutant]:
    """Every change there is to make."""
    for knob in knobs():
        if knob.name not in ELSEWHERE and "<" not in knob.name and "colors." not in knob.name:
            yield from _of_knob(knob)
    yield from _of_lists()
    for effect in EFFECTS:
        name = effect.partition(":")[0]
        yield Mutant(f"no face has the effect {name}", lambda rules, name=name: _strip(rules, name))
        if name in EFFECT_NAMES:
            yield Mutant(
                f"the effect {name} does nothing",
                patch=lambda name=name: mock.patch.object(flow, "ALL_STEPS", _without(name)),
            )
    yield from _of_steps()
    yield from _of_faces()
    yield from _of_constants()


def _of_knob(knob: Knob) -> Iterator[Mutant]:
    name = knob.name
    if knob.choices or knob.kind == "true or false":
        words = knob.choices or (True, False)
        for was in words:
            for now in words:
                if was != now and f"{name}: {was} -> {now}" not in SAME:
                    yield Mutant(
                        f"{name}: {was} -> {now}",
                        lambda rules, name=name, was=was, now=now: (
                            put(rules, name, now) if get(rules, name) == was else rules
                        ),
                    )
    elif knob.low is not None:
        for label, turn in (
            ("+ 1", lambda n: n + 1),
            ("- 1", lambda n: n - 1),
            ("= 0", lambda n: 0),
        ):
            yield Mutant(
                f"{name} {label}",
                lambda rules, name=name, turn=turn, low=knob.low: put(
                    rules, name, max(low, turn(get(rules, name)))
                ),
            )


def _of_lists() -> Iterator[Mutant]:
    values: tuple[tuple[str, Callable[[Any], object]], ...] = (
        ("wild_draw.faces", lambda was: ("W+4",) if was is None else None),
        ("answers.faces", lambda was: ("+2",) if was is None else None),
        ("round.refills", lambda was: ()),
        ("round.refills", lambda was: (*was, 1)),
        ("scoring.last_card_bonus", lambda was: {}),
        ("scoring.last_card_bonus", lambda was: {face: n + 1 for face, n in was.items()}),
    )
    for number, (knob, turn) in enumerate(values):
        yield Mutant(
            f"{knob} changed ({number})",
            lambda rules, knob=knob, turn=turn: put(rules, knob, turn(get(rules, knob))),
        )


def _strip(rules: Ruleset, name: str) -> Ruleset:
    faces = {
        code: face.model_copy(
            update={"effects": tuple(e for e in face.effects if split_effect(e)[0] != name)}
        )
        for code, face in rules.faces.items()
    }
    return rules.model_copy(update={"faces": faces})


def _without(name: str) -> tuple[Callable[..., bool], ...]:
    steps = list(flow.ALL_STEPS)
    steps[EFFECT_NAMES.index(name)] = lambda s, n: False
    return tuple(steps)


def _of_steps() -> Iterator[Mutant]:
    for name in ("SLAP_STEP", "PAIR_STEP", "TURNED_DRAW_STEP"):
        steps = list(flow.ALL_STEPS)
        steps[getattr(flow, name)] = lambda s, n: False
        yield Mutant(
            f"the step {name} does nothing",
            patch=lambda steps=tuple(steps): mock.patch.object(flow, "ALL_STEPS", steps),
        )
    steps = list(flow.ALL_STEPS)
    steps[EFFECT_NAMES.index("color-wheel")] = _turn_wheel_back
    yield Mutant(
        "the wheel turns against the direction of play",
        patch=lambda steps=tuple(steps): mock.patch.object(flow, "ALL_STEPS", steps),
    )
    for step in flow.SURVIVES_ENDING:
        left = flow.SURVIVES_ENDING - {step}
        what = EFFECT_NAMES[step] if step < len(EFFECT_NAMES) else "deflecting"
        yield Mutant(
            f"{what} on a last card is not carried out",
            patch=lambda left=left: mock.patch.object(flow, "SURVIVES_ENDING", left),
        )


def _turn_wheel_back(s: State, n: int) -> bool:
    s.direction = -s.direction
    waits = effects.color_wheel(s, n)
    s.direction = -s.direction
    return waits


def _of_faces() -> Iterator[Mutant]:
    codes = sorted({code for rules in _shipped() for code in rules.faces})
    for code in codes:
        yield Mutant(f"faces.{code}.points + 1", lambda rules, code=code: _worth_more(rules, code))
    yield Mutant("faces: numbers match by colour only", _no_numbers)
    yield Mutant("faces: a wild with a rank is an ordinary card", _no_ranked_wilds)


def _shipped() -> list[Ruleset]:
    from uno_tui.ruleset.load import load, shipped_ids

    return [load(which) for which in shipped_ids()]


def _face(rules: Ruleset, code: str, **changes: object) -> Ruleset:
    face = rules.faces[code].model_copy(update=changes)
    return rules.model_copy(update={"faces": {**rules.faces, code: face}})


def _worth_more(rules: Ruleset, code: str) -> Ruleset:
    return _face(rules, code, points=rules.faces[code].points + 1) if code in rules.faces else rules


def _no_numbers(rules: Ruleset) -> Ruleset:
    for code, face in rules.faces.items():
        if face.number is not None:
            rules = _face(rules, code, number=None)
    return rules


def _no_ranked_wilds(rules: Ruleset) -> Ruleset:
    for code in list(rules.faces):
        if code in rules.deck.cards.each_color and rules.faces[code].wild:
            rules = _face(rules, code, wild=False)
    return rules


def _of_constants() -> Iterator[Mutant]:
    for module, name in (
        (penalty, "READY_FROM"),
        (settle, "POINT_REFILL"),
        (slap, "LAST_DRAWS"),
        (talk, "TALKING_DRAWS"),
        (first_card, "BURY_BELOW"),
    ):
        for by in (1, -1):
            yield Mutant(
                f"{name} {by:+}",
                patch=lambda module=module, name=name, by=by: mock.patch.object(
                    module, name, getattr(module, name) + by
                ),
            )


def _apply(change: Change | None, tables: Tables) -> Tables | None:
    """The tables under the changed rules; None when the change does not touch them."""
    if change is None:
        return tables
    rules = change(tables.ruleset)
    return None if rules == tables.ruleset else Tables(rules)


def noticed(mutant: Mutant, scenarios: Sequence[Scenario]) -> Scenario | None:
    """The first scenario that no longer holds under the change; None when all still do."""
    changed: dict[int, Tables | None] = {}
    with mutant.patch():
        for scenario in scenarios:
            key = id(scenario.tables)
            if key not in changed:
                changed[key] = _apply(mutant.change, scenario.tables)
            tables = changed[key]
            if tables is None:
                continue
            try:
                failure = run(dataclasses.replace(scenario, tables=tables))
            except Exception:  # a table that breaks has certainly been noticed
                return scenario
            if failure is not None:
                return scenario
    return None


def read(folders: Sequence[Path]) -> list[Scenario]:
    """All scenarios of the folders that exist."""
    return [
        scenario
        for folder in folders
        for path in sorted(folder.glob("*.toml"))
        for scenario in read_scenarios(path, load_tables)
    ]


def main() -> int:
    """Print what stays unnoticed; 1 when there is anything."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folders", nargs="*", type=Path, help="folders of scenario files")
    parser.add_argument("--list", action="store_true", help="print every change and who noticed")
    options = parser.parse_args()
    given = ROOT.parent / "shared" / "scenarios"
    folders = options.folders or [ROOT / "tests" / "scenarios", given]
    scenarios = read(folders)
    started = time.perf_counter()
    total = 0
    survivors: list[str] = []
    for mutant in mutants():
        total += 1
        by = noticed(mutant, scenarios)
        if by is None:
            survivors.append(mutant.name)
        if options.list:
            print(f"{mutant.name}: {by.title if by else 'UNNOTICED'}")
    seconds = time.perf_counter() - started
    for knob, why in ELSEWHERE.items():
        print(f"not turned: {knob} ({why})")
    for change, why in SAME.items():
        print(f"no change: {change} ({why})")
    print(
        f"{len(scenarios)} scenarios, {total} changes, {len(survivors)} unnoticed, {seconds:.1f} s"
    )
    for name in survivors:
        print(f"unnoticed: {name}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())

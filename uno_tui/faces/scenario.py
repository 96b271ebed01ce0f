"""`uno-tui check`: run scenarios through the engine and say which fail.

Imports the engine and nothing of the screen, so that a ruleset's author waits for nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from uno_tui.cards import counted
from uno_tui.engine.actions import ACCEPT, PASS, SLAP
from uno_tui.engine.arrange import arrange
from uno_tui.engine.events import Event
from uno_tui.engine.game import Game
from uno_tui.faces.scenario_facts import look_up, why_refused
from uno_tui.faces.scenario_file import Scenario, ScenarioError, Step, read_scenarios
from uno_tui.faces.wording import one_line
from uno_tui.ruleset.load import load
from uno_tui.ruleset.tables import Tables, compile_tables


class Failure(NamedTuple):
    """The first step of a scenario that did not hold; `number` counts from 1, 0 = the set-up."""

    number: int
    step: str
    expected: str
    actual: str


def check_files(paths: Sequence[Path], out: TextIO | None = None) -> int:
    """Run every scenario of the files, print a line per failing one and a count at the end.

    Returns the exit code: 0 all passed, 1 some failed, 2 a file is not readable as scenarios.
    """
    out = out or sys.stdout
    code = ran = failed = 0
    for path in paths:
        try:
            scenarios = read_scenarios(path, load_tables)
        except ScenarioError as error:
            print(error, file=sys.stderr)
            code = 2
            continue
        for scenario in scenarios:
            ran += 1
            failure = run(scenario)
            if failure:
                failed += 1
                print(_line(path, scenario, failure), file=out)
    if ran:
        held = ran - failed
        verb = "holds" if 1 in (held, ran) else "hold"
        print(f"{held} of {counted(ran, 'scenario')} {verb}", file=out)
    return code or (1 if failed else 0)


def load_tables(ruleset: str, folder: Path, overrides: Mapping[str, Any]) -> Tables:
    """The tables of a ruleset named by id or by a path relative to `folder`, knobs changed.

    Raises ValueError with a sentence.
    """
    from_file = ruleset.endswith(".toml") or "/" in ruleset or "\\" in ruleset
    return compile_tables(load(folder / ruleset if from_file else ruleset, overrides, (folder,)))


def run(scenario: Scenario) -> Failure | None:
    """Play one scenario on a fresh table; the first step that does not hold, or None."""
    try:
        game = arrange(
            scenario.tables,
            scenario.names,
            hands=scenario.hands,
            draw=scenario.draw,
            discard=scenario.discard,
            color=scenario.color,
            turn=scenario.turn,
            dealer=scenario.dealer,
            direction=scenario.direction,
            scores=scenario.scores,
            start=scenario.start,
            seed=scenario.seed,
        )
    except ValueError as error:
        return Failure(0, "the set-up", "a table that can be played", one_line(error))
    return _Run(scenario, game).play()


class _Run:
    """A scenario being played: the game, and what the table did for each seat by itself."""

    def __init__(self, scenario: Scenario, game: Game) -> None:
        self.scenario, self.game = scenario, game
        # A deal may end with a forced draw or pass before anyone could listen.
        already = {PASS} if scenario.start == "turn" else {ACCEPT, PASS}
        self.done: list[set[int]] = [set(already) for _ in scenario.names]
        game.subscribe(self._watch)

    def play(self) -> Failure | None:
        for number, step in enumerate(self.scenario.steps, 1):
            failure = self._fact(step) if step.fact else self._action(step)
            if failure:
                expected, actual = failure
                return Failure(number, step.text, expected, actual)
        return None

    def _watch(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if event.kind == "passed":
                self.done[event.seat].add(PASS)
            elif event.kind == "slap-last":
                self.done[event.seat].add(SLAP)
            elif event.kind == "skipped" or (event.kind == "drew" and event.why != "turn"):
                self.done[event.seat].add(ACCEPT)

    def _fact(self, step: Step) -> tuple[str, str] | None:
        assert step.fact is not None
        names, tables = self.scenario.names, self.scenario.tables
        actual = look_up(step.fact, self.game, names, tables)
        if actual == step.fact.expected:
            return None
        return step.fact.expected, actual + why_refused(step.fact, self.game, names, tables)

    def _action(self, step: Step) -> tuple[str, str] | None:
        assert step.action is not None
        return self._refused(step) if step.refused else self._accepted(step)

    def _accepted(self, step: Step) -> tuple[str, str] | None:
        action = step.action
        assert action is not None
        refusal = self.game.check(step.seat, action)
        if refusal is None:
            self.done[step.seat].clear()
            outcome = self.game.apply(step.seat, action)
            if outcome.accepted:
                return None
            refusal = outcome.refusal
        elif action.verb in self.done[step.seat]:
            self.done[step.seat].discard(action.verb)
            return None
        return "accepted", f"refused: {refusal.text if refusal else 'no reason given'}"

    def _refused(self, step: Step) -> tuple[str, str] | None:
        action = step.action
        assert action is not None
        before, view = self.game.position(), self.game.view(None)
        outcome = self.game.apply(step.seat, action)
        if outcome.accepted:
            return "refused", "accepted"
        if not outcome.fined:
            same = self.game.position() == before
            return None if same else ("refused, nothing changed", "refused, but the table changed")
        after = self.game.view(None)
        kept = (view.top, view.color, view.direction, view.turn, view.scores)
        if (after.top, after.color, after.direction, after.turn, after.scores) != kept:
            return "refused and fined only", "refused and fined, but the table changed too"
        return None


def _line(path: Path, scenario: Scenario, failure: Failure) -> str:
    return (
        f"{one_line(path)}: {scenario.title}: step {failure.number} ({one_line(failure.step)}):"
        f" expected {one_line(failure.expected)}, got {one_line(failure.actual)}"
    )

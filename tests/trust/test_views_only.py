"""AI and screens get views: by the types they are written with, and by what can be reached."""

from __future__ import annotations

import ast
import inspect
import typing
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import uno_tui
from uno_tui.engine.events import PUBLIC, Event
from uno_tui.engine.game import Game
from uno_tui.engine.state import ROUND_OVER
from uno_tui.engine.view import View
from uno_tui.ruleset.load import load, shipped_ids
from uno_tui.session.brains import Brain
from uno_tui.session.feed import Batch

SOURCES = Path(uno_tui.__file__).parent
TABLE_PARTS = [
    *sorted((SOURCES / "tui" / "screens").glob("table*.py")),
    *sorted((SOURCES / "tui" / "widgets").glob("*.py")),
    *sorted((SOURCES / "tui" / "dialogs").glob("*.py")),
    *sorted((SOURCES / "tui" / "screens").glob("results*.py")),
    SOURCES / "tui" / "text.py",
    SOURCES / "tui" / "motion.py",
    SOURCES / "tui" / "commands.py",
]
OF_A_GAME = {"tables", "view", "names"}
"""What a table's screen may ask of the game itself: its rules, and views (of a bystander)."""


SEED = 987_654_321
"""A seed that is no number of anything else at a table."""


def test_an_ai_is_written_for_a_view() -> None:
    for method in (Brain.choose, Brain.react):
        hints = typing.get_type_hints(method)
        assert hints["view"] is View
        assert set(inspect.signature(method).parameters) == {"self", "view", "rng"}


def test_a_screen_is_handed_a_view() -> None:
    hints = typing.get_type_hints(Batch)
    assert hints["view"] is View
    assert not any(hint in (Game,) for hint in hints.values())


@pytest.mark.parametrize("path", TABLE_PARTS, ids=lambda path: path.name)
def test_table_screens_ask_the_game_for_nothing_else(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = {alias.name for alias in node.names}
            assert not (node.module == "uno_tui.engine.game" and "Game" in names), path
            assert not (node.module == "uno_tui.engine.state" and "State" in names), path
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
            if node.value.attr == "game":
                assert node.attr in OF_A_GAME, f"{path.name}:{node.lineno} .game.{node.attr}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "view" and "game" in ast.unparse(node.func.value):
                assert ast.unparse(node.args[0]) == "None", f"{path.name}:{node.lineno}"


def reachable(root: object) -> Iterator[object]:
    """Everything that can be reached from `root` by attributes and items, but for the rules."""
    seen: set[int] = set()
    todo = [root]
    while todo:
        thing = todo.pop()
        if id(thing) in seen or type(thing).__name__ in ("Tables", "Ruleset", "module", "type"):
            continue
        seen.add(id(thing))
        yield thing
        if isinstance(thing, dict):
            todo += [*thing.keys(), *thing.values()]
        elif isinstance(thing, (list, tuple, set, frozenset)):
            todo += thing
        elif type(thing).__module__.startswith("uno_tui"):
            names = [
                name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())
            ]
            names += list(getattr(thing, "__dict__", ()))
            todo += [getattr(thing, name, None) for name in names]


@pytest.mark.parametrize("which", shipped_ids())
def test_no_hidden_hand_can_be_reached_from_a_view(which: str) -> None:
    """Nor the seed, from which the hands could be dealt again."""
    rules = load(which)
    seats = max(rules.players.min, min(3, rules.players.max))
    rng = Random(which)
    game = Game(rules, [f"Seat {at}" for at in range(seats)], SEED)
    for _ in range(12):
        if game.phase >= ROUND_OVER:
            break
        seat = game.asked()[0]
        game.apply(seat, rng.choice(game.options(seat)))
    for seat in (None, *range(seats)):
        view = game.view(seat)
        hidden = [tuple(hand) for at, hand in enumerate(game.hands()) if at != seat]
        lists = [tuple(one) for one in reachable(view) if isinstance(one, (list, tuple))]
        if game.phase < ROUND_OVER:
            whole = [hand for hand in hidden if len(set(hand)) > 2]
            assert not [hand for hand in whole if hand in lists and _is_secret(view, hand)]
        numbers = {one for one in reachable(view) if type(one) is int}
        assert game.seed not in numbers


def _is_secret(view: View, hand: tuple[int, ...]) -> bool:
    return all(sorted(known) != sorted(hand) for known in view.known)


@pytest.mark.parametrize("which", ["classic", "chaos", "seven-zero", "exchange-five", "two-ways"])
def test_events_to_a_seat_tell_no_card_of_a_draw_that_is_not_its_own(which: str) -> None:
    rules = load(which)
    game = Game(rules, ["Ann", "Ben", "Cy"][: max(rules.players.min, min(3, rules.players.max))], 5)
    heard: dict[int, list[Event]] = {PUBLIC: [], 0: []}
    for viewer, into in heard.items():
        game.subscribe(into.extend, viewer)
    rng = Random(3)
    for _ in range(150):
        if game.phase >= ROUND_OVER:
            break
        seat = game.asked()[0]
        game.apply(seat, rng.choice(game.options(seat)))
    drawn = [event for event in heard[PUBLIC] if event.kind in ("drew", "gave", "dealt")]
    assert drawn
    assert not [event for event in drawn if event.cards]
    others = [event for event in heard[0] if event.kind == "drew" and event.seat != 0]
    assert others
    assert not [event for event in others if event.cards]

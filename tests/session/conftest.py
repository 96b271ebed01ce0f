from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from uno_tui.engine.actions import CATCH, PLAY, UNO, Action
from uno_tui.engine.game import Game
from uno_tui.engine.view import View
from uno_tui.ruleset.load import load, with_overrides
from uno_tui.session import Batch, InstantClock, ManualClock, Pace, SeatSpec, Table

ANN = SeatSpec("Ann", "human")
BEN = SeatSpec("Ben", "human")
BO = SeatSpec("Bo", "ai", "normal")
CY = SeatSpec("Cy", "ai", "normal")
ROBOTS = (SeatSpec("Abe", "ai"), BO, CY)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test has a home folder of its own."""
    monkeypatch.setenv("UNO_TUI_HOME", str(tmp_path))
    return tmp_path


class Chance:
    """Lays anything legal if it can; notices half of what can be called or caught."""

    def choose(self, view: View, rng: Random) -> Action:
        plays = [action for action in view.options if action.verb == PLAY]
        return rng.choice(plays or view.options)

    def react(self, view: View, rng: Random) -> tuple[float, Action] | None:
        offers = [action for action in view.offers if action.verb in (UNO, CATCH, PLAY)]
        if not offers or rng.random() < 0.5:
            return None
        return rng.uniform(0.3, 2.0), rng.choice(offers)


class First:
    """Plays the first option; reacts to a catch after `notice` seconds when that is set."""

    def __init__(self, notice: float | None = None) -> None:
        self.notice = notice

    def choose(self, view: View, rng: Random) -> Action:
        return view.options[0]

    def react(self, view: View, rng: Random) -> tuple[float, Action] | None:
        catch = next((action for action in view.offers if action.verb == CATCH), None)
        if catch is None or self.notice is None:
            return None
        return self.notice, catch


def arranged(
    hands: Sequence[str],
    discard: str = "R5",
    draw: str = "G1 G2 G3 G4 B9 Y8 Y9 B1 B2",
    variant: str = "classic",
    turn: int = 0,
    knobs: Mapping[str, Any] | None = None,
    names: Sequence[str] = ("Ann", "Bo", "Cy", "Dee"),
) -> Game:
    """A table set up by hand; `draw` has its top card first."""
    rules = with_overrides(load(variant), knobs or {})
    seated = names[: len(hands)]
    position = json.loads(Game(rules, seated, 1).position())
    position |= {
        "hands": [hand.split() for hand in hands],
        "discards": discard.split(),
        "draw": draw.split()[::-1],
        "turn": turn,
        "phase": "turn",
        "color": "RBGY".index(discard.split()[-1][0]),
        "direction": 1,
        "fresh": False,
        "layer": -1,
        "history": [],
        "pending": None,
        "base": -1,
        "actor": -1,
    }
    return Game.from_position(json.dumps(position), rules, seated)


class Screen:
    """Subscribes to a table and remembers what it was shown."""

    def __init__(self, table: Table, answer: Callable[[Batch], Awaitable[object] | None]) -> None:
        self.batches: list[Batch] = []
        self._answer = answer
        table.feed.subscribe(self._hear)

    def _hear(self, batch: Batch) -> Awaitable[object] | None:
        self.batches.append(batch)
        return self._answer(batch)

    @property
    def kinds(self) -> list[str]:
        return [event.kind for batch in self.batches for event in batch.events]

    def notices(self, code: str) -> list[str]:
        return [n.text for batch in self.batches for n in batch.notices if n.code == code]


class Room:
    """A table with a clock that stands until it is moved, running in the background."""

    def __init__(self, table: Table, clock: ManualClock) -> None:
        self.table = table
        self.clock = clock
        self.screen = Screen(table, lambda _batch: None)
        self.task = asyncio.ensure_future(table.run())

    async def wait(self, seconds: float = 0.0) -> None:
        await self.clock.advance(seconds)

    def do(self, seat: int, text: str) -> bool:
        from uno_tui.engine.actions import parse_action

        game = self.table.game
        return self.table.submit(seat, parse_action(text, game.tables, game.names)).accepted

    async def leave(self) -> None:
        self.table.close()
        with suppress(asyncio.CancelledError):
            await self.task


def instant() -> Pace:
    return Pace("instant", clock=InstantClock())


def robots(variant: str = "classic", seed: int = 7, **options: Any) -> Table:
    options.setdefault("pace", instant())
    rules = with_overrides(load(variant), {"scoring.target": 150})
    return Table.begin(rules, ROBOTS, seed, brains=lambda _s: Chance(), **options)


def leave_at(table: Table, number: int) -> Callable[[Batch], None]:
    """A subscriber that closes the table after so many actions."""

    def hear(batch: Batch) -> None:
        if batch.number == number:
            table.close()

    return hear


async def play_alone(table: Table, most: int, seed: int = 1) -> None:
    """Ann plays by chance until so many actions have been made; the table is left then."""
    rng = Random(seed)
    task = asyncio.ensure_future(table.run())
    while not task.done() and table.match.number < most:
        await asyncio.sleep(0)
        options = table.game.options(0) if table._stage.idle else []
        if options:
            table.submit(0, rng.choice(options))
    table.close()
    await task


@pytest.fixture
async def sit() -> Any:
    """Makes rooms and leaves them at the end of the test."""
    rooms: list[Room] = []

    def make(
        game: Game,
        seats: Sequence[SeatSpec],
        brain: object = None,
        pace: str = "normal",
        window: float = 2.5,
        **options: Any,
    ) -> Room:
        clock = ManualClock()
        chosen = brain or First()
        table = Table(
            game,
            seats,
            Pace(pace, window, clock),  # type: ignore[arg-type]
            brains=lambda _spec: chosen,  # type: ignore[arg-type,return-value]
            **options,
        )
        rooms.append(Room(table, clock))
        return rooms[-1]

    yield make
    for room in rooms:
        await room.leave()

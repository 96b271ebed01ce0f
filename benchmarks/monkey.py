"""A monkey at the keyboard: whole app sessions of random keys, clicks and sizes, without a screen.

    uv run python benchmarks/monkey.py --sessions 200

Each session starts the app in a home of its own that keeps what earlier sessions left (saves,
settings, records), at the menu or at a random table, and types. Printed are sessions, keys,
actions played, exceptions and memory. Every exception comes with the seed that makes it again.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import functools
import gc
import os
import random
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path

from common import ROOT, Report

KEYS = (
    *["enter"] * 14, *["d"] * 6, *["p"] * 4, *["right"] * 5, *["left"] * 2, *["down"] * 4,
    *["up"] * 2, *["space"] * 2, *["escape"] * 3, *["tab"] * 2,
    "a", "b", "c", "e", "g", "h", "i", "j", "k", "l", "m", "n", "r", "s", "t", "u", "x", "y", "z",
    "R", "B", "G", "Y", "W", "H", "N", "0", "1", "2", "3", "5", "7", "9", "plus", "slash",
    "question_mark", "f1", "left_square_bracket", "right_square_bracket", "pageup", "pagedown",
    "home", "end", "backspace", "delete", "ctrl+p", "ctrl+s", "shift+tab", "tab",
)  # fmt: skip
SIZES = ((80, 24), (100, 30), (140, 40), (200, 50), (60, 20), (40, 10), (20, 5), (1, 1), (120, 20))
LEVELS = ("easy", "normal", "hard", "random", "greedy")


@dataclass
class Outcome:
    """What one session did; `trouble` is a traceback, empty when all went well."""

    seed: int
    keys: int = 0
    actions: int = 0
    sizes: int = 0
    trouble: str = ""


@dataclass
class Tally:
    """What came of all sessions."""

    outcomes: list[Outcome] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    """Resident MiB after each session."""

    @property
    def broken(self) -> list[Outcome]:
        """The sessions that raised."""
        return [one for one in self.outcomes if one.trouble]

    def told(self) -> list[tuple[str, float, float | None]]:
        """Resident MiB over the run, and how much that is of what it was after a tenth.

        The first sessions import what the next ones find there, so the start says little.
        """
        last = len(self.memory) - 1
        tenth = self.memory[last // 10]
        places = (("after the first", 0), ("after a tenth", last // 10), ("after a quarter", last // 4),
                  ("in the middle", last // 2), ("at the end", last))  # fmt: skip
        return [
            (when, self.memory[at], self.memory[at] / tenth if tenth else None)
            for when, at in places
        ]


async def session(seed: int, seconds: float) -> Outcome:
    """One session, in the home folder that UNO_TUI_HOME names. Never raises."""
    outcome = Outcome(seed)
    try:
        await asyncio.wait_for(_play(outcome, seconds), seconds * 10 + 60)
    except TimeoutError:
        outcome.trouble = "the app did not answer any more"
    except Exception:
        outcome.trouble = traceback.format_exc(limit=-12)
    return outcome


async def _play(outcome: Outcome, seconds: float) -> None:
    from textual.app import ScreenStackError
    from textual.errors import NoWidget

    from uno_tui.tui.app import UnoApp

    if sys.version_info >= (3, 12):  # as `App.run` has it, and `run_test` forgets
        asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
    chance = random.Random(outcome.seed)
    app = UnoApp(request=_request(chance) if chance.random() < 0.7 else None)
    async with app.run_test(size=chance.choice(SIZES[:4])) as pilot:
        end = time.perf_counter() + seconds
        await pilot.pause(0.1)
        while time.perf_counter() < end and app.is_running and app.return_code is None:
            kind = chance.random()
            if kind < 0.85:
                _press(app, chance.choice(KEYS))
                await asyncio.sleep(chance.choice((0, 0, 0.005, 0.02)))
                outcome.keys += 1
            elif kind < 0.93:
                width, height = app.size
                # Under nothing, and right after quitting, there is nothing to click on.
                with contextlib.suppress(NoWidget, ScreenStackError):
                    await pilot._post_mouse_events(
                        _mouse(),
                        offset=(chance.randrange(max(1, width)), chance.randrange(max(1, height))),
                        button=1,
                    )
            elif kind < 0.96:
                await pilot.resize_terminal(*chance.choice(SIZES))
                outcome.sizes += 1
            else:
                await pilot.pause(chance.random() * 0.1)
            outcome.actions = max(outcome.actions, _actions(app))
        # What was typed last is still on its way; the harness takes the screens away at once.
        await pilot.pause(0.4)


SIGNS = {"plus": "+", "slash": "/", "question_mark": "?", "space": " ",
         "left_square_bracket": "[", "right_square_bracket": "]"}  # fmt: skip


def _press(app, key: str) -> None:  # type: ignore[no-untyped-def]
    """Type like a driver does: without waiting for what comes of it."""
    from textual.events import Key

    app._driver.send_message(Key(key, key if len(key) == 1 else SIGNS.get(key)))


def _mouse() -> list[type]:
    from textual.events import Click, MouseDown, MouseUp

    return [MouseDown, MouseUp, Click]


def _actions(app) -> int:  # type: ignore[no-untyped-def]
    tables = [screen.table for screen in app._screen_stack if hasattr(screen, "table")]
    return max((table.match.number for table in tables if hasattr(table, "match")), default=0)


def _request(chance: random.Random):  # type: ignore[no-untyped-def]
    """A random table: any shipped ruleset and number of seats it takes, zero to three people."""
    from uno_tui.tui.match import MatchError, request_of

    names = sorted(path.stem for path in (ROOT / "rulesets").glob("*.toml"))
    people = ["Ann", "Ben", "[b]Cy"][: chance.choice((0, 1, 1, 1, 2, 3))]
    while True:
        seats = [(name, "") for name in people]
        count = chance.randint(max(2, len(seats)), 10)
        seats += [("", chance.choice(LEVELS)) for _ in range(count - len(seats))]
        chance.shuffle(seats)
        try:
            return request_of(chance.choice(names), seats, chance.randrange(1 << 30))
        except MatchError:
            continue


def resident() -> float:
    """Resident memory of this process in MiB; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def empty_caches() -> None:
    """Empty every cache of bounded size, ours and the libraries'.

    Random sizes and variants go on filling them for hundreds of sessions. What is left then is
    what sessions leave behind; caches without a bound are not touched, for they would be a leak.
    """
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper):
            most = found.cache_parameters()["maxsize"]
            if most is not None:
                found.cache_clear()


def peak() -> float:
    """The most resident memory this process ever had, in MiB; 0 where the system does not tell."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0.0)


def run(sessions: int, seed: int, seconds: float, say: bool = False) -> Tally:
    """Run so many sessions one after the other, in one process and one home folder."""
    from uno_tui.store.settings import Settings, save_settings

    tally = Tally()
    before = os.environ.get("UNO_TUI_HOME")
    with tempfile.TemporaryDirectory(prefix="monkey-") as home:
        os.environ["UNO_TUI_HOME"] = home
        try:
            for number in range(sessions):
                chance = random.Random(seed + number)
                save_settings(Settings.model_validate({
                    "pace": chance.choice(("instant", "instant", "quick", "step")),
                    "motion": chance.random() < 0.3, "reaction_window": chance.choice((0, 0.1, 0.5)),
                    "expert_think": 0.1,
                }))  # fmt: skip
                outcome = asyncio.run(session(seed + number, seconds))
                tally.outcomes.append(outcome)
                # The app freezes what it holds; here apps come and go in one process.
                gc.unfreeze()
                empty_caches()
                gc.collect()
                tally.memory.append(resident())
                if say:
                    print(outcome.seed, outcome.keys, outcome.actions,
                          f"{tally.memory[-1]:.1f} MiB", outcome.trouble[-1500:], flush=True)  # fmt: skip
        finally:
            if before is None:
                os.environ.pop("UNO_TUI_HOME", None)
            else:
                os.environ["UNO_TUI_HOME"] = before
    return tally


def main() -> None:
    """Run and print; exit code 1 when a session raised."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long a session types")
    parser.add_argument("--say", action="store_true", help="a line for each session")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    tally = run(args.sessions, args.seed, args.seconds, args.say)
    report = Report("Random keys, clicks and sizes")
    report.add("sessions", str(len(tally.outcomes)))
    report.add("keys", str(sum(one.keys for one in tally.outcomes)))
    report.add("sizes", str(sum(one.sizes for one in tally.outcomes)))
    report.add("actions at tables", str(sum(one.actions for one in tally.outcomes)))
    report.add("sessions that raised", str(len(tally.broken)))
    for when, mib, ratio in tally.told():
        report.add(f"resident memory {when}", f"{mib:.1f} MiB", "after a tenth", "", ratio)
    report.add("peak memory", f"{peak():.1f} MiB")
    report.show(args.json)
    for one in tally.broken:
        print(f"seed {one.seed}:\n{one.trouble}", file=sys.stderr)
    raise SystemExit(1 if tally.broken else 0)


if __name__ == "__main__":
    main()

"""Makes the README's pictures from the app itself: `uv run python assets/make_screenshots.py [NAME…]`.

Each table is a seeded match that the AIs have played up to the moment in question; then the real
app is opened on it, a few keys are pressed, and what it shows is saved as SVG. The same code gives
the same pictures. Without names all of them are made, into `assets/screenshots/`.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # a checkout is enough; nothing needs to be installed
FOLDER = ROOT / "assets" / "screenshots"

from textual.pilot import Pilot  # noqa: E402

from uno_tui.ai import level  # noqa: E402
from uno_tui.engine.actions import CHALLENGE, PLAY  # noqa: E402
from uno_tui.engine.state import MATCH_OVER, ROUND_OVER, TURN  # noqa: E402
from uno_tui.engine.view import View  # noqa: E402
from uno_tui.ruleset.load import load  # noqa: E402
from uno_tui.session import Pace, SeatSpec, Table  # noqa: E402
from uno_tui.session.match import Match  # noqa: E402
from uno_tui.tui.app import UnoApp  # noqa: E402

MOST_ACTIONS, SEEDS = 2000, 20
LEVELS = ("hard", "normal", "expert", "easy")
NAMES = ("Bo", "Cleo", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo")
Moment = Callable[[View], bool]


@dataclass(frozen=True)
class Shot:
    """One picture: the size, the theme, the keys pressed, and the table if there is one."""

    name: str
    size: tuple[int, int]
    theme: str = "felt"
    ruleset: str = ""
    others: int = 3
    seed: int = 1
    moment: Moment | None = None
    keys: tuple[str, ...] = ()
    ascii: bool = False


def my_turn(cards: int, round_no: int = 2) -> Moment:
    """It is seat 0's turn in the given round, with so many cards, one of which fits."""

    def fits(view: View) -> bool:
        playable = sum(action.verb == PLAY for action in view.options)
        return (
            view.phase == TURN
            and view.turn == 0
            and view.round_no >= round_no
            and view.counts[0] == cards
            and playable > 1
        )

    return fits


def owing(view: View) -> bool:
    """Seat 0 owes cards and may still answer from its hand, in a later round."""
    return (
        view.pending is not None
        and view.asked == (0,)
        and view.pending.amount >= 4
        and any(action.verb == PLAY for action in view.options)
    )


def challenged(view: View) -> bool:
    """Seat 0 may challenge a wild draw."""
    return view.asked == (0,) and any(action.verb == CHALLENGE for action in view.options)


def round_over(number: int) -> Moment:
    """The round of that number has just ended, and the match has not."""
    return lambda view: view.phase == ROUND_OVER and view.round_no == number


def match_over(view: View) -> bool:
    """The match has just ended, after a few rounds."""
    return view.phase == MATCH_OVER


SHOTS = (
    Shot("menu", (80, 24)),
    Shot("table", (100, 30), "felt", "classic", 3, 4, my_turn(8)),
    Shot("small", (80, 24), "felt", "two-ways", 3, 12, my_turn(6)),
    Shot("crowd", (140, 40), "felt", "chaos", 7, 1, my_turn(9, 3)),
    Shot("paper", (100, 30), "paper", "stacking", 4, 1, owing),
    Shot("challenge", (100, 30), "felt", "classic", 3, 1, challenged),
    Shot("colour-blind", (100, 30), "colour-blind", "seven-zero", 5, 1, my_turn(7)),
    Shot("high-contrast", (80, 24), "high-contrast", "duo", 1, 1, my_turn(5)),
    Shot("ascii", (80, 24), "felt", "plus-ten", 3, 1, my_turn(7), ascii=True),
    Shot("new-game", (140, 40), "felt", keys=("n", *["down"] * 3)),
    Shot("round-over", (100, 30), "felt", "classic", 3, 1, round_over(3)),
    Shot("match-over", (140, 40), "felt", "classic", 3, 1, match_over),
    Shot("rules", (100, 30), "paper", keys=("r", *["down"] * 3)),
)


def play_to(shot: Shot) -> Match:
    """A seeded match, played by AIs up to the shot's moment.

    Where that moment never comes the next seed is tried; raises LookupError after a few.
    """
    for seed in range(shot.seed, shot.seed + SEEDS):
        match = play_seed(shot, seed)
        if match is not None:
            return match
    raise LookupError(f"{shot.name}: that moment never comes with seeds from {shot.seed} on")


def play_seed(shot: Shot, seed: int) -> Match | None:
    """The match of one seed at the shot's moment; None when it ends without."""
    seats = [SeatSpec("Ann", "human")]
    seats += [SeatSpec(NAMES[n], "ai", LEVELS[n % len(LEVELS)]) for n in range(shot.others)]
    match = Match.begin(load(shot.ruleset), seats, seed, saved=False)
    brain, rng = level("hard"), Random(seed)
    for _ in range(MOST_ACTIONS):
        game = match.game
        if shot.moment is not None and shot.moment(game.view(0)):
            return match
        if game.phase == MATCH_OVER:
            break
        seat = game.asked()[0] if game.asked() else 0
        action = brain.choose(game.view(seat), rng) if game.asked() else game.options(0)[0]
        match.apply(seat, action, 0.0)
    return None


async def take(shot: Shot) -> str:
    """The picture as SVG."""
    app = UnoApp(theme_name=shot.theme)
    app.settings.motion = False
    app.settings.glyphs = "ascii" if shot.ascii else "unicode"
    app.apply_settings()
    async with app.run_test(size=shot.size) as pilot:
        if shot.ruleset:
            app.show_table(Table(play_to(shot), (), Pace("normal")))
        await calm(pilot)
        for key in shot.keys:
            await pilot.press(key)
            await calm(pilot, 3)
        await calm(pilot)
        return slim(app.export_screenshot(title="uno-tui"))


async def calm(pilot: Pilot[int], times: int = 20) -> None:
    """Let everything settle that the last key set going."""
    for _ in range(times):
        await pilot.pause(0.02)


def slim(svg: str) -> str:
    """The same picture without fonts from elsewhere (a page that shows it must not call home).

    Blanks are kept as they are: some renderers drop those at the start of a run.
    """
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("<svg ", '<svg xml:space="preserve" ', 1)
    svg = svg.replace("Fira Code", "Fira Code, DejaVu Sans Mono, Menlo, Consolas")
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n"


def main(names: list[str]) -> int:
    """Make the pictures named, or all."""
    unknown = set(names) - {shot.name for shot in SHOTS}
    if unknown:
        known = ", ".join(shot.name for shot in SHOTS)
        print(f"there is no picture {', '.join(sorted(unknown))}; there are {known}")
        return 2
    FOLDER.mkdir(exist_ok=True)
    for name in ("NO_COLOR", "COLORTERM", "TEXTUAL_ANIMATIONS"):
        os.environ.pop(name, None)
    for shot in SHOTS:
        if names and shot.name not in names:
            continue
        with tempfile.TemporaryDirectory() as home:
            os.environ["UNO_TUI_HOME"] = home
            svg = asyncio.run(take(shot))
        path = FOLDER / f"{shot.name}.svg"
        path.write_text(svg, encoding="utf-8")
        print(f"{path.relative_to(ROOT)}  {shot.size[0]}x{shot.size[1]}  {len(svg) // 1024} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

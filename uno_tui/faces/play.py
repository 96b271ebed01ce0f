"""`uno-tui` and `uno-tui play`: check the terminal and the wishes, then start the app."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

from uno_tui.cards import clean_name, counted
from uno_tui.faces.wording import UserError, nearest


class Wish(NamedTuple):
    """One seat of `--players`: an AI level, or a person's name with level ""."""

    name: str
    level: str


def play(
    ruleset: str | None = None,
    players: str | None = None,
    seed: int | None = None,
    target: int | None = None,
    *,
    mouse: bool | None = None,
    theme: str | None = None,
) -> int:
    """Start the app: the menu, or a table at once when a ruleset or players are given.

    Returns the exit code. Raises UserError with one sentence when the terminal or a wish is no good.
    """
    request = None
    if ruleset is not None or players is not None:
        from uno_tui.tui.match import MatchError, request_of

        try:
            request = request_of(
                ruleset or "classic", read_players(players or "Player,ai:normal"), seed, target
            )
        except MatchError as error:
            raise UserError(str(error)) from None
    elif seed is not None or target is not None:
        raise UserError(
            "--seed and --target need --ruleset or --players to say which table is meant"
        )
    check_terminal()
    from uno_tui.tui.app import UnoApp

    app = UnoApp(request=request, theme_name=theme)
    use_mouse = app.looks.mouse if mouse is None else mouse
    app.run(mouse=use_mouse)
    if app.farewell:
        print(app.farewell, file=sys.stderr)
    return app.return_code or 0


def check_terminal() -> None:
    """Raises UserError where no screen can be drawn: no terminal, or a dumb one."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UserError(
            "the game needs a terminal for input and output; without one there are"
            " `uno-tui simulate`, `rules` and `check`"
        )
    if os.environ.get("TERM", "") == "dumb":
        raise UserError(
            "TERM=dumb cannot draw a table; set TERM to what your terminal is, e.g. xterm-256color"
        )


def read_players(text: str) -> list[Wish]:
    """Read `Ann,Ben,ai:hard,ai:normal`. Raises UserError with a sentence."""
    words = [word.strip() for word in text.split(",")]
    if not 2 <= len(words) <= 10:
        raise UserError(
            f'--players names {counted(len(words), "seat")}; a table has 2 to 10, e.g. "Ann,Ben,ai:hard"'
        )
    wishes = [_wish(word) for word in words]
    names = [wish.name for wish in wishes if wish.name]
    for name in names:
        if names.count(name) > 1:
            raise UserError(
                f"--players: two seats are called {name!r}; give each a name of its own"
            )
    return wishes


def _wish(word: str) -> Wish:
    kind, _, level = word.partition(":")
    if kind.lower() == "ai":
        from uno_tui.ai import LEVELS

        level = level or "normal"
        if level not in LEVELS:
            raise UserError(
                f"--players: there is no level {level!r} ({', '.join(LEVELS)}){nearest(level, LEVELS)}"
            )
        return Wish("", level)
    name = clean_name(word, "")
    if not name:
        raise UserError('--players: a name is empty; write e.g. "Ann,Ben,ai:hard"')
    return Wish(name, "")

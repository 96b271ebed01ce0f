"""The commands about the user's own files: paths, report, stats, replay."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from uno_tui.cards import counted
from uno_tui.faces.wording import UserError, one_line


def paths() -> int:
    """Print where everything is, one line each; what does not exist yet is marked."""
    from uno_tui.store.paths import paths as where

    listed = where().listed()
    width = max(map(len, listed))
    for name, path in listed.items():
        print(f"{name:<{width}}  {path}{'' if os.path.exists(path) else '  (not there yet)'}")
    return 0


def report(out: Path | None, names: bool) -> int:
    """Write one file for a bug report and say where it is. Raises UserError when it cannot be."""
    from datetime import datetime

    from uno_tui.store.paths import paths as where
    from uno_tui.store.report import has_match, make_report

    # Beside the user's other files: the folder one happens to stand in may be anybody's.
    target = out or where().data / "reports" / f"uno-tui-{datetime.now():%Y%m%d-%H%M%S}.zip"
    if os.path.exists(target) and not os.path.isfile(target):
        raise UserError(f"the report could not be written to {target}: that is not a file")
    try:
        written = make_report(target, names)
    except OSError as error:
        reason = error.strerror or error
        raise UserError(f"the report could not be written to {target}: {reason}") from None
    match = "the last match" if has_match() else "no match, as none was saved yet"
    print(f"{written}: version, settings, terminal facts and {match}")
    print(
        "players' names are in it"
        if names
        else "players' names are left out; add them with --names"
    )
    return 0


def stats(as_json: bool) -> int:
    """Print the statistics as tables, or as one JSON object."""
    from rich.cells import set_cell_size

    from uno_tui.store.stats import summary

    data = summary()
    if as_json:
        import json

        print(json.dumps(data, indent=2))
        return 0
    if not data["matches"]:
        print("no match has been finished yet")
        return 0
    print(f"{counted(data['matches'], 'finished match', 'es')}")
    for title, key in (("Players", "humans"), ("AI levels", "levels")):
        _print_table(title, data[key])
    print("\nVariants")
    for name, variant in data["variants"].items():
        count = f"{variant['matches']:>5} match{'' if variant['matches'] == 1 else 'es'}"
        print(
            f"  {set_cell_size(one_line(name), 18)} {count}, {variant['human_wins']} won by people"
        )
    return 0


def _print_table(title: str, tallies: dict[str, Any]) -> None:
    from rich.cells import set_cell_size

    if not tallies:
        return
    print(
        f"\n{title:<18} {'games':>6} {'won':>6} {'rate':>6} {'streak':>6} {'best':>5} {'points':>8}"
    )
    for name, tally in tallies.items():
        print(
            f"{set_cell_size(one_line(name), 18)} {tally['games']:>6} {tally['wins']:>6} {tally['win_rate']:>6.0%}"
            f" {tally['streak']:>6} {tally['best_streak']:>5} {tally['average_points']:>8.1f}"
        )


def replay(file: Path, log: bool) -> int:
    """Print a recorded match in words, or open it in the viewer.

    Raises UserError with a sentence when it is no record, or when there is no terminal.
    """
    from uno_tui.store.record import RecordError
    from uno_tui.store.records import load_replay

    if not log:
        from uno_tui.faces.play import check_terminal

        check_terminal()
    try:
        loaded = load_replay(file)
    except RecordError as error:
        raise UserError(f"{one_line(file)}: {error}") from None
    if log:
        from uno_tui.faces.log import match_in_words

        for line in match_in_words(loaded):
            print(line)
        return 0
    from uno_tui.tui.app import UnoApp

    app = UnoApp(replay=loaded)
    app.run(mouse=app.looks.mouse)
    return app.return_code or 0

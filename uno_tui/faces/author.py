"""The commands for people who write variants: check, validate, rulesets, rules, schema."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from uno_tui.faces.wording import UserError, one_line

if TYPE_CHECKING:
    from uno_tui.ruleset.schema import Ruleset


MOST_TOLD = 30
"""Mistakes that `validate` tells of one file after the first."""


def check(files: Sequence[str]) -> int:
    """Run scenario files; 0 all hold, 1 some fail, 2 a file is not readable as scenarios."""
    from uno_tui.faces.scenario import check_files

    return check_files([Path(file) for file in files])


def validate(files: Sequence[str]) -> int:
    """Load rulesets, files or ids, and say all that is wrong; 0 all are good, 2 if any is not."""
    from uno_tui.ruleset.errors import RulesetError
    from uno_tui.ruleset.load import load
    from uno_tui.ruleset.tables import compile_tables

    code = 0
    for file in files:
        try:
            # A word that names no file here may be the id of a variant.
            which = Path(file) if os.path.exists(file) else file
            ruleset = load(which, folders=own_folders())
            compile_tables(ruleset)
        except ValueError as error:
            further = error.further if isinstance(error, RulesetError) else ()
            told = (error, *further[:MOST_TOLD])
            for mistake in sorted(told, key=lambda one: getattr(one, "line", 0)):
                print(one_line(mistake, 1000), file=sys.stderr)
            if len(further) > MOST_TOLD:
                print(f"{one_line(file)}: and {len(further) - MOST_TOLD} more", file=sys.stderr)
            code = 2
        else:
            print(f"{one_line(file)}: good ({ruleset.name}, {players_words(ruleset)})")
    return code


def rulesets() -> int:
    """Print one line per variant: id, players, mood, summary; broken ones with their error.

    Returns 0, or 1 when a file of the user's is broken.
    """
    import shutil

    from uno_tui.ruleset.load import available

    # In a terminal one line a variant; into a file or a pipe everything.
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    entries = available(own_folders())
    width = max((len(one_line(entry.id)) for entry in entries), default=0)
    code = 0
    for entry in entries:
        if entry.ruleset is None:
            print(f"{one_line(entry.id):<{width}}  broken: {entry.error}")
            code = 1
        else:
            rules = entry.ruleset
            told = f"{one_line(entry.id):<{width}}  {players_words(rules):<12} {rules.mood:<12} {rules.summary}"
            print(told if columns is None or len(told) <= columns else f"{told[: columns - 1]}…")
    return code


def rules(which: str) -> int:
    """Print the rules of a variant in plain sentences, wrapped to the terminal."""
    import shutil

    from uno_tui.ruleset.prose import plain_text

    width = min(shutil.get_terminal_size().columns, 88)
    print(plain_text(load_ruleset(which), max(width, 40)), end="")
    return 0


def schema() -> int:
    """Print the JSON Schema of ruleset files."""
    from uno_tui.ruleset.export import json_schema_text

    print(json_schema_text().rstrip())
    return 0


def own_folders() -> tuple[Path, ...]:
    """Where the user's own rulesets are."""
    from uno_tui.store.paths import paths

    return (paths().rulesets,)


def load_ruleset(which: str) -> Ruleset:
    """The ruleset with this id or in this file. Raises UserError with a sentence."""
    from uno_tui.ruleset.load import load

    try:
        return load(which, folders=own_folders())
    except ValueError as error:
        raise UserError(str(error)) from None


def players_words(ruleset: Ruleset) -> str:
    """`2-10 players`, with whatever in the rules narrows it."""
    from uno_tui.ruleset.checks import seat_range

    fewest, most = seat_range(ruleset)
    return f"{fewest} players" if fewest == most else f"{fewest}-{most} players"

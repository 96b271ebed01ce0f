"""Writes the README's tables from the program itself: `uv run python assets/readme_tables.py`.

Variants, house rules, keys and commands stand between marks in `README.md`; a test keeps them in step.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # a checkout is enough; nothing needs to be installed
README = ROOT / "README.md"

from textual.binding import Binding  # noqa: E402

from uno_tui.faces.cli import app as commands  # noqa: E402
from uno_tui.ruleset.checks import seat_range  # noqa: E402
from uno_tui.ruleset.load import load, shipped_ids  # noqa: E402
from uno_tui.ruleset.switches import GROUPS, SWITCHES  # noqa: E402
from uno_tui.tui.app import UnoApp  # noqa: E402
from uno_tui.tui.screens.table import TableScreen  # noqa: E402

SHOWN = {
    "question_mark": "?",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "slash": "/",
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "tab": "Tab",
    "f1": "F1",
    "ctrl+z": "Ctrl+Z",
    "ctrl+s": "Ctrl+S",
    "ctrl+q": "Ctrl+Q",
    "ctrl+c": "Ctrl+C",
}
BY_HAND = (
    ("← →, h l, Home, End", "Choose a card"),
    (
        "a card's letters: `R7`, `W+4`",
        "Choose that card; a capital begins, and nothing is played yet",
    ),
    ("v", "Mark a card, where several may be laid at once"),
    ("1 … 9, 0", "Seat 1 … 10 buzzes in, with several people at one keyboard"),
    ("r b g y", "Name a colour when asked"),
    ("Ctrl+P", "Command palette: everything above and every page by name"),
)
"""Keys that are not bindings of the table's own."""


def row(*cells: str) -> str:
    """One line of a table; a bar inside a cell would end it."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def variants() -> str:
    """Every shipped ruleset: id, seats, mood, what is special."""
    lines = [row("id", "variant", "players", "what is special"), row("---", "---", "---", "---")]
    for name in shipped_ids():
        rules = load(name)
        fewest, most = seat_range(rules)
        seats = f"{fewest}" if fewest == most else f"{fewest}–{most}"
        lines.append(row(f"`{name}`", rules.name, seats, rules.summary))
    return "\n".join(lines)


def house_rules() -> str:
    """Every switch of the new-game screen, in its groups."""
    lines = [row("house rule", "what changes"), row("---", "---")]
    for group in GROUPS:
        lines.append(row(f"**{group}**", ""))
        lines += [row(one.title, one.text) for one in SWITCHES if one.group == group]
    return "\n".join(lines)


def keys() -> str:
    """The keys of the table and those that work everywhere."""
    lines = [row("key", "what it does"), row("---", "---")]
    bindings = [one for one in TableScreen.BINDINGS if isinstance(one, Binding)]
    own = {one.key for one in bindings}
    bindings += [one for one in UnoApp.BINDINGS if isinstance(one, Binding) and one.key not in own]
    lines += [row(f"**{key}**", text) for key, text in BY_HAND[:3]]
    for one in bindings:
        if one.key.isdigit():
            continue
        shown = ", ".join(SHOWN.get(key, key) for key in one.key.split(","))
        lines.append(row(f"**{shown}**", one.description))
    lines += [row(f"**{key}**", text) for key, text in BY_HAND[3:]]
    return "\n".join(lines)


def command_line() -> str:
    """Every command with the first line of its help."""
    lines = [row("command", "what it does"), row("---", "---")]
    lines.append(row("`uno-tui`", "The main menu."))
    for command in commands.registered_commands:
        work = command.callback
        assert work is not None
        lines.append(
            row(f"`uno-tui {work.__name__}`", (work.__doc__ or "").strip().splitlines()[0])
        )
    return "\n".join(lines)


TABLES: dict[str, Callable[[], str]] = {
    "variants": variants,
    "house rules": house_rules,
    "keys": keys,
    "commands": command_line,
}


def between_marks(name: str) -> re.Pattern[str]:
    """What finds a table in the README: the opening mark, the table, the closing mark."""
    return re.compile(rf"(<!-- {name} -->\n)(.*?)(<!-- /{name} -->)", re.DOTALL)


def filled(text: str) -> str:
    """`text` with every table written anew. Raises ValueError when a pair of marks is missing."""
    for name, make in TABLES.items():
        table = make()
        text, found = between_marks(name).subn(lambda m, t=table: f"{m[1]}{t}\n{m[3]}", text)
        if found != 1:
            raise ValueError(
                f"README.md needs the marks of {name!r} once, and has them {found} times"
            )
    return text


if __name__ == "__main__":
    README.write_text(filled(README.read_text(encoding="utf-8")), encoding="utf-8")

"""The door: answers the commonest questions at once and leaves the rest to `faces/cli.py`.

Typer costs about as much to import as the whole ruleset package. `--version`, the menu,
`check FILE…` and `rules ID` therefore go straight to the function that Typer would have called.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

YOUNG = 50_000
"""So many new objects before Python looks for garbage: loading modules makes thousands, all kept."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; `arguments` without the program's name. Returns the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words == ["--version"]:
        from uno_tui import __version__

        print(f"uno-tui {__version__}")
        return 0
    gc.set_threshold(YOUNG)
    from uno_tui.faces.guard import guarded

    code = guarded(lambda: _dispatch(words))
    # Nor is there anything to look for at the end. (Both together: `check FILE` 155 -> 130 ms.)
    gc.freeze()
    return code


def _dispatch(words: list[str]) -> int:
    command, rest = (words[0], words[1:]) if words else ("", [])
    plain = not any(word.startswith("-") for word in rest)
    if plain and command in ("", "play") and not rest:
        from uno_tui.faces.play import play

        return play()
    if plain and command == "check" and rest:
        from uno_tui.faces.author import check

        return check(rest)
    if plain and command == "rules" and len(rest) == 1:
        from uno_tui.faces.author import rules

        return rules(rest[0])
    from uno_tui.faces.cli import run

    return run(words)


if __name__ == "__main__":
    sys.exit(main())

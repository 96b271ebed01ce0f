"""Where the shipped data files are (beside the package in a checkout, inside it in a wheel), and how
TOML is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).parent

LONGEST_LINE = 2_000
"""Characters in one line of a TOML file. Keys of many parts take the parser quadratic time: one of
100,000 characters takes a minute."""


def shipped(folder: str) -> Path:
    """The folder `rulesets` or `assets` that came with this installation.

    Raises FileNotFoundError when the installation is damaged.
    """
    for candidate in (_PACKAGE / "data" / folder, _PACKAGE.parent / folder):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"the folder {folder!r} is missing from this installation of uno-tui")


def parse_toml(text: str) -> dict[str, Any]:
    """What is written in a TOML text from anybody.

    Raises ValueError (tomllib's own where it is no TOML) that ends in the line, or RecursionError.
    """
    import tomllib

    if len(text) > LONGEST_LINE:
        for number, line in enumerate(text.split("\n"), 1):
            if len(line) > LONGEST_LINE:
                told = f"A line is longer than {LONGEST_LINE:,} characters"
                raise tomllib.TOMLDecodeError(f"{told} (at line {number}, column 1)")
    return tomllib.loads(text)


def read_toml(path: Path) -> dict[str, Any]:
    """What is written in a shipped TOML file.

    Raises ValueError that says why it cannot be read, for a sentence that names the file.
    """
    try:
        return parse_toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(error.strerror or "it cannot be opened") from None
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8 text") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None

"""Where the shipped data files are: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).parent


def shipped(folder: str) -> Path:
    """The folder `rulesets` or `assets` that came with this installation.

    Raises FileNotFoundError when the installation is damaged.
    """
    for candidate in (_PACKAGE / "data" / folder, _PACKAGE.parent / folder):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"the folder {folder!r} is missing from this installation of uno-tui")


def read_toml(path: Path) -> dict[str, Any]:
    """What is written in a shipped TOML file.

    Raises ValueError that says why it cannot be read, for a sentence that names the file.
    """
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(error.strerror or "it cannot be opened") from None
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8 text") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None

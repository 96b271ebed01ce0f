"""Where the shipped data files are: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def shipped(folder: str) -> Path:
    """The folder `rulesets` or `assets` that came with this installation.

    Raises FileNotFoundError when the installation is damaged.
    """
    for candidate in (_PACKAGE / "data" / folder, _PACKAGE.parent / folder):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"the folder {folder!r} is missing from this installation of uno-tui")

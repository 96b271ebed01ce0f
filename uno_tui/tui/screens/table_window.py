"""The reaction window on the screen: what may be caught, and how long there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

if TYPE_CHECKING:
    from uno_tui.session.table import Status

BAR = 10
TICK = 0.1
"""Seconds between two looks at the clock while a window is open."""


def window_words(
    status: Status, names: Sequence[str], total: float, people: bool, signs: dict[str, str]
) -> Content | None:
    """What the turn line says at its right end while a window counts; None without one.

    `total` is how many seconds such a window has; a turn-based one waits for Enter instead.
    """
    window = status.window
    if window is None or not people:
        return None
    if window.kind == "uno":
        who = " and ".join(names[seat] for seat in window.seats)
        what = f"{who} forgot UNO: c catches"
    elif window.closes is None:
        what = "Jump in with j"
    else:
        return None
    if status.left is None:
        return Content.styled(f"{what} · Enter goes on", "bold $uno-turn")
    full = round(BAR * min(1.0, status.left / total)) if total else 0
    bar = signs["bar"] * full + signs["dot"] * (BAR - full)
    return Content.styled(f"{what} {bar}", "bold $uno-turn")

"""Who sits at a table, and how seats are named on a command line or in a form."""

from __future__ import annotations

from collections.abc import Sequence

from uno_tui.cards import clean_name
from uno_tui.store.record import MOST_SEATS, SeatSpec

__all__ = ["MOST_SEATS", "SeatSpec", "human_seats", "tidy"]


def tidy(seats: Sequence[SeatSpec]) -> tuple[SeatSpec, ...]:
    """The seats with safe names that all differ, so that the log never confuses two players.

    Raises ValueError when there are fewer than two or more than ten.
    """
    if not 2 <= len(seats) <= MOST_SEATS:
        raise ValueError(f"A table has 2 to {MOST_SEATS} seats, not {len(seats)}.")
    names: list[str] = []
    for at, spec in enumerate(seats):
        name = clean_name(spec.name, f"Player {at + 1}")
        number = 2
        unique = name
        while unique in names:
            unique = f"{clean_name(name[:12])} {number}"
            number += 1
        names.append(unique)
    return tuple(spec._replace(name=name) for spec, name in zip(seats, names, strict=True))


def human_seats(seats: Sequence[SeatSpec]) -> tuple[int, ...]:
    """The numbers of the seats that people sit on."""
    return tuple(at for at, spec in enumerate(seats) if not spec.is_ai)

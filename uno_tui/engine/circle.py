"""Seats in a circle: who sits next to whom, and which seats a mask means; each worked out once."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=4096)
def ring(count: int, mask: int, direction: int) -> tuple[int, ...]:
    """For every seat the next one of `mask` in `direction` (itself when it is the only one)."""
    following = []
    for seat in range(count):
        other = (seat + direction) % count
        while other != seat and not mask >> other & 1:
            other = (other + direction) % count
        following.append(other)
    return tuple(following)


@lru_cache(maxsize=4096)
def circle(count: int, mask: int, dealer: int) -> tuple[int, ...]:
    """The seats of `mask`, clockwise from the dealer's left neighbour to the dealer."""
    around = [(dealer + 1 + step) % count for step in range(count)]
    return tuple(seat for seat in around if mask >> seat & 1)


@lru_cache(maxsize=4096)
def members(count: int, mask: int) -> tuple[int, ...]:
    """The seats in a mask, in seat order."""
    return tuple(seat for seat in range(count) if mask >> seat & 1)


@lru_cache
def default_names(count: int) -> tuple[str, ...]:
    """What seats are called until somebody sits down."""
    return tuple(f"Seat {seat + 1}" for seat in range(count))

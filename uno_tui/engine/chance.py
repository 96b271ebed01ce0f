"""All chance at the table: random event n draws from a source made from (seed, n).

The numbers come from SHAKE-128, which is the same on every Python and machine and cheap to start:
a new `random.Random` costs 3.7 us, half of a shuffle, a `Chance` 0.2 us.
"""

from __future__ import annotations

import sys
from array import array
from hashlib import shake_128
from random import Random
from typing import TypeAlias


class Chance:
    """The chance of one random event: a few numbers, or the order of many cards."""

    __slots__ = ("_asked", "_name")

    def __init__(self, seed: int, event: int) -> None:
        self._name = b"%d/%d/" % (seed, event)
        self._asked = 0

    def random(self) -> float:
        """The next number in [0, 1)."""
        return (int.from_bytes(self.randbytes(7), "little") >> 3) * 2**-53

    def randbytes(self, n: int) -> bytes:
        """The next `n` bytes."""
        self._asked += 1
        return shake_128(self._name + b"%d" % self._asked).digest(n)


Source: TypeAlias = Chance | Random
"""Where a shuffle may get its chance from."""


def generator(seed: int, event: int) -> Chance:
    """The source of one random event."""
    return Chance(seed, event)


def shuffle(cards: list[int], rng: Source) -> None:
    """Put `cards` in random order, in place (Fisher-Yates).

    All numbers are asked for at once and brought into range by a remainder, which favours no
    place by more than one part in millions: 6.8 us for 108 cards with a new source, where
    `random.Random` and `int(random() * n)` take 12.5 us.
    """
    at = len(cards)
    numbers = array("I", rng.randbytes(4 * at))
    if sys.byteorder == "big":
        numbers.byteswap()
    for number in numbers:
        other = number % at
        at -= 1
        cards[at], cards[other] = cards[other], cards[at]

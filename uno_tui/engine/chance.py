"""All chance at the table: random event n draws from a generator made from (seed, n).

`random.Random(int).random()` gives the same numbers on every supported Python; `shuffle` is our
own because the library's may change.
"""

from __future__ import annotations

from random import Random


def generator(seed: int, event: int) -> Random:
    """The generator of one random event."""
    return Random((seed << 24) + event)


def shuffle(cards: list[int], rng: Random) -> None:
    """Put `cards` in random order, in place (Fisher-Yates)."""
    draw = rng.random
    for at in range(len(cards) - 1, 0, -1):
        other = int(draw() * (at + 1))
        cards[at], cards[other] = cards[other], cards[at]

"""What is counted while AI levels play: whole numbers only, so that parts add up in any order."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, fields

SHARE = 2520
"""A win is so many parts: it can be shared evenly by up to ten seats."""


@dataclass(slots=True)
class Tally:
    """The counts of some games; `a + b` is what both together counted."""

    games: int = 0
    rounds: int = 0
    turns: int = 0
    unfinished: int = 0
    """Rounds that the ruleset's limit broke off."""
    wins: Counter[str] = field(default_factory=Counter)
    """Parts of wins (see SHARE) by level."""
    seated: Counter[str] = field(default_factory=Counter)
    """Seats times games by level."""
    points: Counter[str] = field(default_factory=Counter)
    """Points by level: of the round, or of the whole match."""
    places: Counter[int] = field(default_factory=Counter)
    """Rounds won (in parts) by how far a seat sits to the dealer's left: 0 is the left neighbour."""
    lengths: Counter[int] = field(default_factory=Counter)
    """Rounds by their number of turns."""
    laid: Counter[str] = field(default_factory=Counter)
    """Cards laid, by face."""
    laid_by_winner: Counter[str] = field(default_factory=Counter)
    """Cards laid by whoever won the round, by face."""
    last: Counter[str] = field(default_factory=Counter)
    """With which face rounds were won."""
    events: Counter[str] = field(default_factory=Counter)
    """What happened, by the kind of event; only counted where events are made."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            **{
                each.name: getattr(self, each.name) + getattr(other, each.name)
                for each in fields(self)
            }
        )

    def win_rate(self, level: str) -> float:
        """Wins for each seat and game, 0 to 1: par is one divided by the number of seats."""
        seated = self.seated[level]
        return self.wins[level] / SHARE / seated if seated else 0.0

    def interval(self, level: str) -> tuple[float, float]:
        """The 95 % interval of the win rate."""
        return wilson(self.wins[level] / SHARE, self.seated[level])

    def turns_per_round(self) -> float:
        """How long a round is on average."""
        return self.turns / self.rounds if self.rounds else 0.0

    def length_at(self, share: float) -> int:
        """The number of turns that this share of the rounds does not exceed."""
        wanted = share * self.rounds
        seen = 0
        for length in sorted(self.lengths):
            seen += self.lengths[length]
            if seen >= wanted:
                return length
        return 0


def wilson(won: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """The interval (95 % unless told otherwise) of a share of which `won` of `games` was seen."""
    if games <= 0:
        return 0.0, 1.0
    share = won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    half /= 1 + z * z / games
    return max(0.0, middle - half), min(1.0, middle + half)


def elo(pairs: dict[tuple[str, str], Tally], rounds: int = 200) -> dict[str, float]:
    """Ratings that fit the results of all pairs best (Bradley-Terry), averaging 1500.

    A level that won everything, or nothing, is kept finite by one imagined draw in each pair.
    """
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    strength = dict.fromkeys(names, 1.0)
    won: dict[tuple[str, str], float] = {}
    for (a, b), tally in pairs.items():
        for one, other in ((a, b), (b, a)):
            won[one, other] = 0.5 + tally.games * share_between(tally, one, other)
    for _ in range(rounds):
        new = {}
        for name in names:
            wins = games = 0.0
            for (a, b), score in won.items():
                if a == name:
                    wins += score
                    games += (score + won[b, a]) / (strength[a] + strength[b])
            new[name] = wins / games if games else 1.0
        scale = math.exp(sum(math.log(value) for value in new.values()) / len(new))
        strength = {name: value / scale for name, value in new.items()}
    return {name: 1500 + 400 * math.log10(value) for name, value in strength.items()}


def share_between(tally: Tally, one: str, other: str) -> float:
    """How often `one` did better, of two levels that play each other, 0 to 1."""
    a, b = tally.win_rate(one), tally.win_rate(other)
    return a / (a + b) if a + b else 0.5

"""Hands as bit masks: one bit for each copy of each kind, so that a whole hand is one int.

Bits are ordered by colour and within a colour by points, so that the dearest card of a colour is
its highest bit; wilds come last, the plain ones below those that make somebody draw.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from uno_tui.ruleset.tables import Tables


@lru_cache(maxsize=256)
def masks_of(tables: Tables, cards_in_play: tuple[int, ...]) -> Masks:
    """The layout for the cards of one table (count of each kind)."""
    return Masks(tables, cards_in_play)


class Masks:
    """Which bits stand for which kinds, and the masks everything else is made of."""

    def __init__(self, t: Tables, cards_in_play: tuple[int, ...]) -> None:
        self.t = t
        kinds = range(len(t.kinds))
        order = sorted(
            kinds,
            key=lambda k: (
                len(t.colors) if t.is_wild[k] else t.color_of[k],
                t.draw_n[k] if t.is_wild[k] else 0,
                t.points[k],
                k,
            ),
        )
        self.first = [0] * len(t.kinds)  # lowest bit of each kind
        self.all = [0] * len(t.kinds)  # all bits of each kind
        self.kind_at: list[int] = []  # by bit position
        for kind in order:
            self.first[kind] = 1 << len(self.kind_at)
            for _ in range(max(t.deck[kind], cards_in_play[kind])):
                self.all[kind] |= 1 << len(self.kind_at)
                self.kind_at.append(kind)
            if not self.all[kind]:  # a kind that is not in play still has its bit
                self.all[kind] = self.first[kind]
                self.kind_at.append(kind)
        self.wild = self.of(kind for kind in kinds if t.is_wild[kind])
        self.color = [
            self.of(k for k in kinds if t.color_of[k] == color and not t.is_wild[k])
            for color in range(len(t.colors))
        ]
        # ok[colour][face of the top card]: what may be laid; the last row is for colour `any`.
        self.ok = [
            [self.of(kind for kind in kinds if row[kind]) for row in rows] for rows in t.match
        ]
        numbers_only = t.ruleset.scoring.count == "numbers"
        self.points_at = [
            0 if numbers_only and (t.number[kind] < 0 or t.is_wild[kind]) else t.points[kind]
            for kind in self.kind_at
        ]
        # dearer[kind]: the cards of its colour that count more.
        self.dearer = [
            self.of(
                k
                for k in kinds
                if t.color_of[k] == t.color_of[kind]
                and t.is_wild[k] == t.is_wild[kind]
                and t.points[k] > t.points[kind]
            )
            for kind in kinds
        ]

    def of(self, kinds: Iterable[int]) -> int:
        """All copies of these kinds."""
        mask = 0
        for kind in kinds:
            mask |= self.all[kind]
        return mask

    def hand(self, cards: Iterable[int]) -> int:
        """A hand of kinds as a mask."""
        first = self.first
        mask = 0
        for kind in cards:
            bit = first[kind]
            while mask & bit:
                bit <<= 1
            mask |= bit
        return mask

    def cards(self, mask: int) -> list[int]:
        """The kinds of a mask, lowest bit first."""
        found = []
        while mask:
            at = mask.bit_length() - 1
            found.append(self.kind_at[at])
            mask ^= 1 << at
        found.reverse()
        return found

    def points(self, mask: int) -> int:
        """What a hand counts."""
        total = 0
        points_at = self.points_at
        while mask:
            at = mask.bit_length() - 1
            total += points_at[at]
            mask ^= 1 << at
        return total

    def answers(self, card: int, color: int) -> int:
        """What answers a penalty of `card` while `color` is in force (P-1 to P-3)."""
        t = self.t
        found = []
        for kind in range(len(t.kinds)):
            same = t.answerable[card] and t.draw_n[kind] and t.face_of[kind] == t.face_of[card]
            higher = t.answerable[card] and t.cross and t.draw_n[kind] >= t.draw_n[card] > 0
            beats = (
                t.draw_two[kind]
                and t.beatable[card]
                and (t.beats == "any" or color < 0 or t.color_of[kind] == color)
            )
            if same or higher or beats:
                found.append(kind)
        return self.of(found)

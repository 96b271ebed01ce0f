"""However many cards are held, each can be read in the frame of the real table, at each size."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest

from tests.tui.screen_text import screen_text
from tests.tui.seated import settle, sit_down, table_of
from uno_tui.tui.app import UnoApp

SIZES = {"60x20": (60, 20), "80x24": (80, 24), "100x30": (100, 30), "140x40": (140, 40)}
SIGN = {"S": "⊘", "R": "⇄", "W": "★"}
COUNTS = range(1, 26)


def hand_rows(frame: str) -> list[str]:
    """The part of the frame where the hand lies: below the line that tells whose turn it is."""
    rows = frame.splitlines()
    at = max(n for n, row in enumerate(rows) if "cards ·" in row or "card ·" in row)
    return rows[at + 1 :]


def read(frame: str) -> list[str]:
    """Every card that can be read in the hand, as its corner shows it: colour letter and face.

    A card drawn large has the face at the left of a row and its colour letter right below; one drawn
    in a single line has both side by side.
    """
    rows = hand_rows(frame)
    found: list[str] = []
    for upper, lower in pairwise(rows):
        for match in re.finditer(r"[│┃║](\+\d|\d|⊘|⇄|★)", upper):
            at = match.start() + 1
            if at < len(lower) and lower[at] in "RBGYW":
                found.append(lower[at] + match[1])
    for row in rows:
        found += [letter + face for letter, face in re.findall(
            r"[\[▸ ]([RBGYW])(\+\d|\d|⊘|⇄|★)(?=[ \]◆●▲■✦]|$)", row)]  # fmt: skip
    return found


def shown(code: str) -> str:
    """A card's code with the sign that its face shows."""
    if code == "W":
        return "W★"
    return code[0] + SIGN.get(code[1:], code[1:])


@pytest.mark.parametrize("size", SIZES)
async def test_every_card_can_be_read(size: str) -> None:
    app = UnoApp()
    rng = Random(size)
    async with app.run_test(size=SIZES[size]) as pilot:
        screen = await sit_down(table_of("R7 B2", "G1", "G2", "G3"), pilot, app)
        tables = screen.view.tables  # type: ignore[union-attr]
        deck = [kind for kind, many in enumerate(tables.deck) for _ in range(many)]
        for count in COUNTS:
            kinds = tuple(sorted(rng.sample(deck, count)))
            screen.hand.hold(kinds, frozenset(kinds[::2]))
            screen.hand.cursor = rng.randrange(count)
            await settle(pilot, 1)
            frame = screen_text(app)
            wanted = sorted(shown(tables.code(kind)) for kind in kinds)
            assert sorted(read(frame)) == wanted, f"{count} cards at {size}:\n{frame}"

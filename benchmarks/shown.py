"""What a table on a terminal's screen says, and where a save says the same.

`read_table` reads a picture of 140 columns; `tell` replays a save; `find` and `log_is_there` look
for the one in the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

SIDE = 98
"""The column where the side panel with the log begins, at this size."""


class Sign(NamedTuple):
    """What can be told from a table on the screen: it must fit a position of the record."""

    round_no: int
    pile: int
    counts: tuple[int, ...]
    """Cards of the seats shown in the row of opponents, in its order."""
    own: tuple[int, int] | None
    """Points and cards of the viewer; None for a bystander, or behind the curtain."""


@dataclass
class Shown:
    """The last table that the terminal showed, and the log beside it."""

    sign: Sign
    logs: tuple[str, ...]
    picture: list[str]


# What the screen says


def read_table(lines: list[str]) -> Shown | None:
    """The table on the screen; None when something else is there."""
    board = [line[:SIDE] for line in lines]
    status = re.search(r"· round (\d+)", board[0])
    pile = next(
        (found for line in board if (found := re.search(r"(?:^|  )draw (\d+)\s", line))), None
    )
    rows = (re.findall(r"[│┃] (?:▮|…| )+?[^│┃]*?(\d+) [│┃]", line) for line in board[1:6])
    boxes = next(filter(None, rows), [])
    if status is None or pile is None or not boxes or "Scores" not in lines[0][SIDE:]:
        return None
    own = next(
        (found for line in board if (found := re.search(r"(-?\d+) points · (\d+) card", line))),
        None,
    )
    sign = Sign(
        int(status[1]), int(pile[1]), tuple(map(int, boxes)),
        (int(own[1]), int(own[2])) if own else None,
    )  # fmt: skip
    return Shown(sign, _logs_of(lines), [line.rstrip() for line in lines])


def _logs_of(lines: list[str]) -> tuple[str, ...]:
    """The log without line breaks and spaces: one piece, or several around a dialogue over it.

    None when a question stands in front, whose edge cannot be told from that of the log.
    """
    if any("Esc back to the table" in line or "arrows and Enter" in line for line in lines):
        return ()
    pieces = [""]
    started = False
    for line in lines[1:]:
        text = line[SIDE + 1 :].strip("│ ▁▂▃▄▅▆▇█▎▏┃")
        if started and line[SIDE : SIDE + 2] != "│ ":
            pieces.append("")
        elif started:
            pieces[-1] += "".join(text.split())
        started = started or not text
    return tuple(piece for piece in pieces if piece)


# What the save says


class Story(NamedTuple):
    """A save played through: the sign of each position by viewer, the log by viewer."""

    signs: dict[int, list[Sign]]
    logs: dict[int, str]
    actions: int
    over: bool


def tell(path: Path) -> Story:
    """Read and replay the record at `path`. Raises RecordError."""
    from uno_tui.engine.events import PUBLIC
    from uno_tui.session.history import Histories
    from uno_tui.session.match import _attach
    from uno_tui.store.reading import read_record
    from uno_tui.store.replay import play_through
    from uno_tui.tui.text import Wording

    record = read_record(path).record
    viewers = [PUBLIC] + [seat for seat, spec in enumerate(record.seats) if not spec.is_ai]
    signs: dict[int, list[Sign]] = {viewer: [] for viewer in viewers}
    histories = Histories()
    games = []

    def note(game) -> None:  # type: ignore[no-untyped-def]
        for viewer in viewers:
            signs[viewer].append(sign_of(game.view(None if viewer == PUBLIC else viewer)))

    def attach(game) -> None:  # type: ignore[no-untyped-def]
        games.append(game)
        _attach(histories, game)
        note(game)

    def after(act) -> None:  # type: ignore[no-untyped-def]
        histories.close(act.seat)
        note(games[-1])

    game = play_through(record, attach, after)
    logs = {}
    for viewer in viewers:
        wording = Wording(game.tables, game.names, viewer)
        words = [line.plain for entry in histories.of(viewer) for line in wording.told(entry)]
        logs[viewer] = "".join("".join(words).split())
    return Story(signs, logs, record.action_count, record.end is not None)


def sign_of(view) -> Sign:  # type: ignore[no-untyped-def]
    """What the screen would show of `view`."""
    count = len(view.names)
    if view.seat < 0:
        return Sign(view.round_no, view.pile, tuple(view.counts), None)
    others = tuple(view.counts[(view.seat + step) % count] for step in range(1, count))
    own = (view.scores[view.seat], view.counts[view.seat])
    return Sign(view.round_no, view.pile, others, own)


def find(shown: Shown, story: Story) -> int:
    """The last position of the record that looks like what was shown; -1 when none does."""
    best = -1
    for signs in story.signs.values():
        for at, sign in enumerate(signs):
            # While a card flies the piles still show what was, the seats what is.
            before = signs[max(0, at - 1)]
            if _fits(shown.sign, sign) or _fits(shown.sign, sign._replace(pile=before.pile)):
                best = max(best, at)
    return best


def _fits(shown: Sign, sign: Sign) -> bool:
    # A seat that is out shows its place instead of cards, so only complete rows are compared.
    same_row = len(shown.counts) != len(sign.counts) or shown.counts == sign.counts
    return (
        shown.round_no == sign.round_no
        and shown.pile == sign.pile
        and same_row
        and (shown.own is None or sign.own is None or shown.own == sign.own)
    )


def log_is_there(shown: Shown, story: Story) -> bool:
    """Whether the lines of the log on the screen stand in the record's log, in one piece."""
    return any(all(piece in log for piece in shown.logs) for log in story.logs.values())

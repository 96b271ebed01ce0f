"""The numbers `hard` judges actions by: read from `assets/weights.toml`, checked, compiled.

What each weight means stands in `MEANING`; all are in the same unit, so that only their
proportions count. There is a set for winning the round and one for winning the match, each for two
seats and for more.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from uno_tui import resources
from uno_tui.ai.base import Objective

Weights: TypeAlias = Mapping[str, float]
Table: TypeAlias = Literal["two", "more"]

MEANING: dict[str, str] = {
    "stay": "laying a card of the current colour",
    "stay_low": "the same, on top, when the next seat has two cards or fewer",
    "long": "for each card we keep of the colour the play brings",
    "none": "keeping nothing that follows: no card of that colour and no wild",
    "face": "for each other card we hold with the same face",
    "points": "for every 10 points laid",
    "points_low": "the same, on top, while another seat has two cards or fewer",
    "act_hand": "laying a coloured card that does something, for each card we then hold",
    "skip": "taking a turn from the next seat, or an extra turn",
    "skip_low": "the same, on top, when the next seat has two cards or fewer",
    "skip_one": "the same, on top, when it has one card",
    "reverse": "turning the direction (more than two seats)",
    "reverse_low": "the same, on top, when the next seat has two cards or fewer",
    "draw": "for each card the next seat must draw, with a coloured card",
    "draw_low": "the same, on top, when the next seat has two cards or fewer",
    "draw_one": "the same, on top, when it has one card",
    "wild": "laying a wild",
    "wild_hand": "the same, for each card we then hold",
    "wild_low": "the same, on top, when the next seat has two cards or fewer",
    "wild_draw": "laying a wild draw",
    "wild_draw_hand": "the same, for each card we then hold",
    "wild_draw_low": "the same, on top, when the next seat has two cards or fewer",
    "again": "an extra turn with a card at hand that follows",
    "end_wild": "going down to one card, and that a wild",
    "end_match": "going down to one card that follows on the one laid",
    "draw_instead": "drawing although something could be laid",
    "draw_instead_hand": "the same, for each card we hold",
    "draw_instead_low": "the same, on top, when the next seat has two cards or fewer",
    "keep": "keeping a drawn card that could be laid",
    "keep_hand": "the same, for each card we hold",
    "keep_low": "the same, on top, when the next seat has two cards or fewer",
    "stuck": "bringing a colour that the next seat lacks with this likelihood (0 to 1)",
    "named": "bringing the colour the next seat named with its last wild (0 to 1)",
    "switched": "bringing the colour the next seat went over to with its last card",
    "left": "bringing the colour the next seat left with its last card",
    "bluff": "laying a wild draw that could be challenged with success",
    "shed": "for each card laid beyond the first",
    "hands": "for each card our hand shrinks by moving hands",
    "everyone": "for each card every other seat must draw",
}
"""In chances of winning (or, for the match, shares of a usual round's points) for one play."""


class WeightsError(ValueError):
    """The weights file cannot be used; the text is one sentence that says where and what."""


@cache
def shipped_weights() -> dict[Objective, dict[Table, Weights]]:
    """The weights that came with this installation. Raises WeightsError."""
    return read_weights(resources.shipped("assets") / "weights.toml")


def read_weights(path: Path) -> dict[Objective, dict[Table, Weights]]:
    """A weights file: tables `round.two`, `round.more`, `match.two`, `match.more`.

    Raises WeightsError for an unknown, missing or non-numeric weight, and for broken TOML.
    """
    try:
        data = resources.read_toml(path)
    except ValueError as error:
        raise WeightsError(f"{path.name} cannot be read: {error}") from None
    objectives: tuple[Objective, ...] = ("round", "match")
    tables: tuple[Table, ...] = ("two", "more")
    return {
        objective: {table: _one(data, objective, table, path.name) for table in tables}
        for objective in objectives
    }


def _one(data: Mapping[str, object], objective: str, table: str, file: str) -> Weights:
    section = data.get(objective)
    found = section.get(table) if isinstance(section, dict) else None
    if not isinstance(found, dict):
        raise WeightsError(f"{file}: the table [{objective}.{table}] is missing")
    where = f"{file}, [{objective}.{table}]"
    for name, value in found.items():
        if name not in MEANING:
            raise WeightsError(f"{where}: there is no weight {name!r}")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise WeightsError(f"{where}: {name} must be a number")
    missing = [name for name in MEANING if name not in found]
    if missing:
        raise WeightsError(f"{where}: {missing[0]} is missing")
    return {name: float(found[name]) for name in MEANING}

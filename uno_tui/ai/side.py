"""Weights compiled for one deck, so that judging a play is a few additions."""

from __future__ import annotations

from uno_tui.ai.chain import keeps_turn
from uno_tui.ai.features import Lean
from uno_tui.ai.weights import Weights
from uno_tui.ruleset.tables import Tables


class Side:
    """One set of weights compiled for one deck: what a card is worth before we look at the hand."""

    def __init__(self, t: Tables, w: Weights, two: bool) -> None:
        kinds = range(len(t.kinds))
        self.w = w
        self.stay = (w["stay"], w["stay"] + w["stay_low"])
        self.long, self.none, self.face = w["long"], w["none"], w["face"]
        self.keeps_turn = tuple(keeps_turn(t, card, two) for card in kinds)
        self.end_wild, self.end_match = w["end_wild"], w["end_match"]
        self.again_of = tuple(w["again"] * _takes_turn(t, card, two) for card in kinds)
        # By how near the next seat is to going out: three or more cards, two, one; then the same
        # three while some other seat is near.
        self.base = tuple(
            tuple(_base(t, w, card, two, near, some_low) for card in kinds)
            for some_low in (False, True)
            for near in (0, 1, 2)
        )
        self.leans = tuple(w[name] for name in Lean._fields)
        self.per_card = tuple(_per_card(t, w, card) for card in kinds)

    def tilt(self, lean: Lean | None) -> list[float] | None:
        """What speaks for each colour beside our own hand, weighed."""
        if lean is None:
            return None
        stuck, named, switched, left = self.leans
        return [
            stuck * a + named * b + switched * c + left * d
            for a, b, c, d in zip(*lean, strict=True)
        ]


def _takes_turn(t: Tables, card: int, two: bool) -> bool:
    names = {name for name, _ in t.effects[card]}
    if "again" in names:
        return True
    draws = "draw" in names and t.draw_loses_turn and not t.is_wild[card]
    return two and ("skip" in names or "reverse" in names or draws)


def _per_card(t: Tables, w: Weights, card: int) -> float:
    """What each card that we then hold adds to laying this one."""
    if t.is_wild[card] or t.color_of[card] < 0:
        return w["wild_draw_hand"] if t.draw_n[card] else w["wild_hand"]
    return w["act_hand"] if t.program[card] else 0.0


def _base(t: Tables, w: Weights, card: int, two: bool, near: int, some_low: bool) -> float:
    effects = dict(t.effects[card])
    value = w["points"] * t.points[card] / 10
    if some_low:
        value += w["points_low"] * t.points[card] / 10
    n = t.draw_n[card]
    if t.is_wild[card] or t.color_of[card] < 0:
        name = "wild_draw" if n else "wild"
        value += w[name] + (w[name + "_low"] if near else 0.0)
    elif n:
        value += n * (w["draw"] + w["draw_low"] * (near > 0) + w["draw_one"] * (near > 1))
    if "skip" in effects or "again" in effects or ("reverse" in effects and two):
        value += w["skip"] + w["skip_low"] * (near > 0) + w["skip_one"] * (near > 1)
    elif "reverse" in effects:
        value += w["reverse"] + w["reverse_low"] * (near > 0)
    return value + w["everyone"] * effects.get("everyone-draws", 0)

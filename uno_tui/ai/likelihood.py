"""How likely a fact is for a seat with a given hand, if it plays tidily or loosely.

Tidy: longest colour, dearest card first, wilds last, draws only when it must; nearly without
exception. Loose: anything sensible.
"""

from __future__ import annotations

from uno_tui.ai.evidence import DISHONEST, DREW, HONEST, KEPT, NOT_FITTING, PLAYED, Fact
from uno_tui.ai.masks import Masks

SLIP = 0.04
"""How often a tidy seat does something else."""

Likelihood = tuple[float, float]
"""Of a fact, given the hand: for a tidy and for a loose seat."""


def likelihood(masks: Masks, fact: Fact, hand: int, optional: bool) -> Likelihood:
    """How likely the fact is for a seat with this hand, tidy and loose; never quite 0."""
    what, _, _, fits, color, kind, named = fact
    if what == PLAYED:
        return _of_play(masks, fits, color, kind, named, hand)
    held = hand & fits
    if what == DREW:
        if not held:
            return (1.0, 1.0)
        if not optional:
            return (1e-4, 1e-4)
        if held & ~masks.wild:
            return (SLIP / 4, 0.03)
        return (SLIP, 0.3)
    if what == KEPT:
        if not held:
            return (1.0, 1.0)
        return (SLIP / 4, 0.05) if held & ~masks.wild else (SLIP, 0.4)
    if what == HONEST:
        return (1e-4, 1e-4) if held else (1.0, 1.0)
    if what == DISHONEST:
        return (1.0, 1.0) if held else (1e-4, 1e-4)
    if what == NOT_FITTING:
        return (1e-4, 1e-4) if held else (1.0, 1.0)
    return (SLIP, 0.15) if held else (1.0, 1.0)  # DID_NOT_ANSWER


def _of_play(masks: Masks, fits: int, color: int, kind: int, named: int, hand: int) -> Likelihood:
    wild = masks.wild
    held = hand & fits
    colored = held & ~wild
    choices = held.bit_count() or 1
    slip = SLIP / choices
    colors = masks.color
    card = masks.all[kind]
    if card & wild:
        tidy = slip if colored else 1.0 / (held.bit_count() or 1)
        loose = 0.25 / choices if colored else 1.0 / choices
        if named >= 0:
            counts = [(hand & of_color).bit_count() for of_color in colors]
            most = max(counts)
            if counts[named] == most:
                tidy *= 0.96 / counts.count(most)
            else:
                tidy *= SLIP / 4
            loose *= (1 + 2 * counts[named]) / (len(colors) + 2 * sum(counts))
        return (tidy, loose)
    mine = masks.t.color_of[kind]
    own = (hand & colors[mine]).bit_count()
    tidy = 1.0 - SLIP
    if colored & masks.dearer[kind]:
        tidy = slip
    else:
        for at, of_color in enumerate(colors):
            if at != mine and colored & of_color:
                count = (hand & of_color).bit_count()
                dearest = masks.points_at[(colored & of_color).bit_length() - 1]
                if count > own or (count == own and dearest > masks.t.points[kind]):
                    tidy = slip
                    break
                if count == own and dearest == masks.t.points[kind]:
                    tidy *= 0.5
    weight = 1.0
    if color >= 0:
        total = 3.0 * (colored & colors[color]).bit_count() + (colored & ~colors[color]).bit_count()
        weight = 3.0 if mine == color else 1.0
    else:
        total = float(colored.bit_count())
    total += 0.4 * (held & wild).bit_count()
    copies = (held & card).bit_count() or 1
    return (tidy, weight * copies / (total or 1.0))

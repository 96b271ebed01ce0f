"""What the play-out loop wants to know of a ruleset, compiled once from its tables."""

from __future__ import annotations

from functools import lru_cache

from uno_tui.ruleset.tables import (
    EFFECT_NAMES,
    NAMED,
    NO_COLOR,
    STEP_DRAW,
    STEP_NONE,
    STEP_NOT_PLAIN,
    Tables,
)

STEP_ASKS, STEP_AGAIN, STEP_NAMES, STEP_EFFECT, STEP_EXCHANGE = range(4, 9)
"""Beside `Tables.plain_step`: a draw or skip its target is asked about, another turn, a plain wild,
an effect that asks nobody, an exchange of cards."""


class Plan:
    """What the loop wants to know of a ruleset, besides its tables."""

    def __init__(self, t: Tables) -> None:
        kinds = range(len(t.kinds))
        self.several = t.has_pairs or t.has_lay_color
        # after[colour][face of the top card](kind): whether it may be laid, a call `filter` likes.
        self.after = tuple(
            tuple(frozenset(k for k, yes in enumerate(row) if yes).__contains__ for row in rows)
            for rows in t.match
        )
        # By kind: what laying it does, its colour (-1 = to be named), and what may follow it then.
        self.laid = tuple(
            (_step(t, kind), max(t.color_rule[kind], -1), self.after[t.color_rule[kind]][face])
            if t.color_rule[kind] >= -1
            else (_step(t, kind), -1, self.after[-1][face])
            for kind, face in zip(kinds, t.face_of, strict=True)
        )
        self.fits_of = {
            row: self.after[color][face]
            for color, rows in enumerate(t.match)
            for face, row in enumerate(rows)
        }
        self.wild_draws = frozenset(kind for kind in kinds if t.section_w[kind])
        # Kinds that simply end the round when they are somebody's last card.
        many_outs = t.points_per_out or t.last_left or bool(t.refills)
        self.ends = tuple(
            not many_outs and not t.makes_draw[kind] and step != STEP_NOT_PLAIN
            for kind, (step, _, _) in enumerate(self.laid)
        )
        # may_answer[kind](other): whether the other could answer it, whatever the colour.
        self.may_answer = tuple(_answers(t, kind).__contains__ for kind in kinds)


@lru_cache(maxsize=64)
def plan_of(tables: Tables) -> Plan:
    """The plan of a ruleset, made once."""
    return Plan(tables)


_ASK_NOBODY = ("swap-hands", "rotate-hands", "everyone-draws", "silence")


def _step(t: Tables, kind: int) -> int:
    """What laying this kind does: a step of the loop, or STEP_NOT_PLAIN."""
    step = t.plain_step[kind]
    rule = t.color_rule[kind]
    program = t.program[kind]
    if step == STEP_NONE and rule == NAMED:
        return STEP_NAMES
    if step != STEP_NOT_PLAIN or len(program) != 1 or rule not in (t.color_of[kind], NAMED):
        return step
    if rule == NO_COLOR:  # which is also the colour of a wild
        return step
    name = EFFECT_NAMES[program[0][0]]
    if name == "again":
        return STEP_AGAIN
    if name == "skip" and t.deflects:
        return STEP_ASKS
    if name == "exchange-card":
        return STEP_EXCHANGE
    if name in _ASK_NOBODY:
        return STEP_EFFECT
    if name == "draw":
        waits = t.answerable[kind] or t.jumpable[kind] or t.beatable[kind] or t.deflects
        return STEP_ASKS if waits or (t.challenges and t.section_w[kind]) else STEP_DRAW
    return STEP_NOT_PLAIN


def _answers(t: Tables, kind: int) -> frozenset[int]:
    return frozenset(
        other
        for other in range(len(t.kinds))
        if (t.draw_n[other] and t.answerable[kind])
        or (t.draw_two[other] and t.beatable[kind])
        or (t.deflects and t.reverses[other])
    )

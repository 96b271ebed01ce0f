"""What the table can wait for: one file a kind of decision.

Each file has the same three functions:

* `options(s, seat)`: the actions a seat may choose from, one for each distinct choice;
* `refuse(s, seat, action)`: why an action is not accepted, None when it is; changes nothing;
* `carry_out(s, seat, action)`: do it; the caller has checked.

`DECISIONS[phase]` finds the file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from uno_tui.engine.actions import Action, Refusal
from uno_tui.engine.decisions import color, draft, drawn, give, over, ready, respond, slap, turn
from uno_tui.engine.state import (
    COLOR,
    DRAFT,
    DRAWN,
    GIVE,
    MATCH_OVER,
    PHASE_NAMES,
    READY,
    RESPOND,
    ROUND_OVER,
    SLAP,
    TURN,
    State,
)

__all__ = [
    "COLOR",
    "DECISIONS",
    "DRAFT",
    "DRAWN",
    "GIVE",
    "MATCH_OVER",
    "PHASE_NAMES",
    "READY",
    "RESPOND",
    "ROUND_OVER",
    "SLAP",
    "TURN",
    "Decision",
]


class Decision(NamedTuple):
    """The three functions of one kind of decision."""

    options: Callable[[State, int], list[Action]]
    refuse: Callable[[State, int, Action], Refusal | None]
    carry_out: Callable[[State, int, Action], None]


DECISIONS = (
    Decision(turn.options, turn.refuse, turn.carry_out),
    Decision(drawn.options, drawn.refuse, drawn.carry_out),
    Decision(respond.options, respond.refuse, respond.carry_out),
    Decision(color.options, color.refuse, color.carry_out),
    Decision(give.options, give.refuse, give.carry_out),
    Decision(draft.options, draft.refuse, draft.carry_out),
    Decision(slap.options, slap.refuse, slap.carry_out),
    Decision(ready.options, ready.refuse, ready.carry_out),
    Decision(over.options, over.refuse, over.carry_out),
    Decision(over.options, over.refuse, over.carry_out),
)
"""By phase: turn, drawn, respond, color, give, draft, slap, ready, round-over, match-over."""

"""What seats may do beside the decision the table waits for: jump in, call, catch, talk, advise.

Each file has `options`, `refuse` and `carry_out` like a decision. `OFFERS[verb]` finds the file for
every verb that is never a decision; a `play` out of turn is a jump-in.
"""

from __future__ import annotations

from uno_tui.engine.actions import ADVISE, CATCH, SAY, UNO, Action
from uno_tui.engine.decisions import Decision
from uno_tui.engine.offers import jump_in, talk, uno
from uno_tui.engine.state import State

JUMP_IN = Decision(jump_in.options, jump_in.refuse, jump_in.carry_out)
_UNO = Decision(uno.options, uno.refuse, uno.carry_out)
_TALK = Decision(talk.options, talk.refuse, talk.carry_out)

OFFERS = {UNO: _UNO, CATCH: _UNO, SAY: _TALK, ADVISE: _TALK}


def offers(s: State, seat: int) -> list[Action]:
    """Everything open to a seat beside the decision."""
    return [
        *jump_in.options(s, seat),
        *uno.options(s, seat),
        *talk.options(s, seat),
    ]

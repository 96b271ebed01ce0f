"""A turned or opening wild: the seat asked names the colour (S-7, R-3)."""

from __future__ import annotations

from uno_tui.engine import flow
from uno_tui.engine.actions import COLOR, Action, Refusal
from uno_tui.engine.events import Event
from uno_tui.engine.refusals import refuse as refusal
from uno_tui.engine.state import TURN, State


def options(s: State, seat: int) -> list[Action]:
    """One action a colour."""
    return [Action(COLOR, color=color) for color in range(len(s.t.colors))]


def refuse(s: State, seat: int, action: Action) -> Refusal | None:
    """Only a colour of this deck will do."""
    if action.verb != COLOR:
        return refusal(s, "not-asked")
    if not 0 <= action.color < len(s.t.colors):
        return refusal(s, "unknown-color")
    return None


def carry_out(s: State, seat: int, action: Action) -> None:
    """Name it; then whatever else the card does."""
    s.set_color(action.color)
    if s.log is not None:
        s.emit(Event("color", seat, color=action.color, why="first-card"))
    s.phase = TURN
    flow.run(s)

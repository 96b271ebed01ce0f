"""What the strongest AI would do from a seat's own knowledge, and why, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uno_tui.ai import LEVELS, explain, level
from uno_tui.engine import actions as act
from uno_tui.engine.actions import Action

if TYPE_CHECKING:
    from uno_tui.engine.view import View
    from uno_tui.session import Table

DOES = {
    act.DRAW: "draw", act.PASS: "keep the drawn card", act.ACCEPT: "accept",
    act.CHALLENGE: "challenge", act.KEEP: "keep the card", act.DISCARD: "discard it",
}  # fmt: skip


async def ask_hint(table: Table, view: View) -> tuple[str, Action | None]:
    """The hint for `view` in words, and the action it means; None when there is nothing to do.

    Never raises: when the search fails, quick reckoning answers.
    """
    quick = explain(view)
    if not quick:
        return "There is nothing to decide now.", None
    reasons = {one.action: one.sentence for one in quick}
    best = quick[0].action
    try:
        found = await table.ask(level(LEVELS[-1]), view.seat)
    except Exception:
        found = best
    if view.check(found) is None:
        best = found
    reason = reasons.get(best) or reasons.get(best._replace(uno=False)) or ""
    return f"Hint: {told(view, best)}. {reason}".rstrip(), best


def told(view: View, action: Action) -> str:
    """An action in a few words, e.g. `lay Wild and name blue`."""
    tables = view.tables
    if action.verb in (act.PLAY, act.GIVE):
        cards = " and ".join(tables.name(kind) for kind in action.cards)
        words = f"{'lay' if action.verb == act.PLAY else 'give'} {cards}"
        if action.color >= 0:
            words += f" and name {tables.color_name(action.color)}"
        if action.target >= 0:
            words += f", with {view.names[action.target]}"
        return words
    if action.verb == act.COLOR:
        return f"name {tables.color_name(action.color)}"
    return DOES.get(action.verb, act.VERBS[action.verb])

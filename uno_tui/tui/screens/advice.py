"""What the strongest AI thinks of a seat's options, from that seat's own knowledge, in words.

The table shows it as a hint, the replay viewer as advice for the position at the cursor.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from textual.content import Content

from uno_tui.ai import Explained, explain
from uno_tui.engine import actions as act
from uno_tui.engine.actions import Action
from uno_tui.engine.view import View

DOES = {
    act.DRAW: "draw", act.PASS: "keep the drawn card", act.ACCEPT: "accept",
    act.CHALLENGE: "challenge", act.KEEP: "keep the card", act.DISCARD: "discard it",
}  # fmt: skip
NOTHING = "There is nothing to decide now."
MOST_TOLD = 4
"""Options that are told; the rest is worse."""


async def advice(searched: Callable[[], Awaitable[list[Explained]]], view: View) -> list[Explained]:
    """The options of the view's seat, best first; empty when there is nothing to decide.

    `searched` thinks longer, elsewhere. Never raises: when that fails, quick reckoning answers.
    """
    quick = explain(view)
    if len(quick) < 2:
        return quick  # nothing to weigh
    try:
        found = await searched()
    except Exception:
        return quick
    return [one for one in found if view.check(one.action) is None] or quick


def same(one: Action, other: Action) -> bool:
    """Whether two actions are the same but for the UNO call."""
    return one._replace(uno=False) == other._replace(uno=False)


def chance(one: Explained) -> str:
    """The chance of winning, e.g. `62 %`; empty where it was not reckoned."""
    return f"{100 * one.score:.0f} %" if one.is_chance else ""


def in_short(view: View, found: Sequence[Explained]) -> str:
    """The best option with its chance of winning, as one sentence."""
    if not found:
        return NOTHING
    best = found[0]
    part = f" ({chance(best)})" if chance(best) and len(found) > 1 else ""
    return f"Hint: {told(view, best.action)}{part}."


def with_reason(view: View, found: Sequence[Explained]) -> str:
    """The same with the reason."""
    return f"{in_short(view, found)} {found[0].sentence if found else ''}".rstrip()


def ranked(
    view: View,
    found: Sequence[Explained],
    taken: Action | None = None,
    *,
    most: int = MOST_TOLD,
    reasons: int = 1,
) -> list[Content]:
    """The options as lines: chance and action, below the first `reasons` why; `taken` is marked.

    An action taken that is not among the best `most` is told all the same, last.
    """
    if not found:
        return [Content(NOTHING)]
    shown = list(found[:most])
    done = next((one for one in found if taken is not None and same(one.action, taken)), None)
    if done is not None and done not in shown:
        shown.append(done)
    width = max(len(chance(one)) for one in shown)
    lines = []
    for place, one in enumerate(shown):
        words = told(view, one.action)
        mark = " ←\u00a0done" if one is done else ""
        style = "bold $uno-turn" if place == 0 else "bold"
        lines.append(
            Content.assemble(
                Content.styled(f"{chance(one):>{width}}  " if width else "", "$uno-good"),
                Content.styled(words[:1].upper() + words[1:], style),
                Content.styled(mark, "$uno-turn"),
            )
        )
        if place < reasons or one is done:
            lines.append(Content.styled(one.sentence, "$uno-muted"))
    return lines


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
        return words + (", calling UNO" if action.uno else "")
    if action.verb == act.COLOR:
        return f"name {tables.color_name(action.color)}"
    return DOES.get(action.verb, act.VERBS[action.verb])

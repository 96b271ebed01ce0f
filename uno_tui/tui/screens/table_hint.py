"""A hint at the table: when there is one, and whether it may still be shown when it is ready."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from uno_tui.engine import actions as act
from uno_tui.engine.actions import Action
from uno_tui.session.table import view_of
from uno_tui.tui.screens import advice

if TYPE_CHECKING:
    from uno_tui.tui.screens.table import TableScreen


async def give_hint(screen: TableScreen) -> None:
    """Show the hint for whoever looks, or say why there is none; costs cards where advice does."""
    table, view = screen.table, screen.view
    if view is None or screen.private or view.seat not in view.asked:
        screen.why("A hint is for your own turn.", loud=True)
    elif not screen.uno.settings.hints:
        screen.why("Hints are switched off in the settings.", loud=True)
    else:
        seat = view.seat
        if view.tables.advice and not screen.submit(Action(act.ADVISE, target=seat)):
            return
        screen.why("Thinking about it…")
        # The advice may just have cost cards: what is asked is the table as it is now.
        number, view = table.match.number, view_of(table)
        if screen.advised is not None and screen.advised[:2] == (seat, number):
            found = screen.advised[2]  # the same question, the same answer
        else:
            found = await advice.advice(partial(table.explain, seat), view)
        # Meanwhile the keyboard may have passed to somebody who must not read this.
        if not screen.private and screen.viewer == seat and number == table.match.number:
            screen.advised = seat, number, found
            cards = found[0].action.cards if found else ()
            roomy = screen.size.height >= 30
            lines = advice.ranked(view, found, most=4 if roomy else 3, reasons=2 if roomy else 1)
            in_full = advice.with_reason(view, found)
            if len(found) < 2:  # nothing to compare: one line says it
                screen.tell_hint(in_full, in_full, (), -1)
            else:
                short = advice.in_short(view, found)
                title = "Chances of winning" if advice.chance(found[0]) else "Best first"
                screen.tell_hint(short, in_full, lines, cards[0] if cards else -1, title)

"""Tables set up by hand, with the simplest opponents, and how a test sits down at one."""

from __future__ import annotations

from collections.abc import Sequence

from textual.pilot import Pilot

from uno_tui.engine.game import Game
from uno_tui.engine.state import ROUND_OVER, TURN
from uno_tui.ruleset.load import load, with_overrides
from uno_tui.session.brains import Plain
from uno_tui.session.pace import Pace
from uno_tui.session.table import Table
from uno_tui.store.record import SeatSpec
from uno_tui.tui.app import UnoApp
from uno_tui.tui.screens.table import TableScreen
from uno_tui.tui.widgets.lines import WordLine


def table_of(
    *hands: str,
    people: Sequence[str] = ("Ann",),
    ais: int = 3,
    rules: str = "classic",
    top: str = "R5",
    **knobs: object,
) -> Table:
    """A match nobody saves, against AIs that do the first thing allowed.

    With `hands` the seats, from 0 on, hold these cards, `top` lies and seat 0 is to play.
    """
    names = ("Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo")
    seats = [SeatSpec(name, "human") for name in people]
    seats += [SeatSpec(name, "ai", "easy") for name in names[:ais]]
    ruleset = load(rules)
    if knobs:
        ruleset = with_overrides(
            ruleset, {key.replace("__", "."): value for key, value in knobs.items()}
        )
    game = Game(ruleset, [seat.name for seat in seats], 3)
    if hands:
        tables, state = game.tables, game.state
        for seat, codes in enumerate(hands):
            state.hands[seat][:] = [tables.parse(code) for code in codes.split()]
        state.discards.append(tables.parse(top))
        state.set_color(tables.color_of[tables.parse(top)])
        state.turn, state.phase, state.agenda = 0, TURN, []
    pace = Pace("instant", window=0.01)
    return Table(game, seats, pace, brains=lambda spec: Plain())


async def sit_down(
    table: Table, pilot: Pilot[int], app: UnoApp, hold_off: float = 0.0
) -> TableScreen:
    """Show the table and wait until it is somebody's turn."""
    from uno_tui.tui.dialogs import curtain

    app.animation_level = "none"
    app.settings.motion = False
    app.show_table(table)
    screen = next(one for one in app.screen_stack if isinstance(one, TableScreen))
    screen.hold_off = hold_off
    assert curtain.HOLD_OFF == 0.5
    await settle(pilot)
    return screen


async def settle(pilot: Pilot[int], times: int = 6) -> None:
    """Let the match, the feed and the screen catch up, on a slow machine too."""
    for _ in range(times):
        await pilot.pause(0.02)
    screen = next((one for one in pilot.app.screen_stack if isinstance(one, TableScreen)), None)
    for _ in range(100):
        if screen is None or screen.view is None or screen.table.closed:
            return
        people = [seat for seat, spec in enumerate(screen.table.seats) if not spec.is_ai]
        waits = any(seat in people for seat in screen.table.game.asked())
        ended = screen.table.game.state.phase >= ROUND_OVER
        if (waits or ended) and screen.shown == len(screen.table.game.record):
            return
        await pilot.pause(0.02)


def why(screen: TableScreen) -> str:
    return screen.query_one("#why", WordLine).left.plain

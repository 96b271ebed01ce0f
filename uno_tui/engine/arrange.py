"""Tables set up by hand: for scenarios, lessons, tests and puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from uno_tui.engine import setup
from uno_tui.engine.circle import ring
from uno_tui.engine.flow import start_turn
from uno_tui.engine.game import Game
from uno_tui.engine.state import State
from uno_tui.ruleset.tables import Tables


def arrange(
    tables: Tables,
    names: Sequence[str],
    *,
    hands: Sequence[Sequence[int]],
    draw: Sequence[int] = (),
    discard: Sequence[int] = (),
    color: int | None = None,
    turn: int = 0,
    dealer: int | None = None,
    direction: int = 1,
    scores: Sequence[int] | None = None,
    start: str = "turn",
    seed: int = 0,
) -> Game:
    """A table set up by hand; exactly these cards are in play.

    `draw` is the draw pile top first, `discard` the discard pile bottom first; `start` is one of
    turn, first-card, deal, draft, dealer (what has yet to happen, see the scenario format).
    Raises ValueError for an unknown `start`.
    """
    s = State(tables, len(names), seed)
    s.names = tuple(names)
    s.dealer = dealer if dealer is not None else len(names) - 1
    s.scores = list(scores) if scores is not None else [0] * len(names)
    s.clear_round()
    s.round_no = 1
    s.hands = [list(hand) for hand in hands]
    s.draw = list(reversed(draw))
    counts = Counter(card for pile in (*hands, draw, discard) for card in pile)
    s.cards_in_play = tuple(counts[card] for card in range(len(tables.kinds)))
    if start == "turn":
        _put_down(s, list(discard), color, direction)
        start_turn(s, turn)
    elif start == "first-card":
        setup.open_round(s)
    elif start == "deal":
        setup.deal(s)
        setup.open_round(s)
    elif start == "draft":
        setup.start_draft(s)
    elif start == "dealer":
        setup.choose_dealer(s)
        s.round_no = 0
        setup.begin_round(s)
    else:
        raise ValueError(f"start = {start!r} is not one of turn, first-card, deal, draft, dealer")
    return Game.of(s)


def _put_down(s: State, discard: list[int], color: int | None, direction: int) -> None:
    s.direction = direction
    s.next_of = ring(s.seats, s.in_round, direction)
    s.fresh = False
    if discard:
        s.discards = discard[:-1]
        own = s.t.color_of[discard[-1]] if color is None else color
        s.set_top(discard[-1], own)

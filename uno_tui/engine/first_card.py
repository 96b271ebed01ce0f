"""The card that starts the discard pile, turned or laid by the dealer, and what it does (S-6, S-7)."""

from __future__ import annotations

from uno_tui.engine import flow
from uno_tui.engine.events import Event
from uno_tui.engine.state import COLOR, State

BURY_BELOW = 5
"""A buried card goes below the top five of the draw pile, or as deep as it goes (R-5)."""


def first_seat(s: State) -> int:
    """S-8: the seat that is to go first."""
    how = s.t.ruleset.first_player
    if how == "winner" and s.winners and s.in_match >> s.winners[0] & 1:
        return s.winners[0]
    return s.following(s.dealer)


def turn_first_card(s: State) -> None:
    """Turn a card, put back what the rules put back, carry out what a turned card does."""
    first = first_seat(s)
    s.goto = first
    if s.t.turns_first_card and _has_first_card(s):
        while s.t.goes_back[s.draw[-1]]:
            _bury(s, s.draw.pop())
        card = s.draw.pop()
        s.pile_known = min(s.pile_known, len(s.draw))
        s.set_top(card, s.t.color_of[card])
        if s.t.is_wild[card]:
            s.set_color(-1)
        if s.log is not None:
            s.emit(Event("turned", cards=(card,), color=s.color))
        _turned(s, card, first)
    if s.phase != COLOR:
        flow.run(s)


def _has_first_card(s: State) -> bool:
    goes_back = s.t.goes_back
    return any(not goes_back[card] for card in reversed(s.draw))


def _bury(s: State, card: int) -> None:
    deepest = max(0, len(s.draw) - BURY_BELOW)
    s.draw.insert(int(s.next_chance().random() * (deepest + 1)), card)
    s.pile_known = 0
    if s.log is not None:
        s.emit(Event("turned", cards=(card,), why="bury"))


def _turned(s: State, card: int, first: int) -> None:
    if s.t.is_wild[card]:
        _turned_wild(s, card, first)
    else:
        _turned_color(s, card, first)


def _turned_wild(s: State, card: int, first: int) -> None:
    rules, t = s.t.ruleset.first_card, s.t
    how: str = rules.wild_draw if t.draw_n[card] else rules.wild
    if how == "apply":
        s.agenda.append((flow.TURNED_DRAW_STEP, t.draw_n[card]))
    if t.wants_color[card] or t.wheel[card]:
        ask_color(s, first if how == "first-chooses" else s.dealer)


def _turned_color(s: State, card: int, first: int) -> None:
    rules, t = s.t.ruleset.first_card, s.t
    lay_color = rules.reverse == "lay-color"
    for name, n in t.effects[card]:
        if name == "reverse" or (name == "play-all-color" and lay_color):
            _turned_reverse(s, rules.reverse)
        elif rules.actions != "apply":
            continue
        elif name == "skip" or (name == "again" and lay_color):
            s.goto = s.following(first)
            if s.log is not None:
                s.emit(Event("skipped", first))
        elif name == "draw":
            s.agenda.append((flow.TURNED_DRAW_STEP, n))


def _turned_reverse(s: State, how: str) -> None:
    if how == "lay-color":
        s.lay_open = s.color
    elif how in ("dealer-first", "right-of-dealer"):
        s.turn_direction()
        s.goto = s.dealer if how == "dealer-first" else s.following(s.dealer)


def ask_color(s: State, seat: int) -> None:
    """A turned or opening wild: this seat names the colour."""
    s.phase = COLOR
    s.turn = seat


def open_with_dealers_card(s: State) -> None:
    """S-6: the dealer's last card is the opening move; its effect applies to the next seat (R-3)."""
    t = s.t
    card = s.hands[s.dealer].pop()
    s.actor = s.base = s.dealer
    s.set_top(card, t.color_of[card])
    if t.is_wild[card]:
        s.set_color(-1)
    if s.log is not None:
        s.emit(Event("opened", s.dealer, cards=(card,), color=s.color))
    for name, n in t.effects[card]:
        if name == "reverse":
            s.turn_direction()
            s.lost += s.in_round.bit_count() == 2
        elif name == "skip":
            s.lost += 1
        elif name == "draw":
            s.goto = s.following(s.dealer, s.lost)
            s.agenda.append((flow.TURNED_DRAW_STEP, n))
    if t.wants_color[card] or t.wheel[card]:
        ask_color(s, s.dealer)
    else:
        flow.run(s)

"""Why an action is good, in one plain sentence: for hints and for the replay viewer."""

from __future__ import annotations

from uno_tui.ai.answers import guilt
from uno_tui.ai.base import Explained
from uno_tui.ai.facts import LOW, color_counts, spare_card, suit_of
from uno_tui.ai.features import Lean, lean_of
from uno_tui.ai.policy import Ranked, objective_for, policy_for
from uno_tui.cards import counted
from uno_tui.engine.actions import ACCEPT, CHALLENGE, COLOR, DRAW, KEEP, PASS, PLAY, Action
from uno_tui.engine.legality import playable
from uno_tui.engine.state import COLOR as COLOR_PHASE
from uno_tui.engine.state import DRAFT as DRAFT_PHASE
from uno_tui.engine.state import (
    DRAWN,
    H_TURN_DRAW,
    OWED_CARDS,
    RESPOND,
    ROUND_OVER,
    TURN,
    State,
)
from uno_tui.engine.state import GIVE as GIVE_PHASE
from uno_tui.engine.view import View

LIKELY = 0.6
"""From this chance on it is said that the next seat lacks a colour."""


def explain(view: View) -> list[Explained]:
    """The options of the view's seat, best first; empty when it is not asked."""
    s, seat = view._s, view.seat
    if seat < 0 or s.phase >= ROUND_OVER or seat not in view.asked:
        return []
    forced = not any(option.verb == PLAY for option in view.options)
    return [
        Explained(one.action, round(one.value, 3), _told(s, seat, one.action, forced, not place))
        for place, one in enumerate(_ranked(s, seat, view))
    ]


def _told(s: State, seat: int, action: Action, forced: bool, best: bool) -> str:
    if forced and action.verb == DRAW:
        return "Nothing in your hand fits."
    return sentence(s, seat, action, best)


def _ranked(s: State, seat: int, view: View) -> list[Ranked]:
    policy = policy_for(s.t, objective_for(s.t))
    lean = lean_of(s, seat)
    if s.phase in (TURN, DRAWN, RESPOND):
        return policy.rank(s, seat, lean)
    best = policy.other(s, seat, lambda: 0.5, lean)
    ranked = [Ranked(action, float(action == best)) for action in view.options]
    if s.phase == COLOR_PHASE:
        counts = color_counts(s.t, s.hands[seat])
        ranked = [Ranked(one.action, one.value + counts[one.action.color]) for one in ranked]
    return sorted(ranked, key=lambda one: -one.value)


def sentence(s: State, seat: int, action: Action, best: bool = False) -> str:
    """What speaks for this action, or what it does; `best`: it is what the adviser would do."""
    if action.verb == PLAY:
        return _of_play(s, seat, action, best)
    if action.verb == COLOR:
        held = color_counts(s.t, s.hands[seat])[action.color]
        return f"You hold {counted(held, 'card')} of {s.t.color_name(action.color)}."
    if s.phase == GIVE_PHASE:
        spare = action.cards[0] == spare_card(s, seat, objective_for(s.t) == "match")
        return "It is the card you need least." if spare else "You would miss it more than others."
    if s.phase == DRAFT_PHASE:
        return (
            "This one is better than most: keep it."
            if action.verb == KEEP
            else "Rather take what comes next."
        )
    return _of_rest(s, seat, action)


def _of_rest(s: State, seat: int, action: Action) -> str:
    pending = s.pending
    if action.verb == DRAW:
        return "Draw, and keep your cards for a better moment."
    if action.verb == PASS:
        return "Keep the drawn card for later."
    if pending is not None and action.verb == ACCEPT:
        if pending.kind != OWED_CARDS:
            return "Let the turn go."
        return f"Take {counted(pending.amount, 'card')} and be done with it."
    if pending is not None and action.verb == CHALLENGE:
        percent = round(100 * guilt(s, seat, pending))
        return (
            f"About {percent} % that {s.names[pending.source]} bluffs; "
            f"wrong costs you {counted(pending.amount + s.t.challenge_extra, 'card')}."
        )
    return "There is nothing to weigh here."


def _of_play(s: State, seat: int, action: Action, best: bool) -> str:
    t = s.t
    hand = s.hands[seat]
    card = action.cards[-1]
    left = len(hand) - len(action.cards)
    next_seat = s.next_of[seat]
    close = len(s.hands[next_seat]) <= LOW
    if left == 0:
        return "That is your last card: you are out."
    if s.pending is not None:
        return f"It sends the {t.name(s.pending.card)} on instead of taking it."
    if len(action.cards) > 1:
        return f"You get rid of {counted(len(action.cards), 'card')} at once."
    if action.target >= 0 and t.swaps[card]:
        return _of_swap(s, action, left)
    if close and (t.draw_n[card] or any(name == "skip" for name, _ in t.effects[card])):
        return (
            f"{s.names[next_seat]} has {counted(len(s.hands[next_seat]), 'card')}: this stops them."
        )
    return _of_attack(s, card, next_seat) + _of_color(s, seat, action, card, best)


def _of_attack(s: State, card: int, next_seat: int) -> str:
    """What the card does to the next seat, as a sentence before the colours; "" when nothing."""
    effects = [name for name, _ in s.t.effects[card]]
    if "reverse" in effects:
        return ""  # it may be another seat that is hit
    if s.t.draw_n[card]:
        return f"{s.names[next_seat]} owes {counted(s.t.draw_n[card], 'card')}. "
    if "skip" not in effects:
        return ""
    loses = "is to lose" if s.t.deflects else "loses"
    return f"{s.names[next_seat]} {loses} the turn. "


def _of_swap(s: State, action: Action, left: int) -> str:
    theirs = len(s.hands[action.target])
    name = s.names[action.target]
    if theirs < left:
        return f"You get {name}'s {counted(theirs, 'card')} for your {left}."
    return f"You would get {name}'s {counted(theirs, 'card')} for your {left}."


def _of_color(s: State, seat: int, action: Action, card: int, best: bool) -> str:
    t = s.t
    own = suit_of(t, card)
    color = action.color if action.color >= 0 else own
    if color < 0:
        return "It can always be laid."
    name = t.color_name(color)
    held = color_counts(t, s.hands[seat])[color] - (own == color)
    follows = (
        f"you keep {counted(held, 'card')} of it" if held else "nothing of yours follows there"
    )
    lean = lean_of(s, seat)
    where = _of_next(s, seat, color, lean)
    if own < 0:
        return _of_wild(s, seat, name, f"{where}; {follows}", best)
    if color == s.color:
        return f"It stays in {name}{where}; {follows}."
    if s.color < 0:
        return f"It makes {name} the colour{where}; {follows}."
    left = t.color_name(s.color)
    named = f", which {s.names[s.next_of[seat]]} named" if lean.named[s.color] > 0 else ""
    return f"It leaves {left}{named} for {name}{where}; {follows}."


def _of_wild(s: State, seat: int, name: str, reason: str, best: bool) -> str:
    plain = [card for card in playable(s, s.hands[seat]) if not s.t.is_wild[card]]
    if not plain:
        return f"No card of a colour fits. It makes {name} the colour{reason}."
    if best:
        return f"It is worth the wild: {name} now{reason}."
    return f"It makes {name} the colour{reason}, but a wild is worth keeping."


def _of_next(s: State, seat: int, color: int, lean: Lean) -> str:
    """What the next seat has shown about this colour, as a clause; "" when nothing."""
    following = s.next_of[seat]
    if lean.stuck[color] <= LIKELY:
        return ""
    drew = sum(
        entry[0] == H_TURN_DRAW and entry[1] == following and entry[2] == color
        for entry in s.history or ()
    )
    times = {0: "seems to have none", 1: "had to draw", 2: "drew twice"}
    return f", where {s.names[following]} {times.get(drew, f'drew {drew} times')}"

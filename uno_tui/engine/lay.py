"""Laying cards: from the hand to the discard pile, then their effects on the agenda."""

from __future__ import annotations

from uno_tui.engine import calls, flow, settle
from uno_tui.engine.actions import Action
from uno_tui.engine.effects import end_silence
from uno_tui.engine.events import Event
from uno_tui.engine.legality import honest
from uno_tui.engine.state import H_PLAYED, OWED_CARDS, State
from uno_tui.ruleset.tables import KEPT, NAMED

NORMAL, FROM_DRAWN, ANSWER, DEFLECT, JUMP = range(5)
"""How cards come to be laid."""

_WHY = ("", "drawn", "answer", "deflect", "jump-in")


def lay(s: State, seat: int, action: Action, how: int) -> None:
    """Carry out a play that has been found legal."""
    t = s.t
    cards = action.cards
    card = cards[-1]
    s.turns += 1
    s.passes = 0
    if s.owing:
        calls.close_on_play(s, seat, how == JUMP, len(cards))
    hand = s.hands[seat]
    if t.challenges and t.section_w[card]:
        s.honesty = (honest(s, hand, card), s.color, s.layer, s.fresh)
    if len(cards) == 1:
        hand.remove(card)
    else:
        for each in cards:
            hand.remove(each)
        s.discards.extend(cards[:-1])
    if s.known:
        for each in cards:
            s.forget_card(seat, each)
    color = t.color_rule[card]
    if color < -1:
        color = action.color if color == NAMED else s.color
    s.discards.append(card)
    s.color = color
    s.ok = t.match[color][t.face_of[card]]
    s.layer = seat
    s.fresh = False
    s.drawn = -1
    if s.history is not None:
        s.history.append((H_PLAYED, seat, card, color, how == FROM_DRAWN))
    if s.log is not None:
        s.emit(Event("played", seat, action.target, cards, color=color, why=_why(cards, how)))
    program = t.program[card]
    if program or how >= ANSWER or len(hand) < 2 or len(cards) > 1 or s.silence is not None:
        _resolve(s, seat, action, how)
        return
    # A plain card on a plain turn, by far the most common: straight to the next seat.
    s.lay_open = -1
    s.base = seat
    if s.turns >= t.limit:
        flow.finish(s)
    else:
        flow.start_turn(s, s.next_of[seat])


def _why(cards: tuple[int, ...], how: int) -> str:
    if len(cards) == 2 and cards[0] == cards[1]:
        return "pair"
    return "lay-color" if len(cards) > 1 else _WHY[how]


def _resolve(s: State, seat: int, action: Action, how: int) -> None:
    t = s.t
    cards = action.cards
    card = cards[-1]
    pending = s.pending
    s.actor = s.base = seat
    s.lost = 0
    s.goto = -1
    s.again = s.last = False
    s.named_color = action.color if t.color_rule[card] == KEPT else -1
    s.named_seat = action.target
    s.pair = len(cards) == 2 and cards[0] == cards[1] and t.pairs[card]
    s.lay_open = -1
    s.pending = None
    s.carry = 0
    s.agenda = list(t.program[card])
    if s.pair and t.pair_skips:
        s.agenda.insert(0, (flow.PAIR_STEP, 0))
    if pending is not None:
        twin = how == JUMP and t.reverses[card] and pending.kind == OWED_CARDS
        if how == DEFLECT or twin:
            # A twin laid on a deflecting Reverse deflects once more while cards are owed.
            s.pending = pending._replace(
                source=seat, target=pending.source, top=card, challengeable=False
            )
            s.agenda = [(flow.DEFLECT_STEP, 0)]
        elif t.stacks and pending.kind == OWED_CARDS:
            s.carry = pending.amount
    if s.silence is not None and s.silence[1] and color_changed(s):
        end_silence(s)
    left = len(s.hands[seat])
    if left == 1:
        if calls.played_down(s, seat, action.uno) and flow.slap_wanted(s):
            s.agenda.append((flow.SLAP_STEP, seat))
    elif left == 0:
        settle.last_card(s, seat, card)
        if s.ending:
            s.agenda = [item for item in s.agenda if item[0] in flow.SURVIVES_ENDING]
    flow.run(s)


def color_changed(s: State) -> bool:
    """Whether the colour is no longer the one the silence started with (H-7)."""
    return s.silence is not None and s.silence[2] != s.color

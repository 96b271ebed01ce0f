"""A penalty is owed: answer it, send it back, challenge it, or accept it (sections P and W)."""

from __future__ import annotations

from uno_tui.engine import flow, penalty
from uno_tui.engine.actions import ACCEPT, CHALLENGE, DRAW, PASS, PLAY, Action, Refusal
from uno_tui.engine.effects import end_silence
from uno_tui.engine.events import Event
from uno_tui.engine.lay import ANSWER, DEFLECT, lay
from uno_tui.engine.legality import honest, plays_of_card, refuse_details, refuse_held
from uno_tui.engine.refusals import refuse as refusal
from uno_tui.engine.state import H_ACCEPTED, H_CHALLENGED, OWED_CARDS, Pending, State

_ACCEPT = Action(ACCEPT)
_CHALLENGE = Action(CHALLENGE)


def options(s: State, seat: int) -> list[Action]:
    """Accept, challenge where possible, and every card that answers or sends back."""
    pending = _pending(s)
    found = [_ACCEPT]
    if pending.challengeable:
        found.append(_CHALLENGE)
    for card in dict.fromkeys(answers(s, seat)):
        found += plays_of_card(s, seat, card)
    return found


def answers(s: State, seat: int) -> list[int]:
    """The cards of this hand, with repeats, that answer or send back what is owed."""
    pending = _pending(s)
    draw_n, reverses = s.t.draw_n, s.t.reverses  # nothing else answers
    return [
        card
        for card in s.hands[seat]
        if (draw_n[card] or reverses[card])
        and _how(s, card, pending)
        and not _dishonest(s, seat, card)
    ]


def _pending(s: State) -> Pending:
    assert s.pending is not None
    return s.pending


def _how(s: State, card: int, pending: Pending) -> int:
    """ANSWER, DEFLECT, or 0 when the card does neither."""
    if s.t.reverses[card] and _sends_back(s, card, pending):
        return DEFLECT
    return ANSWER if pending.kind == OWED_CARDS and _answers(s, card, pending) else 0


def _sends_back(s: State, card: int, pending: Pending) -> bool:
    """P-4: a Reverse of the current colour; of any colour when there is none (R-34)."""
    fits = s.color < 0 or s.t.color_of[card] == s.color
    return fits and penalty.can_send_back(s, pending)


def _answers(s: State, card: int, pending: Pending) -> bool:
    t = s.t
    owed = pending.card
    if t.draw_n[card] and t.answerable[owed]:
        if t.face_of[card] == t.face_of[owed]:
            return True
        if t.cross and t.draw_n[card] >= pending.last_n:
            return True
    if t.draw_two[card] and t.beatable[owed]:
        return t.beats == "any" or s.color < 0 or t.color_of[card] == s.color
    return False


def _dishonest(s: State, seat: int, card: int) -> bool:
    return s.t.strict and s.t.section_w[card] and not honest(s, s.hands[seat], card)


def refuse(s: State, seat: int, action: Action) -> Refusal | None:
    """Why this does not settle what is owed."""
    pending = _pending(s)
    verb = action.verb
    if verb == ACCEPT:
        return None
    if verb == CHALLENGE:
        return None if pending.challengeable else refusal(s, "no-challenge")
    if verb == PLAY:
        return _refuse_answer(s, seat, action, pending)
    if verb in (DRAW, PASS):
        if pending.kind == OWED_CARDS:
            return refusal(s, "owes", n=pending.amount)
        return refusal(s, "owes-turn")
    return refusal(s, "not-asked")


def _refuse_answer(s: State, seat: int, action: Action, pending: Pending) -> Refusal | None:
    not_held = refuse_held(s, seat, action.cards)
    if not_held is not None:
        return not_held
    if len(action.cards) != 1:
        return refusal(s, "no-pair-now")
    card = action.cards[0]
    if not _how(s, card, pending):
        return refusal(s, "no-answer", card=card)
    if _dishonest(s, seat, card):
        return refusal(s, "dishonest", card=card)
    return refuse_details(s, seat, action)


def carry_out(s: State, seat: int, action: Action) -> None:
    """Do it."""
    pending = _pending(s)
    if action.verb == PLAY:
        lay(s, seat, action, _how(s, action.cards[0], pending))
    elif action.verb == CHALLENGE:
        _challenge(s, seat, pending)
    else:
        _accept(s, seat, pending)


def _accept(s: State, seat: int, pending: Pending) -> None:
    if s.history is not None:
        s.history.append((H_ACCEPTED, seat, s.color, pending.top))
    if pending.kind == OWED_CARDS:
        if penalty.take_cards(s):
            return
    else:
        s.pending = None
        penalty.lose_turn(s, seat)
    flow.run(s)


def _challenge(s: State, seat: int, pending: Pending) -> None:
    """W-3: the challenger is shown the hand; whoever is wrong draws."""
    player = pending.source
    s.pending = None
    s.saw |= {(seat, player)}
    if s.history is not None:
        s.history.append((H_CHALLENGED, seat, player, int(pending.honest)))
    if s.log is not None:
        hand = tuple(s.hands[player])
        s.emit(Event("challenged", seat, player))
        verdict = "innocent" if pending.honest else "guilty"
        s.emit(Event(verdict, seat, player, hand, len(hand), pending.color_before), (seat, player))
    s.show_hand(player, seat)
    if pending.honest:
        got = s.take(seat, pending.amount + s.t.challenge_extra, "challenge")
        penalty.lose_turn(s, seat)
        if not penalty.ask_ready(s, seat, got):
            flow.run(s)
    else:
        _guilty(s, seat, player, pending)


def _guilty(s: State, seat: int, player: int, pending: Pending) -> None:
    """What hung on the play is dropped with it (W-6); the challenger takes a normal turn."""
    s.agenda.clear()
    s.again = False
    if s.t.takes_back:
        _take_back(s, player, pending)
    got = s.take(player, pending.amount, "guilty")
    s.lost = 0
    s.goto = seat
    if not penalty.ask_ready(s, player, got):
        flow.run(s)


def _take_back(s: State, player: int, pending: Pending) -> None:
    card = s.discards.pop()
    s.hands[player].append(card)
    s.reset_call(1 << player)
    if s.silence is not None and any(name == "silence" for name, _ in s.t.effects[card]):
        end_silence(s)  # it started with this card
    s.show_card(player, card)
    s.layer, s.fresh = pending.layer_before, pending.fresh_before
    if s.discards:
        s.set_color(pending.color_before)
    else:
        s.color = -1
        s.ok = s.t.match[-1][0]
    if s.log is not None:
        s.emit(Event("took-back", player, cards=(card,), color=s.color))

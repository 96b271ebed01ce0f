"""Playing a round out with the random player, as fast as we can: for rollouts, simulations, measuring.

`play_out` plays the same game, action for action, as asking `random_choice` and carrying its answer
out with `Game.apply` (`tests/engine/test_playout.py`). Nobody reacts out of turn.

`_run` is the one place where speed comes before beauty: the ordinary turns of a round in one loop,
everything about the table in local names, the random player written out. Whatever is not ordinary
is written back and left to the decisions. Two-player classic rounds run about twice as fast as
through `random_choice` and `Game.apply` (`benchmarks/README.md`).
"""

from __future__ import annotations

from uno_tui.engine import told
from uno_tui.engine.actions import ACCEPT, PLAY, READY, Action
from uno_tui.engine.actions import GIVE as GIVE_CARD
from uno_tui.engine.circle import ring
from uno_tui.engine.decisions import DECISIONS
from uno_tui.engine.decisions.give import change_hands
from uno_tui.engine.effects import STEPS, end_silence
from uno_tui.engine.flow import pass_if_stuck
from uno_tui.engine.game import after_action
from uno_tui.engine.legality import honest, other_seats, playable
from uno_tui.engine.penalty import READY_FROM
from uno_tui.engine.plan import (
    STEP_AGAIN,
    STEP_ASKS,
    STEP_EFFECT,
    STEP_EXCHANGE,
    STEP_NAMES,
    Plan,
    plan_of,
)
from uno_tui.engine.playout_steps import (
    Record,
    ask,
    cards_to_draw,
    go_out,
    note_draw,
    note_kept,
    show_top,
)
from uno_tui.engine.random_player import Rnd, laid_with, play_of, random_choice
from uno_tui.engine.scoring import end_round
from uno_tui.engine.state import (
    DRAWN,
    H_ACCEPTED,
    H_DREW,
    H_PLAYED,
    ROUND_OVER,
    TURN,
    State,
)
from uno_tui.ruleset.tables import STEP_NOT_PLAIN, STEP_REVERSE, STEP_SKIP

__all__ = ["Record", "Rnd", "play_out", "random_choice"]

_ACCEPT, _READY = Action(ACCEPT), Action(READY)


def play_out(s: State, rnd: Rnd, record: Record | None = None) -> None:
    """Play the round on `s` to its end with the random player at every seat.

    What is done is added to `record`, and what happens to `s.log`, where there is one: the same
    actions and events in the same order as `Game.apply` makes of them for its listeners.
    """
    plan = plan_of(s.t)
    while s.phase < ROUND_OVER:
        action = None
        if s.phase == TURN and not s.owing and s.lay_open < 0:
            action = _run(s, plan, rnd, record)
            if s.phase >= ROUND_OVER:
                return
        seat = s.turn
        if action is None:
            action = random_choice(s, seat, rnd)
        if record is not None:
            record.append((seat, action))
        _CARRY_OUT[s.phase](s, seat, action)
        after_action(s)


_CARRY_OUT = tuple(decision.carry_out for decision in DECISIONS)


def _run(s: State, plan: Plan, rnd: Rnd, record: Record | None) -> Action | None:
    """Play ordinary turns until one is not; returns what its seat has chosen, None when nothing yet.

    `s` is on an ordinary turn and left on a turn (or a card just drawn), or with the round over.
    """
    t = s.t
    log = s.log
    hands, draw, discards, known, history = s.hands, s.draw, s.discards, s.known, s.history
    laid, plays, colors, strict, until = (
        plan.laid,
        s.plays,
        len(t.colors),
        t.strict,
        t.until_playable,
    )
    last_turn = t.limit - 2  # a draw and a play may both happen below the limit
    next_of = s.next_of
    other_way = ring(s.seats, s.in_round, -s.direction)
    two = s.in_round.bit_count() == 2
    pile_known, seat, color, called, turns = s.pile_known, s.turn, s.color, s.called, s.turns
    base, layer, actor, fresh, named_seat = s.base, s.layer, s.actor, s.fresh, s.named_seat
    before = turns
    fits = plan.fits_of[s.ok]
    silence = s.silence
    silent = silence[0] if silence is not None and not silence[1] else -1
    if silent >= 0 and not s.in_round >> silent & 1:
        return None  # it ends as the turn passes a seat that is out (H-7)
    books = record is not None or history is not None or bool(known) or silence is not None
    books = books or log is not None
    acted = asks = False
    chosen: tuple[int, ...] = ()  # cards whose play is not ordinary
    while turns < last_turn:
        if seat == silent:
            end_silence(s)
            silent = -1
        hand = hands[seat]
        cards = [*filter(fits, hand)]
        if strict and not plan.wild_draws.isdisjoint(cards):
            show_top(s, color)
            cards = playable(s, hand)
        if cards:
            card = cards[int(rnd() * len(cards))]
            from_drawn = False
            if plan.several:
                chosen = laid_with(t, hand, card, rnd)
                if len(chosen) > 1:
                    break
                chosen = ()
        else:
            if until:
                show_top(s, color)
                n = cards_to_draw(s, hand, pile_known)
            else:
                n = int(len(draw) > pile_known)
            if not n:
                break
            if books:
                note_draw(s, seat, color, n, record)
            card = draw.pop()
            while n > 1:
                hand.append(card)
                card = draw.pop()
                n -= 1
            hand.append(card)
            if called:
                called &= ~(1 << seat)
            turns += 1
            base = seat
            lays = fits(card) and not t.never_play_drawn
            if lays and strict and t.section_w[card]:
                show_top(s, color)
                lays = honest(s, hand, card)
            if not lays:
                if books:
                    note_kept(s, seat, color)
                seat = next_of[seat]
                continue
            from_drawn = True
        step, suit, after = laid[card]
        uno = False
        named = -1
        if step or len(hand) < 3:
            left = len(hand) - 1
            if step == STEP_NOT_PLAIN or (left < 2 and (not left or t.slap)):
                chosen = (card,)
                break
            if left == 1:
                uno = not called >> seat & 1
                called |= 1 << seat
            if step != STEP_NAMES or left == 1:
                actor = seat
                named_seat = -1
                acted = True
            if step == STEP_ASKS and t.challenges and t.section_w[card]:
                show_top(s, color)
                s.honesty = (honest(s, hand, card), color, layer, fresh)
            if suit < 0:
                suit = named = int(rnd() * colors)
                after = plan.after[suit][t.face_of[card]]
            if t.targets[card]:
                s.next_of = next_of
                others = other_seats(s, seat)
                named_seat = others[int(rnd() * len(others))]
        hand.remove(card)
        discards.append(card)
        color, fits = suit, after
        layer = base = seat
        fresh = False
        turns += 1
        if books:
            if record is not None:
                record.append(
                    (seat, plays[uno][card][named])
                    if not t.targets[card]
                    else (seat, Action(PLAY, (card,), named, named_seat, uno))
                )
            if history is not None:
                history.append((H_PLAYED, seat, card, color, from_drawn))
            if known:
                s.forget_card(seat, card)
            if log is not None:
                log.append(
                    told.laid(seat, card, color, from_drawn)
                    if not t.targets[card]
                    else told.laid(seat, card, color, from_drawn, named_seat)
                )
            if s.silence is not None:
                actor = seat
                if not t.targets[card]:
                    named_seat = -1
                acted = True
                if s.silence[1] and s.silence[2] != color:
                    end_silence(s)
            if log is not None:
                if uno:
                    log.append(told.by_seat("uno", seat))
                if step and step != STEP_NAMES:
                    told.step(log, step, seat, next_of[seat], s.direction, two)
        if not step or step == STEP_NAMES:
            seat = next_of[seat]
        elif step == STEP_SKIP:
            seat = next_of[next_of[seat]]
        elif step == STEP_REVERSE:
            next_of, other_way = other_way, next_of
            s.direction = -s.direction
            if not two:
                seat = next_of[seat]
        elif step == STEP_EXCHANGE:
            hand = hands[named_seat]
            if hand:  # the dealer may have opened with the only card
                if log is not None:
                    log.append(told.exchange(seat, named_seat))
                mine = hands[seat][int(rnd() * len(hands[seat]))]
                theirs = hand[int(rnd() * len(hand))]
                if record is not None:
                    record.append((seat, Action(GIVE_CARD, (mine,))))
                    record.append((named_seat, Action(GIVE_CARD, (theirs,))))
                change_hands(s, ((seat, named_seat, mine), (named_seat, seat, theirs)))
                books = books or bool(known)
            seat = next_of[seat]
        elif step == STEP_EFFECT:
            s.actor, s.named_seat, s.color, s.next_of = seat, named_seat, color, next_of
            s.called = called
            effect, n = t.program[card][0]
            STEPS[effect](s, n)
            called, draw, known, pile_known = s.called, s.draw, s.known, s.pile_known
            silence = s.silence
            silent = silence[0] if silence is not None and not silence[1] else -1
            books = books or bool(known) or silence is not None
            if s.exhausted:
                break
            seat = next_of[seat]
        elif step != STEP_AGAIN:
            # The next seat draws or loses its turn; where it is asked and cannot answer, it accepts.
            seat = next_of[seat]
            if step == STEP_ASKS:
                if log is not None:
                    log.append(told.owes(seat, layer, card, t.draw_n[card]))
                if any(map(plan.may_answer[card], hands[seat])):
                    asks = True
                    break
                if record is not None:
                    record.append((seat, _ACCEPT))
                if history is not None:
                    history.append((H_ACCEPTED, seat, color, card))
            n = t.draw_n[card]
            if not n:
                if log is not None:
                    log.append(told.skipped(seat))
                base = seat
                seat = next_of[seat]
                continue
            if len(draw) - n >= pile_known:
                hands[seat] += draw[: -n - 1 : -1]
                del draw[-n:]
                called &= ~(1 << seat)
                if history is not None:
                    history.append((H_DREW, seat, n))
                if log is not None:
                    log.append(told.took(seat, hands[seat][-n:]))
            else:
                s.called = called
                n = s.take(seat, n, "penalty")
                called, draw, pile_known = s.called, s.draw, s.pile_known
                books = books or bool(known)
                if s.exhausted:
                    if t.draw_loses_turn:
                        base = seat
                        if log is not None:
                            log.append(told.skipped(seat))
                    break
            if log is not None:
                if t.draw_loses_turn:
                    log.append(told.skipped(seat))
                if t.ready and n >= READY_FROM:
                    log.append(told.by_seat("ready", seat))
            if t.ready and n >= READY_FROM and record is not None:
                record.append((seat, _READY))
            if t.draw_loses_turn:
                base = seat
                seat = next_of[seat]
    else:
        if seat == silent:
            end_silence(s)
    # Write back what has changed.
    s.turn, s.next_of = seat, next_of
    show_top(s, color)
    s.called, s.turns = called, turns
    s.base, s.layer, s.fresh = base, layer, fresh
    if turns > before:
        s.passes = 0
    if acted:
        s.actor, s.named_seat = actor, named_seat
        s.named_color = -1
        s.carry = 0
    if s.exhausted:
        end_round(s, "exhausted")
        return None
    if asks:
        ask(s, actor, card)
        return None
    if chosen:
        if from_drawn:
            s.phase = DRAWN
            s.drawn = card
        if len(hands[seat]) == 1 and plan.ends[card]:
            go_out(s, seat, card, record)
            return None
        return play_of(s, seat, chosen, rnd)
    if not draw:
        pass_if_stuck(s)
    return None

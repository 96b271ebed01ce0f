"""Playing a round out at random, as fast as we can: for rollouts, simulations and measuring.

`random_choice` is the random player: any card the table would accept, a colour and a seat by
chance, draws only when it must, lays what it drew, answers penalties when it can, never
challenges, always calls UNO. `play_out` plays a whole round with it: the same game, action for
action, as asking `random_choice` and carrying its answer out with `Game.apply`
(`tests/engine/test_playout.py`). Nobody reacts out of turn.

`_run` is the one place where speed comes before beauty: the ordinary turns of a round in one loop,
everything about the table in local names, the random player written out. Whatever is not ordinary
is written back and left to the decisions. Two-player classic rounds run about twice as fast as
through `random_choice` and `Game.apply` (`benchmarks/README.md`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from uno_tui.engine.actions import ACCEPT, DRAW, PLAY, READY, Action
from uno_tui.engine.decisions import DECISIONS, respond
from uno_tui.engine.flow import pass_if_stuck
from uno_tui.engine.game import carry_out
from uno_tui.engine.legality import ends_round, honest, names_color, other_seats, playable
from uno_tui.engine.penalty import READY_FROM
from uno_tui.engine.state import (
    DRAWN,
    H_ACCEPTED,
    H_DREW,
    H_KEPT,
    H_PLAYED,
    H_TURN_DRAW,
    RESPOND,
    ROUND_OVER,
    TURN,
    State,
    ring,
)
from uno_tui.ruleset.tables import (
    EFFECT_NAMES,
    NAMED,
    STEP_DRAW,
    STEP_NONE,
    STEP_NOT_PLAIN,
    STEP_REVERSE,
    STEP_SKIP,
    Tables,
)

Rnd = Callable[[], float]
"""Chance: each call gives a number in [0, 1), e.g. `Random(seed).random`."""

Record = list[tuple[int, Action]]

STEP_ASKS, STEP_AGAIN = 4, 5
"""Beside `Tables.plain_step`: a draw that its target is asked about, and another turn."""

_DRAW, _ACCEPT, _READY = Action(DRAW), Action(ACCEPT), Action(READY)


def random_choice(s: State, seat: int, rnd: Rnd) -> Action:
    """What the random player does when `seat` is asked on table `s`."""
    phase = s.phase
    if phase == TURN:
        t = s.t
        if t.has_pairs or t.has_lay_color or s.lay_open >= 0:
            return _any_play(s, seat, rnd)
        cards = playable(s, s.hands[seat])
        if not cards:
            return _DRAW
        return _play(s, seat, cards[int(rnd() * len(cards))], rnd)
    if phase == DRAWN:
        return _play(s, seat, s.drawn, rnd)
    if phase == RESPOND:
        cards = respond.answers(s, seat)
        return _play(s, seat, cards[int(rnd() * len(cards))], rnd) if cards else _ACCEPT
    options = DECISIONS[phase].options(s, seat)
    return options[int(rnd() * len(options))] if len(options) > 1 else options[0]


def _any_play(s: State, seat: int, rnd: Rnd) -> Action:
    """Where several cards may be laid at once: any of the plays listed, then its colour and seat."""
    plays = [action for action in DECISIONS[TURN].options(s, seat) if action.verb == PLAY]
    if not plays:
        return _DRAW
    play = plays[int(rnd() * len(plays))]
    if len(s.hands[seat]) - len(play.cards) == 1 and not s.called >> seat & 1:
        return play._replace(uno=True)
    return play


def _play(s: State, seat: int, card: int, rnd: Rnd) -> Action:
    """Lay this card, with a colour and a seat by chance where it asks for them, and the call."""
    t = s.t
    left = len(s.hands[seat]) - 1
    if not left and ends_round(s, seat):
        return Action(PLAY, (card,))
    uno = left == 1 and not s.called >> seat & 1
    color = int(rnd() * len(t.colors)) if names_color(s, card) else -1
    if not t.targets[card] and not t.wheel[card]:
        return s.plays[uno][card][color]
    target = -1
    if left and t.targets[card]:
        others = other_seats(s, seat)
        target = others[int(rnd() * len(others))]
    return Action(PLAY, (card,), color, target, uno)


def play_out(s: State, rnd: Rnd, record: Record | None = None) -> None:
    """Play the round on `s` to its end with the random player at every seat.

    What is done is added to `record`, if there is one. Events are not made: without a listener.
    """
    plan = plan_of(s.t)
    while s.phase < ROUND_OVER:
        action = None
        if (
            plan.covers and s.phase == TURN
            and not s.owing and s.silence is None and s.lay_open < 0 and s.log is None
        ):  # fmt: skip
            action = _run(s, plan, rnd, record)
            if s.phase >= ROUND_OVER:
                return
        seat = s.turn
        if action is None:
            action = random_choice(s, seat, rnd)
        if record is not None:
            record.append((seat, action))
        carry_out(s, seat, action)


class Plan:
    """What the loop wants to know of a ruleset, besides its tables."""

    def __init__(self, t: Tables) -> None:
        self.covers = not (t.has_pairs or t.has_lay_color)
        self.steps = tuple(_step(t, kind) for kind in range(len(t.kinds)))
        # fits[colour][face of the top card](kind): whether it may be laid, a call that `filter` likes.
        self.fits = tuple(
            tuple(frozenset(k for k, yes in enumerate(row) if yes).__contains__ for row in rows)
            for rows in t.match
        )
        self.fits_of = {
            row: self.fits[color][face]
            for color, rows in enumerate(t.match)
            for face, row in enumerate(rows)
        }
        # may_answer[kind](other): whether the other could answer it, whatever the colour.
        self.may_answer = tuple(_answers(t, kind).__contains__ for kind in range(len(t.kinds)))
        self.draws_one = not t.until_playable


@lru_cache(maxsize=64)
def plan_of(tables: Tables) -> Plan:
    """The plan of a ruleset, made once."""
    return Plan(tables)


def _step(t: Tables, kind: int) -> int:
    """What laying this kind does: a step of the loop, or STEP_NOT_PLAIN."""
    step = t.plain_step[kind]
    rule = t.color_rule[kind]
    program = t.program[kind]
    if step != STEP_NOT_PLAIN or len(program) != 1 or rule not in (t.color_of[kind], NAMED):
        return step
    name = EFFECT_NAMES[program[0][0]]
    if name == "again":
        return STEP_AGAIN
    if name == "draw" and not t.end_when_empty:
        waits = t.answerable[kind] or t.jumpable[kind] or t.beatable[kind] or t.deflects
        return STEP_ASKS if waits or (t.challenges and t.section_w[kind]) else STEP_DRAW
    return STEP_NOT_PLAIN


def _answers(t: Tables, kind: int) -> frozenset[int]:
    return frozenset(
        other
        for other in range(len(t.kinds))
        if (t.draw_n[other] and t.answerable[kind])
        or (t.draw_two[other] and t.beatable[kind])
        or (t.deflects and t.reverses[other])
    )


def _run(s: State, plan: Plan, rnd: Rnd, record: Record | None) -> Action | None:
    """Play ordinary turns until one is not; returns what its seat has chosen, None when nothing yet.

    `s` is on an ordinary turn and left on a turn (or a card just drawn), or with the round over.
    """
    t = s.t
    hands, draw, discards, known, history = s.hands, s.draw, s.discards, s.known, s.history
    steps, rows, color_rule, face_of = plan.steps, plan.fits, t.color_rule, t.face_of
    plays, colors, strict, slap = s.plays, len(t.colors), t.strict, t.slap
    last_turn = t.limit - 2  # a draw and a play may both happen below the limit
    next_of = s.next_of
    other_way = ring(s.seats, s.in_round, -s.direction)
    two = s.in_round.bit_count() == 2
    pile_known = s.pile_known if plan.draws_one else len(t.full_deck) * 9
    seat, color, called, turns = s.turn, s.color, s.called, s.turns
    base, layer, actor, fresh = s.base, s.layer, s.actor, s.fresh
    before = turns
    fits = plan.fits_of[s.ok]
    acted = from_drawn = False
    chosen = -1  # a card whose play is not ordinary
    while turns < last_turn:
        hand = hands[seat]
        cards = [*filter(fits, hand)]
        if strict and cards:
            _show_top(s, color)
            cards = playable(s, hand)
        if cards:
            card = cards[int(rnd() * len(cards))]
            from_drawn = False
        elif len(draw) <= pile_known:
            break
        else:
            card = draw.pop()
            if record is not None:
                record.append((seat, _DRAW))
            if history is not None:
                top = discards[-1] if discards else -1
                history.append((H_TURN_DRAW, seat, color, top, len(hand)))
                history.append((H_DREW, seat, 1))
            hand.append(card)
            called &= ~(1 << seat)
            turns += 1
            base = seat
            lays = fits(card) and not t.never_play_drawn
            if lays and strict and t.section_w[card]:
                _show_top(s, color)
                lays = honest(s, hand, card)
            if not lays:
                if history is not None:
                    history.append((H_KEPT, seat, color, discards[-1] if discards else -1))
                seat = next_of[seat]
                continue
            from_drawn = True
        step = steps[card]
        left = len(hand) - 1
        if (
            step == STEP_NOT_PLAIN
            or (left < 2 and (not left or slap))
            or (step == STEP_ASKS and any(map(plan.may_answer[card], hands[next_of[seat]])))
        ):
            chosen = card
            break
        uno = False
        if left == 1:
            uno = not called >> seat & 1
            called |= 1 << seat
            actor = seat
            acted = True
        if step == STEP_ASKS and t.challenges and t.section_w[card]:
            _show_top(s, color)
            s.honesty = (honest(s, hand, card), color, layer, fresh)
        hand.remove(card)
        discards.append(card)
        if known:
            s.forget_card(seat, card)
        named = -1
        color = color_rule[card]
        if color < 0:
            color = named = int(rnd() * colors)
        fits = rows[color][face_of[card]]
        layer = base = seat
        fresh = False
        turns += 1
        if record is not None:
            record.append((seat, plays[uno][card][named]))
        if history is not None:
            history.append((H_PLAYED, seat, card, color, from_drawn))
        if step == STEP_NONE:
            seat = next_of[seat]
            continue
        actor = seat
        acted = True
        if step == STEP_SKIP:
            seat = next_of[next_of[seat]]
        elif step == STEP_REVERSE:
            next_of, other_way = other_way, next_of
            s.direction = -s.direction
            if not two:
                seat = next_of[seat]
        elif step != STEP_AGAIN:
            # The next seat draws; where it is asked it accepts: what else it could do was not ordinary.
            seat = next_of[seat]
            if step == STEP_ASKS:
                if record is not None:
                    record.append((seat, _ACCEPT))
                if history is not None:
                    history.append((H_ACCEPTED, seat, color, card))
            n = t.draw_n[card]
            if len(draw) - n >= pile_known:
                hands[seat].extend(draw[: -n - 1 : -1])
                del draw[-n:]
                called &= ~(1 << seat)
                if history is not None:
                    history.append((H_DREW, seat, n))
            else:
                s.called = called
                n = s.take(seat, n, "penalty")
                called = s.called
                draw = s.draw
                if plan.draws_one:
                    pile_known = s.pile_known
            if t.ready and n >= READY_FROM and record is not None:
                record.append((seat, _READY))
            if t.draw_loses_turn:
                base = seat
                seat = next_of[seat]
    # Write back what has changed.
    s.turn, s.next_of = seat, next_of
    _show_top(s, color)
    s.called, s.turns = called, turns
    s.base, s.layer, s.fresh = base, layer, fresh
    if turns > before:
        s.passes = 0
    if acted:
        s.actor = actor
        s.named_color = s.named_seat = -1
        s.carry = 0
    if chosen >= 0:
        if from_drawn:
            s.phase = DRAWN
            s.drawn = chosen
        return _play(s, seat, chosen, rnd)
    if not draw:
        pass_if_stuck(s)
    return None


def _show_top(s: State, color: int) -> None:
    s.color = color
    t = s.t
    s.ok = t.match[color][t.face_of[s.discards[-1]]] if s.discards else t.match[-1][0]

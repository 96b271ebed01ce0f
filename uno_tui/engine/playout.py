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

from uno_tui.engine.actions import ACCEPT, DISCARD, DRAW, KEEP, PLAY, READY, Action
from uno_tui.engine.actions import GIVE as GIVE_CARD
from uno_tui.engine.decisions import DECISIONS, respond
from uno_tui.engine.decisions.give import change_hands
from uno_tui.engine.effects import STEPS
from uno_tui.engine.flow import pass_if_stuck
from uno_tui.engine.game import after_action
from uno_tui.engine.legality import ends_round, honest, names_color, other_seats, playable
from uno_tui.engine.penalty import READY_FROM
from uno_tui.engine.scoring import end_round
from uno_tui.engine.state import (
    DRAFT,
    DRAWN,
    GIVE,
    H_ACCEPTED,
    H_DREW,
    H_KEPT,
    H_PLAYED,
    H_TURN_DRAW,
    OWED_CARDS,
    OWED_TURN,
    RESPOND,
    ROUND_OVER,
    TURN,
    Pending,
    State,
    ring,
)
from uno_tui.ruleset.tables import (
    EFFECT_NAMES,
    NAMED,
    NO_COLOR,
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

STEP_ASKS, STEP_AGAIN, STEP_NAMES, STEP_EFFECT, STEP_EXCHANGE = range(4, 9)
"""Beside `Tables.plain_step`: a draw or skip its target is asked about, another turn, a plain wild,
an effect that asks nobody, an exchange of cards."""

_NO_DOUBT = (True, -1, -1, False)
_DRAW, _ACCEPT, _READY = Action(DRAW), Action(ACCEPT), Action(READY)
_KEEP, _DISCARD = Action(KEEP), Action(DISCARD)


def random_choice(s: State, seat: int, rnd: Rnd) -> Action:
    """What the random player does when `seat` is asked on table `s`."""
    phase = s.phase
    if phase == TURN:
        if s.lay_open >= 0:
            return _any_play(s, seat, rnd)
        hand = s.hands[seat]
        cards = playable(s, hand)
        if not cards:
            return _DRAW
        return _play(s, seat, _laid_with(s.t, hand, cards[int(rnd() * len(cards))], rnd), rnd)
    if phase == DRAWN:
        return _play(s, seat, (s.drawn,), rnd)
    if phase == RESPOND:
        cards = respond.answers(s, seat)
        return _play(s, seat, (cards[int(rnd() * len(cards))],), rnd) if cards else _ACCEPT
    if phase == GIVE:
        hand = s.hands[seat]
        return Action(GIVE_CARD, (hand[int(rnd() * len(hand))],))
    if phase == DRAFT:
        return _KEEP if rnd() < 0.5 else _DISCARD
    options = DECISIONS[phase].options(s, seat)
    return options[int(rnd() * len(options))] if len(options) > 1 else options[0]


def _any_play(s: State, seat: int, rnd: Rnd) -> Action:
    """Where the first seat may lay a whole colour (R-4): any of the plays listed."""
    plays = [action for action in DECISIONS[TURN].options(s, seat) if action.verb == PLAY]
    if not plays:
        return _DRAW
    play = plays[int(rnd() * len(plays))]
    if len(s.hands[seat]) - len(play.cards) == 1 and not s.called >> seat & 1:
        return play._replace(uno=True)
    return play


def _laid_with(t: Tables, hand: list[int], card: int, rnd: Rnd) -> tuple[int, ...]:
    """The card alone, or half the time with its twin or its whole colour where the rules allow."""
    if t.pairs[card] and hand.count(card) > 1:
        return (card, card) if rnd() < 0.5 else (card,)
    if t.lays_color[card]:
        color = t.color_of[card]
        others = [held for held in hand if t.color_of[held] == color and not t.is_wild[held]]
        others.remove(card)
        if others and rnd() < 0.5:
            final = others.pop(int(rnd() * len(others)))
            return (card, *others, final)
    return (card,)


def _play(s: State, seat: int, cards: tuple[int, ...], rnd: Rnd) -> Action:
    """Lay these, with a colour and a seat by chance where the last one asks for them, and the call."""
    t = s.t
    card = cards[-1]
    left = len(s.hands[seat]) - len(cards)
    if not left and ends_round(s, seat):
        return Action(PLAY, cards)
    uno = left == 1 and not s.called >> seat & 1
    color = int(rnd() * len(t.colors)) if names_color(s, card) else -1
    if len(cards) == 1 and not t.targets[card] and not t.wheel[card]:
        return s.plays[uno][card][color]
    target = -1
    if left and t.targets[card]:
        others = other_seats(s, seat)
        target = others[int(rnd() * len(others))]
    return Action(PLAY, cards, color, target, uno)


def play_out(s: State, rnd: Rnd, record: Record | None = None) -> None:
    """Play the round on `s` to its end with the random player at every seat.

    What is done is added to `record`, if there is one. Events are not made: without a listener.
    """
    plan = plan_of(s.t)
    while s.phase < ROUND_OVER:
        action = None
        if s.phase == TURN and not s.owing and s.lay_open < 0 and s.log is None:
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


class Plan:
    """What the loop wants to know of a ruleset, besides its tables."""

    def __init__(self, t: Tables) -> None:
        kinds = range(len(t.kinds))
        self.several = t.has_pairs or t.has_lay_color
        # after[colour][face of the top card](kind): whether it may be laid, a call `filter` likes.
        self.after = tuple(
            tuple(frozenset(k for k, yes in enumerate(row) if yes).__contains__ for row in rows)
            for rows in t.match
        )
        # By kind: what laying it does, its colour (-1 = to be named), and what may follow it then.
        self.laid = tuple(
            (_step(t, kind), max(t.color_rule[kind], -1), self.after[t.color_rule[kind]][face])
            if t.color_rule[kind] >= -1
            else (_step(t, kind), -1, self.after[-1][face])
            for kind, face in zip(kinds, t.face_of, strict=True)
        )
        self.fits_of = {
            row: self.after[color][face]
            for color, rows in enumerate(t.match)
            for face, row in enumerate(rows)
        }
        self.wild_draws = frozenset(kind for kind in kinds if t.section_w[kind])
        # Kinds that simply end the round when they are somebody's last card.
        many_outs = t.points_per_out or t.last_left or bool(t.refills)
        self.ends = tuple(
            not many_outs and not t.makes_draw[kind] and step != STEP_NOT_PLAIN
            for kind, (step, _, _) in enumerate(self.laid)
        )
        # may_answer[kind](other): whether the other could answer it, whatever the colour.
        self.may_answer = tuple(_answers(t, kind).__contains__ for kind in kinds)


@lru_cache(maxsize=64)
def plan_of(tables: Tables) -> Plan:
    """The plan of a ruleset, made once."""
    return Plan(tables)


_ASK_NOBODY = ("swap-hands", "rotate-hands", "everyone-draws", "silence")


def _step(t: Tables, kind: int) -> int:
    """What laying this kind does: a step of the loop, or STEP_NOT_PLAIN."""
    step = t.plain_step[kind]
    rule = t.color_rule[kind]
    program = t.program[kind]
    if step == STEP_NONE and rule == NAMED:
        return STEP_NAMES
    if step != STEP_NOT_PLAIN or len(program) != 1 or rule not in (t.color_of[kind], NAMED):
        return step
    if rule == NO_COLOR:  # which is also the colour of a wild
        return step
    name = EFFECT_NAMES[program[0][0]]
    if name == "again":
        return STEP_AGAIN
    if name == "skip" and t.deflects:
        return STEP_ASKS
    if name == "exchange-card":
        return STEP_EXCHANGE
    if name in _ASK_NOBODY:
        return STEP_EFFECT
    if name == "draw":
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
    acted = asks = False
    chosen: tuple[int, ...] = ()  # cards whose play is not ordinary
    while turns < last_turn:
        if seat == silent:
            s.silence = None
            silent = -1
        hand = hands[seat]
        cards = [*filter(fits, hand)]
        if strict and not plan.wild_draws.isdisjoint(cards):
            _show_top(s, color)
            cards = playable(s, hand)
        if cards:
            card = cards[int(rnd() * len(cards))]
            from_drawn = False
            if plan.several:
                chosen = _laid_with(t, hand, card, rnd)
                if len(chosen) > 1:
                    break
                chosen = ()
        else:
            if until:
                _show_top(s, color)
                n = _cards_to_draw(s, hand, pile_known)
            else:
                n = int(len(draw) > pile_known)
            if not n:
                break
            if books:
                _note_draw(s, seat, color, n, record)
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
                _show_top(s, color)
                lays = honest(s, hand, card)
            if not lays:
                if history is not None:
                    history.append((H_KEPT, seat, color, discards[-1] if discards else -1))
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
                _show_top(s, color)
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
            if s.silence is not None:
                actor = seat
                if not t.targets[card]:
                    named_seat = -1
                acted = True
                if s.silence[1] and s.silence[2] != color:
                    s.silence = None
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
                if any(map(plan.may_answer[card], hands[seat])):
                    asks = True
                    break
                if record is not None:
                    record.append((seat, _ACCEPT))
                if history is not None:
                    history.append((H_ACCEPTED, seat, color, card))
            n = t.draw_n[card]
            if not n:
                base = seat
                seat = next_of[seat]
                continue
            if len(draw) - n >= pile_known:
                hands[seat] += draw[: -n - 1 : -1]
                del draw[-n:]
                called &= ~(1 << seat)
                if history is not None:
                    history.append((H_DREW, seat, n))
            else:
                s.called = called
                n = s.take(seat, n, "penalty")
                called, draw, pile_known = s.called, s.draw, s.pile_known
                books = books or bool(known)
                if s.exhausted:
                    if t.draw_loses_turn:
                        base = seat
                    break
            if t.ready and n >= READY_FROM and record is not None:
                record.append((seat, _READY))
            if t.draw_loses_turn:
                base = seat
                seat = next_of[seat]
    else:
        if seat == silent:
            s.silence = None
    # Write back what has changed.
    s.turn, s.next_of = seat, next_of
    _show_top(s, color)
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
        _ask(s, actor, card)
        return None
    if chosen:
        if from_drawn:
            s.phase = DRAWN
            s.drawn = card
        if len(hands[seat]) == 1 and plan.ends[card]:
            _go_out(s, seat, card, record)
            return None
        return _play(s, seat, chosen, rnd)
    if not draw:
        pass_if_stuck(s)
    return None


def _go_out(s: State, seat: int, card: int, record: Record | None) -> None:
    """Lay a last card that ends the round and makes nobody draw."""
    if record is not None:
        record.append((seat, Action(PLAY, (card,))))
    color = max(s.t.color_rule[card], -1)  # nobody names a colour any more
    if s.history is not None:
        s.history.append((H_PLAYED, seat, card, color, s.phase == DRAWN))
    s.hands[seat].pop()
    s.discards.append(card)
    _show_top(s, color)
    if s.known:
        s.forget_card(seat, card)
    s.turns += 1
    s.passes = s.carry = 0
    s.actor = s.base = s.layer = seat
    s.named_color = s.named_seat = s.drawn = -1
    s.fresh = False
    s.places = (seat,)
    s.out_cards = (card,)
    end_round(s, "out")


def _ask(s: State, seat: int, card: int) -> None:
    """`seat` has laid a card whose penalty the seat to move may answer: ask it."""
    t = s.t
    n = t.draw_n[card]
    if not n:
        s.pending = Pending(OWED_TURN, 0, 0, seat, s.turn, card, card)
    else:
        open_to_challenge = t.challenges and t.section_w[card]
        s.pending = Pending(
            OWED_CARDS, n, n, seat, s.turn, card, card,
            open_to_challenge, *(s.honesty if open_to_challenge else _NO_DOUBT), t.draw_loses_turn,
        )  # fmt: skip
    s.phase = RESPOND


def _cards_to_draw(s: State, hand: list[int], known: int) -> int:
    """How many cards down the first playable one lies, above the known ones; 0 if there is none."""
    t, draw, ok = s.t, s.draw, s.ok
    for at in range(len(draw) - 1, known - 1, -1):
        card = draw[at]
        if ok[card] and not (
            t.strict and t.section_w[card] and not honest(s, [*hand, *draw[at:]], card)
        ):
            return len(draw) - at
    return 0


def _note_draw(s: State, seat: int, color: int, n: int, record: Record | None) -> None:
    """Write down a turn's draw of n cards, one by one, before it happens."""
    if record is not None:
        record.append((seat, _DRAW))
    if s.history is not None:
        top = s.discards[-1] if s.discards else -1
        s.history.append((H_TURN_DRAW, seat, color, top, len(s.hands[seat])))
        s.history += [(H_DREW, seat, 1)] * n


def _show_top(s: State, color: int) -> None:
    s.color = color
    t = s.t
    s.ok = t.match[color][t.face_of[s.discards[-1]]] if s.discards else t.match[-1][0]

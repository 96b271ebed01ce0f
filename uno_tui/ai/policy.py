"""The core of `hard`: a tuned linear judgement of every play, made to be asked very often.

`fast_policy` and `Policy.act` work on a live table and read one seat's hand and what lies open.
`Policy.rank` judges every option with the same numbers and is what explanations are made from.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from uno_tui.ai import answers
from uno_tui.ai.base import Objective, Rnd, objective_of
from uno_tui.ai.facts import (
    average_worth,
    draft_worth,
    hand_change,
    play,
    spare_card,
    target_for,
    without,
)
from uno_tui.ai.weights import Weights, shipped_weights
from uno_tui.engine.actions import (
    COLOR,
    DISCARD,
    DRAW,
    GIVE,
    KEEP,
    NEXT,
    PASS,
    PLAY,
    READY,
    SLAP,
    Action,
)
from uno_tui.engine.decisions import DECISIONS, drawn, turn
from uno_tui.engine.legality import honest, other_seats, playable
from uno_tui.engine.state import COLOR as COLOR_PHASE
from uno_tui.engine.state import DRAFT, DRAWN, RESPOND, TURN, State
from uno_tui.engine.state import GIVE as GIVE_PHASE
from uno_tui.engine.state import READY as READY_PHASE
from uno_tui.engine.state import SLAP as SLAP_PHASE
from uno_tui.ruleset.tables import Tables

DRAW_ONE, KEEP_IT, SAY_READY, SLAP_IT = Action(DRAW), Action(PASS), Action(READY), Action(SLAP)
LOW = 2
"""A hand of this many cards or fewer is about to go out."""

_KEEPS = (KEEP, DISCARD)


class Side:
    """One set of weights compiled for one deck: what a card is worth before we look at the hand."""

    def __init__(self, t: Tables, w: Weights, two: bool) -> None:
        self.w = w
        self.stay, self.long, self.face = w["stay"], w["long"], w["face"]
        self.again, self.void = w["again"], w["void"]
        self.end_wild, self.end_match = w["end_wild"], w["end_match"]
        self.takes_turn = tuple(_takes_turn(t, card, two) for card in range(len(t.kinds)))
        # By how near the next seat is to going out: three or more cards, two, one; then the same
        # three while some other seat is near.
        self.base = tuple(
            tuple(_base(t, w, card, two, near, some_low) for card in range(len(t.kinds)))
            for some_low in (False, True)
            for near in (0, 1, 2)
        )
        self.wild_hand = tuple(
            w["wild_draw_hand"] if t.draw_n[card] else w["wild_hand"]
            for card in range(len(t.kinds))
        )


def _takes_turn(t: Tables, card: int, two: bool) -> bool:
    """Whether the player is to move again after this card, as far as the card alone tells."""
    names = {name for name, _ in t.effects[card]}
    if "again" in names:
        return True
    if not two:
        return False
    loses = "draw" in names and t.draw_loses_turn and not t.is_wild[card]
    return "skip" in names or "reverse" in names or loses


def _base(t: Tables, w: Weights, card: int, two: bool, near: int, some_low: bool) -> float:
    effects = dict(t.effects[card])
    value = w["points"] * t.points[card] / 10
    if some_low:
        value += w["points_low"] * t.points[card] / 10
    n = t.draw_n[card]
    if t.is_wild[card] or t.color_of[card] < 0:
        name = "wild_draw" if n else "wild"
        value += w[name] + (w[name + "_low"] if near else 0.0)
    elif n:
        value += n * (w["draw"] + w["draw_low"] * (near > 0) + w["draw_one"] * (near > 1))
    if "skip" in effects or "again" in effects or ("reverse" in effects and two):
        value += w["skip"] + w["skip_low"] * (near > 0) + w["skip_one"] * (near > 1)
    elif "reverse" in effects:
        value += w["reverse"] + w["reverse_low"] * (near > 0)
    return value + w["everyone"] * effects.get("everyone-draws", 0)


class Ranked(NamedTuple):
    """One option and what it is worth; only the order and the distances mean anything."""

    action: Action
    value: float


class Policy:
    """Judges plays under one ruleset for one objective. Immutable, so it can be shared."""

    def __init__(self, t: Tables, two: Weights, more: Weights, points_matter: bool) -> None:
        self.t = t
        self.two = Side(t, two, two=True)
        self.more = Side(t, more, two=False)
        self.points_matter = points_matter
        self.suit = tuple(
            -1 if t.is_wild[card] else t.color_of[card] for card in range(len(t.kinds))
        )
        kinds = range(len(t.kinds))
        moving = {"swap-hands", "rotate-hands", "exchange-card"}
        self.special = tuple(
            self.suit[card] < 0
            or t.color_rule[card] != t.color_of[card]
            or any(name in moving for name, _ in t.effects[card])
            for card in kinds
        )
        self.several = t.has_pairs or t.has_lay_color

    def act(self, s: State, seat: int, rnd: Rnd, void: Sequence[float] | None = None) -> Action:
        """What to do: the seat must be asked. `void[color]`: how sure we are (0 to 1) that the
        next seat lacks the colour."""
        phase = s.phase
        if phase == TURN:
            return self.turn(s, seat, void)
        if phase == DRAWN:
            return self.drawn(s, seat, void)
        return self.other(s, seat, rnd, void)

    # A turn.

    def turn(self, s: State, seat: int, void: Sequence[float] | None = None) -> Action:
        """The best play, or drawing."""
        t = s.t
        hand = s.hands[seat]
        cards = playable(s, hand)
        if not cards:
            return DRAW_ONE
        if self.several or s.lay_open >= 0:
            return self._turn_with_several(s, seat, void)
        side = self.two if s.in_round.bit_count() == 2 else self.more
        n = len(hand)
        if n == 1:
            return play(s, seat, (cards[0],), self._only_color(s))
        suit, special = self.suit, self.special
        counts = [0] * (len(t.colors) + 1)
        for card in hand:
            counts[suit[card]] += 1
        base = side.base[nearness(s, seat)]
        face_of = t.face_of
        faces = [face_of[card] for card in hand]
        color, stay, long, face = s.color, side.stay, side.long, side.face
        takes_turn = side.takes_turn
        best, best_value, best_color = -1, -1e9, -1
        for card in cards:
            if special[card]:
                value, named = self._special(s, seat, side, counts, card, void)
                value += base[card] + face * (faces.count(face_of[card]) - 1)
            else:
                own = suit[card]
                named = -1
                value = base[card] + long * (counts[own] - 1)
                if own == color:
                    value += stay
                if face:
                    value += face * (faces.count(face_of[card]) - 1)
                if takes_turn[card] and (counts[own] > 1 or counts[-1]):
                    value += side.again
                if void is not None:
                    value += side.void * void[own]
            if n == 2:
                value += self._last_but_one(s, side, hand, card, named)
            if value > best_value:
                best, best_value, best_color = card, value, named
        if t.optional_draw and best_value < self._draw_instead(s, side, seat, n) and s.can_draw():
            return DRAW_ONE
        if t.targets[best]:
            return play(s, seat, (best,), best_color, target_for(s, seat, best))
        return play(s, seat, (best,), best_color)

    def _draw_instead(self, s: State, side: Side, seat: int, n: int) -> float:
        w = side.w
        value = w["draw_instead"] + w["draw_instead_hand"] * n
        if len(s.hands[s.next_of[seat]]) <= LOW:
            value += w["draw_instead_low"]
        return value

    def _last_but_one(self, s: State, side: Side, hand: list[int], card: int, named: int) -> float:
        """What the card that would be left is worth."""
        left = hand[1] if hand[0] == card else hand[0]
        if self.suit[left] < 0:
            return side.end_wild
        color = named if named >= 0 else self.suit[card]
        follows = self.suit[left] == color or self.t.face_of[left] == self.t.face_of[card]
        return side.end_match if follows else 0.0

    def _special(
        self,
        s: State,
        seat: int,
        side: Side,
        counts: Sequence[int],
        card: int,
        void: Sequence[float] | None,
    ) -> tuple[float, int]:
        """Wilds and cards that move hands: value beyond the card's own, and the colour to name."""
        t = s.t
        own = self.suit[card]
        left = len(s.hands[seat]) - 1
        w = side.w
        change = hand_change(s, seat, card, left)
        value = w["hands"] * change
        named = -1
        if t.wants_color[card]:
            named = self._best_color(side, counts, void, t.swaps[card])
            color = named
        elif t.wheel[card]:
            named = self._best_color(side, counts, void, False) if s.color < 0 else -1
            color = named if named >= 0 else (s.color + s.direction) % len(t.colors)
        else:
            color = t.color_rule[card] if own >= 0 or t.color_rule[card] >= -1 else s.color
        if own < 0:
            value += side.wild_hand[card] * left
            if t.challenges and t.section_w[card] and not honest(s, s.hands[seat], card):
                value += w["bluff"]
        elif own == s.color:
            value += side.stay
        if color >= 0:
            held = counts[color] - (own == color)
            if change == 0:
                value += side.long * held
            if side.takes_turn[card] and (held or counts[-1] > (own < 0)):
                value += side.again
            if void is not None:
                value += side.void * void[color]
        return value, named

    def _best_color(
        self, side: Side, counts: Sequence[int], void: Sequence[float] | None, giving: bool
    ) -> int:
        """The colour we hold most of; least when our hand is about to be somebody else's."""
        sign = -1.0 if giving else 1.0
        long = side.long or 0.1
        colors = range(len(counts) - 1)
        if void is None:
            return max(colors, key=lambda color: sign * long * counts[color])
        return max(colors, key=lambda color: sign * long * counts[color] + side.void * void[color])

    def _only_color(self, s: State) -> int:
        """A colour for a last card that does not end the round: any, the current one."""
        return max(s.color, 0)

    # Everything that can be chosen, judged.

    def rank(self, s: State, seat: int, void: Sequence[float] | None = None) -> list[Ranked]:
        """Every option of a turn, a drawn card or an answer with its value, best first."""
        side = self.two if s.in_round.bit_count() == 2 else self.more
        hand = s.hands[seat]
        found = [
            Ranked(action, self.value(s, seat, side, action, void))
            for action in DECISIONS[s.phase].options(s, seat)
        ]
        if s.phase == RESPOND:
            found = answers.adjust(s, seat, found)
        if len(hand) > 1:
            found = [Ranked(_with_call(s, seat, action), value) for action, value in found]
        return sorted(found, key=lambda one: -one.value)

    def value(
        self, s: State, seat: int, side: Side, action: Action, void: Sequence[float] | None
    ) -> float:
        """What one option is worth."""
        n = len(s.hands[seat])
        if action.verb == DRAW:
            return self._draw_instead(s, side, seat, n)
        if action.verb == PASS:
            return side.w["keep"] + side.w["keep_hand"] * n
        if action.verb == PLAY:
            return self._play_value(s, seat, side, action, void)
        return 0.0

    def _play_value(
        self, s: State, seat: int, side: Side, action: Action, void: Sequence[float] | None
    ) -> float:
        t = s.t
        hand = s.hands[seat]
        card = action.cards[-1]
        left = without(hand, action.cards)
        if not left:
            return 1e6
        rest = without(hand, action.cards[:-1])
        counts = [0] * (len(t.colors) + 1)
        for held in rest:
            counts[self.suit[held]] += 1
        faces = [t.face_of[held] for held in rest]
        value = side.base[nearness(s, seat)][card]
        value += side.face * (faces.count(t.face_of[card]) - 1)
        value += side.w["shed"] * (len(action.cards) - 1)
        named = action.color
        if self.special[card]:
            extra, best = self._special(s, seat, side, counts, card, void)
            value += extra
            if named >= 0 and named != best:
                value += side.long * (counts[named] - counts[best])
                value += side.void * (void[named] - void[best]) if void is not None else 0.0
            if action.target >= 0 and t.swaps[card]:
                best_target = target_for(s, seat, card)
                more = len(s.hands[action.target]) - len(s.hands[best_target])
                value -= side.w["hands"] * more
            elif t.exchanges[card] and action.target != target_for(s, seat, card):
                value -= 0.5
        else:
            own = self.suit[card]
            value += side.long * (counts[own] - 1)
            if own == s.color:
                value += side.stay
            if side.takes_turn[card] and (counts[own] > 1 or counts[-1]):
                value += side.again
            if void is not None:
                value += side.void * void[own]
        if len(left) == 1 and len(hand) == 2:
            value += self._last_but_one(s, side, hand, card, named)
        return value

    def _turn_with_several(self, s: State, seat: int, void: Sequence[float] | None) -> Action:
        """Rulesets with pairs and whole colours: judge everything the table offers."""
        side = self.two if s.in_round.bit_count() == 2 else self.more
        best = max(
            turn.options(s, seat), key=lambda action: self.value(s, seat, side, action, void)
        )
        return _with_call(s, seat, best)

    # Other decisions.

    def drawn(self, s: State, seat: int, void: Sequence[float] | None = None) -> Action:
        """Lay the drawn card or keep it."""
        side = self.two if s.in_round.bit_count() == 2 else self.more
        options = drawn.options(s, seat)
        if len(options) == 1:
            return _with_call(s, seat, options[0])
        best = max(options, key=lambda action: self.value(s, seat, side, action, void))
        return _with_call(s, seat, best)

    def other(self, s: State, seat: int, rnd: Rnd, void: Sequence[float] | None = None) -> Action:
        """Answers, colours, cards to give, the draft, slapping, Ready, the next round."""
        phase = s.phase
        if phase == RESPOND:
            return self.rank(s, seat, void)[0].action
        if phase == COLOR_PHASE:
            side = self.two if s.in_round.bit_count() == 2 else self.more
            counts = [0] * (len(s.t.colors) + 1)
            for card in s.hands[seat]:
                counts[self.suit[card]] += 1
            return Action(COLOR, color=self._best_color(side, counts, void, False))
        return plain_choice(s, seat, self.points_matter)


def plain_choice(s: State, seat: int, points_matter: bool) -> Action:
    """The decisions on which all levels but the random one agree: give, draft, slap, Ready, next."""
    phase = s.phase
    if phase == GIVE_PHASE:
        return Action(GIVE, (spare_card(s, seat, points_matter),))
    if phase == DRAFT:
        hand = s.hands[seat]
        keep = draft_worth(s.t, hand, s.draw[-1]) >= average_worth(s.t, hand)
        return Action(_KEEPS[not keep])
    if phase == SLAP_PHASE:
        return SLAP_IT
    return SAY_READY if phase == READY_PHASE else Action(NEXT)


def nearness(s: State, seat: int) -> int:
    """Which of `Side.base` holds: 0-2 by the next seat's cards, +3 when some seat is low."""
    hands = s.hands
    cards = len(hands[s.next_of[seat]])
    if cards <= LOW:
        return 5 if cards == 1 else 4
    if s.in_round.bit_count() > 2:
        for other in other_seats(s, seat):
            if len(hands[other]) <= LOW:
                return 3
    return 0


def _with_call(s: State, seat: int, action: Action) -> Action:
    if action.verb != PLAY or len(s.hands[seat]) - len(action.cards) != 1:
        return action
    return action if s.called >> seat & 1 else action._replace(uno=True)


@lru_cache(maxsize=128)
def policy_for(t: Tables, objective: Objective) -> Policy:
    """The shipped policy for a ruleset."""
    weights = shipped_weights()[objective]
    return Policy(t, weights["two"], weights["more"], objective == "match")


@lru_cache(maxsize=128)
def objective_for(t: Tables) -> Objective:
    """What a ruleset rewards, remembered for each ruleset."""
    return objective_of(t.ruleset)


def fast_policy(s: State, seat: int, rnd: Rnd, objective: Objective | None = None) -> Action:
    """What `hard` does on this table; always calls UNO. For rollouts, with `Game.push`.

    `objective` None: what the ruleset rewards. The seat must be asked.
    """
    t = s.t
    return policy_for(t, objective or objective_for(t)).act(s, seat, rnd)

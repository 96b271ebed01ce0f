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
from uno_tui.ai.chain import LONGEST, winning_start
from uno_tui.ai.facts import (
    LOW,
    color_counts,
    hand_change,
    play,
    suit_of,
    target_for,
)
from uno_tui.ai.features import MANY, Lean, features
from uno_tui.ai.plain import DRAW_ONE, KEEP_IT, plain_choice
from uno_tui.ai.side import Side
from uno_tui.ai.weights import Weights, shipped_weights
from uno_tui.engine.actions import (
    COLOR,
    PLAY,
    Action,
)
from uno_tui.engine.decisions import DECISIONS, drawn
from uno_tui.engine.legality import honest, other_seats, playable
from uno_tui.engine.state import COLOR as COLOR_PHASE
from uno_tui.engine.state import DRAWN, RESPOND, TURN, State
from uno_tui.ruleset.tables import Tables

OUT = 1e6
"""The value of going out."""
OUT_OF_MIND = -1.0
"""Added to options that are hardly worth a thought: drawing with a plain card to lay."""

COMMON = 0.1
"""Wilds are common when they are a larger share of the deck than this."""


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
        kinds = range(len(t.kinds))
        self.suit = tuple(suit_of(t, card) for card in kinds)
        moving = {"swap-hands", "rotate-hands", "exchange-card"}
        self.special = tuple(
            self.suit[card] < 0
            or t.color_rule[card] != t.color_of[card]
            or any(name in moving for name, _ in t.effects[card])
            for card in kinds
        )
        # Whether laying nothing may be better. Where wilds are common the turn is worth more.
        wilds = sum(n for card, n in enumerate(t.deck) if self.suit[card] < 0)
        thrifty = wilds <= COMMON * sum(t.deck)
        self.saves = tuple(
            self.special[card] and (thrifty or self.suit[card] >= 0 or t.swaps[card])
            for card in kinds
        )
        self.several = t.has_pairs or t.has_lay_color

    def act(self, s: State, seat: int, rnd: Rnd, lean: Lean | None = None) -> Action:
        """What to do: the seat must be asked. `lean`: what speaks for each colour, if known."""
        phase = s.phase
        if phase == TURN:
            return self.turn(s, seat, lean)
        if phase == DRAWN:
            return self.drawn(s, seat, lean)
        return self.other(s, seat, rnd, lean)

    def side(self, s: State) -> Side:
        """The weights for as many seats as are still in the round."""
        return self.two if s.in_round.bit_count() == 2 else self.more

    # A turn.

    def turn(self, s: State, seat: int, lean: Lean | None = None) -> Action:
        """The best play, or drawing."""
        t = s.t
        hand = s.hands[seat]
        cards = playable(s, hand)
        if not cards:
            return DRAW_ONE
        if self.several or s.lay_open >= 0:
            return self._turn_with_several(s, seat, lean)
        n = len(hand)
        if n == 1:
            return play(s, seat, (cards[0],), max(s.color, 0))
        side = self.two if s.in_round.bit_count() == 2 else self.more
        if n <= LONGEST:
            start = winning_start(s, seat, side.keeps_turn)
            if start >= 0:
                return play(s, seat, (start,), -1)
        near = nearness(s, seat)
        best, best_value, best_color = self._best(s, seat, side, cards, near, lean)
        if t.optional_draw and self.worth_saving(cards):
            w = side.w
            instead = w["draw_instead"] + w["draw_instead_hand"] * min(n, MANY)
            if near % 3:
                instead += w["draw_instead_low"]
            if best_value < instead and s.can_draw():
                return DRAW_ONE
        if t.targets[best]:
            return play(s, seat, (best,), best_color, target_for(s, seat, best))
        return play(s, seat, (best,), best_color)

    def worth_saving(self, cards: Sequence[int]) -> bool:
        """Whether one may think of laying none of these: they are all wilds, or move hands."""
        saves = self.saves
        return all(saves[card] for card in cards)

    def sensible(self, s: State, seat: int) -> list[Action]:
        """The options one may think of: not drawing, or keeping, with a plain card to lay."""
        options = DECISIONS[s.phase].options(s, seat)
        plays = [action for action in options if action.verb == PLAY]
        cards = {action.cards[-1] for action in plays}
        if s.phase == RESPOND or not plays or self.worth_saving(tuple(cards)):
            return options
        return plays

    def _best(
        self, s: State, seat: int, side: Side, cards: list[int], near: int, lean: Lean | None
    ) -> tuple[int, float, int]:
        """The best of these single cards, its value, and the colour to name with it."""
        t = s.t
        hand = s.hands[seat]
        left = len(hand) - 1
        many = left if left < MANY else MANY
        tilt = side.tilt(lean)
        suit, special = self.suit, self.special
        counts = [0] * (len(t.colors) + 1)
        for card in hand:
            counts[suit[card]] += 1
        wilds = counts[-1]
        base, per_card, again_of = side.base[near], side.per_card, side.again_of
        face_of = t.face_of
        faces = [face_of[card] for card in hand]
        stay = side.stay[near % 3 > 0]
        color, long, none, face = s.color, side.long, side.none, side.face
        best, best_value, best_color = -1, -1e9, -1
        for card in cards:
            value = base[card] + per_card[card] * many + face * (faces.count(face_of[card]) - 1)
            named = -1
            if special[card]:
                extra, named = self._special(s, seat, side, counts, card, stay, tilt)
                value += extra
            else:
                own = suit[card]
                if own == color:
                    value += stay
                held = counts[own] - 1
                if held or wilds:
                    value += long * held + again_of[card]
                else:
                    value += none
                if tilt is not None:
                    value += tilt[own]
                if left == 1:
                    value += self._last_but_one(side, hand, card, own)
            if value > best_value:
                best, best_value, best_color = card, value, named
        return best, best_value, best_color

    def _last_but_one(self, side: Side, hand: list[int], card: int, color: int) -> float:
        """What the card that would be left is worth."""
        left = hand[1] if hand[0] == card else hand[0]
        if self.suit[left] < 0:
            return side.end_wild
        follows = self.suit[left] == color or self.t.face_of[left] == self.t.face_of[card]
        return side.end_match if follows else 0.0

    def _special(
        self,
        s: State,
        seat: int,
        side: Side,
        counts: Sequence[int],
        card: int,
        stay: float,
        tilt: list[float] | None,
    ) -> tuple[float, int]:
        """Wilds and cards that move hands: the value that depends on the hand, the colour to name."""
        t = s.t
        hand = s.hands[seat]
        own = self.suit[card]
        change = hand_change(s, seat, card, len(hand) - 1)
        value = side.w["hands"] * change
        others = counts[-1] - (own < 0)
        named = -1
        if t.wants_color[card] or (t.wheel[card] and s.color < 0):
            last = -1
            if len(hand) == 2 and not change:
                last = self.suit[hand[1] if hand[0] == card else hand[0]]
            color = named = self._best_color(
                side, counts, others, tilt, t.swaps[card] and change != 0, last, side.again_of[card]
            )
        elif t.wheel[card]:
            color = (s.color + s.direction) % len(t.colors)
        else:
            rule = t.color_rule[card]
            color = rule if rule >= -1 else s.color
        if own >= 0 and own == s.color:
            value += stay
        if own < 0 and t.challenges and t.section_w[card] and not honest(s, hand, card):
            value += side.w["bluff"]
        if color >= 0:
            held = counts[color] - (own == color)
            if not change:
                value += side.long * held
                value += side.again_of[card] if held or others else side.none
            elif t.swaps[card]:
                value -= side.long * held
            if tilt is not None:
                value += tilt[color]
        if len(hand) == 2 and not change:
            value += self._last_but_one(side, hand, card, color)
        return value, named

    def _best_color(
        self,
        side: Side,
        counts: Sequence[int],
        wilds: int,
        tilt: list[float] | None,
        giving: bool = False,
        last: int = -1,
        again: float = 0.0,
    ) -> int:
        """The colour that suits our hand; the opposite when it is about to be somebody else's.

        `last` is the colour of the one card that we then hold, `again` what it adds to have a card
        that follows.
        """
        colors = len(counts) - 1
        long, none = side.long, again if wilds else side.none
        worth = [long * counts[c] + again if counts[c] else none for c in range(colors)]
        if last >= 0:
            worth[last] += side.end_match
        if giving:
            worth = [-long * count for count in counts[:-1]]
        if tilt is not None:
            worth = [value + more for value, more in zip(worth, tilt, strict=True)]
        return worth.index(max(worth))

    # Everything that can be chosen, judged.

    def rank(
        self, s: State, seat: int, lean: Lean | None = None, guilty: float | None = None
    ) -> list[Ranked]:
        """Every option of a turn, a drawn card or an answer with its value, best first.

        `guilty`: how likely the wild draw that is owed was not honest, if that has been weighed.
        """
        side = self.side(s)
        found = [
            Ranked(action, self.value(s, seat, side, action, lean))
            for action in DECISIONS[s.phase].options(s, seat)
        ]
        sensible = self.sensible(s, seat)
        found = [
            one if one.action in sensible else one._replace(value=one.value + OUT_OF_MIND)
            for one in found
        ]
        if s.phase == RESPOND:
            found = answers.adjust(s, seat, found, guilty)
        elif s.phase == TURN:
            start = winning_start(s, seat, side.keeps_turn)
            found = [
                one._replace(value=OUT) if one.action.cards == (start,) else one for one in found
            ]
        called = [Ranked(_with_call(s, seat, action), value) for action, value in found]
        return sorted(called, key=lambda one: -one.value)

    def value(self, s: State, seat: int, side: Side, action: Action, lean: Lean | None) -> float:
        """What one option is worth; a last card is worth everything."""
        if action.verb == PLAY and len(action.cards) == len(s.hands[seat]):
            return OUT
        w = side.w
        return sum(w[name] * x for name, x in features(s, seat, action, lean).items() if x)

    def _turn_with_several(self, s: State, seat: int, lean: Lean | None) -> Action:
        """Rulesets with pairs and whole colours: judge everything the table offers."""
        side = self.side(s)
        best = max(
            self.sensible(s, seat), key=lambda action: self.value(s, seat, side, action, lean)
        )
        return _with_call(s, seat, best)

    # Other decisions.

    def drawn(self, s: State, seat: int, lean: Lean | None = None) -> Action:
        """Lay the drawn card or keep it."""
        card = s.drawn
        side = self.side(s)
        near = nearness(s, seat)
        _, value, color = self._best(s, seat, side, [card], near, lean)
        w = side.w
        keep = (
            w["keep"]
            + w["keep_hand"] * min(len(s.hands[seat]), MANY)
            + w["keep_low"] * (near % 3 > 0)
        )
        if value < keep and self.saves[card] and KEEP_IT in drawn.options(s, seat):
            return KEEP_IT
        return play(s, seat, (card,), color, target_for(s, seat, card))

    def other(self, s: State, seat: int, rnd: Rnd, lean: Lean | None = None) -> Action:
        """Answers, colours, cards to give, the draft, slapping, Ready, the next round."""
        phase = s.phase
        if phase == RESPOND:
            return self.rank(s, seat, lean)[0].action
        if phase == COLOR_PHASE:
            side = self.side(s)
            counts = color_counts(s.t, s.hands[seat])
            return Action(COLOR, color=self._best_color(side, counts, counts[-1], side.tilt(lean)))
        return plain_choice(s, seat, self.points_matter)


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


@lru_cache(maxsize=256)
def policy_for(
    t: Tables, objective: Objective, attack: float = 0.0, hoard: float = 0.0, bluffs: bool = False
) -> Policy:
    """The shipped policy for a ruleset, shifted by a temperament; `bluffs`: dares to bluff now."""
    weights = shipped_weights()[objective]
    two, more = (_shifted(weights[table], attack, hoard, bluffs) for table in ("two", "more"))
    return Policy(t, two, more, objective == "match")


def _shifted(w: Weights, attack: float, hoard: float, bluffs: bool) -> Weights:
    """`attack` and `hoard` are in cards: how many cards more a hit, or a wild kept, is worth."""
    changed = dict(w)
    for name, share in (("skip", 1.0), ("reverse", 0.3), ("draw", 0.5), ("wild_draw", 1.0)):
        changed[name] += share * attack * answers.CARD
    for name in ("wild", "wild_draw"):
        changed[name] -= hoard * answers.CARD
    if bluffs:
        changed["bluff"] = 0.0
    return changed


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

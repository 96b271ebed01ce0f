"""The levels `easy`, `normal` and `hard`: how they choose, and how far from perfect they behave."""

from __future__ import annotations

from random import Random

from uno_tui.ai.answers import BLUFFS, accepting, challenging, guilt, to_ourselves
from uno_tui.ai.base import Objective, Reaction, Rnd
from uno_tui.ai.facts import (
    LOW,
    color_counts,
    hand_change,
    longest_color,
    play,
    suit_of,
    target_for,
)
from uno_tui.ai.features import lean_of
from uno_tui.ai.hunch import guilt_by_belief, lean_with_belief
from uno_tui.ai.plain import DRAW_ONE, KEEP_IT, plain_choice
from uno_tui.ai.policy import Policy, objective_for, policy_for
from uno_tui.ai.reactions import Traits, jump, react
from uno_tui.engine.actions import ACCEPT, CHALLENGE, COLOR, PLAY, Action
from uno_tui.engine.decisions import DECISIONS, drawn
from uno_tui.engine.legality import honest, playable
from uno_tui.engine.state import COLOR as COLOR_PHASE
from uno_tui.engine.state import DRAWN, RESPOND, TURN, State
from uno_tui.engine.view import View

_ACCEPT, _CHALLENGE = Action(ACCEPT), Action(CHALLENGE)


class _Level:
    """What `easy`, `normal` and `hard` share: forgetting to call, jumping out of a penalty."""

    name = ""
    slow = False

    def __init__(self, traits: Traits, objective: Objective | None = None) -> None:
        self.traits = traits
        self.objective = objective

    def choose(self, view: View, rng: Random) -> Action:
        """What to do when the seat is asked."""
        return self.act(view._s, view.seat, rng.random)

    def react(self, view: View, rng: Random) -> Reaction | None:
        """What to do beside the decision."""
        return react(self, view._s, view.seat, rng, self.traits)

    def act(self, s: State, seat: int, rnd: Rnd) -> Action:
        """The same choice on a live table."""
        action = self._decide(s, seat, rnd)
        if s.phase == RESPOND and s.t.jump_in and action.verb == ACCEPT:
            action = jump(s, seat) or action
        if action.uno and self.traits.forget and rnd() < self.traits.forget:
            return action._replace(uno=False)
        return action

    def _decide(self, s: State, seat: int, rnd: Rnd) -> Action:
        raise NotImplementedError

    def _points_matter(self, s: State) -> bool:
        return (self.objective or objective_for(s.t)) == "match"


class Easy(_Level):
    """Plays something legal, likes cards that do something, seldom thinks further."""

    name = "easy"

    def _decide(self, s: State, seat: int, rnd: Rnd) -> Action:
        phase = s.phase
        if phase == TURN:
            return self._turn(s, seat, rnd)
        if phase == DRAWN:
            return self._lay(s, seat, s.drawn)
        if phase == RESPOND:
            return self._respond(s, seat, rnd)
        if phase == COLOR_PHASE:
            return Action(COLOR, color=longest_color(s.t, s.hands[seat]))
        return plain_choice(s, seat, points_matter=False)

    def _turn(self, s: State, seat: int, rnd: Rnd) -> Action:
        cards = playable(s, s.hands[seat])
        if not cards:
            return DRAW_ONE
        tame = [card for card in cards if not self._harmful(s, seat, card)] or cards
        plain = [card for card in tame if not s.t.is_wild[card]] or tame
        fun = [card for card in plain if s.t.program[card]]
        if fun and rnd() < 0.5:
            return self._lay(s, seat, fun[int(rnd() * len(fun))])
        pool = plain if rnd() < 0.75 else tame
        return self._lay(s, seat, pool[int(rnd() * len(pool))])

    def _harmful(self, s: State, seat: int, card: int) -> bool:
        """Cards that would bring us a larger hand."""
        return hand_change(s, seat, card, len(s.hands[seat]) - 1) < 0

    def _lay(self, s: State, seat: int, card: int) -> Action:
        if s.phase == DRAWN and self._harmful(s, seat, card):
            options = drawn.options(s, seat)
            if KEEP_IT in options:
                return KEEP_IT
        return _lay_plainly(s, seat, card)

    def _respond(self, s: State, seat: int, rnd: Rnd) -> Action:
        answers = _answers(s, seat)
        if answers:
            return self._lay(s, seat, answers[int(rnd() * len(answers))])
        pending = s.pending
        assert pending is not None
        if pending.challengeable and rnd() < 0.08 * self.traits.challenge:
            return _CHALLENGE
        return _ACCEPT


class Normal(_Level):
    """Sensible: its long colour first, dear cards before cheap ones, wilds kept for need, and
    whatever stops a seat that is about to go out."""

    name = "normal"

    def _decide(self, s: State, seat: int, rnd: Rnd) -> Action:
        phase = s.phase
        if phase == TURN:
            return self._turn(s, seat, rnd)
        if phase == DRAWN:
            return self._drawn(s, seat)
        if phase == RESPOND:
            return self._respond(s, seat, rnd)
        if phase == COLOR_PHASE:
            return Action(COLOR, color=longest_color(s.t, s.hands[seat]))
        return plain_choice(s, seat, self._points_matter(s))

    def _turn(self, s: State, seat: int, rnd: Rnd) -> Action:
        cards = playable(s, s.hands[seat])
        if not cards:
            return DRAW_ONE
        if s.t.has_pairs or s.t.has_lay_color or s.lay_open >= 0:
            several = self._several(s, seat)
            if several is not None:
                return several
        best = max(cards, key=lambda card: self._rank(s, seat, card, rnd))
        return _lay_plainly(s, seat, best)

    def _rank(self, s: State, seat: int, card: int, rnd: Rnd) -> float:
        """How much this player likes a card; small lapses included."""
        t = s.t
        hand = s.hands[seat]
        left = len(hand) - 1
        close = len(s.hands[s.next_of[seat]]) <= LOW
        rank = rnd() * 1.2
        change = hand_change(s, seat, card, left)
        rank += 4.0 * change if change else 0.0
        hits = bool(t.program[card]) and not t.swaps[card]
        if t.is_wild[card]:
            rank += -6.0 + (10.0 if close and t.draw_n[card] else 0.0)
            if t.draw_n[card]:
                rank -= 1.0
                if t.challenges and t.section_w[card] and not honest(s, hand, card):
                    rank -= 4.0 if rnd() >= self.traits.bluff else 0.0
            return rank - self.traits.hoard
        counts = color_counts(t, hand)
        rank += 1.5 * counts[suit_of(t, card)] + 0.05 * t.points[card]
        if hits:
            rank += self.traits.attack + (8.0 if close else 0.0)
        return rank

    def _several(self, s: State, seat: int) -> Action | None:
        """The most cards that can be laid at once, two or more."""
        options = [a for a in DECISIONS[TURN].options(s, seat) if len(a.cards) > 1]
        options = [a for a in options if hand_change_of(s, seat, a) >= 0]
        if not options:
            return None
        best = max(options, key=lambda a: len(a.cards))
        return play(s, seat, best.cards, best.color, target_for(s, seat, best.cards[-1]))

    def _drawn(self, s: State, seat: int) -> Action:
        card = s.drawn
        t = s.t
        hand = s.hands[seat]
        options = drawn.options(s, seat)
        keeps = KEEP_IT in options
        change = hand_change(s, seat, card, len(hand) - 1)
        saves = t.is_wild[card] and len(hand) > 5 and len(s.hands[s.next_of[seat]]) > LOW
        if keeps and (change < 0 or saves):
            return KEEP_IT
        return _lay_plainly(s, seat, card)

    def _respond(self, s: State, seat: int, rnd: Rnd) -> Action:
        answers = _answers(s, seat)
        if answers:
            return _lay_plainly(s, seat, max(answers, key=lambda c: self._rank(s, seat, c, rnd)))
        pending = s.pending
        assert pending is not None
        if pending.challengeable:
            guilty = guilt(s, seat, pending, BLUFFS * self.traits.challenge)
            if challenging(s, pending, guilty) > accepting(pending) + 0.04:
                return _CHALLENGE
        return _ACCEPT


class Hard(_Level):
    """The tuned judgement of `policy.py`, with what the history and the belief say of others."""

    name = "hard"

    def _decide(self, s: State, seat: int, rnd: Rnd) -> Action:
        traits = self.traits
        bluffs = traits.bluff > 0 and rnd() < traits.bluff
        policy = policy_for(
            s.t, self.objective or objective_for(s.t), traits.attack, traits.hoard, bluffs
        )
        if s.phase == RESPOND:
            return self._respond(policy, s, seat, rnd)
        if s.phase > RESPOND and s.phase != COLOR_PHASE:
            return policy.other(s, seat, rnd)
        if s.phase == TURN and not playable(s, s.hands[seat]):
            return DRAW_ONE
        return policy.act(s, seat, rnd, lean_with_belief(s, seat, rnd))

    def _respond(self, policy: Policy, s: State, seat: int, rnd: Rnd) -> Action:
        """The best answer; a challenge by what the belief says of the wild draw."""
        pending = s.pending
        guilty = None
        if pending is not None and pending.challengeable:
            guilty = min(1.0, guilt_by_belief(s, seat, pending, rnd) * self.traits.challenge)
        return policy.rank(s, seat, lean_of(s, seat), guilty)[0].action


def hand_change_of(s: State, seat: int, action: Action) -> int:
    """`facts.hand_change` for a play of several cards."""
    return hand_change(s, seat, action.cards[-1], len(s.hands[seat]) - len(action.cards))


def _lay_plainly(s: State, seat: int, card: int) -> Action:
    """Lay one card; name the longest colour left and the smallest hand."""
    t = s.t
    named = -1
    if t.wants_color[card] or t.wheel[card]:
        rest = list(s.hands[seat])
        rest.remove(card)
        named = longest_color(t, rest) if rest else max(0, s.color)
    return play(s, seat, (card,), named, target_for(s, seat, card))


def _answers(s: State, seat: int) -> list[int]:
    """The cards that answer what is owed, without those that would send it to ourselves."""
    pending = s.pending
    assert pending is not None
    return [
        action.cards[0]
        for action in dict.fromkeys(
            a._replace(color=-1, target=-1)
            for a in DECISIONS[RESPOND].options(s, seat)
            if a.verb == PLAY
        )
        if not to_ourselves(s, seat, pending, action)
    ]

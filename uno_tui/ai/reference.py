"""The players everything is measured against: `random` and `greedy`. Not in the menu.

Both always call UNO and catch whoever forgets. `random` takes any card the table would accept,
wild draws like any other, names a colour and chooses targets by chance, lays what it drew,
answers penalties when it can, and never challenges. `greedy` lays the colour it holds most of, in
it the card of most points, wilds last (a wild draw like a plain wild: so it never bluffs under
`no-color`), names the colour it holds most of, lays what it drew, answers when it can with the
card it would lay, and never challenges either.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from uno_tui.ai.answers import to_ourselves
from uno_tui.ai.base import Reaction, Rnd
from uno_tui.ai.facts import color_counts, longest_color, play, suit_of, target_for
from uno_tui.ai.plain import DRAW_ONE, plain_choice
from uno_tui.ai.reactions import Traits, jump, react
from uno_tui.engine.actions import (
    ACCEPT,
    COLOR,
    PLAY,
    Action,
)
from uno_tui.engine.decisions import DECISIONS
from uno_tui.engine.legality import playable
from uno_tui.engine.random_player import random_choice
from uno_tui.engine.state import COLOR as COLOR_PHASE
from uno_tui.engine.state import DRAWN, RESPOND, TURN, State
from uno_tui.engine.view import View

_REFERENCE = Traits(forget=0.0, catch=1.0, reaction=(0.4, 1.2))


class _Reference:
    """What both have in common: they forget nothing, and choose alike on a view and a live table."""

    name: str
    slow = False

    def __init__(self, traits: Traits = _REFERENCE) -> None:
        self.traits = traits

    def choose(self, view: View, rng: Random) -> Action:
        """The player's choice."""
        return self.act(view._s, view.seat, rng.random)

    def react(self, view: View, rng: Random) -> Reaction | None:
        """Call, catch, jump in."""
        return react(self, view._s, view.seat, rng, self.traits)

    def act(self, s: State, seat: int, rnd: Rnd) -> Action:
        """The same on a live table; `rnd` draws from 0 up to 1."""
        raise NotImplementedError


class RandomBrain(_Reference):
    """Any playable card at random; draws only when nothing is playable."""

    name = "random"

    def act(self, s: State, seat: int, rnd: Rnd) -> Action:
        """The engine's own random player, whom its play-out loop plays as well."""
        return random_choice(s, seat, rnd)


class GreedyBrain(_Reference):
    """The colour held most, then the highest points; wilds last."""

    name = "greedy"

    def act(self, s: State, seat: int, rnd: Rnd) -> Action:
        """The greedy choice."""
        phase = s.phase
        if phase == TURN:
            return self._turn(s, seat)
        if phase == DRAWN:
            return self._lay(s, seat, s.drawn)
        if phase == RESPOND:
            return self._respond(s, seat)
        if phase == COLOR_PHASE:
            return Action(COLOR, color=longest_color(s.t, s.hands[seat]))
        return plain_choice(s, seat, points_matter=True)

    def _turn(self, s: State, seat: int) -> Action:
        cards = playable(s, s.hands[seat])
        if not cards:
            return DRAW_ONE
        if s.t.has_pairs or s.t.has_lay_color or s.lay_open >= 0:
            return self._several(s, seat)
        return self._lay(s, seat, self.best(s, seat, cards))

    def best(self, s: State, seat: int, cards: Sequence[int]) -> int:
        """The card of these that this player prefers."""
        t = s.t
        if len(cards) == 1:
            return cards[0]
        counts = color_counts(t, s.hands[seat])
        counts[-1] = -1
        is_wild, color_of, points = t.is_wild, t.color_of, t.points
        best, best_rank = cards[0], -1
        for card in cards:
            rank = 0 if is_wild[card] else (counts[color_of[card]] + 1) * 1000 + points[card]
            if rank > best_rank:
                best, best_rank = card, rank
        return best

    def _lay(self, s: State, seat: int, card: int) -> Action:
        t = s.t
        named = -1
        if t.wants_color[card] or t.wheel[card]:
            hand = list(s.hands[seat])
            hand.remove(card)
            named = longest_color(t, hand)
        return play(s, seat, (card,), named, target_for(s, seat, card))

    def _several(self, s: State, seat: int) -> Action:
        """Pairs and whole colours: the most cards, then as ever."""
        t = s.t
        counts = color_counts(t, s.hands[seat])
        plays = [a for a in DECISIONS[TURN].options(s, seat) if a.verb == PLAY]

        def rank(action: Action) -> tuple[int, bool, int, int]:
            card = action.cards[-1]
            return (
                len(action.cards),
                not t.is_wild[card],
                counts[suit_of(t, card)],
                t.points[card],
            )

        best = max(plays, key=rank)
        if len(best.cards) == 1:
            return self._lay(s, seat, best.cards[0])
        return play(s, seat, best.cards, best.color, best.target)

    def _respond(self, s: State, seat: int) -> Action:
        pending = s.pending
        assert pending is not None
        answers = [
            action.cards[0]
            for action in DECISIONS[RESPOND].options(s, seat)
            if action.verb == PLAY and not to_ourselves(s, seat, pending, action)
        ]
        if not answers:
            return (jump(s, seat) if s.t.jump_in else None) or Action(ACCEPT)
        return self._lay(s, seat, self.best(s, seat, answers))

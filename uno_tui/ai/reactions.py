"""What an AI does beside its decisions: call UNO late, catch, jump in, slap in time, talk."""

from __future__ import annotations

from random import Random
from typing import NamedTuple, Protocol

from uno_tui.ai.base import Reaction
from uno_tui.ai.facts import hand_change, longest_color, play, target_for, without
from uno_tui.engine.actions import CATCH, SAY, SLAP, UNO, Action
from uno_tui.engine.offers import jump_in
from uno_tui.engine.offers import uno as calls
from uno_tui.engine.state import RESPOND, ROUND_OVER, State
from uno_tui.engine.state import SLAP as SLAP_PHASE


class Traits(NamedTuple):
    """How a seat behaves beside the cards; chances are 0 to 1, times in seconds."""

    forget: float = 0.0
    """How often it forgets to call UNO."""
    catch: float = 1.0
    """How often it notices that somebody else forgot."""
    bluff: float = 0.0
    """How often it lays a wild draw that a challenge would win, when it likes the card."""
    challenge: float = 1.0
    """Scales what it believes others bluff."""
    jump: float = 1.0
    """How often it sees that it can jump in."""
    talk: float = 0.0
    """How often it says something, each time it is asked."""
    reaction: tuple[float, float] = (0.6, 1.8)
    """The fastest and the slowest it reacts."""
    attack: float = 0.0
    """Added to the worth of cards that cost the next seat a turn or cards."""
    hoard: float = 0.0
    """Taken from the worth of laying a wild."""


QUIET = 0.02
"""The share of its talk that a talkative seat does not hold back in a silence."""
CHATTY = 0.02
"""From this talk on a seat counts as talkative."""


class Named(Protocol):
    """A brain with a name, for whom reactions are chosen."""

    name: str


def react(brain: Named, s: State, seat: int, rng: Random, traits: Traits) -> Reaction | None:
    """What this seat does now beside its decision, and after how many seconds; None = nothing."""
    if s.phase >= ROUND_OVER or not s.in_round >> seat & 1:
        return None
    if s.phase == SLAP_PHASE:
        return (_delay(rng, traits, 0.6), Action(SLAP)) if s.asked >> seat & 1 else None
    if s.owing:
        found = _uno(s, seat, rng, traits)
        if found is not None:
            return found
    if s.t.jump_in:
        action = jump(s, seat)
        if action is not None and rng.random() < traits.jump:
            return (_delay(rng, traits, 0.7), action)
    if traits.talk and _may_talk(s, traits, rng):
        return (_delay(rng, traits, 1.5), Action(SAY))
    return None


def _delay(rng: Random, traits: Traits, factor: float = 1.0) -> float:
    low, high = traits.reaction
    return factor * (low + (high - low) * rng.random())


def _uno(s: State, seat: int, rng: Random, traits: Traits) -> Reaction | None:
    """Call late, or catch somebody."""
    if s.owing >> seat & 1:
        # It has forgotten once; now it notices, if at all, about as fast as the others do.
        if rng.random() >= traits.forget and calls.refuse(s, seat, Action(UNO)) is None:
            return (_delay(rng, traits), Action(UNO))
        return None
    if rng.random() < traits.catch:
        target = min(s.seats_of(s.owing), key=lambda other: len(s.hands[other]))
        return (_delay(rng, traits), Action(CATCH, target=target))
    return None


def jump(s: State, seat: int) -> Action | None:
    """The jump-in a sensible seat makes now; None when it cannot or had better not."""
    if not s.discards or s.discards[-1] not in s.hands[seat]:
        return None
    if not jump_in.options(s, seat):
        return None
    t = s.t
    hand = s.hands[seat]
    card = s.discards[-1]
    left = len(hand) - 1
    if hand_change(s, seat, card, left) < 0:
        return None
    if s.phase == RESPOND and s.pending is not None:
        if t.reverses[card] and s.pending.source == seat:
            return None  # it would come back to us
        if s.pending.source == seat and t.stacks is False and t.draw_n[card] == 0:
            return None  # somebody owes us a draw: let it be
    elif s.turn == seat:
        return None
    rest = without(hand, (card,))
    named = longest_color(t, rest) if rest else 0
    return play(s, seat, (card,), named, target_for(s, seat, card))


def _may_talk(s: State, traits: Traits, rng: Random) -> bool:
    chance = traits.talk
    if s.silence is not None:
        chance = chance * QUIET if traits.talk >= CHATTY else 0.0
    return chance > 0 and rng.random() < chance

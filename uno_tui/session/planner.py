"""Makes the agenda of each moment: asks the AIs, opens windows, offers assists."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from uno_tui.ai import Explained
from uno_tui.engine.actions import ADVISE, CATCH, PLAY, SAY
from uno_tui.engine.state import DRAWN, RESPOND, TURN
from uno_tui.engine.view import View
from uno_tui.store.record import Act, SeatSpec
from uno_tui.store.settings import Assists

from . import faults
from .agenda import ASSIST_DELAY, NEVER, Agenda, Due, ai_asked, only_choice, waits_for_hands
from .brains import Brain, BrainFactory, Plain, is_slow, rng_for
from .match import Match
from .pace import Pace
from .thinking import Thinker
from .windows import Windows

FOR_EXPERTS, FOR_HINTS = 0.2, 2.0
"""Seconds after a table opens when the process of AIs that search is started: the first frame is
out by then; a hint is asked for later than an expert's first move comes."""
_MATCHABLE = (TURN, DRAWN, RESPOND)
_TALK = (SAY, ADVISE)


class Planner:
    """The AIs of one table and what they are about to do."""

    def __init__(
        self, match: Match, pace: Pace, factory: BrainFactory | None, limit: float
    ) -> None:
        self.factory = factory
        self.limit = limit
        self.hints = False
        """Whether people may ask what an AI that searches would do."""
        self.windows = Windows()
        self._match = match
        self._pace = pace
        self._brains: dict[int, Brain] = {}
        self._substitutes: tuple[Brain, ...] | None = None
        self._thinker = Thinker()
        self._agenda = Agenda(-1, 0.0)
        self._stale = True

    @property
    def decider(self) -> int:
        """The AI seat that decides now, -1 for none."""
        return self._agenda.decider

    def new_seats(self) -> None:
        """Seats have changed hands, or a move was taken back: forget AIs and plan."""
        self._brains.clear()
        self.repace(0.0)

    def repace(self, _now: float) -> None:
        """Plan the same moment anew."""
        self._agenda.drop()
        self._stale = True

    def close(self) -> None:
        """End what is being thought."""
        self._agenda.drop()
        self._thinker.close()

    def warm_up(self) -> None:
        """Have the process of the AIs that search started, so that the first thought is not late."""
        seats = self._match.seats
        if any(spec.is_ai and is_slow(self.brain(seat)) for seat, spec in enumerate(seats)):
            self._thinker.warm_up(FOR_EXPERTS)
        elif self.hints and self._match.people:
            self._thinker.warm_up(FOR_HINTS)

    # Planning.

    def plan(
        self, now: float, assists: Assists, viewer: int | None, wake: Callable[[], None]
    ) -> None:
        """Make the agenda for this moment, unless it is made already.

        `now` is when all that led to it had been shown, `wake` is called when a thought is ready.
        """
        match, old = self._match, self._agenda
        if old.moment == match.moment and not self._stale:
            self._plan_assist(now, assists, viewer)
            return
        old.drop()
        same = old.moment == match.moment
        agenda = Agenda(match.moment, now)
        self._agenda, self._stale = agenda, False
        asked, people = match.game.asked(), match.people
        decider = ai_asked(match.game, asked, people)
        if not same:
            self.windows.update(
                match.game.view(None), self._pace, now, bool(people),
                decider >= 0 and self._jumpable() and self._worth_a_key(people),
            )  # fmt: skip
        kept = old.kept(match.game)
        agenda.reactions = kept
        self._plan_reactions(agenda, {due.seat for due in kept}, bool(people))
        if decider >= 0:
            self._plan_decision(agenda, decider, now, wake)
        elif match.round_over and not people:
            agenda.next_at = now + self._pace.between_rounds()
        self._plan_assist(now, assists, viewer)

    def _jumpable(self) -> bool:
        """Whether the card just laid may be jumped in on, as everybody can see."""
        game = self._match.game
        laid = self._last_act()
        if laid is None or not laid.text.startswith("play") or game.phase not in _MATCHABLE:
            return False
        top = game.view(None).top
        rules = game.tables.ruleset.jump_in
        own = rules.who == "self" and self._match.seats[laid.seat].is_ai
        return rules.enabled and not own and top >= 0 and bool(game.tables.jumpable[top])

    def _worth_a_key(self, people: tuple[int, ...]) -> bool:
        """Without a clock each window costs a key press.

        With one person at the table nobody else notices whether it waits, so nothing is told by
        asking for the key only when there is something that person could lay.
        """
        if not self._pace.turn_based or len(people) != 1:
            return True
        return any(offer.verb == PLAY for offer in self._match.game.offers(people[0]))

    def _last_act(self) -> Act | None:
        entries = self._match.journal.record.entries
        return next((e for e in reversed(entries) if isinstance(e, Act)), None)

    def _plan_reactions(self, agenda: Agenda, busy: set[int], people: bool) -> None:
        match = self._match
        # Talk is not answered with talk: machines would never stop.
        last = self._last_act()
        chatting = last is not None and last.text.split()[0] in ("say", "advise")
        for seat, spec in enumerate(match.seats):
            if not spec.is_ai or seat in busy or not match.game.offers(seat):
                continue
            rng = rng_for(match.header.seed, seat, match.number, "react")
            answer, _ = faults.react(self.brain(seat), match.game.view(seat), rng)
            if answer is not None and not (chatting and answer[1].verb in _TALK):
                delay, action = answer
                agenda.react(seat, delay, self._pace.reaction(delay, people), action)

    def _plan_decision(
        self, agenda: Agenda, seat: int, now: float, wake: Callable[[], None]
    ) -> None:
        match = self._match
        rng = rng_for(match.header.seed, seat, match.number, "pace")
        agenda.decide(seat, now + self._pace.think(rng))
        brain = self.brain(seat)
        if is_slow(brain):
            view = match.game.view(seat)
            own = rng_for(match.header.seed, seat, match.number)
            agenda.thought = asyncio.ensure_future(self.think(brain, view, own))
            agenda.thought.add_done_callback(lambda _task: wake())

    def _plan_assist(self, now: float, assists: Assists, viewer: int | None) -> None:
        """The assist `draw_alone`, for the person who looks and has only one thing to do."""
        agenda, game = self._agenda, self._match.game
        if agenda.assist is not None or not assists.draw_alone or viewer is None or viewer < 0:
            return
        if self._match.seats[viewer].is_ai or viewer not in game.asked():
            return
        action = only_choice(game, viewer)
        tempting = [o for o in game.offers(viewer) if o.verb in (CATCH, PLAY)]
        if action is None or tempting:
            return
        delay = 0.0 if self._pace.name == "instant" else ASSIST_DELAY
        agenda.assist = Due(now + delay, 1, delay, viewer, "assist", action)

    # Using the plan.

    def soonest(self, now: float) -> Due | None:
        """What comes first, or None when nothing comes by itself."""
        agenda, window = self._agenda, self.windows.current
        people = bool(self._match.people)
        turn_based = self._pace.turn_based and people
        if window is not None and not window.is_open(now):
            self.windows.close()
            window = None
        closes = now
        if window is not None:
            closes = NEVER if window.closes is None else window.closes
        hands = waits_for_hands(self._match.game, self._match.game.asked(), self._match.people)
        if turn_based and hands:
            closes = NEVER
        # Without a clock, what an AI noticed waits until the people have had their say.
        return agenda.soonest(
            closes,
            hold_calls=turn_based and window is not None,
            hold_jumps=turn_based and window is not None and agenda.decider >= 0,
        )

    def calls(self) -> list[Due]:
        """The calls and catches that AIs are about to make."""
        return self._agenda.calls()

    def go_on(self, now: float) -> None:
        """Close the window; what AIs wanted to do in it comes at once."""
        if self.windows.current is not None:
            self.windows.close()
            self._agenda.hurry(now)

    def done(self, due: Due) -> None:
        """This reaction or assist has been used up."""
        if due in self._agenda.reactions:
            self._agenda.reactions.remove(due)
        if due is self._agenda.assist:
            self._agenda.assist = None

    def decided(self, seat: int) -> faults.Choice | None:
        """What the AI on `seat` chose; None while it still thinks."""
        agenda, match = self._agenda, self._match
        if agenda.thought is not None:
            return agenda.thought.result() if agenda.thought.done() else None
        rng = rng_for(match.header.seed, seat, match.number)
        return faults.decide_now(self.brain(seat), self.substitutes(), match.game.view(seat), rng)

    async def think(self, brain: Brain, view: View, rng: Random) -> faults.Choice:
        """Let `brain` choose, in its own process when it is slow."""
        # A level that is set to think long gets its time on top of the common limit.
        limit = self.limit + float(getattr(brain, "seconds", 0.0) or 0.0)
        return await faults.decide(brain, self.substitutes(), view, rng, self._thinker, limit)

    async def explain(self, view: View, seconds: float) -> list[Explained]:
        """What the strongest AI thinks of the options of the view's seat, in its own process."""
        return await self._thinker.explain(view, seconds, self.limit)

    # The AIs.

    def brain(self, seat: int) -> Brain:
        """The AI of a seat; a substitute when it cannot be made."""
        if seat not in self._brains:
            made = self._make(self._match.seats[seat])
            self._brains[seat] = made or (*self.substitutes(), Plain())[0]
        return self._brains[seat]

    def substitutes(self) -> tuple[Brain, ...]:
        """Who decides when an AI fails: a `hard` one, if it can be made."""
        if self._substitutes is None:
            made = self._make(SeatSpec("", "ai", "hard"))
            # One that thinks slowly would hold the screen up here, where it is asked at once.
            self._substitutes = (made,) if made is not None and not is_slow(made) else ()
        return self._substitutes

    def _make(self, spec: SeatSpec) -> Brain | None:
        if self.factory is None:
            return None
        try:
            return self.factory(spec)
        except Exception:
            # Whatever is wrong with this AI, the match goes on with a simpler one.
            return None

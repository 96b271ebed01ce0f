"""`Game`: the whole public face of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from uno_tui.engine import flow, scoring, setup
from uno_tui.engine.actions import ACCEPTED, CATCH, PLAY, UNO, Action, Outcome, Refusal
from uno_tui.engine.decisions import DECISIONS, Decision
from uno_tui.engine.events import ALL, Event
from uno_tui.engine.offers import JUMP_IN, OFFERS, offers
from uno_tui.engine.quick import quick
from uno_tui.engine.refusals import refuse
from uno_tui.engine.state import (
    DRAWN,
    GIVE,
    MATCH_OVER,
    RESPOND,
    ROUND_OVER,
    SLAP,
    TURN,
    State,
)
from uno_tui.engine.view import View, look
from uno_tui.ruleset.schema import Ruleset
from uno_tui.ruleset.tables import Tables, compile_tables

Listener = Callable[[tuple[Event, ...]], None]

RULES_VERSION = 1
"""Raised whenever a mended rule makes an old record replay differently."""

_FINED_PHASES = (TURN, DRAWN, RESPOND)
_NEVER_FINED = frozenset({"not-held", "self", "bad-target", "out"})
_CALL_CODES = frozenset({"uno-not-one", "uno-called"})


class Game:
    """A match at one table: what a seat may do, what came of it, and what each seat may see."""

    def __init__(
        self,
        rules: Ruleset | Tables,
        seats: Sequence[str],
        seed: int,
        *,
        scores: Sequence[int] | None = None,
    ) -> None:
        """Sit down and deal the first round.

        `seats` are the names clockwise, `seed` a non-negative int, `scores` (points, by seat) those
        of a match that goes on with other seats. Raises ValueError for fewer than two seats.
        """
        if len(seats) < 2:
            raise ValueError("a game needs at least two seats")
        tables = rules if isinstance(rules, Tables) else compile_tables(rules)
        state = State(tables, len(seats), seed)
        state.names = tuple(seats)
        if scores is not None:
            state.scores = list(scores)
        self._adopt(state)
        setup.new_round(state)

    def _adopt(self, state: State) -> None:
        self.state = state
        self.record: list[tuple[int, Action]] = []
        self._listeners: list[tuple[Listener, int]] = []

    @classmethod
    def of(cls, state: State) -> Game:
        """A game around a state made elsewhere (a scenario, a sample, a position)."""
        game = object.__new__(cls)
        game._adopt(state)
        return game

    # What the table is.

    @property
    def tables(self) -> Tables:
        """The rules in force."""
        return self.state.t

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names, clockwise."""
        return self.state.names

    @property
    def seed(self) -> int:
        """The seed all chance at this table comes from."""
        return self.state.seed

    @property
    def phase(self) -> int:
        """What the table waits for; see `state.PHASE_NAMES`."""
        return self.state.phase

    @property
    def turn(self) -> int:
        """The seat asked first; -1 when nobody is."""
        return self.state.turn

    def asked(self) -> tuple[int, ...]:
        """Every seat that must act now; give and slap may ask several."""
        s = self.state
        if s.phase >= ROUND_OVER:
            return ()
        if s.phase in (GIVE, SLAP):
            return tuple(s.seats_of(s.asked))
        return (s.turn,)

    def hands(self) -> tuple[tuple[int, ...], ...]:
        """All hands, for tests and results; players get views."""
        return tuple(tuple(hand) for hand in self.state.hands)

    def saw(self, challenger: int, player: int) -> bool:
        """Whether a challenge showed `player`'s hand to `challenger` in this match."""
        return (challenger, player) in self.state.saw

    # What seats may do.

    def options(self, seat: int) -> list[Action]:
        """The seat's decision: one action for each distinct choice; empty when it is not asked."""
        s = self.state
        if not is_asked(s, seat):
            return []
        return DECISIONS[s.phase].options(s, seat)

    def offers(self, seat: int) -> list[Action]:
        """What the seat may do beside the decision."""
        s = self.state
        if s.phase >= ROUND_OVER or not s.in_round >> seat & 1:
            return []
        return offers(s, seat)

    def legal(self, seat: int) -> list[Action]:
        """Options and offers."""
        return self.options(seat) + self.offers(seat)

    def check(self, seat: int, action: Action) -> Refusal | None:
        """Why the table would refuse this action; None when it would accept it."""
        return check(self.state, seat, action)

    def apply(self, seat: int, action: Action) -> Outcome:
        """Carry an action out, or refuse it, or refuse and fine it (H-1)."""
        s = self.state
        if not self._listeners and quick(s, seat, action):
            self.record.append((seat, action))
            return ACCEPTED
        handler = _handler(s, seat, action)
        refused = handler if isinstance(handler, Refusal) else handler.refuse(s, seat, action)
        if refused is not None:
            return self._refused(seat, action, refused)
        assert not isinstance(handler, Refusal)
        if self._listeners:
            s.log = []
        self.record.append((seat, action))
        handler.carry_out(s, seat, action)
        self._after(s)
        return ACCEPTED

    def push(self, seat: int, action: Action) -> None:
        """Carry out an action known to be legal, without record or events: for rollouts."""
        s = self.state
        if not quick(s, seat, action):
            carry_out(s, seat, action)

    def _after(self, s: State) -> None:
        after_action(s)
        if s.log is not None:
            self._publish()

    def _refused(self, seat: int, action: Action, refused: Refusal) -> Outcome:
        s = self.state
        fine = fine_for(s, seat, action, refused)
        if not fine:
            return Outcome(False, refused)
        if self._listeners:
            s.log = []
        self.record.append((seat, action))
        shown = action.cards if action.verb == PLAY else ()
        if s.log is not None:
            s.emit(Event("refused", seat, action.target, shown, fine, why=refused.code))
        for card in shown:
            s.show_card(seat, card)
        s.take(seat, fine, "fine" if action.verb == PLAY else "false-call")
        self._after(s)
        return Outcome(False, refused, fine)

    # Who watches.

    def subscribe(self, listener: Listener, viewer: int = ALL) -> Callable[[], None]:
        """Call `listener` with the events of each action, cut down to what `viewer` may see.

        `viewer` is a seat, `events.PUBLIC` or `events.ALL`. Returns the way to unsubscribe.
        """
        entry = (listener, viewer)
        self._listeners.append(entry)

        def unsubscribe() -> None:
            if entry in self._listeners:
                self._listeners.remove(entry)

        return unsubscribe

    def _publish(self) -> None:
        s = self.state
        log = s.log or []
        s.log = None
        for listener, viewer in list(self._listeners):
            listener(tuple(redact(event, seers, viewer) for event, seers in log))

    def view(self, seat: int | None) -> View:
        """What a seat (None: a bystander) may know, frozen."""
        return look(self.state, -1 if seat is None else seat)

    # Copies and texts.

    def clone(self) -> Game:
        """The same table with the same future, without listeners and record."""
        return Game.of(self.state.clone())

    def position(self) -> str:
        """The whole table, hidden cards included, as one line of JSON."""
        from uno_tui.engine.position import dump

        return dump(self.state)

    @classmethod
    def from_position(cls, text: str, rules: Ruleset | Tables, seats: Sequence[str]) -> Game:
        """The table that `position` wrote. Raises ValueError with a sentence when it cannot be."""
        from uno_tui.engine.position import load

        tables = rules if isinstance(rules, Tables) else compile_tables(rules)
        return cls.of(load(text, tables, seats))

    @classmethod
    def replay(
        cls,
        rules: Ruleset | Tables,
        seats: Sequence[str],
        seed: int,
        actions: Iterable[tuple[int, Action]],
    ) -> Game:
        """The game these actions lead to. Raises ValueError at the first that cannot be."""
        game = cls(rules, seats, seed)
        for number, (seat, action) in enumerate(actions, 1):
            outcome = game.apply(seat, action)
            if not outcome.accepted and not outcome.fined:
                why = outcome.refusal.text if outcome.refusal else ""
                raise ValueError(f"action {number} of the record is not possible: {why}")
        return game


def redact(event: Event, seers: tuple[int, ...] | None, viewer: int) -> Event:
    """The event as `viewer` may see it."""
    if seers is None or viewer == ALL or viewer in seers:
        return event
    return event._replace(cards=())


def is_asked(s: State, seat: int) -> bool:
    """Whether the decision the table waits for is this seat's."""
    if s.phase in (GIVE, SLAP):
        return bool(s.asked >> seat & 1)
    if s.phase == ROUND_OVER:
        return 0 <= seat < s.seats
    return seat == s.turn and s.phase != MATCH_OVER


def _handler(s: State, seat: int, action: Action) -> Decision | Refusal:
    """Which decision or offer judges this action; a refusal when none does."""
    phase = s.phase
    verb = action.verb
    if seat == s.turn and verb not in OFFERS and phase < ROUND_OVER:
        if phase == RESPOND and verb == PLAY and _jumps_on_own_penalty(s, seat, action):
            return JUMP_IN
        if phase not in (GIVE, SLAP):
            return DECISIONS[phase]
    if phase >= ROUND_OVER:
        return DECISIONS[phase] if 0 <= seat < s.seats else refuse(s, "unknown")
    if not 0 <= seat < s.seats or not s.in_round >> seat & 1:
        return refuse(s, "out")
    if verb in OFFERS:
        return OFFERS[verb]
    if is_asked(s, seat):
        return DECISIONS[phase]
    if verb == PLAY:
        return JUMP_IN
    return refuse(s, "not-your-turn")


def _jumps_on_own_penalty(s: State, seat: int, action: Action) -> bool:
    """J-4: the seat that owes may escape with a twin that is not an answer."""
    if not s.t.jump_in or DECISIONS[RESPOND].refuse(s, seat, action) is None:
        return False
    return JUMP_IN.refuse(s, seat, action) is None


def check(s: State, seat: int, action: Action) -> Refusal | None:
    """Why the table would refuse this action; None when it would accept it."""
    handler = _handler(s, seat, action)
    if isinstance(handler, Refusal):
        return handler
    return handler.refuse(s, seat, action)


def carry_out(s: State, seat: int, action: Action) -> None:
    """Carry out an action known to be legal."""
    handler = _handler(s, seat, action)
    assert not isinstance(handler, Refusal)
    handler.carry_out(s, seat, action)
    after_action(s)


def fine_for(s: State, seat: int, action: Action, refused: Refusal) -> int:
    """H-1, U-4, R-21, R-23: what a refused attempt costs, in cards."""
    if s.phase >= ROUND_OVER or refused.code in _NEVER_FINED:
        return 0
    if action.verb in (UNO, CATCH) or refused.code in _CALL_CODES:
        return s.t.false_call
    if action.verb == PLAY and seat == s.turn and s.phase in _FINED_PHASES:
        return s.t.mistake
    return 0


def after_action(s: State) -> None:
    """What holds after every action, whoever did it (R-10, R-39)."""
    if s.exhausted and s.phase < ROUND_OVER:
        scoring.end_round(s, "exhausted")
    elif s.phase == TURN and not s.draw:
        flow.pass_if_stuck(s)

"""The table as plain slots: ints and lists, cheap to clone, with the moves every rule is made of.

Seats, colours and cards are ints (see ARCHITECTURE.md). Sets of seats are bit masks. The draw
pile's top is the *last* element of `draw`; the discard pile's top is the last of `discards`.
"""

from __future__ import annotations

from typing import NamedTuple

from uno_tui.engine import chance
from uno_tui.engine.actions import representative_plays as plays_of
from uno_tui.engine.circle import default_names, members, ring
from uno_tui.engine.events import Event
from uno_tui.ruleset.tables import Tables

TURN, DRAWN, RESPOND, COLOR, GIVE, DRAFT, SLAP, READY, ROUND_OVER, MATCH_OVER = range(10)
PHASE_NAMES = (
    "turn", "drawn", "respond", "color", "give", "draft", "slap", "ready", "round-over",
    "match-over",
)  # fmt: skip

OWED_CARDS, OWED_TURN = 0, 1


class Pending(NamedTuple):
    """What hangs over `target`: cards to draw or a turn to lose, because of `source`'s `card`."""

    kind: int
    amount: int
    last_n: int
    source: int
    target: int
    card: int
    top: int
    challengeable: bool = False
    honest: bool = True
    color_before: int = -1
    layer_before: int = -1
    fresh_before: bool = False
    costs_turn: bool = True


class State:
    """One table. `clone` copies every slot that can change; see `__init__` for their meaning."""

    __slots__ = (  # noqa: RUF023 (packed, in the order of the alphabet)
        "actor", "again", "agenda", "asked", "base", "called", "cards_in_play", "carry",
        "champions", "closers", "color", "dealer", "direction", "discards", "draw",
        "drawn", "ending", "exhausted", "fresh", "gives", "goto", "named_color", "named_seat", "hands", "history", "honesty", "in_match",
        "in_round", "known", "last", "lay_open", "layer", "log", "losers", "lost", "lost_rounds",
        "names", "next_of", "ok", "out_cards", "owing", "pair", "passes", "pending", "phase", "pile_known",
        "places", "plays", "random_events", "refilled", "remembers", "resume", "resume_turn", "round_no", "round_points", "saw",
        "scores", "seats", "seed", "silence", "t", "turn", "turns", "unfinished", "winners",
    )  # fmt: skip

    def __init__(self, tables: Tables, seats: int, seed: int) -> None:
        self.t = tables
        self.plays = plays_of(tables)
        self.seats = seats
        self.names = default_names(seats)
        self.seed = seed
        self.random_events = 0
        self.log: list[tuple[Event, tuple[int, ...] | None]] | None = None
        self.remembers = True  # whether `history` and `known` are kept
        self.cards_in_play: tuple[int, ...] = tables.deck  # count of each kind at this table
        # The match.
        self.in_match = (1 << seats) - 1
        self.scores = [0] * seats
        self.lost_rounds = [0] * seats
        self.round_no = 0
        self.dealer = 0
        self.winners: tuple[int, ...] = ()  # of the last round
        self.losers: tuple[int, ...] = ()
        self.champions: tuple[int, ...] = ()
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.draw: list[int] = []
        self.discards: list[int] = []
        self.saw: frozenset[tuple[int, int]] = frozenset()
        self.clear_round()

    def clear_round(self) -> None:
        """Everything that belongs to one round, as before the deal; hands and piles are left."""
        self.color = -1
        self.ok = self.t.match[-1][0]  # what may be laid now, by kind
        self.layer = -1  # who laid the top card, -1 for a turned one
        self.fresh = True  # the top card was turned (or laid by the dealer), not played
        self.direction = 1
        self.in_round = self.in_match
        self.next_of = ring(self.seats, self.in_round, 1)
        self.turn = -1  # the seat asked; of several, the first
        self.asked = 0  # all seats asked in GIVE and SLAP, as a mask
        self.phase = TURN
        self.resume = -1  # SLAP: the phase to go back to, -1 = go on with the agenda
        self.resume_turn = -1
        self.turns = 0
        self.passes = 0
        # The play being carried out.
        self.agenda: list[tuple[int, int]] = []
        self.actor = -1
        self.base = -1  # play goes on from this seat …
        self.lost = 0  # … after this many lost turns …
        self.goto = -1  # … or with this seat …
        self.again = False  # … or with the actor
        self.last = False  # the actor laid its last card
        self.ending = False  # and the round ends with it
        self.pair = False
        self.named_color = -1  # the colour and the seat named with the play
        self.named_seat = -1
        self.honesty = (True, -1, -1, False)  # of a wild draw: honest; colour, layer, fresh before
        self.carry = 0  # cards owed before an answer or jump-in, to be added
        self.pending: Pending | None = None
        self.drawn = -1
        self.lay_open = -1  # the first seat may lay all its cards of this colour
        self.gives: tuple[tuple[int, int, int], ...] = ()  # GIVE: (from, to, card or -1)
        self.exhausted = False
        # UNO.
        self.called = 0
        self.owing = 0  # seats that may be caught
        self.closers: tuple[int, ...] = ()  # with `next-card`: whose card closes each window
        self.silence: tuple[int, int, int] | None = None  # by, mode 0 turn / 1 colour, colour
        # The end.
        self.places: tuple[int, ...] = ()  # seats in the order they went out; all when it is over
        self.out_cards: tuple[int, ...] = ()  # the card each of them went out with
        self.refilled = [0] * self.seats
        self.round_points = [0] * self.seats
        self.unfinished = False
        # What seats may know beyond their own hand.
        self.known: dict[tuple[int, int], tuple[int, ...]] = {}  # (holder, observer) -> kinds
        self.pile_known = 0  # this many cards at the bottom of the draw pile are known to all
        self.history: list[tuple[int, ...]] | None = [] if self.remembers else None

    def clone(self) -> State:
        """The same table with the same future; without a log, and without history."""
        other = object.__new__(State)
        other.t = self.t
        other.plays = self.plays
        other.seats = self.seats
        other.names = self.names
        other.seed = self.seed
        other.random_events = self.random_events
        other.log = None
        other.remembers = self.remembers
        other.cards_in_play = self.cards_in_play
        other.in_match = self.in_match
        other.scores = self.scores[:]
        other.lost_rounds = self.lost_rounds[:]
        other.round_no = self.round_no
        other.dealer = self.dealer
        other.winners = self.winners
        other.losers = self.losers
        other.champions = self.champions
        other.hands = [hand[:] for hand in self.hands]
        other.draw = self.draw[:]
        other.discards = self.discards[:]
        other.saw = self.saw
        other.color = self.color
        other.ok = self.ok
        other.layer = self.layer
        other.fresh = self.fresh
        other.direction = self.direction
        other.in_round = self.in_round
        other.next_of = self.next_of
        other.turn = self.turn
        other.asked = self.asked
        other.phase = self.phase
        other.resume = self.resume
        other.resume_turn = self.resume_turn
        other.turns = self.turns
        other.passes = self.passes
        other.agenda = self.agenda[:]
        other.actor = self.actor
        other.base = self.base
        other.lost = self.lost
        other.goto = self.goto
        other.again = self.again
        other.last = self.last
        other.ending = self.ending
        other.pair = self.pair
        other.named_color = self.named_color
        other.named_seat = self.named_seat
        other.honesty = self.honesty
        other.carry = self.carry
        other.pending = self.pending
        other.drawn = self.drawn
        other.lay_open = self.lay_open
        other.gives = self.gives
        other.exhausted = self.exhausted
        other.called = self.called
        other.owing = self.owing
        other.closers = self.closers
        other.silence = self.silence
        other.places = self.places
        other.out_cards = self.out_cards
        other.refilled = self.refilled[:]
        other.round_points = self.round_points[:]
        other.unfinished = self.unfinished
        other.known = self.known.copy()
        other.pile_known = self.pile_known
        other.history = None
        return other

    def forget(self) -> None:
        """From now on keep neither `history` nor `known`: for players that never ask for them."""
        self.remembers = False
        self.history = None
        self.known = {}

    # Small moves that every rule is made of.

    def emit(self, event: Event, seers: tuple[int, ...] | None = None) -> None:
        """Note what happened; `seers` are the seats that may see its cards, None = all.

        Callers check `self.log is not None` first, so that no event is built for nobody.
        """
        assert self.log is not None
        self.log.append((event, seers))

    def turn_direction(self) -> None:
        """Reverse the direction of play."""
        self.direction = -self.direction
        self.next_of = ring(self.seats, self.in_round, self.direction)
        if self.log is not None:
            self.emit(Event("direction", self.actor, n=self.direction))

    def leave_round(self, seat: int) -> None:
        """Take a seat out of the circle that turns go round."""
        self.in_round &= ~(1 << seat)
        self.next_of = ring(self.seats, self.in_round, self.direction)

    def seats_of(self, mask: int) -> tuple[int, ...]:
        """The seats in a mask, in seat order."""
        return members(self.seats, mask)

    def next_chance(self) -> chance.Chance:
        """The source of the next random event."""
        self.random_events += 1
        return chance.generator(self.seed, self.random_events)

    def shuffle(self, cards: list[int], rng: chance.Chance | None = None) -> None:
        """Shuffle in place, as the next random event or as part of the one `rng` belongs to."""
        chance.shuffle(cards, rng or self.next_chance())

    def can_draw(self) -> bool:
        """Whether one card at least could be drawn now (R-6, R-10)."""
        if self.draw:
            return True
        return not self.t.end_when_empty and len(self.discards) > self._kept_discards()

    def take(self, seat: int, count: int, why: str) -> int:
        """Draw `count` cards into a hand, reshuffling when needed; returns how many there were."""
        if count <= 0:
            return 0
        hand = self.hands[seat]
        before = len(hand)
        while count and (self.draw or self._refill_pile()):
            step = min(count, len(self.draw))
            if self.pile_known and len(self.draw) - step < self.pile_known:
                self._learn_from_pile(seat, step)
            if step == 1:
                hand.append(self.draw.pop())
            else:
                hand.extend(self.draw[: -step - 1 : -1])
                del self.draw[-step:]
            count -= step
        if count and self.t.end_when_empty:
            self.exhausted = True
        got = len(hand) - before
        if got:
            grown = ~(1 << seat)
            self.called &= grown
            self.owing &= grown
        if self.history is not None:
            self.history.append((H_DREW, seat, got))
        if self.log is not None:
            self.emit(Event("drew", seat, cards=tuple(hand[before:]), n=got, why=why), (seat,))
        return got

    def reset_call(self, mask: int) -> None:
        """Calls and debts of these seats belong to hands they no longer hold (R-20)."""
        self.called &= ~mask
        self.owing &= ~mask

    def set_top(self, card: int, color: int) -> None:
        """Put a card on the discard pile with the colour now in force."""
        self.discards.append(card)
        self.color = color
        self.ok = self.t.match[color][self.t.face_of[card]]

    def set_color(self, color: int) -> None:
        """Name the colour of the top card."""
        self.color = color
        self.ok = self.t.match[color][self.t.face_of[self.discards[-1]]]

    def following(self, seat: int, lost: int = 0) -> int:
        """The seat whose turn comes after `seat` when `lost` turns are lost."""
        next_of = self.next_of
        seat = next_of[seat]
        while lost:
            seat = next_of[seat]
            lost -= 1
        return seat

    def learn(self, holder: int, observer: int, cards: tuple[int, ...]) -> None:
        """`observer` now knows that these cards are in `holder`'s hand (and keeps knowing)."""
        if holder != observer and self.remembers:
            key = (holder, observer)
            self.known[key] = self.known.get(key, ()) + cards

    def show_hand(self, holder: int, observer: int) -> None:
        """`observer` sees the whole of `holder`'s hand."""
        if holder != observer and self.remembers:
            self.known[(holder, observer)] = tuple(self.hands[holder])

    def show_card(self, holder: int, card: int) -> None:
        """Everybody sees that `holder` has this card."""
        for observer in range(self.seats):
            if card not in self.known.get((holder, observer), ()):
                self.learn(holder, observer, (card,))

    def forget_card(self, holder: int, card: int) -> None:
        """A card left `holder`'s hand openly: nobody may count on that copy any longer."""
        known = self.known
        for observer in range(self.seats):
            key = (holder, observer)
            cards = known.get(key)
            if cards and card in cards:
                left = list(cards)
                left.remove(card)
                if left:
                    known[key] = tuple(left)
                else:
                    del known[key]

    def _kept_discards(self) -> int:
        # A wild draw that may go back to its player needs the card below it (W-3 takes-back).
        pending = self.pending
        return 2 if pending and pending.challengeable and self.t.takes_back else 1

    def _refill_pile(self) -> bool:
        keep = self._kept_discards()
        if self.t.end_when_empty or len(self.discards) <= keep:
            return False
        cards = self.discards[:-keep]
        del self.discards[:-keep]
        if self.t.flips:
            cards.reverse()
            self.pile_known = len(cards)
        else:
            self.shuffle(cards)
            self.pile_known = 0
        self.draw = cards
        if self.history is not None:
            self.history.append((H_RESHUFFLED, -1, len(cards)))
        if self.log is not None:
            self.emit(
                Event("reshuffled", n=len(cards), why="flip" if self.t.flips else "reshuffle")
            )
        return True

    def _learn_from_pile(self, seat: int, step: int) -> None:
        stay = len(self.draw) - step
        seen = tuple(self.draw[stay : self.pile_known])
        self.pile_known = stay
        for observer in range(self.seats):
            self.learn(seat, observer, seen)


H_PLAYED, H_DREW, H_TURN_DRAW, H_KEPT, H_ACCEPTED, H_RESHUFFLED, H_MOVED, H_CHALLENGED = range(8)
"""Public facts in `State.history`, for beliefs; each entry is a tuple of ints:

(H_PLAYED, seat, kind, color in force after it, 1 when it was the card just drawn)
(H_DREW, seat, count)                        cards came into a hand, for whatever reason
(H_TURN_DRAW, seat, color, top kind, hand)   seat chose (or had) to draw on this top card with so many cards
(H_KEPT, seat, color, top kind)              seat kept the card it drew
(H_ACCEPTED, seat, color, top kind)          seat took the penalty rather than answer
(H_RESHUFFLED, -1, count)
(H_MOVED, from seat, to seat, count)         -1, -1: all hands rotated in the direction of play
(H_CHALLENGED, challenger, player, honest)
"""

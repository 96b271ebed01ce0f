"""A belief over the hands a seat cannot see: hands drawn in proportion to how well they explain
what everybody did.

The belief is a Markov chain over complete deals: which card came into which hand when. One step
swaps an unseen card with another, or the times two cards of a hand came; it is taken with the
chance the facts (see `evidence.py`) give it. Every state of the chain agrees with what is known
for certain: counts, known cards, cards seen to come or go.

Two manners of playing explain a seat's deeds: `tidy` (longest colour, dearest card first, wilds
last; nearly without exception) and `loose` (roughly anything sensible). The chain weighs both, so a
seat that plays like clockwork is read closely and one that does not is not over-read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from uno_tui.ai.evidence import ANY_TIME, Track, read
from uno_tui.ai.likelihood import Likelihood, likelihood
from uno_tui.ai.masks import Masks, masks_of
from uno_tui.engine.sample import unseen
from uno_tui.engine.view import UNKNOWN, View

NEVER = 1 << 30
"""The time at which a card still held went."""

TIDY, LOOSE = 0.5, 0.5
"""How much each manner is believed before anything has been seen."""

WARM_UP = 60
"""Steps for each hidden hand before the first deal is used."""


class _Hand:
    """One hidden hand in the chain: its cards (as single bits), when they came and went."""

    def __init__(self, seat: int, track: Track) -> None:
        self.seat = seat
        self.facts = track.facts
        self.bits: list[int] = []
        self.came: list[int] = []
        self.went: list[int] = []
        self.fixed: list[bool] = []  # when it came is certain
        self.masks: list[int] = []  # by fact: the cards it is about
        self.values: list[Likelihood] = []  # by fact
        self.product = (1.0, 1.0)
        self.hidden: list[int] = []  # positions of the cards that are a guess
        self._reach: dict[tuple[int, int], int] = {}

    def reach(self, came: int, went: int) -> int:
        """Which facts (a bit each) are about a card that came and went at these times."""
        key = (came, went)
        found = self._reach.get(key)
        if found is None:
            found = 0
            for at, fact in enumerate(self.facts):
                if came <= fact.time <= went and came >= fact.since:
                    found |= 1 << at
            self._reach[key] = found
        return found


class Belief:
    """The chain for one view. `step` it, then read `hands` and `pile`."""

    def __init__(self, view: View, rng: Random) -> None:
        self.view = view
        self.rng = rng
        state = view._s
        self.masks: Masks = masks_of(view.tables, state.cards_in_play)
        self.optional = view.tables.optional_draw
        self._used: Counter[int] = Counter()
        pool = unseen(view)
        rng.shuffle(pool)
        tracks = read(view)
        self.pile: list[int] = []  # as single bits
        self._hands: list[_Hand] = []
        self._places: list[tuple[_Hand, int]] = []
        for seat, known in enumerate(view.known):
            held = state.hands[seat]
            if UNKNOWN not in held:
                continue
            wanted = max(0, held.count(UNKNOWN) - len(known))
            guess = [pool.pop() for _ in range(min(wanted, len(pool)))]
            self._hands.append(self._lay_out(seat, tracks[seat], known, guess))
        self.pile = [self._bit(card) for card in pool]
        self._places = [(hand, at) for hand in self._hands for at in hand.hidden]
        self._with_times = [hand for hand in self._hands if len(set(hand.came)) > 1 and hand.facts]
        self.informed = any(hand.facts for hand in self._hands)
        if self.informed:
            self.step(WARM_UP * len(self._hands))

    def _bit(self, card: int) -> int:
        """A bit of its own for one more copy of this kind.

        A table told wrongly (by somebody else's game, say) may name more copies than there are;
        they share the last bit.
        """
        copies = self.masks.all[card].bit_count()
        bit = self.masks.first[card] << min(self._used[card], copies - 1)
        self._used[card] += 1
        return bit

    def _lay_out(
        self, seat: int, track: Track, known: Sequence[int], guess: Sequence[int]
    ) -> _Hand:
        """Give every card of a hand, gone or held, a time at which it may have come."""
        hand = _Hand(seat, track)
        count = len(known) + len(guess)
        births = list(track.came)
        first = count + len(track.went) - len(births)
        if first < 0:
            # More came than the history explains (cards given away unseen): the oldest are gone.
            births = births[-first:]
        births = [-1] * max(0, first) + births
        pending: list[tuple[int, int]] = []
        for time, kind, came in track.went:
            if came != ANY_TIME and came in births:
                births.remove(came)
                self._add(hand, kind, came, time, fixed=True)
            else:
                pending.append((time, kind))
        for time, kind in pending:
            fitting = [at for at, came in enumerate(births) if came < time]
            at = self.rng.choice(fitting) if fitting else 0
            self._add(hand, kind, births.pop(at) if births else -1, time)
        self.rng.shuffle(births)
        births += [-1] * (count - len(births))
        for kind in known:
            self._add(hand, kind, births.pop(), NEVER)
        for kind in guess:
            hand.hidden.append(len(hand.bits))
            self._add(hand, kind, births.pop(), NEVER)
        self._evaluate(hand)
        return hand

    def _add(self, hand: _Hand, kind: int, came: int, went: int, fixed: bool = False) -> None:
        hand.bits.append(self._bit(kind))
        hand.came.append(came)
        hand.went.append(went)
        hand.fixed.append(fixed)

    def _evaluate(self, hand: _Hand) -> None:
        hand.masks = [0] * len(hand.facts)
        for bit, came, went in zip(hand.bits, hand.came, hand.went, strict=True):
            reach = hand.reach(came, went)
            for at in range(len(hand.facts)):
                if reach >> at & 1:
                    hand.masks[at] |= bit
        hand.values = [
            likelihood(self.masks, fact, mask, self.optional)
            for fact, mask in zip(hand.facts, hand.masks, strict=True)
        ]
        tidy = loose = 1.0
        for value in hand.values:
            tidy *= value[0]
            loose *= value[1]
        hand.product = (tidy, loose)

    # The chain.

    def step(self, count: int) -> None:
        """Take `count` steps."""
        if not self.informed:
            self._deal_again()
            return
        random = self.rng.random
        places, pile, timed = self._places, self.pile, self._with_times
        hidden, stock = len(places), len(pile)
        if not hidden or hidden + stock < 2:
            return
        for _ in range(count):
            if timed and random() < 0.3:
                self._swap_times(timed[int(random() * len(timed))])
                continue
            hand, at = places[int(random() * hidden)]
            other = int(random() * (hidden + stock))
            if other < stock:
                taken = pile[other]
                bit = hand.bits[at]
                changed = self._changed(hand, hand.reach(hand.came[at], NEVER), bit ^ taken)
                if changed is None:
                    continue
                hand.bits[at] = taken
                pile[other] = bit
            else:
                self._swap_hidden(hand, at, *places[other - stock])

    def _deal_again(self) -> None:
        """Nothing is known but counts: deal the unseen cards anew."""
        pile, places, random = self.pile, self._places, self.rng.random
        if not pile:
            return
        for hand, at in places:
            other = int(random() * len(pile))
            hand.bits[at], pile[other] = pile[other], hand.bits[at]

    def _changed(self, hand: _Hand, reach: int, flip: int) -> bool | None:
        """Try flipping these bits in the facts of `reach`: True when taken, None when not."""
        if not reach:
            return True
        tidy, loose = hand.product
        old = TIDY * tidy + LOOSE * loose
        masks, facts, values = hand.masks, hand.facts, hand.values
        new: list[tuple[int, int, Likelihood]] = []
        left = reach
        optional, layout = self.optional, self.masks
        while left:
            low = left & -left
            left ^= low
            at = low.bit_length() - 1
            mask = masks[at] ^ flip
            value = likelihood(layout, facts[at], mask, optional)
            was = values[at]
            tidy *= value[0] / was[0]
            loose *= value[1] / was[1]
            new.append((at, mask, value))
        if (TIDY * tidy + LOOSE * loose) < old * self.rng.random():
            return None
        hand.product = (tidy, loose)
        for at, mask, value in new:
            masks[at] = mask
            values[at] = value
        return True

    def _swap_times(self, hand: _Hand) -> None:
        """Two cards of one hand swap the times at which they came."""
        random = self.rng.random
        count = len(hand.bits)
        one, two = int(random() * count), int(random() * count)
        came_one, came_two = hand.came[one], hand.came[two]
        if came_one == came_two or hand.fixed[one] or hand.fixed[two]:
            return
        if came_two >= hand.went[one] or came_one >= hand.went[two]:
            return
        flips: dict[int, int] = {}
        for at, old, new in ((one, came_one, came_two), (two, came_two, came_one)):
            moved = hand.reach(old, hand.went[at]) ^ hand.reach(new, hand.went[at])
            while moved:
                low = moved & -moved
                moved ^= low
                fact = low.bit_length() - 1
                flips[fact] = flips.get(fact, 0) ^ hand.bits[at]
        if self._flip_each(hand, flips):
            hand.came[one], hand.came[two] = came_two, came_one

    def _flip_each(self, hand: _Hand, flips: dict[int, int]) -> bool:
        """Try flipping these bits, by fact; returns whether the step is taken."""
        weight, change = self._weigh(hand, flips)
        if weight < _weight(hand.product) * self.rng.random():
            return False
        _accept(hand, change)
        return True

    def _swap_hidden(self, one: _Hand, at: int, two: _Hand, other: int) -> None:
        """Two guessed cards, of different hands, change places."""
        if one is two:
            return
        flip = one.bits[at] ^ two.bits[other]
        new_one, change_one = self._weigh(
            one, dict.fromkeys(_bits(one.reach(one.came[at], NEVER)), flip)
        )
        new_two, change_two = self._weigh(
            two, dict.fromkeys(_bits(two.reach(two.came[other], NEVER)), flip)
        )
        old = _weight(one.product) * _weight(two.product)
        if new_one * new_two < old * self.rng.random():
            return
        _accept(one, change_one)
        _accept(two, change_two)
        one.bits[at], two.bits[other] = two.bits[other], one.bits[at]

    def _weigh(self, hand: _Hand, flips: dict[int, int]) -> tuple[float, Change]:
        """How well the hand would explain its facts with these bits flipped."""
        tidy, loose = hand.product
        new: list[tuple[int, int, Likelihood]] = []
        for at, flip in flips.items():
            mask = hand.masks[at] ^ flip
            value = likelihood(self.masks, hand.facts[at], mask, self.optional)
            was = hand.values[at]
            tidy *= value[0] / was[0]
            loose *= value[1] / was[1]
            new.append((at, mask, value))
        return TIDY * tidy + LOOSE * loose, ((tidy, loose), new)

    # What it says.

    def guesses(self) -> list[tuple[int, list[int]]]:
        """For each hidden hand its seat and the cards guessed, without those known."""
        kind_at = self.masks.kind_at
        return [
            (hand.seat, [kind_at[hand.bits[at].bit_length() - 1] for at in hand.hidden])
            for hand in self._hands
        ]

    def pile_kinds(self) -> list[int]:
        """The unseen cards that are in no hand, in no particular order."""
        kind_at = self.masks.kind_at
        return [kind_at[bit.bit_length() - 1] for bit in self.pile]

    def deal(self, pool: list[int], wanted: Sequence[int], rng: Random) -> list[list[int]]:
        """A `Dealer` for `engine.sample.sample`: takes the guessed hands out of `pool`."""
        dealt: list[list[int]] = [[] for _ in wanted]
        for seat, cards in self.guesses():
            for card in cards[: wanted[seat]]:
                if card in pool:
                    pool.remove(card)
                    dealt[seat].append(card)
        for seat, count in enumerate(wanted):
            while len(dealt[seat]) < count and pool:
                dealt[seat].append(pool.pop())
        self.step(STEPS_BETWEEN)
        return dealt


STEPS_BETWEEN = 8
"""Steps from one deal used to the next."""


Change = tuple[Likelihood, list[tuple[int, int, Likelihood]]]
"""A hand's new product, and for each fact that changes its mask and likelihood."""


def _weight(product: Likelihood) -> float:
    return TIDY * product[0] + LOOSE * product[1]


def _accept(hand: _Hand, change: Change) -> None:
    hand.product, new = change
    for at, mask, value in new:
        hand.masks[at] = mask
        hand.values[at] = value


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        mask ^= low
        found.append(low.bit_length() - 1)
    return found


def p_each(
    view: View,
    seat: int,
    ask: Callable[[Sequence[int]], Sequence[bool]],
    *,
    samples: int = 60,
    rng: Random | None = None,
) -> list[float]:
    """How likely each answer of `ask` is yes (0 to 1) for the hand of `seat`, as far as the viewer
    has seen. `ask` gets a hand (list of kinds, known cards included) and answers always as many
    questions.

    The same view gives the same answers unless `rng` is given.
    """
    known = view.known[seat]
    belief = Belief(view, rng or Random(1))
    hits: list[int] = []
    for _ in range(samples):
        guessed = next((cards for holder, cards in belief.guesses() if holder == seat), [])
        answers = ask([*known, *guessed])
        hits = [n + yes for n, yes in zip(hits or [0] * len(answers), answers, strict=True)]
        belief.step(STEPS_BETWEEN)
    return [n / samples for n in hits]


def p_holds(
    view: View,
    seat: int,
    predicate: Callable[[Sequence[int]], bool],
    *,
    samples: int = 60,
    rng: Random | None = None,
) -> float:
    """`p_each` for one question: how likely the hand of `seat` satisfies `predicate`."""
    return p_each(view, seat, lambda hand: [predicate(hand)], samples=samples, rng=rng)[0]

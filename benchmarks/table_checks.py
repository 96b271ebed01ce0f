"""What must hold at any table under any rules: used by `mix_fuzz.py` and the tests of the engine.

Every check takes a game as it stands and raises AssertionError with what is wrong; none of them
changes the game. `move` plays a random action on it.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # a checkout is enough; nothing needs to be installed

from uno_tui.engine.actions import ADVISE, DRAW, PLAY, SAY, VERBS, Action  # noqa: E402
from uno_tui.engine.events import ALL, PUBLIC, Event  # noqa: E402
from uno_tui.engine.game import Game  # noqa: E402
from uno_tui.engine.playout import play_out, random_choice  # noqa: E402
from uno_tui.engine.state import DRAFT, DRAWN, MATCH_OVER, ROUND_OVER, State  # noqa: E402
from uno_tui.engine.view import look  # noqa: E402

OPEN_CARDS = frozenset(
    {
        "dealer-card",
        "turned",
        "opened",
        "discarded",
        "played",
        "owes",
        "took-back",
        "refused",
        "scored",
    }
)
"""Events whose cards everybody sees."""
OWN_CARDS = frozenset({"dealt", "kept", "drew"})
"""Events whose cards only the seat they happen to sees."""
SHARED_CARDS = frozenset({"gave", "guilty", "innocent"})
"""Events whose cards only the two seats they name see."""


# Playing


def move(game: Game, rng: Random, *, nonsense: float = 0.0, talk: float = 0.01) -> bool:
    """Play one random action: mostly a decision, sometimes an offer or plain nonsense.

    Returns whether there was anything to do.
    """
    if game.phase == MATCH_OVER:
        return False
    if nonsense and rng.random() < nonsense:
        game.apply(rng.randrange(len(game.names)), nonsense_action(game, rng))
        return True
    if game.phase == ROUND_OVER:
        return game.apply(rng.randrange(len(game.names)), game.options(0)[0]).accepted
    if rng.random() < 0.2:
        seat = rng.randrange(len(game.names))
        offers = [
            o for o in game.offers(seat) if o.verb not in (SAY, ADVISE) or rng.random() < talk
        ]
        if offers:
            return must_apply(game, seat, rng.choice(offers))
    seat = rng.choice(game.asked())
    options = game.options(seat)
    if len(options) > 1 and options[-1].verb == DRAW and rng.random() < 0.9:
        options = options[:-1]  # who always draws by choice never ends a round
    action = rng.choice(options)
    left = len(game.state.hands[seat]) - len(action.cards)
    if (
        action.verb == PLAY
        and left == 1
        and rng.random() < 0.5
        and not game.state.called >> seat & 1
    ):
        action = action._replace(uno=True)
    return must_apply(game, seat, action)


def must_apply(game: Game, seat: int, action: Action) -> bool:
    """Apply an action that was listed; it must be accepted."""
    refused = game.check(seat, action)
    assert refused is None, f"listed but refused: seat {seat} {action}: {refused}"
    outcome = game.apply(seat, action)
    assert outcome.accepted, f"check and apply differ: seat {seat} {action}: {outcome}"
    return True


def nonsense_action(game: Game, rng: Random) -> Action:
    """Any action at all, now and then one that nearly fits."""
    s = game.state
    hands = [card for hand in s.hands for card in hand] or [0]
    count = rng.choice((0, 1, 1, 1, 1, 2, 2, 3))
    cards = tuple(
        rng.choice(hands) if rng.random() < 0.7 else rng.randrange(len(s.t.kinds))
        for _ in range(count)
    )
    verb = PLAY if rng.random() < 0.5 else rng.randrange(len(VERBS))
    color = rng.choice((-1, -1, *range(-2, len(s.t.colors) + 1)))
    target = rng.choice((-1, -1, *range(-2, s.seats + 1)))
    return Action(verb, cards, color, target, rng.random() < 0.2)


def play_on(game: Game, rng: Random, actions: int) -> int:
    """Play up to so many random actions of this round; returns how many."""
    for done in range(actions):
        if game.phase >= ROUND_OVER:
            return done
        move(game, rng)
    return actions


# Checking


def conserved(game: Game) -> None:
    """No card comes or goes."""
    s = game.state
    held = Counter(card for pile in (*s.hands, s.draw, s.discards) for card in pile)
    wanted = Counter({card: n for card, n in enumerate(s.cards_in_play) if n})
    assert held == wanted, f"cards came or went: {held - wanted} too many, {wanted - held} missing"


def waits_properly(game: Game) -> None:
    """One decision is pending or the round is over; every seat asked has something to choose."""
    s = game.state
    asked = game.asked()
    if game.phase >= ROUND_OVER:
        assert asked == ()
        assert s.pending is None
        assert not s.agenda
        assert s.winners, "a round is over and nobody has won it"
        return
    assert asked, "nobody is asked"
    assert game.turn in asked
    for seat in range(s.seats):
        options = game.options(seat)
        if seat in asked:
            assert s.in_round >> seat & 1, f"seat {seat} is out and yet asked"
            assert options, f"seat {seat} is asked and can do nothing in phase {game.phase}"
        else:
            assert not options, f"seat {seat} has options without being asked"


def agrees(game: Game) -> None:
    """Whatever `legal` lists, `check` lets through."""
    for seat in range(len(game.names)):
        for action in game.legal(seat):
            refused = game.check(seat, action)
            assert refused is None, f"seat {seat} {action}: {refused}"


def refuses_cleanly(game: Game, seat: int, action: Action) -> None:
    """`check` and `apply` agree on any action; a refusal changes nothing but for a fine."""
    before = game.position()
    refused = game.check(seat, action)
    assert game.position() == before, "check changed the table"
    copy = game.clone()
    start = copy.position()
    hands = [list(hand) for hand in copy.state.hands]
    outcome = copy.apply(seat, action)
    assert outcome.accepted == (refused is None), f"{action}: check {refused}, apply {outcome}"
    if refused is not None:
        assert outcome.refusal == refused
        if not outcome.fined:
            assert copy.position() == start, f"refused, and yet changed: {action}"
        elif copy.phase < ROUND_OVER:
            for other, hand in enumerate(hands):
                now = copy.state.hands[other]
                drawn = len(now) - len(hand)
                assert now[: len(hand)] == hand
                assert 0 <= drawn <= outcome.fined if other == seat else drawn == 0
    conserved(copy)


def redealt(game: Game, seat: int, rng: Random) -> State:
    """A table that looks the same to `seat`, everything it has not seen dealt anew."""
    s = game.state.clone()
    s.history = list(game.state.history or []) if game.state.history is not None else None
    keep: list[list[int]] = []
    pool: list[int] = []
    for other, hand in enumerate(s.hands):
        known = list(s.known.get((other, seat), ())) if other != seat else list(hand)
        rest = list(hand)
        for card in known:
            rest.remove(card)  # what a seat knows must be true
        keep.append(known)
        pool += rest
    top = s.draw.pop() if s.phase == DRAFT and s.turn == seat else None
    pool += s.draw[s.pile_known :]
    rng.shuffle(pool)
    for other, hand in enumerate(s.hands):
        if other != seat:
            new = keep[other] + [pool.pop() for _ in range(len(hand) - len(keep[other]))]
            rng.shuffle(new)
            s.hands[other] = new
    s.draw[s.pile_known :] = pool
    if top is not None:
        s.draw.append(top)
    _hide_choices(s, seat, rng)
    return s


def _hide_choices(s: State, seat: int, rng: Random) -> None:
    s.seed, s.random_events = rng.getrandbits(30), rng.randrange(99)
    if s.phase == DRAWN and s.turn != seat:
        s.drawn = rng.choice(s.hands[s.turn])
    if s.pending is not None:
        s.pending = s.pending._replace(honest=rng.random() < 0.5)
    s.honesty = (rng.random() < 0.5, -1, -1, False)
    s.gives = tuple(
        (giver, to, rng.choice(s.hands[giver]) if card >= 0 and giver != seat else card)
        for giver, to, card in s.gives
    )


def leaks_nothing(game: Game, seat: int, rng: Random) -> None:
    """The view of a seat is the same for every re-deal of what it has not seen."""
    if game.phase >= ROUND_OVER:
        return
    mine = look(game.state, seat)
    other = look(redealt(game, seat, rng), seat)
    assert mine.text() == other.text(), "the view depends on a card its seat has not seen"
    if seat >= 0:
        assert mine.legal == tuple(game.legal(seat)), "the view lists other actions than the table"
        assert other.legal == mine.legal


def _comparable(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text.partition(" ")[2])
    for hidden in ("seed", "random_events", "history"):
        found.pop(hidden, None)
    return found


def samples_properly(game: Game, seat: int, rng: Random, actions: int = 400) -> None:
    """A sampled table has all the cards, looks the same to the seat, and can be played on."""
    view = game.view(seat)
    imagined = view.sample(rng)
    conserved(imagined)
    ours, theirs = _comparable(view.text()), _comparable(imagined.view(seat).text())
    different = [key for key in ours if ours[key] != theirs.get(key)]
    assert not different, f"the sample looks different: {different}"
    assert all(card >= 0 for hand in imagined.state.hands for card in hand)
    waits_properly(imagined)
    play_on(imagined, rng, actions)
    conserved(imagined)


def restores(game: Game, rng: Random, actions: int = 30) -> None:
    """A position reads back to the same table, with the same future; a clone has it too."""
    text = game.position()
    back = Game.from_position(text, game.tables, game.names)
    assert back.position() == text
    copy = game.clone()
    seed = rng.getrandbits(30)
    play_on(back, Random(seed), actions)
    play_on(copy, Random(seed), actions)
    assert game.position() == text, "playing on a copy changed the original"
    assert _without_history(back) == _without_history(copy)


def _without_history(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(game.position())
    found.pop("history", None)
    return found


def replays(game: Game, seed: int) -> None:
    """Seed, rules and record give the same game again."""
    again = Game.replay(game.tables, game.names, seed, game.record)
    assert again.position() == game.position(), "the record replays to another table"


def plays_out_alike(game: Game, seed: int) -> None:
    """The fast playout is the same game, action for action, as asking and applying."""
    slow, fast = game.clone(), game.clone()
    rnd = Random(seed).random
    while slow.phase < ROUND_OVER:
        assert slow.apply(slow.turn, random_choice(slow.state, slow.turn, rnd)).accepted
    record: list[tuple[int, Action]] = []
    play_out(fast.state, Random(seed).random, record)
    assert record == slow.record, "the playout does something else"
    assert fast.position() == slow.position(), "the playout leads to another table"


class Watcher:
    """Listens at one seat (or as PUBLIC, ALL): no card it may not know, and the hand sizes."""

    def __init__(self, game: Game, viewer: int) -> None:
        self.game, self.viewer = game, viewer
        self.counts = [len(hand) for hand in game.state.hands]
        self.out = {seat for seat in range(len(self.counts)) if not game.state.in_round >> seat & 1}
        self.seen: list[Event] = []
        self.stop = game.subscribe(self._hear, viewer)

    def _hear(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self._may_know(event)
            self._follow(event)
        self.seen += events
        now = [len(hand) for hand in self.game.state.hands]
        assert self.counts == now, f"by the events hands are {self.counts}, really {now}: {events}"

    def _may_know(self, event: Event) -> None:
        if not event.cards or self.viewer == ALL or event.kind in OPEN_CARDS:
            return
        allowed: tuple[int, ...] = ()
        if event.kind in OWN_CARDS:
            allowed = (event.seat,)
        elif event.kind in SHARED_CARDS:
            allowed = (event.seat, event.target)
        assert self.viewer != PUBLIC, f"everybody sees the cards of {event}"
        assert self.viewer in allowed, f"seat {self.viewer} sees the cards of {event}"

    def _follow(self, event: Event) -> None:
        counts, seat = self.counts, event.seat
        kind = event.kind
        if kind == "round":
            self.counts = [0] * len(counts)
            in_match = self.game.state.in_match
            self.out = {each for each in range(len(counts)) if not in_match >> each & 1}
        elif kind in ("dealt", "kept", "drew"):
            counts[seat] += event.n
        elif kind == "played":
            counts[seat] -= len(event.cards)
        elif kind == "opened":
            counts[seat] -= 1
        elif kind == "took-back":
            counts[seat] += 1
        elif kind == "gave":
            counts[seat] -= 1
            counts[event.target] += 1
        elif kind == "swapped":
            counts[seat], counts[event.target] = counts[event.target], counts[seat]
        elif kind == "rotated":
            self._rotate(event.n)
        elif kind == "out":
            self.out.add(seat)

    def _rotate(self, direction: int) -> None:
        inside = [seat for seat in range(len(self.counts)) if seat not in self.out]
        old = self.counts[:]
        for at, seat in enumerate(inside):
            self.counts[inside[(at + direction) % len(inside)]] = old[seat]


def table_holds(game: Game, rng: Random) -> None:
    """Everything above that can be asked of one position, for one seat by chance."""
    conserved(game)
    waits_properly(game)
    agrees(game)
    refuses_cleanly(game, rng.randrange(len(game.names)), nonsense_action(game, rng))
    seat = rng.randrange(-1, len(game.names))
    leaks_nothing(game, seat, rng)
    if game.phase < ROUND_OVER:
        samples_properly(game, max(seat, 0), rng, actions=20)
        restores(game, rng, actions=10)

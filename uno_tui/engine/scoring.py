"""Hands -> round -> match: who won, what it counts, and whether the match goes on (section C)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from uno_tui.engine.circle import circle
from uno_tui.engine.events import Event
from uno_tui.engine.state import MATCH_OVER, ROUND_OVER, State


def hand_points(s: State, hand: list[int]) -> int:
    """What a hand counts under this ruleset (C-1, C-5, H-10)."""
    t = s.t
    if t.lone_zero and len(hand) == 1 and t.number[hand[0]] == 0:
        return t.lone_zero
    return sum(map(t.hand_points.__getitem__, hand))


def end_round(s: State, why: str) -> None:
    """The round is over: places, points, and perhaps the match."""
    s.agenda = []
    s.pending = None
    s.ending = s.exhausted = s.again = s.last = s.pair = False
    s.owing = s.called = s.asked = 0
    s.silence = None
    s.turn = -1
    s.lost = 0
    s.goto = -1
    s.unfinished = why == "limit"
    totals = [hand_points(s, hand) for hand in s.hands]
    out = s.places
    # Ties go to the seat nearest the dealer's left: it comes first, and sorting keeps that order.
    seats = circle(s.seats, s.in_match, s.dealer)
    s.places = out + tuple(
        sorted([seat for seat in seats if seat not in out], key=totals.__getitem__)
    )
    s.winners = _round_winners(s)
    s.losers = (max(seats, key=totals.__getitem__),)
    if s.log is not None:
        s.emit(Event("round-over", s.winners[0], why=why))
    before = s.scores[:]
    _SCORE[s.t.method](s, totals)
    _last_card_bonus(s, out)
    if s.log is not None:
        for seat in s.seats_of(s.in_match):
            gained = s.scores[seat] - before[seat]
            s.emit(Event("scored", seat, cards=tuple(s.hands[seat]), n=gained))
    s.phase = ROUND_OVER
    _settle_match(s, totals)


def _round_winners(s: State) -> tuple[int, ...]:
    if not s.t.points_per_out:
        return (s.places[0],)
    best = _best_by_points(s, s.round_points)
    s.places = (*best, *(seat for seat in s.places if seat not in best))
    return best


def _best_by_points(s: State, points: list[int]) -> tuple[int, ...]:
    """Most points; ties by fewer cards; tied on cards too: all of them (C-7, R-42)."""
    seats = s.seats_of(s.in_match)
    best = max((points[seat], -len(s.hands[seat])) for seat in seats)
    return tuple(seat for seat in seats if (points[seat], -len(s.hands[seat])) == best)


def _winner_takes(s: State, totals: list[int]) -> None:
    winner = s.winners[0]
    s.scores[winner] += sum(totals[seat] for seat in s.seats_of(s.in_match) if seat != winner)


def _own_hand(s: State, totals: list[int]) -> None:
    for seat in s.seats_of(s.in_match):
        s.scores[seat] += totals[seat]


def _places(s: State, _: list[int]) -> None:
    for place, seat in enumerate(s.places):
        s.scores[seat] += len(s.places) - 1 - place


def _lazy(s: State, _: list[int]) -> None:
    s.scores[s.winners[0]] += 1
    s.lost_rounds[s.losers[0]] += 1


def _counted_already(s: State, _: list[int]) -> None:
    """Points per out are written the moment they are made."""


_SCORE: dict[str, Callable[[State, list[int]], None]] = {
    "winner-takes": _winner_takes,
    "own-hand": _own_hand,
    "places": _places,
    "lazy": _lazy,
    "points-per-out": _counted_already,
}


def _last_card_bonus(s: State, out: tuple[int, ...]) -> None:
    """C-9: going out with certain cards takes points off one's own total."""
    bonus = s.t.last_card_bonus
    if bonus:
        for seat, card in zip(out, s.out_cards, strict=True):
            s.scores[seat] -= bonus.get(s.t.kinds[card].face, 0)


def _settle_match(s: State, totals: list[int]) -> None:
    rules = s.t.ruleset
    seats = s.seats_of(s.in_match)
    target = rules.scoring.target
    if rules.match.rounds:
        if s.round_no >= rules.match.rounds:
            _finish(s, _best(s, seats), ())
        return
    if target:
        reached = [seat for seat in seats if s.scores[seat] >= target]
        if reached and s.t.method == "own-hand":
            _own_hand_target(s, seats, reached)
        elif reached:
            _finish(s, _best(s, seats), ())
    elif s.t.method in ("places", "points-per-out"):
        _finish(s, _best(s, seats), ())


def _own_hand_target(s: State, seats: Sequence[int], reached: Sequence[int]) -> None:
    scoring = s.t.ruleset.scoring
    if scoring.at_target == "eliminate":
        _eliminate(s, seats, reached)
        return
    below = [seat for seat in seats if seat not in reached]
    if scoring.winners == "the-rest" and below:
        _finish(s, tuple(below), tuple(reached), tie_counts=False)
        return
    _finish(s, _best(s, seats), tuple(reached))


def _eliminate(s: State, seats: Sequence[int], reached: Sequence[int]) -> None:
    """C-4: who reached the target is out; all at once (T-6): the lowest total survives (R-30)."""
    left = [seat for seat in seats if seat not in reached]
    if not left:
        lowest = min(s.scores[seat] for seat in seats)
        left = [seat for seat in seats if s.scores[seat] == lowest]
    for seat in seats:
        if seat not in left:
            s.in_match &= ~(1 << seat)
            if s.log is not None:
                s.emit(Event("eliminated", seat))
    if len(left) == 1 or all(seat in reached for seat in left):
        _finish(s, tuple(left), tuple(seat for seat in reached if seat not in left))


def _best(s: State, seats: Sequence[int]) -> tuple[int, ...]:
    """Who leads by the method's own sense; several when tied."""
    scores = s.scores
    if s.t.method == "points-per-out":
        return _best_by_points(s, scores)
    if s.t.method == "lazy":
        best = max((scores[seat], -s.lost_rounds[seat]) for seat in seats)
        return tuple(s_ for s_ in seats if (scores[s_], -s.lost_rounds[s_]) == best)
    best_score = (min if s.t.method == "own-hand" else max)(scores[seat] for seat in seats)
    return tuple(seat for seat in seats if scores[seat] == best_score)


def _finish(
    s: State, champions: tuple[int, ...], losers: tuple[int, ...], *, tie_counts: bool = True
) -> None:
    if tie_counts and len(champions) > 1 and s.t.ruleset.match.tie == "extra-round":
        return
    s.champions = champions
    s.losers = losers or _worst(s, champions)
    s.phase = MATCH_OVER
    if s.log is not None:
        s.emit(Event("match-over", champions[0]))


def _worst(s: State, champions: tuple[int, ...]) -> tuple[int, ...]:
    """For a match that nobody lost by the target: the seats furthest behind."""
    rest = [seat for seat in s.seats_of(s.in_match) if seat not in champions]
    if not rest:
        return ()
    worst = (max if s.t.method == "own-hand" else min)(s.scores[seat] for seat in rest)
    return tuple(seat for seat in rest if s.scores[seat] == worst)

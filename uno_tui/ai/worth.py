"""What the end of a round is worth to a seat: the round itself, or the match it belongs to.

`Worth` is made once a decision. All worths lie between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from uno_tui.ai.base import Objective
from uno_tui.engine.state import State

ROUND_SPREAD = 75.0
"""Standard deviation of what one round changes between two seats, in points."""

ROUND_MEAN = 65.0
"""Points a round's winner scores at a table of two, on average."""

LEFT_SCALE = 4.0
"""So many cards fewer to lay make winning a round that was broken off 2.7 times as likely."""


class Worth:
    """Judges the end of a round for `seat`."""

    def __init__(self, s: State, seat: int, objective: Objective) -> None:
        scoring = s.t.ruleset.scoring
        self.seat = seat
        self.method = scoring.method
        self.target = scoring.target
        self.the_rest = scoring.winners == "the-rest"
        self.seats = s.seats_of(s.in_match)
        self.before = list(s.scores)
        points = scoring.method in ("winner-takes", "own-hand")
        self.by_points = objective == "match" and points
        self.last_left = s.t.last_left
        self.low_wins = scoring.method == "own-hand"
        self.rounds_left = s.t.ruleset.match.rounds - s.round_no
        self.scale = self._scale(s)

    def _scale(self, s: State) -> float:
        """How many points of a lead make a difference: the less is left to play, the fewer."""
        others = len(self.seats) - 1
        if self.rounds_left >= 0:
            left = float(self.rounds_left)
        elif self.target:
            furthest = max((self.before[seat] for seat in self.seats), default=0)
            left = max(0.0, self.target - furthest) / (0.6 * ROUND_MEAN * max(1, others))
        else:
            left = 5.0
        return 0.55 * ROUND_SPREAD * sqrt(left + 0.35)

    def of_round(self, winner: int, totals: Sequence[int]) -> float:
        """A round with this winner and these hand totals by seat (the winner's is 0 when out)."""
        seat = self.seat
        if not self.by_points:
            return 1.0 if winner == seat else 0.0
        after = self.before[:]
        if self.low_wins:
            for each in self.seats:
                after[each] += totals[each]
        else:
            after[winner] += sum(totals[each] for each in self.seats if each != winner)
        return self.of_scores(after)

    def of_scores(self, scores: Sequence[int]) -> float:
        """How likely the match is won with these totals."""
        if self.target or self.rounds_left <= 0:
            decided = self._decided(scores)
            if decided is not None:
                return decided
        sign = -1.0 if self.low_wins else 1.0
        mine = scores[self.seat]
        total = 0.0
        for other in self.seats:
            total += exp(max(-60.0, min(60.0, sign * (scores[other] - mine) / self.scale)))
        return 1.0 / total

    def _decided(self, scores: Sequence[int]) -> float | None:
        """The share of the match when it is over with these totals, None when it goes on."""
        seats, target = self.seats, self.target
        over = self.rounds_left == 0
        reached = [seat for seat in seats if target and scores[seat] >= target]
        if not reached and not over:
            return None
        if reached and self.low_wins and self.the_rest and len(reached) < len(seats):
            return 0.0 if self.seat in reached else 1.0
        best = (min if self.low_wins else max)(scores[seat] for seat in seats)
        winners = [seat for seat in seats if scores[seat] == best]
        return 1.0 / len(winners) if self.seat in winners else 0.0

    def of_state(self, s: State) -> float:
        """A round that the engine has finished."""
        if self.by_points:
            return self.of_scores(s.scores)
        if self.last_left:
            return self.of_places(s.places)
        if self.method == "points-per-out":
            return self.of_outs(self.seat in s.winners, s.round_points)
        return 1.0 / len(s.winners) if self.seat in s.winners else 0.0

    def of_places(self, places: Sequence[int]) -> float:
        """Going out first is worth 1, being last 0; who is not among them shares what is left."""
        last = len(self.seats) - 1
        if self.seat in places:
            return 1.0 - places.index(self.seat) / last
        return (last - len(places)) / (2 * last)

    def of_outs(self, won: bool, outs: Sequence[int]) -> float:
        """Points per out: the round, and the lead it was won by (a long round is many deals)."""
        mine = outs[self.seat]
        most = max(outs[seat] for seat in self.seats if seat != self.seat)
        return 0.5 * won + 0.5 / (1.0 + exp(most - mine))

    def of_left(self, left: Sequence[float]) -> float:
        """A round broken off when each seat had so many cards still to lay."""
        mine = left[self.seat]
        return 1.0 / sum(exp(min(60.0, (mine - left[seat]) / LEFT_SCALE)) for seat in self.seats)

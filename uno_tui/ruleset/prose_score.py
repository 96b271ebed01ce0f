"""Scoring and the match in sentences."""

from __future__ import annotations

from uno_tui.ruleset.prose_play import last_cards
from uno_tui.ruleset.schema import Ruleset
from uno_tui.ruleset.words import capital, number, points


def scoring(rules: Ruleset) -> list[str]:
    """What a round is worth, and what ends a match."""
    return [*_round(rules), *_counting(rules), *_match(rules)]


def _round(rules: Ruleset) -> list[str]:
    return [
        {
            "winner-takes": "The winner of a round scores what all the others still hold.",
            "own-hand": "Everyone scores what they still hold, and the winner of a round nothing.",
            "places": "You score one point for each player you finished ahead of.",
            "points-per-out": "Laying your last card writes you one point and you draw six new "
            "cards. The round ends when the draw pile is used up and nobody can play; most "
            "points win it, and of equals who holds fewer cards.",
            "lazy": "Nobody adds up points: a round has a winner, who is out first, and a loser, "
            "who holds the largest hand.",
        }[rules.scoring.method]
    ]


def _counting(rules: Ruleset) -> list[str]:
    scoring = rules.scoring
    said = []
    if scoring.count == "numbers":
        said.append("Only number cards count; everything else in a hand is worth nothing.")
    if scoring.lone_zero:
        said.append(f"A hand that is one single 0 counts {points(scoring.lone_zero)}.")
    said += last_cards(rules)
    said.append(
        "If nobody can draw or play any more, or after "
        f"{rules.round.limit:,} turns, the round ends and the lowest hand wins it."
    )
    return said


def _match(rules: Ruleset) -> list[str]:
    said = [_end(rules)]
    said.append(
        {
            "share": "Tied players share the win.",
            "extra-round": "Tied players settle it in an extra round.",
        }[rules.match.tie]
    )
    forfeits = rules.match.forfeits
    if forfeits:
        said.append(f"The loser of the match is dealt a forfeit: {' / '.join(forfeits)}")
    return said


def _end(rules: Ruleset) -> str:
    scoring, rounds = rules.scoring, rules.match.rounds
    if rounds:
        length = f"A match is {number(rounds)} round{'' if rounds == 1 else 's'}"
        return {
            "own-hand": f"{length}, and the lowest total wins.",
            "lazy": f"{length}: most rounds won, then fewest lost, win it.",
        }.get(scoring.method, f"{length}, and the highest total wins.")
    if not scoring.target:
        return {
            "lazy": "There is no target: play as many rounds as you like.",
        }.get(scoring.method, "There is no target: a match is one round.")
    if scoring.at_target == "eliminate":
        return (
            f"Whoever reaches {scoring.target} is out of the match; the last one left has won it."
        )
    if scoring.method == "own-hand":
        winners = {
            "lowest": "the lowest total wins",
            "the-rest": "everybody below it shares the win",
        }[scoring.winners]
        return (
            f"The match ends when someone reaches {scoring.target}: who did has lost, and "
            f"{winners}."
        )
    what = "rounds won" if scoring.method == "lazy" else "points"
    return capital(f"the first to reach {scoring.target:,} {what} wins the match.")

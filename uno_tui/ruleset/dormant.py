"""Knobs that are set but have no part in these rules, with the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from uno_tui.ruleset.schema import Ruleset
from uno_tui.ruleset.words import wild_draws, with_effect


class Dormant(NamedTuple):
    """Knobs that sleep while `holds`, and why."""

    knobs: tuple[str, ...]
    holds: Callable[[Ruleset], bool]
    reason: str


def _no_first_card(rules: Ruleset) -> bool:
    return rules.first_card.none or rules.deal.dealer_opens


def _has_wild_draw(rules: Ruleset) -> bool:
    return any(rules.faces[code].wild for code in with_effect(rules, "draw"))


RULES: Final = (
    Dormant(
        ("dealer.action_card",),
        lambda rules: rules.dealer.choose != "high-card",
        "nobody draws for the deal",
    ),
    Dormant(
        ("first_card.none",), lambda rules: rules.deal.dealer_opens, "the dealer opens the round"
    ),
    Dormant(
        ("first_card.actions", "first_card.reverse", "first_card.wild", "first_card.wild_draw"),
        _no_first_card,
        "no card is turned at the start",
    ),
    Dormant(
        ("first_card.reverse",),
        lambda rules: (
            rules.first_card.actions == "replace"
            or not (with_effect(rules, "reverse") or with_effect(rules, "play-all-color"))
        ),
        "a Reverse is never the first card",
    ),
    Dormant(
        ("first_card.wild",),
        lambda rules: not any(face.wild for face in rules.faces.values()),
        "there are no wilds in the deck",
    ),
    Dormant(
        ("first_card.wild_draw", "wild_draw.faces", "wild_draw.legal_if", "wild_draw.policing",
         "wild_draw.guilty", "wild_draw.challenge_extra"),
        lambda rules: not _has_wild_draw(rules),
        "there are no wild draws in the deck",
    ),
    Dormant(
        ("wild_draw.legal_if", "wild_draw.guilty", "wild_draw.challenge_extra"),
        lambda rules: not wild_draws(rules) or rules.wild_draw.policing == "none",
        "wild draws may always be laid",
    ),
    Dormant(
        ("wild_draw.faces",),
        lambda rules: rules.wild_draw.policing == "none",
        "wild draws may always be laid",
    ),
    Dormant(
        ("wild_draw.policing",),
        lambda rules: not wild_draws(rules),
        "wild_draw.faces leaves no wild draw over",
    ),
    Dormant(
        ("wild_draw.guilty", "wild_draw.challenge_extra"),
        lambda rules: rules.wild_draw.policing == "strict",
        "there is nothing to challenge",
    ),
    Dormant(
        ("answers.cross", "answers.faces"),
        lambda rules: rules.answers.draw == "none",
        "draw cards cannot be answered",
    ),
    Dormant(
        ("jump_in.wild", "jump_in.who"),
        lambda rules: not rules.jump_in.enabled,
        "there is no jumping in",
    ),
    Dormant(
        ("scoring.target",), lambda rules: rules.match.rounds > 0, "the number of rounds is fixed"
    ),
    Dormant(
        ("scoring.winners",),
        lambda rules: (
            rules.scoring.method != "own-hand"
            or rules.scoring.at_target == "eliminate"
            or rules.scoring.target == 0
            or rules.match.rounds > 0
        ),
        "nobody loses by reaching a target",
    ),
)  # fmt: skip


def dormant(rules: Ruleset) -> dict[str, str]:
    """Every knob that has no part in these rules, with the reason."""
    asleep: dict[str, str] = {}
    for rule in RULES:
        if rule.holds(rules):
            for knob in rule.knobs:
                asleep.setdefault(knob, rule.reason)
    return asleep

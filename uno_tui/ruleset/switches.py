"""The house rules of the new-game screen: each is a switch over any ruleset.

A switch is data: the knobs it sets when turned on, and what they become when turned off.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from uno_tui.ruleset.checks import seats_problem
from uno_tui.ruleset.errors import RulesetError
from uno_tui.ruleset.load import with_overrides
from uno_tui.ruleset.schema import Ruleset

GROUPS: Final = (
    "The turn", "Wild draws", "Answers", "Calling UNO", "Jump-in", "House rules", "Scoring",
)  # fmt: skip


class Switch(NamedTuple):
    """One house rule: dotted knobs set by turning it on and off.

    The switch counts as on when every knob in `on` holds; `also` is set along with them.
    `recolor` replaces one effect by another in every wild of the deck when turned on, and the
    other way round when turned off.
    """

    id: str
    title: str
    text: str
    group: str
    on: Mapping[str, object]
    off: Mapping[str, object]
    also: Mapping[str, object] = MappingProxyType({})
    recolor: tuple[str, str] = ("", "")


def _switch(
    group: str,
    id: str,
    title: str,
    text: str,
    on: dict[str, object],
    off: dict[str, object],
    **also: object,
) -> Switch:
    extra = {knob.replace("__", "."): value for knob, value in also.items()}
    return Switch(
        id, title, text, group, MappingProxyType(on), MappingProxyType(off), MappingProxyType(extra)
    )


_CHALLENGE: Final[dict[str, object]] = {
    "wild_draw.legal_if": "no-color",
    "wild_draw.policing": "challenge",
}

SWITCHES: Final = (
    _switch(
        "The turn", "draw-until", "Draw until it fits",
        "Who draws keeps drawing until a playable card comes.",
        {"turn.draw": "until-playable"}, {"turn.draw": "one"},
    ),
    _switch(
        "The turn", "must-play-drawn", "Play what you drew",
        "A card just drawn must be played if it can be.",
        {"turn.play_drawn": "must"}, {"turn.play_drawn": "may"},
    ),
    _switch(
        "The turn", "must-play", "No drawing by choice",
        "Who can play must; drawing is only for those who cannot.",
        {"turn.optional_draw": False}, {"turn.optional_draw": True},
    ),
    _switch(
        "The turn", "color-only", "Symbols keep their colour",
        "Skips, Reverses and draw cards match by colour only.",
        {"turn.match_symbols": False}, {"turn.match_symbols": True},
    ),
    _switch(
        "The turn", "keep-turn", "Draw and still play",
        "Drawing for a draw card does not cost the turn.",
        {"turn.draw_loses_turn": False}, {"turn.draw_loses_turn": True},
    ),
    _switch(
        "The turn", "doubles", "Doubles",
        "Two identical numbers may be laid together.",
        {"turn.doubles": True}, {"turn.doubles": False},
    ),
    _switch(
        "The turn", "identical-skip", "Identical as a skip",
        "Two identical coloured cards laid together cost the next player the turn.",
        {"turn.identical_skip": True}, {"turn.identical_skip": False},
    ),
    _switch(
        "Wild draws", "strict-wild-draws", "Strict wild draws",
        "The table refuses a wild draw from a hand that could have followed the colour.",
        {"wild_draw.policing": "strict"}, _CHALLENGE, wild_draw__legal_if="no-color",
    ),
    _switch(
        "Wild draws", "no-challenge", "No challenges",
        "Wild draws may always be laid, and nobody may doubt them.",
        {"wild_draw.policing": "none"}, _CHALLENGE, wild_draw__legal_if="always",
    ),
    _switch(
        "Wild draws", "take-back", "Caught bluffs come back",
        "A bluffed wild draw returns to the hand it came from, and its player draws.",
        {"wild_draw.guilty": "takes-back"}, {"wild_draw.guilty": "draws"},
    ),
    _switch(
        "Answers", "pass-on", "Pass draw cards on",
        "Answer a draw card with its like and the next player owes instead of you.",
        {"answers.draw": "pass-on"}, {"answers.draw": "none"},
    ),
    _switch(
        "Answers", "stack", "Stack draw cards",
        "Answer a draw card with its like and the cards owed add up.",
        {"answers.draw": "stack"}, {"answers.draw": "none"}, answers__faces="all",
    ),
    _switch(
        "Answers", "cross", "Cross answers",
        "Any draw card of the same or a higher number answers, whatever its kind.",
        {"answers.cross": True}, {"answers.cross": False},
    ),
    _switch(
        "Answers", "draw-two-beats", "Draw Two beats Wild Draw Four",
        "A Draw Two of the named colour answers a Wild Draw Four.",
        {"answers.draw2_beats_wild_draw": "named-color"},
        {"answers.draw2_beats_wild_draw": "none"},
    ),
    _switch(
        "Answers", "deflect", "Deflecting Reverse",
        "A Reverse of the current colour sends a Skip or a draw card back.",
        {"answers.reverse_deflects": True}, {"answers.reverse_deflects": False},
    ),
    _switch(
        "Calling UNO", "false-calls", "False calls cost two",
        "Calling, or catching, without cause costs two cards.",
        {"uno.false_call": 2}, {"uno.false_call": 0},
    ),
    _switch(
        "Calling UNO", "uno-four", "Four for a forgotten UNO",
        "Being caught without the call costs four cards.",
        {"uno.penalty": 4}, {"uno.penalty": 2},
    ),
    _switch(
        "Calling UNO", "slap", "UNO in the centre",
        "On a call everybody else slaps the pile; the last one draws two.",
        {"uno.slap": True}, {"uno.slap": False},
    ),
    _switch(
        "Jump-in", "jump-in", "Jump-in",
        "Whoever holds the same card as the one on top may lay it out of turn.",
        {"jump_in.enabled": True, "jump_in.who": "anyone"}, {"jump_in.enabled": False},
    ),
    _switch(
        "Jump-in", "own-twins", "Own twins only",
        "Whoever laid the top card may lay its twin right after it.",
        {"jump_in.enabled": True, "jump_in.who": "self"},
        {"jump_in.enabled": False, "jump_in.who": "anyone"},
    ),
    _switch(
        "House rules", "mistakes", "Mistakes cost two",
        "An illegal play, a false call or a false catch costs two cards.",
        {"penalties.mistake": 2}, {"penalties.mistake": 0},
    ),
    _switch(
        "House rules", "seven-zero", "Seven-Zero",
        "A 7 swaps hands with a player of your choice; a 0 moves every hand on.",
        {"faces.7.effects": ("swap-hands",), "faces.0.effects": ("rotate-hands",)},
        {"faces.7.effects": (), "faces.0.effects": ()},
    ),
    _switch(
        "House rules", "exchange-five", "Exchange on 5",
        "After a 5 you may trade one card with a player of your choice.",
        {"faces.5.effects": ("exchange-card",)}, {"faces.5.effects": ()},
    ),
    _switch(
        "House rules", "color-wheel", "Colour wheel",
        "Wilds move the colour one step around the wheel instead of letting you name it.",
        {}, {},
    )._replace(recolor=("color", "color-wheel")),
    _switch(
        "House rules", "plus-ten", "Plus Ten",
        "Four Wild Draw Tens join the deck.",
        {"deck.cards.wilds.W+10": 4}, {"deck.cards.wilds.W+10": 0},
    ),
    _switch(
        "House rules", "silence-two", "Silence after a 2",
        "Nobody talks until the turn is back with whoever laid the 2; who does draws two.",
        {"silence.trigger": "2"}, {"silence.trigger": "none"},
    ),
    _switch(
        "House rules", "silence-wild", "Silence after a wild",
        "Nobody talks until the wild's colour changes; who does draws two.",
        {"silence.trigger": "wild"}, {"silence.trigger": "none"},
    ),
    _switch(
        "House rules", "to-the-last", "To the last",
        "A round goes on until one player holds cards, and places count.",
        {"round.ends": "last-left", "scoring.method": "places"},
        {"round.ends": "first-out", "scoring.method": "winner-takes", "scoring.target": 500},
        scoring__target=0,
    ),
    _switch(
        "House rules", "seven-rounds", "Seven rounds",
        "Out of cards, you draw six new ones, then five, and so on down to one.",
        {"round.refills": (6, 5, 4, 3, 2, 1)}, {"round.refills": ()},
    ),
    _switch(
        "House rules", "ready", "Ready",
        "After somebody drew four or more, play waits until they say Ready.",
        {"courtesy.ready": True}, {"courtesy.ready": False},
    ),
    _switch(
        "House rules", "advice", "No advice",
        "Telling somebody what to lay costs two cards, and so does the hint key.",
        {"penalties.advice": 2}, {"penalties.advice": 0},
    ),
    _switch(
        "Scoring", "reset-zero", "Reset zero",
        "A hand of nothing but one 0 counts fifty.",
        {"scoring.lone_zero": 50}, {"scoring.lone_zero": 0},
    ),
    _switch(
        "Scoring", "numbers-only", "Only numbers count",
        "Action cards and wilds left in a hand count nothing.",
        {"scoring.count": "numbers"}, {"scoring.count": "all"},
    ),
    _switch(
        "Scoring", "own-hand", "Low score wins",
        "Everyone scores their own hand, and reaching 200 loses.",
        {"scoring.method": "own-hand"},
        {"scoring.method": "winner-takes", "scoring.target": 500},
        scoring__target=200,
    ),
    _switch(
        "Scoring", "eliminate", "Elimination",
        "Who reaches the target is out of the match; the last one left wins.",
        {"scoring.at_target": "eliminate"}, {"scoring.at_target": "end"},
    ),
    _switch(
        "Scoring", "extra-round", "Play off ties",
        "A tied match goes on for another round.",
        {"match.tie": "extra-round"}, {"match.tie": "share"},
    ),
    _switch(
        "Scoring", "forfeits", "Forfeits",
        "The loser of the match is dealt a forfeit.",
        {
            "match.forfeits": (
                "Do the washing-up.",
                "Sing a song.",
                "Make tea for everybody.",
                "Tell a joke; keep on until somebody laughs.",
                "Shuffle for the rest of the evening.",
            )
        },
        {"match.forfeits": ()},
    ),
)  # fmt: skip


def house_rules() -> tuple[Switch, ...]:
    """Every switch, in the order of the screen; `group` says under which of `GROUPS`."""
    return SWITCHES


def switch(switch_id: str) -> Switch:
    """The switch with this id. Raises KeyError."""
    return {one.id: one for one in SWITCHES}[switch_id]


def is_on(rules: Ruleset, one: Switch) -> bool:
    """Whether these rules already hold what the switch stands for."""
    wanted = _wanted(rules, one, on=True)
    return bool(wanted) and all(_holds(rules, knob, value) for knob, value in wanted.items())


def switch_overrides(rules: Ruleset, one: Switch, *, on: bool) -> dict[str, object]:
    """The dotted knobs that turn the switch on or off in these rules.

    Faces that are not in the deck are left out, so the result may be empty.
    """
    wanted = _wanted(rules, one, on=on)
    return wanted | dict(one.also) if wanted and on else wanted


def _wanted(rules: Ruleset, one: Switch, *, on: bool) -> dict[str, object]:
    sets = one.on if on else one.off
    wanted = {knob: value for knob, value in sets.items() if _has_face(rules, knob)}
    old, new = one.recolor if on else one.recolor[::-1]
    for code, face in rules.faces.items():
        if old and face.wild and (old in face.effects or new in face.effects):
            effects = tuple(new if effect == old else effect for effect in face.effects)
            wanted[f"faces.{code}.effects"] = effects
    return wanted


def flip(rules: Ruleset, one: Switch) -> Ruleset:
    """The same rules with the switch turned the other way. Raises RulesetError."""
    return with_overrides(rules, switch_overrides(rules, one, on=not is_on(rules, one)))


def switch_problem(rules: Ruleset, one: Switch, seats: int) -> str | None:
    """Why the switch cannot be turned the other way at this table; None when it can."""
    if not switch_overrides(rules, one, on=not is_on(rules, one)):
        return "This deck has no card that the rule is about."
    return overrides_problem(rules, switch_overrides(rules, one, on=not is_on(rules, one)), seats)


def overrides_problem(rules: Ruleset, overrides: Mapping[str, object], seats: int) -> str | None:
    """Why these dotted knobs cannot be set at a table of `seats`, in one sentence, or None.

    A table that these rules do not suit even without the overrides is not held against them.
    """
    try:
        changed = with_overrides(rules, overrides)
    except RulesetError as error:
        return _sentence(error.what)
    if seats_problem(rules, seats) is None:
        return seats_problem(changed, seats)
    return None


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _has_face(rules: Ruleset, knob: str) -> bool:
    table, _, rest = knob.partition(".")
    return table != "faces" or rest.rpartition(".")[0] in rules.faces


def _holds(rules: Ruleset, knob: str, value: object) -> bool:
    """Whether the knob stands so; for refills and forfeits any list counts, whatever is in it."""
    current = _current(rules, knob)
    if knob in ("round.refills", "match.forfeits"):
        return bool(current) == bool(value)
    return current == value


def _current(rules: Ruleset, knob: str) -> object:
    at: Any = rules
    for part in knob.split("."):
        at = at.get(part, 0) if isinstance(at, Mapping) else getattr(at, part)
    return "all" if at is None else at

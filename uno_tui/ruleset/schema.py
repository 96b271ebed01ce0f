"""Every knob of a ruleset: its type, its default and its meaning in one line.

The attribute path is the knob's dotted name: `ruleset.uno.penalty` is the knob `uno.penalty`.
A `Ruleset` is complete: every face in its deck is resolved and `scoring.target` is the number
in force. Models are frozen; building one raises pydantic's ValidationError when a value is of
the wrong type or out of range, or when knobs exclude each other (`checks.EXCLUSIONS`).
Files are read by `load.py`, which turns those errors into sentences with file and line.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from uno_tui.ruleset import checks, faces

MAX_TEXT = 400
TARGETLESS = ("places", "points-per-out", "lazy")

Style = Literal["red", "blue", "green", "yellow", "purple", "orange", "cyan", "white"]
Word = Annotated[str, Field(max_length=40)]


def _all_or_list(value: object) -> object:
    """`"all"` in a file means no restriction, which is None in the model."""
    return None if value == "all" else value


FaceList = Annotated[
    Annotated[tuple[Word, ...], Field(max_length=40)] | None, BeforeValidator(_all_or_list)
]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


class Color(_Table):
    """A colour or suit of the deck."""

    name: str = Field(description="What players call it; one lower-case word.")
    letter: str = Field(description="The capital that starts its cards' codes; not W.")
    style: Style = Field(description="Which colour of the theme it is shown in.")


class Face(_Table):
    """What stands on a card, and what laying it does."""

    label: str = Field("", max_length=24, description="The name of the card, without its colour.")
    effects: tuple[Word, ...] = Field(
        (), max_length=faces.MAX_EFFECTS, description="What laying it does, in this order."
    )
    points: int = Field(0, ge=0, le=1000, description="What it counts in a hand at the end.")
    number: int | None = Field(
        None, ge=0, le=99, description="The printed number; -1 for a card that has none."
    )
    wild: bool = Field(
        False, description="Whether it may be laid on anything; codes with W always are."
    )


class Players(_Table):
    """How many can play."""

    min: int = Field(2, ge=2, le=10, description="The fewest seats at the table.")
    max: int = Field(10, ge=2, le=10, description="The most seats at the table.")


Count = Annotated[int, Field(ge=0, le=200)]


class Cards(_Table):
    """Which cards are in one deck."""

    each_color: dict[Word, Count] = Field(
        default_factory=lambda: dict(faces.STANDARD_EACH_COLOR),
        max_length=60,
        description="How many of each face there are in every colour; 0 takes a face out.",
    )
    wilds: dict[Word, Count] = Field(
        default_factory=lambda: dict(faces.STANDARD_WILDS),
        max_length=60,
        description="How many of each colourless wild there are; 0 takes it out.",
    )


class Deck(_Table):
    """The pack of cards."""

    cards: Cards = Field(default_factory=Cards, description="Which cards are in one deck.")
    copies: int = Field(1, ge=1, le=20, description="How many decks are shuffled together.")
    exhausted: Literal["reshuffle", "flip", "end-round"] = Field(
        "reshuffle",
        description="An empty draw pile: shuffle the discards, turn them over, or end the round.",
    )


class Dealer(_Table):
    """Who deals."""

    choose: Literal["high-card", "first-seat", "random"] = Field(
        "high-card", description="How the first dealer is found."
    )
    action_card: Literal["redraw", "zero"] = Field(
        "zero", description="A card without a number drawn for the deal: draw again, or it is 0."
    )
    next: Literal["left", "same", "loser", "alternate"] = Field(
        "left", description="Who deals the next round."
    )


class Deal(_Table):
    """How hands are dealt."""

    method: Literal["deal", "draft"] = Field(
        "deal", description="Hands are dealt, or two players choose theirs card by card."
    )
    cards: int = Field(7, ge=1, le=30, description="How many cards a hand starts with.")
    dealer_opens: bool = Field(
        False, description="The dealer's last card is laid as the opening, instead of turning one."
    )


class FirstCard(_Table):
    """The card turned to start the discard pile."""

    none: bool = Field(False, description="No card is turned; the first seat may lay anything.")
    actions: Literal["apply", "replace", "ignore"] = Field(
        "apply", description="A turned Skip or Draw hits the first seat, is replaced, or is idle."
    )
    reverse: Literal["right-of-dealer", "dealer-first", "lay-color", "ignore"] = Field(
        "dealer-first", description="What a turned Reverse does."
    )
    wild: Literal["bury", "first-chooses", "dealer-chooses"] = Field(
        "first-chooses", description="A turned wild is buried, or who names its colour."
    )
    wild_draw: Literal["bury", "first-chooses", "apply"] = Field(
        "bury", description="A turned wild draw is buried, only coloured, or carried out."
    )


class Turn(_Table):
    """What a seat may do on its turn."""

    match_symbols: bool = Field(
        True, description="Symbols match across colours; if not, only numbers do."
    )
    draw: Literal["one", "until-playable"] = Field(
        "one", description="Drawing is one card, or goes on until a playable card comes."
    )
    optional_draw: bool = Field(True, description="A seat that could play may draw instead.")
    play_drawn: Literal["may", "must", "never"] = Field(
        "may", description="Whether a playable card just drawn is played."
    )
    draw_loses_turn: bool = Field(True, description="Drawing for a draw card also costs the turn.")
    doubles: bool = Field(
        False, description="Two identical number cards may be laid together as one play."
    )
    identical_skip: bool = Field(
        False, description="Two identical coloured cards laid together cost the next seat a turn."
    )


class WildDraw(_Table):
    """Wild draw cards: when they are honest, and what follows when they are not."""

    faces: FaceList = Field(
        None, description='Which wild draws this table holds for; "all" for every one.'
    )
    legal_if: Literal["no-color", "no-color-or-symbol", "no-other-playable", "always"] = Field(
        "no-color", description="What the hand must lack for the play to be honest."
    )
    policing: Literal["strict", "challenge", "none"] = Field(
        "challenge", description="A dishonest play is refused, may be challenged, or nobody asks."
    )
    guilty: Literal["draws", "takes-back"] = Field(
        "draws", description="A caught player draws instead, or takes the card back as well."
    )
    challenge_extra: int = Field(
        2, ge=0, le=20, description="Cards on top for a challenge that was wrong."
    )


class Answers(_Table):
    """Answering a draw card instead of drawing."""

    draw: Literal["none", "pass-on", "stack"] = Field(
        "none", description="Draw cards on draw cards: no, passing the last one on, or adding up."
    )
    cross: bool = Field(
        False, description="A draw card of equal or higher number answers a different one."
    )
    faces: FaceList = Field(
        None, description='Which draw faces may be answered; "all" for every one.'
    )
    draw2_beats_wild_draw: Literal["none", "named-color", "any"] = Field(
        "none", description="Whether a Draw Two answers a Wild Draw Four."
    )
    reverse_deflects: bool = Field(
        False, description="A Reverse of the current colour sends a Skip or Draw back."
    )


class Uno(_Table):
    """Calling UNO."""

    call: Literal["until-caught", "with-play"] = Field(
        "until-caught", description="How late the call may come."
    )
    window: Literal["next-turn", "next-card", "own-next-play"] = Field(
        "next-turn", description="Until when a forgotten call may be caught."
    )
    penalty: int = Field(2, ge=0, le=20, description="Cards drawn when caught.")
    uncaught: int = Field(
        0, ge=0, le=20, description="Cards drawn when the call stays forgotten and uncaught."
    )
    false_call: int = Field(
        0, ge=0, le=20, description="Cards drawn for calling or catching without cause."
    )
    slap: bool = Field(
        False, description="On a call everybody else slaps the pile; the last one draws two."
    )


class JumpIn(_Table):
    """Playing an identical card out of turn."""

    enabled: bool = Field(False, description="An identical card may be laid out of turn.")
    wild: bool = Field(True, description="Wilds that make nobody draw may jump in on their like.")
    who: Literal["anyone", "self"] = Field(
        "anyone", description="Who may jump in: every seat, or only whoever laid the top card."
    )


class Penalties(_Table):
    """Cards drawn for mistakes and advice."""

    mistake: int = Field(
        0, ge=0, le=20, description="Cards for an illegal play, a false call or a false catch."
    )
    advice: int = Field(0, ge=0, le=20, description="Cards for telling a seat what to lay.")


class Silence(_Table):
    """The silence game."""

    trigger: Literal["none", "2", "wild"] = Field(
        "none", description="Which cards start a silence; whoever talks in it draws two."
    )


class Courtesy(_Table):
    """Manners."""

    ready: bool = Field(
        False, description="After a seat drew four or more, play waits until it says Ready."
    )


class Round(_Table):
    """When a round ends."""

    ends: Literal["first-out", "last-left"] = Field(
        "first-out", description="With the first seat out, or when one seat still holds cards."
    )
    refills: tuple[Annotated[int, Field(ge=1, le=20)], ...] = Field(
        (), max_length=20, description="New hands, in order, for a seat that ran out of cards."
    )
    limit: int = Field(
        2000, ge=20, le=1_000_000, description="Turns after which a round ends unfinished."
    )


class Scoring(_Table):
    """Points."""

    method: Literal["winner-takes", "own-hand", "places", "points-per-out", "lazy"] = Field(
        "winner-takes", description="Who scores what when a round ends."
    )
    target: int = Field(
        500,
        ge=0,
        le=100_000,
        description="The total that ends the match; 0 for none, the default of "
        "places, points-per-out and lazy.",
    )
    winners: Literal["lowest", "the-rest"] = Field(
        "lowest", description="Under own-hand: the lowest total wins, or all below the target."
    )
    at_target: Literal["end", "eliminate"] = Field(
        "end", description="Reaching the target ends the match, or only puts that seat out of it."
    )
    count: Literal["all", "numbers"] = Field(
        "all", description="Whether every card counts, or only numbers."
    )
    lone_zero: int = Field(
        0, ge=0, le=1000, description="What a hand of just one 0 counts; 0 for nothing special."
    )
    last_card_bonus: dict[Word, Annotated[int, Field(ge=0, le=1000)]] = Field(
        default_factory=dict,
        max_length=40,
        description="Points off one's own total for going out with a face.",
    )

    @model_validator(mode="before")
    @classmethod
    def _target_of_method(cls, data: Any) -> Any:
        if isinstance(data, dict) and "target" not in data and data.get("method") in TARGETLESS:
            return {**data, "target": 0}
        return data


class Match(_Table):
    """When a match ends, and what becomes of the loser."""

    tie: Literal["share", "extra-round"] = Field(
        "share", description="Tied seats share the win, or everybody plays another round."
    )
    rounds: int = Field(
        0, ge=0, le=1000, description="A fixed number of rounds instead of a target; 0 for none."
    )
    forfeits: tuple[Annotated[str, Field(min_length=1, max_length=80)], ...] = Field(
        (), max_length=60, description="One-line forfeits; the loser of the match is dealt one."
    )


def _standard_colors() -> tuple[Color, ...]:
    return (
        Color(name="red", letter="R", style="red"),
        Color(name="blue", letter="B", style="blue"),
        Color(name="green", letter="G", style="green"),
        Color(name="yellow", letter="Y", style="yellow"),
    )


def _standard_faces() -> dict[str, Face]:
    codes = (*faces.STANDARD_EACH_COLOR, *faces.STANDARD_WILDS)
    return {code: Face.model_validate(faces.complete_face(code, {})) for code in codes}


class Ruleset(_Table):
    """All that a table has agreed on."""

    id: str = Field("custom", min_length=1, max_length=64, description="The file's name.")
    name: str = Field("Custom", min_length=1, max_length=40, description="The name in the menu.")
    summary: str = Field("", max_length=MAX_TEXT, description="The game in a sentence or two.")
    mood: str = Field("", max_length=20, description="A word for the menu, such as quick or mean.")
    first_player: Literal["left-of-dealer", "winner", "other-than-drafter"] = Field(
        "left-of-dealer", description="Who plays first."
    )
    colors: tuple[Color, ...] = Field(
        default_factory=_standard_colors,
        min_length=2,
        max_length=8,
        description="The colours, clockwise around the colour wheel.",
    )
    players: Players = Field(default_factory=Players)
    deck: Deck = Field(default_factory=Deck)
    dealer: Dealer = Field(default_factory=Dealer)
    deal: Deal = Field(default_factory=Deal)
    first_card: FirstCard = Field(default_factory=FirstCard)
    turn: Turn = Field(default_factory=Turn)
    wild_draw: WildDraw = Field(default_factory=WildDraw)
    answers: Answers = Field(default_factory=Answers)
    uno: Uno = Field(default_factory=Uno)
    jump_in: JumpIn = Field(default_factory=JumpIn)
    penalties: Penalties = Field(default_factory=Penalties)
    silence: Silence = Field(default_factory=Silence)
    courtesy: Courtesy = Field(default_factory=Courtesy)
    round: Round = Field(default_factory=Round)
    scoring: Scoring = Field(default_factory=Scoring)
    match: Match = Field(default_factory=Match)
    faces: dict[Word, Face] = Field(
        default_factory=_standard_faces,
        max_length=120,
        description="Each face by its code: what it is called, does and counts.",
    )

    @model_validator(mode="after")
    def _consistent(self) -> Ruleset:
        problems = checks.all_problems(self)
        if problems:
            told = {"text": problems[0].text, "problems": problems}
            raise PydanticCustomError("rules", "{text}", told)
        return self

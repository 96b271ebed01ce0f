from __future__ import annotations

import pytest
from pydantic import ValidationError

from ruleset.changes import value_of
from uno_tui.ruleset import checks, faces, load
from uno_tui.ruleset.checks import EXCLUSIONS, copies_needed, deck_size, seats_problem
from uno_tui.ruleset.errors import RulesetError
from uno_tui.ruleset.export import knobs
from uno_tui.ruleset.schema import Ruleset

# The rulebook's table of defaults, knob by knob.
DEFAULTS: dict[str, object] = {
    "players.min": 2,
    "players.max": 10,
    "deck.copies": 1,
    "deck.exhausted": "reshuffle",
    "dealer.choose": "high-card",
    "dealer.action_card": "zero",
    "dealer.next": "left",
    "deal.method": "deal",
    "deal.cards": 7,
    "deal.dealer_opens": False,
    "first_card.none": False,
    "first_card.actions": "apply",
    "first_card.reverse": "dealer-first",
    "first_card.wild": "first-chooses",
    "first_card.wild_draw": "bury",
    "first_player": "left-of-dealer",
    "turn.match_symbols": True,
    "turn.draw": "one",
    "turn.optional_draw": True,
    "turn.play_drawn": "may",
    "turn.draw_loses_turn": True,
    "turn.doubles": False,
    "turn.identical_skip": False,
    "wild_draw.faces": None,
    "wild_draw.legal_if": "no-color",
    "wild_draw.policing": "challenge",
    "wild_draw.guilty": "draws",
    "wild_draw.challenge_extra": 2,
    "answers.draw": "none",
    "answers.cross": False,
    "answers.faces": None,
    "answers.draw2_beats_wild_draw": "none",
    "answers.reverse_deflects": False,
    "uno.call": "until-caught",
    "uno.window": "next-turn",
    "uno.penalty": 2,
    "uno.uncaught": 0,
    "uno.false_call": 0,
    "uno.slap": False,
    "jump_in.enabled": False,
    "jump_in.wild": True,
    "jump_in.who": "anyone",
    "penalties.mistake": 0,
    "penalties.advice": 0,
    "silence.trigger": "none",
    "courtesy.ready": False,
    "round.ends": "first-out",
    "round.refills": (),
    "round.limit": 2000,
    "scoring.method": "winner-takes",
    "scoring.target": 500,
    "scoring.winners": "lowest",
    "scoring.at_target": "end",
    "scoring.count": "all",
    "scoring.lone_zero": 0,
    "scoring.last_card_bonus": {},
    "match.tie": "share",
    "match.rounds": 0,
    "match.forfeits": (),
}
APART = {"extends", "name", "summary", "mood", "deck.cards.each_color", "deck.cards.wilds"}


@pytest.mark.parametrize("knob", DEFAULTS)
def test_the_default_of_each_knob_is_the_rulebooks(knob: str) -> None:
    assert value_of(Ruleset(), knob) == DEFAULTS[knob]


def test_there_are_no_other_knobs() -> None:
    names = {knob.name for knob in knobs()}
    rest = {name for name in names if not name.startswith(("colors.", "faces."))}
    assert rest == DEFAULTS.keys() | APART


def test_every_knob_has_a_meaning_in_one_sentence() -> None:
    for knob in knobs():
        assert knob.text.endswith("."), knob.name
        assert len(knob.text) < 120, knob.name


def test_d_1_colors_and_d_4_standard_deck() -> None:
    rules = Ruleset()
    colors = [(color.name, color.letter) for color in rules.colors]
    assert colors == [("red", "R"), ("blue", "B"), ("green", "G"), ("yellow", "Y")]
    assert deck_size(rules) == 108
    assert rules.deck.cards.each_color["0"] == 1
    assert all(rules.deck.cards.each_color[str(number)] == 2 for number in range(1, 10))
    assert [rules.deck.cards.each_color[code] for code in ("S", "R", "+2")] == [2, 2, 2]
    assert rules.deck.cards.wilds == {"W": 4, "W+4": 4}


def test_c_1_values_unless_a_file_says_otherwise() -> None:
    values = {code: face.points for code, face in Ruleset().faces.items()}
    numbers = {str(number): number for number in range(10)}
    assert values == {**numbers, "S": 20, "R": 20, "+2": 20, "W": 50, "W+4": 50}


@pytest.mark.parametrize("method", ["places", "points-per-out", "lazy"])
def test_r_30_these_methods_have_no_target_unless_one_is_set(method: str) -> None:
    assert load.load("classic", {"scoring.method": method}).scoring.target == 0
    both = {"scoring.method": method, "scoring.target": 40}
    assert load.load("classic", both).scoring.target == 40


def test_a_ruleset_cannot_be_changed_after_it_was_made() -> None:
    with pytest.raises(ValidationError):
        Ruleset().uno.penalty = 4


# One example for each entry of EXCLUSIONS, in their order.
EXCLUDED: tuple[dict[str, object], ...] = (
    {"players.min": 5, "players.max": 4},
    {"uno.slap": True, "players.max": 2},
    {"deal.method": "draft", "players.min": 3},
    {"deal.method": "draft", "uno.slap": True},
    {"dealer.next": "alternate", "players.min": 3},
    {"dealer.next": "alternate", "uno.slap": True},
    {"first_player": "other-than-drafter", "players.min": 3},
    {"first_player": "other-than-drafter", "uno.slap": True},
    {"deal.dealer_opens": True, "deal.method": "draft"},
    {"scoring.at_target": "eliminate"},
    {"scoring.at_target": "eliminate", "scoring.method": "own-hand", "match.rounds": 3},
    {"scoring.at_target": "eliminate", "scoring.method": "own-hand", "scoring.target": 0},
    {"scoring.target": 0},
    {"scoring.method": "points-per-out", "round.ends": "last-left"},
    {"scoring.method": "points-per-out", "round.refills": [3]},
    {f"deck.cards.each_color.{number}": 0 for number in range(9)},
    {f"deck.cards.each_color.{number}": 0 for number in range(10)}
    | {"first_card.actions": "replace", "dealer.choose": "random"},
)


@pytest.mark.parametrize("at", range(len(EXCLUSIONS)))
def test_knobs_that_exclude_each_other_are_refused_with_the_reason(at: int) -> None:
    with pytest.raises(RulesetError) as caught:
        load.load("classic", EXCLUDED[at])
    assert caught.value.what == EXCLUSIONS[at].reason
    assert caught.value.key in EXCLUSIONS[at].knobs


def test_each_exclusion_has_its_example() -> None:
    assert len(EXCLUDED) == len(EXCLUSIONS)


@pytest.mark.parametrize(
    ("overrides", "key", "part"),
    [
        ({"faces.7.effects": ["swap-hand"]}, "faces.7.effects", "did you mean 'swap-hands'"),
        ({"faces.7.effects": ["draw"]}, "faces.7.effects", "needs a number of cards"),
        ({"faces.7.effects": ["draw:0"]}, "faces.7.effects", "from 1 to 20"),
        ({"faces.7.effects": ["draw:21"]}, "faces.7.effects", "from 1 to 20"),
        ({"faces.7.effects": ["skip:2"]}, "faces.7.effects", "takes no number"),
        ({"faces.7.effects": ["skip", "skip"]}, "faces.7.effects", "twice"),
        ({"faces.7.effects": ["color", "any-next"]}, "faces.7.effects", "only one of"),
        ({"faces.W.effects": []}, "faces.W.effects", "a wild needs one of"),
        ({"faces.W.effects": ["color", "play-all-color"]}, "faces.W.effects", "coloured card"),
        ({"faces.W.wild": False}, "faces.W.wild", "always a wild"),
        ({"faces.W.number": 3}, "faces.W.number", "has no number"),
        ({"faces.7.label": "  "}, "faces.7.label", "blank"),
        ({"faces.7.label": "a\x1b[31m"}, "faces.7.label", "control characters"),
        ({"faces.7.points": -1}, "faces.7.points", "0 or more"),
        ({"name": "a\u202eb"}, "name", "control characters"),
        ({"deck.cards.each_color.W7": 1, "faces.W7.label": "x"}, "deck.cards.each_color.W7", "wil"),
        ({"deck.cards.wilds.X": 1, "faces.X.label": "x"}, "deck.cards.wilds.X", "start with W"),
        ({"deck.cards.wilds.W": 201}, "deck.cards.wilds.W", "200 or less"),
        ({"deck.cards.wilds.W": True}, "deck.cards.wilds.W", "whole number, not true"),
        ({"deck.copies": 19}, "deck.copies", "2000 at most"),
        ({"deck.cards.each_color.Z": 1}, "deck.cards.each_color.Z", "nothing says what 'Z' does"),
        ({"answers.faces": ["+3x"]}, "answers.faces", "no face '+3x'"),
        ({"answers.faces": ["7"]}, "answers.faces", "not a draw card"),
        ({"wild_draw.faces": ["+2"]}, "wild_draw.faces", "not a wild draw"),
        ({"scoring.last_card_bonus.Q": 5}, "scoring.last_card_bonus", "no face 'Q'"),
        ({"round.refills": [0]}, "round.refills.0", "1 or more"),
        ({"round.refills": [1] * 21}, "round.refills", "20 at most"),
        ({"match.forfeits": ["x" * 81]}, "match.forfeits.0", "80 at most"),
        ({"uno.penalty": 2.0}, "uno.penalty", "whole number"),
        ({"uno.slap": 1}, "uno.slap", "true or false"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(
    overrides: dict[str, object], key: str, part: str
) -> None:
    with pytest.raises(RulesetError) as caught:
        load.load("classic", overrides)
    assert caught.value.key == key
    assert part in caught.value.what


@pytest.mark.parametrize(
    ("colors", "part"),
    [
        ([("red", "R"), ("rose", "R")], "two colours have the letter 'R'"),
        ([("red", "R"), ("red", "S")], "two colours are called 'red'"),
        ([("red", "R"), ("white", "W")], "one capital except W"),
        ([("red", "R"), ("blue", "7")], "one capital"),
        ([("red", "R"), ("any", "A")], "not a colour name"),
        ([("red", "R"), ("Sky Blue", "B")], "not a colour name"),
        ([("red", "R")], "too short"),
    ],
)
def test_colors_must_be_told_apart(colors: list[tuple[str, str]], part: str) -> None:
    tables = [{"name": name, "letter": letter, "style": "red"} for name, letter in colors]
    with pytest.raises(RulesetError, match=part):
        load.load("classic", {"colors": tables})


@pytest.mark.parametrize("effect", faces.EFFECTS)
def test_every_effect_of_the_list_is_accepted(effect: str) -> None:
    said = effect.replace(":N", ":20")
    rules = load.load("classic", {"faces.7.effects": [said]})
    assert rules.faces["7"].effects == (said,)


def test_d_8_big_tables_need_more_decks() -> None:
    classic = load.load("classic")
    assert copies_needed(classic, 10) == 1
    pocket = load.load("pocket", {"deal.cards": 8})
    assert copies_needed(pocket, 4) == 1  # 52 - 32 leaves 20
    assert copies_needed(pocket, 5) == 2  # 52 - 40 leaves 12, fewer than 15
    assert seats_problem(pocket, 4) is None
    assert "2 decks are needed" in str(seats_problem(pocket, 5))
    two = load.load("pocket", {"deal.cards": 8, "deck.copies": 2})
    assert seats_problem(two, 5) is None


@pytest.mark.parametrize(
    ("ruleset", "seats", "fits"),
    [
        ("classic", 1, False),
        ("classic", 2, True),
        ("classic", 10, True),
        ("classic", 11, False),
        ("duo", 2, True),
        ("duo", 3, False),
        ("pocket", 5, True),
        ("pocket", 6, False),
        ("slap", 2, False),
        ("slap", 3, True),
    ],
)
def test_s_1_how_many_may_play(ruleset: str, seats: int, fits: bool) -> None:
    assert (seats_problem(load.load(ruleset), seats) is None) == fits


def test_knobs_narrow_the_seats_without_the_file_saying_so() -> None:
    draft = load.load("classic", {"deal.method": "draft"})
    assert checks.seat_range(draft) == (2, 2)
    assert "draft" in str(seats_problem(draft, 3))
    slap = load.load("classic", {"uno.slap": True})
    assert checks.seat_range(slap) == (3, 10)
    assert "slap" in str(seats_problem(slap, 2))

"""The words of the table: every event has a sentence, and names are only ever text."""

from __future__ import annotations

import re

import pytest

from uno_tui.cards import counted
from uno_tui.engine.events import KINDS, Event
from uno_tui.ruleset.load import load
from uno_tui.ruleset.tables import compile_tables
from uno_tui.tui.text import Wording, listed, ordinal
from uno_tui.tui.words import CARD_EFFECTS, SENTENCES

TABLES = compile_tables(load("classic"))
NAMES = ("Ann", "Ben", "Cy", "Dee")
R7, W4 = TABLES.parse("R7"), TABLES.parse("W+4")


def say(event: Event, viewer: int = -1, names: tuple[str, ...] = NAMES) -> str:
    return Wording(TABLES, names, viewer).event(event).plain


def whys() -> list[tuple[str, str]]:
    """Every kind of event with every reason its description names."""
    found = []
    for kind, meaning in KINDS.items():
        named = re.search(r"\(?why: ([^)]*)\)?$|why: ([^);]*)", meaning)
        text = (named.group(1) or named.group(2)) if named else ""
        reasons = [part.split(" ")[0] for part in text.split(", ") if part]
        found += [(kind, reason) for reason in ["", *reasons]]
    return found


@pytest.mark.parametrize(("kind", "why"), whys())
@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_every_kind_of_event_is_told_in_words(kind: str, why: str, viewer: int) -> None:
    for cards in ((), (R7,), (R7, W4)):
        text = say(Event(kind, 1, 0, cards, 2, 0, why), viewer)
        assert (kind, "") in SENTENCES
        assert text.endswith((".", "!", ")"))
        assert text[0].isupper() or text[0].isdigit()
        assert "{" not in text


def test_reasons_are_told_by_name() -> None:
    assert (
        say(Event("drew", 1, n=2, why="caught"))
        == "Ben drew 2 cards. (caught without the UNO call)"
    )
    assert say(Event("drew", 1, n=6, why="challenge")) == "Ben drew 6 cards. (lost challenge)"
    assert say(Event("owes", 2, 1, (), 4, why="stack")) == "The stack grew: Cy owed 4 cards."


def test_a_challenge_is_told_with_the_rule_that_decided_it() -> None:
    assert (
        say(Event("innocent", 1, 0))
        == "The challenge was wrong: Ann had no card of the colour before."
    )
    assert (
        say(Event("guilty", 1, 0), 0)
        == "The challenge was right: you had a card of the colour before."
    )
    assert (
        say(Event("guilty", 1, 0, color=0))
        == "The challenge was right: Ann had a card of the colour before (RED)."
    )


def test_points_are_told_with_where_they_come_from() -> None:
    assert say(Event("scored", 0, n=44)) == "Ann scored 44 points for the cards in all other hands."
    assert say(Event("scored", 0, cards=(R7,))) == "Ann was left with Red 7."


def test_places_are_told_where_the_round_goes_on_after_the_first() -> None:
    assert say(Event("out", 1, n=1)) == "Ben went out."
    last = compile_tables(load("to-the-last"))
    told = Wording(last, NAMES, -1).event(Event("out", 1, n=2)).plain
    assert told == "Ben went out, in 2nd place."


def test_a_card_that_anything_may_follow_says_so() -> None:
    tables = compile_tables(load("one-o-one"))
    event = Event("played", 0, cards=(tables.parse("W*"),))
    assert Wording(tables, NAMES).event(event).plain == "Ann laid Trump; anything may follow."


def test_the_viewer_is_you() -> None:
    assert say(Event("drew", 1, cards=(R7,), n=1, why="turn"), 1) == "You drew Red 7."
    assert say(Event("drew", 1, n=1, why="turn"), 0) == "Ben drew 1 card."
    assert say(Event("caught", 0, 1), 1) == "Ann caught you without the UNO call."
    assert (
        say(Event("owes", 1, 0, (W4,), 4, why="draw"), 1)
        == "You owed 4 cards because of Ann's Wild Draw Four."
    )


def test_a_turn_at_stake_is_not_told_as_cards() -> None:
    event = Event("owes", 1, 0, (R7,), 0, why="draw")
    assert say(event) == "Ben had to answer Ann's Red 7 or lose the turn."
    back = Event("owes", 0, 1, (R7,), 0, why="deflect")
    assert say(back, 0) == "It was sent back: you had to answer or lose the turn."


def test_the_deal_is_one_entry_with_the_card_that_decided_it() -> None:
    drawn = [Event("dealer-card", seat, cards=(card,)) for seat, card in ((0, W4), (1, R7))]
    told = Wording(TABLES, NAMES).told([*drawn, Event("round", 1, n=1), Event("dealt", 0, n=7)])
    assert [line.plain for line in told] == [
        "Round 1: Ben drew the highest card, Red 7, and dealt."
    ]


def test_a_wild_tells_the_colour_that_was_named() -> None:
    assert (
        say(Event("played", 0, cards=(W4,), color=1)) == "Ann laid Wild Draw Four and named BLUE."
    )
    assert say(Event("played", 0, cards=(R7,), color=0)) == "Ann laid Red 7."


def test_only_the_challenger_reads_the_hand() -> None:
    event = Event("guilty", 1, 0, (R7,))
    wording = Wording(TABLES, NAMES, 1)
    assert "Red 7" in wording.event(event).plain
    assert "Red 7" not in wording.event(wording.public(event)).plain


def test_a_recap_never_tells_private_cards() -> None:
    happened = [Event("drew", 0, cards=(R7,), n=1, why="turn"), Event("passed", 0, why="kept")]
    lines = [line.plain for line in Wording(TABLES, NAMES, 1).recap(happened)]
    assert lines == ["Ann drew 1 card."]


HOSTILE = ("[/]", "[@click=app.quit]x[/]", "[$primary]red", "back\\", "[b]Bob[/b]", "{who}", "%s")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_text_and_nothing_else(name: str) -> None:
    names = (name, "Ben")
    content = Wording(TABLES, names).event(Event("swapped", 0, 1))
    assert content.plain == f"{name} swapped hands with Ben."
    assert {str(span.style) for span in content.spans} == {"bold"}


def test_the_help_on_a_card_says_what_it_does_here() -> None:
    wording = Wording(compile_tables(load("seven-zero")), NAMES)
    seven = wording.tables.parse("R7")
    assert wording.card_help(seven).plain == (
        "Red 7 (R7): you swap hands with a seat of your choice. Counts 7."
    )
    assert (
        "may be laid on anything; you name the colour; the next seat draws 4"
        in Wording(TABLES, NAMES).card_help(W4).plain
    )


def test_every_effect_has_a_help() -> None:
    from uno_tui.ruleset.tables import EFFECT_NAMES

    assert set(EFFECT_NAMES) <= set(CARD_EFFECTS)


def test_counting_words() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 21)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "12th",
        "21st",
    ]
    assert (counted(1, "card"), counted(0, "card")) == ("1 card", "0 cards")
    assert listed([]).plain == "nothing"

"""What a complete ruleset must satisfy beyond the type of each knob.

`EXCLUSIONS` is the list of knobs that cannot go together, with the reason a person is told:
the loader prints it and the new-game screen greys a switch out with it. A combination that
can be played is not in it, however odd it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from uno_tui.ruleset.faces import (
    BUILT_IN,
    COLOR_EFFECTS,
    FACE_CODE,
    effect_problem,
    is_wild_code,
    nearest,
    split_effect,
)

if TYPE_CHECKING:
    from uno_tui.ruleset.schema import Face, Ruleset

MAX_DECK: Final = 2000
MIN_DRAW_PILE: Final = 15
MAX_COPIES: Final = 20


class Problem(NamedTuple):
    """What is wrong: the dotted knob it is about, and a sentence without the knob's name.

    `others` are further knobs that have a part in it.
    """

    key: str
    text: str
    others: tuple[str, ...] = ()


class Exclusion(NamedTuple):
    """Knobs that cannot go together, when that is so, and why."""

    knobs: tuple[str, ...]
    holds: Callable[[Ruleset], bool]
    reason: str


def _endless(rules: Ruleset) -> bool:
    summed = rules.scoring.method in ("winner-takes", "own-hand")
    return summed and rules.scoring.target == 0 and rules.match.rounds == 0


EXCLUSIONS: Final = (
    Exclusion(
        ("players.min", "players.max"),
        lambda rules: rules.players.min > rules.players.max,
        "the fewest players cannot be more than the most",
    ),
    Exclusion(
        ("uno.slap", "players.max"),
        lambda rules: rules.uno.slap and rules.players.max < 3,
        "slapping the pile needs three players or more",
    ),
    Exclusion(
        ("deal.method", "players.min"),
        lambda rules: rules.deal.method == "draft" and rules.players.min > 2,
        "a draft is for exactly two players",
    ),
    Exclusion(
        ("deal.method", "uno.slap"),
        lambda rules: rules.deal.method == "draft" and rules.uno.slap,
        "a draft is for exactly two players, and slapping the pile needs three",
    ),
    Exclusion(
        ("dealer.next", "players.min"),
        lambda rules: rules.dealer.next == "alternate" and rules.players.min > 2,
        "dealing by turns is for exactly two players; use 'left' for more",
    ),
    Exclusion(
        ("dealer.next", "uno.slap"),
        lambda rules: rules.dealer.next == "alternate" and rules.uno.slap,
        "dealing by turns is for exactly two players, and slapping the pile needs three",
    ),
    Exclusion(
        ("first_player", "players.min"),
        lambda rules: rules.first_player == "other-than-drafter" and rules.players.min > 2,
        "'other-than-drafter' is for exactly two players",
    ),
    Exclusion(
        ("first_player", "uno.slap"),
        lambda rules: rules.first_player == "other-than-drafter" and rules.uno.slap,
        "'other-than-drafter' is for exactly two players, and slapping the pile needs three",
    ),
    Exclusion(
        ("deal.dealer_opens", "deal.method"),
        lambda rules: rules.deal.dealer_opens and rules.deal.method == "draft",
        "a draft deals no last card for the dealer to open with",
    ),
    Exclusion(
        ("scoring.at_target", "scoring.method"),
        lambda rules: rules.scoring.at_target == "eliminate" and rules.scoring.method != "own-hand",
        "elimination works only where everyone scores their own hand (own-hand)",
    ),
    Exclusion(
        ("scoring.at_target", "match.rounds"),
        lambda rules: rules.scoring.at_target == "eliminate" and rules.match.rounds > 0,
        "elimination plays until one seat is left, so there cannot be a fixed number of rounds",
    ),
    Exclusion(
        ("scoring.at_target", "scoring.target"),
        lambda rules: rules.scoring.at_target == "eliminate" and rules.scoring.target == 0,
        "elimination needs a target",
    ),
    Exclusion(
        ("scoring.target", "scoring.method", "match.rounds"),
        _endless,
        "without a target the match would never end; set match.rounds or a target",
    ),
    Exclusion(
        ("scoring.method", "round.ends"),
        lambda rules: rules.scoring.method == "points-per-out" and rules.round.ends == "last-left",
        "under points-per-out everyone draws a new hand and nobody ever leaves the round",
    ),
    Exclusion(
        ("round.refills", "scoring.method"),
        lambda rules: rules.scoring.method == "points-per-out" and bool(rules.round.refills),
        "under points-per-out a new hand is always six cards, so there are no refills",
    ),
    Exclusion(
        ("dealer.choose", "deck.cards.each_color"),
        lambda rules: rules.dealer.choose == "high-card" and len(_numbers(rules)) < 2,
        "drawing for the deal needs at least two different numbers in the deck",
    ),
    Exclusion(
        ("first_card.actions", "deck.cards.each_color"),
        lambda rules: (
            rules.first_card.actions == "replace"
            and not rules.first_card.none
            and not _numbers(rules)
        ),
        "no card of this deck could be turned first: there are no numbers in it",
    ),
)


def _numbers(rules: Ruleset) -> set[int]:
    return {
        face.number for face in rules.faces.values() if face.number is not None and not face.wild
    }


def deck_size(rules: Ruleset) -> int:
    """How many cards lie on the table before the deal, all copies together."""
    return _cards_in_one_deck(rules) * rules.deck.copies


def _cards_in_one_deck(rules: Ruleset) -> int:
    cards = rules.deck.cards
    return sum(cards.each_color.values()) * len(rules.colors) + sum(cards.wilds.values())


def seat_range(rules: Ruleset) -> tuple[int, int]:
    """The fewest and the most seats these rules can be played with, whichever knob says so."""
    fewest, most = rules.players.min, rules.players.max
    if rules.uno.slap:
        fewest = max(fewest, 3)
    if (
        rules.deal.method == "draft"
        or rules.dealer.next == "alternate"
        or rules.first_player == "other-than-drafter"
    ):
        most = min(most, 2)
    return fewest, most


def copies_needed(rules: Ruleset, seats: int) -> int:
    """How many decks it takes so that the deal leaves 15 cards to draw (D-8); at least 1."""
    wanted = seats * rules.deal.cards + MIN_DRAW_PILE
    if rules.deal.method == "draft":
        wanted = max(wanted, 2 * seats * rules.deal.cards)
    return max(1, -(-wanted // _cards_in_one_deck(rules)))


def seats_problem(rules: Ruleset, seats: int) -> str | None:
    """Why this many seats cannot play these rules, in one sentence; None when they can."""
    fewest, most = seat_range(rules)
    if seats < fewest or seats > most:
        return f"{rules.name} is {_range_words(rules, fewest, most)}, not {seats}."
    copies = copies_needed(rules, seats)
    if copies > rules.deck.copies:
        decks = "1 deck" if rules.deck.copies == 1 else f"{rules.deck.copies} decks"
        return (
            f"{seats} hands of {rules.deal.cards} would leave too few of {decks} to draw from: "
            f"{copies} decks are needed (deck.copies)."
        )
    return None


def _range_words(rules: Ruleset, fewest: int, most: int) -> str:
    reason = ""
    if rules.uno.slap and fewest == 3 and rules.players.min < 3:
        reason = " because of the slap"
    elif most == 2 and rules.players.max > 2:
        reason = " because of the draft" if rules.deal.method == "draft" else ""
    if fewest == most:
        return f"for exactly {fewest} players{reason}"
    return f"for {fewest} to {most} players{reason}"


def all_problems(rules: Ruleset) -> list[Problem]:
    """Everything wrong with a ruleset whose values all have the right types.

    How knobs go together is looked at only where each of them is right in itself.
    """
    found = [*_text_problems(rules), *_color_problems(rules), *_deck_problems(rules)]
    for code, face in rules.faces.items():
        found += _face_problems(code, face)
    if found:
        return found
    found += _named_face_problems(rules)
    return found + [
        Problem(exclusion.knobs[0], exclusion.reason, exclusion.knobs[1:])
        for exclusion in EXCLUSIONS
        if exclusion.holds(rules)
    ]


def printable(text: str) -> bool:
    """Whether a text is one line without control, format or private-use characters."""
    return all(
        unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
        for char in text
    )


def _text_problems(rules: Ruleset) -> Iterator[Problem]:
    texts = {"id": rules.id, "name": rules.name, "summary": rules.summary, "mood": rules.mood}
    texts |= {f"match.forfeits.{at}": text for at, text in enumerate(rules.match.forfeits)}
    texts |= {f"faces.{code}.label": face.label for code, face in rules.faces.items()}
    for key, text in texts.items():
        if not printable(text):
            yield Problem(key, "must be one line of plain text without control characters")
    if not rules.name.strip():
        yield Problem("name", "must not be blank")


def _color_problems(rules: Ruleset) -> Iterator[Problem]:
    names: set[str] = set()
    letters: set[str] = set()
    for color in rules.colors:
        if not re.fullmatch(r"[a-z][a-z-]{0,11}", color.name) or color.name in ("any", "none"):
            yield Problem(
                "colors", f"{color.name[:20]!r} is not a colour name; use one lower-case word"
            )
        if not re.fullmatch(r"[A-Z]", color.letter) or color.letter == "W":
            yield Problem(
                "colors", f"{color.letter[:20]!r} cannot be a letter; use one capital except W"
            )
        if color.name in names:
            yield Problem("colors", f"two colours are called {color.name!r}")
        if color.letter in letters:
            yield Problem("colors", f"two colours have the letter {color.letter!r}")
        names.add(color.name)
        letters.add(color.letter)


def _deck_problems(rules: Ruleset) -> Iterator[Problem]:
    cards = rules.deck.cards
    for table, codes in (("each_color", cards.each_color), ("wilds", cards.wilds)):
        for code in codes:
            key = f"deck.cards.{table}.{code}"
            if not FACE_CODE.fullmatch(code):
                yield Problem(
                    key, f"{code[:20]!r} is not a face code; use up to six of A-Z a-z 0-9 + * ?"
                )
            elif is_wild_code(code) != (table == "wilds"):
                other = "wilds" if is_wild_code(code) else "each_color"
                yield Problem(key, f"{code!r} belongs in deck.cards.{other}: wilds start with W")
            elif code not in rules.faces:
                yield Problem(key, f"nothing says what {code!r} does; describe it in faces")
    if not any(not rules.faces[code].wild for code in cards.each_color if code in rules.faces):
        yield Problem("deck.cards.each_color", "the deck needs coloured cards that are not wild")
    if deck_size(rules) > MAX_DECK:
        yield Problem("deck.copies", f"{deck_size(rules)} cards are too many; {MAX_DECK} at most")


def _face_problems(code: str, face: Face) -> Iterator[Problem]:
    key = f"faces.{code}"
    effects = f"{key}.effects"
    if not FACE_CODE.fullmatch(code):
        yield Problem(key, "is not a face code; use up to six of A-Z a-z 0-9 + * ?")
    for effect in face.effects:
        problem = effect_problem(effect)
        if problem is not None:
            yield Problem(effects, problem)
            return
    names = [split_effect(effect)[0] for effect in face.effects]
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled:
        yield Problem(effects, f"{doubled!r} stands there twice")
    colored = [name for name in names if name in COLOR_EFFECTS]
    if len(colored) > 1:
        yield Problem(effects, f"only one of {' and '.join(colored)} can decide the colour")
    if face.wild and not colored:
        yield Problem(effects, f"a wild needs one of {', '.join(COLOR_EFFECTS)}")
    if face.wild and "play-all-color" in names:
        yield Problem(effects, "'play-all-color' needs a coloured card, and this one is wild")
    if face.wild and face.number is not None:
        yield Problem(f"{key}.number", "a wild has no number; leave it out")
    if is_wild_code(code) and not face.wild:
        yield Problem(f"{key}.wild", "a code that starts with W is always a wild")
    if not face.label.strip():
        yield Problem(f"{key}.label", "must not be blank")


def _named_face_problems(rules: Ruleset) -> Iterator[Problem]:
    known = {*rules.faces, *BUILT_IN}
    named = (
        ("wild_draw.faces", rules.wild_draw.faces or (), "wild draw"),
        ("answers.faces", rules.answers.faces or (), "draw card"),
        ("scoring.last_card_bonus", tuple(rules.scoring.last_card_bonus), ""),
    )
    for key, codes, kind in named:
        for code in codes:
            face = rules.faces.get(code)
            if code not in known:
                guess = nearest(code, rules.faces)
                hint = f"; did you mean {guess!r}?" if guess else ""
                yield Problem(key, f"there is no face {code[:20]!r}{hint}")
            elif face is not None and kind and not _is_draw(face, wild=kind == "wild draw"):
                yield Problem(key, f"{code!r} is not a {kind}")


def _is_draw(face: Face, *, wild: bool) -> bool:
    draws = any(split_effect(effect)[0] == "draw" for effect in face.effects)
    return draws and (face.wild or not wild)

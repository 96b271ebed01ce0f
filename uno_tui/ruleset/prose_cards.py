"""The cards of a ruleset in sentences: what is in the deck, what each face does and counts."""

from __future__ import annotations

from uno_tui.ruleset.faces import split_effect
from uno_tui.ruleset.schema import Face, Ruleset
from uno_tui.ruleset.words import (
    capital,
    cards,
    face_name,
    listed,
    number,
    points,
    wild_draws,
    with_effect,
)


def deck_sentences(rules: Ruleset) -> list[str]:
    """What is in the deck and which colours there are."""
    colors = [
        f"{color.name} ({color.letter})"
        if color.style == color.name
        else f"{color.name} ({color.letter}, shown in {color.style})"
        for color in rules.colors
    ]
    counted = rules.deck.cards
    size = sum(counted.each_color.values()) * len(rules.colors) + sum(counted.wilds.values())
    each = _counts(rules, counted.each_color)
    said = [
        f"The colours, clockwise around the wheel, are {listed(colors)}.",
        f"One deck has {size} cards: in every colour {each}"
        + (f"; besides, {_counts(rules, counted.wilds)}." if counted.wilds else "."),
    ]
    if rules.deck.copies > 1:
        said.append(f"{capital(number(rules.deck.copies))} such decks are shuffled together.")
    return said


def _counts(rules: Ruleset, counts: dict[str, int]) -> str:
    """Faces grouped by how many there are: "one 0, two each of 1, 2 and 3"."""
    groups: dict[int, list[str]] = {}
    for code, count in counts.items():
        if count:
            groups.setdefault(count, []).append(code)
    said = []
    for count, codes in sorted(groups.items()):
        plain = [code for code in codes if code.isdigit() and face_name(rules, code) == code]
        names = _runs(sorted(int(code) for code in plain))
        names += [face_name(rules, code) for code in codes if code not in plain]
        each = " each of" if len(codes) > 1 else ""
        said.append(f"{number(count)}{each} {listed(names)}")
    return listed(said)


def face_sentences(rules: Ruleset) -> list[str]:
    """What every face in the deck does and counts; plain numbers share one sentence."""
    plain = [code for code, face in rules.faces.items() if _is_plain(code, face)]
    said = []
    if plain:
        said.append(f"{_numbers(plain)} nothing special and count in points what they show.")
    said += [
        f"{face_name(rules, code)}: {face_text(rules, face)} {counts_text(rules, face)}"
        for code, face in rules.faces.items()
        if code not in plain
    ]
    return [*said, *_last_card(rules)]


def _last_card(rules: Ruleset) -> list[str]:
    draws = with_effect(rules, "draw") or with_effect(rules, "everyone-draws")
    goes_on = (
        rules.round.ends == "last-left"
        or bool(rules.round.refills)
        or rules.scoring.method == "points-per-out"
    )
    said = []
    if draws:
        said.append(
            "A draw card that ends the round is still drawn for before hands are counted; "
            "anything else on a last card is idle then."
        )
    if goes_on:
        said.append("As long as the round goes on, a last card takes full effect.")
    return said


def _numbers(plain: list[str]) -> str:
    """The plain numbers as the start of a sentence, runs drawn together: "The cards 0 to 9 do"."""
    return f"The cards {listed(_runs(sorted(int(code) for code in plain)))} do"


def _runs(numbers: list[int]) -> list[str]:
    """[0, 1, 2, 4] -> ["0 to 2", "4"]."""
    runs: list[list[int]] = []
    for value in numbers:
        if runs and runs[-1][-1] + 1 == value:
            runs[-1].append(value)
        else:
            runs.append([value])
    said: list[str] = []
    for run in runs:
        if len(run) > 2:
            said.append(f"{run[0]} to {run[-1]}")
        else:
            said += [str(value) for value in run]
    return said


def _is_plain(code: str, face: Face) -> bool:
    same = face.number is not None and face.points == face.number and code == str(face.number)
    return same and not face.effects and not face.wild and face.label == code


def counts_text(rules: Ruleset, face: Face) -> str:
    """What the face counts, and as which number it matches."""
    as_number = ""
    if face.number is not None and face.label != str(face.number):
        as_number = f"It is the number {face.number}. "
    elif face.number is None and face.label.isdigit() and not face.wild:
        as_number = "It is not a number card. "
    if rules.scoring.count == "numbers" and face.number is None:
        return f"{as_number}It counts nothing here ({points(face.points)} where every card counts)."
    return f"{as_number}Left in a hand it counts {points(face.points)}."


def face_text(rules: Ruleset, face: Face) -> str:
    """What laying the face does, in one or two sentences."""
    parts = [_effect(rules, face, effect) for effect in face.effects]
    start = "may be laid on anything. " if face.wild else ""
    if not parts:
        return capital(f"{start}it does nothing special.".strip())
    said = " Then ".join(f"{part}." for part in parts)
    return capital(f"{start}{capital(said) if start else said}")


def _effect(rules: Ruleset, face: Face, effect: str) -> str:
    """One effect as a clause without a full stop."""
    name, count = split_effect(effect)
    if name == "draw":
        return _draw(rules, face, count)
    if name == "reverse":
        return _reverse(rules)
    if name == "everyone-draws":
        return f"all other players draw {cards(count)} and lose no turn"
    return {
        "skip": "the next player loses the turn",
        "color": "its player names the colour, the current one if they like",
        "color-wheel": "the colour moves one step around the wheel, the way play is going",
        "any-next": "anything may be laid on it",
        "again": "its player takes another turn",
        "play-all-color": "its player may lay all other cards of that colour with it, in any "
        "order but all or none of them; only the last one takes effect",
        "swap-hands": "its player swaps hands with a player of their choice",
        "rotate-hands": "every hand moves on to the next player",
        "exchange-card": "its player may pick somebody, and each of the two gives the other one "
        "card, unseen",
        "dip": "its player draws one card and passes one card of their choice to the next player",
        "skip-all": "all others lose a turn, so its player goes again",
        "silence": "a silence starts: whoever talks draws two",
    }[name]


def _draw(rules: Ruleset, face: Face, count: int) -> str:
    if rules.turn.draw_loses_turn:
        said = f"the next player draws {cards(count)} and loses the turn"
    else:
        said = f"the next player draws {cards(count)} and still takes the turn"
    guarded = face.wild and any(rules.faces[code] is face for code in wild_draws(rules))
    if guarded and rules.wild_draw.policing == "challenge":
        said += ", unless they challenge it and are right"
    return said


def _reverse(rules: Ruleset) -> str:
    said = "the direction of play turns"
    if rules.players.min == 2:
        said += "; with two players it skips as well"
    return said

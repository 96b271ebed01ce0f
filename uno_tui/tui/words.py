"""The sentences of the table as data: what to say for each kind of event, and why.

Braces are filled in by `text.Wording`: {Who} did it, {whom} it was done to, {cards}, {color},
{n_cards} and so on; `text.py` lists them all. All sentences are in the past tense, so that they
read right for "you" and for a name.
"""

from __future__ import annotations

SENTENCES: dict[tuple[str, str], str] = {
    ("round", ""): "Round {n}: the deal is with {who}.",
    ("round", "dealer-card"): "Round {n}: {who} drew the highest card, {cards}, and dealt.",
    ("dealer-card", ""): "{Who} drew {cards} to choose the dealer.",
    ("dealt", ""): "{Who} got {n_cards}.",
    ("turned", ""): "{cards} was turned up to start.",
    ("turned", "bury"): "{cards} was turned up and buried in the pile; another was turned.",
    ("turned", "replace"): "{cards} was turned up and put back; another was turned.",
    ("opened", ""): "{Who} opened with {cards}.",
    ("kept", ""): "{Who} kept the card.",
    ("kept", "forced"): "{Who} had to keep the next card.",
    ("discarded", ""): "{Who} discarded {cards} in the draft.",
    ("played", ""): "{Who} laid {cards}{then_color}.",
    ("played", "jump-in"): "{Who} jumped in with {cards}{then_color}.",
    ("played", "answer"): "{Who} answered with {cards}{then_color}.",
    ("played", "deflect"): "{Who} sent it back with {cards}{then_color}.",
    ("played", "pair"): "{Who} laid a pair, {cards}{then_color}.",
    ("played", "lay-color"): "{Who} laid the whole colour: {cards}{then_color}.",
    ("color", ""): "{Who} named {color}.",
    ("color", "wheel"): "The colour wheel moved on to {color}.",
    ("color", "first-card"): "{Who} named {color} for the first card.",
    ("direction", ""): "The direction turned: {way}.",
    ("drew", ""): "{Who} drew {cards}.",
    ("drew", "dip"): "{Who} dipped for {cards}.",
    ("passed", ""): "{Who} passed.",
    ("passed", "kept"): "{Who} kept the drawn card.",
    ("passed", "unplayable"): "{Who} could not lay the drawn card and passed.",
    ("passed", "stuck"): "{Who} could neither draw nor play and passed.",
    ("skipped", ""): "{Who} lost the turn.",
    ("again", ""): "{Who} got another turn.",
    ("owes", ""): "{Who} owed {n_cards} because of {whoms} {cards}.",
    ("owes", "stack"): "The stack grew: {who} owed {n_cards}.",
    ("owes", "pass-on"): "It was passed on: {who} owed {n_cards}.",
    ("owes", "deflect"): "It was sent back: {who} owed {n_cards}.",
    ("owes", "jump-in"): "After the jump-in {who} owed {n_cards}.",
    ("owes", "turn"): "{Who} had to answer {whoms} {cards} or lose the turn.",
    ("owes", "turn-deflect"): "It was sent back: {who} had to answer or lose the turn.",
    ("owes", "turn-pass-on"): "It was passed on: {who} had to answer or lose the turn.",
    ("owes", "turn-jump-in"): "After the jump-in {who} had to answer or lose the turn.",
    ("challenged", ""): "{Who} challenged {whom}.",
    ("guilty", ""): "The challenge was right: {whom} {was_dishonest}.{hand}",
    ("innocent", ""): "The challenge was wrong: {whom} {was_honest}.{hand}",
    ("took-back", ""): "{Who} took {cards} back.",
    ("uno", ""): "{Who} called UNO!",
    ("forgot", ""): "{Who} had one card left and said nothing.",
    ("caught", ""): "{Who} caught {whom} without the UNO call.",
    ("uncaught", ""): "Nobody caught {whose} forgotten UNO call in time.",
    ("swapped", ""): "{Who} swapped hands with {whom}.",
    ("rotated", ""): "Every hand moved on to the next seat.",
    ("exchange", ""): "{Who} exchanged a card with {whom}.",
    ("gave", ""): "{Who} gave {whom} {cards}.",
    ("silence", ""): "{Who} started a silence: who talks draws 2.",
    ("silence-over", ""): "The silence is over.",
    ("said", ""): "{Who} said something.",
    ("advised", ""): "{Who} advised {whom}.",
    ("advised", "self"): "{Who} asked for advice.",
    ("slap", ""): "{Who} slapped the pile.",
    ("slap-last", ""): "{Who} slapped last.",
    ("ready", ""): "{Who} said: ready.",
    ("reshuffled", ""): "The discards were shuffled into a new draw pile of {n_cards}.",
    ("reshuffled", "flip"): "The discards were turned over into a new draw pile of {n_cards}.",
    ("refused", ""): "{Who} tried {cards}, which was not allowed{fined}.",
    ("out", ""): "{Who} went out{in_place}.",
    ("point", ""): "{Who} went out and wrote {n_points}.",
    ("round-over", ""): "The round went to {who}.",
    (
        "round-over",
        "deadlock",
    ): "Nobody could draw or play; the lowest hand, {whose}, won the round.",
    ("round-over", "exhausted"): "The draw pile was used up; the round went to {who}.",
    ("round-over", "limit"): "The round grew too long; the lowest hand, {whose}, won it.",
    ("scored", ""): "{Who} scored {n_points}{left_with}.",
    ("scored", "nothing"): "{Who} {were} left with {cards}.",
    ("eliminated", ""): "{Who} reached the target and left the match.",
    ("match-over", ""): "The match is over.",
}
"""(kind of event, reason) -> sentence; the empty reason stands for every other one."""

WHY_OF: dict[tuple[str, str], str] = {
    ("drew", "penalty"): "what was owed",
    ("drew", "challenge"): "lost challenge",
    ("drew", "guilty"): "dishonest wild draw",
    ("drew", "uncaught"): "forgotten UNO call",
    ("drew", "caught"): "caught without the UNO call",
    ("drew", "fine"): "fine for a mistake",
    ("drew", "everyone"): "everyone draws",
    ("drew", "refill"): "a new hand",
    ("drew", "silence"): "talked during the silence",
    ("drew", "slap"): "slapped last",
    ("drew", "advice"): "gave advice",
    ("drew", "false-call"): "call without cause",
    ("round-over", "out"): "no cards left",
}
"""(kind of event, reason) -> the rule at work, told in brackets."""

CARD_EFFECTS: dict[str, str] = {
    "skip": "the next seat loses its turn",
    "reverse": "the direction turns",
    "draw": "the next seat draws {n}",
    "color": "you name the colour",
    "color-wheel": "the colour moves one step around the wheel",
    "any-next": "anything may be laid on it",
    "again": "you take another turn",
    "play-all-color": "all your cards of its colour may go with it",
    "swap-hands": "you swap hands with a seat of your choice",
    "rotate-hands": "every hand moves to the next seat",
    "exchange-card": "you may exchange a card with a seat of your choice",
    "dip": "you draw one card and pass one on",
    "everyone-draws": "every other seat draws {n}",
    "silence": "a silence starts: who talks draws 2",
}
"""What an effect does, for the help on a card."""

HONEST_HAND: dict[str, tuple[str, str]] = {
    "no-color": (
        "had no card of the colour before{color}",
        "had a card of the colour before{color}",
    ),
    "no-color-or-symbol": (
        "had nothing of the colour{color}, number or symbol before",
        "had a card of the colour{color}, number or symbol before",
    ),
    "no-other-playable": ("had nothing else to lay", "had something else to lay"),
    "always": ("may lay it at any time", "was caught"),
}
"""What an honest and a dishonest hand held at a challenge, by the ruleset's `wild_draw.legal_if`.

{color} is the colour in brackets, or nothing where there was none."""

HONEST_WHEN: dict[str, str] = {
    "no-color": "with no card of the colour before{color} in hand",
    "no-color-or-symbol": "with nothing of the colour{color}, number or symbol before in hand",
    "no-other-playable": "with nothing else in hand that could be laid",
    "always": "in one's turn",
}
"""When a wild draw is honest, for whoever may challenge it; {color} as above."""

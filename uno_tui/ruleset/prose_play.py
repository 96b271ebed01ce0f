"""Set-up, the turn, wild draws, answers, UNO calls and house rules in sentences.

Each function takes a ruleset and gives the sentences of one section. A knob that has no part
in these rules (see `dormant.py`) is passed over here.
"""

from __future__ import annotations

from uno_tui.ruleset.checks import seat_range
from uno_tui.ruleset.prose_cards import deck_sentences
from uno_tui.ruleset.schema import Ruleset
from uno_tui.ruleset.words import (
    capital,
    cards,
    face_name,
    face_names,
    listed,
    number,
    wild_draws,
    with_effect,
)


def set_up(rules: Ruleset) -> list[str]:
    """Players, deck, dealer, deal, first card, first player."""
    return [_players(rules), *deck_sentences(rules), *_dealer(rules), *_deal(rules),
            *_first_card(rules), _first_player(rules)]  # fmt: skip


def _players(rules: Ruleset) -> str:
    fewest, most = rules.players.min, rules.players.max
    limits = f"For {number(fewest)} to {number(most)} players"
    if fewest == most:
        limits = f"For exactly {number(fewest)} players"
    real = seat_range(rules)
    if real != (fewest, most):
        limits += f"; the rules below leave {number(real[0])}" + (
            "" if real[0] == real[1] else f" to {number(real[1])}"
        )
    return f"{limits}."


def _dealer(rules: Ruleset) -> list[str]:
    said = {
        "high-card": "Everybody draws a card and the highest number deals; ties draw again.",
        "first-seat": "The first seat deals first.",
        "random": "Chance picks the first dealer.",
    }[rules.dealer.choose]
    if rules.dealer.choose == "high-card":
        said += {
            "redraw": " A card without a number goes back, and that player draws another.",
            "zero": " A card without a number counts as 0 in this.",
        }[rules.dealer.action_card]
    after = {
        "left": "After each round the deal moves one seat to the left.",
        "same": "The same player deals every round.",
        "loser": "Whoever is left with the most points in hand deals the next round.",
        "alternate": "The two players deal by turns.",
    }[rules.dealer.next]
    return [said, after]


def _deal(rules: Ruleset) -> list[str]:
    if rules.deal.method == "draft":
        drafted = (
            f"Hands are drafted until both hold {cards(rules.deal.cards)}: look at the top card "
            "and keep it, in which case the next one is discarded face up, or discard it face up "
            "and keep the next one, whatever it is. The discards go face down under the pile."
        )
        return [drafted]
    said = [f"Everybody is dealt {cards(rules.deal.cards)}."]
    if rules.deal.dealer_opens:
        said.append(
            "The dealer's last card is laid face up as the opening, and what it does hits the "
            "next player; the dealer names the colour if it is a wild. No card is turned."
        )
    return said


def _first_card(rules: Ruleset) -> list[str]:
    first = rules.first_card
    if rules.deal.dealer_opens:
        return []
    if first.none:
        return ["No card is turned: the first player may lay anything."]
    said = ["The top card is turned to start the discard pile."]
    said.append(
        {
            "apply": "A Skip or draw card turned there hits the first player.",
            "replace": "If it is an action card it goes back into the pile and another is turned.",
            "ignore": "A Skip or draw card turned there does nothing.",
        }[first.actions]
    )
    reverses = with_effect(rules, "reverse") or with_effect(rules, "play-all-color")
    if reverses and first.actions != "replace":
        said.append(_turned_reverse(rules))
    if any(face.wild for face in rules.faces.values()):
        said.append(
            {
                "bury": "A turned wild is buried in the pile and another card is turned.",
                "first-chooses": "For a turned wild the first player names the colour.",
                "dealer-chooses": "For a turned wild the dealer names the colour.",
            }[first.wild]
        )
    if any(rules.faces[code].wild for code in with_effect(rules, "draw")):
        said.append(
            {
                "bury": "A turned wild draw is buried in the pile and another card is turned.",
                "first-chooses": "A turned wild draw makes nobody draw; the first player names "
                "the colour.",
                "apply": "A turned wild draw is carried out: the first player draws and loses the "
                "turn, and the dealer names the colour.",
            }[first.wild_draw]
        )
    return said


def _turned_reverse(rules: Ruleset) -> str:
    return {
        "right-of-dealer": "A turned Reverse turns the direction, and the player to the dealer's "
        "right starts.",
        "dealer-first": "A turned Reverse turns the direction, and the dealer starts.",
        "lay-color": "A turned Reverse lets the first player lay all cards of its colour as the "
        "first turn.",
        "ignore": "A turned Reverse does nothing.",
    }[rules.first_card.reverse]


def _first_player(rules: Ruleset) -> str:
    return {
        "left-of-dealer": "The player to the dealer's left goes first.",
        "winner": "The winner of the last round goes first; in the first round it is the player "
        "to the dealer's left.",
        "other-than-drafter": "The player who did not begin the draft goes first.",
    }[rules.first_player]


def your_turn(rules: Ruleset) -> list[str]:
    """Matching, drawing, pairs, the empty pile."""
    turn = rules.turn
    said = [
        "Lay one card that matches the top card in colour, number or symbol, or a wild."
        if turn.match_symbols
        else "Lay one card that matches the top card in colour or number, or a wild; symbols "
        "match within their colour only."
    ]
    draw = "draw one card" if turn.draw == "one" else "draw until a playable card comes"
    if turn.optional_draw:
        said.append(f"If you cannot play, {draw}. You may also draw when you could play.")
    else:
        said.append(f"If you cannot play, {draw}. If you can play, you must.")
    said.append(
        {
            "may": "A playable card just drawn may be played at once or kept; no other card may.",
            "must": "A playable card just drawn must be played at once.",
            "never": "A card just drawn is never played in the same turn.",
        }[turn.play_drawn]
    )
    if not turn.draw_loses_turn:
        said.append("Drawing for somebody's draw card does not cost you the turn.")
    if turn.doubles:
        said.append("Two identical number cards may be laid together as one play.")
    if turn.identical_skip:
        said.append(
            "Two identical coloured cards of any kind may be laid together, and the next player "
            "loses the turn for it."
        )
    said.append(
        {
            "reshuffle": "When the draw pile is empty, all discards but the top one are shuffled "
            "into a new one.",
            "flip": "When the draw pile is empty, all discards but the top one are turned over, "
            "unshuffled.",
            "end-round": "When the draw pile is empty and a card is needed, the round ends.",
        }[rules.deck.exhausted]
    )
    return said


def wild_draw(rules: Ruleset) -> list[str]:
    """Honesty and challenges; empty when the deck has no wild draws."""
    every = [code for code in with_effect(rules, "draw") if rules.faces[code].wild]
    guarded = wild_draws(rules)
    if not every:
        return []
    if rules.wild_draw.policing == "none":
        return [f"{_names(rules, every)} may be laid at any time, and nobody may challenge it."]
    if not guarded:
        return [f"{_names(rules, every)} may be laid at any time; {_only(rules)}."]
    said = [f"{_names(rules, guarded)} is honest {_honest(rules)}"]
    if rules.wild_draw.faces is not None:
        said.append(f"{capital(_only(rules))}.")
    free = [code for code in every if code not in guarded]
    if free:
        said.append(f"{_names(rules, free)} may always be laid.")
    if rules.wild_draw.policing == "strict":
        return [*said, "The table refuses any other play of it."]
    said.append("Laid as your last card it is always honest.")
    said.append(
        "You may lay it all the same, but the next player may challenge before drawing, and is "
        "shown the hand it came from."
    )
    said.append(
        {
            "draws": "Caught, you draw the cards instead; the colour stays, and the challenger "
            "plays.",
            "takes-back": "Caught, you take the card back, draw the cards yourself and lose the "
            "turn; the challenger plays.",
        }[rules.wild_draw.guilty]
    )
    extra = rules.wild_draw.challenge_extra
    more = f"{cards(extra)} more than was owed" if extra else "just what was owed"
    said.append(f"A wrong challenge costs {more}, and the turn.")
    return said


def _only(rules: Ruleset) -> str:
    chosen = list(rules.wild_draw.faces or ())
    return f"this is asked of {_names(rules, chosen) or 'no card'} only"


def _names(rules: Ruleset, codes: list[str]) -> str:
    return face_names(rules, codes, "or")


def _honest(rules: Ruleset) -> str:
    numbers = "number" if not rules.turn.match_symbols else "number or symbol"
    return {
        "no-color": "when you hold no card of the current colour.",
        "no-color-or-symbol": f"when you hold no card of the current colour nor of the same "
        f"{numbers}.",
        "no-other-playable": "when nothing else in your hand could be played, wilds included.",
        "always": "whatever else you hold.",
    }[rules.wild_draw.legal_if]


def answering(rules: Ruleset) -> list[str]:
    """Passing on, stacking, cross answers, Draw Two on Wild Draw Four, deflecting."""
    answers = rules.answers
    draws = with_effect(rules, "draw")
    said = []
    if answers.draw == "none":
        said.append("A draw card cannot be answered with another one.")
    else:
        said += _draw_answers(rules, draws)
    if answers.draw2_beats_wild_draw != "none":
        color = {"named-color": "of the named colour", "any": "of any colour"}
        sum_up = "the sum" if answers.draw == "stack" else "two cards"
        said.append(
            f"A coloured Draw Two {color[answers.draw2_beats_wild_draw]} answers a Wild Draw Four "
            f"(W+4); the next player then owes {sum_up}."
        )
    if answers.reverse_deflects:
        said.append(
            "A Reverse of the current colour sends a Skip, a draw card or a wild draw back to the "
            "player it came from, who may answer in turn; the direction turns."
        )
    return said


def _draw_answers(rules: Ruleset, draws: list[str]) -> list[str]:
    answers = rules.answers
    if answers.faces is None:
        which = "A draw card may be answered with another of the same kind"
    elif answers.faces:
        which = f"{_names(rules, list(answers.faces))} may be answered with another of the same"
    else:
        which = "No draw card may be answered with its like"
    then = {
        "pass-on": "whoever cannot answer draws for the last card only.",
        "stack": "the cards add up, and whoever cannot or will not answer draws them all.",
    }.get(answers.draw, "")
    said = [f"{which}: {then}"]
    if answers.cross:
        said.append("A draw card of equal or higher number also answers a different, lower one.")
    return said


def calling_uno(rules: Ruleset) -> list[str]:
    """The call, the window, what it costs, the slap."""
    uno = rules.uno
    said = [
        {
            "until-caught": "Call UNO when you are about to play your second-last card, or after "
            "it until somebody catches you.",
            "with-play": "Call UNO before or with the play of your second-last card; after it is "
            "too late.",
        }[uno.call],
        {
            "next-turn": "You can be caught until the next player plays or draws.",
            "next-card": "You can be caught until the next player lays a card.",
            "own-next-play": "You can be caught until you play again.",
        }[uno.window],
        f"Being caught costs {cards(uno.penalty)}.",
    ]
    if uno.uncaught:
        said.append(f"If nobody notices in time, you draw {cards(uno.uncaught)} all the same.")
    if uno.false_call:
        said.append(f"Calling or catching without cause costs {cards(uno.false_call)}.")
    if uno.slap:
        said.append("When UNO is called, all others slap the pile, and the last one draws two.")
    return said


def house_rules(rules: Ruleset) -> list[str]:
    """Jump-in, fines, silence, manners and refills; empty when there are none."""
    said = _jump_in(rules)
    if rules.penalties.mistake:
        said.append(
            f"An illegal play, a false call or a false catch costs "
            f"{cards(rules.penalties.mistake)}."
        )
    if rules.penalties.advice:
        said.append(
            f"Telling somebody which card to lay costs {cards(rules.penalties.advice)}; so does "
            "asking for a hint."
        )
    if rules.silence.trigger == "2":
        said.append(
            "After a 2 nobody may talk until the turn is back with whoever laid it; who does "
            "draws two, and the silence is over."
        )
    if rules.silence.trigger == "wild":
        said.append(
            "After a wild nobody may talk until its colour changes; who does draws two, and the "
            "silence is over."
        )
    if rules.courtesy.ready:
        said.append("After somebody drew four or more, play waits until they say Ready.")
    if rules.round.refills:
        sizes = listed([number(size) for size in rules.round.refills], "then")
        said.append(
            f"Out of cards, you draw a new hand and play on: first {sizes}. Out of the last one "
            "you are out for good."
        )
    return said


def _jump_in(rules: Ruleset) -> list[str]:
    jump = rules.jump_in
    if not jump.enabled:
        return []
    who = {
        "anyone": "Whoever holds a card identical to the top card may lay it out of turn, and "
        "play goes on from there.",
        "self": "Whoever laid the top card may lay an identical one right after it.",
    }[jump.who]
    wilds = (
        "Wilds that make nobody draw may do so on their like; wild draws never may."
        if jump.wild
        else "Wilds never may."
    )
    return [f"{who} {wilds}"]


def last_cards(rules: Ruleset) -> list[str]:
    """Bonuses for going out with a certain face."""
    bonus = rules.scoring.last_card_bonus
    return [
        f"Going out with {face_name(rules, code)} takes {worth} off your own total."
        for code, worth in bonus.items()
    ]


def goal(rules: Ruleset) -> list[str]:
    """What the game is, and what wins a round."""
    said = [rules.summary] if rules.summary else []
    if rules.scoring.method == "points-per-out":
        said.append("Lay your last card as often as you can before the draw pile is used up.")
    elif rules.round.ends == "last-left":
        said.append("Be out of cards early; the round goes on until one player still holds some.")
    elif rules.round.refills:
        said.append("Be the first to play out the last of your hands; that ends the round.")
    else:
        said.append("Be the first to have no cards left; that ends the round.")
    return [capital(sentence) for sentence in said]

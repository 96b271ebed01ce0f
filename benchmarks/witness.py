"""An independent witness: classic UNO in one flat function that shares nothing with the engine.

It exists for two reasons: to be *compared* with the engine move for move (two programs written
apart rarely share a mistake), and to be *raced* against it (what pure Python can do when nothing
but the classic rules has to be possible). It imports nothing of ours.

Which rules it carries out, by their ids in the rulebook (the ruleset `classic`, all defaults):

    D-4        the 108 cards
    S-1 S-4    2-10 seats, seven cards each, one at a time from the dealer's left
    S-7 S-8    first card: Skip, Draw Two applied; Reverse: the dealer starts, counter-clockwise;
               Wild: the first seat names the colour; Wild Draw Four is buried, another is turned
    R-5        buried anywhere but among the top five cards (or as deep as it goes)
    T-1        match by colour, number or symbol; wilds on anything
    T-2 T-3    draw one card, also with a playable card in hand; then only that card may be played
    T-4        a playable drawn card is played or kept
    T-5 R-7    the discards but the top one are reshuffled when a card is needed
    R-6        who can neither draw nor play passes by itself; who can play must, with both piles
               empty; T-6 a full circle of such passes ends the round, the lowest hand wins it
    T-8 R-36   direction; with two seats a Reverse skips and turns the direction all the same
    E-1 .. E-4 skip, reverse, draw, colour
    E-16       a draw card laid last is still drawn before counting, other effects are not
    W-1 .. W-4 any Wild Draw Four may be laid, the next seat may challenge: guilty when the player
               held the colour in force (draws four, the challenger plays), else six for the
               challenger; laid as the last card it cannot be challenged
    U-1 .. U-5 R-18 R-19 R-37: calling before, with or after the play, catching until the next
               seat plays or draws, two cards; a call lasts until the hand grows
    C-1 C-2    the winner scores all other hands
    R-32 R-42  a round of 2,000 turns (plays and draws) ends as in T-6

Not here, because they lie outside one round: choosing the dealer, the match and its target.

A *kind* is an int: colour * 13 + face for the coloured cards (faces 0-9, then SKIP, REVERSE,
DRAW_TWO), 52 for the Wild, 53 for the Wild Draw Four. Piles are lists whose LAST item is on top.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import random
from typing import NamedTuple

SKIP, REVERSE, DRAW_TWO = 10, 11, 12
WILD, WILD_DRAW = 52, 53
LETTERS = "RBGY"
FACE_CODES = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2")
CODES = (*(letter + face for letter in LETTERS for face in FACE_CODES), "W", "W+4")
"""The notation of every kind, indexed by kind."""

COLOR_OF = (*(kind // 13 for kind in range(52)), -1, -1)
FACE_OF = (*(kind % 13 for kind in range(52)), 13, 14)
POINTS = (*((*range(10), 20, 20, 20)[kind % 13] for kind in range(52)), 50, 50)
DECK = tuple(
    kind for kind in range(54) for _ in range(4 if kind >= WILD else 1 if kind % 13 == 0 else 2)
)
FITS = tuple(
    frozenset(k for k in range(54) if k >= WILD or k // 13 == color or k % 13 == face).__contains__
    for color in range(4)
    for face in range(15)
)
"""FITS[colour * 15 + face of the top card](kind): whether the kind may be laid (T-1)."""

# What the table waits for.
TURN, DRAWN, RESPOND, COLOR = range(4)

# Move codes: 0-51 lay that kind; 52 + 2 * colour lay a Wild, 53 + 2 * colour a Wild Draw Four,
# naming that colour. UNO_FLAG is added to a play that is announced with the call.
DRAW, PASS, ACCEPT, CHALLENGE, CALL = 60, 61, 62, 63, 64
NAME = 65  # + colour: the first seat's choice when a Wild is turned
CATCH = 70  # + seat caught
UNO_FLAG = 128


class Look(NamedTuple):
    """The table as `choose` is shown it; the lists are live: read, don't write."""

    hands: list[list[int]]
    pile: list[int]
    discard: list[int]
    color: int
    direction: int
    turn: int
    phase: int
    drawn: int
    owing: int
    called: list[bool]
    turns: int


class Result(NamedTuple):
    """A finished round. `points` is what `winner` scores; `why` is out, deadlock or limit."""

    winner: int
    points: int
    why: str
    hands: list[list[int]]
    pile: list[int]
    discard: list[int]
    turns: int


Move = tuple[int, int]
Choose = Callable[[Look, list[Move]], Move]


def shuffled(cards: Sequence[int] = DECK) -> list[int]:
    """The cards in random order; about 1.7 times as fast as random.shuffle on a copy."""
    mixed = list(cards)
    for at in range(len(mixed) - 1, 0, -1):
        other = int(random() * (at + 1))
        mixed[at], mixed[other] = mixed[other], mixed[at]
    return mixed


def random_depth(least: int, most: int) -> int:
    """How many cards lie above a buried card, `least` and `most` included."""
    return least + int(random() * (most - least + 1))


def play_round(
    order: list[int],
    seats: int,
    dealer: int,
    choose: Choose | None = None,
    *,
    hands: list[list[int]] | None = None,
    shuffle: Callable[[list[int]], list[int]] = shuffled,
    bury: Callable[[int, int], int] = random_depth,
    trace: list[Move] | None = None,
    limit: int = 2000,
) -> Result:
    """Play one round and return how it ended.

    `order` is the shuffled deck, the LAST item is dealt first; it is used up. With `hands` given
    the deal is over and `order` is what is left. `choose(look, legal)` must return one of the
    (seat, code) pairs in `legal`, else ValueError; without it every seat plays at random: any
    playable card, draws only when nothing is playable, plays what it drew, never challenges, never
    forgets to call UNO. `shuffle` gives the new draw pile from the discards (bottom
    to top), `bury` the depth of a buried card. `trace` collects the moves.
    """
    pile = order
    if hands is None:
        hands = [[] for _ in range(seats)]
        around = hands[dealer + 1 :] + hands[: dealer + 1]
        for _ in range(7):
            for hand in around:
                hand.append(pile.pop())

    # The first card (S-7): the seat to the dealer's left is `turn`.
    top = pile.pop()
    while top == WILD_DRAW:
        depth = bury(min(5, len(pile)), len(pile))
        pile.insert(len(pile) - depth, top)
        top = pile.pop()
    discard = [top]
    color = COLOR_OF[top]
    face = FACE_OF[top]
    turn = (dealer + 1) % seats
    direction = 1
    phase = TURN
    owed = 0  # cards `victim` draws before anything else happens
    victim = turn
    if face == 13:
        phase = COLOR
    elif face == SKIP:
        turn = (turn + 1) % seats
    elif face == REVERSE:
        turn = dealer
        direction = -1
    elif face == DRAW_TWO:
        owed = 2
        turn = (turn + 1) % seats
    fits = FITS[color * 15 + face]

    drawn = -1  # the card DRAWN is about
    liar = -1  # who laid the Wild Draw Four that RESPOND is about
    honest = True
    called = [False] * seats
    owing = -1  # who has one card and has not called, while the window is open
    stuck = 0  # passes in a row by seats that could neither draw nor play
    turns = 0
    winner = -1
    why = ""

    while True:
        if owed:
            hand = hands[victim]
            had = len(hand)
            if len(pile) >= owed:
                hand += pile[: -owed - 1 : -1]
                del pile[-owed:]
                owed = 0
            while owed:
                if not pile:
                    if len(discard) == 1:
                        break
                    top = discard.pop()
                    pile[:] = shuffle(discard)
                    discard[:] = [top]
                hand.append(pile.pop())
                owed -= 1
            owed = 0
            if len(hand) > had:
                called[victim] = False
                if owing == victim:
                    owing = -1
        if why:
            break
        if turns >= limit and phase != RESPOND:
            why = "limit"
            break

        hand = hands[turn]
        if not pile and len(discard) == 1 and phase == TURN and not any(map(fits, hand)):
            # Nothing to draw or play: the seat passes by itself, until all did (T-6).
            stuck += 1
            if stuck == seats:
                why = "deadlock"
            turn = (turn + direction) % seats
            continue

        if choose is None:
            if phase == TURN:
                can = [*filter(fits, hand)]
                if can:
                    card = can[int(random() * len(can))]
                    code = card
                    if card >= WILD:
                        name = int(random() * 4)
                else:
                    code = DRAW
            elif phase == DRAWN:
                code = card = drawn
                if card >= WILD:
                    name = int(random() * 4)
            elif phase == RESPOND:
                code = ACCEPT
            else:
                name = int(random() * 4)
                code = NAME
            seat = turn
            uno = True
        else:
            # Everything any seat may do now.
            legal: list[Move] = []
            if phase in (TURN, DRAWN):
                kinds = {drawn} if phase == DRAWN else set(filter(fits, hand))
                for kind in kinds:
                    if kind < WILD:
                        legal.append((turn, kind))
                    else:
                        legal.extend((turn, kind + 2 * each) for each in range(4))
                if phase == DRAWN:
                    legal.append((turn, PASS))
                elif pile or len(discard) > 1:
                    legal.append((turn, DRAW))
                if len(hand) == 2 and not called[turn]:
                    legal.extend([(turn, code + UNO_FLAG) for _, code in legal if code < DRAW])
            elif phase == RESPOND:
                legal += [(turn, ACCEPT), (turn, CHALLENGE)]
            else:
                legal.extend((turn, NAME + each) for each in range(4))
            if len(hand) == 2 and not called[turn]:
                legal.append((turn, CALL))
            if owing >= 0:
                legal.append((owing, CALL))
                legal.extend((seat, CATCH + owing) for seat in range(seats) if seat != owing)
            look = Look(
                hands, pile, discard, color, direction, turn, phase, drawn, owing, called, turns
            )
            move = choose(look, legal)
            if move not in legal:
                raise ValueError(f"move {move} is not one of {legal}")
            seat, code = move
            uno = code >= UNO_FLAG
            code %= UNO_FLAG
            if code < DRAW:
                card = code
                if code >= WILD:
                    name = (code - WILD) // 2
                    card = WILD + code % 2
            elif NAME <= code < CATCH:
                name = code - NAME
                code = NAME
        if trace is not None:
            told = code
            if code == NAME:
                told = NAME + name
            elif code < DRAW:
                told = card if card < WILD else card + 2 * name
                if uno and len(hand) == 2:
                    told += UNO_FLAG
            trace.append((seat, told))

        if code > DRAW:  # neither a play nor a draw
            if code >= CATCH:
                victim = owing
                owing = -1
                owed = 2
                continue
            if code == CALL:
                called[seat] = True
                if owing == seat:
                    owing = -1
                continue
            if code == NAME:
                color = name
                fits = FITS[color * 15 + 13]
                phase = TURN
                continue
            if code == PASS:
                phase = TURN
                turn = (turn + direction) % seats
                continue
            if code == ACCEPT:
                phase = TURN
                victim = turn
                owed = 4
                turn = (turn + direction) % seats
                continue
            if code == CHALLENGE:
                phase = TURN
                if honest:
                    victim = turn
                    owed = 6
                    turn = (turn + direction) % seats
                else:
                    victim = liar
                    owed = 4
                continue

        owing = -1  # a play or a draw in turn closes the window
        stuck = 0
        if code == DRAW:
            turns += 1
            if not pile:
                top = discard.pop()
                pile[:] = shuffle(discard)
                discard[:] = [top]
            drawn = pile.pop()
            hand.append(drawn)
            called[turn] = False
            if fits(drawn):
                phase = DRAWN
            else:
                turn = (turn + direction) % seats
            continue

        # A card is laid.
        turns += 1
        phase = TURN
        hand.remove(card)
        discard.append(card)
        if not hand:
            winner = turn
            why = "out"
            victim = (turn + direction) % seats
            owed = 4 if card == WILD_DRAW else 2 if FACE_OF[card] == DRAW_TWO else 0
            continue
        if len(hand) == 1:
            if uno:
                called[turn] = True
            elif not called[turn]:
                owing = turn
        before = color
        face = FACE_OF[card]
        color = name if card >= WILD else COLOR_OF[card]
        fits = FITS[color * 15 + face]
        if face < SKIP or face == 13:
            turn = (turn + direction) % seats
        elif face == SKIP:
            turn = (turn + 2 * direction) % seats
        elif face == REVERSE:
            direction = -direction
            if seats > 2:
                turn = (turn + direction) % seats
        elif face == DRAW_TWO:
            victim = (turn + direction) % seats
            owed = 2
            turn = (turn + 2 * direction) % seats
        else:
            liar = turn
            honest = True
            for kind in hand:
                if COLOR_OF[kind] == before:
                    honest = False
                    break
            phase = RESPOND
            turn = (turn + direction) % seats

    totals = [sum(map(POINTS.__getitem__, hand)) for hand in hands]
    if winner < 0:
        # T-6: the lowest hand, a tie goes to the tied seat nearest the dealer's left.
        near = [(dealer + step) % seats for step in range(1, seats + 1)]
        winner = min(near, key=totals.__getitem__)
    points = sum(totals) - totals[winner]
    return Result(winner, points, why, hands, pile, discard, turns)

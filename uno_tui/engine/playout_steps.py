"""What the play-out loop does seldom enough to have functions for it, and its books."""

from __future__ import annotations

from uno_tui.engine import told
from uno_tui.engine.actions import DRAW, PLAY, Action
from uno_tui.engine.legality import honest
from uno_tui.engine.scoring import end_round
from uno_tui.engine.state import (
    DRAWN,
    H_DREW,
    H_KEPT,
    H_PLAYED,
    H_TURN_DRAW,
    OWED_CARDS,
    OWED_TURN,
    RESPOND,
    Pending,
    State,
)

Record = list[tuple[int, Action]]

_NO_DOUBT = (True, -1, -1, False)
_DRAW = Action(DRAW)


def go_out(s: State, seat: int, card: int, record: Record | None) -> None:
    """Lay a last card that ends the round and makes nobody draw."""
    if record is not None:
        record.append((seat, Action(PLAY, (card,))))
    color = max(s.t.color_rule[card], -1)  # nobody names a colour any more
    if s.history is not None:
        s.history.append((H_PLAYED, seat, card, color, s.phase == DRAWN))
    s.hands[seat].pop()
    s.discards.append(card)
    show_top(s, color)
    if s.known:
        s.forget_card(seat, card)
    if s.log is not None:
        told.going_out(s, seat, card)
    s.turns += 1
    s.passes = s.carry = 0
    s.actor = s.base = s.layer = seat
    s.named_color = s.named_seat = s.drawn = -1
    s.fresh = False
    s.places = (seat,)
    s.out_cards = (card,)
    end_round(s, "out")


def ask(s: State, seat: int, card: int) -> None:
    """`seat` has laid a card whose penalty the seat to move may answer: ask it."""
    t = s.t
    n = t.draw_n[card]
    if not n:
        s.pending = Pending(OWED_TURN, 0, 0, seat, s.turn, card, card)
    else:
        open_to_challenge = t.challenges and t.section_w[card]
        s.pending = Pending(
            OWED_CARDS, n, n, seat, s.turn, card, card,
            open_to_challenge, *(s.honesty if open_to_challenge else _NO_DOUBT), t.draw_loses_turn,
        )  # fmt: skip
    s.phase = RESPOND


def cards_to_draw(s: State, hand: list[int], known: int) -> int:
    """How many cards down the first playable one lies, above the known ones; 0 if there is none."""
    t, draw, ok = s.t, s.draw, s.ok
    for at in range(len(draw) - 1, known - 1, -1):
        card = draw[at]
        if ok[card] and not (
            t.strict and t.section_w[card] and not honest(s, [*hand, *draw[at:]], card)
        ):
            return len(draw) - at
    return 0


def note_draw(s: State, seat: int, color: int, n: int, record: Record | None) -> None:
    """Write down a turn's draw of n cards, one by one, before it happens."""
    if record is not None:
        record.append((seat, _DRAW))
    if s.history is not None:
        top = s.discards[-1] if s.discards else -1
        s.history.append((H_TURN_DRAW, seat, color, top, len(s.hands[seat])))
        s.history += [(H_DREW, seat, 1)] * n
    if s.log is not None:
        s.log += [told.drew(seat, card) for card in s.draw[: -n - 1 : -1]]


def note_kept(s: State, seat: int, color: int) -> None:
    """Write down that the card drawn is kept."""
    if s.history is not None:
        s.history.append((H_KEPT, seat, color, s.discards[-1] if s.discards else -1))
    if s.log is not None:
        s.log.append(told.kept(seat))


def show_top(s: State, color: int) -> None:
    """Put the colour in force, and what may be laid on it, where everybody else looks for them."""
    s.color = color
    t = s.t
    s.ok = t.match[color][t.face_of[s.discards[-1]]] if s.discards else t.match[-1][0]

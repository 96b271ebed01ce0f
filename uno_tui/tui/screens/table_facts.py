"""From a view to what the widgets of the table show: pure, no widgets, no clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from uno_tui.cards import counted
from uno_tui.engine import actions as act
from uno_tui.engine.actions import Action
from uno_tui.engine.state import (
    COLOR,
    DRAFT,
    DRAWN,
    GIVE,
    MATCH_OVER,
    READY,
    RESPOND,
    ROUND_OVER,
    SLAP,
    TURN,
)  # fmt: skip
from uno_tui.tui.text import Wording
from uno_tui.tui.widgets.action_bar import Button
from uno_tui.tui.widgets.opponents import SeatFacts
from uno_tui.tui.widgets.piles import PileFacts
from uno_tui.tui.widgets.scoreboard import Score

if TYPE_CHECKING:
    from uno_tui.engine.view import View


def seat_order(view: View) -> list[int]:
    """The other seats clockwise from the viewer's left; all seats for a bystander."""
    seats = len(view.names)
    if view.seat < 0:
        return list(range(seats))
    return [(view.seat + step) % seats for step in range(1, seats)]


def seat_facts(
    view: View, levels: Sequence[str], bubbles: Mapping[int, str], thinking: int = -1
) -> list[SeatFacts]:
    """What the opponents' row shows; `levels` and `bubbles` are words by seat."""
    return [
        SeatFacts(
            seat,
            view.names[seat],
            levels[seat] if seat < len(levels) else "",
            view.counts[seat],
            view.scores[seat],
            turn=seat in view.asked,
            uno=seat in view.called and view.counts[seat] == 1,
            silent_one=seat in view.catchable,
            owes=owed(view, seat),
            bubble=bubbles.get(seat, ""),
            out=not view.in_round[seat],
            place=view.places.index(seat) + 1 if seat in view.places else 0,
            dealer=seat == view.dealer,
            thinking=seat == thinking,
        )
        for seat in seat_order(view)
    ]


def owed(view: View, seat: int) -> str:
    """What a seat owes, in two words; empty when it owes nothing."""
    pending = view.pending
    if pending is None or pending.target != seat:
        return ""
    return f"owes {pending.amount}" if is_draw(view) else "skipped?"


def is_draw(view: View) -> bool:
    """Whether what hangs in the air is cards to draw, not a turn to lose."""
    return view.pending is not None and view.pending.kind == "draw"


def pile_facts(view: View, wording: Wording) -> PileFacts:
    """What lies in the middle."""
    pending = ""
    target = -1
    if view.pending is not None:
        target = view.pending.target
        kind = "draw" if is_draw(view) else "skip"
        pending = wording.pending(kind, view.pending.amount, target).plain
    note = "silence: no talk" if view.silence else ""
    return PileFacts(
        tuple(view.discards[-4:]),
        view.pile,
        view.color,
        view.direction,
        pending,
        target,
        note,
        view.draft_card,
    )


def scores(view: View) -> list[Score]:
    """One row a seat, in seat order, the leader marked."""
    rules = view.tables.ruleset.scoring
    playing = [score for seat, score in enumerate(view.scores) if view.in_match[seat]] or [0]
    best = min(playing) if rules.method == "own-hand" else max(playing)
    spread = min(playing) != max(playing)
    return [
        Score(
            name,
            view.scores[seat],
            spread and view.scores[seat] == best and view.in_match[seat],
            view.in_match[seat],
        )
        for seat, name in enumerate(view.names)
    ]


def playable(view: View) -> frozenset[int]:
    """The kinds that Enter may lay or give now."""
    verb = act.GIVE if view.phase == GIVE else act.PLAY
    return frozenset(action.cards[0] for action in view.legal if action.verb == verb)


def verbs(view: View) -> frozenset[int]:
    """The kinds of action that are legal for the viewer now."""
    return frozenset(action.verb for action in view.legal)


def buttons(view: View, *, armed: bool = False) -> tuple[tuple[Button, ...], Button]:
    """The action bar for this view: the row and the big one. Lit is what is legal.

    `armed`: the UNO call goes with the next play.
    """
    legal = verbs(view)
    row: tuple[Button, ...]
    if view.phase == DRAFT:
        row = (
            Button("keep", "k", "Keep", act.KEEP in legal),
            Button("discard", "d", "Discard", act.DISCARD in legal),
        )
    else:
        row = tuple(
            button
            for button in play_buttons(view, legal)
            if button.lit or button.act in usual(view)
        )
    if act.SLAP in legal:
        return row, Button("slap", "Enter", "S L A P !", True, True)
    if act.READY in legal:
        return row, Button("ready", "Enter", "R E A D Y", True)
    if act.NEXT in legal:
        return row, Button("next", "Enter", "N E X T", True)
    if armed:
        return row, Button("uno", "u", "UNO with it", True, True)
    due = act.UNO in legal or may_arm(view)
    return row, Button("uno", "u", "U N O !", due, due and (must_call(view) or may_arm(view)))


def play_buttons(view: View, legal: frozenset[int]) -> tuple[Button, ...]:
    """Everything a turn may offer under any rules."""
    out_of_turn = view.seat not in view.asked
    return (
        Button("draw", "d", "Draw", act.DRAW in legal),
        Button("pass", "p", "Pass", act.PASS in legal),
        Button("accept", "a", "Accept", act.ACCEPT in legal),
        Button("challenge", "x", "Challenge", act.CHALLENGE in legal),
        Button("catch", "c", "Catch", act.CATCH in legal, act.CATCH in legal),
        Button("jump", "j", "Jump in", out_of_turn and act.PLAY in legal),
    )


def usual(view: View) -> frozenset[str]:
    """The acts that this table's rules know at all, so that the bar shows no others."""
    tables = view.tables
    found = {"draw", "pass", "catch"}
    if tables.challenges or tables.answer_mode != "none" or tables.deflects:
        found.add("accept")
    if tables.challenges:
        found.add("challenge")
    if tables.jump_in:
        found.add("jump")
    return frozenset(found)


def may_arm(view: View) -> bool:
    """Whether the UNO call goes with the play at this table and one can be laid now."""
    if act.UNO in verbs(view):
        return False
    return any(
        action.verb == act.PLAY
        and len(view.hand) - len(action.cards) == 1
        and view.check(action._replace(uno=True)) is None
        for action in view.legal
    )


def must_call(view: View) -> bool:
    """Whether the viewer holds one card and has not called."""
    return view.seat >= 0 and view.counts[view.seat] == 1 and view.seat not in view.called


def turn_words(view: View, wording: Wording, still: str = "", given_up: bool = False) -> Content:
    """Whose turn it is and what is expected; `still` tells what a table that stands still waits for."""
    if given_up:
        return Content("The match was given up.")
    if view.phase == MATCH_OVER:
        return Content("The match is over.")
    if view.phase == ROUND_OVER:
        return Content("The round is over.")
    if view.seat in view.asked:
        return Content(prompt(view, wording))
    waiting = [wording.name(seat, first=not at) for at, seat in enumerate(view.asked)]
    if not waiting:
        return Content("")
    words = Content(" and ").join(waiting)
    doing = WAITING_FOR.get(view.phase, "to play")
    tail = f" — {still}" if still else ""
    return words + Content(f" {doing}{tail}")


def forward_words(view: View, seat: int) -> Content:
    """That `seat` has come forward out of turn, and how it hands the keyboard back."""
    return Content(f"{view.names[seat]} at the keyboard · {(seat + 1) % 10} or Esc hands back")


WAITING_FOR = {
    TURN: "to play",
    DRAWN: "to play or keep the drawn card",
    RESPOND: "to answer",
    COLOR: "to name a colour",
    GIVE: "to choose a card to give",
    DRAFT: "to keep or discard",
    SLAP: "to slap",
    READY: "to get ready",
}


def prompt(view: View, wording: Wording) -> str:
    """What the viewer is asked for, in a few words."""
    legal = verbs(view)
    if view.phase == DRAWN:
        return f"You drew {view.tables.name(view.drawn)}: Enter on it lays it, p keeps it"
    if view.phase == GIVE:
        to = next((a.target for a in view.options if a.verb == act.GIVE and a.target >= 0), -1)
        whom = f" to {view.names[to]}" if to >= 0 else ""
        return f"Choose a card to give{whom}"
    if view.phase == RESPOND:
        return respond_prompt(view, legal)
    if view.phase == COLOR:
        return (
            "Name a colour: Enter, or r b g y" if len(view.tables.colors) == 4 else "Name a colour"
        )
    if view.phase == DRAFT:
        return f"Keep {view.tables.name(view.draft_card)} (k), or discard it (d) and keep the next"
    if view.phase == SLAP:
        return "Slap the pile! Enter"
    if view.phase == READY:
        return "Ready? Enter"
    if act.PLAY not in legal and act.DRAW in legal:
        return "Your turn: nothing fits, draw with d"
    return "Your turn"


def respond_prompt(view: View, legal: frozenset[int]) -> str:
    """What to do about cards owed or a turn about to be lost."""
    ways = []
    if act.ACCEPT in legal:
        amount = view.pending.amount if view.pending else 0
        ways.append(f"a draws {amount}" if is_draw(view) else "a accepts the skip")
    if act.CHALLENGE in legal:
        ways.append("x challenges")
    if act.PLAY in legal:
        ways.append("Enter answers")
    source = view.names[view.pending.source] if view.pending else "Somebody"
    card = view.tables.name(view.pending.card) if view.pending else "a card"
    return f"{source} laid {card} on you: {', '.join(ways)}"


def status_words(view: View, pace: str) -> tuple[Content, Content]:
    """Variant, round and target at the left; direction, sort and help at the right."""
    rules = view.tables.ruleset
    goal = f" · to {rules.scoring.target}" if rules.scoring.target else ""
    of = f" of {rules.match.rounds}" if rules.match.rounds else ""
    left = Content.assemble((rules.name, "bold $uno-turn"), f" · round {view.round_no}{of}{goal}")
    way = "clockwise" if view.direction > 0 else "counter-clockwise"
    silence = "SILENCE · " if view.silence else ""
    return left, Content(f"{silence}{way} · {pace}")


def seat_words(view: View, seat: int, level: str) -> str:
    """What everybody knows of a seat, e.g. `Bo (hard): 5 cards, 20 points.`"""
    who = f"{view.names[seat]} ({level})" if level else view.names[seat]
    return f"{who}: {counted(view.counts[seat], 'card')}, {counted(view.scores[seat], 'point')}."


def own_words(view: View, order: str, named: bool = False) -> Content:
    """The viewer's own score and cards, for the right end of the turn line; with `named` whose."""
    held = view.counts[view.seat]
    flag = " · UNO called" if view.seat in view.called and held <= 2 else ""
    who = f"{view.names[view.seat]} · " if named else ""
    return Content(
        f"{who}{view.scores[view.seat]} points · {counted(held, 'card')}{flag} · by {order}"
    )


def why_words(
    view: View, wording: Wording, kind: int, playable: bool, armed: bool, room: int = 1000
) -> Content:
    """What Enter does with a card, or why it cannot be laid now.

    How the card is written stands behind its name, where all fits in `room` cells.
    """
    words = _why(view, wording, kind, playable, armed, f" ({view.tables.code(kind)})")
    return words if words.cell_length <= room else _why(view, wording, kind, playable, armed, "")


def _why(
    view: View, wording: Wording, kind: int, playable: bool, armed: bool, code: str
) -> Content:
    name = wording.card(kind) + Content(code)
    giving = view.phase == GIVE and view.seat in view.asked
    if playable:
        call = " and calls UNO" if armed else ""
        return Content.assemble("Enter ", "gives " if giving else "lays ", name, call)
    if view.phase == COLOR and view.seat in view.asked:
        return Content.assemble(name, ": first a colour has to be named")
    refusal = None if giving else view.check(Action(act.PLAY, (kind,)))
    if refusal is None:
        return name
    plain = view.tables.name(kind)
    if refusal.text.startswith(f"{plain} "):
        # The reason begins with the card: it is not named twice.
        return name + Content(refusal.text[len(plain) :])
    return Content.assemble(name, f": {refusal.text}")

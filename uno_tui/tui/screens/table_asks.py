"""What a player does at the table, with the questions that a play may need answered first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from textual.content import Content
from textual.worker import Worker

from uno_tui.engine import actions as act
from uno_tui.engine.actions import Action
from uno_tui.engine.state import COLOR, DRAFT, GIVE, RESPOND, ROUND_OVER
from uno_tui.tui.dialogs.ask import Ask, AskChallenge, AskColor, AskSeat, Confirm
from uno_tui.tui.dialogs.lay_order import LayOrder
from uno_tui.tui.dialogs.question import Question
from uno_tui.tui.screens import table_choices as choices
from uno_tui.tui.screens import table_facts as facts
from uno_tui.tui.widgets.choices import Choice
from uno_tui.tui.words import HONEST_WHEN

if TYPE_CHECKING:
    from uno_tui.engine.view import View
    from uno_tui.session import Batch
    from uno_tui.tui.screens.table import TableScreen

VERB_OF = {
    "draw": act.DRAW, "pass": act.PASS, "accept": act.ACCEPT, "challenge": act.CHALLENGE,
    "slap": act.SLAP, "ready": act.READY, "keep": act.KEEP, "discard": act.DISCARD,
    "say": act.SAY, "next": act.NEXT,
}  # fmt: skip
NEVER_FINED = frozenset({"not-held", "self", "bad-target", "out", "not-your-turn", "no-jump-in",
                         "jump-in-off", "jump-in-first", "jump-in-own", "jump-in-wait"})  # fmt: skip


class Asker:
    """Carries out what the player of a `TableScreen` wants."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self._dialog: Question[Any] | None = None
        self._talk: Worker[Any] | None = None
        """The conversation going on: a key pressed twice must not begin a second one."""
        self._still: Callable[[View], bool] = lambda view: True
        self._answered: tuple[int, int] = (-1, -1)
        """(round, actions) at which the player closed a question unanswered."""

    @property
    def _view(self) -> View:
        view = self._screen.view
        assert view is not None
        return view

    # -- simple actions

    def do(self, name: str) -> None:
        """One of the action bar's acts, or `go`, `jump`, `hint`, `discards`."""
        view = self._view
        if name == "go":
            self._go()
        elif name == "uno":
            self._uno()
        elif name == "catch":
            self._catch()
        elif name == "jump":
            self._jump()
        elif name == "hint":
            self._screen.hint()
        elif name == "discards":
            self._tell_discards()
        elif name == "draw" and view.phase == DRAFT:
            self.do("discard")
        elif name == "draw":
            self._draw()
        elif name in VERB_OF:
            self._screen.submit(Action(VERB_OF[name]))

    def _go(self) -> None:
        view = self._view
        for verb in (act.SLAP, act.READY, act.NEXT):
            if choices.first(view, verb):
                self._screen.submit(Action(verb))
                return
        if self.wanted():
            self.ask()
        else:
            self._screen.table.go_on()

    def _uno(self) -> None:
        view, screen = self._view, self._screen
        if choices.first(view, act.UNO):
            screen.submit(Action(act.UNO))
        elif screen.armed or facts.may_arm(view):
            screen.armed = not screen.armed
            screen.update()
        else:
            self._at_own_risk(Action(act.UNO), "Call UNO")

    def _catch(self) -> None:
        view = self._view
        seats = choices.catchable(view)
        if len(seats) == 1:
            self._screen.submit(Action(act.CATCH, target=seats[0]))
        elif seats:
            self._start(self._catch_whom, seats)
        else:
            others = [seat for seat in facts.seat_order(view) if view.in_round[seat]]
            if others:
                self._at_own_risk(Action(act.CATCH, target=others[0]), "Catch")

    async def _catch_whom(self, seats: Sequence[int]) -> None:
        seat = await self._ask_seat("Catch whom?", "Without a call:", seats)
        if seat is not None:
            self._screen.submit(Action(act.CATCH, target=seat))

    def _at_own_risk(self, action: Action, name: str) -> None:
        """A call without cause: told why not; never sent where it would cost cards."""
        refusal = self._view.check(action)
        self._screen.why(refusal.text if refusal else f"{name}: nothing to do", loud=True)

    def _jump(self) -> None:
        view = self._view
        twins = [a for a in view.legal if a.verb == act.PLAY] if view.seat not in view.asked else []
        if twins:
            self.play(twins[0].cards[:1])
        else:
            refusal = view.check(Action(act.PLAY, (self._screen.hand.current,)))
            self._screen.why(refusal.text if refusal else "It is your turn: just play.", loud=True)

    def _draw(self) -> None:
        view = self._view
        can_play = any(action.verb == act.PLAY for action in view.options)
        wanted = self._screen.uno.settings.assists.confirm_draw
        if wanted and can_play and choices.first(view, act.DRAW):
            self._start(self._draw_anyway)
        else:
            self._screen.submit(Action(act.DRAW))

    async def _draw_anyway(self) -> None:
        words = "You hold a card that can be laid."
        dialog = Confirm("Draw all the same?", words, "draw", "look again", glyph_set=self._glyphs)
        if await self._put(dialog) == 0:
            self._screen.submit(Action(act.DRAW))

    def _tell_discards(self) -> None:
        view = self._view
        wording = self._screen.wording
        if wording is not None and view.discards:
            shown = [wording.card(kind) for kind in reversed(view.discards[-6:])]
            self._screen.why(Content("On the pile, from the top: ") + Content(", ").join(shown))

    # -- playing cards

    def play(self, cards: tuple[int, ...]) -> None:
        """Lay (or give) these cards, asking what needs to be asked."""
        self._start(self._play, cards)

    async def _play(self, cards: tuple[int, ...]) -> None:
        view = self._view
        if view.phase == GIVE and view.seat in view.asked:
            self._screen.submit(Action(act.GIVE, cards[-1:]))
            return
        found = choices.plays(view, cards)
        if not found:
            await self._play_anyway(view, cards)
            return
        action = await self._choose(view, cards, found)
        if action is None or self._screen.view is None:
            return
        self._screen.submit(choices.with_call(view, action, self._screen.armed))

    async def _play_anyway(self, view: View, cards: tuple[int, ...]) -> None:
        """A play the table does not offer: told why; where it would be fined, asked once."""
        attempt = Action(act.PLAY, cards)
        refusal = view.check(attempt)
        if refusal is None:
            self._screen.submit(attempt)
            return
        fine = view.tables.mistake
        if fine and view.seat in view.asked and refusal.code not in NEVER_FINED:
            words = f"{refusal.text} Trying it costs {fine} cards at this table."
            dialog = Confirm(
                "Lay it all the same?", words, "lay it", "keep it", glyph_set=self._glyphs
            )
            if await self._put(dialog) == 0:
                self._screen.submit(attempt)
            return
        self._screen.why(refusal.text, loud=True)

    async def _choose(
        self, view: View, cards: tuple[int, ...], found: Sequence[Action]
    ) -> Action | None:
        """Settle how many cards, their order, the colour and the target."""
        sizes = choices.sizes(found)
        size = sizes[0]
        if len(sizes) > 1:
            picked = await self._ask_size(view, cards[0], sizes)
            if picked is None:
                return None
            size = picked
        found = choices.of_size(found, size)
        order = found[0].cards
        if len(cards) > 1:
            order = cards
        elif size > 2 or (size == 2 and order[0] != order[1]):
            dialog = LayOrder(order, self._names, glyph_set=self._glyphs)
            chosen = await self._put(dialog)
            if chosen is None:
                return None
            order = chosen
        color = await self._ask_color(view, found, order)
        target = await self._ask_target(view, found) if color is not None else None
        if color is None or target is None:
            return None
        return found[0]._replace(cards=tuple(order), color=color, target=target)

    async def _ask_size(self, view: View, kind: int, sizes: Sequence[int]) -> int | None:
        name = view.tables.name(kind)
        labels = [
            "this card alone"
            if size == 1
            else "the pair"
            if size == 2
            else f"all {size} of the colour"
            for size in sizes
        ]
        rows = [Choice(str(size), label) for size, label in zip(sizes, labels, strict=True)]
        at = await self._put(Ask(f"Lay {name}", "How many cards?", rows, glyph_set=self._glyphs))
        return None if at is None else sizes[at]

    async def _ask_color(
        self, view: View, found: Sequence[Action], cards: Sequence[int]
    ) -> int | None:
        """The colour to name; -1 when none needs to be, None when the player thought better."""
        colors = choices.colors(found)
        if len(colors) <= 1:
            return colors[0] if colors else -1
        held = choices.held_colors(view, cards)
        title = f"{view.tables.name(cards[-1])}: name a colour"
        dialog = AskColor(view.tables.colors, held=held, title=title, glyph_set=self._glyphs)
        color: int | None = await self._put(dialog)
        return color

    async def _ask_target(self, view: View, found: Sequence[Action]) -> int | None:
        seats = choices.targets(found)
        if len(seats) <= 1:
            return seats[0] if seats else -1
        others = [seat for seat in seats if seat >= 0]
        swaps = any(view.tables.swaps[kind] for kind in found[0].cards)
        title = "Swap hands with whom?" if swaps else "Exchange a card with whom?"
        return await self._ask_seat(title, "", others, "nobody" if -1 in seats else "")

    async def _ask_seat(
        self, title: str, words: str, seats: Sequence[int], nobody: str = ""
    ) -> int | None:
        view = self._view
        rows = [(seat, view.names[seat], view.counts[seat]) for seat in seats]
        dialog = AskSeat(title, words, rows, nobody=nobody, glyph_set=self._glyphs)
        at = await self._put(dialog)
        if at is None:
            return None
        return seats[at] if at < len(seats) else -1

    # -- questions the table itself asks

    def immediate(self) -> bool:
        """Whether the table only waits for Enter: slap, ready, next round."""
        view = self._screen.view
        return view is not None and any(
            choices.first(view, verb) is not None for verb in (act.SLAP, act.READY, act.NEXT)
        )

    def wanted(self) -> bool:
        """Whether the table asks something that a dialogue answers best."""
        view = self._screen.view
        if view is None or view.seat < 0 or view.seat not in view.asked:
            return False
        if view.phase == COLOR:
            return True
        return view.phase == RESPOND and choices.first(view, act.CHALLENGE) is not None

    def follow(self, batch: Batch) -> None:
        """After a batch: close a question that no longer stands, ask one that now does."""
        view = batch.view
        if self._dialog is not None:
            if self._screen.private or not self._still(view):
                dialog, self._dialog = self._dialog, None
                dialog.withdraw()
            return
        mark = (view.round_no, batch.number)
        if not self._screen.private and self.wanted() and mark != self._answered:
            self._answered = mark
            self.ask()

    def ask(self) -> None:
        """Ask what the table asks: a colour, or whether to challenge."""
        if self._view.phase == COLOR:
            self._start(self._name_color)
        else:
            self._start(self._challenge)

    async def _name_color(self) -> None:
        view = self._view
        held = choices.held_colors(view)
        words = "The first card is a wild; the colour is yours to name."
        dialog = AskColor(view.tables.colors, words, held, glyph_set=self._glyphs)
        color = await self._put(dialog)
        if color is not None:
            self._screen.submit(Action(act.COLOR, color=color))

    async def _challenge(self) -> None:
        view = self._view
        pending = view.pending
        if pending is None:
            return
        tables, wording = view.tables, self._screen.wording
        assert wording is not None
        source = view.names[pending.source]
        words = Content.assemble(
            f"{source} laid ", wording.card(pending.card), " on you. That is honest only ",
            wording.honesty(HONEST_WHEN[tables.legal_if], pending.color_before),
            f". If it was not, {source} draws {pending.amount} instead; if it was, you draw "
            f"{pending.amount + tables.challenge_extra}.",
        )  # fmt: skip
        answers = any(action.verb == act.PLAY for action in view.options)
        dialog = AskChallenge(
            words, f"accept and draw {pending.amount}", f"challenge {source}",
            answer=answers, glyph_set=self._glyphs,
        )  # fmt: skip
        at = await self._put(dialog)
        if at == 0:
            self._screen.submit(Action(act.ACCEPT))
        elif at == 1:
            self._screen.submit(Action(act.CHALLENGE))

    # -- putting questions on the screen

    @property
    def _glyphs(self) -> str:
        return self._screen.glyph_set

    @property
    def _names(self) -> list[str]:
        tables = self._view.tables
        return [tables.name(kind) for kind in range(len(tables.kinds))]

    def _start(self, what: Callable[..., Any], *args: Any) -> None:
        """Run a conversation, one at a time."""
        going_on = self._talk is not None and not self._talk.is_finished
        if self._dialog is None and not going_on and self._screen.view is not None:
            self._talk = self._screen.run_worker(what(*args), group="ask", exclusive=True)

    async def _put(self, dialog: Question[Any]) -> Any:
        """Put one question; it closes by itself when the table no longer waits for this."""
        view = self._view
        seat, phase, asked = view.seat, view.phase, view.seat in view.asked
        self._still = lambda now: (
            now.seat == seat
            and now.phase == phase
            and (seat in now.asked) == asked
            and now.phase < ROUND_OVER
        )
        self._dialog = dialog
        if isinstance(dialog, Ask):
            dialog.beside_log()
        try:
            return await self._screen.app.push_screen_wait(dialog)
        finally:
            self._dialog = None

"""The table: shows what the session's feed brings and turns keys and clicks into actions.

The screen never looks at the game itself. It is told batches of events with the view after them,
shows the events in order, then puts the view on the widgets; so what is on screen is always a
state that was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import events, on, work
from textual.content import Content
from textual.css.query import NoMatches
from textual.geometry import Size
from textual.timer import Timer
from textual.widgets import Input

from uno_tui.engine import actions as act
from uno_tui.engine.actions import Action
from uno_tui.engine.state import ROUND_OVER
from uno_tui.tui.dialogs.curtain import HOLD_OFF
from uno_tui.tui.motion import Motion
from uno_tui.tui.screens import table_choices as choices
from uno_tui.tui.screens.table_always import ALWAYS, Always
from uno_tui.tui.screens.table_asks import Asker
from uno_tui.tui.screens.table_board import Board
from uno_tui.tui.screens.table_cover import Covering
from uno_tui.tui.screens.table_ends import Endings
from uno_tui.tui.screens.table_keys import KEYS
from uno_tui.tui.screens.table_show import Show, bubbles_of, talk
from uno_tui.tui.screens.table_window import TICK
from uno_tui.tui.text import Wording
from uno_tui.tui.widgets.action_bar import ActionBar
from uno_tui.tui.widgets.event_log import EventLog
from uno_tui.tui.widgets.hand import Hand
from uno_tui.tui.widgets.opponents import OpponentRow
from uno_tui.tui.widgets.piles import Piles

if TYPE_CHECKING:
    from uno_tui.session import Batch, Table
    from uno_tui.session.table import Status
    from uno_tui.tui.commands import Command

FEW_SEATS = 5
"""The most seats whose lines find room beside the open drawer on a screen of 80 columns."""


class TableScreen(Board):
    """One match in progress, for whoever looks at the screen."""

    CSS_PATH = "table.tcss"
    AUTO_FOCUS = "Hand"
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-tiny"), (60, "-narrow"), (80, "-medium"), (100, "-wide"), (130, "-huge"),
    ]  # fmt: skip
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-flat"), (20, "-low"), (24, "-mid"), (30, "-tall"), (36, "-grand"),
    ]  # fmt: skip
    BINDINGS = KEYS

    def __init__(self) -> None:
        super().__init__()
        self.covered = Covering(self)
        self.asker = Asker(self)
        self.always = Always(self)
        self.endings = Endings(self)
        self._ends: list[Callable[[], None]] = []
        self._clock: Timer | None = None
        self._begun = False
        """Whether the feed has said something."""
        self.hold_off = HOLD_OFF
        self.dressed = False
        """Whether the table stands ready for keys."""
        self._built = False
        """Whether the widgets stand."""
        self._free = True
        """Whether nobody has sat down yet: the widgets wait for a match."""

    def sit_down(self, table: Table) -> None:
        """Show this match: at once where the widgets stand already, else as soon as they do."""
        self.table, self._free = table, False
        if self._built:
            self._begin()

    def on_mount(self) -> None:
        """The widgets stand; built ahead, they wait for a match."""
        self._built = True
        if not self._free:
            self._begin()

    def _begin(self) -> None:
        """Dress the widgets, listen to the feed and let the match run."""
        uno = self.uno
        self.order = uno.settings.sort
        self.motion = Motion(self, self.glyph_set)
        self.shower = Show(self, self.motion)
        self.set_class(not uno.settings.side_panel, "-closed")
        self.set_class(len(self.table.seats) > FEW_SEATS, "-many")
        self._dress()
        self.hand.on_moved = self._moved
        self.query_one("#hand", Hand).focus()
        self._fit(uno.size)
        if not self.motion.wanted:
            self.first_look()
        self._ends = [
            self.table.feed.subscribe(self.on_batch),
            self.table.on_status(self.on_table_status),
        ]
        if uno.settings.hints:
            self.table.expect_hints()
        self.dressed = True
        self._run_table()

    def on_resize(self, event: events.Resize) -> None:
        """Choose what depends on the size beyond what the style sheet can say."""
        self._fit(event.size)
        self.call_after_refresh(self.why_again)

    def _fit(self, size: Size) -> None:
        width, height = size
        self.query_one(OpponentRow).roomy = (height >= 36) + (height >= 46)
        # As a drawer the panel leaves the hand and what is below it in sight.
        below = 14 if height >= 30 else 12 if height >= 24 and width >= 80 else 9
        self.query_one("#side").styles.height = "1fr" if width >= 130 else height - below
        self.hand.small = width < 80 or height < 24

    def on_unmount(self) -> None:
        """Stop listening; the match is put away, however the table is left."""
        self.unsubscribe()
        if self._free:
            return
        self.table.close()
        if self.table.unsaved:
            self.uno.lost(self.table.unsaved)

    def unsubscribe(self) -> None:
        """Hear no more of the table."""
        for end in self._ends:
            end()
        self._ends = []

    @work(group="table", exclusive=True)
    async def _run_table(self) -> None:
        await self.table.run()

    # -- what the feed brings

    def on_batch(self, batch: Batch) -> Any:
        """A batch of events with the view after them: show it, in order."""
        return self._show_while_there(batch)

    async def _show_while_there(self, batch: Batch) -> None:
        """When the app ends, the parts of a screen go before the screen: nothing is left to show."""
        try:
            await self._show(batch)
        except NoMatches:
            if self.query(Piles):
                raise

    async def _show(self, batch: Batch) -> None:
        if self.gone:
            return  # the screen was closed while this batch waited
        first, self._begun = not self._begun, True
        self.advised = None
        changed = self.view is None or batch.viewer != self.viewer
        self.viewer, self.private = batch.viewer, batch.viewer is None
        self.hands = batch.hands
        shows = not first and not changed
        """Whether the log tells these events one by one, as they are shown."""
        if changed:
            self.hand.forget_typed()
            self.wording = Wording(batch.view.tables, batch.view.names, batch.view.seat)
            shows = bool(batch.events) and self.motion.wanted
            self._rewrite_log(max(0, self.table.match.number - batch.number) + shows)
            self._update_hand(batch.view)
        words: Sequence[Content | None] = ()
        if shows and self.wording is not None:
            words = self.wording.told_each(batch.events)
        for notice in batch.notices:
            self.uno.tell(notice.text)
            if notice.code == "undo":
                self._rewrite_log(max(0, self.table.match.number - batch.number))
                self.tell_log([Content.styled(notice.text, "italic $uno-muted")])
        if changed or any(event.kind == "round" for event in batch.events):
            # Nothing of another viewer stays; and at a deal the piles lie there before the cards.
            self.view = batch.view
            self.update()
            if self.motion.wanted and any(event.kind == "dealt" for event in batch.events):
                self.hand.hold((), frozenset())
        await self.shower.play(batch.events, batch.view, words)
        if self.gone:
            return
        self.bubbles = bubbles_of(batch.events, self.bubbles, partial(talk, self.table))
        self.view = batch.view
        self.update()
        if changed:
            self.covered.recap(batch)
        self.asker.follow(batch)
        self.shown = batch.number
        self.endings.follow(batch)

    def on_table_status(self, status: Status) -> None:
        """Who thinks, which window is open, whom the curtain waits for."""
        if self.gone:
            return
        self.thinking = status.thinking
        self.covered.follow_status(status)
        self.update()
        if status.window is not None and status.left is not None and self._clock is None:
            self._clock = self.set_interval(TICK, self._tick)

    def _tick(self) -> None:
        """While a window counts: show how long there is."""
        if self.table.window is None and self._clock is not None:
            self._clock.stop()
            self._clock = None
        if self.view is not None:
            self._update_turn(self.view)

    def hide(self) -> None:
        """Take everything private off the screen at once."""
        self.private = True
        self.hand.forget_typed()
        if self.view is not None:
            self._update_hand(self.view)
        self.why("")
        self._hint_in_full = ""  # the log is everybody's
        self.hide_recap()

    # -- why

    def _moved(self) -> None:
        """The cursor stands on another card."""
        self.motion.skip()
        self.hide_recap()
        self.hinted = -1
        self._tell_why()

    @on(Hand.Typed)
    def _typed(self, message: Hand.Typed) -> None:
        message.stop()
        self.motion.skip()
        if not message.found:
            self.why(f"{message.text}: no card in hand begins so", loud=True)

    # -- keys and clicks

    def on_key(self, event: events.Key) -> None:
        """Any key ends what moves; then it acts.

        While the log has the focus, a card's letters and the arrows for choosing still go to the hand.
        """
        self.motion.skip()
        self.hide_recap()
        if isinstance(self.focused, EventLog) and self.hand.on_key(event):
            self.hand.focus()

    def on_click(self) -> None:
        """A click takes a recap away."""
        self.hide_recap()

    def on_idle(self) -> None:
        """Draw at once what moves, and what a key does meanwhile.

        Textual draws sixty times a second at most, by a clock of its own: a flying card would be
        late and a key would wait for it.
        """
        if self.dressed and self.motion.due and (self._dirty_widgets or self._layout_required):
            self.motion.due = False
            self._on_timer_update()

    @on(Hand.Chosen)
    def _chosen(self, message: Hand.Chosen) -> None:
        message.stop()
        self.motion.skip()
        if self.view is None or self.private:
            return
        if self.view.phase >= ROUND_OVER or self.asker.immediate():
            self.asker.do("go")
        elif self.asker.wanted():
            self.asker.ask()
        elif self.view.seat >= 0:
            self.asker.play(message.cards)

    @on(ActionBar.Pressed)
    def _pressed(self, message: ActionBar.Pressed) -> None:
        message.stop()
        self.action_do(message.act)

    @on(Piles.Clicked)
    def _pile_clicked(self, message: Piles.Clicked) -> None:
        message.stop()
        self.action_do("draw" if message.pile == "draw" else "discards")

    @on(OpponentRow.Picked)
    def _seat_clicked(self, message: OpponentRow.Picked) -> None:
        message.stop()
        if self.view is not None and message.seat in choices.catchable(self.view):
            self.submit(Action(act.CATCH, target=message.seat))
        elif words := self.covered.about(message.seat):
            self.why(words)
        else:
            self.action_buzz(message.seat)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys typed ahead, before the table stands, do nothing."""
        return self.dressed

    def action_do(self, name: str) -> None:
        """Do what a key or a button stands for; when it is not possible, say why."""
        self.motion.skip()
        self.hide_recap()
        if name in ALWAYS:
            self.always.do(name)
        elif self.view is not None and not self.private:
            self.asker.do(name)

    def action_buzz(self, seat: int) -> None:
        """Somebody else at this keyboard comes forward out of turn; among AIs, look at their cards."""
        if self.hands is not None and seat < len(self.table.seats):
            self.watched = -1 if self.watched == seat else seat
            self.update()
        elif words := self.covered.buzz(seat):
            self.why(words, loud=True)

    @work(group="hint", exclusive=True)
    async def hint(self) -> None:
        """What the strongest AI would do from this seat, and why; costs cards where advice does."""
        from uno_tui.tui.screens.table_hint import give_hint

        await give_hint(self)

    def submit(self, action: Action) -> bool:
        """Hand an action to the session; tells why it is refused. True when it was accepted."""
        view = self.view
        if view is None or self.private:
            return False
        seat = view.seat
        outcome = self.table.submit(seat, action)
        if not outcome.accepted and outcome.refusal is not None:
            fine = f" You draw {outcome.fined}." if outcome.fined else ""
            self.why(outcome.refusal.text + fine, loud=True)
        if outcome.accepted and action.verb == act.PLAY:
            self.armed = False
        return outcome.accepted

    @on(Input.Changed, "#search")
    def _searching(self, message: Input.Changed) -> None:
        found = self.query_one("#log", EventLog).find(message.value)
        if message.value:
            self.why(f"{found} found; Enter, then n and N go through them")

    @on(Input.Submitted, "#search")
    def _searched(self, message: Input.Submitted) -> None:
        self.query_one("#log", EventLog).focus()

    def action_search_log(self) -> None:
        """The log asks for words to look for."""
        self.always.search()

    # -- the palette

    def palette_commands(self) -> Iterable[Command]:
        """What the palette offers beyond the keys; nothing private while the curtain is down."""
        from uno_tui.tui.screens.table_palette import commands

        return commands(self)

"""The replay viewer: a recorded match, step by step, as any seat knew it or all cards open."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from uno_tui.engine.events import ALL
from uno_tui.session.thinking import Thinker
from uno_tui.store.replay import Replay
from uno_tui.tui.screens import advice
from uno_tui.tui.screens.base import PageScreen
from uno_tui.tui.screens.replay_board import Board
from uno_tui.tui.screens.replay_parts import JumpTo, OpenHands, Track
from uno_tui.tui.text import Wording, for_glyphs
from uno_tui.tui.widgets.event_log import EventLog

if TYPE_CHECKING:
    from uno_tui.tui.app import UnoApp

SPEEDS = (3.0, 2.0, 1.2, 0.7, 0.4, 0.2)
"""Seconds between two actions while playing."""
ADVICE_SECONDS, ADVICE_LIMIT = 0.8, 6.0
"""How long advice is thought about, and how much later it is given up."""
STEADY = 0.15
"""Seconds at one position before advice is asked for."""


class ReplayScreen(PageScreen):
    """One recorded match."""

    HEADING = "Replay"
    HINT = "←→ step · Space play · o open · i advice · ? keys · Esc"
    CSS_PATH = "replay.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "step(1)", "One action forward"),
        Binding("left,h", "step(-1)", "One action back"),
        Binding("down", "turn(1)", "Next turn"),
        Binding("up", "turn(-1)", "Turn before"),
        Binding("pagedown", "round(1)", "Next round"),
        Binding("pageup", "round(-1)", "Round before"),
        Binding("home", "end(0)", "To the start"),
        Binding("end", "end(1)", "To the end"),
        Binding("space", "play", "Play, or stop"),
        Binding("right_square_bracket", "speed(1)", "Faster"),
        Binding("left_square_bracket", "speed(-1)", "Slower"),
        Binding("g", "jump", "Go to a turn"),
        Binding("o", "open", "All hands open, or as one seat knew it"),
        Binding("i,H", "advise", "What the strongest AI would do here, and why"),
        *(
            Binding(str(seat % 10), f"seat({seat - 1})", f"As seat {seat} knew it", show=False)
            for seat in range(1, 11)
        ),
    ]  # fmt: skip

    def __init__(self, uno: UnoApp, replay: Replay) -> None:
        super().__init__()
        self.uno = uno
        self.replay = replay
        self.seat = next((n for n, spec in enumerate(replay.seats(0)) if spec.kind == "human"), 0)
        self.speed = 2
        self._timer: Timer | None = None
        self._told = -1
        """How many actions the log tells; -1 = it has to be written anew."""
        self._thinker = Thinker()

    def body(self) -> ComposeResult:
        """The board, all hands, the log and the track."""
        glyph_set = self._glyph_set
        with Horizontal(id="page"):
            with Vertical(id="left"):
                yield Static("", id="seen", markup=False)
                yield Board(self.replay.game().tables, glyph_set)
                hands = OpenHands(id="open")
                hands.glyph_set = glyph_set
                yield hands
                yield Static("", classes="advice", markup=False)
                yield Track("", id="track", markup=False)
            with Vertical(id="side"):
                yield EventLog(id="log", can_focus=False)
                yield Static("", classes="advice", markup=False)

    def on_mount(self) -> None:
        """Show the start."""
        self.show()

    def on_unmount(self) -> None:
        """End what is still being thought."""
        self._thinker.close()

    def on_resize(self) -> None:
        """The track is as long as the screen is wide; a high one sets open hands apart."""
        if self.is_mounted:
            self.query_one(OpenHands).refresh(layout=True)
            self.call_after_refresh(self._show_track)

    # What is shown

    def show(self) -> None:
        """Put the table at the cursor on the screen."""
        replay = self.replay
        game = replay.game()
        self.seat = min(self.seat, len(game.names) - 1)
        levels = [spec.level if spec.kind == "ai" else "" for spec in replay.seats(replay.cursor)]
        view = game.view(self.seat)
        self.query_one(Board).show(view, levels, "colour")
        self.query_one(OpenHands).show(view, game.hands())
        opened = self.has_class("-open")
        who = "all hands open" if opened else f"as {view.names[self.seat]} knew it"
        self.set_heading(f"Replay · {replay.ruleset.name} · round {replay.round} · {who}")
        self._show_last()
        self._show_track()
        self._show_log()
        if self.has_class("-advised"):
            self._advise()

    def _show_last(self) -> None:
        """The last action in one line: the first thing it brought about that the log tells."""
        replay = self.replay
        words = Content("The cards are dealt.")
        if replay.cursor:
            told = self._wording().told(replay.events(replay.cursor - 1, self._viewer))
            words = told[0] if told else Content("Nothing that this seat could see.")
        self.query_one("#seen", Static).update(for_glyphs(words, self._glyph_set))

    @property
    def _viewer(self) -> int:
        return ALL if self.has_class("-open") else self.seat

    @property
    def _glyph_set(self) -> str:
        return self.uno.glyph_set

    def _wording(self) -> Wording:
        names = [spec.name for spec in self.replay.seats(self.replay.cursor)]
        return Wording(self.replay.tables, names, -1)

    def _show_track(self) -> None:
        replay = self.replay
        total = len(replay)
        label = f" {replay.cursor} of {total} · turn {min(replay.turn, max(1, len(replay.turns)))} of {len(replay.turns)}"
        state = " ▶" if self._timer is not None else ""
        track = self.query_one(Track)
        wide = track.long = max(4, track.size.width - len(label) - 6)
        at = round((wide - 1) * replay.cursor / total) if total else 0
        bar, knob = ("-", "o") if self.uno.ascii_only else ("─", "●")
        state = state.replace("▶", ">") if self.uno.ascii_only else state
        track.update(
            Content.assemble(
                Content.styled(bar * at, "$uno-good"),
                Content.styled(knob, "bold $uno-turn"),
                Content.styled(bar * (wide - 1 - at), "$uno-line"),
                Content(self.spelled(label) + state),
            )
        )

    def _show_log(self) -> None:
        replay, log = self.replay, self.query_one("#log", EventLog)
        viewer, wording = self._viewer, self._wording()

        def told(index: int) -> list[Content]:
            return wording.told(replay.events(index, viewer))

        if self._told >= 0 and replay.cursor == self._told + 1:
            log.add(told(self._told))
        else:
            start = max(0, replay.cursor - 60)
            log.replace([line for index in range(start, replay.cursor) for line in told(index)])
        self._told = replay.cursor

    # Keys

    def _moved(self) -> None:
        self.stop()
        self.set_hint(self.HINT)
        self.show()

    def action_step(self, by: int) -> None:
        """One action forward or back."""
        if by > 0:
            self.replay.step()
        else:
            self.replay.back()
        self._moved()

    def action_turn(self, by: int) -> None:
        """To the next turn, or to the start of this one or the one before."""
        replay = self.replay
        at = replay.turns[replay.turn - 1] if replay.turn <= len(replay.turns) else len(replay)
        if by > 0 and at == replay.cursor:
            replay.jump_to_turn(replay.turn + 1)
        elif by > 0:
            replay.jump(at)
        else:
            replay.jump_to_turn(max(1, replay.turn - 1))
        self._moved()

    def action_round(self, by: int) -> None:
        """To the start of another round."""
        number = self.replay.round + by
        if number > len(self.replay.rounds):
            self.replay.jump(len(self.replay))
        else:
            self.replay.jump_to_round(max(1, number))
        self._moved()

    def action_end(self, end: int) -> None:
        """To the start or the end."""
        self.replay.jump(len(self.replay) if end else 0)
        self._moved()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Seats that the match does not have are offered nowhere."""
        if action == "seat" and parameters[0] not in range(len(self.replay.game().names)):
            return False
        return super().check_action(action, parameters)

    def action_seat(self, seat: int) -> None:
        """See the table as this seat knew it."""
        self.seat = seat
        self.remove_class("-open")
        self._told = -1
        self.show()

    def action_open(self) -> None:
        """All hands open, or back to what one seat knew."""
        self.toggle_class("-open")
        self._told = -1
        self.show()

    def action_advise(self) -> None:
        """Advice for this position and those that follow, or none any more."""
        self.toggle_class("-advised")
        self.workers.cancel_group(self, "advice")
        if self.has_class("-advised"):
            game = self.replay.game()
            asked = game.asked()
            if asked and self.seat not in asked and not self.has_class("-open"):
                self.action_seat(asked[0])
            else:
                self._advise()

    @work(group="advice", exclusive=True)
    async def _advise(self) -> None:
        """Ask the strongest AI, in a process of its own, from what the seat to act knew."""
        replay, at = self.replay, self.replay.cursor
        game = replay.game()
        asked = game.asked()
        seat = self.seat if self.seat in asked else next(iter(asked), -1)
        if seat < 0:
            self._show_advice("", [Content(advice.NOTHING)])
            return
        name = game.names[seat]
        if seat != self.seat and not self.has_class("-open"):
            key = (seat + 1) % 10
            self._show_advice("", [Content(f"{name} is asked here; {key} looks with {name}.")])
            return
        view = game.view(seat)
        self._show_advice(name, [Content(self.spelled("Thinking about it…"))])
        # Whoever steps on quickly does not wait for advice on every position.
        await asyncio.sleep(STEADY)
        found = await advice.advice(
            partial(self._thinker.explain, view, ADVICE_SECONDS, ADVICE_LIMIT), view
        )
        by, action = replay.act(at) if at < len(replay) else (-1, None)
        taken = action if by == seat else None
        self._show_advice(name, advice.ranked(view, found, taken, most=3))

    def _show_advice(self, name: str, lines: Sequence[Content]) -> None:
        title = f"Advice, as {name} knew it" if name else "Advice"
        words = Content("\n").join([Content.styled(title, "bold $uno-turn"), *lines])
        for box in self.query(".advice").results(Static):
            box.update(for_glyphs(words, self._glyph_set))

    @on(Track.Picked)
    def _picked(self, message: Track.Picked) -> None:
        message.stop()
        self.replay.jump(round(len(self.replay) * message.part))
        self._moved()

    def action_jump(self) -> None:
        """Ask for a turn and go there."""
        self.app.push_screen(JumpTo(len(self.replay.turns)), self._jumped)

    def _jumped(self, turn: int | None) -> None:
        if turn is not None:
            self.replay.jump_to_turn(turn)
            self._moved()

    # Playing

    def action_play(self) -> None:
        """Play on at the speed chosen, or stop."""
        if self._timer is not None:
            self.stop()
        elif self.replay.cursor < len(self.replay):
            self._timer = self.set_interval(SPEEDS[self.speed], self._play_on)
        self._show_track()

    def action_speed(self, by: int) -> None:
        """Faster or slower."""
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
        if self._timer is not None:
            self.stop()
            self.action_play()
        self.set_hint(f"An action every {SPEEDS[self.speed]:g} seconds · Space play or stop")

    def _play_on(self) -> None:
        if not self.replay.step():
            self.stop()
        self.show()

    def stop(self) -> None:
        """Stop playing."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

"""The replay viewer: a recorded match, step by step, as any seat knew it or all cards open."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import set_cell_size
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.timer import Timer
from textual.widgets import Input, Static

from uno_tui.engine.actions import format_action
from uno_tui.engine.events import ALL
from uno_tui.store.replay import Replay
from uno_tui.tui import glyphs
from uno_tui.tui.screens.base import OwnDialog, PageScreen
from uno_tui.tui.screens.replay_board import Board
from uno_tui.tui.text import Wording
from uno_tui.tui.widgets.canvas import Canvas, Painted
from uno_tui.tui.widgets.event_log import EventLog

if TYPE_CHECKING:
    from uno_tui.engine.view import View
    from uno_tui.tui.app import UnoApp

SPEEDS = (3.0, 2.0, 1.2, 0.7, 0.4, 0.2)
"""Seconds between two actions while playing."""
NAME_WIDTH = 14


class OpenHands(Painted):
    """All hands at once, a seat a row, each card as a chip."""

    hands: reactive[tuple[tuple[int, ...], ...]] = reactive((), repaint=False)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._view: View | None = None

    def show(self, view: View, hands: tuple[tuple[int, ...], ...]) -> None:
        """Show these hands, by seat."""
        grown = len(hands) != len(self.hands)
        self._view = view
        self.set_reactive(OpenHands.hands, hands)
        if grown:
            self.refresh(layout=True)
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A row a seat."""
        return len(self.hands)

    def paint(self, canvas: Canvas) -> None:
        """Names and chips; the seats asked stand out."""
        view = self._view
        if view is None:
            return
        faces = glyphs.faces(view.tables.kinds, view.tables.colors, self.glyph_set)
        for seat, hand in enumerate(self.hands):
            style = self.inks.bold if seat not in view.asked else self.inks.turn
            canvas.put(0, seat, set_cell_size(view.names[seat], NAME_WIDTH - 1), style)
            x = NAME_WIDTH
            for number, card in enumerate(sorted(hand)):
                chip = glyphs.chip(faces[card])
                if x + len(chip) + 4 > canvas.width and number < len(hand) - 1:
                    canvas.put(x, seat, f"+{len(hand) - number}", self.inks.muted)
                    break
                canvas.put(x, seat, chip, self.inks.card(faces[card].style).body)
                x += len(chip) + 1


class ReplayScreen(PageScreen):
    """One recorded match."""

    HEADING = "Replay"
    HINT = "←→ step · Space play · o all open · ? keys · Esc back"
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
        *(
            Binding(str(digit), f"seat({(digit - 1) % 10})", f"As seat {digit or 10} knew it", show=False)
            for digit in range(10)
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

    def body(self) -> ComposeResult:
        """The board, all hands, the log and the track."""
        glyph_set = "ascii" if self.uno.ascii_only else "unicode"
        with Horizontal(id="page"):
            with Vertical(id="left"):
                yield Static("", id="seen", markup=False)
                yield Board(self.replay.game().tables, glyph_set)
                hands = OpenHands(id="open")
                hands.glyph_set = glyph_set
                yield hands
                yield Static("", id="track", markup=False)
            with Vertical(id="side"):
                yield EventLog(id="log", can_focus=False)

    def on_mount(self) -> None:
        """Show the start."""
        self.show()

    def on_resize(self) -> None:
        """The track is as long as the screen is wide."""
        if self.is_mounted:
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

    def _show_last(self) -> None:
        replay = self.replay
        text = "The cards are dealt."
        if replay.cursor:
            seat, action = replay.act(replay.cursor - 1)
            names = [spec.name for spec in replay.seats(replay.cursor)]
            tables = replay.game().tables
            text = f"{names[seat]}: {format_action(action, tables, names)}"
        self.query_one("#seen", Static).update(Content(text))

    def _show_track(self) -> None:
        replay = self.replay
        total = len(replay)
        label = f" {replay.cursor} of {total} · turn {min(replay.turn, max(1, len(replay.turns)))} of {len(replay.turns)}"
        state = " ▶" if self._timer is not None else ""
        wide = max(4, self.query_one("#track").size.width - len(label) - 6)
        at = round((wide - 1) * replay.cursor / total) if total else 0
        bar, knob = ("-", "o") if self.uno.ascii_only else ("─", "●")
        state = state.replace("▶", ">") if self.uno.ascii_only else state
        self.query_one("#track", Static).update(
            Content.assemble(
                Content.styled(bar * at, "$uno-good"),
                Content.styled(knob, "bold $uno-turn"),
                Content.styled(bar * (wide - 1 - at), "$uno-line"),
                Content(self.spelled(label) + state),
            )
        )

    def _show_log(self) -> None:
        replay, log = self.replay, self.query_one("#log", EventLog)
        viewer = ALL if self.has_class("-open") else self.seat
        names = [spec.name for spec in replay.seats(replay.cursor)]
        wording = Wording(replay.game().tables, names, -1)

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

    def action_seat(self, seat: int) -> None:
        """See the table as this seat knew it."""
        if seat < len(self.replay.game().names):
            self.seat = seat
            self.remove_class("-open")
            self._told = -1
            self.show()

    def action_open(self) -> None:
        """All hands open, or back to what one seat knew."""
        self.toggle_class("-open")
        self._told = -1
        self.show()

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


class JumpTo(OwnDialog[int | None]):
    """Asks for the number of a turn."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def compose(self) -> ComposeResult:
        """One field."""
        with Vertical(id="box"):
            yield Static(f"Go to which turn? 1 to {self.most}", markup=False)
            yield Input(type="integer", max_length=7, id="turn")

    @on(Input.Submitted)
    def _answered(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip()
        self.dismiss(int(text) if text.isdigit() else None)

    def action_leave(self) -> None:
        """Stay."""
        self.dismiss(None)

"""Between rounds: people join, leave, or change places with an AI; the points of who stays stay."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from uno_tui.ai import LEVELS
from uno_tui.cards import clean_name
from uno_tui.store.record import MOST_SEATS, SeatSpec
from uno_tui.tui.fields import Cycler
from uno_tui.tui.screens.base import PageScreen

if TYPE_CHECKING:
    from uno_tui.session import Table

EMPTY, HUMAN = "empty", "human"
WHO = ((EMPTY, "nobody"), (HUMAN, "human"), *((level, level) for level in LEVELS))


class SeatsScreen(PageScreen):
    """Who sits at the table for the next round, which Enter deals."""

    HEADING = "Who plays the next round?"
    HINT = "Tab next · ←→ change · nobody = leaves · Enter deal · Esc back"
    AUTO_FOCUS = "Cycler"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "deal", "Deal the next round")]
    DEFAULT_CSS = """
    SeatsScreen VerticalScroll { padding: 1 2; align-horizontal: center; }
    SeatsScreen .line { width: 56; height: 1; layout: horizontal; }
    SeatsScreen .line Static { width: 4; color: $uno-muted; }
    SeatsScreen .head { margin-bottom: 1; }
    SeatsScreen .head .who { width: 20; }
    SeatsScreen Input { width: 20; border: none; padding: 0; height: 1; background: $uno-line 30%; }
    SeatsScreen Input:focus { background: $uno-turn; color: $uno-button-text; }
    SeatsScreen .line .points { width: 12; text-align: right; margin-right: 2; }
    SeatsScreen #problem { height: 2; padding: 0 2; color: $error; text-align: center; }
    """

    def __init__(self, table: Table) -> None:
        """`table` stands between two rounds."""
        super().__init__()
        self.playing = table
        self.scores = table.game.view(None).scores

    def body(self) -> ComposeResult:
        """A line a seat, the empty ones too."""
        seats = self.playing.seats
        with VerticalScroll(can_focus=False):
            with Horizontal(classes="line head"):
                yield Static("")
                yield Static("name", classes="who")
                yield Static("points", classes="points")
                yield Static("played by", classes="who")
            for number in range(MOST_SEATS):
                there = number < len(seats)
                spec = seats[number] if there else SeatSpec("", "human")
                who = (spec.level if spec.is_ai else HUMAN) if there else EMPTY
                points = str(self.scores[number]) if there else ""
                with Horizontal(classes="line"):
                    yield Static(str(number + 1), markup=False)
                    yield Input(spec.name, id=f"name-{number}", max_length=32, compact=True)
                    yield Static(points, classes="points", markup=False)
                    yield Cycler(WHO, who, id=f"who-{number}")
        yield Static("", id="problem", markup=False)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_deal()

    def wanted(self) -> list[tuple[SeatSpec, int]]:
        """The seats as chosen, each with the seat it had before, -1 for somebody new."""
        seats = self.playing.seats
        chosen: list[tuple[SeatSpec, int]] = []
        for number in range(MOST_SEATS):
            who = self.query_one(f"#who-{number}", Cycler).value
            if who == EMPTY:
                continue
            old = number if number < len(seats) else -1
            name = clean_name(
                self.query_one(f"#name-{number}", Input).value, f"Player {number + 1}"
            )
            mood = seats[number].temperament if old >= 0 else ""
            human = who == HUMAN
            spec = SeatSpec(name, "human") if human else SeatSpec(name, "ai", who, mood)
            chosen.append((spec, old))
        return chosen

    def action_deal(self) -> None:
        """Deal the next round to these seats, or say why that cannot be."""
        chosen = self.wanted()
        joins = any(old < 0 for _, old in chosen)
        try:
            if len(chosen) < 2:
                raise ValueError("A table has at least two seats.")
            self.playing.reseat(chosen, "join" if joins else "leave")
        except ValueError as error:
            self.query_one("#problem", Static).update(Content(str(error)))
            return
        self.dismiss()

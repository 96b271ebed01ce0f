"""Learn: short lessons on a real table, one thing at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from uno_tui.engine import actions as act
from uno_tui.engine.actions import Action
from uno_tui.engine.events import Event
from uno_tui.tui.dialogs.ask import AskColor
from uno_tui.tui.screens.base import PageScreen
from uno_tui.tui.screens.replay_board import Board
from uno_tui.tui.screens.tutorial_lessons import Lesson, LessonStep, fits, lessons
from uno_tui.tui.text import Wording
from uno_tui.tui.widgets.hand import Hand
from uno_tui.tui.widgets.options import Options
from uno_tui.tui.widgets.piles import Piles

if TYPE_CHECKING:
    from uno_tui.tui.app import UnoApp

PUPIL = 0
LONGEST_WORD = 14
"""So many cells may stay empty at the end of a line that is wrapped."""
KEYS = (
    ("d", act.DRAW, "Draw a card"),
    ("p", act.PASS, "Pass, keep the drawn card"),
    ("x", act.CHALLENGE, "Challenge the wild draw"),
    ("a", act.ACCEPT, "Accept what is owed"),
)


class TutorialScreen(PageScreen):
    """One lesson at a time; the pupil sits on seat 0 of a table set up for it."""

    HEADING = "Learn"
    HINT = "d draw · p pass · u UNO · c catch · x challenge · n next lesson · b before · r again · Esc back"
    CSS_PATH = "tutorial.tcss"
    AUTO_FOCUS = "Hand"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go_on", "Go on"),
        *(Binding(key, f"act({verb})", text) for key, verb, text in KEYS),
        Binding("u", "arm", "Call UNO with the next card"),
        Binding("c", "catch", "Catch a forgotten UNO call"),
        Binding("n", "lesson(1)", "Next lesson"),
        Binding("b", "lesson(-1)", "Lesson before"),
        Binding("r", "again", "This lesson again"),
    ]

    def __init__(self, uno: UnoApp, number: int = 0) -> None:
        super().__init__()
        self.uno = uno
        self.number = number
        self.at = 0
        self.armed = False
        self.game = self.lesson.table()
        self._heard: list[Event] = []
        self.game.subscribe(self._heard.extend, PUPIL)

    @property
    def lesson(self) -> Lesson:
        """The lesson on the screen."""
        return lessons()[self.number]

    @property
    def step(self) -> LessonStep:
        """The step one is at."""
        return self.lesson.steps[self.at]

    def body(self) -> ComposeResult:
        """The list of lessons, the words and the table."""
        with Horizontal(id="page"):
            yield Options(
                *(Option(Content(f"{n}  {one.title}")) for n, one in enumerate(lessons(), 1)),
                id="lessons",
                markup=False,
            )
            with Vertical(id="play"):
                with Center():
                    yield Static("", id="tell", markup=False)
                yield Board(self.lesson.tables, self.uno.glyph_set)
                yield Static("", id="said", markup=False)

    def on_mount(self) -> None:
        """Begin with the first step."""
        self.query_one("#hand", Hand).on_moved = lambda: self.call_later(self._moved)
        self._show()

    # What is shown

    def _show(self) -> None:
        board = self.query_one(Board)
        board.show(self.game.view(PUPIL), [""] + ["easy"] * (len(self.lesson.names) - 1))
        tell = self.query_one("#tell", Static)
        tell.update(Content(self.spelled(self.step.tell)))
        tell.border_subtitle = Content(self._enter())
        self.set_heading(
            f"Learn · {self.number + 1} of {len(lessons())}: {self.lesson.title}"
            f" · step {self.at + 1} of {len(self.lesson.steps)}"
        )
        listed = self.query_one("#lessons", OptionList)
        with listed.prevent(OptionList.OptionHighlighted):
            listed.highlighted = self.number

    def _enter(self) -> str:
        """What the Enter key leads to; "" where something has to be done first."""
        if self.step.want:
            return ""
        if self.at < len(self.lesson.steps) - 1:
            return "Enter: go on"
        last = self.number == len(lessons()) - 1
        return "Enter: back to the menu" if last else "Enter: next lesson"

    def _say(self, text: Content | str, loud: bool = False) -> None:
        said = self.query_one("#said", Static)
        said.set_class(loud, "loud")
        said.update(Content(text) if isinstance(text, str) else text)

    def _tell_events(self) -> None:
        wording = Wording(self.lesson.tables, self.lesson.names, PUPIL)
        told = [wording.event(event) for event in self._heard if event.kind != "turned"]
        self._heard.clear()
        said = self.query_one("#said", Static).content_size
        room = (said.height - 1) * (said.width - LONGEST_WORD) + said.width
        words = Content(" ").join(told)
        while len(told) > 1 and words.cell_length > room:
            del told[0]  # what came last matters most
            words = Content(" ").join(told)
        self._say(words)

    # What the pupil does

    @on(Hand.Chosen)
    def _chosen(self, event: Hand.Chosen) -> None:
        event.stop()
        if not self.step.want:
            self.action_go_on()
            return
        self._lay(event.cards)

    def _moved(self) -> None:
        card = self.query_one("#hand", Hand).current
        if card < 0 or not self.step.want:
            return
        refusal = self.game.check(PUPIL, Action(act.PLAY, (card,)))
        wild_ok = refusal is not None and self.lesson.tables.is_wild[card]
        lays = f"{self.lesson.tables.name(card)}: Enter lays it"
        self._say(refusal.text if refusal and not wild_ok else lays)

    @on(Piles.Clicked)
    def _pile(self, event: Piles.Clicked) -> None:
        event.stop()
        if event.pile == "draw":
            self.action_act(act.DRAW)

    @work(group="lay", exclusive=True)
    async def _lay(self, cards: tuple[int, ...]) -> None:
        tables = self.lesson.tables
        action = Action(act.PLAY, cards, uno=self.armed)
        if tables.color_of[cards[-1]] < 0 and self.game.check(PUPIL, action) is not None:
            ask = AskColor(tables.colors, self.step.wrong, glyph_set=self.uno.glyph_set)
            color = await self.app.push_screen_wait(ask)
            if color is None:
                return
            action = action._replace(color=color)
        self.attempt(action)

    def attempt(self, action: Action) -> None:
        """Do it if it is what the step wants; else say why not, or what is wanted."""
        step = self.step
        refusal = self.game.check(PUPIL, action)
        if refusal is not None:
            self._say(refusal.text, loud=True)
            return
        if not any(fits(action, wanted) for wanted in step.want):
            self._say(step.wrong or "Press Enter to go on.", loud=True)
            return
        self.game.apply(PUPIL, action)
        self.armed = False
        self._advance()
        self._tell_events()

    def action_act(self, verb: int) -> None:
        """Draw, pass, challenge or accept."""
        self.attempt(Action(verb))

    def action_catch(self) -> None:
        """Catch whoever forgot to call."""
        catchable = self.game.view(PUPIL).catchable
        seats = [seat for seat in catchable if seat != PUPIL]
        self.attempt(Action(act.CATCH, target=seats[0] if seats else 1))

    def action_arm(self) -> None:
        """UNO will be called with the next card."""
        self.armed = not self.armed
        self._say("UNO goes with the next card." if self.armed else "No call.", loud=True)

    # Going through the steps

    @on(events.Click, "#tell")
    def _clicked(self) -> None:
        """A click on the words is Enter, where Enter goes on."""
        if not self.step.want:
            self.action_go_on()

    def action_go_on(self) -> None:
        """To the next step, when this one only tells something."""
        if self.step.want:
            self._say(self.step.wrong, loud=True)
            return
        if self.at == len(self.lesson.steps) - 1:
            self.action_lesson(1)
            return
        self._say("")
        self._advance()
        if self._heard:
            self._tell_events()

    def _advance(self) -> None:
        if self.at + 1 < len(self.lesson.steps):
            self.at += 1
            for seat, action in self.step.others:
                self.game.apply(seat, action)
        self._show()

    def action_lesson(self, step: int) -> None:
        """Another lesson; after the last one back to the menu."""
        if self.number + step >= len(lessons()):
            self.dismiss()
            return
        self.begin(max(0, self.number + step))

    def action_again(self) -> None:
        """This lesson from its start."""
        self.begin(self.number)

    @on(OptionList.OptionSelected, "#lessons")
    def _picked(self, event: OptionList.OptionSelected) -> None:
        self.begin(event.option_index)
        self.query_one(Hand).focus()

    def begin(self, number: int) -> None:
        """Set the table up for a lesson and show its first step."""
        self.number, self.at, self.armed = number, 0, False
        self.game = self.lesson.table()
        self._heard.clear()
        self.game.subscribe(self._heard.extend, PUPIL)
        for seat, action in self.step.others:
            self.game.apply(seat, action)
        self.query_one(Board).dress(self.lesson.tables)
        self._show()
        self._say("")

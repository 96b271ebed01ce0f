"""New game on one screen: the variants, the chosen one in sentences, the table. Enter deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len, set_cell_size
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from uno_tui.ai import LEVELS
from uno_tui.ai.temperament import temperaments
from uno_tui.cards import counted
from uno_tui.ruleset.checks import deck_size, seat_range
from uno_tui.ruleset.errors import visible
from uno_tui.ruleset.load import Entry
from uno_tui.store.settings import PaceName
from uno_tui.tui.fields import ChoiceList, Cycler, FieldRows, StillScroll
from uno_tui.tui.match import MAX_SEED, MatchError
from uno_tui.tui.prose_text import prose
from uno_tui.tui.screens.base import OwnDialog, PageScreen
from uno_tui.tui.screens.new_game_model import MOST_SEATS, NewGame
from uno_tui.tui.widgets.hint_line import HintLine
from uno_tui.tui.widgets.options import Options

if TYPE_CHECKING:
    from uno_tui.tui.app import UnoApp

WHO = (("", "human"), *((level, level) for level in LEVELS))
LIST_WIDTHS = {"huge": 31, "wide": 23, "medium": 29, "narrow": 23}
"""Cells for a line of the variant list at each width class of the screen."""
PACES = ("instant", "quick", "normal", "slow", "step")


class NewGameScreen(PageScreen):
    """Choose a variant, seats and house rules."""

    HEADING = "New game"
    HINT = "Enter deal · Tab next · ↑↓ row · ←→ change · F2 save · Esc"
    CSS_PATH = "new_game.tcss"
    AUTO_FOCUS = "#variants"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "deal", "Deal", id="new-game.deal"),
        Binding("f2", "save", "Save as my variant", id="new-game.save"),
    ]

    def __init__(self, uno: UnoApp) -> None:
        super().__init__()
        self.uno = uno
        self.model = NewGame(uno.settings.last_table)

    def body(self) -> ComposeResult:
        """The three parts."""
        model = self.model
        with Horizontal(id="body"):
            with Vertical(id="left"):
                variants = Options(*self._options(), id="variants", classes="part", markup=False)
                variants.border_title = "Variant"
                yield variants
                with VerticalScroll(id="prose", classes="part") as scroll:
                    scroll.border_title = "How it is played"
                    yield Static("", id="told", markup=False)
            with FieldRows(id="table", classes="part") as table:
                table.border_title = "Table"
                with StillScroll(id="setup"):
                    with Horizontal(classes="line"):
                        yield Static("Seats", classes="grow", markup=False)
                        counts = [(str(n), str(n)) for n in range(2, MOST_SEATS + 1)]
                        yield Cycler(counts, str(len(model.seats)), id="count")
                    for seat in range(MOST_SEATS):
                        yield from self._seat_line(seat)
                    with Horizontal(classes="line"):
                        yield Static("Seed", classes="grow", markup=False)
                        yield Input(
                            "" if model.seed is None else str(model.seed),
                            placeholder="random",
                            type="integer",
                            max_length=19,
                            classes="seed",
                            id="seed",
                            compact=True,
                        )
                    with Horizontal(classes="line"):
                        yield Static("Pace", classes="grow", markup=False)
                        yield Cycler(
                            [(pace, pace) for pace in PACES], self.uno.settings.pace, id="pace"
                        )
                    yield Static("", classes="gap")
                    yield ChoiceList(model.rows(), id="rules")
                yield Static("", id="note", markup=False)
                with Horizontal(id="buttons", classes="line"):
                    yield Button("Deal ⏎" if not self.uno.ascii_only else "Deal", id="deal")
                    yield Button("Save as my variant", id="save")

    def _seat_line(self, seat: int) -> ComposeResult:
        there = seat < len(self.model.seats)
        spec = self.model.seats[seat] if there else None
        with Horizontal(classes="line", id=f"seat-{seat}") as line:
            line.display = there
            yield Static(f"{seat + 1}", classes="number", markup=False)
            yield Input(
                spec.name if spec else "",
                max_length=32,
                classes="name",
                id=f"name-{seat}",
                compact=True,
                select_on_focus=True,
            )
            yield Static(" ", classes="grow", markup=False)
            moods = [("", "plain"), *((one.id, one.name.lower()) for one in temperaments())]
            mood = Cycler(moods, spec.temperament if spec else "", id=f"mood-{seat}")
            mood.display = bool(spec and spec.is_ai)
            yield mood
            yield Cycler(WHO, spec.level if spec and spec.is_ai else "", id=f"who-{seat}")

    def on_mount(self) -> None:
        """Highlight the variant that was played last and tell its rules."""
        variants = self.query_one("#variants", OptionList)
        variants.highlighted = self.model.chosen
        self._tell()

    # The list of variants

    def _options(self) -> list[Option]:
        return [
            Option(self._prompt(entry), id=f"v-{n}") for n, entry in enumerate(self.model.entries)
        ]

    def _prompt(self, entry: Entry) -> Content:
        """One line: the name, and at the right the player count and the mood as far as they fit.

        Only the line one is on is all in one ink: a fainter one could not be read on its bar.
        """
        room = LIST_WIDTHS.get(self._shape(), 25)
        here = entry is self.model.entry
        if entry.ruleset is None:
            name = set_cell_size(visible(entry.id, 60), room - 7)
            return Content.styled(f"{name} broken", "" if here else "$uno-muted 60%")
        fewest, most = seat_range(entry.ruleset)
        seats = f"{fewest}" if fewest == most else f"{fewest}-{most}"
        mood = "mine" if self.model.is_own(entry) else entry.ruleset.mood
        name = entry.ruleset.name
        long = cell_len(name)
        tail = next(
            (end for end in (f"{seats} {mood}", seats, "") if long + 1 + cell_len(end) <= room), ""
        )
        shown = set_cell_size(name, room - cell_len(tail))
        return Content.assemble(Content(shown), Content.styled(tail, "" if here else "dim"))

    def _shape(self) -> str:
        width = self.app.size.width
        return (
            "huge"
            if width >= 140
            else "wide"
            if width >= 100
            else "medium"
            if width >= 80
            else "narrow"
        )

    def on_resize(self) -> None:
        """The list is as wide as the screen allows: draw its lines anew."""
        self._draw_lines(*range(len(self.model.entries)))

    def _draw_lines(self, *numbers: int) -> None:
        variants = self.query_one("#variants", OptionList)
        for number in numbers:
            prompt = self._prompt(self.model.entries[number])
            variants.replace_option_prompt_at_index(number, prompt)

    @on(OptionList.OptionHighlighted, "#variants")
    def _looked_at(self, event: OptionList.OptionHighlighted) -> None:
        before = self.model.chosen
        if event.option_index != before:
            self.model.choose(event.option_index)
            self._draw_lines(before, event.option_index)
            self._show_all()

    @on(OptionList.OptionSelected, "#variants")
    def _selected(self) -> None:
        self.action_deal()

    # The table

    @on(Cycler.Changed)
    def _cycled(self, event: Cycler.Changed) -> None:
        name, _, seat = (event.cycler.id or "").partition("-")
        if name == "count":
            self.model.set_seat_count(int(event.value))
            self._show_all()
        elif name == "who":
            self.model.set_seat(int(seat), event.value)
            self.query_one(f"#mood-{seat}").display = bool(event.value)
            self._tell()
        elif name == "mood":
            self.model.set_temperament(int(seat), event.value)
        elif name == "pace":
            pace: PaceName = event.value  # type: ignore[assignment]
            self.uno.settings.pace = pace

    @on(Input.Changed, ".name")
    def _named(self, event: Input.Changed) -> None:
        seat = int((event.input.id or "name-0").partition("-")[2])
        if seat < len(self.model.seats) and event.value.strip():
            self.model.set_seat(seat, self.model.seats[seat].level, event.value)
            self._tell()

    @on(Input.Changed, "#seed")
    def _seeded(self, event: Input.Changed) -> None:
        digits = event.value.strip().lstrip("-")
        self.model.seed = min(int(digits), MAX_SEED) if digits.isdigit() else None

    @on(Input.Submitted)
    def _entered(self) -> None:
        self.action_deal()

    @on(ChoiceList.Changed)
    def _ruled(self, event: ChoiceList.Changed) -> None:
        row = next(one for one in event.choices.rows if one.id == event.row_id)
        try:
            self.model.take(row.id, row.labels[event.index])
            self.model.add_decks()
        except ValueError as error:
            self._note(str(error), bad=True)
            return
        self._show_all()

    @on(ChoiceList.Looked)
    def _explain(self, event: ChoiceList.Looked) -> None:
        reason = event.row.reason()
        if event.row.stuck:
            self._note(f"Not here: {reason}")
        else:
            self._note(event.row.note)

    def _show_all(self) -> None:
        model = self.model
        model.add_decks()
        self.query_one("#count", Cycler).value = str(len(model.seats))
        for seat in range(MOST_SEATS):
            there = seat < len(model.seats)
            self.query_one(f"#seat-{seat}").display = there
            if there:
                spec = model.seats[seat]
                name = self.query_one(f"#name-{seat}", Input)
                if name.value.strip() != spec.name and not name.has_focus:
                    with name.prevent(Input.Changed):
                        name.value = spec.name
                self.query_one(f"#who-{seat}", Cycler).value = spec.level if spec.is_ai else ""
                mood = self.query_one(f"#mood-{seat}", Cycler)
                mood.value = spec.temperament
                mood.display = spec.is_ai
        self.query_one(ChoiceList).set_rows(model.rows())
        self._tell()

    def _tell(self) -> None:
        """The rules in sentences, or why the variant is broken; then what stands in the way."""
        model = self.model
        entry = model.entry
        told = Content(entry.error) if entry.error else prose(model.rules, self.uno.ascii_only)
        self.query_one("#told", Static).update(told)
        scroll = self.query_one("#prose", VerticalScroll)
        name = model.rules.name if entry.ruleset else visible(entry.id, 60)
        title = f"{name}{', changed' if model.changed else ''}"
        scroll.border_title = Content(title)
        problem = model.problem()
        self._note(problem or self._in_short(), bad=bool(problem))

    def _in_short(self) -> str:
        rules = self.model.rules
        decks = "one deck" if rules.deck.copies == 1 else f"{rules.deck.copies} decks"
        target = f"to {rules.scoring.target} points" if rules.scoring.target else "no target"
        if rules.match.rounds:
            target = counted(rules.match.rounds, "round")
        return f"{len(self.model.seats)} seats, {decks}: {deck_size(rules)} cards, {target}."

    def _note(self, text: str, bad: bool = False) -> None:
        note = self.query_one("#note", Static)
        note.set_class(bad, "bad")
        note.update(Content(text))

    # What it leads to

    @on(Button.Pressed, "#deal")
    def action_deal(self) -> None:
        """Deal, and remember the table for next time."""
        try:
            request = self.model.request()
        except MatchError as error:
            self._note(str(error), bad=True)
            self.uno.bell()
            return
        self.uno.settings.last_table = self.model.remembered()
        self.uno.keep_settings()
        self.uno.start_match(request)

    @on(Button.Pressed, "#save")
    def action_save(self) -> None:
        """Write the rules as a variant of one's own."""
        if self.model.entry.ruleset is None:
            self._note("A broken variant cannot be built upon; mend its file first.", bad=True)
            return
        self.app.push_screen(SaveVariant(self.model), self._saved)

    def _saved(self, path: str | None) -> None:
        if path is None:
            return
        variants = self.query_one("#variants", OptionList)
        with variants.prevent(OptionList.OptionHighlighted):
            variants.clear_options()
            variants.add_options(self._options())
            variants.highlighted = self.model.chosen
        self._show_all()
        self.uno.tell(f"Saved as {path}")


class SaveVariant(OwnDialog[str | None]):
    """Asks what the new variant is to be called; gives the file's path, None when it was left."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]

    def __init__(self, model: NewGame) -> None:
        super().__init__()
        self.model = model

    def body(self) -> ComposeResult:
        """One field."""
        with Vertical(id="box"):
            yield Static("What is this variant called?", markup=False)
            yield Input(placeholder="e.g. Sunday rules", max_length=40, id="called")
            yield Static("", id="error", markup=False)
            yield HintLine("Enter save · Esc back", ascii_only=self.app.has_class("-ascii"))

    @on(Input.Submitted)
    def _named(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            path = self.model.save_as(event.value)
        except MatchError as error:
            self.query_one("#error", Static).update(Content(str(error)))
            return
        self.dismiss(str(path))

    def action_leave(self) -> None:
        """Nothing is saved."""
        self.dismiss(None)

"""Records: matches in progress and finished ones; go on, look again, rename, delete, share."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len, set_cell_size
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option, OptionDoesNotExist

from uno_tui.cards import counted
from uno_tui.ruleset.errors import visible
from uno_tui.store.paths import paths
from uno_tui.store.record import RecordError
from uno_tui.store.records import export_record, import_record, list_records, load_replay
from uno_tui.store.saves import (
    MOST_LISTED,
    Deleted,
    MatchFacts,
    delete,
    list_saves,
    rename,
    undo_delete,
)
from uno_tui.tui.match import MatchError, resume_table
from uno_tui.tui.screens.base import OwnDialog, PageScreen
from uno_tui.tui.text import for_glyphs
from uno_tui.tui.widgets.hint_line import HintLine
from uno_tui.tui.widgets.options import Options

if TYPE_CHECKING:
    from uno_tui.tui.app import UnoApp

TROUBLE = (RecordError, OSError, RuntimeError)
LEAST_WIDTH = 33
"""Cells for a line of the list while nobody knows how many there are."""
EMPTY_HINT = "i take a shared file in · s statistics · ? keys · Esc back"
ROOM_FOR_SEATS, NAME_WIDTH = 60, 24
"""Cells of a line from which on the seats stand in it, and those of the match's name before them."""
AT_ONCE = 30
"""So many matches of each kind are read before the page is shown: more than fit on it."""


class RecordsScreen(PageScreen):
    """Everything that was played here."""

    HEADING = "Records"
    HINT = "Enter open · s statistics · n name · d delete · z undo · ? keys · Esc back"
    CSS_PATH = "records.tcss"
    AUTO_FOCUS = "#list"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "rename", "Give it a name"),
        Binding("d,delete", "delete", "Delete (z brings it back)"),
        Binding("z", "undo", "Bring the deleted one back"),
        Binding("e", "export", "Write it as one file to share"),
        Binding("i", "import", "Take a shared file in"),
        Binding("s", "statistics", "Statistics"),
    ]

    def __init__(self, uno: UnoApp) -> None:
        super().__init__()
        self.uno = uno
        self.saves: list[MatchFacts] = []
        self.finished: list[MatchFacts] = []
        self._deleted: list[Deleted] = []
        self._all_read = False

    def body(self) -> ComposeResult:
        """The list and what is known of the match under the cursor."""
        with Horizontal(id="page"):
            yield Options(id="list", markup=False)
            yield Static("", id="facts", markup=False)

    def on_mount(self) -> None:
        """Read the folders."""
        self.read()

    def on_screen_resume(self) -> None:
        """Back from a replay or a table."""
        self.read()

    def read(self) -> None:
        """Read the folders anew: the newest at once, the others beside the screen.

        What has been read once and has not changed costs next to nothing.
        """
        most = MOST_LISTED if self._all_read else AT_ONCE
        self._show(list_saves(most), list_records(most))
        if not self._all_read:
            self._all_read = AT_ONCE not in (len(self.saves), len(self.finished))
            if not self._all_read:
                self._read_all()

    @work(thread=True, exclusive=True, group="records", exit_on_error=False)
    def _read_all(self) -> None:
        saves, finished = list_saves(), list_records()
        with suppress(RuntimeError):  # the app has ended meanwhile
            self.app.call_from_thread(self._show_all, saves, finished)

    def _show_all(self, saves: list[MatchFacts], finished: list[MatchFacts]) -> None:
        if not self.gone:
            self._all_read = True
            self._show(saves, finished)

    def _show(self, saves: list[MatchFacts], finished: list[MatchFacts]) -> None:
        """Fill the list; the cursor stays with its match, or where it was as far as possible."""
        listed = self.query_one("#list", OptionList)
        match, at = self.chosen(), listed.highlighted
        self.saves, self.finished = saves, finished
        room = max(LEAST_WIDTH, listed.scrollable_content_region.width - 1)
        options: list[Option] = []
        for title, matches in (("In progress", saves), ("Finished", finished)):
            if matches:
                options.append(Option(title, disabled=True))
            options += [Option(_line(match, room), id=str(match.path)) for match in matches]
        listed.clear_options()
        listed.add_options(options)
        self.set_class(not options, "-empty")
        self.set_hint(self.HINT if options else EMPTY_HINT)
        if not options:
            self._facts_text(
                "Nothing has been played here yet.\n\nEvery match is saved while it is played and stands here afterwards."
            )
            return
        ids = [option.id for option in options]
        same = match is not None and str(match.path) in ids
        at = ids.index(str(match.path)) if match is not None and same else at or 1
        listed.highlighted = min(at, len(options) - 1)

    def on_resize(self) -> None:
        """The lines are as wide as the list, and a narrow page tells less of a match."""
        self.call_after_refresh(lambda: self._show(self.saves, self.finished))

    def chosen(self) -> MatchFacts | None:
        """The match under the cursor."""
        listed = self.query_one("#list", OptionList)
        if listed.highlighted is None:
            return None
        wanted = listed.get_option_at_index(listed.highlighted).id
        return next((m for m in (*self.saves, *self.finished) if str(m.path) == wanted), None)

    def _go_to(self, path: Path) -> None:
        """Put the cursor on the match at `path`, if it is listed."""
        listed = self.query_one("#list", OptionList)
        with suppress(OptionDoesNotExist):
            listed.highlighted = listed.get_option_index(str(path))

    def _facts_text(self, text: str) -> None:
        self.query_one("#facts", Static).update(Content(text))

    @on(OptionList.OptionHighlighted, "#list")
    def _looked(self) -> None:
        match = self.chosen()
        if match is not None:
            told = for_glyphs(_told(match, self.has_class("-narrow")), self.uno.glyph_set)
            self.query_one("#facts", Static).update(told)

    @on(OptionList.OptionSelected, "#list")
    def _selected(self) -> None:
        match = self.chosen()
        if match is None:
            return
        if match.problem:
            self.uno.tell(match.problem, "error")
        elif match in self.saves and not match.finished:
            try:
                self.uno.show_table(resume_table(match.path, self.uno.settings))
            except MatchError as error:
                self.uno.tell(str(error), "error")
        else:
            self._replay(match.path)

    def _replay(self, path: Path) -> None:
        from uno_tui.tui.screens.replay import ReplayScreen

        try:
            self.app.push_screen(ReplayScreen(self.uno, load_replay(path)))
        except TROUBLE as error:
            self.uno.tell(f"This record cannot be shown: {error}.", "error")

    def _try(self, about: Path | str, work: Callable[[], object]) -> bool:
        """Do something with a file; trouble is told in one sentence that names it."""
        try:
            work()
        except TROUBLE as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else error
            name = visible(str(about), 400)
            self.uno.tell(f"{name}: {reason}".rstrip(".") + ".", "error")
            return False
        self.read()
        return True

    def action_rename(self) -> None:
        """Ask for a name."""
        match = self.chosen()
        if match is not None:
            ask = AskText("What is this match called?", match.title, "keep the name")
            self.app.push_screen(ask, lambda name: self._rename(match.path, name))

    def _rename(self, path: Path, name: str | None) -> None:
        if name is not None:
            self._try(path.name, lambda: rename(path, name))

    def action_delete(self) -> None:
        """Put the match into the trash."""
        match = self.chosen()
        if match is None:
            return
        if self._try(match.path.name, lambda: self._deleted.append(delete(match.path))):
            self.uno.tell("Deleted; z brings it back.")

    def action_undo(self) -> None:
        """Take the last deleted match out of the trash."""
        if not self._deleted:
            self.uno.tell("Nothing was deleted here since this page was opened.")
            return
        back: list[Path] = []
        if self._try("The deleted match", lambda: back.append(undo_delete(self._deleted.pop()))):
            self._go_to(back[0])

    def action_export(self) -> None:
        """Ask for a place and write the match there."""
        match = self.chosen()
        if match is not None:
            home = str(paths().data / "shared" / match.path.name)
            ask = AskText("Write it to which file?", home, "write")
            self.app.push_screen(ask, lambda target: self._export(match.path, target))

    def _export(self, path: Path, target: str | None) -> None:
        if not target:
            return
        written: list[Path] = []
        place = Path(os.path.expanduser(target))
        if self._try(place, lambda: written.append(export_record(path, place))):
            self.uno.tell(f"Written to {written[0]}")

    def action_import(self) -> None:
        """Ask for a file and take it in."""
        self.app.push_screen(AskText("Take in which file?", "", "take it in"), self._import)

    def _import(self, source: str | None) -> None:
        if not source:
            return
        path = Path(os.path.expanduser(source))
        taken: list[MatchFacts] = []
        if self._try(path, lambda: taken.append(import_record(path))):
            self._go_to(taken[0].path)
            self.uno.tell("Taken in; it stands among the finished ones.")

    def action_statistics(self) -> None:
        """The statistics page."""
        from uno_tui.tui.screens.stats import StatsScreen

        self.app.push_screen(StatsScreen(self.uno))


def _line(match: MatchFacts, room: int) -> Content:
    """A line of so many cells."""
    if match.problem:
        return Content(f"{_cells(match.path.name, room - 8)} damaged")
    name = match.title or match.ruleset_name
    when = f"{datetime.fromtimestamp(match.changed):%d %b %H:%M}"
    if room >= ROOM_FOR_SEATS:
        beside = room - NAME_WIDTH - len(when) - 3
        seats = as_many(_scored(match), beside)
        name = f"{_cells(name, NAME_WIDTH)} {_cells(seats, beside)} "
    return Content(f"{_cells(name, room - len(when) - 1)} {when}")


def as_many(seats: list[str], room: int) -> str:
    """The seats that fit `room` cells as a whole; `+3` stands for three more."""
    for left_out in range(len(seats)):
        more = [f"+{left_out}"] if left_out else []
        told = ", ".join([*seats[: len(seats) - left_out], *more])
        if cell_len(told) <= room:
            return told
    return f"{len(seats)} seats"


def _cells(text: str, cells: int) -> str:
    """`text` filled up or cut to so many cells: wide characters take two, and files are called anything."""
    return set_cell_size(visible(text, 400), cells)


def _scores(match: MatchFacts) -> tuple[int, ...]:
    return (*match.scores, *(0 for _ in match.seats[len(match.scores) :]))


def _scored(match: MatchFacts) -> list[str]:
    """Each seat with its points."""
    seats = zip(match.seats, _scores(match), strict=False)
    return [f"{visible(spec.name, 16)} {score}" for spec, score in seats]


def _told(match: MatchFacts, brief: bool) -> Content:
    """Everything the list knows of a match; in `brief` the seats stand in a row."""
    if match.problem:
        return Content(
            f"{match.problem}\n\nThe file is left as it is:\n{visible(str(match.path), 400)}"
        )
    parts = [Content.styled(match.title or match.ruleset_name, "bold $uno-turn"), Content("\n")]
    when = f"{datetime.fromtimestamp(match.changed):%A, %d %B %Y, %H:%M}"
    state = "finished" if match.finished else f"round {match.round_no} in progress"
    minutes = max(1, round(match.played / 60))
    state = f"{match.ruleset_name} · {state}" if match.title else state.capitalize()
    parts.append(Content(f"{state}\n{when}\n"))
    parts.append(
        Content(f"{counted(match.actions, 'action')}, about {minutes} min at the table\n\n")
    )
    scores = _scores(match)
    if brief:
        seats = _scored(match)
        winners = [match.seats[seat].name for seat in match.champions]
        won = f"; {' and '.join(winners)} won" if winners else ""
        return Content("").join([*parts, Content(f"{' · '.join(seats)}{won}")])
    for seat, spec in enumerate(match.seats):
        who = "human" if spec.kind == "human" else f"AI {spec.level}"
        won = "  won" if seat in match.champions else ""
        parts.append(Content(f"{_cells(spec.name, 16)}{scores[seat]:>6}  {who}{won}\n"))
    parts.append(Content.styled(f"\n{visible(match.path.name, 400)}", "dim"))
    return Content("").join(parts)


class AskText(OwnDialog[str | None]):
    """One line of text; None when it was left."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]

    def __init__(self, question: str, value: str, enter: str) -> None:
        """`enter` says what the key does with the text."""
        super().__init__()
        self.question, self.value, self.enter = question, value, enter

    def body(self) -> ComposeResult:
        """One field."""
        with Vertical(id="box"):
            yield Static(self.question, markup=False)
            yield Input(self.value, max_length=400)
            yield HintLine(
                f"Enter {self.enter} · Esc back", ascii_only=self.app.has_class("-ascii")
            )

    @on(Input.Submitted)
    def _answered(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        """Nothing is changed."""
        self.dismiss(None)

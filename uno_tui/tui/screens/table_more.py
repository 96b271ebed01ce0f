"""The table's menu: what is done seldom, for the mouse and for whoever does not know the key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from uno_tui.engine import actions as act
from uno_tui.tui.dialogs.ask import Ask, AskSeat, Confirm
from uno_tui.tui.widgets.choices import Choice

if TYPE_CHECKING:
    from uno_tui.tui.screens.table import TableScreen


class Entry(NamedTuple):
    """One entry: its key, its words, the key that does the same at the table, what it does."""

    key: str
    label: str
    note: str
    run: Callable[[], object]


def entries(screen: TableScreen) -> Iterator[Entry]:
    """What the menu offers to whoever looks now; nothing in it is private."""
    view, table, always = screen.view, screen.table, screen.always
    if view is not None and view.seat >= 0 and not screen.private:
        yield Entry("a", "Let an AI play on for me", "", partial(table.hand_to_ai, view.seat))
    if any(seat.is_ai for seat in table.seats) and not screen.private:
        yield Entry("t", "Take a seat an AI plays", "", partial(take_seat, screen))
    if view is not None and any(action.verb == act.SAY for action in view.legal):
        yield Entry("s", "Say something", "t", partial(screen.action_do, "say"))
    if table.can_undo:
        yield Entry("u", "Take the last move back", "z", always.undo)
    yield Entry("-", "Slower", "[", always.slower)
    yield Entry("+", "Faster", "]", always.faster)
    yield Entry("/", "Search the log", "/", always.search)
    yield Entry("p", "Save a picture", "Ctrl+S", screen.uno.action_picture)
    yield Entry("o", "Settings", "", partial(screen.uno.open_page, "settings"))
    yield Entry("c", "All commands", "Ctrl+P", screen.app.action_command_palette)
    if view is not None and view.seat >= 0 and not screen.private:
        yield Entry("g", "Give up the match", "", partial(give_up, screen, view.seat))
    kept = "the match is saved" if not table.unsaved else "it cannot be saved"
    yield Entry("b", f"To the menu, {kept}", "Esc", always.leave)
    yield Entry("q", f"Quit, {kept}", "q", always.quit)


def open_menu(screen: TableScreen) -> None:
    """Put the menu over the table; the choice taken is carried out."""
    offered = list(entries(screen))
    rows = [Choice(one.key, one.label, note=one.note) for one in offered]

    def chosen(at: int | None) -> None:
        if at is not None and not screen.gone:
            offered[at].run()

    _put(screen, Ask("This table", "", rows, glyph_set=screen.glyph_set), chosen)


def _put(screen: TableScreen, question: Ask, chosen: Callable[[int | None], None]) -> None:
    question.beside_log()
    screen.app.push_screen(question, chosen)


def take_seat(screen: TableScreen) -> None:
    """Ask which AI's seat a person takes over; at once where there is only one."""
    seats = [seat for seat, spec in enumerate(screen.table.seats) if spec.is_ai]
    view = screen.view
    if view is None or not seats:
        return
    if len(seats) == 1:
        screen.table.take_back(seats[0])
        return
    rows = [(seat, view.names[seat], view.counts[seat]) for seat in seats]

    def chosen(at: int | None) -> None:
        if at is not None and not screen.gone:
            screen.table.take_back(seats[at])

    dialog = AskSeat("Whose seat?", "A person plays it from here.", rows,
                     glyph_set=screen.glyph_set)  # fmt: skip
    _put(screen, dialog, chosen)


def give_up(screen: TableScreen, seat: int) -> None:
    """Concede for `seat`, once that has been confirmed."""
    others = sum(not spec.is_ai for spec in screen.table.seats) > 1
    what = "An AI plays on in your place." if others else "It ends here, and counts as lost."

    def chosen(at: int | None) -> None:
        if at == 0 and not screen.gone:
            screen.table.concede(seat)
            show_given_up(screen, seat)

    dialog = Confirm("Give up the match?", what, "give up", "play on", glyph_set=screen.glyph_set)
    _put(screen, dialog, chosen)


def show_given_up(screen: TableScreen, seat: int) -> None:
    """The end of a match that its only person gave up; nothing where an AI plays on."""
    from uno_tui.tui.screens.results import GivenUp

    hands, view = screen.table.hands_at_the_end(), screen.view
    if hands is None or view is None:
        return
    screen.update()
    screen.endings.show(GivenUp(view, screen.table.record, hands, seat, screen.glyph_set))

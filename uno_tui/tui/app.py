"""The Textual app: pages and tables, the palette, and a clean way out.

Only what the menu needs is imported here; pages, rulesets, saves and the session are imported
when they are first wanted, after the menu is on the screen.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, work
from textual.app import ScreenStackError, SystemCommand
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen

from uno_tui.tui.commands import UnoCommands
from uno_tui.tui.drawn import forget_drawn
from uno_tui.tui.dressed import DressedApp
from uno_tui.tui.failures import Failures
from uno_tui.tui.hangup import catch_signals
from uno_tui.tui.screens.base import SMALLEST, OwnScreen, PageScreen, at_least
from uno_tui.tui.screens.menu import MenuScreen
from uno_tui.tui.tidy import Tidy
from uno_tui.tui.window_title import WindowTitle

if TYPE_CHECKING:
    from uno_tui.session import Table
    from uno_tui.store.replay import Replay
    from uno_tui.store.settings import Settings
    from uno_tui.tui.match import MatchRequest
    from uno_tui.tui.warm import Laid

LEAVING = ("ctrl+q", "ctrl+c")
"""Keys that quit while nothing but the notice of a small terminal is to be seen."""


class UnoApp(DressedApp, inherit_bindings=False):
    """The whole game in a terminal. `farewell` is what to print once the screen is gone."""

    TITLE = "uno-tui"
    CSS_PATH = "app.tcss"
    MODES: ClassVar[dict[str, Any]] = {"menu": MenuScreen}
    DEFAULT_MODE = "menu"
    ALLOW_SELECT = False
    """Text is not marked by dragging: a widget taken away under the mouse would end the screen."""
    COMMANDS: ClassVar[set[Any]] = {UnoCommands}
    """Textual's own provider would read markup in the titles of people's themes."""
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-tiny"), (60, "-narrow"), (80, "-medium"), (100, "-wide"), (140, "-huge"),
    ]  # fmt: skip
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-flat"), (20, "-low"), (24, "-mid"), (30, "-tall"),
    ]  # fmt: skip
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Quit", id="app.quit", show=False, priority=True),
        Binding("ctrl+c", "leave", "Quit", id="app.stop", show=False, system=True, priority=True),
        Binding(
            "ctrl+z",
            "suspend_process",
            "Back to the shell; fg goes on",
            id="app.suspend",
            show=False,
        ),
        Binding("f1", "open('rules')", "Rules", id="app.rules", show=False),
        Binding("question_mark", "open('keys')", "Keys", id="app.keys", show=False),
        Binding("ctrl+s", "picture", "Save a picture", id="app.picture", show=False),
    ]

    def __init__(
        self,
        request: MatchRequest | None = None,
        theme_name: str | None = None,
        replay: Replay | None = None,
    ) -> None:
        """`request` is a table to sit down at, `replay` a record to look at, instead of the menu."""
        super().__init__(theme_name)
        self.farewell = ""
        self._title = WindowTitle(self)
        self.saved = ""
        """What Continue would continue, in a few words; empty while nothing is saved."""
        self.request = request
        self.replay = replay
        self.recover_in_tests = False
        self.failures = Failures(self)
        self.tidy = Tidy(self)
        self._warm = False
        """Whether what the next pages need has been fetched."""
        self._laid: Laid | None = None
        """A table built ahead of the next match."""
        self._sitting_down = request is not None
        """Whether the menu is there only until the table asked for stands."""
        self.menu_waits = request is not None or replay is not None
        """Whether the menu keeps out of sight, as something else was asked for."""

    # Starting and leaving

    def on_mount(self) -> None:
        """Listen for the signals that end a program; a table or replay at once when asked for."""
        catch_signals(self)
        self.screen_change_signal.subscribe(self, self._came_to_front, immediate=True)
        if self.request is not None:
            self.call_after_refresh(self._sit_down, self.request)
        elif self.replay is not None:
            from uno_tui.tui.screens.replay import ReplayScreen

            self.push_screen(ReplayScreen(self, self.replay))
            self.menu_waits = False

    def _came_to_front(self, screen: Screen[Any]) -> None:
        if isinstance(screen, PageScreen) and not screen.stood:
            self._clear_passing()
        if isinstance(screen, OwnScreen):
            screen.stood = True

    def _clear_passing(self) -> None:
        """A page opens: what was said about the one before is over, but for warnings."""
        kept = [one for one in self._notifications if one.severity == "warning"]
        if len(kept) < len(self._notifications):
            self.clear_notifications()
            for one in kept:
                self._notifications.add(one)
            self._refresh_notifications()

    def _sit_down(self, request: MatchRequest) -> None:
        self.start_match(request)
        self.wait_no_more()
        if isinstance(self.screen, MenuScreen):
            self.screen.show_up()  # the table could not be dealt

    def wait_no_more(self) -> None:
        """Whatever was asked for at the start is there, or never will be."""
        self._sitting_down = self.menu_waits = False

    async def on_event(self, event: events.Event) -> None:
        """Keys and clicks typed ahead at a table are not for the menu that stands before it.

        While only the notice of a small terminal is to be seen, nothing is done but leaving.
        """
        if isinstance(event, events.InputEvent):
            if self._sitting_down:
                return
            if self.size.width < SMALLEST[0] or self.size.height < SMALLEST[1]:
                if isinstance(event, events.Key) and event.key in LEAVING:
                    self.action_leave()
                return
        await super().on_event(at_least(event) if isinstance(event, events.Resize) else event)

    def on_ready(self) -> None:
        """The first frame is out: settle the memory, tell what was wrong with the user's files."""
        self.tidy.now()
        self.set_timer(0.05, self._warm_up)

    @work(thread=True, group="warm-up", exit_on_error=False)
    def _warm_up(self) -> None:
        """Settle what the first frame did without; then fetch the next pages, as nobody waits."""
        import uno_tui.store.settings  # noqa: F401

        self.call_from_thread(self._settle)
        from uno_tui.tui import warm

        warm.fetch_modules()
        warm.try_last_table(self.settings)
        gc.freeze()  # not searched through now: whoever began to play would notice
        self._warm = True
        self.call_from_thread(self._lay_ahead)
        warm.put_away_finished()

    def _lay_ahead(self) -> None:
        """While the menu is on the screen: have a table's screen ready, out of sight."""
        if self._warm and isinstance(self.screen, MenuScreen):
            from uno_tui.tui import warm

            self._laid = warm.lay_table(self, self._laid)

    def _settle(self) -> None:
        """What the first frame could do without: settings, keys, the other themes, complaints."""
        glanced = self.looks
        self._read_keymap(self.settings)
        if len(self.own_themes()) < 2:
            self._register_all()
        if self.looks != glanced:
            self.apply_settings()
        for complaint in self._complaints:
            self.tell(complaint, "warning")
        self._complaints.clear()

    def _read_keymap(self, settings: Settings) -> None:
        from uno_tui.tui.keymap import read_keymap

        keys, complaints = read_keymap(settings.keys)
        self._complaints += complaints
        if keys:
            self.set_keymap(keys)

    def action_leave(self) -> None:
        """Quit. Every accepted action is saved already, so there is nothing to ask."""
        self._say_what_goes_on()
        self.exit(return_code=0)

    # Pages

    def page_allowed(self, name: str) -> bool:
        """Whether a page can be opened from where one is."""
        return name != "continue" or bool(self.saved)

    def open_page(self, name: str) -> None:
        """Open a page of `pages.PAGES` by name; `quit` and `continue` act at once."""
        if name == "quit":
            self.action_leave()
        elif name == "continue":
            self.resume_latest()
        else:
            from uno_tui.tui.pages import make_page

            if self.screen.has_class("--textual-command-palette"):
                return
            try:
                page = make_page(name, self)
            except ValueError as error:  # a shipped file that is damaged
                self.tell(str(error), "error")
                return
            if type(page) is not type(self.screen):
                self.push_screen(page)

    def action_open(self, name: str) -> None:
        """The action behind keys and links that open a page."""
        self.open_page(name)

    # Tables

    @work(thread=True, exclusive=True, group="saves", exit_on_error=False)
    def look_for_saves(self) -> None:
        """Find out what Continue would continue, beside the screen, and tell the menu."""
        from uno_tui.tui.match import summary_of_latest

        self.call_from_thread(self._found_saves, summary_of_latest())

    def _found_saves(self, summary: str) -> None:
        self.saved = summary
        if isinstance(self.screen, MenuScreen):
            self.screen.show_saved(summary)
            self._lay_ahead()

    def start_match(self, request: MatchRequest) -> None:
        """Sit down at a new table; whatever cannot be dealt is told and nothing changes."""
        from uno_tui.tui.match import MatchError, new_table

        try:
            self.show_table(new_table(request, self.settings))
        except MatchError as error:
            self.tell(str(error), "error")

    def resume_latest(self) -> None:
        """Go on with the match that was played last."""
        from uno_tui.tui.match import MatchError, latest_save, resume_table

        path = latest_save()
        if path is None:
            self.tell("There is no saved match to go on with.")
            return
        try:
            self.show_table(resume_table(path, self.settings))
        except MatchError as error:
            self.tell(str(error), "error")

    def quick_play(self) -> None:
        """Deal the last table again, with new cards."""
        from uno_tui.tui.match import MatchError, last_request

        try:
            self.start_match(last_request(self.settings))
        except MatchError as error:
            self.tell(str(error), "error")

    def show_table(self, table: Table) -> None:
        """Put a table on the screen, in place of whatever page is open."""
        from uno_tui.tui import warm

        self.close_pages()
        laid, self._laid = self._laid, None
        screen = warm.laid_or_new(self, laid)
        self.push_screen(screen)
        screen.sit_down(table)

    def change_seats(self, table: Table, then: Callable[[None], None]) -> None:
        """Between rounds: ask who plays the next one; `then` it is dealt or left as it was."""
        from uno_tui.tui.screens.results_seats import SeatsScreen

        self.push_screen(SeatsScreen(table), then)

    def close_pages(self) -> None:
        """Back to the bottom of the menu's pile of pages; a table left behind is closed and saved."""
        while len(self.screen_stack) > 1:
            table = getattr(self.screen, "table", None)
            if table is not None:
                self.screen.unsubscribe()  # type: ignore[attr-defined]
                table.close()
            self.pop_screen()

    # Telling

    def lost(self, why: str) -> None:
        """A table was left that could not be saved: said now, or once the screen is gone."""
        reason = why.partition("(")[2].partition(")")[0]
        told = f"The match that was just left could not be saved{f' ({reason})' if reason else ''}."
        self.farewell = f"uno-tui: {told} `uno-tui paths` says where it would have been."
        if self.is_running and not self._exit:
            self.tell(told, "warning")

    def _say_what_goes_on(self) -> None:
        """Quit in the middle of a match: the shell will say that it can be gone on with."""
        tables = [getattr(screen, "table", None) for screen in self.screen_stack]
        for table in tables:
            if table is not None and table.kept:
                name = table.game.tables.ruleset.name
                self.farewell = f"uno-tui: {name} is saved; Continue in the menu goes on with it."

    def tell_turn(self, mine: bool) -> None:
        """A person's turn began (or ended): the bell and the window's title, as the settings say."""
        assists = self.settings.assists
        if mine and assists.bell:
            self.bell()
        if assists.window_title:
            self._title.show("your turn · uno-tui" if mine else "uno-tui")

    def on_unmount(self) -> None:
        """Give the window its title back; keep nothing of what was drawn."""
        forget_drawn()
        self._title.give_back()

    def action_picture(self) -> None:
        """Save what is on the screen as an SVG picture."""
        if getattr(self.screen, "private", False):
            self.tell("No pictures while the curtain is down.")
            return
        from uno_tui.store.paths import paths, private_folder

        try:
            folder = private_folder(paths().data / "pictures")
            where = self.save_screenshot(path=str(folder))
        except OSError as error:
            self.tell(f"The picture could not be saved: {error.strerror or error}.", "error")
        else:
            self.tell(f"Saved as {where}")

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The palette's own entries: the looks. `UnoCommands` offers them with pages and keys."""
        for name, title in self.own_themes():
            yield SystemCommand(f"Theme: {title}", "Change the looks", _Chooser(self, name))
        yield SystemCommand("Save a picture", "The screen as an SVG file", self.action_picture)

    def action_command_palette(self) -> None:
        """Every command by name; one palette at a time, also under a page opened from it."""
        from uno_tui.tui.palette import Palette

        if not any(isinstance(screen, Palette) for screen in self.screen_stack):
            self.push_screen(Palette())  # no id: the last one may be on its way out

    # When something breaks

    async def _dispatch_message(self, message: Message) -> None:
        """What a key or callback raises is told here; it would end the loop that hears keys.

        Textual runs the keys of every screen in the app's own loop.
        """
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            if self._ends_with(error):
                return
            if self.is_headless and not self.recover_in_tests:
                raise
            self._handle_exception(error)

    def _ends_with(self, error: Exception) -> bool:
        """Whether the app ends: what was typed last, or a timer's, is for no screen any more."""
        return isinstance(error, ScreenStackError) and not any(self._screen_stacks.values())

    def _handle_exception(self, error: Exception) -> None:
        """A part of the screen failed: say so, keep the game, offer the saved match."""
        if self._ends_with(error):
            return
        hidden = self.is_headless and not self.recover_in_tests
        if hidden or not self.failures.take(error):
            super()._handle_exception(error)


class _Chooser:
    """Choosing one theme, as the palette does it."""

    def __init__(self, app: UnoApp, name: str) -> None:
        self.app, self.name = app, name

    def __call__(self) -> None:
        self.app.change_settings(self.app.settings.model_copy(update={"theme": self.name}))

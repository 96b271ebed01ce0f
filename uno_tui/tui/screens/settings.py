"""Settings: pace, motion, looks and assists; every change holds at once and is remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Center, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from uno_tui.store.paths import paths
from uno_tui.store.settings import Settings
from uno_tui.tui.fields import ChoiceList, Row
from uno_tui.tui.screens.base import PageScreen
from uno_tui.tui.screens.menu_art import TitleFan

if TYPE_CHECKING:
    from uno_tui.tui.app import UnoApp


class Item(NamedTuple):
    """One setting: where it is, what it is called, a sentence, and (label, value) choices."""

    key: str
    label: str
    note: str
    choices: tuple[tuple[str, Any], ...]


OFF_ON = (("off", False), ("on", True))
GROUPS: tuple[tuple[str, tuple[Item, ...]], ...] = (
    ("Pace", (
        Item("pace", "Pace of the AI seats", "How long they seem to think; step waits for Space.",
             tuple((name, name) for name in ("instant", "quick", "normal", "slow", "step"))),
        Item("reaction_window", "Time to catch a forgotten UNO",
             "Turn-based waits for a key instead of a clock: no reflexes needed.",
             (("turn-based", 0.0), ("1 s", 1.0), ("1.5 s", 1.5), ("2.5 s", 2.5), ("4 s", 4.0),
              ("6 s", 6.0), ("10 s", 10.0))),
        Item("expert_think", "Thinking time of experts", "How long the expert level may search a move.",
             (("0.1 s", 0.1), ("0.3 s", 0.3), ("0.6 s", 0.6), ("1 s", 1.0), ("2 s", 2.0))),
    )),
    ("Looks", (
        Item("theme", "Theme", "Your own stand in the themes folder. With 16 colours only, Felt gives way to the terminal's.", ()),
        Item("glyphs", "Characters", "Plain ASCII for fonts without box characters.",
             (("by terminal", "auto"), ("box characters", "unicode"), ("plain ASCII", "ascii"))),
        Item("motion", "Motion", "Cards that fly and colours that wash; off, nothing moves.", OFF_ON),
        Item("sort", "Sort the hand", "How your cards are laid out.",
             (("by colour", "colour"), ("by number", "number"), ("as drawn", "drawn"))),
        Item("side_panel", "Side panel", "Scores and log beside a wide table.", OFF_ON),
    )),
    ("Assists", (
        Item("assists.call_uno", "Call UNO for me", "For children: the call is never forgotten.", OFF_ON),
        Item("assists.draw_alone", "Draw by itself", "When nothing fits, a card is drawn for you.", OFF_ON),
        Item("assists.confirm_draw", "Ask before drawing", "Asks once when a card could be played.", OFF_ON),
        Item("assists.bell", "Bell on my turn", "The terminal's bell rings when it is your turn.", OFF_ON),
        Item("assists.window_title", "Window title on my turn", "The title says whose turn it is.", OFF_ON),
    )),
    ("At the table", (
        Item("hints", "Hints", "One key asks the strongest AI what it would play.", OFF_ON),
        Item("undo", "Undo", "With one person at the table, a move may be taken back.", OFF_ON),
        Item("mouse", "Mouse", "Off leaves the mouse to the terminal; holds from the next start.", OFF_ON),
    )),
)  # fmt: skip


class SettingsScreen(PageScreen):
    """All settings in one list."""

    HEADING = "Settings"
    HINT = "↑↓ setting · ←→ change · saved at once · Esc back"
    AUTO_FOCUS = "ChoiceList"
    DEFAULT_CSS = """
    SettingsScreen #page { height: 1fr; }
    SettingsScreen VerticalScroll { width: 1fr; height: 1fr; padding: 1 0 1 2; align-horizontal: center; scrollbar-size-vertical: 1; }
    SettingsScreen ChoiceList { max-width: 76; margin: 0 1 0 0; }
    SettingsScreen #facts { display: none; width: 1fr; height: 1fr; border: round $uno-line; background: $uno-felt; align: center middle; }
    SettingsScreen #facts Static { width: 70; max-width: 100%; height: 2; color: $uno-muted; text-align: center; }
    SettingsScreen #facts TitleFan { width: 70; max-width: 100%; height: 11; margin: 0 0 2 0; }
    SettingsScreen.-huge.-tall #facts { display: block; }
    SettingsScreen.-huge.-tall VerticalScroll { border: round $uno-line; }
    SettingsScreen.-huge.-tall VerticalScroll:focus-within { border: round $accent; }
    SettingsScreen #where { display: none; height: 1; width: 100%; padding: 0 1; color: $uno-muted; }
    SettingsScreen.-huge.-tall Center { display: none; }
    SettingsScreen.-huge.-tall #where { display: block; }
    SettingsScreen #note { height: 2; max-width: 80; padding: 0 2; color: $uno-muted; }
    SettingsScreen.-low VerticalScroll { padding: 0 0 0 1; }
    """

    def __init__(self, uno: UnoApp) -> None:
        super().__init__()
        self.uno = uno

    def body(self) -> ComposeResult:
        """The list, the sentence about the setting one is on, and cards where there is room."""
        with Horizontal(id="page"):
            with VerticalScroll(can_focus=False):
                yield ChoiceList(self._rows(), id="settings")
            with Vertical(id="facts"):
                yield TitleFan()
                yield Static("", id="about", markup=False)
        with Center():
            yield Static("", id="note", markup=False)
        yield Static(str(paths().settings), id="where", markup=False)

    def on_mount(self) -> None:
        """The cards in the signs of these looks."""
        self.query_one(TitleFan).glyph_set = self.uno.glyph_set

    def _items(self) -> list[tuple[str, tuple[Item, ...]]]:
        themes = tuple((title, name) for name, title in self.uno.own_themes())
        return [
            (
                title,
                tuple(one._replace(choices=themes) if one.key == "theme" else one for one in items),
            )
            for title, items in GROUPS
        ]

    def _rows(self) -> list[Row]:
        rows: list[Row] = []
        for title, items in self._items():
            rows.append(Row("", title))
            for item in items:
                now = value_of(self.uno.settings, item.key)
                values = [value for _, value in item.choices]
                index = values.index(now) if now in values else -1
                labels = tuple(label for label, _ in item.choices)
                rows.append(Row(item.key, item.label, item.note, labels, index, other=str(now)))
        return rows

    @on(ChoiceList.Changed)
    def _changed(self, event: ChoiceList.Changed) -> None:
        item = next(one for _, items in self._items() for one in items if one.key == event.row_id)
        settings = with_value(self.uno.settings, item.key, item.choices[event.index][1])
        self.uno.change_settings(settings)
        self.query_one(TitleFan).glyph_set = self.uno.glyph_set
        event.choices.set_rows(self._rows())

    @on(ChoiceList.Looked)
    def _looked(self, event: ChoiceList.Looked) -> None:
        self.query_one("#about", Static).update(Content(event.row.note))
        self.query_one("#note", Static).update(
            Content.assemble(
                Content(event.row.note), Content.styled(f"\n{paths().settings}", "dim")
            )
        )


def value_of(settings: Settings, key: str) -> Any:
    """What a dotted setting is now."""
    at: Any = settings
    for part in key.split("."):
        at = getattr(at, part)
    return at


def with_value(settings: Settings, key: str, value: Any) -> Settings:
    """A copy of the settings with one dotted setting changed."""
    table, _, name = key.rpartition(".")
    if not table:
        return settings.model_copy(update={name: value})
    inner = getattr(settings, table).model_copy(update={name: value})
    return settings.model_copy(update={table: inner})

"""Statistics: players, AI levels and variants, as numbers and as a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from uno_tui.cards import counted
from uno_tui.ruleset.load import available
from uno_tui.store.stats import summary
from uno_tui.tui.match import own_folders
from uno_tui.tui.screens.base import PageScreen
from uno_tui.tui.widgets.bar_table import BarTable, Row
from uno_tui.tui.widgets.options import Options
from uno_tui.tui.widgets.plot import Line, LinePlot

if TYPE_CHECKING:
    from uno_tui.tui.app import UnoApp


class Subject(NamedTuple):
    """What can be looked at: a kind (human, level, variant) and its name."""

    kind: str
    name: str


class StatsScreen(PageScreen):
    """Who or what on the left, numbers and plot on the right."""

    HEADING = "Statistics"
    HINT = "↑↓ choose · Esc back"
    AUTO_FOCUS = "#who"
    BINDINGS: ClassVar[list[BindingType]] = []
    DEFAULT_CSS = """
    StatsScreen #page { height: 1fr; }
    StatsScreen.-empty #who { display: none; }
    StatsScreen.-empty #right { align: center middle; }
    StatsScreen.-empty #numbers { text-align: center; }
    StatsScreen #who { width: 26; height: 1fr; border: round $uno-line; padding: 0 1; background: $background; background-tint: $foreground 0%; color: $uno-text; }
    StatsScreen #who:focus { border: round $accent; }
    StatsScreen #who > .option-list--option-highlighted { background: $uno-turn; color: $uno-button-text; text-style: bold; }
    StatsScreen #who > .option-list--option-disabled { color: $uno-good; text-style: bold; }
    StatsScreen #right { width: 1fr; height: 1fr; border: round $uno-line; padding: 0 2; background: $uno-felt; scrollbar-size-vertical: 1; }
    StatsScreen #numbers { height: auto; }
    StatsScreen #bars { margin: 1 0 0 0; width: 100%; }
    StatsScreen #plot { height: 1fr; min-height: 7; margin: 1 0 0 0; }
    StatsScreen.-low #plot { margin: 0; }
    StatsScreen.-narrow #who { width: 20; }
    StatsScreen.-narrow #right { padding: 0 1; }
    """

    def __init__(self, uno: UnoApp) -> None:
        super().__init__()
        self.uno = uno
        self.data = summary()
        self.subjects: list[Subject | None] = []
        self.names = {one.id: one.ruleset.name for one in available(own_folders()) if one.ruleset}
        """What variants are called, by id."""

    def body(self) -> ComposeResult:
        """The list, the numbers, the plot."""
        options: list[Option] = []
        for title, kind, key in (
            ("Players", "human", "humans"), ("AI levels", "level", "levels"),
            ("Variants", "variant", "variants"),
        ):  # fmt: skip
            if self.data[key]:
                options.append(Option(title, disabled=True))
                self.subjects.append(None)
            for name in self.data[key]:
                subject = Subject(kind, name)
                words = self._title(subject) if kind == "variant" else name
                options.append(Option(Content(f"  {words}")))
                self.subjects.append(subject)
        with Horizontal(id="page"):
            yield Options(*options, id="who", markup=False)
            with VerticalScroll(id="right", can_focus=False):
                yield Static("", id="numbers", markup=False)
                yield BarTable(id="bars")
                yield LinePlot(
                    "Matches won so far, per cent", first=1, ticks=(0, 50, 100), id="plot"
                )

    def on_mount(self) -> None:
        """Begin with the first."""
        if not self.subjects:
            self.add_class("-empty")
            self.set_hint("Esc back")
            self.query_one("#numbers", Static).update(
                Content(
                    "No match has been finished yet.\n\nPlay one to its end and it is counted here."
                )
            )
            self.query_one("#plot").display = False
            return
        for widget in self.query("BarTable, LinePlot"):
            widget.glyph_set = self.uno.glyph_set  # type: ignore[attr-defined]
        self.query_one("#who", OptionList).highlighted = 1

    def on_resize(self) -> None:
        """Rows stand apart on a high screen: another height may be another table."""
        for table in self.query(BarTable):
            table.refresh(layout=True)

    @on(OptionList.OptionHighlighted, "#who")
    def _looked(self, event: OptionList.OptionHighlighted) -> None:
        subject = self.subjects[event.option_index]
        if subject is None:
            return
        self.query_one("#numbers", Static).update(self._numbers(subject))
        self.query_one(BarTable).show(*self._bars(subject))
        plot = self.query_one(LinePlot)
        won = [match["won"] for match in self.data["history"] if match["name"] == subject.name]
        plot.display = subject.kind == "human" and len(won) > 1  # one point is no line
        if plot.display:
            rates = tuple(100 * sum(won[: n + 1]) / (n + 1) for n in range(len(won)))
            plot.show([Line(f"{rates[-1]:.0f} %", rates, strong=True)])

    def _title(self, subject: Subject) -> str:
        if subject.kind == "variant":
            return self.names.get(subject.name, subject.name)
        return f"AI, {subject.name}" if subject.kind == "level" else subject.name

    def _numbers(self, subject: Subject) -> Content:
        title = Content.styled(self._title(subject), "bold $uno-turn")
        if subject.kind == "variant":
            return Content.assemble(title, "\n\n", _in_short(self.data["variants"][subject.name]))
        one = self.data["humans" if subject.kind == "human" else "levels"][subject.name]
        loved = one["favourite_cards"][: 5 if self.app.size.width >= 80 else 2]
        cards = "  ".join(f"{c['card']}×{c['times']}" for c in loved) or "none yet"
        facts = (
            ("matches", f"{one['games']}"),
            ("won", f"{one['wins']} ({one['win_rate']:.0%})"),
            ("streak", f"{_streak(one['streak'])}, at best {one['best_streak']} won"),
            ("points", f"{one['average_points']:.0f} a match"),
            ("length", f"{one['average_rounds']:.1f} rounds, {one['average_turns']:.0f} turns"),
            ("time", _time(one["seconds"])),
            ("favourites", cards),
        )
        lines = [
            Content.assemble(Content.styled(f"{label:<12}", "$uno-muted"), self.spelled(words))
            for label, words in facts
        ]
        return Content.assemble(title, "\n\n", Content("\n").join(lines))

    def _bars(self, subject: Subject) -> tuple[tuple[str, ...], list[Row]]:
        """Who did how well beside the subject; nothing beside a person, who has a plot."""
        if subject.kind == "human":
            return (), []
        tallies: dict[str, Any] = (
            self.data["levels"] if subject.kind == "level"
            else self.data["variants"][subject.name]["players"]
        )  # fmt: skip
        rows = [
            Row(
                name.replace("ai:", "AI, "),
                (f"{one['games']}", f"{one['wins']}", f"{one['average_points']:.0f}",
                 f"{one['win_rate']:.0%}"),
                one["win_rate"],
                subject.kind == "level" and name == subject.name,
            )
            for name, one in tallies.items()
        ]  # fmt: skip
        return ("", "games", "won", "points", "rate", ""), rows


def _in_short(variant: dict[str, Any]) -> str:
    matches = counted(variant["matches"], "match", "es")
    won = variant["human_wins"] or "none"
    return f"{matches}, {won} won by a person, {_time(variant['seconds'])} in all"


def _streak(n: int) -> str:
    if n == 0:
        return "none"
    return f"{abs(n)} {'won' if n > 0 else 'lost'}"


def _time(seconds: int) -> str:
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"

"""Statistics: players, AI levels and variants, as numbers and as a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.color import Color
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual_plotext import PlotextPlot

from uno_tui.store.stats import summary
from uno_tui.tui.screens.base import PageScreen
from uno_tui.tui.widgets.options import Options

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
    StatsScreen #who { width: 26; height: 1fr; border: round $uno-line; padding: 0 1; background: $background; background-tint: $foreground 0%; color: $uno-text; }
    StatsScreen #who:focus { border: round $accent; }
    StatsScreen #who > .option-list--option-highlighted { background: $uno-turn; color: $uno-button-text; text-style: bold; }
    StatsScreen #who > .option-list--option-disabled { color: $uno-good; text-style: bold; }
    StatsScreen #right { width: 1fr; height: 1fr; border: round $uno-line; padding: 0 2; scrollbar-size-vertical: 1; }
    StatsScreen #plot { height: 13; margin: 1 0 0 0; background: $background; }
    StatsScreen #numbers { height: auto; }
    StatsScreen.-narrow #who { width: 20; }
    StatsScreen.-narrow #right { padding: 0 1; }
    """

    def __init__(self, uno: UnoApp) -> None:
        super().__init__()
        self.uno = uno
        self.data = summary()
        self.subjects: list[Subject | None] = []

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
                options.append(Option(Content(f"  {name}")))
                self.subjects.append(Subject(kind, name))
        with Horizontal(id="page"):
            yield Options(*options, id="who", markup=False)
            with VerticalScroll(id="right", can_focus=False):
                yield Static("", id="numbers", markup=False)
                yield PlotextPlot(id="plot")

    def on_mount(self) -> None:
        """Begin with the first."""
        if not self.subjects:
            self.query_one("#numbers", Static).update(
                Content(
                    "No match has been finished yet.\n\nPlay one to its end and it is counted here."
                )
            )
            self.query_one("#plot").display = False
            return
        self.query_one("#who", OptionList).highlighted = 1

    @on(OptionList.OptionHighlighted, "#who")
    def _looked(self, event: OptionList.OptionHighlighted) -> None:
        subject = self.subjects[event.option_index]
        if subject is None:
            return
        self.query_one("#numbers", Static).update(self._numbers(subject))
        self._plot(subject)

    def _numbers(self, subject: Subject) -> Content:
        if subject.kind == "variant":
            variant = self.data["variants"][subject.name]
            lines = [
                _in_short(variant),
                "",
                f"{'':<18}{'games':>6}{'won':>6}{'rate':>7}{'points':>9}",
            ]  # fmt: skip
            lines += [
                f"{name:<18}{one['games']:>6}{one['wins']:>6}{one['win_rate']:>7.0%}"
                f"{one['average_points']:>9.1f}"
                for name, one in variant["players"].items()
            ]
            return _page(subject.name, lines)
        one = self.data["humans" if subject.kind == "human" else "levels"][subject.name]
        cards = (
            ", ".join(f"{c['card']} ({c['times']})" for c in one["favourite_cards"]) or "none yet"
        )
        return _page(
            subject.name,
            [
                f"games           {one['games']}",
                f"wins            {one['wins']} ({one['win_rate']:.0%})",
                f"streak          {_streak(one['streak'])}, at best {one['best_streak']} won",
                f"average points  {one['average_points']:.1f}",
                f"average length  {one['average_rounds']:.1f} rounds, {one['average_turns']:.0f} turns",
                f"time            {_time(one['seconds'])}",
                f"favourite cards {cards}",
            ],
        )

    def _plot(self, subject: Subject) -> None:
        widget = self.query_one("#plot", PlotextPlot)
        plt = widget.plt
        plt.clear_figure()
        ink = Color.parse(self.app.theme_variables["uno-good"]).rgb
        if subject.kind == "human":
            won = [match["won"] for match in self.data["history"] if match["name"] == subject.name]
            rates = [100 * sum(won[: n + 1]) / (n + 1) for n in range(len(won))]
            plt.plot(list(range(1, len(won) + 1)), rates, marker="braille", color=ink)
            plt.title("Matches won so far, per cent")
            plt.ylim(0, 100)
        else:
            tallies: dict[str, Any] = (
                self.data["levels"]
                if subject.kind == "level"
                else self.data["variants"][subject.name]["players"]
            )
            names, rates = list(tallies), [100 * one["win_rate"] for one in tallies.values()]
            plt.bar(names, rates, orientation="horizontal", width=0.4, color=ink)
            plt.title("Matches won, per cent")
            plt.xlim(0, 100)
        widget.refresh()


def _in_short(variant: dict[str, Any]) -> str:
    won, time = variant["human_wins"], _time(variant["seconds"])
    count = variant["matches"]
    return f"{count} match{'' if count == 1 else 'es'}, {won} won by a person, {time} in all"


def _page(title: str, lines: list[str]) -> Content:
    return Content.assemble(
        Content.styled(title, "bold $uno-turn"), Content("\n\n"), Content("\n".join(lines))
    )


def _streak(n: int) -> str:
    if n == 0:
        return "none"
    return f"{abs(n)} {'won' if n > 0 else 'lost'} in a row"


def _time(seconds: int) -> str:
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"

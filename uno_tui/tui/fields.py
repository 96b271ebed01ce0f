"""Form fields for the pages: one line each, drawn by hand, by keyboard and mouse alike.

`Cycler` is a single value between arrows; `ChoiceList` is a whole list of them under headings,
one widget however long it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from uno_tui.cards import cell_width


class Cycler(Widget, can_focus=True):
    """`‹ hard ›`: left and right (or a click on an arrow) go through the values."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"cycler--arrow"}
    DEFAULT_CSS = """
    Cycler { height: 1; width: auto; background: transparent; color: $uno-text; }
    Cycler > .cycler--arrow { color: $uno-muted; }
    Cycler:focus { background: $uno-turn; color: $uno-button-text; text-style: bold; }
    Cycler:focus > .cycler--arrow { color: $uno-button-text; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "turn(-1)", "Previous", show=False),
        Binding("right,l,space", "turn(1)", "Next", show=False),
    ]
    index: reactive[int] = reactive(0)

    @dataclass
    class Changed(Message):
        """The value changed by the person's hand."""

        cycler: Cycler
        value: str

        @property
        def control(self) -> Cycler:
            """The field it is about."""
            return self.cycler

    def __init__(
        self,
        values: Sequence[tuple[str, str]],
        value: str,
        *,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        """`values` are (value, label) pairs; an unknown `value` selects the first."""
        super().__init__(id=id, classes=classes)
        self.values = tuple(values)
        self._width = max(cell_width(label) for _, label in self.values) + 4
        known = [one for one, _ in self.values]
        self.set_reactive(Cycler.index, known.index(value) if value in known else 0)

    @property
    def value(self) -> str:
        """The value shown."""
        return self.values[self.index][0]

    @value.setter
    def value(self, value: str) -> None:
        known = [one for one, _ in self.values]
        self.index = known.index(value) if value in known else 0

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as the longest label with its arrows."""
        return self._width

    def render_line(self, y: int) -> Strip:
        """The one line."""
        arrow = self.get_component_rich_style("cycler--arrow")
        style = self.rich_style
        label = self.values[self.index][1]
        left, right = ("<", ">") if self.app.has_class("-ascii") else ("‹", "›")
        gap = max(0, self.size.width - 4 - cell_width(label))
        strip = Strip(
            [
                Segment(f"{left} ", style + arrow),
                Segment(" " * (gap // 2) + label + " " * (gap - gap // 2), style),
                Segment(f" {right}", style + arrow),
            ]
        )
        return strip.crop(0, self.size.width)

    def action_turn(self, step: int) -> None:
        """Go to the next or previous value, around the end."""
        self.index = (self.index + step) % len(self.values)
        self.post_message(self.Changed(self, self.value))

    def on_click(self, event: events.Click) -> None:
        """A click on the left arrow goes back, anywhere else on."""
        self.action_turn(-1 if event.x < 2 else 1)


class FieldRows(Vertical):
    """Holds rows of fields; up and down go from row to row, and to the field that lies nearest.

    A row is a container with the class `line`, or any other field by itself.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "row(-1)", "Row above", show=False),
        Binding("down", "row(1)", "Row below", show=False),
    ]

    def action_row(self, step: int) -> None:
        """To the next or previous row; at the ends nothing."""
        now = self.screen.focused
        rows = self._rows()
        here = next((at for at, row in enumerate(rows) if now in row), None)
        if now is None or here is None or not 0 <= here + step < len(rows):
            return
        # Rows are equally wide, so their fields' places can be compared, also scrolled out.
        right = now.virtual_region.right
        row = rows[here + step]
        row_field = min(row, key=lambda one: abs(one.virtual_region.right - right))
        row_field.focus()

    def _rows(self) -> list[list[Widget]]:
        """The fields that can have the focus now, row by row."""
        rows: dict[Widget, list[Widget]] = {}
        for field in self.screen.focus_chain:
            if self in field.ancestors:
                line = field.parent
                row = line if isinstance(line, Widget) and line.has_class("line") else field
                rows.setdefault(row, []).append(field)
        return list(rows.values())


class StillScroll(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolls to what has the focus and by the wheel; up and down are for the fields in it."""


class Row(NamedTuple):
    """One line of a `ChoiceList`.

    A heading has no labels. `at`, the choice made, may be -1 for a value that none of the labels describes; then
    `other` is shown. `blocked[i]` says why choice i cannot be made, "" when it can.
    """

    id: str
    label: str
    note: str = ""
    labels: tuple[str, ...] = ()
    at: int = 0
    blocked: tuple[str, ...] = ()
    other: str = "as the variant says"
    changed: bool = False

    @property
    def heading(self) -> bool:
        """Whether this line only names what follows."""
        return not self.labels

    @property
    def stuck(self) -> bool:
        """Whether no other choice can be made."""
        return bool(self.blocked) and all(
            why for index, why in enumerate(self.blocked) if index != self.at
        )

    def reason(self) -> str:
        """The first reason why a choice cannot be made, "" when all can."""
        return next((why for why in self.blocked if why), "")

    def step(self, by: int) -> int:
        """The next choice that can be made, going around; the same one when there is none."""
        index = self.at
        for _ in self.labels:
            index = (index + by) % len(self.labels)
            if index == self.at or not (self.blocked and self.blocked[index]):
                return index
        return self.at


class ChoiceList(Widget, can_focus=True):
    """Rows of `label ‹ value ›` under headings; up and down choose a row, left and right a value."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "choices--heading", "choices--cursor", "choices--value", "choices--stuck", "choices--changed",
    }  # fmt: skip
    DEFAULT_CSS = """
    ChoiceList { height: auto; background: transparent; color: $uno-text; }
    ChoiceList > .choices--heading { color: $uno-good; text-style: bold; }
    ChoiceList > .choices--value { color: $uno-text; }
    ChoiceList > .choices--changed { color: $uno-turn; text-style: bold; }
    ChoiceList > .choices--stuck { color: $uno-muted 60%; }
    ChoiceList > .choices--cursor { background: $uno-turn; color: $uno-button-text; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor(-1)", "Up", show=False),
        Binding("down,j", "cursor(1)", "Down", show=False),
        Binding("home", "end(0)", "First", show=False),
        Binding("end", "end(-1)", "Last", show=False),
        Binding("left,h", "turn(-1)", "Previous", show=False),
        Binding("right,l,space", "turn(1)", "Next", show=False),
    ]
    cursor: reactive[int] = reactive(-1)

    @dataclass
    class Changed(Message):
        """A choice was made: the row's id and the number of the choice."""

        choices: ChoiceList
        row_id: str
        index: int

        @property
        def control(self) -> ChoiceList:
            """The list it is about."""
            return self.choices

    @dataclass
    class Looked(Message):
        """The cursor came to a row."""

        choices: ChoiceList
        row: Row

        @property
        def control(self) -> ChoiceList:
            """The list it is about."""
            return self.choices

    def __init__(self, rows: Sequence[Row] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows = tuple(rows)
        self.set_reactive(ChoiceList.cursor, self._first())

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows shown."""
        return self._rows

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows; the cursor stays on the row with the same id where there is one."""
        here = self._rows[self.cursor].id if 0 <= self.cursor < len(self._rows) else ""
        grown = len(rows) != len(self._rows)
        self._rows = tuple(rows)
        same = [n for n, row in enumerate(self._rows) if row.id == here and not row.heading]
        self.set_reactive(ChoiceList.cursor, same[0] if same else self._first())
        self.refresh(layout=grown)

    def _first(self) -> int:
        return next((n for n, row in enumerate(self._rows) if not row.heading), -1)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line a row, and an empty one before each heading but the first."""
        return max(1, len(self._lines()))

    def _lines(self) -> list[int]:
        """For each line on the screen the number of its row, -1 for an empty line."""
        lines: list[int] = []
        for number, row in enumerate(self._rows):
            if row.heading and number:
                lines.append(-1)
            lines.append(number)
        return lines

    def render_line(self, y: int) -> Strip:
        """One row, or an empty line."""
        width = self.size.width
        lines = self._lines()
        if y >= len(lines) or lines[y] < 0:
            return Strip.blank(width, self.rich_style)
        number = lines[y]
        row = self._rows[number]
        if row.heading:
            style = self.rich_style + self._part("heading")
            return Strip([Segment(row.label, style)]).adjust_cell_length(width, self.rich_style)
        return self._draw(row, number == self.cursor and self.has_focus, width)

    def _part(self, name: str) -> Style:
        return self.get_component_rich_style(f"choices--{name}", partial=True)

    def _draw(self, row: Row, here: bool, width: int) -> Strip:
        style = self.rich_style
        value_style = style + self._part("changed" if row.changed else "value")
        if row.stuck:
            style = value_style = style + self._part("stuck")
        if here:
            style = value_style = style + self._part("cursor")
        value = row.labels[row.at] if row.at >= 0 else row.other
        left, right = ("<", ">") if self.app.has_class("-ascii") else ("‹", "›")
        shown = f"{left} {value} {right}" if not row.stuck else f"  {value}  "
        room = width - cell_width(shown) - 3
        label = row.label if cell_width(row.label) <= room else row.label[: max(0, room - 1)] + "…"
        pad = max(1, width - 2 - cell_width(label) - cell_width(shown))
        strip = Strip([Segment(f"  {label}{' ' * pad}", style), Segment(shown, value_style)])
        return strip.adjust_cell_length(width, style)

    def watch_cursor(self) -> None:
        """Keep the row in sight and tell who listens."""
        if not 0 <= self.cursor < len(self._rows):
            return
        self.refresh()
        line = self._lines().index(self.cursor)
        self.scroll_visible_line(line)
        self.post_message(self.Looked(self, self._rows[self.cursor]))

    def scroll_visible_line(self, line: int) -> None:
        """Scroll whatever holds this list so that `line` can be seen, with one line around it."""
        parent = self.parent
        if isinstance(parent, Widget) and self.is_attached:
            region = Region(0, max(0, line - 1), self.size.width, 3).translate(
                self.virtual_region.offset
            )
            parent.scroll_to_region(region, animate=False)

    def on_blur(self) -> None:
        """No row is chosen while the keys go elsewhere."""
        self.refresh()

    def on_focus(self) -> None:
        """Say which row one has come to."""
        self.refresh()
        if 0 <= self.cursor < len(self._rows):
            self.post_message(self.Looked(self, self._rows[self.cursor]))

    def action_cursor(self, step: int) -> None:
        """To the next or previous row that is not a heading; past the ends the focus moves on."""
        number = self.cursor + step
        while 0 <= number < len(self._rows) and self._rows[number].heading:
            number += step
        if 0 <= number < len(self._rows):
            self.cursor = number
        elif step > 0:
            self.screen.focus_next()
        else:
            self.screen.focus_previous()

    def action_end(self, end: int) -> None:
        """To the first row (0) or the last (-1) that is not a heading."""
        rows = [number for number, row in enumerate(self._rows) if not row.heading]
        if rows:
            self.cursor = rows[end]

    def action_turn(self, step: int) -> None:
        """To the next or previous choice of the row that can be made."""
        if not 0 <= self.cursor < len(self._rows):
            return
        row = self._rows[self.cursor]
        index = row.step(step)
        if index != row.at:
            self.post_message(self.Changed(self, row.id, index))

    def on_click(self, event: events.Click) -> None:
        """A click chooses the row; on its value also the next (on the left arrow the previous) choice."""
        lines = self._lines()
        if not 0 <= event.y < len(lines) or lines[event.y] < 0:
            return
        row = self._rows[lines[event.y]]
        if row.heading:
            return
        self.cursor = lines[event.y]
        value = row.labels[row.at] if row.at >= 0 else row.other
        begin = self.size.width - cell_width(value) - 4
        if event.x >= begin:
            self.action_turn(-1 if event.x < begin + 2 else 1)

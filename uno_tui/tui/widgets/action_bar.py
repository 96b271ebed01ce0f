"""What the player may do now: lit with its key, clickable; the UNO button big."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive

from uno_tui.tui.widgets.canvas import Canvas, Painted


class Button(NamedTuple):
    """One entry of the bar. `act` is the action it stands for; `key` as it is shown."""

    act: str
    key: str
    label: str
    lit: bool = False
    loud: bool = False
    """Unmistakable: in the alarm colour, for what must not be missed."""


class ActionBar(Painted):
    """A row of buttons and one big one at the right."""

    DEFAULT_CSS = """
    ActionBar { height: 3; }
    """

    buttons: reactive[tuple[Button, ...]] = reactive((), repaint=False)
    big: reactive[Button | None] = reactive(None, repaint=False)
    helps: reactive[tuple[Button, ...]] = reactive((), repaint=False)

    @dataclass
    class Pressed(Message):
        """Somebody clicked the button of this act."""

        act: str

    def show(
        self, buttons: Sequence[Button], big: Button | None = None, helps: Sequence[Button] = ()
    ) -> None:
        """Show these buttons, the big one, and the smaller keys of the last row."""
        if (tuple(buttons), big, tuple(helps)) == (self.buttons, self.big, self.helps):
            return
        self.set_reactive(ActionBar.buttons, tuple(buttons))
        self.set_reactive(ActionBar.big, big)
        self.set_reactive(ActionBar.helps, tuple(helps))
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """A click presses a button, lit or not: an unlit one says why."""
        spot = self.spot_at(event.get_content_offset(self) or event.offset)
        if spot and spot[0].startswith("act:"):
            event.stop()
            self.post_message(self.Pressed(spot[0][4:]))

    def paint(self, canvas: Canvas) -> None:
        """Three rows: buttons, helps; one row: buttons only."""
        right = canvas.width
        if self.big:
            right = self._paint_big(canvas, self.big)
        if canvas.height >= 3:
            self._paint_row(canvas, 0, right, self.buttons)
            self._paint_helps(canvas, 2, right)
        elif canvas.height == 2:
            self._paint_row(canvas, 0, right, self.buttons)
            self._paint_helps(canvas, 1, canvas.width)
        else:
            lit = [button for button in self.buttons if button.lit]
            self._paint_row(canvas, 0, right, lit)

    def _paint_row(self, canvas: Canvas, y: int, right: int, buttons: Sequence[Button]) -> None:
        buttons = self._that_fit(buttons, right)
        total = sum(self._wide(button) for button in buttons) + len(buttons) - 1
        roomy = total + 2 * len(buttons) <= right
        x = 1 if total < right else 0
        for button in buttons:
            wide = self._wide(button) + (1 if roomy else 0)
            self._paint_button(canvas, x, y, button)
            canvas.spot(Region(x, y, self._wide(button), 1), f"act:{button.act}")
            x += wide + 1

    def _that_fit(self, buttons: Sequence[Button], right: int) -> list[Button]:
        """As many as there is room for; those that are not lit give way, the last ones first."""
        kept = list(buttons)
        while kept and sum(self._wide(button) + 1 for button in kept) - 1 > right:
            unlit = [button for button in kept if not button.lit]
            kept.remove(unlit[-1] if unlit else kept[-1])
        return kept

    def _wide(self, button: Button) -> int:
        return cell_len(button.key) + cell_len(button.label) + 3

    def _paint_button(self, canvas: Canvas, x: int, y: int, button: Button) -> None:
        colors = self.inks
        if not button.lit:
            at = canvas.put(x, y, f" {button.key} ", colors.line)
            canvas.put(at, y, f"{button.label} ", colors.line)
            return
        ground = colors.alarm if button.loud else colors.button
        # Brackets say "lit" where there is no colour to say it.
        canvas.put(x, y, f"[{button.key} {button.label}]", ground)

    def _paint_helps(self, canvas: Canvas, y: int, right: int) -> None:
        x = 1
        widths = [cell_len(button.key) + cell_len(button.label) + 1 for button in self.helps]
        # Closer together where they would not all fit.
        gap = 2 if x + sum(widths) + 2 * len(widths) - 2 <= right else 1
        for button, wide in zip(self.helps, widths, strict=True):
            if x + wide > right:
                break
            at = canvas.put(x, y, button.key, self.inks.turn)
            canvas.put(at + 1, y, button.label, self.inks.muted)
            canvas.spot(Region(x, y, wide, 1), f"act:{button.act}")
            x += wide + gap

    def _paint_big(self, canvas: Canvas, big: Button) -> int:
        text = f"{big.label}  {big.key}"
        colors = self.inks
        style = colors.alarm if big.loud and big.lit else colors.button if big.lit else colors.line
        wide = len(text) + 6
        x = canvas.width - wide - (1 if canvas.width > 70 else 0)
        if canvas.height >= 3:
            canvas.fill(Region(x, 0, wide, 3), style)
            canvas.box(Region(x, 0, wide, 3), style, self.edges["cursor" if big.lit else "box"])
            canvas.put(x + 3, 1, text, style)
            canvas.spot(Region(x, 0, wide, 3), f"act:{big.act}")
        else:
            canvas.put(x, 0, f"[ {text} ]" if big.lit else f"  {text}  ", style)
            canvas.spot(Region(x, 0, wide, 1), f"act:{big.act}")
        return x - 1

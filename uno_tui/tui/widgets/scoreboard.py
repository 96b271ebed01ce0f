"""Who has how many points, as bars on the way to the target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.geometry import Size
from textual.reactive import reactive

from uno_tui.tui.widgets.canvas import Canvas, Painted, cut


class Score(NamedTuple):
    """One row: a name, its points, whether it leads and whether it still plays."""

    name: str
    points: int
    leads: bool = False
    in_match: bool = True


class Scoreboard(Painted):
    """A bar race, one row for each seat. `target` 0 means that there is none."""

    DEFAULT_CSS = """
    Scoreboard { height: auto; }
    """

    scores: reactive[tuple[Score, ...]] = reactive((), repaint=False)
    target: reactive[int] = reactive(0, repaint=False)

    def show(self, scores: Sequence[Score], target: int, title: str = "Scores") -> None:
        """Show these scores."""
        changed = len(scores) != len(self.scores)
        self.set_reactive(Scoreboard.scores, tuple(scores))
        self.set_reactive(Scoreboard.target, target)
        if changed:
            self.refresh(layout=True)
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A title and one row for each seat."""
        return len(self.scores) + 1

    def paint(self, canvas: Canvas) -> None:
        """Name, bar and points in every row."""
        colors = self.inks
        goal = f" to {self.target}" if self.target else ""
        canvas.put(1, 0, f"Scores{goal}", colors.turn)
        most = max([self.target, *(abs(score.points) for score in self.scores)], default=0) or 1
        wide = max(0, canvas.width - 21)
        for y, score in enumerate(self.scores, 1):
            style = colors.bold if score.in_match else colors.muted
            canvas.put(1, y, cut(score.name, 12, self.signs["more"]), style)
            bar = round(wide * min(1.0, abs(score.points) / most))
            canvas.put(
                14, y, self.signs["bar"] * bar, colors.turn if score.leads else colors.ink("muted")
            )
            canvas.put(14 + bar, y, self.signs["dot"] * (wide - bar), colors.line)
            points = str(score.points)
            canvas.put(canvas.width - 1 - len(points), y, points, style)

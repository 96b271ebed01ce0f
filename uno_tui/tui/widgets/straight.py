"""Widgets that hand their rows to the screen without Textual's detour.

For every key Textual asks each widget on the screen for all its rows, and before each it looks for
borders, paddings, outlines and tints. What fills a table has none of them, unless a style sheet
says so; then the long way is taken. (With the kept pictures of the hand: 2.3 -> 1.4 ms of
processor time from a key to its frame, 120x40.)
"""

from __future__ import annotations

from textual.containers import Horizontal
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Straight(Widget):
    """A widget that draws every cell of its rows in `render_line`."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows of `crop` as they are, with the app's filters."""
        if not is_plain(self):
            return super().render_lines(crop)
        strips = filtered(self, [self.render_line(y) for y in crop.line_range])
        left, right = crop.column_span
        if (left, right) != (0, self.size.width):
            strips = [strip.crop(left, right) for strip in strips]
        return strips


class Ground(Horizontal):
    """A row of widgets on a plain ground."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """The same empty row again and again."""
        return blank_lines(self, crop) if is_plain_ground(self) else super().render_lines(crop)


def is_plain(widget: Widget) -> bool:
    """Whether there is nothing around or over what `widget` draws."""
    return not widget.gutter and _uncovered(widget)


def is_plain_ground(widget: Widget) -> bool:
    """The same of a widget that draws nothing: its padding is ground as well."""
    return not widget.styles.border.spacing and _uncovered(widget)


def _uncovered(widget: Widget) -> bool:
    styles = widget.styles
    return not (styles.outline.top[0] or styles.tint.a or widget.opacity < 1)


def filtered(widget: Widget, strips: list[Strip]) -> list[Strip]:
    """`strips` as the app's filters want them, for instance without colour."""
    filters = widget.get_line_filters()
    if filters:
        ground = widget.background_colors[1]
        for one in filters:
            strips = [strip.apply_filter(one, ground) for strip in strips]
    return strips


def blank_lines(widget: Widget, crop: Region) -> list[Strip]:
    """Empty rows in the widget's own colours for all of `crop`."""
    blank = Strip.blank(crop.width, widget.visual_style.rich_style)
    return filtered(widget, [blank]) * crop.height

"""What an app shows, as plain text."""

from __future__ import annotations

from textual.app import App


def screen_text(app: App[object]) -> str:
    """The rows of the screen in front, one a line."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)

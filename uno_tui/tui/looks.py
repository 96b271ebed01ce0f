"""The few settings that the first frame needs, read without the models that check them all.

A value that does not fit is left at its default here; `store.settings` reads the same file a
moment later, checks every key and tells what was wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uno_tui.resources import parse_toml
from uno_tui.store.paths import paths, read_text_bounded

if TYPE_CHECKING:
    from uno_tui.store.settings import Settings

MOST_BYTES = 1 << 20


class Looks(NamedTuple):
    """Theme, glyph set, motion and mouse, as `Settings` has them."""

    theme: str = "felt"
    glyphs: str = "auto"
    motion: bool = True
    mouse: bool = True


def glance() -> Looks:
    """What the settings file says of the looks, its defaults where it says nothing. Never raises."""
    try:
        data = parse_toml(read_text_bounded(paths().settings, MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return Looks()
    plain = Looks()
    fitting = {
        name: data[name]
        for name, default in plain._asdict().items()
        if isinstance(data.get(name), type(default))
    }
    return plain._replace(**fitting)


def looks_of(settings: Settings) -> Looks:
    """The same of checked settings."""
    return Looks(settings.theme, settings.glyphs, settings.motion, settings.mouse)

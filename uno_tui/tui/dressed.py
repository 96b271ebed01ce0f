"""The part of the app that knows the settings and makes them visible: theme, motion, glyphs."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, ClassVar

from textual import constants
from textual.app import App
from textual.binding import Binding
from textual.scrollbar import ScrollBar, ScrollBarRender

from uno_tui.resources import shipped
from uno_tui.tui.looks import glance, looks_of
from uno_tui.tui.themes import DEFAULT_THEME, TableTheme, default_variables, load_theme, load_themes
from uno_tui.tui.widgets.hint_line import key_name

if TYPE_CHECKING:
    from uno_tui.store.settings import Settings

PLAIN_THEME = "terminal"
"""The theme made of the terminal's own sixteen colours."""
NOTE_TITLES = {"warning": "Warning", "error": "Error"}
"""What stands above a message that is more than a piece of news."""


class PlainBar(ScrollBarRender):
    """A scroll bar of spaces on two grounds: its usual ends are block characters."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


class DressedApp(App[int]):
    """An app in the looks the user's settings ask for; what is wrong with those is told later."""

    def __init__(self, theme_name: str | None = None) -> None:
        """`theme_name` is a theme for this run only, before the one in the settings."""
        super().__init__()
        self._settings: Settings | None = None
        self._complaints: list[str] = []
        self.looks = glance()
        self._theme_name = theme_name
        self._register_wanted(theme_name or self._suited(self.looks.theme))
        self.apply_settings()

    @property
    def settings(self) -> Settings:
        """The settings in force, read when they are first asked for."""
        if self._settings is None:
            from uno_tui.store.settings import load_settings

            self._settings, messages = load_settings()
            self._complaints += messages
            self.looks = looks_of(self._settings)
        return self._settings

    @property
    def ascii_only(self) -> bool:
        """Whether to draw with plain characters: by setting, or because the output knows no more."""
        if self.looks.glyphs == "auto":
            return not _speaks_unicode()
        return self.looks.glyphs == "ascii"

    @property
    def glyph_set(self) -> str:
        """The glyph set in force: "unicode" or "ascii"."""
        return "ascii" if self.ascii_only else "unicode"

    def apply_settings(self) -> None:
        """Make theme, motion and glyphs visible."""
        if self._settings is not None:
            self.looks = looks_of(self._settings)
        # Textual's own variable asks for less motion, e.g. TEXTUAL_ANIMATIONS=none.
        self.animation_level = constants.TEXTUAL_ANIMATIONS if self.looks.motion else "none"
        self.set_class(self.ascii_only, "-ascii")
        ScrollBar.renderer = PlainBar if self.ascii_only else ScrollBarRender
        self.set_class(not self.looks.motion, "-still")
        wanted = self._theme_name or self._suited(self.looks.theme)
        theme = self.available_themes.get(wanted)
        if theme is not None and theme.ansi and "NO_COLOR" in os.environ:
            # The terminal's own colours cannot be turned into greys; black on black would remain.
            wanted = DEFAULT_THEME
        if wanted in self.available_themes:
            self.theme = wanted

    def _suited(self, theme: str) -> str:
        """The theme the settings ask for, or one that sixteen colours can show in its place.

        Felt has no likeness among them. A theme named on the command line is taken as it is.
        """
        few = self.console.color_system == "standard" and "NO_COLOR" not in os.environ
        if theme == DEFAULT_THEME and few and sys.__stderr__ is not None:
            return PLAIN_THEME if sys.__stderr__.isatty() else theme
        return theme

    def change_settings(self, settings: Settings) -> None:
        """Put new settings in force and write them down; a full disk is told, not fatal."""
        self._settings = settings
        self._theme_name = None
        self.apply_settings()
        self.keep_settings()

    def keep_settings(self) -> None:
        """Write the settings to the user's file."""
        from uno_tui.store.settings import save_settings

        try:
            save_settings(self.settings)
        except OSError as error:
            self.tell(f"The settings could not be saved: {error.strerror or error}.", "warning")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The table's colours, for Textual's own themes that do not know them."""
        return default_variables()

    def _register_wanted(self, wanted: str) -> None:
        """The one theme that the first frame needs; the others follow once it is out."""
        shipped_theme = shipped("assets") / "themes" / f"{wanted}.toml"
        if wanted.replace("-", "").isalnum() and shipped_theme.is_file():
            self.register_theme(load_theme(shipped_theme))
        else:
            self._register_all()
        if wanted not in self.available_themes:
            known = ", ".join(name for name, _ in self.own_themes())
            self._complaints.append(f"There is no theme {wanted!r}; the default is used ({known}).")
            self._theme_name = DEFAULT_THEME

    def _register_all(self) -> None:
        """Every theme, the user's own ones too; what is wrong with those is told."""
        from uno_tui.store.paths import paths

        themes, complaints = load_themes(paths().themes)
        for theme in themes:
            self.register_theme(theme)
        self._complaints += complaints

    def get_key_display(self, binding: Binding) -> str:
        """A key as the hints write it."""
        return binding.key_display or key_name(binding.key, self.ascii_only)

    def own_themes(self) -> list[tuple[str, str]]:
        """(name, title) of every theme made for this game."""
        themes = self.available_themes.values()
        return [(one.name, one.title) for one in themes if isinstance(one, TableTheme)]

    def tell(self, text: str, severity: str = "information") -> None:
        """A short message at the edge of the screen; plain text, never markup."""
        # A word says how grave it is, not the colour of the edge alone.
        title = NOTE_TITLES.get(severity, "")
        self.notify(text, title=title, severity=severity, markup=False, timeout=6)  # type: ignore[arg-type]


def _speaks_unicode() -> bool:
    encoding = getattr(sys.__stdout__, "encoding", None) or "ascii"
    try:
        "╭▒★".encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return os.environ.get("TERM", "") not in ("vt100", "vt220")

"""Themes as TOML data: read, checked, turned into Textual themes and into styles for the canvas.

A theme file gives Textual's own colours under `[app]`, the table's under `[table]` and one entry a
card colour under `[cards.<style>]`. What a file leaves out comes from the rules in this module.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from rich.style import Style
from textual.color import Color, ColorParseError
from textual.theme import BUILTIN_THEMES, Theme

from uno_tui.resources import parse_toml, shipped
from uno_tui.ruleset.errors import visible
from uno_tui.store.paths import read_text_bounded

DEFAULT_THEME = "felt"
LEAST_CONTRAST = 3.6
FRAME_CONTRAST = 2.0
LENT: dict[str, dict[str, str]] = {
    "purple": {"face": "#7a3fa8", "ink": "#c79af0"},
    "orange": {"face": "#c96a12", "ink": "#ffab5e"},
    "cyan": {"face": "#13858c", "ink": "#5fd4da"},
    "white": {"face": "#ded9cc", "text": "#16181a", "dim_text": "#f2efe6", "ink": "#ece8dd"},
}
"""Colours of the card styles that a theme may leave out."""
CARD_STYLES = ("red", "blue", "green", "yellow", "wild", "purple", "orange", "cyan", "white")
"""The card styles a theme knows. It must give the first five; `LENT` has the rest."""
MOST_BYTES = 64 * 1024
_NAME = re.compile(r"[a-z][a-z0-9-]{1,30}")


class ThemeError(ValueError):
    """A theme file that cannot be used; the text is one sentence with file, key and remedy."""


class AppColors(NamedTuple):
    """Textual's own colours: menus, buttons, borders."""

    primary: str
    secondary: str = ""
    accent: str = ""
    warning: str = ""
    error: str = ""
    success: str = ""
    foreground: str = ""
    background: str = ""
    surface: str = ""
    panel: str = ""


class TableColors(NamedTuple):
    """Colours of the table itself.

    `mini` are the small backs that count an opponent's cards (as `back_text` when left out),
    `now` and `now_text` the line that says it is your turn.
    """

    felt: str
    line: str
    text: str
    muted: str
    turn: str
    alarm: str
    alarm_text: str = "#ffffff"
    good: str = ""
    bar: str = ""
    oval: str = "#ffffff"
    oval_text: str = "#101010"
    back: str = "#22252b"
    back_text: str = "#8a93a5"
    mini: str = ""
    cursor: str = "#ffffff"
    now: str = ""
    now_text: str = ""
    button_text: str = ""


class CardColors(NamedTuple):
    """One card colour: its face, what is printed on it, and both again for a card held back.

    `cursor` is the frame of the chosen card, the table's where it stands out from the face.
    """

    face: str
    text: str = "#ffffff"
    dim: str = ""
    dim_text: str = ""
    ink: str = ""
    cursor: str = ""


class ThemeFile(NamedTuple):
    """A whole theme file, checked."""

    name: str
    title: str
    app: AppColors
    table: TableColors
    cards: Mapping[str, CardColors]
    dark: bool = True
    ansi: bool = False


Colors = TypeVar("Colors", AppColors, TableColors, CardColors)


def check_theme(data: Mapping[str, Any]) -> ThemeFile:
    """Check what a theme file says. Raises ValueError with a sentence that begins with the key.

    By hand and not with pydantic: the first frame waits for this, and for little else.
    """
    _check_keys(data, ThemeFile, "")
    for key, kind in (("name", str), ("title", str), ("dark", bool), ("ansi", bool)):
        if not isinstance(data.get(key, kind()), kind):
            raise ValueError(f"{key} must be {'a text' if kind is str else 'true or false'}")
    if not _NAME.fullmatch(data["name"]):
        raise ValueError("name must be a lower-case word such as my-theme")
    cards = data["cards"]
    if not isinstance(cards, Mapping):
        raise ValueError("cards must be a table")
    missing = [style for style in CARD_STYLES[:5] if style not in cards]
    if missing:
        raise ValueError(f"cards: the card colours {', '.join(missing)} are missing")
    for style in cards:
        if style not in CARD_STYLES:
            raise ValueError(
                f"cards: {style!r} is no card colour; there are {', '.join(CARD_STYLES)}"
            )
    return ThemeFile(
        data["name"],
        visible(data["title"], 60),
        _read(AppColors, data["app"], "app"),
        _read(TableColors, data["table"], "table"),
        {style: _read(CardColors, colors, f"cards.{style}") for style, colors in cards.items()},
        data.get("dark", True),
        data.get("ansi", False),
    )


def _check_keys(data: Mapping[str, Any], kind: type[Any], where: str) -> None:
    # A key that is not known explains the one that is missing, so it goes first.
    for key in data:
        if key not in kind._fields:
            raise ValueError(f"{where}{key} is not a key of a theme; take it out")
    for key in kind._fields:
        if key not in data and key not in kind._field_defaults:
            raise ValueError(f"{where}{key} is missing")


def _read(kind: type[Colors], data: object, where: str) -> Colors:
    """One table of colours."""
    if not isinstance(data, Mapping):
        raise ValueError(f"{where} must be a table")
    _check_keys(data, kind, f"{where}.")
    for key, value in data.items():
        if not isinstance(value, str):
            raise ValueError(f"{where}.{key} must be a colour in quotes")
        if value:
            try:
                Color.parse(value)
            except ColorParseError:
                raise ValueError(
                    f"{where}.{key}: {value!r} is no colour; write e.g. #c8102e or ansi_red"
                ) from None
    return kind(**data)


@dataclass
class TableTheme(Theme):
    """A Textual theme with the title a player sees in the settings."""

    title: str = ""


def load_theme(path: Path) -> TableTheme:
    """Read one theme file. Raises ThemeError with one sentence when it cannot be used."""
    try:
        data = parse_toml(read_text_bounded(path, MOST_BYTES))
    except (OSError, ValueError, RecursionError) as error:
        reason = visible(str(error), 200)
        raise ThemeError(f"the theme {visible(path.name, 60)} cannot be read: {reason}") from error
    try:
        return to_theme(check_theme(data))
    except ValueError as error:
        raise ThemeError(
            f"the theme {visible(path.name, 60)}: {visible(str(error), 300)}"
        ) from error


def load_themes(folder: Path | None = None) -> tuple[list[TableTheme], list[str]]:
    """The shipped themes, then those of the user's `folder`; a broken file gives a complaint.

    Returns (themes, complaints). A user theme may not take the name of a shipped one.
    """
    themes = [load_theme(path) for path in sorted((shipped("assets") / "themes").glob("*.toml"))]
    themes.sort(key=lambda theme: theme.name != DEFAULT_THEME)
    complaints: list[str] = []
    taken = {theme.name for theme in themes}
    for path in sorted(folder.glob("*.toml")) if folder and os.path.isdir(folder) else ():
        try:
            theme = load_theme(path)
        except ThemeError as error:
            complaints.append(str(error))
            continue
        if theme.name in taken:
            complaints.append(f"the theme {path.name} is called {theme.name!r} like another one")
            continue
        taken.add(theme.name)
        themes.append(theme)
    return themes, complaints


def to_theme(file: ThemeFile) -> TableTheme:
    """The Textual theme of a checked file, the table's colours as variables `uno-…`."""
    app = {key: value or None for key, value in file.app._asdict().items()}
    # Textual's own style sheets need more variables under an ANSI theme.
    base = BUILTIN_THEMES["ansi-dark" if file.dark else "ansi-light"].variables if file.ansi else {}
    variables = dict(base)
    variables |= {f"uno-{key.replace('_', '-')}": value for key, value in _table(file).items()}
    for style in CARD_STYLES:
        colors = file.cards.get(style) or CardColors(**LENT[style])
        for key, value in _card(colors, file.table).items():
            variables[f"uno-{style}{key}"] = value
    return TableTheme(
        name=file.name,
        title=file.title,
        dark=file.dark,
        ansi=file.ansi,
        variables=variables,
        **app,  # type: ignore[arg-type]
    )


def default_variables() -> dict[str, str]:
    """The variables of the default theme, for Textual themes that know nothing of this game."""
    return dict(_default_theme().variables)


class CardStyles(NamedTuple):
    """Rich styles of one card colour, one for each role of `glyphs.Run`."""

    edge: Style
    body: Style
    corner: Style
    letter: Style
    shape: Style
    mark: Style

    def role(self, name: str) -> Style:
        """The style of a role; ValueError for an unknown one."""
        return self[CardStyles._fields.index(name)]


class Palette:
    """The styles of a theme, ready for painting. Equal variables give the same palette."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._color = {**default_variables(), **variables}
        self._cards: dict[tuple[str, str], CardStyles] = {}
        self._inks: dict[tuple[str, str, bool], Style] = {}
        felt = self.color("felt")
        self.felt = Style(color=self.color("text").rich_color, bgcolor=felt.rich_color)
        self.text = self.ink("text")
        self.bold = self.text + Style(bold=True)
        self.muted = self.ink("muted")
        self.line = self.ink("line")
        self.turn = self.ink("turn") + Style(bold=True)
        self.good = self.ink("good") + Style(bold=True)
        self.bar = self.ink("text", "bar")
        self.alarm = self.ink("alarm-text", "alarm") + Style(bold=True)
        self.alarm_line = self.ink("alarm") + Style(bold=True)
        self.button = self.ink("button-text", "turn") + Style(bold=True)
        self.back = self.ink("back-text", "back")
        self.back_bold = self._ink("back-text", "back", True)

    def color(self, name: str) -> Color:
        """The colour behind the variable `uno-NAME`."""
        return Color.parse(self._color[f"uno-{name}"])

    def ink(self, text: str, ground: str = "felt") -> Style:
        """Text of one named colour on another; the same object for the same pair."""
        return self._ink(text, ground, False)

    def _ink(self, text: str, ground: str, bold: bool) -> Style:
        key = (text, ground, bold)
        if key not in self._inks:
            front, back = self.color(text).rich_color, self.color(ground).rich_color
            self._inks[key] = Style(color=front, bgcolor=back, bold=bold or None)
        return self._inks[key]

    def card(self, style: str, state: str = "bright") -> CardStyles:
        """The styles of a card colour; `state` is bright, dim, cursor or dim-cursor."""
        key = (style if style in CARD_STYLES else "wild", state)
        if key not in self._cards:
            self._cards[key] = self._card_styles(*key)
        return self._cards[key]

    def band(self, style: str) -> Style:
        """The style of the band that shows the current colour."""
        return self.card(style).corner

    def color_ink(self, style: str) -> Style:
        """A card colour as readable text on the felt."""
        name = style if style in CARD_STYLES else "wild"
        return self._ink(f"{name}-ink", "felt", True)

    def _card_styles(self, style: str, state: str) -> CardStyles:
        dim = state.startswith("dim")
        ground = f"{style}-dim" if dim else style
        body = self.ink(f"{ground}-text", ground)
        bold = body if dim else body + Style(bold=True)
        edge = body
        if state.endswith("cursor"):
            edge = self.ink(f"{ground}-cursor", ground) + Style(bold=True)
        mark = body if dim else self.ink("oval-text", "oval") + Style(bold=True)
        return CardStyles(edge, body, bold, bold, body, mark)


@lru_cache(maxsize=16)
def _palette(items: tuple[tuple[str, str], ...]) -> Palette:
    return Palette(dict(items))


def palette(variables: Mapping[str, str]) -> Palette:
    """The palette for an app's theme variables (`app.theme_variables`), cached."""
    return _palette(tuple((k, v) for k, v in variables.items() if k.startswith("uno-")))


@lru_cache(maxsize=1)
def _default_theme() -> TableTheme:
    return load_theme(shipped("assets") / "themes" / f"{DEFAULT_THEME}.toml")


def _blend(top: str, ground: str, part: float) -> str:
    first, second = Color.parse(top), Color.parse(ground)
    if first.ansi is not None or second.ansi is not None:
        return top
    return second.blend(first, part).hex


def _table(file: ThemeFile) -> dict[str, str]:
    table = file.table._asdict()
    table["good"] = table["good"] or table["turn"]
    table["now"] = table["now"] or _blend(table["turn"], table["felt"], 0.24)
    table["button_text"] = table["button_text"] or table["felt"]
    table["now_text"] = table["now_text"] or table["text"]
    table["mini"] = table["mini"] or table["back_text"]
    table["bar"] = table["bar"] or table["felt"]
    return table


def _card(colors: CardColors, table: TableColors) -> dict[str, str]:
    dim = colors.dim or _blend(colors.face, table.felt, 0.38)
    faded = _blend(colors.text, dim, 0.62)
    return {
        "": colors.face,
        "-text": colors.text,
        "-dim": dim,
        "-dim-text": colors.dim_text or _readable(faded, dim, table.text),
        "-ink": _readable(colors.ink or colors.face, table.felt, table.text),
        "-cursor": colors.cursor
        or _readable(table.cursor, colors.face, colors.text, FRAME_CONTRAST),
        "-dim-cursor": _readable(table.cursor, dim, colors.text, FRAME_CONTRAST),
    }


def _readable(wish: str, ground: str, instead: str, least: float = LEAST_CONTRAST) -> str:
    """`wish`, or `instead` where it could hardly be seen on `ground`."""
    front, back = Color.parse(wish), Color.parse(ground)
    if front.ansi is not None or back.ansi is not None:
        return wish
    return wish if contrast(front, back) >= least else instead


def contrast(one: Color, other: Color) -> float:
    """The contrast of two colours as web guidelines reckon it: 1 (none) to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    def part(value: int) -> float:
        share = value / 255
        return share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4

    return 0.2126 * part(color.r) + 0.7152 * part(color.g) + 0.0722 * part(color.b)

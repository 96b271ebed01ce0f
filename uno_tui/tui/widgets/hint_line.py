"""The line of keys at the bottom of a page: the keys stand out, and a click presses them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.keys import format_key
from textual.widgets import Static

BETWEEN = " · "
KEYS = {
    "Esc": "escape", "Enter": "enter", "Space": "space", "Tab": "tab", "F2": "f2",
    "?": "question_mark", "PgUp": "pageup", "PgDn": "pagedown", "Ctrl+P": "ctrl+p",
    "←": "left", "→": "right", "↑": "up", "↓": "down",
}  # fmt: skip
"""How keys are written in a hint -> Textual's names for them. Single small letters are themselves."""
PAIRS = ("←→", "↑↓")
SPELLED = {"←→": "left/right", "↑↓": "up/down", "·": "-", "…": "...", "–": "-", "×": "x"}


def key_name(key: str, ascii_only: bool = False) -> str:
    """How a key of Textual's (`ctrl+q`, `escape`, `left`) is written everywhere: Ctrl+Q, Esc, ←."""
    *held, last = key.split("+")
    names = {name: shown for shown, name in KEYS.items()}
    shown = names.get(last) or format_key(last)
    if ascii_only and not shown.isascii():
        shown = last
    if held or len(shown) > 1:
        shown = shown[0].upper() + shown[1:]
    return "+".join([*(one.capitalize() for one in held), shown])


class Part(NamedTuple):
    """A stretch of the line from cell `start` to before `end`, and the key a click presses.

    `is_key` says that it names a key itself; otherwise it is a word beside one.
    """

    start: int
    end: int
    words: str
    key: str
    is_key: bool


def parts_of(hint: str, ascii_only: bool = False) -> list[Part]:
    """A hint such as `Enter open · Esc back` taken apart."""
    parts: list[Part] = []
    x = 0
    for number, one in enumerate(hint.split(BETWEEN)):
        if number:
            x += len(BETWEEN)
        for words, key, is_key in _of_one(one):
            shown = spelled(words) if ascii_only else words
            parts.append(Part(x, x + len(shown), shown, key, is_key))
            x += len(shown)
    return parts


def _of_one(one: str) -> Iterator[tuple[str, str, bool]]:
    """The words of one entry with the key each stands for; the words after the keys press the last."""
    rest, last = one, ""
    while rest:
        word = rest.split(" ", 1)[0]
        if word in PAIRS:
            yield word, KEYS[word[1]], True
            last = KEYS[word[1]]
        elif word in KEYS or (len(word) == 1 and word.isalpha() and word.islower()):
            last = KEYS.get(word, word)
            yield word, last, True
        else:
            break
        rest = rest[len(word) :]
        if rest.startswith(" "):
            yield " ", last, False
            rest = rest[1:]
    if rest:
        yield rest, last, False


def fitted(hint: str, room: int, ascii_only: bool = False) -> str:
    """The hint without as many entries as it takes to fit `room` cells; the last one, which says
    how to leave, stays to the end."""
    entries = hint.split(BETWEEN)
    while len(entries) > 1:
        words = BETWEEN.join(entries)
        if len(spelled(words) if ascii_only else words) <= room:
            break
        del entries[-2]
    return BETWEEN.join(entries)


def spelled(text: str) -> str:
    """`text` with the signs of our own sentences replaced by plain ASCII."""
    for sign, word in SPELLED.items():
        text = text.replace(sign, word)
    return text


class HintLine(Static):
    """One row of keys and what they do. Keys that come in pairs: a click on the left half of the
    sign presses the first, anywhere else the second."""

    def __init__(self, hint: str, *, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__("", id=id, classes="hint", markup=False)
        self._ascii = ascii_only
        self._hint = hint
        self._shown = hint
        """The hint as far as there is room for it."""

    def on_mount(self) -> None:
        """Show the hint."""
        self.say(self._hint)

    def on_resize(self) -> None:
        """More or less of it."""
        self.say(self._hint)

    def say(self, hint: str) -> None:
        """Show another hint."""
        self._hint = hint
        room = self.size.width
        self._shown = fitted(hint, room, self._ascii) if room else hint
        between = spelled(BETWEEN) if self._ascii else BETWEEN
        words: list[Content] = []
        at = 0
        for part in parts_of(self._shown, self._ascii):
            if part.start > at:
                words.append(Content.styled(between, "$uno-line"))
            style = "bold $accent" if part.is_key else ""
            words.append(Content.styled(part.words, style) if style else Content(part.words))
            at = part.end
        self.update(Content.assemble(*words))

    def on_click(self, event: events.Click) -> None:
        """Press the key under the pointer."""
        event.stop()
        x = event.x - self.styles.padding.left
        for part in parts_of(self._shown, self._ascii):
            if part.start <= x < part.end and part.key:
                self.app.simulate_key(self._key(part, x))

    def _key(self, part: Part, x: int) -> str:
        opposite = {"right": "left", "down": "up"}
        first_half = x < (part.start + part.end) / 2 - 0.25
        return (
            opposite[part.key] if part.is_key and part.key in opposite and first_half else part.key
        )

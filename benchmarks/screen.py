"""What a terminal would show: just enough of an emulator for what the app writes.

Cursor moves, line ends, erasing and text are followed; colours and modes are not. A frame counts
once its end mark has come, so `Screen.lines` is always a whole frame, never half of one.
"""

from __future__ import annotations

import re

from rich.cells import cell_len
from terminal import FRAME_END

_SEQUENCE = re.compile(
    r"\x1b\[([?<>=]?[0-9;:]*\$?)([a-zA-Z~@`])"  # what a terminal does: [parameters, verb]
    r"|\x1b[\]P_^].*?(?:\x1b\\|\x07)"  # titles and the like
    r"|\x1b[^\[\]P_^]",
    re.DOTALL,
)


class Screen:
    """A grid of `columns` by `rows` cells. Feed it bytes; read `lines`."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.frames = 0
        """How many whole frames have come."""
        self._grid = self._empty()
        self._x = self._y = 0
        self._rest = b""

    def _empty(self) -> list[list[str]]:
        return [[" "] * self.columns for _ in range(self.rows)]

    @property
    def lines(self) -> list[str]:
        """The last whole frame, line by line."""
        return ["".join(row) for row in self._grid]

    def feed(self, data: bytes) -> None:
        """Take in what was written; what comes after the last end of a frame waits for its own."""
        self._rest += data
        done, mark, self._rest = self._rest.rpartition(FRAME_END)
        if mark:
            self.frames += done.count(FRAME_END) + 1
            self._draw((done + mark).decode("utf-8", "replace"))

    def _draw(self, text: str) -> None:
        at = 0
        for found in _SEQUENCE.finditer(text):
            self._print(text[at : found.start()])
            at = found.end()
            if found[2]:
                self._obey(found[1], found[2])
        self._print(text[at:])

    def _obey(self, parameters: str, verb: str) -> None:
        if verb == "h" and parameters == "?1049":
            self._grid = self._empty()
        if parameters[:1] in "?<>=" and parameters:
            return
        numbers = [int(word) if word.isdigit() else 0 for word in parameters.split(";")]
        if verb in "Hf":
            self._y = max(numbers[0], 1) - 1
            self._x = (max(numbers[1], 1) if len(numbers) > 1 else 1) - 1
        elif verb in "ABCD":
            step = max(numbers[0], 1)
            self._y += {"A": -step, "B": step}.get(verb, 0)
            self._x += {"C": step, "D": -step}.get(verb, 0)
        elif verb == "J" and numbers[0] == 2:
            self._grid = self._empty()
        elif verb == "K" and 0 <= self._y < self.rows:
            for x in range(self._x, self.columns):
                self._grid[self._y][x] = " "

    def _print(self, text: str) -> None:
        for sign in text:
            if sign == "\r":
                self._x = 0
            elif sign == "\n":
                self._y += 1
            elif sign >= " ":
                self._put(sign)

    def _put(self, sign: str) -> None:
        width = cell_len(sign)
        if width and 0 <= self._y < self.rows and 0 <= self._x < self.columns:
            self._grid[self._y][self._x] = sign
            if width == 2 and self._x + 1 < self.columns:
                self._grid[self._y][self._x + 1] = ""
        self._x += width

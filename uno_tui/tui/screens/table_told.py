"""What the table says besides showing it: why, help on a card, hints, what happened meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from uno_tui.engine.state import ROUND_OVER
from uno_tui.tui.screens import table_facts as facts
from uno_tui.tui.screens.base import OwnScreen
from uno_tui.tui.text import Wording, for_glyphs
from uno_tui.tui.widgets.action_bar import ActionBar
from uno_tui.tui.widgets.event_log import EventLog
from uno_tui.tui.widgets.hand import Hand
from uno_tui.tui.widgets.lines import WordLine

if TYPE_CHECKING:
    from uno_tui.ai import Explained
    from uno_tui.engine.view import View
    from uno_tui.session import Table
    from uno_tui.tui.app import UnoApp

RECAP_WIDTH = 27
"""Columns of words in the place of a log of 30 columns."""


class Telling(OwnScreen[None]):
    """The line under the hand, the box in the place of the log, and the log itself."""

    table: Table
    """The match that is shown, once somebody sat down at it."""

    def __init__(self) -> None:
        super().__init__()
        self.view: View | None = None
        self.wording: Wording | None = None
        self.armed = False
        """UNO will be called with the next play."""
        self.private = False
        """The curtain is down: nothing on this screen may be shown or saved."""
        self.hinted = -1
        """How many actions the match had at the hint that is still to be read; -1 without one."""
        self.advised: tuple[int, int, list[Explained]] | None = None
        """The hint for the table as it is, once that has been asked for: seat, actions, options."""
        self._hint = ""
        self._hint_in_full = ""
        """What the log is to say of the hint once nobody looks at it any more."""
        self._helped: tuple[int, Content] | None = None
        """The card whose help is being read, and the help."""
        self._recap_shown = False
        self._whys: dict[int, Content] = {}

    @property
    def uno(self) -> UnoApp:
        """The app, with its settings."""
        return self.app  # type: ignore[return-value]

    @property
    def glyph_set(self) -> str:
        """The glyph set in force."""
        return self.uno.glyph_set

    @property
    def hand(self) -> Hand:
        """The hand."""
        return self.query_one("#hand", Hand)

    def tell_log(self, words: Sequence[Content]) -> None:
        """Append to both logs; nothing once the screen is closed."""
        if self.gone:
            return
        for log in (self.query_one("#log", EventLog), self.query_one("#ticker", EventLog)):
            log.add(words)

    def show_recap(
        self, lines: Sequence[Content], title: str = "Since your last turn", *, last: bool = True
    ) -> None:
        """Tell this in the place of the log, or in the side panel where that is open; the next key
        or click takes it away. What finds no room is left out: the first lines, or with `last`
        false the others.
        """
        if not lines:
            return
        if self.has_class("-drawer"):
            self.remove_class("-drawer")
            self.hand.focus()
        for place in ("#middle", "#side"):
            if not self.query(f"{place} .recap"):
                before = "#log" if place == "#side" else None
                self.query_one(place).mount(
                    Static("", classes="recap", markup=False), before=before
                )
            self.query_one(place).add_class("-told")
        paneled = self.has_class("-huge") and not self.has_class("-closed")
        rows = 30 if paneled else self.query_one("#middle").size.height
        wide = RECAP_WIDTH + 8 * (self.size.width >= 100)
        told = [Content.styled(title, "bold $uno-turn"), *lines]
        while len(told) > 1 and sum(len(one.wrap(wide)) for one in told) > rows:
            # The title goes when only one thing is left to be told.
            told.pop((1 if last else -1) if len(told) > 2 else 0)
        words = Content("\n").join(told)
        for box in self.query(".recap").results(Static):
            box.update(for_glyphs(words, self.glyph_set))
        self._recap_shown = True

    def hide_recap(self) -> None:
        """Take it away; a hint that stood there goes into the log."""
        self._helped = None
        if self._recap_shown:
            self._recap_shown = False
            for place in ("#middle", "#side"):
                self.query_one(place).remove_class("-told")
        if self._hint_in_full:
            told, self._hint_in_full = self._hint_in_full, ""
            self.tell_log([Content.styled(told, "italic $uno-turn")])

    def why(self, words: Content | str, *, loud: bool = False) -> None:
        """Say why something is so, under the hand."""
        if self.gone:
            return  # what was thought about took longer than the table stood
        line = self.query_one("#why", WordLine)
        line.set_class(loud, "-loud")
        line.say(words)
        self._fit_why(line)

    @property
    def _room_for_why(self) -> int:
        """Columns of the line under the hand: fewer than the screen has, beside the side panel."""
        return (self.query_one("#why").size.width or self.size.width) - 2

    def why_again(self) -> None:
        """The line under the hand has become wider or narrower."""
        self._whys.clear()
        if self.query(Hand):
            self._tell_why()

    def _fit_why(self, line: WordLine) -> None:
        """What does not fit in one row gets a second; the keys below make room for it.

        The row comes from there, so that nothing above moves.
        """
        long = line.left.cell_length > self._room_for_why
        if long != line.has_class("-long"):
            line.set_class(long, "-long")
            self.query_one(ActionBar).set_class(long, "-short")

    def help_on(self, kind: int, words: Content) -> None:
        """What the card under the cursor does, until the next key, whoever moves meanwhile.

        What does not fit under the hand stands in a box as well.
        """
        self._helped = kind, words
        self.why(words, loud=True)
        if words.cell_length > 2 * self._room_for_why - 8:
            self.show_recap([words], "What this card does")

    def tell_hint(
        self, words: str, in_full: str, ranked: Sequence[Content], kind: int, title: str = ""
    ) -> None:
        """Put the cursor on the card a hint means; the hint in short, and the options `ranked`
        below the `title`.

        The log gets it `in_full` later, when it is not on the screen any more.
        """
        if kind in self.hand.cards:
            self.hand.cursor = self.hand.cards.index(kind)
        self.hinted = self.table.match.number
        self._hint = words
        self.why(words, loud=True)
        self.show_recap(ranked, title, last=False)
        self._hint_in_full = in_full

    def _tell_why(self) -> None:
        """What the card under the cursor is, and why it cannot be laid when it cannot."""
        view, kind = self.view, self.hand.current
        if self._helped is not None and self._helped[0] == kind and not self.private:
            self.why(self._helped[1], loud=True)
            return
        if self.hinted == self.table.match.number and not self.private:
            self.why(self._hint, loud=True)
            return
        if (
            view is None
            or self.wording is None
            or self.private
            or view.seat < 0
            or kind < 0
            or view.phase >= ROUND_OVER
        ):
            self.why("")
        else:
            if kind not in self._whys:
                self._whys[kind] = facts.why_words(
                    view, self.wording, kind, kind in self.hand.playable, self.armed,
                    self._room_for_why,
                )  # fmt: skip
            self.why(self._whys[kind])

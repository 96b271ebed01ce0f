"""What is shown to whom: changes wait in a queue and are handed out as batches, one by one.

A batch is made for whoever looks at the moment it is handed out. A change that happened under
another viewer's eyes is shown as a bystander saw it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from uno_tui.engine.events import PUBLIC
from uno_tui.engine.view import View

from .curtain import Curtain
from .feed import Batch, Feed, Notice
from .history import Events
from .match import Match


@dataclass(slots=True)
class _Change:
    """One thing to show. `reveal` is the seat that looks from here on, if that is the change."""

    number: int
    events: dict[int, Events]
    views: dict[int, View]
    notices: tuple[Notice, ...] = ()
    reveal: int | None = None
    hands: tuple[tuple[int, ...], ...] | None = None


@dataclass(slots=True)
class Stage:
    """The feed of one table and the curtain before it."""

    match: Match
    open_hands: bool = False
    feed: Feed = field(default_factory=Feed)
    curtain: Curtain = field(default_factory=Curtain)
    _queue: deque[_Change] = field(default_factory=deque)

    @property
    def idle(self) -> bool:
        """Whether everything has been shown."""
        return not self._queue

    def add(
        self,
        events: dict[int, Events] | None = None,
        notices: tuple[Notice, ...] = (),
        reveal: int | None = None,
    ) -> None:
        """Queue a change, with the table as it stands now."""
        game = self.match.game
        viewers = {PUBLIC, reveal, self.curtain.viewer} - {None}
        views = {
            seat: game.view(None if seat == PUBLIC else seat)
            for seat in viewers
            if seat is not None and seat < len(game.names)
        }
        hands = None
        if self.open_hands and not self.match.people:
            hands = tuple(tuple(game.view(seat).hand) for seat in range(len(game.names)))
        self._queue.append(_Change(self.match.number, events or {}, views, notices, reveal, hands))

    def cover(self) -> bool:
        """Drop the curtain at once, before anything that waits is shown; False without one."""
        self._queue = deque(change for change in self._queue if change.reveal is None)
        if not self.curtain.cover():
            return False
        self.add()
        return True

    def buzz(self, seat: int) -> bool:
        """`seat` comes forward out of turn: the curtain falls and waits for it."""
        if not self.curtain.buzz(seat):
            return False
        self._queue = deque(change for change in self._queue if change.reveal is None)
        self.add()
        return True

    def reveal(self, seat: int) -> bool:
        """Lift the curtain for `seat`, once what waits has been shown; False when not its to lift."""
        if not self.curtain.may_reveal(seat):
            return False
        if not any(change.reveal == seat for change in self._queue):
            self.add(reveal=seat)
        return True

    async def show(self) -> None:
        """Hand out everything that waits, and wait for what the subscribers answer."""
        while self._queue:
            change = self._queue.popleft()
            if change.reveal is not None:
                self.curtain.reveal(change.reveal)
            viewer = self.curtain.viewer
            key = PUBLIC if viewer is None or viewer not in change.views else viewer
            await self.feed.publish(
                Batch(
                    change.events.get(key, ()), change.views[key],
                    viewer if viewer == key else None,
                    change.number, change.notices, change.hands,
                )
            )  # fmt: skip

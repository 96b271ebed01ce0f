"""Who is looking at the screen: a seat, a bystander, or nobody while the curtain is down."""

from __future__ import annotations

from uno_tui.engine.events import PUBLIC


class Curtain:
    """The viewer and whom the curtain waits for. `people` are the human seats still playing.

    With one person there is no curtain; with none everybody is a bystander.
    """

    def __init__(self) -> None:
        self.viewer: int | None = PUBLIC
        """A seat, PUBLIC, or None while the curtain is down."""
        self.wanted: int | None = None
        """The seat that has to lift the curtain; None when nobody has to."""
        self.buzzed = -1
        """The seat that came forward out of turn, -1 for none."""
        self.people: tuple[int, ...] = ()
        self._guarded = False

    @property
    def hot_seat(self) -> bool:
        """Whether people share this screen."""
        return len(self.people) > 1

    @property
    def waits(self) -> bool:
        """Whether the table must stand still: the curtain is down, or somebody buzzed in."""
        return (self.viewer is None and self.wanted is not None) or self.buzzed >= 0

    def start(self, people: tuple[int, ...]) -> None:
        """At the beginning, or when seats have changed hands: nobody has seen anything yet."""
        self.leave_only(people)
        self.wanted, self.buzzed = None, -1
        if self.hot_seat:
            self.viewer = None
        elif self._guarded:
            self.viewer, self.wanted = None, people[0]
        else:
            self.viewer = people[0] if people else PUBLIC

    def leave_only(self, people: tuple[int, ...]) -> None:
        """These people are left at the screen.

        When that is one of several, whoever looked last must not see the hand of who stays: the
        curtain then waits for that seat one last time.
        """
        alone = len(people) == 1
        if self.hot_seat and alone and self.viewer != people[0]:
            self._guarded = True
        elif not alone:
            self._guarded = False
        self.people = people

    def cover(self) -> bool:
        """Drop the curtain. False where there is none, or it is down already."""
        if not self.hot_seat:
            return False
        self.buzzed = -1
        fell = self.viewer is not None
        self.viewer = None
        return fell

    def buzz(self, seat: int) -> bool:
        """`seat` comes forward out of turn. False when that makes no sense."""
        if not self.hot_seat or seat not in self.people or seat == self.viewer:
            return False
        self.cover()
        self.wanted = self.buzzed = seat
        return True

    def may_reveal(self, seat: int) -> bool:
        """Whether `seat` may lift the curtain: it is down, and down for this seat."""
        return self.viewer is None and self.wanted == seat

    def reveal(self, seat: int) -> None:
        """`seat` looks now."""
        self.viewer, self.wanted = seat, None
        self._guarded = False

    def acted(self, seat: int) -> None:
        """`seat` has done something: if it had buzzed in for that, it is done."""
        if seat == self.buzzed:
            self.buzzed = -1

    def settle(self, asked: tuple[int, ...], private: bool, round_over: bool) -> bool:
        """Fit the viewer to what the table waits for; True when the viewer changed.

        `asked` are the seats that must act, `private` tells whether that takes a look at a hand.
        """
        if not self.hot_seat:
            only = self.people[0] if self.people else PUBLIC
            shown, self.wanted = (None, only) if self._guarded else (only, None)
            changed = self.viewer != shown
            self.viewer, self.buzzed = shown, -1
            return changed
        if self.buzzed >= 0:
            return False
        if round_over:
            # All hands lie open now; whoever looks next must not be dealt a hand in view.
            changed = self.viewer != PUBLIC
            self.viewer, self.wanted = PUBLIC, None
            return changed
        waiting = [seat for seat in asked if seat in self.people]
        if not private or not waiting or self.viewer in waiting:
            self.wanted = None
            return False
        if self.wanted not in waiting:
            self.wanted = waiting[0]
        fell = self.viewer is not None
        self.viewer = None
        return fell

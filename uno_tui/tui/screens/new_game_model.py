"""What the new-game screen is about, without a screen: the variant, the switches, the seats.

Every change goes through here, so that what is greyed out, why, and what will be dealt is one
truth for keys, mouse and tests.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from uno_tui.cards import clean_name
from uno_tui.ruleset.checks import copies_needed, seat_range, seats_problem
from uno_tui.ruleset.errors import visible
from uno_tui.ruleset.load import Entry, available, load_text, with_overrides
from uno_tui.ruleset.schema import Ruleset
from uno_tui.ruleset.switches import GROUPS, flip, house_rules, is_on, switch, switch_problem
from uno_tui.ruleset.write import difference, dumps
from uno_tui.store.paths import paths, write_private
from uno_tui.store.record import SeatSpec
from uno_tui.store.settings import LastTable
from uno_tui.tui.fields import Row
from uno_tui.tui.flat import flatten
from uno_tui.tui.match import (
    MatchError,
    MatchRequest,
    ai_name,
    default_wishes,
    new_seed,
    own_folders,
    seat_specs,
)

TARGETS = (0, 50, 100, 101, 200, 250, 300, 500, 750, 1000)
ROUNDS = (0, 1, 2, 3, 5, 7, 10)
HANDS = (3, 5, 6, 7, 8, 10)
MOST_SEATS = 10
RESERVED = re.compile("con|prn|aux|nul|(com|lpt)[0-9]")
"""Windows opens a device for files of these names, whatever their suffix."""


class NewGame:
    """The table being agreed on. `rules` is the variant with all switches and numbers applied."""

    def __init__(self, last: LastTable) -> None:
        self.entries: list[Entry] = []
        self.seats: list[SeatSpec] = []
        self.seed: int | None = last.seed
        self.read_variants()
        for seat in last.seats or ():
            self.seats.append(SeatSpec(seat.name, seat.kind, seat.level, seat.temperament))
        if len(self.seats) < 2:
            self.seats = list(seat_specs(default_wishes()))
        self.chosen = self._index_of(last.variant)
        self.rules = self.entry.ruleset or Ruleset()
        if self.entry.ruleset is not None and self.entry.id == last.variant:
            try:
                self.rules = with_overrides(self.entry.ruleset, last.knobs)
            except ValueError:
                # The variant's file has changed since; its plain rules are offered instead.
                self.rules = self.entry.ruleset

    # The variant

    def read_variants(self) -> None:
        """Read the list of variants anew: a file may have come, gone or been mended."""
        self.entries = available(own_folders())
        first = {"classic": 0, "family": 1, "two-ways": 2}
        own = paths().rulesets
        self.entries.sort(key=lambda one: (one.path.parent == own, first.get(one.id, 9), one.id))

    def _index_of(self, ruleset_id: str) -> int:
        ids = [entry.id for entry in self.entries]
        return ids.index(ruleset_id) if ruleset_id in ids else 0

    @property
    def entry(self) -> Entry:
        """The variant chosen."""
        return self.entries[self.chosen]

    def is_own(self, entry: Entry) -> bool:
        """Whether a variant is the user's own file."""
        return entry.path.parent == paths().rulesets

    def choose(self, index: int) -> None:
        """Choose a variant; its own rules stand again. A broken one can be looked at, not dealt."""
        self.chosen = index
        self.rules = self.entry.ruleset or Ruleset()
        fewest, most = seat_range(self.rules)
        self.set_seat_count(min(max(len(self.seats), fewest), most))

    def flip(self, switch_id: str) -> None:
        """Turn a house rule the other way. Raises RulesetError when it cannot be."""
        self.rules = flip(self.rules, switch(switch_id))

    def set_knob(self, knob: str, value: object) -> None:
        """Set one number of the rules. Raises RulesetError when it cannot be."""
        self.rules = with_overrides(self.rules, {knob: value})

    def add_decks(self) -> None:
        """Shuffle in as many decks as the seats need, and no more than the variant's own."""
        base = self.entry.ruleset.deck.copies if self.entry.ruleset else 1
        needed = max(base, copies_needed(self.rules, len(self.seats)))
        if needed != self.rules.deck.copies:
            self.rules = with_overrides(self.rules, {"deck.copies": needed})

    # The seats

    def set_seat_count(self, count: int) -> None:
        """So many seats: new ones are AI, the last ones leave."""
        while len(self.seats) < min(count, MOST_SEATS):
            name = ai_name(seat.name for seat in self.seats)
            self.seats.append(SeatSpec(name, "ai", "normal"))
        del self.seats[max(2, count) :]

    def set_seat(self, seat: int, level: str, name: str | None = None) -> None:
        """Who sits there: `level` "" is a person; `name` None keeps the name."""
        old = self.seats[seat]
        kept = old.name if name is None else clean_name(name, old.name)
        kind = old._replace(name=kept, level=level)
        self.seats[seat] = kind._replace(kind="ai" if level else "human")

    def set_temperament(self, seat: int, temperament: str) -> None:
        """How an AI seat plays."""
        self.seats[seat] = self.seats[seat]._replace(temperament=temperament)

    # What it comes to

    def problem(self) -> str:
        """Why this table cannot be dealt, one sentence; "" when it can."""
        if self.entry.error:
            return (
                f"The file of {visible(self.entry.id, 60)} is broken; beside the list stands why."
            )
        names = [seat.name for seat in self.seats]
        double = next((name for name in names if names.count(name) > 1), "")
        if double:
            return f"Two seats are called {double}; give each a name of its own."
        return seats_problem(self.rules, len(self.seats)) or ""

    def request(self) -> MatchRequest:
        """The table as agreed on. Raises MatchError with a sentence."""
        problem = self.problem()
        if problem:
            raise MatchError(problem)
        seed = new_seed() if self.seed is None else self.seed
        return MatchRequest(self.rules, tuple(self.seats), seed)

    def remembered(self) -> LastTable:
        """The table for the settings file, to be offered again next time."""
        base = self.entry.ruleset
        knobs = flatten(difference(self.rules, base)) if base is not None else {}
        return LastTable.model_validate(
            {
                "variant": self.entry.id,
                "seats": [seat._asdict() for seat in self.seats],
                "knobs": knobs,
                "seed": self.seed,
            }
        )

    @property
    def changed(self) -> bool:
        """Whether the rules differ from the variant's own."""
        return self.entry.ruleset is not None and self.rules != self.entry.ruleset

    def save_as(self, name: str) -> Path:
        """Write the rules as a variant of the user's own and choose it; returns the file.

        Raises MatchError with a sentence when the name or the disk is no good.
        """
        name = " ".join(name.split())
        slug = "-".join(
            "".join(c if c.isalnum() and c.isascii() else " " for c in name.lower()).split()
        )
        if not slug:
            raise MatchError("A variant needs a name with letters or digits in it.")
        if RESERVED.fullmatch(slug):
            raise MatchError(f"Windows keeps the name {slug!r} for itself; choose another one.")
        path = paths().rulesets / f"{slug[:60]}.toml"
        if os.path.lexists(path) or slug in [entry.id for entry in self.entries]:
            raise MatchError(f"There is a variant {slug!r} already; choose another name.")
        base = self.entry.ruleset
        if base is None:
            raise MatchError("A broken variant cannot be built upon; mend its file first.")
        rules = self.rules.model_copy(
            update={"name": name[:40], "summary": f"{base.name} with house rules of our own."}
        )
        text = dumps(rules, base)
        try:
            load_text(text, path.name, folders=own_folders())
            write_private(path, text.encode("utf-8"))
        except OSError as error:
            raise MatchError(f"{path} could not be written: {error.strerror or error}.") from None
        except ValueError as error:
            raise MatchError(f"These rules cannot be saved: {error}") from None
        self.read_variants()
        self.choose(self._index_of(path.stem))
        return path

    # Rows for the screen

    def rows(self) -> list[Row]:
        """The numbers and the house rules, each with the reason why it cannot be changed."""
        rows = [Row("", "Match"), *self._numbers()]
        for group in GROUPS:
            rows.append(Row("", group))
            rows += [self._row(one.id) for one in house_rules() if one.group == group]
        return rows

    def _row(self, switch_id: str) -> Row:
        one = switch(switch_id)
        on = is_on(self.rules, one)
        reason = switch_problem(self.rules, one, len(self.seats)) or ""
        blocked = (reason, "") if on else ("", reason)
        base = self.entry.ruleset
        changed = base is not None and is_on(base, one) != on
        return Row(one.id, one.title, one.text, ("off", "on"), int(on), blocked, changed=changed)

    def _numbers(self) -> list[Row]:
        base = self.entry.ruleset or self.rules
        rows = []
        for knob, label, note, values in (
            ("scoring.target", "Target", "Points to play to.", TARGETS),
            ("match.rounds", "Rounds", "A fixed number of rounds instead of a target.", ROUNDS),
            ("deal.cards", "Cards in a hand", "How many cards everybody starts with.", HANDS),
        ):
            table, name = knob.split(".")
            now, own = (
                getattr(getattr(self.rules, table), name),
                getattr(getattr(base, table), name),
            )
            choices = sorted({*values, now, own})
            blocked = tuple(self._blocked(knob, value) if value != now else "" for value in choices)
            labels = tuple("none" if value == 0 else str(value) for value in choices)
            rows.append(
                Row(knob, label, note, labels, choices.index(now), blocked, changed=now != own)
            )
        return rows

    def _blocked(self, knob: str, value: int) -> str:
        try:
            rules = with_overrides(self.rules, {knob: value})
        except ValueError as error:
            return str(getattr(error, "what", error))
        if knob == "deal.cards" and not seats_problem(self.rules, len(self.seats)):
            return seats_problem(rules, len(self.seats)) or ""
        return ""

    def take(self, row_id: str, label: str) -> None:
        """Make the choice called `label` in a row of `rows()`. Raises RulesetError."""
        if "." in row_id:
            self.set_knob(row_id, 0 if label == "none" else int(label))
        else:
            self.flip(row_id)

"""Kill the app at random milliseconds, hundreds of times, and look whether anything was lost.

    uv run python benchmarks/kill9.py --kills 500

The real program runs in a pseudo-terminal; scripted keys and AIs play at it. It is killed with
SIGKILL, at the table as well as while it starts. What its terminal showed last (log, cards in
every hand, draw pile, round, own points) is then looked for in the save: it must be there, and
the match must resume, headless through the session, to the end of what is written. Every other
time the next run is the menu's Continue, which must show that position or one after it, never one
before it. Counted as lost is a shown state that the save does not hold, or a save that does not
resume. Needs a system with pseudo-terminals.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import shutil
import signal
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from common import Report
from frames import settings_in
from screen import Screen
from shown import Shown, Story, find, log_is_there, read_table, tell
from startup import command
from terminal import ENTER, RIGHT, Terminal

COLUMNS, ROWS = 140, 40
TABLES = (
    ("classic", "Ann,ai:normal,ai:normal"),
    ("classic", "Ann,ai:normal,ai:easy,ai:hard"),
    ("classic", "ai:normal,ai:easy,ai:normal"),
    ("classic", "Ann,Ben,ai:normal"),
    ("seven-zero", "Ann,ai:normal,ai:easy"),
    ("chaos", "Ann,ai:normal,ai:normal"),
    ("stacking", "Ann,Ben,ai:easy"),
)
KEYS = (*[ENTER] * 6, *["d"] * 4, *["p"] * 3, *[RIGHT] * 4, "a", "x", "c", "u", "r", "g", "j", " ")
ORPHAN_SECONDS = 10.0


@dataclass
class Tally:
    """What came of the kills so far."""

    kills: int = 0
    early: int = 0
    """Killed before any table was on the screen."""
    compared: int = 0
    resumed: int = 0
    continued: int = 0
    ended: int = 0
    """The match had ended and was put away whole."""
    orphans: int = 0
    behind: int = 0
    """Actions recorded after the shown state, all in all."""
    problems: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count `other` in."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


# One run


class Player:
    """One worker: its own home, its own chance, one match after the other."""

    def __init__(self, seed: int, home: Path) -> None:
        self.chance = random.Random(seed)
        self.home = home
        self.tally = Tally()
        self.saved_actions = 0
        """How many actions the save held after the last kill, when it is to be continued."""
        self.saved_name = ""

    def run(self, kills: int, until: float) -> None:
        """Kill so many times, or until the clock (perf_counter) says so."""
        carry_on = False
        while self.tally.kills < kills and time.perf_counter() < until:
            carry_on = self._once(carry_on)

    def _once(self, carry_on: bool) -> bool:
        """Play, kill, compare; True when the next run should continue this match."""
        chance = self.chance
        if not carry_on:
            shutil.rmtree(self.home / "data", ignore_errors=True)
            settings_in(
                self.home, motion=chance.random() < 0.2, reaction_window=0.1,
                pace=chance.choice(("instant", "instant", "quick")), undo=True,
            )  # fmt: skip
            variant, players = chance.choice(TABLES)
            words = command("play", "--ruleset", variant, "--players", players,
                            "--seed", str(chance.randrange(10**6)))  # fmt: skip
        else:
            words = command()
        early = chance.random() < 0.1
        terminal = Terminal(words, COLUMNS, ROWS, self.home)
        try:
            first, shown = self._play(
                terminal, carry_on, chance.uniform(0.1, 1.2) if early else None
            )
            self._kill(terminal)
            self.tally.kills += 1
        finally:
            terminal.close()
        if first is None:
            self.tally.early += 1
        return self._judge(carry_on, first, shown)

    def _play(
        self, terminal: Terminal, carry_on: bool, stop: float | None
    ) -> tuple[Shown | None, Shown | None]:
        """Play until the moment of the kill; the first and the last table that were shown."""
        screen = Screen(COLUMNS, ROWS)
        first: Shown | None = None
        shown: Shown | None = None
        start = time.perf_counter()
        end = start + (stop if stop is not None else 20.0)
        next_key = start
        asked = not carry_on
        fed = 0
        while (now := time.perf_counter()) < end:
            terminal.read_for(min(0.03, end - now))
            screen.feed(bytes(terminal.written[fed:]))
            fed = len(terminal.written)
            table = read_table(screen.lines)
            if table is not None:
                shown = table
                if first is None:
                    first = table
                    if stop is None:
                        end = time.perf_counter() + self.chance.random() * 1.6
            if terminal.process.poll() is not None:
                said = " ".join(terminal.text().split())[-200:]
                code = terminal.process.returncode
                self._problem(f"the app ended by itself with code {code}: {said}", shown)
                break
            if not asked and any("Continue" in line for line in screen.lines):
                terminal.send("c")
                asked = True
            menu = any("New game" in line for line in screen.lines)
            if screen.frames and not menu and time.perf_counter() > next_key:
                # Before the first table there may be a curtain to lift.
                terminal.send(self.chance.choice(KEYS) if first is not None else ENTER)
                next_key = time.perf_counter() + self.chance.uniform(0.02, 0.2)
        if terminal.process.poll() is None:
            os.kill(terminal.process.pid, signal.SIGKILL)
        terminal.quiet(0.1, 1.0)
        screen.feed(bytes(terminal.written[fed:]))
        return first, read_table(screen.lines) or shown

    def _kill(self, terminal: Terminal) -> None:
        terminal.process.wait(10)
        until = time.perf_counter() + ORPHAN_SECONDS
        while _group_lives(terminal.process.pid):
            if time.perf_counter() > until:
                self.tally.orphans += 1
                self.tally.problems.append("a process of the app lived on")
                os.killpg(terminal.process.pid, signal.SIGKILL)
                return
            time.sleep(0.02)

    def _judge(self, carry_on: bool, first: Shown | None, shown: Shown | None) -> bool:
        from uno_tui.store.record import RecordError

        saves = sorted((self.home / "data" / "saves").glob("*.match"))
        records = sorted((self.home / "data" / "records").glob("*.match"))
        if not saves and not records:
            if shown is not None:
                self._problem("a table was shown but there is no save", shown)
            return False
        try:
            story = tell((saves or records)[-1])
        except RecordError as trouble:
            if shown is not None or carry_on:
                self._problem(f"the save is not readable: {trouble}", shown)
            return False
        same_match = (saves or records)[-1].name == self.saved_name
        carry_on = carry_on and same_match  # a key may have dealt another one from the menu
        self.saved_name = (saves or records)[-1].name
        if carry_on and story.actions < self.saved_actions:
            self._problem(
                f"{self.saved_actions - story.actions} recorded actions went missing", shown
            )
        if carry_on and first is not None:
            self.tally.continued += 1
            if find(first, story) < self.saved_actions:
                self._problem(f"Continue began before action {self.saved_actions}", first)
        if shown is not None:
            self._compare(shown, story)
        self.saved_actions = story.actions
        if story.over or not saves:
            self.tally.ended += 1
            return False
        return self._resumes(saves[-1]) and self.chance.random() < 0.6

    def _compare(self, shown: Shown, story: Story) -> None:
        self.tally.compared += 1
        at = find(shown, story)
        if at < 0:
            self._problem(f"the shown table {shown.sign} is not in the save", shown)
        else:
            self.tally.behind += max(0, len(next(iter(story.signs.values()))) - 1 - at)
        if not log_is_there(shown, story):
            self._problem(f"the shown log is not in the save: {shown.logs[-1][-200:]}", shown)

    def _resumes(self, save: Path) -> bool:
        """Resume a copy headless; it must stand where the record ends."""
        from uno_tui.session.match import Match
        from uno_tui.store.reading import read_record
        from uno_tui.store.replay import play_through, same_position
        from uno_tui.store.saves import load_save

        copy = save.with_name("copy.match.tmp")
        shutil.copyfile(save, copy)
        try:
            expected = play_through(read_record(save).record).position()
            match = Match.resume(load_save(copy))
            same = same_position(match.game.position(), expected)
            if not same or match.mended:
                self._problem(f"it resumes elsewhere: {match.mended or 'another position'}", None)
            match.journal.close(match.game, 0)
        except Exception as trouble:
            self._problem(f"it does not resume: {type(trouble).__name__}: {trouble}", None)
            return False
        finally:
            copy.unlink(missing_ok=True)
        self.tally.resumed += same and not match.mended
        return True

    def _problem(self, text: str, shown: Shown | None) -> None:
        kept = Path(tempfile.mkdtemp(prefix="kill9-"))
        shutil.copytree(self.home, kept / "home")
        if shown is not None:
            (kept / "screen.txt").write_text("\n".join(shown.picture))
        self.tally.problems.append(f"{text} (kept in {kept})")


def _group_lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def work(job: tuple[int, int, float]) -> Tally:
    """One worker's share: `job` is its seed, how many kills, and for how many seconds."""
    seed, kills, seconds = job
    with tempfile.TemporaryDirectory(prefix="kill9-home-") as folder:
        player = Player(seed, Path(folder))
        player.run(kills, time.perf_counter() + seconds)
    return player.tally


def main() -> None:
    """Kill, compare and print the figures; exit code 1 when anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600.0, help="stop after this long")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    share = -(-args.kills // args.workers)
    jobs = [(args.seed + number, share, args.seconds) for number in range(args.workers)]
    tally = Tally()
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for part in pool.imap_unordered(work, jobs):
            tally.add(part)
    report = Report("kill -9 of the app in a pseudo-terminal")
    report.add("kills", str(tally.kills))
    report.add("of them before a table was shown", str(tally.early))
    report.add("shown tables compared with the save", str(tally.compared))
    report.add("saves resumed headless to their last action", str(tally.resumed))
    report.add("continued by the app's own Continue", str(tally.continued))
    report.add("matches that were over and put away", str(tally.ended))
    report.add("actions recorded after the shown state", str(tally.behind))
    report.add("processes left behind", str(tally.orphans))
    report.add("lost or wrong", str(len(tally.problems)))
    report.show(args.json)
    for problem in tally.problems:
        print(problem)
    raise SystemExit(1 if tally.problems else 0)


if __name__ == "__main__":
    main()

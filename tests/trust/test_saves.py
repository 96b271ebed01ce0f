"""A save is the whole match: its rules, its chance, its people; and the app says what is wrong."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.waiting import until
from uno_tui.engine.game import Game
from uno_tui.ruleset.load import load
from uno_tui.session import SeatSpec, Table
from uno_tui.session.brains import Plain
from uno_tui.session.match import Match
from uno_tui.session.pace import Pace
from uno_tui.store.paths import paths
from uno_tui.store.saves import list_saves, load_save
from uno_tui.tui.app import UnoApp
from uno_tui.tui.match import MatchError, resume_table
from uno_tui.tui.screens.crash import CrashScreen
from uno_tui.tui.screens.table import TableScreen
from uno_tui.tui.widgets.piles import Piles

PEOPLE = (SeatSpec("Ann", "human"), SeatSpec("Bo", "ai", "easy"), SeatSpec("Cy", "ai", "easy"))


def play_on(match: Match, actions: int) -> None:
    for _ in range(actions):
        seat = match.game.asked()[0]
        match.apply(seat, match.game.options(seat)[-1], 1.0)


def own_rules() -> Path:
    paths().rulesets.mkdir(parents=True)
    path = paths().rulesets / "mine.toml"
    path.write_text('extends = "stacking"\nname = "Mine"\n[scoring]\ntarget = 321\n')
    return path


@pytest.mark.parametrize("change", ["edited", "removed", "broken"])
def test_the_file_of_the_rules_may_change_meanwhile(change: str) -> None:
    path = own_rules()
    match = Match.begin(load(path), PEOPLE, 5)
    play_on(match, 25)
    position = match.game.position()
    match.journal.close(match.game, 1.0)
    if change == "edited":
        path.write_text('extends = "one-o-one"\nname = "Other"\n')
    elif change == "removed":
        path.unlink()
    else:
        path.write_text("= nonsense")
    saved = list_saves()[0]
    assert saved.ruleset_name == "Mine"
    again = Match.resume(load_save(saved.path))
    assert again.mended == ""
    assert again.game.position() == position
    assert again.game.tables.ruleset.scoring.target == 321
    again.journal.close(again.game, 1.0)


def test_what_comes_after_a_resume_is_what_would_have_come() -> None:
    """Hands, piles, decisions, scores and the state of chance: the future is the same."""
    match = Match.begin(load("chaos"), PEOPLE, 5)
    play_on(match, 40)
    future = match.game.clone()
    match.journal.close(match.game, 1.0)
    again = Match.resume(load_save(list_saves()[0].path))
    for _ in range(60):
        if not future.asked():
            break
        assert future.asked() == again.game.asked()
        seat = future.asked()[0]
        assert future.options(seat) == again.game.options(seat)
        assert future.view(seat).hand == again.game.view(seat).hand
        action = future.options(seat)[0]
        future.apply(seat, action)
        again.game.apply(seat, action)
    assert isinstance(future, Game)
    assert again.seats == match.seats
    again.journal.close(again.game, 1.0)


def test_a_save_that_is_played_elsewhere_is_told_in_the_app() -> None:
    match = Match.begin(load("classic"), PEOPLE, 5)
    with pytest.raises(MatchError) as caught:
        resume_table(list_saves()[0].path, UnoApp().settings)
    assert "already open" in str(caught.value)
    match.journal.close(match.game, 1.0)


def table() -> Table:
    return Table.begin(
        load("classic"), PEOPLE, 5, Pace("instant", 0.01), brains=lambda _spec: Plain()
    )


async def asked_at(app: UnoApp, pilot: Pilot[int]) -> TableScreen:
    """The table in front, when it is Ann's turn there and the screen shows it."""

    def shown() -> bool:
        screen = app.screen
        return isinstance(screen, TableScreen) and bool(screen.view and 0 in screen.view.asked)

    await until(pilot, shown, "Ann's turn")
    assert isinstance(app.screen, TableScreen)
    return app.screen


async def test_a_full_disk_is_told_on_the_screen_and_play_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = UnoApp()
    told: list[str] = []
    monkeypatch.setattr(app, "tell", lambda text, severity="": told.append(text))
    async with app.run_test() as pilot:
        app.settings.motion = False
        app.show_table(table())
        screen = await asked_at(app, pilot)
        real, saving = os.write, screen.table.match.journal.save
        assert saving is not None

        def full(descriptor: int, content: bytes) -> int:
            if descriptor == saving._file:
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(descriptor, content)

        monkeypatch.setattr(os, "write", full)
        before = screen.table.match.number
        await pilot.press("d", "p")
        await until(pilot, lambda: screen.table.match.number > before)
        await until(pilot, lambda: any("No space left" in text for text in told))
        await asked_at(app, pilot)
        monkeypatch.setattr(os, "write", real)
        await pilot.press("d", "p")
        await until(pilot, lambda: any("being saved again" in text for text in told))
        actions = screen.table.match.number
        screen.always.leave()
    assert load_save(list_saves()[0].path).record.action_count == actions


async def test_a_widget_that_raises_costs_nothing_but_a_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = UnoApp()
    app.recover_in_tests = True
    async with app.run_test(size=(100, 30)) as pilot:
        app.settings.motion = False
        app.settings.pace = "instant"
        app.show_table(table())
        before = (await asked_at(app, pilot)).table

        def broken(_piles: Piles, _y: int) -> None:
            raise ZeroDivisionError("a part that fails")

        with monkeypatch.context() as patched:
            patched.setattr(Piles, "render_line", broken)
            app.screen.query_one(Piles).refresh()
            await until(pilot, lambda: isinstance(app.screen, CrashScreen) and before.closed)
        actions = before.match.number
        await pilot.press("c")
        assert (await asked_at(app, pilot)).table is not before
        assert isinstance(app.screen, TableScreen)
        assert app.screen.table.match.number >= actions
        kept = load_save(list_saves()[0].path).record
        assert kept.header.seed == 5
    assert list(paths().crash.glob("*.txt"))

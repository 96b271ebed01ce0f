"""Hands up, points counted out, and what comes next; replays and records of what was played."""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import monotonic

import pytest
from textual.widgets import Input, OptionList

from tests.tui.screen_text import screen_text
from tests.waiting import PATIENCE, until
from uno_tui.engine.actions import NEXT, PLAY, Action
from uno_tui.engine.events import ALL, Event
from uno_tui.engine.game import Game
from uno_tui.engine.state import MATCH_OVER, ROUND_OVER
from uno_tui.engine.view import View
from uno_tui.ruleset.load import load
from uno_tui.session import Pace, SeatSpec, Table
from uno_tui.store.records import list_records, load_replay
from uno_tui.store.saves import list_saves
from uno_tui.tui.app import UnoApp
from uno_tui.tui.fields import Cycler
from uno_tui.tui.screens.records import RecordsScreen, as_many
from uno_tui.tui.screens.replay import ReplayScreen
from uno_tui.tui.screens.replay_parts import OpenHands
from uno_tui.tui.screens.results import MatchOver, RoundOver, forfeit_of
from uno_tui.tui.screens.results_count import Count, card_worth, score_race, standings
from uno_tui.tui.widgets.plot import whole_ticks

NAMES = ["Ann", "[b]Ben[/b]", "Cy"]


def played_round(which: str, seed: int = 3, **knobs: object) -> tuple[View, list[Event]]:
    """The end of one round of random play, and all that happened."""
    game = Game(load(which, knobs), NAMES, seed)
    heard: list[Event] = []
    game.subscribe(heard.extend, ALL)
    rng = Random(seed)
    while game.phase < ROUND_OVER:
        play_on(game, rng)
    return game.view(None), heard


def play_on(game: Game, rng: Random) -> None:
    """One action of whoever is asked; lays a card where one fits, so that rounds stay short."""
    seat = game.asked()[0]
    options = game.options(seat)
    plays = [action for action in options if action.verb == PLAY]
    game.apply(seat, rng.choice(plays or options))


@pytest.mark.parametrize("which", ["classic", "one-o-one", "reset-zero", "h2o"])
@pytest.mark.parametrize("seed", range(4))
def test_the_cards_are_worth_what_the_engine_counts(which: str, seed: int) -> None:
    view, heard = played_round(which, seed)
    assert view.hands is not None
    sums = {seat: sum(card_worth(view.tables, hand)) for seat, hand in enumerate(view.hands)}
    scored = {event.seat: event.n for event in heard if event.kind == "scored"}
    if view.tables.ruleset.scoring.method == "winner-takes":
        winner = view.winners[0]
        assert scored[winner] == sum(sums.values()) - sums[winner]
    elif not view.tables.ruleset.scoring.last_card_bonus:
        assert scored == sums


def test_a_lone_zero_counts_as_the_rule_says() -> None:
    tables = played_round("reset-zero")[0].tables
    assert card_worth(tables, [tables.parse("R0")]) == (50,)
    assert card_worth(tables, [tables.parse("R0"), tables.parse("B0")]) == (0, 0)


def test_the_standings_are_in_the_order_of_the_places() -> None:
    view, _ = played_round("classic")
    rows = standings(view, [(0, 0, 0)])
    assert [row.seat for row in rows] == list(view.places)
    assert rows[0].mark == "won"
    assert rows[0].cards == ()
    assert rows[0].now == view.scores[rows[0].seat]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 40)])
async def test_round_over_shows_every_seat_and_enter_goes_on(size: tuple[int, int]) -> None:
    view, _ = played_round("classic")
    app = UnoApp()
    answers: list[str | None] = []
    async with app.run_test(size=size) as pilot:
        app.animation_level = "none"
        app.push_screen(RoundOver(view), answers.append)
        await pilot.pause()
        text = screen_text(app)
        for name in NAMES:
            assert name in text
        assert f"Round 1 goes to {NAMES[view.winners[0]]}" in text
        assert "no cards left" in text
        await pilot.press("enter")
        await pilot.pause()
    assert answers == ["next"]


async def test_the_counting_moves_and_any_key_ends_it() -> None:
    view, _ = played_round("classic")
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.animation_level = "full"
        app.push_screen(RoundOver(view))
        await pilot.pause()
        count = app.screen.query_one(Count)
        assert count.shown < count.steps
        await pilot.press("z")
        assert count.shown == count.steps


@pytest.mark.parametrize(
    ("key", "answer"), [("r", "rematch"), ("n", "new"), ("l", "look"), ("escape", "menu")]
)
async def test_match_over_tells_the_forfeit_and_takes_one_key(key: str, answer: str) -> None:
    game = Game(load("classic", {"match.rounds": 2, "match.forfeits": ["Wash up"]}), NAMES, 3)
    rng, race = Random(1), [(0, 0, 0)]
    while game.phase != MATCH_OVER:
        if game.phase == ROUND_OVER:
            game.apply(0, Action(NEXT))
            race.append(game.view(None).scores)  # type: ignore[arg-type]
            continue
        play_on(game, rng)
    view = game.view(None)
    assert forfeit_of(view) == "Wash up"
    app = UnoApp()
    answers: list[str | None] = []
    async with app.run_test(size=(100, 40)) as pilot:
        app.animation_level = "none"
        app.push_screen(MatchOver(view, race), answers.append)
        await pilot.pause()
        text = screen_text(app)
        assert "Wash up" in text
        assert "2 rounds" in text
        assert "Points over the rounds" in text
        await pilot.press(key)
        await pilot.pause()
    assert answers == [answer]


@pytest.mark.parametrize(("name", "told"), [("You", "You win the match"), ("Bo", "Bo wins")])
def test_the_champion_is_told_in_good_grammar(name: str, told: str) -> None:
    game = Game(load("classic", {"match.rounds": 1}), (name, name, name), 3)
    rng = Random(1)
    while game.phase != MATCH_OVER:
        play_on(game, rng)
    assert MatchOver(game.view(None), []).headline().plain.startswith(told)


async def finished_match(which: str = "classic", **knobs: object) -> Path:
    """A whole saved match between two AIs, written down as it is played; returns the record."""
    from uno_tui.session import InstantClock
    from uno_tui.tui.match import brains

    seats = [SeatSpec("Ann", "ai", "easy"), SeatSpec("[i]Bo", "ai", "hard")]
    table = Table.begin(
        load(which, knobs), seats, 5, Pace("instant", 0.0, InstantClock()), brains=brains
    )
    await table.run()
    assert table.record_path is not None
    return table.record_path


async def test_a_finished_match_is_replayed_both_ways(own_home: Path) -> None:
    path = await finished_match("classic", **{"match.rounds": 2})
    replay = load_replay(path)
    assert len(score_race(replay.record)) == 2
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        screen = ReplayScreen(app, replay)
        app.push_screen(screen)
        await pilot.pause()
        await pilot.press("right", "right", "right")
        assert replay.cursor == 3
        await pilot.press("left")
        assert replay.cursor == 2
        await pilot.press("down")
        assert replay.cursor > 2
        await pilot.press("pagedown")
        assert replay.round == 2
        await pilot.press("2")
        assert "as [i]Bo knew it" in screen_text(app)
        hidden = screen_text(app)
        await pilot.press("o")
        await pilot.pause()
        opened = screen_text(app)
        assert "all hands open" in opened
        assert opened != hidden
        await pilot.press("end")
        assert replay.cursor == len(replay)
        await pilot.press("g", *"1", "enter")
        await pilot.pause()
        assert replay.turn == 1
        await pilot.press("home", "right_square_bracket", "right_square_bracket")
        await pilot.press("right_square_bracket", "space")
        await until(pilot, lambda: replay.cursor > 0, "a move played by itself")


@pytest.mark.parametrize(("size", "apart"), [((80, 24), 1), ((200, 50), 2)])
async def test_open_hands_stand_apart_where_there_is_room(
    size: tuple[int, int], apart: int, own_home: Path
) -> None:
    path = await finished_match("classic", **{"match.rounds": 2})
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        app.push_screen(ReplayScreen(app, load_replay(path)))
        await pilot.pause()
        await pilot.press("o")
        await until(pilot, lambda: app.screen.query_one(OpenHands).region.height > 0)
        hands = app.screen.query_one(OpenHands)
        lines = screen_text(app).splitlines()[hands.region.y : hands.region.bottom]
        assert [bool(line[: hands.region.right].strip()) for line in lines[:apart]] == [
            number == 0 for number in range(apart)
        ]
        assert len(lines) == apart * (len(hands.hands) - 1) + 1
        indent = len(lines[0]) - len(lines[0].lstrip())
        assert (indent > 20) == (size[0] > 100), "in the middle where the screen is wide"


async def test_records_are_named_deleted_brought_back_and_shared(own_home: Path) -> None:
    await finished_match()
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("e")
        await pilot.pause()
        assert "[i]Bo" in screen_text(app)
        await pilot.press("n")
        await pilot.pause()
        await pilot.press(*"Derby", "enter")
        await pilot.pause()
        assert list_records()[0].title == "Derby"
        await pilot.press("e")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        shared = list((own_home / "data" / "shared").iterdir())
        assert len(shared) == 1
        await pilot.press("d")
        await pilot.pause()
        assert list_records() == []
        await pilot.press("z")
        await pilot.pause()
        assert len(list_records()) == 1
        await pilot.press("i")
        await pilot.pause()
        app.screen.query_one("Input").value = str(shared[0])  # type: ignore[attr-defined]
        await pilot.press("enter")
        await pilot.pause()
        assert len(list_records()) == 2
        await pilot.press("s")
        await pilot.pause()
        assert type(app.screen).__name__ == "StatsScreen"
        assert "easy" in screen_text(app)


async def test_the_cursor_is_on_what_was_brought_back_or_taken_in(own_home: Path) -> None:
    await finished_match()
    folder = own_home / "data" / "records"
    first = next(folder.iterdir())
    for name in ("b", "c"):
        (folder / f"{name}.match").write_bytes(first.read_bytes())
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("e")
        await until(pilot, lambda: len(getattr(app.screen, "finished", ())) == 3)
        records: RecordsScreen = app.screen  # type: ignore[assignment]
        await pilot.press("down")
        deleted = records.chosen()
        assert deleted is not None
        await pilot.press("d", "end")
        assert len(records.finished) == 2
        assert records.chosen() != deleted
        await pilot.press("z")
        assert len(records.finished) == 3
        assert records.chosen() == deleted
        await pilot.press("home")
        records._import(str(deleted.path))
        taken = records.chosen()
        assert taken is not None
        assert taken.path.name.startswith("imported-")
        assert len(records.finished) == 4


def test_seats_that_do_not_fit_a_line_are_counted() -> None:
    seats = ["Ann 12", "Bo 3", "漢字 40", "Dora 0"]
    assert as_many(seats, 29) == "Ann 12, Bo 3, 漢字 40, Dora 0"
    assert as_many(seats, 28) == "Ann 12, Bo 3, 漢字 40, +1"
    assert as_many(seats, 10) == "Ann 12, +3"
    assert as_many(seats, 9) == "4 seats"


async def test_where_there_is_room_the_list_tells_who_played(own_home: Path) -> None:
    await finished_match()
    app = UnoApp()
    async with app.run_test(size=(200, 50)) as pilot:
        await pilot.press("e")
        await pilot.pause()
        line = next(one for one in screen_text(app).splitlines() if "[i]Bo" in one)
        assert line.index("[i]Bo") < 100, "in the list, not only beside it"


async def test_a_damaged_record_is_listed_and_told(own_home: Path) -> None:
    folder = own_home / "data" / "records"
    folder.mkdir(parents=True)
    (folder / "torn.match").write_text("nothing", encoding="utf-8")
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("e")
        await pilot.pause()
        assert "damaged" in screen_text(app)
        assert "The file is left as it is" in screen_text(app)
        app.screen.query_one("#list", OptionList).action_select()
        await pilot.pause()
        assert type(app.screen).__name__ == "RecordsScreen"


async def test_continue_goes_on_where_the_table_was_left() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g")
        await pilot.pause()
        table = app.screen.table  # type: ignore[attr-defined]
        position = table.game.position()
        await pilot.press("escape")
        await until(pilot, lambda: "Continue" in screen_text(app))
        assert len(list_saves()) == 1
        await pilot.press("c")
        await until(pilot, lambda: type(app.screen).__name__ == "TableScreen")
        assert app.screen.table.game.position() == position  # type: ignore[attr-defined]


def test_a_record_is_told_in_words(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import asyncio

    from uno_tui.__main__ import main

    path = asyncio.run(finished_match())
    assert main(["replay", str(path), "--log"]) == 0
    out = capsys.readouterr().out
    assert "[i]Bo laid" in out
    assert "The match is over." in out
    assert main(["stats"]) == 0
    assert "easy" in capsys.readouterr().out


async def play_until(pilot: object, app: UnoApp, kind: type, table: Table) -> None:
    """Wait until a screen of this kind is in front; the person on seat 0 plays anything."""
    end = monotonic() + PATIENCE
    while monotonic() < end:
        if isinstance(app.screen, kind):
            await pilot.pause()  # type: ignore[attr-defined]
            return
        if 0 in table.game.asked() and table.game.phase < ROUND_OVER:
            table.submit(0, table.game.options(0)[0])
        await pilot.pause(0.02)  # type: ignore[attr-defined]
    raise AssertionError(f"{kind.__name__} did not come; {app.screen} is in front")


async def test_a_match_goes_from_round_to_round_to_a_rematch() -> None:
    from uno_tui.session import InstantClock
    from uno_tui.tui.match import brains

    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        app.animation_level = "none"
        seats = [SeatSpec("Ann", "human"), SeatSpec("Bo", "ai", "easy")]
        rules = load("classic", {"match.rounds": 2, "deal.cards": 2})
        table = Table.begin(rules, seats, 9, Pace("instant", 0.1, InstantClock()), brains=brains)
        app.show_table(table)
        await play_until(pilot, app, RoundOver, table)
        assert "Round 1 goes to" in screen_text(app)
        await pilot.press("l")
        await pilot.pause()
        assert app.screen.table is table  # type: ignore[attr-defined]
        await pilot.press("enter")
        await play_until(pilot, app, MatchOver, table)
        assert "2 rounds" in screen_text(app)
        await pilot.press("r")
        await until(pilot, lambda: getattr(app.screen_stack[1], "table", table) is not table)
        again = app.screen_stack[1].table  # type: ignore[attr-defined]
        assert again is not table
        assert again.game.names == ("Ann", "Bo")


async def test_people_join_and_leave_between_rounds() -> None:
    from uno_tui.session import InstantClock
    from uno_tui.tui.match import brains

    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.animation_level = "none"
        seats = [
            SeatSpec("Ann", "human"),
            SeatSpec("Bo", "ai", "easy"),
            SeatSpec("Cy", "ai", "easy"),
        ]
        rules = load("classic", {"match.rounds": 3, "deal.cards": 2})
        table = Table.begin(rules, seats, 9, Pace("instant", 0.1, InstantClock()), brains=brains)
        app.show_table(table)
        await play_until(pilot, app, RoundOver, table)
        scores = table.game.view(None).scores
        await pilot.press("s")
        await pilot.pause()
        screen = app.screen
        screen.query_one("#who-1", Cycler).value = "empty"
        screen.query_one("#who-5", Cycler).value = "human"
        screen.query_one("#name-5", Input).value = "[b]Dee"
        await pilot.pause()
        screen.query_one("#name-5", Input).focus()
        await pilot.press("enter")
        # Two people share the screen now.
        await until(pilot, lambda: type(app.screen).__name__ == "Curtain")
        assert [seat.name for seat in table.seats] == ["Ann", "Cy", "[b]Dee"]
        assert table.game.view(None).scores == (scores[0], scores[2], 0)
        assert table.game.view(None).round_no == 2


async def test_a_table_of_ais_goes_on_by_itself_to_the_end() -> None:
    from uno_tui.session import InstantClock
    from uno_tui.tui.match import brains

    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.animation_level = "none"
        seats = [SeatSpec("Ann", "ai", "easy"), SeatSpec("Bo", "ai", "easy")]
        rules = load("classic", {"match.rounds": 3, "deal.cards": 2})
        table = Table.begin(
            rules, seats, 9, Pace("instant", 0.1, InstantClock()), brains=brains, open_hands=True
        )
        app.show_table(table)
        await play_until(pilot, app, MatchOver, table)
        await pilot.press("escape")
        await pilot.pause()
        assert type(app.screen).__name__ == "MenuScreen"
        assert len(list_records()) == 1


@pytest.mark.parametrize("scores", [[0], [0, 1], [0, 523], [-30, 45], [-5, -2], [0, 100_000]])
def test_the_race_is_marked_in_whole_points(scores: list[int]) -> None:
    ticks = whole_ticks(scores)
    assert 2 <= len(ticks) <= 6
    assert all(isinstance(tick, int) for tick in ticks)
    assert ticks[0] <= min(scores)
    assert ticks[-1] >= max(scores)


@pytest.mark.parametrize(("which", "told"), [("classic", False), ("lazy", True)])
def test_the_largest_hand_has_lost_only_where_that_means_something(which: str, told: bool) -> None:
    view, _ = played_round(which)
    assert view.phase == ROUND_OVER
    assert any(row.mark == "lost" for row in standings(view, [(0, 0, 0)])) is told


@pytest.mark.parametrize("matches", [1, 2])
async def test_a_person_has_a_plot_from_the_second_match_on(own_home: Path, matches: int) -> None:
    from uno_tui.session import InstantClock
    from uno_tui.tui.match import brains
    from uno_tui.tui.screens.stats import StatsScreen

    seats = [SeatSpec("Ann", "human"), SeatSpec("Bo", "ai", "easy")]
    for seed in range(matches):
        pace = Pace("instant", 0.0, InstantClock())
        table = Table.begin(load("classic"), seats, seed, pace, brains=brains)
        table.concede(0)
        await table.run()
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        app.push_screen(StatsScreen(app))
        await pilot.pause()
        assert f"matches     {matches}" in screen_text(app)
        assert app.screen.query_one("#plot").display is (matches > 1)

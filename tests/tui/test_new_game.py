"""New game: what can be chosen, what is refused and why, what is remembered, and that it deals."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.color import Color
from textual.widgets import Input, OptionList

from tests.tui.screen_text import screen_text
from tests.waiting import until
from uno_tui.ruleset.load import load
from uno_tui.store.record import SeatSpec
from uno_tui.store.settings import LastSeat, LastTable, load_settings
from uno_tui.tui.app import UnoApp
from uno_tui.tui.fields import ChoiceList, Cycler
from uno_tui.tui.match import MatchError, last_request, request_of
from uno_tui.tui.screens.new_game import NewGameScreen
from uno_tui.tui.screens.new_game_model import NewGame
from uno_tui.tui.themes import contrast


def index_of(model: NewGame, ruleset_id: str) -> int:
    return [entry.id for entry in model.entries].index(ruleset_id)


def row(model: NewGame, row_id: str) -> object:
    return next(one for one in model.rows() if one.id == row_id)


# The model


def test_the_first_table_can_be_dealt_as_it_is() -> None:
    request = NewGame(LastTable()).request()
    assert request.ruleset.id == "classic"
    assert [seat.kind for seat in request.seats] == ["human", "ai", "ai", "ai"]
    assert len({seat.name for seat in request.seats}) == 4


def test_a_switch_changes_the_rules_and_is_remembered() -> None:
    model = NewGame(LastTable())
    model.flip("seven-zero")
    model.set_knob("scoring.target", 200)
    again = NewGame(model.remembered())
    assert again.rules == model.rules
    assert again.rules.faces["7"].effects == ("swap-hands",)
    assert again.changed
    again.flip("seven-zero")
    again.set_knob("scoring.target", 500)
    assert not again.changed


def test_what_cannot_be_combined_is_greyed_with_the_schemas_reason() -> None:
    model = NewGame(LastTable())
    stuck = row(model, "eliminate")
    assert stuck.stuck  # type: ignore[attr-defined]
    assert "own-hand" in stuck.reason()  # type: ignore[attr-defined]
    model.flip("own-hand")
    assert not row(model, "eliminate").stuck  # type: ignore[attr-defined]


def test_slapping_needs_three() -> None:
    model = NewGame(LastTable())
    model.set_seat_count(2)
    stuck = row(model, "slap")
    assert stuck.stuck  # type: ignore[attr-defined]
    model.set_seat_count(3)
    assert not row(model, "slap").stuck  # type: ignore[attr-defined]


def test_choosing_a_variant_fits_the_seats_to_it() -> None:
    model = NewGame(LastTable())
    model.choose(index_of(model, "duo"))
    assert len(model.seats) == 2
    model.choose(index_of(model, "slap"))
    assert len(model.seats) == 3


def test_big_tables_get_the_decks_they_need() -> None:
    model = NewGame(LastTable())
    model.set_seat_count(10)
    model.set_knob("deal.cards", 10)
    model.add_decks()
    assert model.rules.deck.copies == 2
    assert model.problem() == ""


def test_two_seats_of_one_name_are_not_dealt() -> None:
    model = NewGame(LastTable())
    model.set_seat(1, "easy", model.seats[0].name)
    with pytest.raises(MatchError, match="a name of its own"):
        model.request()


def test_a_variant_of_ones_own_is_written_listed_and_loads() -> None:
    model = NewGame(LastTable())
    model.flip("jump-in")
    path = model.save_as("Sunday rules!")
    assert path.name == "sunday-rules.toml"
    assert model.entry.id == "sunday-rules"
    assert not model.changed
    rules = load(path)
    assert rules.jump_in.enabled
    assert rules.name == "Sunday rules!"
    for name in ("Sunday rules!", "classic", "  ", "😀"):
        with pytest.raises(MatchError):
            model.save_as(name)


def test_a_broken_file_of_the_user_stands_in_the_list_with_its_error(own_home: Path) -> None:
    folder = own_home / "config" / "rulesets"
    folder.mkdir(parents=True)
    (folder / "torn.toml").write_text("uno.penalt = 3\n", encoding="utf-8")
    model = NewGame(LastTable(variant="torn"))
    assert model.entry.id == "torn"
    assert "uno.penalty" in (model.entry.error or "")
    assert "broken" in model.problem()
    with pytest.raises(MatchError):
        model.request()
    with pytest.raises(MatchError):
        model.save_as("mine")


async def test_names_have_no_ground_in_the_terminals_own_colours() -> None:
    """A grey of sixteen cannot be mixed fainter, and would hide what is written on it."""
    app = UnoApp(theme_name="terminal")
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        name = app.screen.query_one("#name-1", Input)
        assert name.background_colors[1].ansi == -1
        name.focus()
        await pilot.pause()
        assert name.background_colors[1].ansi == 11


async def test_a_broken_variant_can_be_read_on_the_bar_and_is_named(own_home: Path) -> None:
    folder = own_home / "config" / "rulesets"
    folder.mkdir(parents=True)
    (folder / "torn.toml").write_text("uno.penalt = 3\n", encoding="utf-8")
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        await pilot.press("end")
        await pilot.pause()
        variants = app.screen.query_one("#variants", OptionList)
        lit, faint = (variants.get_option_at_index(at).prompt for at in (-1, 0))
        assert not lit.spans, "no faint ink on the bar"  # type: ignore[union-attr]
        assert faint.spans  # type: ignore[union-attr]
        text = screen_text(app)
    assert "─ torn ─" in text
    assert "The file of torn is broken" in " ".join(text.split())


def test_a_remembered_table_whose_variant_has_gone_or_changed_is_no_trouble() -> None:
    gone = NewGame(LastTable(variant="gone", knobs={"uno.penalty": 4}))
    assert gone.rules == load("classic")
    changed = NewGame(LastTable(variant="classic", knobs={"no.such": 1}))
    assert changed.rules == load("classic")


def test_the_last_table_again_has_other_cards() -> None:
    app_settings, _ = load_settings()
    app_settings.last_table = LastTable(
        variant="family", seats=[LastSeat(name="Ann"), LastSeat(name="Bo", kind="ai", level="hard")],
        seed=7,
    )  # fmt: skip
    first, second = last_request(app_settings), last_request(app_settings)
    assert first.ruleset.id == "family"
    assert first.seats == (SeatSpec("Ann", "human"), SeatSpec("Bo", "ai", "hard"))
    assert first.seed != second.seed


def test_the_command_lines_words_become_a_table() -> None:
    request = request_of("classic", [("Ann", ""), ("", "hard")], 7, 200)
    assert request.seed == 7
    assert request.ruleset.scoring.target == 200
    assert request.seats[1].level == "hard"
    assert request_of("classic", [("A", ""), ("B", "")], target=0).ruleset.match.rounds == 1
    with pytest.raises(MatchError, match="exactly 2"):
        request_of("duo", [("A", ""), ("B", ""), ("C", "")])
    with pytest.raises(MatchError, match="cannot be played to 0"):
        request_of("elimination", [("A", ""), ("B", "")], target=0)


# The screen


async def opened(app: UnoApp, pilot: object) -> NewGameScreen:
    await pilot.press("n")  # type: ignore[attr-defined]
    await pilot.pause()  # type: ignore[attr-defined]
    screen = app.screen
    assert isinstance(screen, NewGameScreen)
    return screen


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (140, 40)])
async def test_all_three_parts_are_on_the_screen(size: tuple[int, int]) -> None:
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        await opened(app, pilot)
        text = screen_text(app)
    for part in ("Variant", "Classic", "Table", "Player", "Seats", "Deal"):
        assert part in text


async def test_the_tenth_seats_number_stands_apart_from_its_name() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        screen.query_one("#count").focus()
        await pilot.press(*["right"] * 6)
        await until(pilot, lambda: "10 seats" in screen_text(app))
        line = next(one for one in screen_text(app).splitlines() if "10 J" in one or "10J" in one)
    assert "10 Juno" in line


@pytest.mark.parametrize("theme", ["felt", "paper", "high-contrast", "colour-blind"])
async def test_a_chosen_name_can_be_read(theme: str) -> None:
    app = UnoApp(theme_name=theme)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        name = screen.query_one("#name-0", Input)
        name.focus()
        await pilot.pause()
        assert name.selected_text == name.value
        chosen = name.get_component_rich_style("input--selection")
        assert chosen.color is not None
        assert chosen.bgcolor is not None
        ink, ground = map(Color.from_rich_color, (chosen.color, chosen.bgcolor))
        assert contrast(ink, ground) >= 4.5
        assert ground != name.styles.background, "told apart from the rest of the field"


async def test_enter_deals_and_remembers() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        await pilot.press("down", "enter")
        await until(pilot, lambda: type(app.screen).__name__ == "TableScreen")
        assert screen.model.entry.id == "family"
    settings, _ = load_settings()
    assert settings.last_table.variant == "family"


async def test_names_levels_and_seats_are_chosen_by_keys() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        screen.query_one("#name-0", Input).focus()
        await pilot.press("A", "n", "n")
        assert screen.model.seats[0].name == "Ann"
        screen.query_one("#who-1", Cycler).focus()
        await pilot.press("right")
        assert screen.model.seats[1].level == "normal"
        screen.query_one("#mood-1", Cycler).focus()
        await pilot.press("right")
        assert screen.model.seats[1].temperament
        screen.query_one("#count", Cycler).focus()
        await pilot.press("left")
        assert len(screen.model.seats) == 3
        assert not screen.query_one("#seat-3").display


async def test_a_house_rule_is_switched_by_key_and_by_mouse() -> None:
    app = UnoApp()
    async with app.run_test(size=(100, 50)) as pilot:
        screen = await opened(app, pilot)
        rules = screen.query_one(ChoiceList)
        rules.focus()
        at = [one.id for one in rules.rows].index("doubles")
        rules.cursor = at
        await pilot.press("right")
        await pilot.pause()
        assert screen.model.rules.turn.doubles
        assert "Classic, changed" in screen_text(app)
        line = rules._lines().index(at)
        await pilot.click(rules, offset=(rules.size.width - 3, line))
        await pilot.pause()
        assert not screen.model.rules.turn.doubles


async def test_a_hostile_name_is_shown_as_it_is_typed() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        screen.query_one("#name-0", Input).value = "[/b][$x]"
        screen.query_one("#name-1", Input).value = "[/b][$x]"
        await pilot.pause()
        assert "Two seats are called [/b][$x]" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen is screen


async def test_saving_a_variant_puts_it_in_the_list() -> None:
    app = UnoApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        screen.model.flip("doubles")
        await pilot.press("f2")
        await pilot.pause()
        await pilot.press(*"Ours", "enter")
        await pilot.pause()
        assert app.screen is screen
        assert screen.model.entry.id == "ours"
        variants = screen.query_one("#variants", OptionList)
        assert variants.highlighted == screen.model.chosen
        assert "Ours" in screen_text(app)


async def test_up_and_down_go_from_row_to_row_of_the_table() -> None:
    app = UnoApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        app.screen.query_one("#count").focus()
        met = []
        for _ in range(7):
            await pilot.press("down")
            met.append(app.focused.id if app.focused else "")
        assert met == ["who-0", "who-1", "who-2", "who-3", "seed", "pace", "rules"]
        choices = app.screen.query_one(ChoiceList)
        first = choices.cursor
        await pilot.press("down")
        assert choices.cursor > first
        await pilot.press("up", "up")
        assert app.focused is not None
        assert app.focused.id == "pace"
        app.screen.query_one("#name-1").focus()
        await pilot.press("down")
        assert app.focused.id == "name-2"
        await pilot.press("up", "up", "up", "up")
        assert app.focused.id == "count"

"""Card faces and hands as text, without an app: every card can be read wherever it lies."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from uno_tui.ruleset.load import load
from uno_tui.ruleset.tables import Tables, compile_tables
from uno_tui.tui import glyphs
from uno_tui.tui.themes import load_themes, palette
from uno_tui.tui.widgets import fan
from uno_tui.tui.widgets.canvas import Canvas

RULESETS = (
    "classic",
    "duo",
    "pocket",
    "one-o-one",
    "plus-ten",
    "h2o",
    "open-hand",
    "playing-cards",
)
EDGES = ("plain", "playable", "cursor")


def tables_of(name: str) -> Tables:
    return compile_tables(load(name))


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("glyph_set", glyphs.GLYPH_SETS)
def test_every_face_fits_its_size_and_tells_colour_and_face(name: str, glyph_set: str) -> None:
    tables = tables_of(name)
    for face in glyphs.faces(tables.kinds, tables.colors, glyph_set):
        for size in glyphs.SIZES:
            for edge in EDGES:
                rows = glyphs.plain(glyphs.card_rows(face, size, edge, glyph_set))
                assert [cell_len(row) for row in rows] == [size.width] * size.height
                joined = "".join(rows)
                assert face.letter in joined
                assert face.corner in joined


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("glyph_set", glyphs.GLYPH_SETS)
def test_no_two_kinds_look_alike(name: str, glyph_set: str) -> None:
    tables = tables_of(name)
    printed = [glyphs.chip(face) for face in glyphs.faces(tables.kinds, tables.colors, glyph_set)]
    assert len(set(printed)) == len(printed)


def test_the_ascii_set_is_ascii() -> None:
    for name in RULESETS:
        tables = tables_of(name)
        for face in glyphs.faces(tables.kinds, tables.colors, "ascii"):
            for size in glyphs.SIZES:
                for edge in EDGES:
                    rows = glyphs.plain(glyphs.card_rows(face, size, edge, "ascii"))
                    assert "".join(rows).isascii()


@pytest.mark.parametrize("glyph_set", glyphs.GLYPH_SETS)
def test_the_largest_cards_have_large_marks(glyph_set: str) -> None:
    tables = compile_tables(load("classic"))
    faces = glyphs.faces(tables.kinds, tables.colors, glyph_set)
    marks = {face.mark: glyphs.big_mark(face.mark, glyph_set) for face in faces}
    assert all(len(rows) == glyphs.BIG_ROWS for rows in marks.values())
    assert len(set(marks.values())) == len(marks)


def test_all_backs_are_the_same_whatever_the_card() -> None:
    for size in glyphs.SIZES:
        rows = glyphs.plain(glyphs.back_rows(size))
        assert [cell_len(row) for row in rows] == [size.width] * size.height


def test_an_unknown_glyph_set_is_refused_with_the_names() -> None:
    with pytest.raises(ValueError, match="unicode or ascii"):
        glyphs.glyphs("emoji")


def drawn_hand(
    hand: list[int], tables: Tables, cursor: int, width: int, height: int, *, small: bool = False
) -> tuple[fan.Fan, list[str]]:
    """The rows of a hand as the widget paints them, text only."""
    printed = glyphs.faces(tables.kinds, tables.colors, "unicode")
    inks = palette(load_themes()[0][0].variables)
    layout = fan.lay_out(len(hand), cursor, width, height, set(range(0, len(hand), 2)), small=small)
    canvas = Canvas(width, height, inks.felt)
    for card in layout.cards:
        face = printed[hand[card.at]]
        edge = "cursor" if card.at == cursor else "plain"
        canvas.card(card.x, card.y, glyphs.card_rows(face, card.size, edge), inks.card(face.style))
    return layout, canvas.text()


SIZES = [
    (80, 7, False),
    (100, 9, False),
    (90, 9, False),
    (140, 9, False),
    (200, 10, False),
    (60, 5, True),
]


@settings(max_examples=60, deadline=None)
@given(
    count=st.integers(1, 25),
    seed=st.integers(0, 10_000),
    size=st.sampled_from(SIZES),
    where=st.floats(0, 1),
)
def test_each_card_of_a_hand_is_legible(
    count: int, seed: int, size: tuple[int, int, bool], where: float
) -> None:
    tables = tables_of("classic")
    chance = random.Random(seed)
    hand = sorted(chance.choices(range(len(tables.kinds)), k=count))
    cursor = round(where * (count - 1))
    width, height, small = size
    layout, rows = drawn_hand(hand, tables, cursor, width, height, small=small)
    printed = glyphs.faces(tables.kinds, tables.colors, "unicode")
    assert [card.at for card in layout.cards] == list(range(count))
    for card in layout.cards:
        face = printed[hand[card.at]]
        assert card.x >= 0
        assert card.x + card.size.width <= width
        assert card.y >= 0
        assert card.y + card.size.height <= height
        if card.size is glyphs.S:
            assert rows[card.y][card.x + 1 :].startswith(glyphs.chip(face))
        else:
            assert rows[card.y + 1][card.x + 1 :].startswith(face.corner)
            assert rows[card.y + 2][card.x + 1] == face.letter


@pytest.mark.parametrize("count", [26, 40, 60, 100])
def test_even_a_monstrous_hand_shows_every_card(count: int) -> None:
    tables = tables_of("classic")
    hand = [index % len(tables.kinds) for index in range(count)]
    layout, _ = drawn_hand(hand, tables, 3, 80, 7)
    assert len(layout.cards) == count


@given(
    count=st.integers(1, 25), cursor=st.integers(0, 24), x=st.integers(0, 79), y=st.integers(0, 6)
)
def test_a_click_finds_the_card_on_top(count: int, cursor: int, x: int, y: int) -> None:
    layout = fan.lay_out(count, min(cursor, count - 1), 80, 7)
    found = fan.hit(layout, x, y, 7)
    under = [
        card.at
        for card in layout.cards
        if card.x <= x < card.x + card.size.width and card.y <= y < card.y + card.size.height
    ]
    if under:
        assert found is not None
        assert found >= max(under)


def test_the_selected_card_is_lifted_above_its_neighbours() -> None:
    layout = fan.lay_out(7, 3, 80, 7)
    heights = {card.at: card.y for card in layout.cards}
    assert heights[3] < heights[2] == heights[4]


def test_playable_cards_stand_higher_and_a_playable_selection_highest() -> None:
    layout = fan.lay_out(7, 3, 80, 7, {1, 3})
    heights = {card.at: card.y for card in layout.cards}
    assert heights[3] < heights[1] < heights[0]


def test_up_and_down_move_between_rows_of_a_large_hand() -> None:
    layout = fan.lay_out(25, 2, 80, 7)
    assert len(layout.rows) == 2
    below = fan.step(layout, 2, 1)
    assert below in layout.rows[1]
    assert fan.step(layout, below, -1) in layout.rows[0]
    assert fan.step(layout, 2, -1) == 2


def test_sorting_puts_wilds_last_and_keeps_every_card() -> None:
    tables = tables_of("classic")
    hand = [tables.parse(code) for code in ("W", "Y3", "R9", "B3", "R1", "W+4")]

    def codes(order: str) -> list[str]:
        return [tables.code(k) for k in fan.sort_cards(hand, order, tables.color_of, tables.number)]

    assert codes("colour") == ["R1", "R9", "B3", "Y3", "W", "W+4"]
    assert codes("number") == ["R1", "B3", "Y3", "R9", "W", "W+4"]
    assert codes("drawn") == ["W", "Y3", "R9", "B3", "R1", "W+4"]


def test_a_canvas_cuts_off_what_lies_outside_and_keeps_wide_signs_whole() -> None:
    inks = palette(load_themes()[0][0].variables)
    canvas = Canvas(6, 1, inks.felt)
    canvas.put(-2, 0, "abc", inks.bold)
    canvas.put(4, 0, "名名", inks.bold)
    assert canvas.text() == ["c   名"]
    canvas.put(5, 0, "x")
    assert cell_len(canvas.text()[0]) == 6

"""Themes are data: all shipped ones load, broken ones are told apart with one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.color import Color

from uno_tui.resources import shipped
from uno_tui.tui.themes import (
    CARD_STYLES,
    DEFAULT_THEME,
    ThemeError,
    contrast,
    load_theme,
    load_themes,
    palette,
)  # fmt: skip

THEMES, COMPLAINTS = load_themes()
STATES = ("bright", "dim", "cursor", "dim-cursor")


def test_all_shipped_themes_load_and_the_default_is_first() -> None:
    assert not COMPLAINTS
    assert THEMES[0].name == DEFAULT_THEME
    assert {theme.name for theme in THEMES} == {
        "felt", "paper", "high-contrast", "colour-blind", "terminal",
    }  # fmt: skip
    assert all(theme.title for theme in THEMES)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_text_on_every_card_can_be_read(theme: object) -> None:
    inks = palette(theme.variables)  # type: ignore[attr-defined]
    for style in CARD_STYLES:
        for state in STATES:
            body = inks.card(style, state).body
            assert body.color is not None
            assert body.bgcolor is not None
            assert body.color != body.bgcolor
            if theme.ansi:  # type: ignore[attr-defined]
                continue
            front, ground = Color.from_rich_color(body.color), Color.from_rich_color(body.bgcolor)
            assert contrast(front, ground) >= 3.5, (style, state)
            edge = inks.card(style, state).edge.color
            assert edge is not None
            frame = Color.from_rich_color(edge)
            assert contrast(frame, ground) >= 2.0, (style, state)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_what_is_not_lit_can_still_be_read(theme: object) -> None:
    inks = palette(theme.variables)  # type: ignore[attr-defined]
    if not theme.ansi:  # type: ignore[attr-defined]
        assert contrast(inks.color("line"), inks.color("felt")) >= 3.0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("[app]", "[ap]"), "ap is not a key of a theme"),
        (('felt = "#12281f"', 'felt = "greenish"'), "'greenish' is no colour"),
        (('felt = "#12281f"', ""), "table.felt is missing"),
        (("[cards.red]", "[cards.pink]"), "the card colours red are missing"),
        (('name = "felt"', 'name = "My Theme"'), "name"),
        (("[app]", "[app"), "cannot be read"),
    ],
)
def test_a_broken_theme_says_what_is_wrong(
    tmp_path: Path, change: tuple[str, str], sentence: str
) -> None:
    text = (shipped("assets") / "themes" / "felt.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(*change, 1), encoding="utf-8")
    with pytest.raises(ThemeError, match=sentence) as caught:
        load_theme(path)
    assert "mine.toml" in str(caught.value)
    assert "\n" not in str(caught.value) or "cannot be read" in str(caught.value)


def test_user_themes_join_the_shipped_ones_and_broken_ones_only_complain(tmp_path: Path) -> None:
    text = (shipped("assets") / "themes" / "felt.toml").read_text(encoding="utf-8")
    (tmp_path / "a.toml").write_text(
        text.replace('name = "felt"', 'name = "night"'), encoding="utf-8"
    )
    (tmp_path / "b.toml").write_text(text, encoding="utf-8")
    (tmp_path / "c.toml").write_text("nonsense", encoding="utf-8")
    themes, complaints = load_themes(tmp_path)
    assert "night" in {theme.name for theme in themes}
    assert len(themes) == len(THEMES) + 1
    assert len(complaints) == 2

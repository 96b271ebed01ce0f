"""The README says what the program does: its tables, commands, links and example are checked."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path
from types import ModuleType

from uno_tui.ai import LEVELS
from uno_tui.faces.cli import app as commands
from uno_tui.faces.play import read_players
from uno_tui.ruleset.load import load, load_text
from uno_tui.store.paths import HOME_VARIABLE

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def script(name: str) -> ModuleType:
    """A script of `assets/`, imported from its file."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "assets" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_the_tables_are_the_programs_own() -> None:
    assert script("readme_tables").filled(README) == README, (
        "run `uv run python assets/readme_tables.py`"
    )


def test_the_two_commands_stand_there() -> None:
    assert "\npython3 -m pip install uv && uv run uno-tui\n" in README
    assert "\npython3 -m pip install uv && uv run pytest\n" in README


def test_every_command_named_exists_and_takes_its_options() -> None:
    import typer.main

    group = typer.main.get_command(commands)
    known = dict(group.commands.items())  # type: ignore[attr-defined]
    lines = [
        line
        for block in re.findall(r"```sh\n(.*?)```", README, re.S)
        for line in block.splitlines()
    ]
    told = [shlex.split(line, comments=True) for line in lines if "uno-tui " in line]
    told += [shlex.split(code) for code in re.findall(r"`(uno-tui [^`]+)`", README)]
    checked = 0
    for words in told:
        if "uno-tui" not in words:
            continue
        words = words[words.index("uno-tui") + 1 :]
        if not words or words[0] in ("COMMAND", "--help", "--version"):
            continue
        assert words[0] in known, words
        options = {name for one in known[words[0]].params for name in one.opts}
        for word in words[1:]:
            if word.startswith("--"):
                assert word in options, (words, word)
        checked += 1
    assert checked > 8


def test_the_seats_of_the_example_can_be_read() -> None:
    players = re.search(r'--players "([^"]+)"', README)
    assert players is not None
    assert len(read_players(players[1])) == 4


def test_the_example_ruleset_loads() -> None:
    block = re.search(r"```toml\n(.*?)```", README, re.S)
    assert block is not None
    rules = load_text(block[1], "short-and-sharp")
    assert (rules.uno.penalty, rules.scoring.target) == (4, 250)
    assert load("classic").name in README


def test_levels_and_home_are_named() -> None:
    for level in LEVELS:
        assert f"| `{level}` |" in README
    assert HOME_VARIABLE in README


def test_links_and_pictures_are_there() -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert links
    for link in links:
        assert (ROOT / link).is_file(), link


def test_every_picture_has_its_shot_and_none_calls_home() -> None:
    shots = script("make_screenshots").SHOTS
    folder = ROOT / "assets" / "screenshots"
    pictures = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.svg")}
    assert set(pictures) == {shot.name for shot in shots}
    for name, svg in pictures.items():
        assert "http" not in re.sub(r"xmlns=\"[^\"]+\"|<!--.*?-->", "", svg), name
        assert len(svg) < 250_000, name


def test_the_map_names_only_files_that_are_there() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    there = {
        path.name for folder in ("uno_tui", "benchmarks") for path in (ROOT / folder).rglob("*.py")
    }
    named = set(re.findall(r"`(?:[\w/]+/)?(\w+\.py)`", text))
    assert len(named) > 40
    assert named <= there, named - there

"""The built wheel, installed into a fresh environment outside the repository, does what it should."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OFFLINE = ("dns error", "failed to fetch", "could not connect", "network", "offline", "timed out")


def uv(*words: str, folder: Path = ROOT) -> None:
    """Run uv; skips the test where it cannot reach what it needs."""
    command = shutil.which("uv")
    if command is None:
        pytest.skip("uv is not installed")
    done = subprocess.run(
        [command, *words], cwd=folder, capture_output=True, text=True, timeout=240, check=False
    )
    if done.returncode and any(word in done.stderr.lower() for word in OFFLINE):
        pytest.skip(f"uv could not fetch what it needs: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stderr


def answer(program: Sequence[str], folder: Path) -> str:
    """What a command prints, run in `folder` without our sources in reach."""
    unwanted = ("PYTHONPATH", "VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT")
    env = {key: value for key, value in os.environ.items() if key not in unwanted}
    env |= {"UNO_TUI_HOME": str(folder / "home"), "PYTHONUTF8": "1"}
    done = subprocess.run(
        list(program), cwd=folder, env=env, capture_output=True, text=True, encoding="utf-8",
        timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{program}: {done.stderr}"
    assert done.stderr == ""
    return done.stdout


def test_the_wheel_works_outside_the_repository(tmp_path: Path) -> None:
    uv("build", "--wheel", "--quiet", "--out-dir", str(tmp_path / "dist"))
    wheel = next((tmp_path / "dist").glob("*.whl"))
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("rulesets", "assets"):
        for path in (ROOT / folder).rglob("*.toml"):
            inside = f"uno_tui/data/{path.relative_to(ROOT).as_posix()}"
            assert inside in names, f"{inside} is missing from the wheel: see pyproject.toml"
    for sheet in (ROOT / "uno_tui").rglob("*.tcss"):
        assert sheet.relative_to(ROOT).as_posix() in names
    assert not [name for name in names if name.endswith((".svg", ".pyc")) or "tests/" in name]

    away = tmp_path / "away"
    away.mkdir()
    uv("venv", "--quiet", "--python", sys.executable, str(away / "env"))
    scripts = away / "env" / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    uv("pip", "install", "--quiet", "--python", str(python), str(wheel), folder=away)
    uno = [str(scripts / "uno-tui")]

    assert answer([*uno, "--version"], away).startswith("uno-tui ")
    assert answer([str(python), "-m", "uno_tui", "--version"], away).startswith("uno-tui ")
    assert "classic-strict" in answer([*uno, "rulesets"], away)
    assert "The goal" in answer([*uno, "rules", "classic"], away)
    cases = shutil.copy(ROOT / "tests" / "scenarios" / "turn.toml", away)
    assert "scenarios hold" in answer([*uno, "check", str(cases)], away)
    played = answer([*uno, "simulate", "--games", "3", "--players", "hard,easy", "--json"], away)
    assert '"games": 3' in played
    if os.name == "posix":
        from tests.terminal.pseudo import PseudoTerminal, environment

        env = environment(away / "home")
        with PseudoTerminal(uno, env, folder=away) as terminal:
            terminal.until("New game")
            terminal.send("q")
            assert terminal.wait() == 0


def test_the_lock_file_is_in_step() -> None:
    uv("lock", "--check", "--quiet")

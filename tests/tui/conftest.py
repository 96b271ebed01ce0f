"""Every test has its own home, no motion, and a terminal that says nothing about colours."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings, saves and records of a test stay in its own folder."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TEXTUAL_THEME", "TEXTUAL_ANIMATIONS", "TEXTUAL"):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "home"
    monkeypatch.setenv("UNO_TUI_HOME", str(home))
    return home

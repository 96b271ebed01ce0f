"""What would be different on Windows, tried here: its locks, its folders, its names, its editors."""

from __future__ import annotations

import errno
import importlib.util
import os
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from uno_tui.ai.temperament import TemperamentError, read_characters
from uno_tui.ai.weights import WeightsError, read_weights
from uno_tui.store import lock as real_lock
from uno_tui.store import paths as places
from uno_tui.store.paths import sync_folder, write_private
from uno_tui.store.settings import LastTable, load_settings
from uno_tui.tui.hangup import watch_terminal
from uno_tui.tui.looks import glance
from uno_tui.tui.match import MatchError
from uno_tui.tui.screens.new_game_model import NewGame
from uno_tui.tui.screens.tutorial_lessons import LessonError, read_lessons


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNO_TUI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


class Locks:
    """`msvcrt.locking` for one process: a second descriptor of a locked file is refused."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.held: dict[int, int] = {}
        self.trouble = 0

    def locking(self, descriptor: int, _mode: int, _bytes: int) -> None:
        if self.trouble:
            raise OSError(self.trouble, "refused")
        file = os.fstat(descriptor).st_ino
        if self.held.get(file) != descriptor and self._is_open(self.held.get(file, -1)):
            raise OSError(errno.EACCES, "Permission denied")
        self.held[file] = descriptor

    @staticmethod
    def _is_open(descriptor: int) -> bool:
        try:
            os.fstat(descriptor)
        except OSError:
            return False
        return True


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[types.ModuleType, Locks]]:
    """The module of locks as Windows would load it: no `fcntl`, no `os.pread`."""
    locks = Locks()
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", locks)  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "fcntl", None)  # type: ignore[arg-type]
    monkeypatch.delattr(os, "pread", raising=False)
    spec = importlib.util.spec_from_file_location("uno_tui.store.lock_w", real_lock.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, locks


def test_locks_without_fcntl(windows: tuple[types.ModuleType, Locks], tmp_path: Path) -> None:
    module, _ = windows
    first, second = module.FileLock(tmp_path / "a"), module.FileLock(tmp_path / "a")
    first.acquire()
    with pytest.raises(module.InUse, match=f"process {os.getpid()}"):
        second.acquire()
    first.release()
    assert list(tmp_path.iterdir()) == []
    second.acquire()
    second.release()


def test_a_disk_without_locks_keeps_nobody_from_playing(
    windows: tuple[types.ModuleType, Locks], tmp_path: Path
) -> None:
    module, locks = windows
    locks.trouble = errno.EINVAL
    lock = module.FileLock(tmp_path / "a")
    lock.acquire()
    lock.release()
    locks.trouble = errno.EDEADLK
    with pytest.raises(module.InUse):
        module.FileLock(tmp_path / "b").acquire()


def test_folders_that_cannot_be_opened_are_not_synced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real = os.open

    def refuse(path: str | Path, flags: int, *more: int) -> int:
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, flags, *more)

    monkeypatch.setattr(os, "open", refuse)
    sync_folder(tmp_path)
    write_private(tmp_path / "one", b"1")
    assert (tmp_path / "one").read_bytes() == b"1"


def test_a_file_that_somebody_else_holds_open_is_told_and_leaves_no_draft(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*_names: object) -> None:
        raise PermissionError(13, "The process cannot access the file")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(PermissionError):
        write_private(tmp_path / "one", b"1")
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_that_cannot_be_watched_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    import select

    monkeypatch.delattr(select, "poll", raising=False)
    watch_terminal(lambda: pytest.fail("gone?"), 1)


@pytest.mark.parametrize("name", ["con", "NUL", "Com1", "aux"])
def test_variants_are_not_called_like_devices(name: str) -> None:
    with pytest.raises(MatchError, match="Windows"):
        NewGame(LastTable()).save_as(name)


def test_no_file_of_ours_has_a_sign_that_windows_refuses(own_home: Path) -> None:
    from uno_tui.ruleset.load import load, snapshot
    from uno_tui.store import saves
    from uno_tui.store.record import SeatSpec
    from uno_tui.tui.crash import note_crash

    rules = {**snapshot(load("classic")), "id": 'a:b<c>|"?*\\..'}
    header = saves.new_header(rules, (SeatSpec("A", "ai"), SeatSpec("B", "ai")), 1)
    saves.begin_save(header).close()
    assert note_crash(ValueError("x"))
    files = [one for one in own_home.rglob("*") if one.is_file()]
    assert len(files) == 2
    assert not any(set(one.name) & set('<>:"/\\|?*') for one in files)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_settings_from_an_editor_that_marks_the_first_letter(own_home: Path, end: str) -> None:
    where = places.paths().settings
    where.parent.mkdir(parents=True)
    where.write_bytes(b"\xef\xbb\xbf" + f'pace = "slow"{end}theme = "night"{end}'.encode())
    settings, told = load_settings()
    assert (settings.pace, settings.theme, told) == ("slow", "night", [])
    assert glance().theme == "night"


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"= [", b"a = " + b"[" * 5000, b""])
def test_damaged_shipped_files_are_told_in_our_words(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "shipped.toml"
    path.write_bytes(content)
    for read, trouble in (
        (read_weights, WeightsError), (read_characters, TemperamentError),
        (read_lessons, LessonError),
    ):  # fmt: skip
        with pytest.raises(trouble) as caught:
            read(path)  # type: ignore[operator]
        assert str(caught.value).startswith("shipped.toml")
        assert "codec" not in str(caught.value)
        assert "recursion" not in str(caught.value)

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from uno_tui.engine.game import Game
from uno_tui.store import saves
from uno_tui.store.autosave import Autosave
from uno_tui.store.lock import FileLock, InUse
from uno_tui.store.paths import paths
from uno_tui.store.reading import read_record
from uno_tui.store.record import Act, Record

Played = Callable[..., tuple[Record, Game]]


def test_every_line_is_in_the_file_before_append_returns(played: Played) -> None:
    record, _ = played(most=8)
    autosave = saves.begin_save(record.header)
    for at, act in enumerate(record.actions, start=1):
        autosave.append(act)
        assert read_record(autosave.path).record.actions == record.actions[:at]
    autosave.close()
    assert stat.S_IMODE(autosave.path.stat().st_mode) == 0o600
    assert [path.name for path in paths().saves.iterdir()] == [autosave.path.name]


async def test_durable_syncs_off_the_loop(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    record, _ = played(most=2)
    threads: list[threading.Thread] = []
    real = os.fsync

    def watched(descriptor: int) -> None:
        threads.append(threading.current_thread())
        real(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    autosave = saves.begin_save(record.header)
    await autosave.durable()
    assert len(threads) == 2, "the file and its name"
    autosave.append(record.actions[0])
    await autosave.durable()
    await autosave.durable()
    assert len(threads) == 3, "the file"
    assert threading.main_thread() not in threads
    autosave.close()


def test_a_torn_line_is_replaced_when_the_match_goes_on(played: Played) -> None:
    record, _ = played(most=6)
    autosave = saves.begin_save(record.header)
    autosave.append(*record.actions[:3])
    autosave.close()
    with open(autosave.path, "ab") as file:
        file.write(b'{"s":0,"a":"pl')
    saved = saves.load_save(autosave.path)
    assert saved.record.actions == record.actions[:3]
    more, again = Autosave.reopen(saved.path)
    assert again.actions == record.actions[:3]
    more.append(*record.actions[3:])
    more.close()
    assert read_record(saved.path).record.actions == record.actions


def test_a_full_disk_is_told_once_and_nothing_is_lost(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, _ = played(most=6)
    autosave = saves.begin_save(record.header)
    told: list[str] = []
    autosave.on_trouble = told.append
    autosave.append(record.actions[0])
    real = os.write

    free = 10

    def full(descriptor: int, content: bytes) -> int:
        nonlocal free
        if not free:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = real(descriptor, bytes(content[:free]))
        free -= written
        return written

    monkeypatch.setattr(os, "write", full)
    autosave.append(record.actions[1])
    autosave.append(record.actions[2])
    assert len(told) == 1
    assert "No space left" in told[0]
    assert read_record(autosave.path).record.actions == record.actions[:1]
    monkeypatch.setattr(os, "write", real)
    autosave.append(*record.actions[3:])
    assert len(told) == 2
    assert not autosave.ill
    autosave.close()
    assert read_record(autosave.path).record.actions == record.actions


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_does_not_stop_the_match(played: Played) -> None:
    record, _ = played(most=2)
    paths().saves.mkdir(parents=True)
    paths().saves.chmod(0o500)
    autosave = saves.begin_save(record.header)
    assert autosave.ill
    paths().saves.chmod(0o700)
    autosave.append(record.actions[0])
    autosave.close()
    assert read_record(autosave.path).record.actions == record.actions[:1]


def test_a_save_in_the_way_of_a_file_does_not_stop_the_match(played: Played) -> None:
    record, _ = played(most=2)
    paths().data.mkdir(parents=True)
    paths().saves.write_text("a file where the folder should be")
    autosave = saves.begin_save(record.header)
    autosave.append(record.actions[0])
    assert autosave.ill
    paths().saves.unlink()
    autosave.append(record.actions[1])
    autosave.close()
    assert read_record(autosave.path).record.actions == record.actions


def test_a_second_table_on_the_same_save_is_told(played: Played) -> None:
    record, _ = played(most=2)
    autosave = saves.begin_save(record.header)
    with pytest.raises(InUse, match="already open"):
        Autosave.reopen(autosave.path)
    with pytest.raises(InUse):
        saves.delete(autosave.path)
    with pytest.raises(InUse):
        saves.rename(autosave.path, "mine")
    autosave.close()
    saves.rename(autosave.path, "mine")
    assert saves.facts_of(autosave.path).title == "mine"


@pytest.mark.skipif(os.name == "nt", reason="uses kill -9")
def test_another_process_is_told_until_the_first_is_killed(home: Path) -> None:
    path = home / "one.match"
    code = (
        "import sys, time, pathlib; from uno_tui.store.lock import FileLock\n"
        f"FileLock(pathlib.Path({str(path)!r})).acquire(); print('held', flush=True)\n"
        "time.sleep(60)"
    )
    holder = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    lock = FileLock(path)
    with pytest.raises(InUse, match=str(holder.pid)):
        lock.acquire()
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    holder.stdout.close()
    lock.acquire()
    lock.release()


@pytest.mark.skipif(os.name == "nt", reason="uses kill -9")
def test_kill_nine_loses_nothing_that_was_shown(home: Path) -> None:
    code = (
        "from uno_tui.store import saves; from tests.store.conftest import play\n"
        "record, game = play(most=60)\n"
        "save = saves.begin_save(record.header); print(save.path, flush=True)\n"
        "for n, entry in enumerate(record.actions * 200):\n"
        "    save.append(entry); print(n, flush=True)\n"
    )
    writer = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=Path.cwd()
    )
    assert writer.stdout is not None
    path = Path(writer.stdout.readline().strip())
    for _ in range(50):
        shown = int(writer.stdout.readline())
    time.sleep(0.01)
    writer.send_signal(signal.SIGKILL)
    rest = writer.stdout.read().split()
    writer.wait()
    writer.stdout.close()
    shown = int(rest[-1]) if rest and rest[-1].isdigit() else shown
    kept = read_record(path).record.action_count
    # The very last line printed may itself be torn; what stands whole was written before it.
    assert kept >= shown or kept >= int(rest[-2]) + 1
    assert all(isinstance(act, Act) for act in read_record(path).record.actions)

"""Writes a match down while it is played: each line before the screen shows what it tells.

`append` hands the line to the operating system at once (a killed process loses nothing);
`durable` waits until it is on the disk (a power cut loses nothing) in a thread of its own. When
the disk refuses, the lines wait in memory, the trouble is told once, and every further line
tries again; the match goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .lock import FileLock
from .paths import open_private, private_folder, sync_file, sync_folder, write_private
from .reading import read_record
from .record import Header, Line, Record, RecordError, write_line


def _nobody(_message: str) -> None:
    return None


class Autosave:
    """The open save of one match. Make it with `begin` or `resume`; end with `close`."""

    def __init__(self, path: Path, lock: FileLock, size: int) -> None:
        self.path = path
        self.on_trouble: Callable[[str], None] = _nobody
        """Called with one sentence when the disk refuses, and again when it is well."""
        self._lock = lock
        self._size = size
        self._waiting = bytearray()
        self._file = -1
        self._synced = True
        self._new = False
        """Whether the file's name is not on the disk yet."""
        self._trouble = ""
        self._closed = False
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="autosave")

    @classmethod
    def begin(cls, path: Path, header: Header) -> Autosave:
        """Start the save of a new match at `path`, header first, whole or not at all.

        A disk that refuses does not stop the match: the header then waits like any other line.
        Raises InUse when another process has this save.
        """
        lock = FileLock(path)
        trouble: OSError | None = None
        try:
            lock.acquire()
            write_private(path, write_line(header), durable=False)
            size = path.stat().st_size
        except OSError as caught:
            trouble, size = caught, 0
        autosave = cls(path, lock, size)
        if trouble is None:
            # It reaches the disk beside the screen, before anybody is asked for a decision.
            autosave._new, autosave._synced = True, False
        else:
            autosave._waiting += write_line(header)
            autosave._trouble = _refused(trouble)
        return autosave

    @classmethod
    def reopen(cls, path: Path) -> tuple[Autosave, Record]:
        """Go on with the save at `path`; what a crash left unfinished at its end goes.

        It is read under the lock, so that nobody else writes to it any more. Raises InUse when
        another process has it, RecordError when it cannot be read, OSError when not locked.
        """
        if not os.path.isfile(path):
            raise RecordError("there is no such save")
        lock = FileLock(path)
        lock.acquire()
        try:
            reading = read_record(path)
        except BaseException:
            lock.release()
            raise
        return cls(path, lock, reading.good_bytes), reading.record

    @property
    def ill(self) -> bool:
        """Whether lines wait in memory because the disk refuses them."""
        return bool(self._trouble)

    @property
    def trouble(self) -> str:
        """Why the disk refuses, in one sentence; empty while all is well.

        `on_trouble` tells only what comes later: whoever sets it asks here first.
        """
        return self._trouble

    @property
    def durable_now(self) -> bool:
        """Whether there is nothing that could be synced."""
        return self._synced or self.ill or (self._file < 0 and not self._new)

    def append(self, *lines: Line) -> None:
        """Write `lines`; never raises, see the module's words on trouble."""
        self._append(map(write_line, lines))

    def _append(self, lines: Iterable[bytes]) -> None:
        self._waiting += b"".join(lines)
        self._synced = False
        try:
            self._write()
        except OSError as trouble:
            if not self._trouble:
                self._trouble = _refused(trouble)
                self.on_trouble(self._trouble)
            return
        if self._trouble:
            self._trouble = ""
            self.on_trouble("The match is being saved again.")

    def _write(self) -> None:
        if self._file < 0:
            private_folder(self.path.parent)
            self._file = open_private(self.path, os.O_WRONLY | os.O_CREAT)
            # Whatever a crash or a full disk left behind the last good line goes.
            os.ftruncate(self._file, self._size)
            os.lseek(self._file, self._size, os.SEEK_SET)
        while self._waiting:
            written = os.write(self._file, self._waiting)
            # Half a line counts as well: what follows is exactly the other half.
            self._size += written
            del self._waiting[:written]

    def _sync(self) -> str:
        """Block until everything written is on the disk; a sentence when the disk refuses."""
        if self._synced or (self._file < 0 and not self._new):
            return ""
        # Lines that come while the disk works are not covered: they set this back to False.
        self._synced = True
        try:
            if self._file >= 0:
                os.fsync(self._file)
            else:
                sync_file(self.path)
            if self._new:
                sync_folder(self.path.parent)
                self._new = False
        except OSError as trouble:
            return f"The disk does not confirm the save ({trouble.strerror or trouble})."
        return ""

    async def durable(self) -> None:
        """Wait, without holding up the event loop, until everything written is on the disk."""
        if self.ill:
            self._append(())
        if self.durable_now or self._closed:
            return
        trouble = await asyncio.get_running_loop().run_in_executor(self._writer, self._sync)
        if trouble:
            self.on_trouble(trouble)

    def close(self) -> None:
        """Sync, close the file and give the lock back. May be called twice."""
        if self._closed:
            return
        self._closed = True
        self._append(())
        self._writer.shutdown(wait=True)
        trouble = self._sync()
        if trouble:
            self.on_trouble(trouble)
        if self._file >= 0:
            with contextlib.suppress(OSError):
                os.close(self._file)
            self._file = -1
        self._lock.release()


def _refused(trouble: OSError) -> str:
    return (
        f"The match cannot be saved ({trouble.strerror or trouble}); "
        "it goes on and saving is tried again."
    )

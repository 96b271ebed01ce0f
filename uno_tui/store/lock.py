"""One process at a time may write to a save.

The lock is the operating system's own lock on a small file beside the save: it vanishes with the
process that held it, however that ended, so no stale lock ever has to be told from a live one.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path

from .paths import open_private, private_folder


class InUse(RuntimeError):
    """Another process holds the save; the message is one sentence."""


class FileLock:
    """Holds `<path>.lock` from `acquire` to `release` or the end of the process."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + ".lock")
        self._descriptor = -1

    def acquire(self) -> None:
        """Take the lock. Raises InUse when somebody has it, OSError when the disk refuses."""
        private_folder(self._path.parent)
        descriptor = open_private(self._path, os.O_RDWR | os.O_CREAT)
        if not _lock(descriptor):
            holder = _holder(descriptor)
            os.close(descriptor)
            raise InUse(f"This match is already open in another uno-tui{holder}.")
        self._descriptor = descriptor
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, 0)
            os.write(descriptor, str(os.getpid()).encode())

    def release(self) -> None:
        """Give the lock back; does nothing when it is not held."""
        if self._descriptor < 0:
            return
        if sys.platform != "win32":  # Windows cannot remove a file that is open.
            self._remove()
        os.close(self._descriptor)
        self._descriptor = -1
        if sys.platform == "win32":
            self._remove()

    def _remove(self) -> None:
        with contextlib.suppress(OSError):
            self._path.unlink()


def _holder(descriptor: int) -> str:
    try:
        os.lseek(descriptor, 0, os.SEEK_SET)
        text = os.read(descriptor, 20)
    except OSError:
        return ""
    return f" (process {int(text)})" if text.isdigit() else ""


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # Far behind the text, so that others can still read who holds the lock.

    def _lock(descriptor: int) -> bool:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as trouble:
            # A file system without locks must not keep anybody from playing.
            return trouble.errno not in (errno.EACCES, errno.EDEADLK)
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as trouble:
            # A file system without locks must not keep anybody from playing.
            return trouble.errno not in (errno.EWOULDBLOCK, errno.EACCES)
        return True

"""Where the user's files are, and how they are written: private to the user and all or nothing.

`os.path` is asked whether something is there: where a folder may not be looked into, `Path.exists`
and its like raise before Python 3.14, and `os.path` says no.

Every path comes from platformdirs; the environment variable UNO_TUI_HOME, when set, moves them
all into one folder (tests and portable installations use it).
"""

from __future__ import annotations

import contextlib
import os
import secrets
from dataclasses import dataclass, fields
from pathlib import Path

from platformdirs import PlatformDirs

HOME_VARIABLE = "UNO_TUI_HOME"
NOWHERE = Path(os.devnull).absolute() / "no home folder: set UNO_TUI_HOME"
"""Where nothing can be and nothing can be made, for users without a home."""
_PART = 1 << 16
_FOLDER_MODE = 0o700
_FILE_MODE = 0o600


@dataclass(frozen=True, slots=True)
class Paths:
    """Every place uno-tui reads from or writes to. None of them needs to exist."""

    config: Path
    data: Path
    state: Path
    settings: Path
    keymap: Path
    rulesets: Path
    themes: Path
    saves: Path
    records: Path
    trash: Path
    stats: Path
    crash: Path

    def listed(self) -> dict[str, Path]:
        """Name -> path, in the order of `uno-tui paths`."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def paths() -> Paths:
    """The paths in force now; UNO_TUI_HOME is looked up at each call. Touches no disk."""
    home = os.environ.get(HOME_VARIABLE, "").strip()
    if home:
        root = Path(os.path.expanduser(home)).absolute()
        return _under(root / "config", root / "data", root / "state")
    dirs = PlatformDirs("uno-tui", appauthor=False)
    try:
        found = dirs.user_config_path, dirs.user_data_path, dirs.user_state_path
    except RuntimeError:  # nobody knows where this user's home is
        return _under(NOWHERE, NOWHERE, NOWHERE)
    # Older platformdirs leave the ~; a folder of that name is not what anybody wants.
    return _under(*(one if one.is_absolute() else NOWHERE for one in found))


def _under(config: Path, data: Path, state: Path) -> Paths:
    return Paths(
        config=config,
        data=data,
        state=state,
        settings=config / "settings.toml",
        keymap=config / "keymap.toml",
        rulesets=config / "rulesets",
        themes=config / "themes",
        saves=data / "saves",
        records=data / "records",
        trash=data / "trash",
        stats=data / "stats.jsonl",
        crash=state / "crash",
    )


def private_folder(folder: Path) -> Path:
    """Make `folder` (and what is above it) where missing, open to the user only; returns it.

    Raises OSError when it cannot be made.
    """
    missing = [one for one in (folder, *folder.parents) if not os.path.exists(one)]
    for one in reversed(missing):
        one.mkdir(mode=_FOLDER_MODE, exist_ok=True)
    return folder


def open_private(path: Path, flags: int) -> int:
    """A file descriptor of `path`, which is created readable by the user only. Raises OSError."""
    return os.open(path, flags | getattr(os, "O_BINARY", 0), _FILE_MODE)


def write_private(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Put `content` at `path`, whole or not at all, on disk before it returns. Raises OSError.

    Without `durable` somebody else syncs the file and its folder later.
    """
    private_folder(path.parent)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        descriptor = open_private(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    if durable:
        sync_folder(path.parent)


def files_in(folder: Path, suffix: str) -> list[Path]:
    """The files of `folder` whose names end so, by name; none where it cannot be looked into."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(suffix))
    except OSError:
        return []
    return [folder / name for name in names]


def sync_file(path: Path) -> None:
    """Wait until what was written to `path` is on the disk. Raises OSError."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Make a rename in `folder` survive a power loss, where the system lets folders be synced."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def read_bounded(path: Path, most: int) -> bytes:
    """The bytes of the regular file `path`.

    Raises OSError when it cannot be read, ValueError with one sentence when it is no regular
    file or is bigger than `most` bytes.
    """
    if not os.path.isfile(path):
        try:
            os.stat(path)  # raises what it is, where it may not be looked at
        except FileNotFoundError:
            raise FileNotFoundError(2, "there is no such file", str(path)) from None
        raise ValueError("it is not a file")
    content = bytearray()
    with open(path, "rb") as file:
        # Bit by bit: a buffer for all that is allowed would be made first, however short the file.
        while part := file.read(_PART):
            content += part
            if len(content) > most:
                raise ValueError(f"it is bigger than the {_size(most)} such a file may have")
    return bytes(content)


def read_text_bounded(path: Path, most: int) -> str:
    """The UTF-8 text in the regular file `path`. Raises as `read_bounded`; no text is a ValueError.

    The mark that some editors (Notepad) put before the first letter is left out.
    """
    content = read_bounded(path, most)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8 text") from None


def _size(count: int) -> str:
    return f"{count >> 20} MiB" if count >= 1 << 20 else f"{count >> 10} KiB"


def fresh(path: Path) -> Path:
    """`path`, or the first of `name-2`, `name-3` … that does not exist yet."""
    number = 2
    candidate = path
    while os.path.lexists(candidate):
        candidate = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return candidate

"""Saves on disk: read whole, written whole, and never by two programs at once.

A save is written to a second file that then replaces it in one step, so a crash leaves the old one.
Before that, the file is compared with what was read: if another program has written since, nothing
is written and `ConflictError` is raised. The lock is the operating system's, so it ends with the
program that held it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import IO, Final

from bocage.engine.errors import BocageError

PATIENCE: Final = 5.0
"""Seconds to wait for another program that is writing the same save."""


class ConflictError(BocageError, OSError):
    """Another program wrote the save since it was read; nothing was written."""


def digest(text: str) -> str:
    """Return the digest by which a save is recognised."""
    return _digest(text.encode())


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def read_text(path: Path) -> str:
    """Return the text of a save.

    Raises:
        OSError: it cannot be read.
        ValueError: it is not text.
    """
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not a text file") from None


def write_text(path: Path, text: str, *, expected: str | None) -> None:
    """Replace a save if the file still has the content that was read (`expected`, by digest).

    `expected` is None for a new file.

    Raises:
        ConflictError: another program wrote the file first, or is writing it now.
        OSError: it cannot be written.
    """
    path = path.resolve()  # follow a symbolic link, so that it remains one
    with _locked(path):
        there = _digest(path.read_bytes()) if path.exists() else None
        if there != expected:
            raise ConflictError(f"{path.name} {_what(there, expected)}; nothing was written")
        _put(path, text)


def _what(there: str | None, expected: str | None) -> str:
    if expected is None:
        return "exists already"
    return "was written by another program since it was read" if there else "is gone"


def _put(path: Path, text: str) -> None:
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        if path.exists():
            beside.chmod(path.stat().st_mode)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


@contextmanager
def _locked(path: Path) -> Generator[None]:
    """Hold the save's lock, a file beside it, during the block."""
    lock = path.with_name(f"{path.name}.lock")
    until = time.monotonic() + PATIENCE
    while True:
        with lock.open("ab") as held:
            if take_lock(held) and _is_there(held, lock):
                try:
                    yield
                finally:
                    _remove(lock)
                return
        if time.monotonic() > until:
            raise ConflictError(f"{path.name} is being written by another program")
        time.sleep(0.01)


def _is_there(held: IO[bytes], lock: Path) -> bool:
    """Return whether the locked file is still the one beside the save."""
    try:
        there = lock.stat()
    except FileNotFoundError:
        return False
    mine = os.fstat(held.fileno())
    return (mine.st_ino, mine.st_dev) == (there.st_ino, there.st_dev)


if sys.platform == "win32":
    import msvcrt

    def take_lock(held: IO[bytes]) -> bool:
        """Lock an open file until it is closed; return False if another program holds it."""
        try:
            held.seek(0)
            msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _remove(lock: Path) -> None:
        """Leave the file, empty: Windows can't remove an open file."""

else:
    import fcntl

    def take_lock(held: IO[bytes]) -> bool:
        """Lock an open file until it is closed; return False if another program holds it."""
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _remove(lock: Path) -> None:
        """Remove the lock file while it is held; a program that waits for it notices."""
        lock.unlink()

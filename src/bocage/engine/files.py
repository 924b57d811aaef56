"""Saves on disk: read whole, written whole, and never by two at once.

A save is written beside itself and put in place in one step, so that a crash leaves the
old one. Before writing, the file is compared with what was read: if somebody else has
written since, nothing is written and the caller is told.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

PATIENCE: Final = 5.0
"""Seconds to wait for another program that is writing the same save."""


class ConflictError(OSError):
    """Somebody else wrote the save since it was read; nothing was written."""


def digest(text: str) -> str:
    """What a save is recognised by."""
    return blake2b(text.encode(), digest_size=16).hexdigest()


def read_text(path: Path) -> str:
    """The text of a save.

    Raises:
        OSError: it cannot be read.
        ValueError: it is not text.
    """
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not a text file") from None


def write_text(path: Path, text: str, *, expected: str | None) -> None:
    """Put a save in place, if what is there is what was read (`expected`, by digest).

    `expected` is None for a new file.

    Raises:
        ConflictError: another program wrote it first, or is writing it now.
        OSError: it cannot be written.
    """
    with _locked(path):
        there = digest(read_text(path)) if path.exists() else None
        if there != expected:
            what = "was written by another program" if there else "is gone"
            raise ConflictError(f"{path} {what} since it was read; nothing was written")
        with NamedTemporaryFile(
            "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=path.name, delete=False
        ) as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        Path(out.name).replace(path)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the save's lock: a file beside it that only one program can make."""
    lock = path.with_name(path.name + ".lock")
    until = time.monotonic() + PATIENCE
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            if time.monotonic() > until:
                raise ConflictError(
                    f"{path} is being written by another program; if none is, remove {lock.name}"
                ) from None
            time.sleep(0.02)
    try:
        yield
    finally:
        lock.unlink()

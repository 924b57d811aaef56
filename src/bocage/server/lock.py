"""One server a SQLite file: a lock beside it that the running process holds.

Two servers on one file would each keep games in memory and not hear of the other's moves. The
operating system frees the lock when its process ends, in any way. The lock is a separate file
(`bocage.db.lock`), because a program that closes the database file also frees SQLite's own locks.
Workers on PostgreSQL need none, because they notify each other of changes.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from bocage.engine.errors import BocageError
from bocage.engine.files import take_lock


class TakenError(BocageError):
    """Another server uses the database."""


class Lock:
    """The lock of a SQLite file, held from when this is made until it is released."""

    def __init__(self, database: Path) -> None:
        """Take the lock.

        Raises:
            TakenError: another process has it.
            OSError: the file of the lock cannot be made.
        """
        path = database.resolve()
        path = path.with_name(f"{path.name}.lock")
        self._held = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b", buffering=0)
        if not take_lock(self._held):
            who = b""
            with suppress(OSError):  # Windows lets nobody read a locked file
                who = self._held.read(20).strip()
            self._held.close()
            process = f" (process {who.decode()})" if who.isdigit() else ""
            raise TakenError(
                f"another server{process} uses {database}: stop it, or start this one with "
                "another file (--database). Several servers on one database need PostgreSQL"
            )
        with suppress(OSError):  # on a full disk there is a lock without a number
            self._held.truncate(0)
            self._held.write(f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Let another server have the database. The file stays: to remove it would be a race."""
        self._held.close()

"""Servers in processes of their own, forked from one that has the program loaded.

To start such a server takes a small part of what it takes to start Python and load it. Some
faults cannot be made from outside without harm to the whole machine. For these the process
reads two files in its folder: `harm`, statements that every connection to the database runs
first, and `shift`, seconds by which the time of day is wrong.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys
import time
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, event

_NURSERY: Final = multiprocessing.get_context("forkserver")
_NURSERY.set_forkserver_preload(["tests.faults.preloaded", "bocage.cli.serve"])

HARM: Final = "harm"
SHIFT: Final = "shift"


def started(port: int, database: str, folder: str, descriptors: int) -> Any:
    """A process that is `bocage serve` in a folder, with its log in `server.log` there.

    It may have so many files open; 0: as many as it likes.
    """
    made = _NURSERY.Process(target=_serve, args=(port, database, folder, descriptors), daemon=True)
    made.start()
    return made


def _serve(port: int, database: str, folder: str, descriptors: int) -> None:
    os.chdir(folder)
    os.dup2(os.open("server.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if descriptors:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
    _harm(Path(folder) / HARM)
    _shift(Path(folder) / SHIFT)
    from bocage.cli import main

    # Limits are tested elsewhere.
    often = ("--commands", "1000000", "--tries", "1000000", "--requests", "1000000")
    sys.argv = ["bocage", "serve", "--port", str(port), "--database", database, *often]
    main()


def _harm(file: Path) -> None:
    @event.listens_for(Engine, "engine_connect")
    def _connected(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction]
        if file.exists():
            driver: Any = connection.connection.dbapi_connection
            for statement in file.read_text().splitlines():
                driver.execute(statement)


def _shift(file: Path) -> None:
    """Let the time of day be wrong, for everybody who asks the system for it."""
    from bocage.server.stopwatch import Stopwatch

    true = time.time_ns

    def wrong() -> int:
        return true() + (int(file.read_text()) if file.exists() else 0) * 1_000_000_000

    time.time_ns = wrong
    time.time = lambda: wrong() / 1e9
    Stopwatch.__init__.__defaults__ = (time.monotonic_ns, wrong)

"""Servers in processes of their own, forked from one that has the program loaded.

To start such a server takes a small part of what it takes to start Python and load it.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from typing import Any, Final

_NURSERY: Final = multiprocessing.get_context("forkserver")
_NURSERY.set_forkserver_preload(["tests.server.preloaded", "bocage.cli.serve"])


def started(port: int, database: str, folder: str) -> Any:
    """A process that is `bocage serve` in a folder, with its log in `server.log` there."""
    made = _NURSERY.Process(target=_serve, args=(port, database, folder), daemon=True)
    made.start()
    return made


def _serve(port: int, database: str, folder: str) -> None:
    os.chdir(folder)
    os.dup2(os.open("server.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    from bocage.cli import main

    sys.argv = ["bocage", "serve", "--port", str(port), "--database", database]
    main()

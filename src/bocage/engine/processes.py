"""Processes beside this one that play games: they start quickly and share the maps.

Where the system can fork, one process without threads (multiprocessing's fork server) loads
the game once, and every worker is a copy of it: it starts in a few hundredths of a second and
shares the memory of maps and charts. Elsewhere each worker loads the game itself.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from typing import Any, Final, TypeVar

G = TypeVar("G")

PRELOAD: Final = "BOCAGE_PRELOAD"
"""The environment variable by which the fork server learns what to load: a pickle in hex."""

_loaded: Final[dict[bytes, Any]] = {}
"""What was loaded before this process was forked, by the pickle of the function that loads it."""


def cores() -> int:
    """How many processes this machine runs well."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def pool(
    processes: int, load: Callable[[], object], begin: Callable[..., object], *given: Any
) -> ProcessPoolExecutor:
    """A pool of so many processes, in each of which `begin(*given)` has been called.

    What `load` gives is loaded only once, where the system can fork; a worker gets it by
    `loaded`. All that is given must be possible to pickle.
    """
    _leave_out_the_command()
    if "forkserver" not in get_all_start_methods():
        return ProcessPoolExecutor(processes, get_context("spawn"), begin, given)
    context: Any = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    from multiprocessing import forkserver

    os.environ[PRELOAD] = pickle.dumps(load).hex()
    try:
        forkserver.ensure_running()  # one that runs already keeps what it has loaded
    finally:
        del os.environ[PRELOAD]
    return ProcessPoolExecutor(processes, context, _begin_in, (dict(os.environ), begin, given))


def _begin_in(
    environment: Mapping[str, str], begin: Callable[..., object], given: tuple[Any, ...]
) -> None:
    """Begin with the environment of whoever asked: the fork server may be older than a change."""
    os.environ.clear()
    os.environ.update(environment)
    begin(*given)


def loaded(load: Callable[[], G]) -> G:
    """What `load` gives: as it was loaded before this process was forked, or loaded now.

    It stays as long as the process does, so the collector of garbage need not look at it again.
    """
    found: G | None = _loaded.get(pickle.dumps(load))
    return _keep(load) if found is None else found


def _keep(load: Callable[[], G]) -> G:
    made = load()
    gc.collect()
    gc.freeze()
    return made


def _preload() -> None:
    """In the fork server: load what the environment says, for all workers to come."""
    packed = bytes.fromhex(os.environ.pop(PRELOAD, ""))
    if packed:
        with suppress(Exception):  # a worker will meet it again, and can tell somebody
            _loaded[packed] = _keep(pickle.loads(packed))  # noqa: S301 - from `pool`


def _leave_out_the_command() -> None:
    """Keep workers from importing the program that was started, if it is the bocage command.

    They need nothing of it, and the terminal takes longer to import than the rules. A program
    of one's own is imported, as multiprocessing does: the functions it gives may be its own.
    """
    main: Any = sys.modules["__main__"]
    name = getattr(getattr(main, "__spec__", None), "name", "")
    if name == "bocage.__main__" or Path(getattr(main, "__file__", None) or "").stem == "bocage":
        main.__spec__ = None
        with suppress(AttributeError):
            del main.__file__


_preload()

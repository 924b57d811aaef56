"""Worker processes that play games: they start quickly and share the maps.

If the system can fork, one process without threads (multiprocessing's fork server) loads the game
once, and every worker is a copy of it: a worker starts in a few hundredths of a second and shares
the memory of maps and charts. On other systems each worker loads the game itself.
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
"""The environment variable that tells the fork server what to load: a pickle in hexadecimal."""

_loaded: Final[dict[bytes, Any]] = {}
"""What was loaded before this process was forked, by the pickle of the loading function."""


def cores() -> int:
    """Return how many processes this machine runs well."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def is_quiet(own: int = 0) -> bool:
    """Return whether a core is left free on average, besides what `own` processes use.

    Without a way to ask, or with a single core, it is not.
    """
    if not hasattr(os, "getloadavg") or cores() < 2:
        return False
    return os.getloadavg()[0] - own < cores() - 1


def pool(
    processes: int, load: Callable[[], object], begin: Callable[..., object], *given: Any
) -> ProcessPoolExecutor:
    """Return a pool of processes, each of which has called `begin(*given)`.

    If the system can fork, `load` runs only once; a worker gets its result from `loaded`. All
    arguments must be picklable.
    """
    _leave_out_the_command()
    if "forkserver" not in get_all_start_methods():
        return ProcessPoolExecutor(processes, get_context("spawn"), begin, given)
    context: Any = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    from multiprocessing import forkserver

    os.environ[PRELOAD] = pickle.dumps(load).hex()
    try:
        forkserver.ensure_running()  # a running server keeps what it has loaded
    finally:
        del os.environ[PRELOAD]
    return ProcessPoolExecutor(processes, context, _begin_in, (dict(os.environ), begin, given))


def _begin_in(
    environment: Mapping[str, str], begin: Callable[..., object], given: tuple[Any, ...]
) -> None:
    """Begin with the caller's environment: the fork server may be older than a change to it."""
    os.environ.clear()
    os.environ.update(environment)
    begin(*given)


def loaded(load: Callable[[], G]) -> G:
    """Return the result of `load`: from before this process was forked, or loaded now.

    It stays as long as the process does, so the garbage collector need not look at it again.
    """
    found: G | None = _loaded.get(pickle.dumps(load))
    return _keep(load) if found is None else found


_SELDOM: Final = (20_000, 20, 20)
"""When the garbage collector looks; Python's own numbers are 700, 10 and 10."""


def _keep(load: Callable[[], G]) -> G:
    made = load()
    spare_collector()
    return made


def spare_collector() -> None:
    """Let the garbage collector leave alone what is loaded now, and look at the rest seldom.

    For a process that plays many games: maps and charts stay, and what a game makes is freed
    without the collector's help.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_SELDOM)


def _preload() -> None:
    """Load what the environment says, in the fork server, for all later workers."""
    packed = bytes.fromhex(os.environ.pop(PRELOAD, ""))
    if packed:
        with suppress(Exception):  # a worker will get the same error and can report it
            _loaded[packed] = _keep(pickle.loads(packed))  # noqa: S301 - from `pool`


def _leave_out_the_command() -> None:
    """Keep workers from importing the main program if it is the bocage command.

    They do not need it, and the terminal takes longer to import than the rules. Other main programs
    are imported, as multiprocessing does, because they may define the functions passed in.
    """
    main: Any = sys.modules["__main__"]
    name = getattr(getattr(main, "__spec__", None), "name", "")
    if name == "bocage.__main__" or Path(getattr(main, "__file__", None) or "").stem == "bocage":
        main.__spec__ = None
        with suppress(AttributeError):
            del main.__file__


_preload()

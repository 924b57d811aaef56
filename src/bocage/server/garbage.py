"""Garbage collection at quiet moments, so that nobody waits for it.

Reference counting frees everything that the server holds for long. Only cycles are left to the
collector: few, small, and mostly young. It collects young objects at once, as usual. With many
games in memory a full collection takes a third of a second, in which the server answers nothing. So
that happens only when nobody acts, or when it has waited too long.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Final

QUIET: Final = 3.0
"""The seconds without an action after which nobody notices a pause."""
EVERY: Final = 60.0
"""The least seconds between two full collections, if it is quiet."""
AT_LAST: Final = 900.0
"""The seconds after which it runs in any case."""
_NEVER: Final = 1_000_000_000


async def run(idle: Callable[[], float]) -> None:
    """Collect garbage at quiet moments; `idle` returns the seconds since the last action."""
    young, middle, _ = gc.get_threshold()
    gc.collect()
    gc.freeze()  # the program itself: it stays
    gc.set_threshold(young, middle, _NEVER)
    swept = time.monotonic()
    try:
        while True:
            await asyncio.sleep(1.0)
            if is_due(time.monotonic() - swept, idle()):
                gc.collect()
                swept = time.monotonic()
    finally:
        gc.set_threshold(young, middle, _)
        gc.unfreeze()


def is_due(since: float, idle: float) -> bool:
    """Return whether to collect now, by the seconds since the last collection and action."""
    return since > AT_LAST or (since > EVERY and idle > QUIET)

"""Sweeping: when the garbage collector looks at everything, so that nobody waits for it.

Reference counting frees everything that the server holds for long. Only cycles are left to the
collector: few, small, and mostly young. It looks at young objects at once, as usual, but at
everything only when nobody acts, or when it has waited too long: with many games in memory a full
look takes a third of a second, in which nothing is answered.
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
"""Seconds between two looks at everything, if it is quiet."""
AT_LAST: Final = 900.0
"""The seconds after which it runs in any case."""
_NEVER: Final = 1_000_000_000


async def run(idle: Callable[[], float]) -> None:
    """Sweep whenever nobody acts; `idle` returns for how many seconds nobody has."""
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
    """Return whether to look at everything: so long after the last time, so long after an
    action.
    """
    return since > AT_LAST or (since > EVERY and idle > QUIET)

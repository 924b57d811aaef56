"""Sweeping: when the collector of garbage looks at everything, so that nobody waits for it.

Whatever the server holds for long is found by counting references. What is left to the
collector are circles: few, small, and mostly young. It looks at the young at once, as ever,
but at everything only when nobody acts, or when it has put that off for too long: with many
games in memory such a look takes a third of a second, in which nothing is answered.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Final

QUIET: Final = 3.0
"""Seconds without an action after which nobody notices a pause."""
EVERY: Final = 60.0
"""Seconds between two looks at everything, if it is quiet."""
AT_LAST: Final = 900.0
"""Seconds after which it is done whoever acts."""
_NEVER: Final = 1_000_000_000


async def run(idle: Callable[[], float]) -> None:
    """Sweep whenever nobody acts; `idle` tells for how many seconds nobody has."""
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

"""Tasks that run beside the requests, and how they end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

_AGAIN: Final = 1.0
"""Seconds after which a task that still runs is cancelled again."""


async def end(tasks: Iterable[asyncio.Task[object]]) -> None:
    """Cancel tasks and return when all have ended.

    A task can miss a cancel: `asyncio.wait_for` of Python 3.11 drops one that comes in the same
    turn of the loop as what it waits for, and libraries use it. So a task that continues is
    cancelled again.
    """
    ending = set(tasks)
    left = {task for task in ending if not task.done()}
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=_AGAIN)
    await asyncio.gather(*ending, return_exceptions=True)

"""How long tests wait: until a condition holds, and far longer than a busy machine needs.

The limits here end a test that would otherwise wait forever; no test measures time by them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Final

PATIENCE: Final = 120.0
"""Seconds after which what a test waits for will not happen any more."""


def until(true: Callable[[], Any]) -> None:
    """Wait until something is true."""
    last = time.monotonic() + PATIENCE
    pause = threading.Event()
    while not true():
        assert time.monotonic() < last, "it did not happen"
        pause.wait(0.02)

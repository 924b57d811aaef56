"""Work counted by the calls of Python functions: its length without a clock."""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class Work:
    """What was done within `counted_calls`."""

    calls = 0


@contextmanager
def counted_calls() -> Generator[Work]:
    """Count the calls made within. The garbage collector waits: it makes calls when it likes."""
    work = Work()

    def called(_: FrameType, event: str, __: Any) -> None:
        work.calls += event == "call"

    before, collecting = sys.getprofile(), gc.isenabled()
    gc.disable()
    sys.setprofile(called)
    try:
        yield work
    finally:
        sys.setprofile(before)
        if collecting:
            gc.enable()

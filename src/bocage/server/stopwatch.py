"""The stopwatch: the time that counts for the clocks of games. It runs while a server does.

It follows the machine's monotonic clock, so setting the time of day changes nothing, and it stands
still while the machine sleeps. It also stands still while the process does: between two readings at
most `STEP_MS` count, and the server reads it several times a second. A server that starts continues
from the last time in the database (`heartbeat`).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

STEP_MS: Final = 2_000
"""The most that counts between two readings: nobody can act while the server does not read it."""
TOLD_MS: Final = 5_000
"""A jump or a standstill from this length on gets a line in the log."""
_NS: Final = 1_000_000

_LOG: Final = logging.getLogger("bocage.server")


class Stopwatch:
    """Counts the milliseconds of game clocks. It is not safe between threads."""

    def __init__(
        self,
        monotonic: Callable[[], int] = time.monotonic_ns,
        wall: Callable[[], int] = time.time_ns,
    ) -> None:
        """A stopwatch that starts at the time of day; both clocks count nanoseconds."""
        self._monotonic, self._wall = monotonic, wall
        self._seen, self._offset = monotonic(), self._apart()
        self._counted = wall()
        self.unsure = False
        """Whether it stood since somebody last set it: other workers may have gone on."""

    def _apart(self) -> int:
        return self._wall() - self._monotonic()

    def now(self) -> int:
        """Return the milliseconds that have counted."""
        seen = self._monotonic()
        passed, self._seen = seen - self._seen, seen
        self._counted += min(passed, STEP_MS * _NS)
        if passed > STEP_MS * _NS:
            self.unsure = True
            if passed >= TOLD_MS * _NS:
                _LOG.warning(
                    "the server was suspended for %d seconds; the game clocks did not "
                    "run during that time",
                    passed // (1000 * _NS),
                )
        return self._counted // _NS

    def look(self) -> int:
        """Return what `now` does, and log it if somebody has set the machine's time of day."""
        apart = self._apart()
        by, self._offset = apart - self._offset, apart
        if abs(by) >= TOLD_MS * _NS:
            _LOG.warning(
                "the computer slept or its clock was changed (%+d seconds);"
                " the game clocks did not jump",
                by // (1000 * _NS),
            )
        return self.now()

    def set(self, at: int) -> None:
        """Start again from a time in milliseconds."""
        self._seen, self._counted, self.unsure = self._monotonic(), at * _NS, False

    def catch_up(self, at: int) -> None:
        """Go forward to a time in milliseconds that another worker has reached."""
        self.now()
        self._counted = max(self._counted, at * _NS)

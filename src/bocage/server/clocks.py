"""Clocks: none, a time per turn, or a time per game for each seat. A clock never changes.

A clock holds what was left when it was last set and since when it runs, so that it changes with
events and not with every second. Its times are those of the stopwatch (`bocage.server.stopwatch`),
never the time of day.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bocage.server import messages

Kind = Literal["none", "turn", "game"]


def now_ms() -> int:
    """Return the milliseconds since 1970, by the time of day: for dates, never for clocks of
    games.
    """
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of every seat."""

    kind: Kind = "none"
    limit: int = 0
    """Milliseconds a turn, or a game."""
    left: tuple[int, ...] = ()
    """The time that each seat had left at `since`."""
    running: tuple[int, ...] = ()
    since: int = 0
    stopped: tuple[tuple[int, int], ...] = ()
    """The seats that have answered in secret, and when: their time is stored, and nobody learns of
    it.
    """

    @classmethod
    def set_for(cls, kind: Kind, seconds: int, seats: int) -> Clock:
        """Return a clock of that kind, not running."""
        if kind == "none":
            return cls()
        return cls(kind, seconds * 1000, (seconds * 1000,) * seats)

    def turned(self, asked: Sequence[int], now: int, *, back: bool = False) -> Clock:
        """Return the clock when these seats are asked from now on; with no seats, it stands still.

        After going `back` no seat gets a fresh turn: otherwise a move made and undone would buy
        time.
        """
        if self.kind == "none":
            return self
        left = [self.left_of(seat, now) for seat in range(len(self.left))]
        if self.kind == "turn" and not back:
            for seat in asked:
                if seat not in self.running:
                    left[seat] = self.limit
        running = tuple(sorted(asked))
        return replace(self, left=tuple(left), running=running, since=now, stopped=())

    def answered(self, seats: Sequence[int], now: int) -> Clock:
        """Return the clock when these of the seats asked have answered, and the others may not
        know.
        """
        known = dict(self.stopped)
        return replace(self, stopped=tuple((seat, known.get(seat, now)) for seat in sorted(seats)))

    def longer(self, ms: int) -> Clock:
        """Return the clock with additional time for every seat that it runs for."""
        left = tuple(had + ms if i in self.running else had for i, had in enumerate(self.left))
        return replace(self, left=left)

    def left_of(self, seat: int, now: int) -> int:
        """Return the time that a seat has left, in milliseconds; below zero when its flag has
        fallen.

        Nobody gains if it was set after `now` because a server was killed before it wrote its time.
        """
        until = dict(self.stopped).get(seat, now)
        spent = max(0, until - self.since) if seat in self.running else 0
        return self.left[seat] - spent

    def flagged(self, now: int) -> int | None:
        """Return a seat whose time ended before it answered, or None."""
        return next((seat for seat in self._awaited() if self.left_of(seat, now) <= 0), None)

    def _awaited(self) -> list[int]:
        """Return the seats whose clock runs and that have not answered."""
        stopped = dict(self.stopped)
        return [seat for seat in self.running if seat not in stopped]

    def told(self, seats: Sequence[str]) -> messages.ClockState | None:
        """Return the clock for people: what each has left, and since when whose runs."""
        if self.kind == "none":
            return None
        return {
            "kind": self.kind,
            "limit": self.limit,
            "left": {seats[i]: left for i, left in enumerate(self.left)},
            "running": [seats[i] for i in self.running],
            "since": self.since,
        }

    def written(self) -> str:
        """Return the clock as the database keeps it."""
        return json.dumps(
            [self.kind, self.limit, self.left, self.running, self.since, self.stopped]
        )

    @classmethod
    def read(cls, text: str) -> Clock:
        """Return the opposite of `written`."""
        kind, limit, left, running, since, *more = json.loads(text)
        stopped = tuple((int(seat), int(at)) for seat, at in more[0]) if more else ()
        return cls(kind, limit, tuple(left), tuple(running), since, stopped)

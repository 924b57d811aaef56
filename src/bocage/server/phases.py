"""The clock of an evening: one phase of the turn for everybody, with a time that may overrun.

Control begins each phase, stretches it and holds it. Nothing happens when its time is over: the
clock shows by how much. What each phase took is kept for the debrief.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

from bocage.engine.desk import TimedPhase
from bocage.server import messages
from bocage.server.errors import ServerError

KEPT: Final = 400
"""Phases whose times are kept."""
_MINUTE: Final = 60_000


@dataclass(frozen=True, slots=True)
class Took:
    """The length of a phase, in milliseconds."""

    turn: int
    phase: str
    took: int
    planned: int
    stretched: int
    held: int


@dataclass(frozen=True, slots=True)
class PhaseTimer:
    """The current phase. It never changes; its times are those of the stopwatch."""

    phase: str = ""
    """Empty while no clock is kept."""
    turn: int = 0
    began: int = 0
    since: int = 0
    """When it would have begun if it had never been held."""
    length: int = 0
    planned: int = 0
    held: int = 0
    """When it was held; 0 while it runs."""
    log: tuple[Took, ...] = ()

    def left(self, now: int) -> int:
        """Return the milliseconds that are left; below nothing, by how much it is overrun."""
        return self.length - ((self.held or now) - self.since)

    def over(self, now: int) -> int:
        """Return by how many milliseconds a phase that runs is overrun."""
        return max(0, -self.left(now)) if self.phase else 0

    def begin(self, phase: TimedPhase, turn: int, now: int, seconds: int = 0) -> PhaseTimer:
        """Return the clock at the beginning of a phase; the length of the last one is stored."""
        length = seconds * 1000 or phase.minutes * _MINUTE
        ended = self.end(now)
        return PhaseTimer(phase.id, turn, now, now, length, length, 0, ended.log)

    def end(self, now: int) -> PhaseTimer:
        """Return the clock when no phase runs any more."""
        if not self.phase:
            return self
        held = self.since - self.began + (now - self.held if self.held else 0)
        done = Took(
            self.turn, self.phase, now - self.began, self.planned, self.length - self.planned, held
        )
        return PhaseTimer(log=(*self.log, done)[-KEPT:])

    def stretch(self, ms: int) -> PhaseTimer:
        """Return the clock with more time, or less."""
        self._check()
        return replace(self, length=max(0, self.length + ms))

    def hold(self, now: int) -> PhaseTimer:
        """Return the clock when it is held."""
        self._check()
        return self if self.held else replace(self, held=now)

    def go_on(self, now: int) -> PhaseTimer:
        """Return the clock when it resumes; the pause costs nobody any time."""
        self._check()
        return replace(self, since=self.since + now - self.held, held=0) if self.held else self

    def _check(self) -> None:
        if not self.phase:
            raise ServerError("no clock is running: begin a phase first")

    def written(self) -> str:
        """Return the clock as the database keeps it."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> PhaseTimer:
        """Return the opposite of `written`."""
        found = json.loads(text)
        log = tuple(Took(**each) for each in found.pop("log"))
        return cls(**found, log=log)

    def told(self, phases: Sequence[TimedPhase]) -> messages.PhaseClock | None:
        """Return the clock for everybody; None while none is kept."""
        if not self.phase:
            return None
        return {
            "phase": self.phase,
            "title": _title(phases, self.phase),
            "turn": self.turn,
            "since": self.since,
            "length": self.length,
            "held": self.held,
            "stretched": self.length - self.planned,
        }

    def took(self, phases: Sequence[TimedPhase]) -> list[messages.PhaseTook]:
        """Return what each phase took."""
        return [
            {
                "turn": each.turn,
                "phase": each.phase,
                "title": _title(phases, each.phase),
                "took": each.took,
                "planned": each.planned,
                "stretched": each.stretched,
                "held": each.held,
            }
            for each in self.log
        ]


def phase_after(phases: Sequence[TimedPhase], timer: PhaseTimer, name: str) -> TimedPhase:
    """Return the phase of a name, or without one the phase that follows.

    Raises:
        ServerError: there is no such phase.
    """
    if not phases:
        raise ServerError("this game has no phases for a clock")
    ids = [each.id for each in phases]
    if name and name not in ids:
        raise ServerError(f"there is no phase '{name[:40]}'; there are {', '.join(ids)}")
    if name:
        return phases[ids.index(name)]
    last = ids.index(timer.phase) if timer.phase in ids else -1
    return phases[(last + 1) % len(ids)]


def phases_told(phases: Sequence[TimedPhase]) -> list[messages.PhaseInfo]:
    """Return the phases that a turn has."""
    return [
        {"id": each.id, "title": each.title, "minutes": each.minutes, "rule": each.rule}
        for each in phases
    ]


def _title(phases: Sequence[TimedPhase], phase: str) -> str:
    return next((each.title for each in phases if each.id == phase), phase)

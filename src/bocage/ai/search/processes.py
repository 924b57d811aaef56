"""Processes that rehearse plans for searching players, so that the server stays responsive.

A rehearsal keeps a core busy. In a thread it would slow down everyone on the server. The processes
start when the first searching player thinks. They receive only what the player's seat sees. If they
fail, the server itself makes the rehearsals.
"""

from __future__ import annotations

import logging
import signal
from collections.abc import Sequence
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from threading import Lock
from typing import Any, Final, NamedTuple

from bocage.ai.search.knowledge import Chapter, Knowledge
from bocage.ai.search.rehearsal import Here, Scene, Sight, Trial, foresee, rehearse
from bocage.engine.processes import cores, pool
from bocage.engine.state import State
from bocage.games import game

MOST: Final = 4
"""The most processes; one core remains for the server."""

_LOG: Final = logging.getLogger("bocage.server")


class Packed(NamedTuple):
    """A scene packed for another process."""

    game: str
    scenario: str
    knowledge: Knowledge
    state: dict[str, Any]
    seat: int
    chapter: Chapter | None = None


class Foreseen(NamedTuple):
    """The likely start of a chapter, packed for the way back."""

    state: dict[str, Any]
    chapter: Chapter


class Rehearsal:
    """The processes of one server."""

    def __init__(self, processes: int | None = None) -> None:
        self.width: Final = processes or max(1, min(MOST, cores() - 1))
        self._lock: Final = Lock()
        self._workers: ProcessPoolExecutor | None = None
        self.failed = False
        """Whether processes cannot be used here."""
        self._stopped = False

    def stop(self) -> None:
        """End the processes. Their unfinished work is lost."""
        with self._lock:
            self._stopped = True
            if self._workers is not None:
                self._workers.shutdown(wait=False, cancel_futures=True)

    def worths(self, scene: Scene, packed: Packed, trials: Sequence[Trial]) -> list[float]:
        """Return the worth of each trial. After `stop` every worth is 0."""
        if self.failed:
            return Here().rehearse(scene, trials)
        try:
            workers = self._begun()
            return list(workers.map(partial(_rehearse, packed), trials))
        except (BrokenProcessPool, CancelledError, OSError, RuntimeError):
            if self._stopped:
                return [0.0] * len(trials)
            _LOG.exception("processes for rehearsals failed: the server makes them itself")
            self.failed = True
            return Here().rehearse(scene, trials)

    def foreseen(self, sight: Sight, packed: Packed, dice: int) -> Scene | None:
        """Return a likely start of a seat's next chapter.

        Return None after `stop`, without processes, or if there is no next chapter.
        """
        if self.failed:
            return None
        try:
            found = self._begun().submit(_foresee, packed, dice).result()
        except (BrokenProcessPool, CancelledError, OSError, RuntimeError):
            return None
        if found is None:
            return None
        state = _mould(packed.game, packed.scenario).load(found.state)
        return Scene(sight.knowledge, state, sight.seat, found.chapter)

    def _begun(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._workers is None:
                self._workers = pool(self.width, _nothing, _begin)
            return self._workers


class Rehearsers:
    """The rehearsers of one table: see `bocage.ai.search.rehearsal.Rehearsers`."""

    def __init__(self, rehearsal: Rehearsal, game_id: str, scenario: str) -> None:
        self._rehearsal: Final = rehearsal
        self._game: Final = game_id
        self._scenario: Final = scenario

    @property
    def width(self) -> int:
        """Return how many rehearsals run at the same time."""
        return self._rehearsal.width

    def rehearse(self, scene: Scene, trials: Sequence[Trial]) -> list[float]:
        """Return the worth of each trial for the seat of the scene."""
        state = scene.state.dump()
        where = (self._game, self._scenario)
        packed = Packed(*where, scene.knowledge, state, scene.seat, scene.chapter)
        return self._rehearsal.worths(scene, packed, trials)

    def foresee(self, sight: Sight, dice: int) -> Scene | None:
        """Return a likely start of the seat's next chapter, or None if the game ends before it."""
        where = (self._game, self._scenario)
        packed = Packed(*where, sight.knowledge, sight.state.dump(), sight.seat)
        return self._rehearsal.foreseen(sight, packed, dice)


def _nothing() -> None:
    """Do nothing: a game is loaded when it is first needed."""


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that began it stops it, in order


@cache
def _mould(name: str, scenario: str) -> State:
    """Return a start position of the scenario, as a mould for the packed ones."""
    found = game(name).at(scenario)
    mould: State = found.new(scenario, found.settings())
    return mould


def _rehearse(packed: Packed, trial: Trial) -> float:
    state = _mould(packed.game, packed.scenario).load(packed.state)
    assert packed.chapter is not None
    return rehearse(Scene(packed.knowledge, state, packed.seat, packed.chapter), trial)


def _foresee(packed: Packed, dice: int) -> Foreseen | None:
    state = _mould(packed.game, packed.scenario).load(packed.state)
    scene = foresee(Sight(packed.knowledge, state, packed.seat), dice)
    return None if scene is None else Foreseen(scene.state.dump(), scene.chapter)

"""Searching players at the terminal: they think while somebody types.

Their rehearsals run in other processes, so that what is typed and completed does not wait for
them. They think only at a terminal, and only while the machine has a core to spare.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from random import Random
from threading import Event, Thread
from typing import Final

from bocage.ai.search.player import SearchPlayer
from bocage.ai.search.processes import Rehearsal, Rehearsers
from bocage.engine.play import Policy
from bocage.engine.processes import is_quiet
from bocage.engine.table import AnyTable


class Pondering:
    """The searching players of a session."""

    def __init__(self, table: AnyTable, players: Mapping[int, Policy]) -> None:
        self._table: Final = table
        self._players: Final = {
            seat: each for seat, each in players.items() if isinstance(each, SearchPlayer)
        }
        self._rehearsal: Rehearsal | None = None

    @contextmanager
    def meanwhile(self) -> Generator[None]:
        """Let one think until the block ends."""
        if not self._players or not sys.stdin.isatty() or not is_quiet():
            yield
            return
        seat, player = next(iter(self._players.items()))
        player.employ(self._rehearsers())
        over = Event()

        def may() -> bool:
            return not over.is_set() and is_quiet(1)

        given = (self._table.state.copy(), seat, Random(), may)  # noqa: S311 - play, not secrecy
        Thread(target=player.ponder, args=given, daemon=True).start()
        try:
            yield
        finally:
            over.set()

    def stop(self) -> None:
        """End the processes."""
        if self._rehearsal is not None:
            self._rehearsal.stop()

    def _rehearsers(self) -> Rehearsers:
        if self._rehearsal is None:
            self._rehearsal = Rehearsal()
        return Rehearsers(self._rehearsal, self._table.game.id, self._table.header.scenario)

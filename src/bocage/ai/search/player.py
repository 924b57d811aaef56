"""The searching players of a game: levels are seconds for a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Final

from bocage.ai.search.knowledge import Knowledge
from bocage.ai.search.office import SearchOffice
from bocage.ai.search.rehearsal import Rehearsers
from bocage.ai.staff.levels import REGULAR, Level
from bocage.ai.staff.player import Office, StaffPlayer
from bocage.engine.play import Policy

SECONDS: Final = {"search-2": 2.0, "search": 5.0, "search-30": 30.0}
"""The seconds for a turn, by level."""


class SearchPlayer(StaffPlayer):
    """A searching staff as a player."""

    def __init__(self, office: Callable[[int, Level], Office[Any]], level: Level = REGULAR) -> None:
        super().__init__(office, level)
        self._rehearsers: Rehearsers | None = None

    def at_table(self) -> SearchPlayer:
        """Return a new player for one table, without plans or notes."""
        return SearchPlayer(self._office, self.level)

    def employ(self, rehearsers: Rehearsers) -> None:
        """Use other processes for rehearsals."""
        self._rehearsers = rehearsers
        for office in list(self._offices.values()):
            self._equip(office)

    def office(self, seat: int) -> Office[Any]:
        """Return the staff of a seat."""
        if seat not in self._offices:
            self._equip(super().office(seat))
        return super().office(seat)

    def hurry(self) -> None:
        """Stop looking ahead in this turn. Another thread may call it while it thinks."""
        for office in list(self._offices.values()):
            if isinstance(office, SearchOffice):
                office.hurry()

    def ponder(self, st: Any, seat: int, rng: Random, may: Callable[[], bool]) -> None:
        """Think for a seat on the opponent's time while `may()` allows it."""
        office = self.office(seat)
        if isinstance(office, SearchOffice):
            office.ponder(office.see(st), rng, may)

    def _equip(self, office: Office[Any]) -> None:
        if self._rehearsers is not None and isinstance(office, SearchOffice):
            office.rehearsers = self._rehearsers


def searchers(knowledge: Knowledge) -> Mapping[str, Policy]:
    """Return the searching players of a game, as the table of players names them."""
    return {
        name: SearchPlayer(partial(SearchOffice, knowledge=knowledge, seconds=seconds))
        for name, seconds in SECONDS.items()
    }

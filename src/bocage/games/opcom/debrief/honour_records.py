"""What every table plays for: `honours.toml` in a scenario's folder (reading 11.7).

`[[mission]]` is an objective on the mission card of a team, `[[citation]]` what teams are cited
for, `[[prize]]` a bridge or an airfield that can be seized, `[[watch]]` a fact for missions.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from bocage.games.opcom.board.rows import Needs
from bocage.games.opcom.debrief.rows import NO_TERMS, Terms, Watch, made_of, tables_of
from bocage.tables import Fault

FILE: Final = "honours.toml"
CITED: Final = (*("orders", "supplies", "prizes", "prisoners", "economy", "reports", "traffic"),)
"""What a team may be cited for; `honours.py` says how each is counted."""


@dataclass(frozen=True, slots=True)
class Mission:
    """One of the objectives on a team's card: met or not, as a line of the debrief is measured."""

    id: str
    team: str
    words: str
    kind: str
    points: float = 2
    averted: bool = False
    """True for what was not to happen: met where the measure gives nothing."""
    more: Terms = NO_TERMS


@dataclass(frozen=True, slots=True)
class Citation:
    """What a team must have done to be cited for it."""

    kind: str
    words: str
    least: float | None = None
    most: float | None = None
    of: float = 0
    """How much there must have been to count by: kilometres, for the losses on them."""


@dataclass(frozen=True, slots=True)
class Prize:
    """A bridge or an airfield that one side holds at the beginning."""

    id: str
    side: str


@dataclass(frozen=True, slots=True)
class HonoursData:
    """Everything of `honours.toml`."""

    missions: tuple[Mission, ...] = ()
    citations: tuple[Citation, ...] = ()
    prizes: tuple[Prize, ...] = ()
    watches: tuple[Watch, ...] = ()


def read_honours(here: Path | Traversable, faults: list[Fault]) -> HonoursData:
    """Return the honours of a scenario's folder, or none without such a file."""
    data = tables_of(here, FILE, faults)
    return HonoursData(
        made_of(Mission, data, "mission", FILE, faults),
        made_of(Citation, data, "citation", FILE, faults),
        made_of(Prize, data, "prize", FILE, faults),
        made_of(Watch, data, "watch", FILE, faults),
    )


def checked_honours(
    data: HonoursData,
    kinds: Collection[str],
    watches: Collection[str],
    seats: Collection[str],
    points: Collection[str],
    watched: Collection[str],
) -> list[Fault]:
    """Return the faults of missions, watches, citations and prizes."""
    found: list[Fault] = []

    needs = Needs(FILE, found)
    names = [each.id for each in data.missions]
    for i, mission in enumerate(data.missions):
        needs.one_of(i, "team", mission.team, seats, "mission")
        needs.one_of(i, "kind", mission.kind, kinds, "mission")
        if names.count(mission.id) > 1:
            needs.fault(i, "id", mission.id, "is given twice", "mission")
        if "watch" in mission.more:
            needs.one_of(i, "watch", mission.more.text("watch"), watches, "mission")
    for i, watch in enumerate(data.watches):
        needs.one_of(i, "kind", watch.kind, watched, "watch")
    for i, citation in enumerate(data.citations):
        needs.one_of(i, "kind", citation.kind, CITED, "citation")
        if citation.least is None and citation.most is None:
            needs.fault(i, "kind", citation.kind, "needs least or most", "citation")
    for i, prize in enumerate(data.prizes):
        needs.one_of(i, "side", prize.side, ("allied", "axis"), "prize")
        if prize.id not in points:
            needs.fault(i, "id", prize.id, "is not a place or bridge on the map", "prize")
    return found

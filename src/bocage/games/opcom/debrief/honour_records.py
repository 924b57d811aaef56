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
    """Return the honours of a scenario's folder; none where it has no such file."""
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
) -> list[Fault]:
    """Missions are some team's and can be measured; prizes lie on the map."""
    found: list[Fault] = []

    def need(name: str, value: str, known: Collection[str]) -> None:
        if value not in known:
            found.append(Fault(FILE, 0, name, value, f"is none of {', '.join(sorted(known))}"))

    names = [each.id for each in data.missions]
    for mission in data.missions:
        need("mission.team", mission.team, seats)
        need("mission.kind", mission.kind, kinds)
        if names.count(mission.id) > 1:
            found.append(Fault(FILE, 0, "mission.id", mission.id, "is given twice"))
        if "watch" in mission.more:
            need("mission.watch", mission.more.text("watch"), watches)
    for citation in data.citations:
        need("citation.kind", citation.kind, CITED)
        if citation.least is None and citation.most is None:
            why = "needs least or most"
            found.append(Fault(FILE, 0, "citation.kind", citation.kind, why))
    for prize in data.prizes:
        need("prize.side", prize.side, ("allied", "axis"))
        if prize.id not in points:
            found.append(
                Fault(FILE, 0, "prize.id", prize.id, "is not a place or bridge on the map")
            )
    return found

"""Orders as records: what is understood of the lines of a sheet (5.1), as the position keeps it.

A `Line` is for troops. Everything else that a sheet may say is a chore: one record for each
kind, each with its team first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bocage.engine.records import record
from bocage.games.opcom.board.sky import NO_ZONE
from bocage.games.opcom.board.ways import Point


@record
@dataclass(frozen=True, slots=True)
class Line:
    """One line of a sheet for troops, its names found."""

    team: int
    number: int
    """On the sheet, from 1."""
    units: tuple[int, ...]
    action: int
    posture: int
    words: str
    goal: tuple[int, ...] = ()
    """East and north of where it goes, or nothing."""
    goal_name: str = ""
    route: tuple[Point, ...] = ()
    follow: int = -1
    """The unit behind which it goes, or -1."""
    support: tuple[tuple[int, int], ...] = ()
    """Guns, each with 1 if it fires only in the first attack."""
    squadrons: int = 0
    cab_rank: int = 0
    ammo: int = -1
    """Allotted (reading 6.5); -1 where the sheet does not say."""
    fuel: int = -1
    stand_fast: int = 0
    counter_attack: int = 0
    night: int = 0
    column: int = 0
    """In road column."""
    after: int = 0
    """1: moves once the fights are over."""
    infiltrate: int = 0
    priority: int = 9
    lift: int = -1
    """The transport unit that lifts its battalions on foot (reading 3.8), or -1."""
    route_names: tuple[str, ...] = ()
    """The places of its route, as the team finds them on its map."""


PARK: Final = -2
"""The target of supplies that are parked."""


@record
@dataclass(frozen=True, slots=True)
class Supply:
    """Supplies from one holder to another (11.0)."""

    team: int
    source: int
    target: int
    """A holder, or `PARK`."""
    ammo: int
    fuel: int
    carrier: int
    """The transport column that takes them, or -1."""
    where: tuple[int, ...] = ()
    """East and north of where they are parked, or nothing for where they are."""


@record
@dataclass(frozen=True, slots=True)
class DumpMove:
    """A dump goes to another place (11.1)."""

    team: int
    dump: int
    x: int
    y: int
    name: str


@record
@dataclass(frozen=True, slots=True)
class Attachment:
    """Units come under another formation (9.6.b)."""

    team: int
    units: tuple[int, ...]
    formation: str


@record
@dataclass(frozen=True, slots=True)
class Demolition:
    """A bridge is to be blown (8)."""

    team: int
    crossing: int


@record
@dataclass(frozen=True, slots=True)
class Construction:
    """Engineers and bridging columns build a bridge (reading 5.4)."""

    team: int
    crossing: int
    engineers: int
    columns: tuple[int, ...]


@record
@dataclass(frozen=True, slots=True)
class FireMission:
    """Guns fire on a place (9.16)."""

    team: int
    guns: tuple[int, ...]
    x: int
    y: int
    name: str


@record
@dataclass(frozen=True, slots=True)
class CounterFire:
    """Guns wait for enemy guns to fire (9.17)."""

    team: int
    guns: tuple[int, ...]


@record
@dataclass(frozen=True, slots=True)
class Train:
    """A unit takes a train to a station (6.4)."""

    team: int
    unit: int
    x: int
    y: int
    name: str


@record
@dataclass(frozen=True, slots=True)
class Dispatch:
    """A message to another headquarters, as written (reading 10.9)."""

    team: int
    to: int
    number: int
    """On the sheet."""
    by: str
    text: str


@record
@dataclass(frozen=True, slots=True)
class Mission:
    """One air line (12), its names found."""

    team: int
    number: int
    mission: str
    squadrons: tuple[int, ...] = ()
    """Air units, by number."""
    zone: int = NO_ZONE
    x: int = 0
    y: int = 0
    where: str = ""
    """The target in words."""
    units: tuple[int, ...] = ()
    """Whom close support is for."""
    lift: int = -1
    site: str = ""
    """Where a lift goes instead, by the id of a drop zone; or `at` for the point."""
    crossing: int = -1
    night: int = 0


@record
@dataclass(frozen=True, slots=True)
class Sail:
    """A fleet takes up a sea zone (reading 12.7)."""

    team: int
    fleet: int
    zone: str


@record
@dataclass(frozen=True, slots=True)
class Bombardment:
    """A fleet fires on a place."""

    team: int
    fleet: int
    x: int
    y: int
    name: str


@record
@dataclass(frozen=True, slots=True)
class Diversion:
    """A convoy is sent to another beach (reading 12.8)."""

    team: int
    convoy: int
    beach: int


@record
@dataclass(frozen=True, slots=True)
class ShipStrike:
    """Squadrons strike at ships in a sea zone."""

    team: int
    squadrons: tuple[int, ...]
    zone: str


@record
@dataclass(frozen=True, slots=True)
class BlockShip:
    """Block-ships are sunk in a port."""

    team: int
    port: int


@record
@dataclass(frozen=True, slots=True)
class Cratering:
    """A unit blows up the runways of an airfield (reading 12.11)."""

    team: int
    area: str
    unit: int


SeaChore = Sail | Bombardment | Diversion | ShipStrike | BlockShip | Cratering
Chore = (
    Supply
    | DumpMove
    | Attachment
    | Demolition
    | Construction
    | FireMission
    | CounterFire
    | Train
    | Dispatch
    | Mission
    | SeaChore
)
"""Whatever a sheet orders besides troops."""

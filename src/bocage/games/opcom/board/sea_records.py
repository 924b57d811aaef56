"""The sea of a scenario: convoys, coast batteries, beaches and ports, fleets.

They stand in `scenario.toml`; a scenario without a `[[convoy]]` has no sea. Sea zones and
beaches are areas and places of the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bocage.games.opcom.board.rows import FILE, Needs, rows_of
from bocage.tables import Asker, Fault

CALIBRES: Final = ("9.2in", "6in", "6-pdr")
GRADES: Final = ("good", "fair", "poor", "bad", "port")
FLEETS: Final = ("battleships", "force")


@dataclass(frozen=True, slots=True)
class Convoy:
    """A group that makes the passage together: a division, the armour (reading 12.2)."""

    id: str
    team: str
    """The seat of the navy that sails it."""
    name: str
    beach: str
    """Where it is to land, by the id of a beach or port."""
    formations: tuple[str, ...]
    """Divisions or brigades whose seaborne units are aboard."""


@dataclass(frozen=True, slots=True)
class Battery:
    """Coast guns with their own magazine (reading 12.3)."""

    unit: str
    calibre: str
    magazine: int


@dataclass(frozen=True, slots=True)
class Beach:
    """Where troops come ashore (reading 12.4)."""

    id: str
    """A place of the map."""
    zone: str
    """The sea zone before it, by the id of its area."""
    grade: str
    capacity: int
    """Unit points a turn, unhindered."""
    south: bool = False
    """On the south coast, where the swell is less in summer (reading 12.6)."""
    silent: tuple[str, ...] = ()
    """Batteries that must be silent, or it counts as under fire."""
    work: int = 0
    """Turns of engineers before it can be used at all: ports."""
    dump: str = ""
    """The dump that is filled over it."""
    most: int = 0
    """Supply points a turn at most."""


@dataclass(frozen=True, slots=True)
class Fleet:
    """Ships that are ordered to a sea zone."""

    id: str
    team: str
    name: str
    kind: str
    """`battleships` escort and bombard; a `force` hunts convoys."""
    sails_by: int = 0
    """The last turn in which it must be ordered to sea; 0 where it is there."""
    comes: int = 0
    """The turn in which it then arrives, if the die allows."""
    die: int = 1
    """The least die on which it gets through."""


@dataclass(frozen=True, slots=True)
class SeaData:
    """All of a scenario's sea."""

    convoys: tuple[Convoy, ...] = ()
    batteries: tuple[Battery, ...] = ()
    beaches: tuple[Beach, ...] = ()
    fleets: tuple[Fleet, ...] = ()
    base_ammo: int = 0
    base_fuel: int = 0
    """What lies at the base overseas."""


def read_sea(data: Mapping[str, object], faults: list[Fault]) -> SeaData:
    """Return the sea of a scenario; nothing where it has none."""
    base = Asker(FILE, data, faults)
    return SeaData(
        rows_of(data, "convoy", Convoy, faults),
        rows_of(data, "battery", Battery, faults),
        rows_of(data, "beach", Beach, faults),
        rows_of(data, "fleet", Fleet, faults),
        int(base.number("overseas.ammo")) if "overseas" in data else 0,
        int(base.number("overseas.fuel")) if "overseas" in data else 0,
    )


def checked(
    sea: SeaData, seats: set[str], units: Iterable[tuple[str, str, str, str]], dumps: set[str]
) -> list[Fault]:
    """What the sea says of units, dumps and itself must be there.

    Args:
        sea: what was read.
        seats: the seats of the teams.
        units: of every unit its id, how it arrives, its division and its brigade.
        dumps: the ids of all dumps.
    """
    if not sea.convoys:
        return []
    found: list[Fault] = []
    known = list(units)

    need = Needs(FILE, found).one_of
    beaches = {beach.id for beach in sea.beaches}
    for i, convoy in enumerate(sea.convoys):
        need(i, "team", convoy.team, seats, "convoy")
        need(i, "beach", convoy.beach, beaches, "convoy")
    for i, battery in enumerate(sea.batteries):
        need(i, "unit", battery.unit, {unit for unit, *_ in known}, "battery")
        need(i, "calibre", battery.calibre, CALIBRES, "battery")
    for i, beach in enumerate(sea.beaches):
        need(i, "grade", beach.grade, GRADES, "beach")
        need(i, "dump", beach.dump, {*dumps, ""}, "beach")
        for each in beach.silent:
            need(i, "silent", each, {battery.unit for battery in sea.batteries}, "beach")
    for i, fleet in enumerate(sea.fleets):
        need(i, "team", fleet.team, seats, "fleet")
        need(i, "kind", fleet.kind, FLEETS, "fleet")
    for unit, mode, division, brigade in known:
        aboard = [c.id for c in sea.convoys if {division, brigade} & set(c.formations)]
        if mode.startswith("sea") and len(aboard) != 1:
            reason = f"comes by sea and is aboard {', '.join(aboard) or 'no convoy'}"
            found.append(Fault("oob.csv", 0, "arrival_mode", unit, reason))
    return found

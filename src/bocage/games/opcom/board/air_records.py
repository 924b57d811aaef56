"""The tables of a scenario's air: squadrons and serials, lifts, airstrips, air liaison, flak.

`air.csv` and `lifts.csv` lie beside `oob.csv`; a scenario without them has no air war of its
own. Liaison, airstrips and flak that is not a unit stand in `scenario.toml`. Air zones, drop
zones and airfields are areas of the map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bocage.games.opcom.board.rows import FILE, Needs, records_if_there, rows_of, switch
from bocage.tables import Fault, Table, fields

ROLES: Final = (
    *("fighter", "ground attack", "medium bomber", "heavy bomber"),
    *("recce", "transport", "anti-ship"),
)
FLIES: Final = ("day", "night", "both")
MODES: Final = ("parachute", "glider", "landing", "supply")
FLAK: Final = ("heavy", "light")


@dataclass(frozen=True, slots=True)
class AirUnit:
    """Squadrons or serials that are ordered together: a row of `air.csv`."""

    id: str
    team: str
    """The seat of the team that orders it."""
    name: str
    role: str
    strength: int
    """Squadrons; of transport aircraft serials."""
    base: str
    """Where it lies: an airfield of the map by its id, or a name elsewhere."""
    basing: str
    """`Europe` for bases on the continent, from which cab ranks fly (9.12.f); else another word."""
    from_turn: int
    to_turn: int
    """The turns in which it can be ordered."""
    flies: str
    """By day, by night, or both."""
    release: int
    """Where it is shared: the highest die on which it may fly in a turn; 0 if it always may."""
    notes: str
    confidence: str


@dataclass(frozen=True, slots=True)
class Lift:
    """What serials carry to one place at one time: a row of `lifts.csv`."""

    id: str
    team: str
    """The seat of the team that orders it."""
    by: str
    """The serials that fly it, a row of `air.csv`."""
    serials: int
    mode: str
    zone: str
    """The drop zone or airfield of the map."""
    turn: int
    """As planned; it flies in the first turn from then on that the weather allows."""
    turn_hist: str
    """When it was flown, if that was another turn."""
    last_turn: int
    """After it the lift is given up."""
    night: bool
    units: tuple[str, ...]
    """Who is carried, by id; none if it carries only supplies."""
    ammo: int
    fuel: int
    """Supply points that are carried."""
    to: str
    """The unit that the supplies are for; its nation says which ammunition."""
    route: tuple[tuple[float, float], ...]
    """Latitude and longitude of the way in, from the edge of the map to the zone."""
    note: str


@dataclass(frozen=True, slots=True)
class Liaison:
    """A Tentacle or Flivo with a unit (9.12.b)."""

    unit: str
    name: str


@dataclass(frozen=True, slots=True)
class Airstrip:
    """An airfield of the map on which aircraft may land (12.a)."""

    area: str
    """The airfield, by the id of its area."""
    side: str
    """Whose it is at the beginning; nothing for nobody's."""
    capacity: int
    """Unit points a turn that can be landed (reading 9.11)."""
    open_turn: int = 1
    """The first turn in which it can be used."""
    afdag_turn: int = 0
    """The turn from which an AFDAG works there; 0 for never."""


@dataclass(frozen=True, slots=True)
class FixedFlak:
    """Flak that stands somewhere and is not a unit."""

    id: str
    name: str
    side: str
    kind: str
    lat: float
    lon: float
    strays: int = 0
    """Reading 8.24: fires only at lifts that lose their way: those that roll so little or less."""
    lifts: Sequence[str] = ()
    """The lifts that may lose their way to it."""


@dataclass(frozen=True, slots=True)
class Habit:
    """Reading 8.24: how some squadrons fly."""

    squadrons: Sequence[str]
    with_transports: bool = False
    """Whether they fly only in turns in which transports of their side do."""
    met_on: int = 6
    """The highest die on which fighters can meet them."""


@dataclass(frozen=True, slots=True)
class Rejoin:
    """Reading 9.16: a part of a unit that comes with another lift."""

    unit: str
    lift: str
    steps: int = 1


@dataclass(frozen=True, slots=True)
class AirData:
    """All of a scenario's air."""

    units: tuple[AirUnit, ...] = ()
    lifts: tuple[Lift, ...] = ()
    liaison: tuple[Liaison, ...] = ()
    strips: tuple[Airstrip, ...] = ()
    flak: tuple[FixedFlak, ...] = ()
    axis_close_support: bool = False
    """Reading 4.16: whether the Axis flies close support at all."""
    habits: tuple[Habit, ...] = ()
    rejoins: tuple[Rejoin, ...] = ()


def _ids(value: str) -> tuple[str, ...]:
    """Ids with blanks or semicolons between."""
    return tuple(value.replace(";", " ").split())


def _points(value: str) -> tuple[tuple[float, float], ...]:
    """`51.9 4.1;51.8 5.2`: latitude and longitude, with semicolons between."""
    found: list[tuple[float, float]] = []
    for each in value.split(";"):
        if not each.strip():
            continue
        parts = each.split()
        try:
            lat, lon = (float(part) for part in parts)
        except ValueError:
            raise fields.FieldError("expected points such as 51.9 4.1;51.8 5.2") from None
        found.append((lat, lon))
    return tuple(found)


AIR: Final = Table(
    "air.csv",
    AirUnit,
    (
        ("id", fields.needed),
        ("team", fields.needed),
        ("name", fields.needed),
        ("role", fields.word(ROLES)),
        ("strength", fields.integer(1, 40)),
        ("base", fields.needed),
        ("basing", fields.needed),
        ("from_turn", fields.integer(1, 99)),
        ("to_turn", fields.integer(1, 99)),
        ("flies", fields.word(FLIES)),
        ("release", fields.whole),
        ("notes", fields.text),
        ("confidence", fields.word(("A", "B", "C"))),
    ),
    ("id",),
)
LIFTS: Final = Table(
    "lifts.csv",
    Lift,
    (
        ("id", fields.needed),
        ("team", fields.needed),
        ("by", fields.needed),
        ("serials", fields.integer(1, 40)),
        ("mode", fields.word(MODES)),
        ("zone", fields.needed),
        ("turn", fields.integer(1, 99)),
        ("turn_hist", fields.text),
        ("last_turn", fields.integer(1, 99)),
        ("night", fields.yes_or_no),
        ("units", _ids),
        ("ammo", fields.whole),
        ("fuel", fields.whole),
        ("to", fields.text),
        ("route", _points),
        ("note", fields.text),
    ),
    ("id",),
)


def read_air(
    here: Path | Traversable,
    data: Mapping[str, object],
    faults: list[Fault],
    lines: dict[str, list[int]],
) -> AirData:
    """Return the air of a scenario's folder; nothing where it has none.

    It adds to `lines` the line of its file on which each row stands.
    """
    units = records_if_there(here, AIR, faults, lines)
    lifts = records_if_there(here, LIFTS, faults, lines)
    return AirData(
        tuple(units),
        tuple(lifts),
        rows_of(data, "liaison", Liaison, faults),
        rows_of(data, "airstrip", Airstrip, faults),
        rows_of(data, "flak", FixedFlak, faults),
        switch(data, "axis_close_support", FILE, faults),
        rows_of(data, "habit", Habit, faults),
        rows_of(data, "rejoin", Rejoin, faults),
    )


def checked(
    air: AirData,
    seats: set[str],
    units: Mapping[str, str],
    lines: Mapping[str, Sequence[int]] = MappingProxyType({}),
) -> list[Fault]:
    """What the tables of the air say of each other and of units must be there.

    Args:
        air: what was read.
        seats: the seats of the teams.
        units: the ids of all units, each with how it moves.
        lines: on which line of its file each row stands.
    """
    found: list[Fault] = []
    here = Needs(FILE, found)
    flying = Needs(AIR.file, found, lines.get(AIR.file, ()))
    lifted = Needs(LIFTS.file, found, lines.get(LIFTS.file, ()))
    rows = {each.id: each for each in air.units}
    carriers = {each.id for each in air.units if each.role == "transport"}
    for i, row in enumerate(air.units):
        flying.one_of(i, "team", row.team, seats)
        if row.from_turn > row.to_turn:
            flying.fault(i, "to_turn", str(row.to_turn), f"{row.id} ends first")
        if row.release > 6:
            flying.fault(i, "release", str(row.release), "is not a face of a die")
    lifts = {each.id for each in air.lifts}
    for i, habit in enumerate(air.habits):
        for name in habit.squadrons:
            here.one_of(i, "squadrons", name, set(rows), "habit")
    for i, part in enumerate(air.rejoins):
        here.one_of(i, "unit", part.unit, set(units), "rejoin")
        here.one_of(i, "lift", part.lift, lifts, "rejoin")
    aboard: set[str] = set()
    for i, lift in enumerate(air.lifts):
        lifted.one_of(i, "team", lift.team, seats)
        lifted.one_of(i, "by", lift.by, carriers)
        if lift.by in rows and lift.serials > rows[lift.by].strength:
            reason = f"{lift.by} has {rows[lift.by].strength} serials"
            lifted.fault(i, "serials", str(lift.serials), reason)
        for each in lift.units:
            lifted.one_of(i, "units", each, set(units))
        if lift.ammo + lift.fuel:
            lifted.one_of(i, "to", lift.to, set(units))
        if (lift.mode == "supply") == bool(lift.units):
            reason = "troops or supplies: supplies are carried by lifts without units"
            lifted.fault(i, "units", lift.id, reason)
        for each in sorted(aboard & set(lift.units)):
            lifted.fault(i, "units", each, "is carried by two lifts")
        aboard |= set(lift.units)
    for i, liaison in enumerate(air.liaison):
        here.one_of(i, "unit", liaison.unit, set(units), "liaison")
    for i, flak in enumerate(air.flak):
        for name in flak.lifts:
            here.one_of(i, "lifts", name, lifts, "flak")
        here.one_of(i, "kind", flak.kind, set(FLAK), "flak")
        here.one_of(i, "side", flak.side, {"allied", "axis"}, "flak")
    for i, strip in enumerate(air.strips):
        here.one_of(i, "side", strip.side, {"allied", "axis", ""}, "airstrip")
    return found

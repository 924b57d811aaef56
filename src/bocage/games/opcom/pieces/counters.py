"""The counters of OP COM: unit profiles (Annex A), scenario units, and markers.

Control's counters show the status profile, players' counters do not (9). Symbols are
those of Annex B.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bocage.games.markers import MARKERS, Marker
from bocage.games.opcom.pieces.profiles import Profile, read_status
from bocage.games.places import data_of
from bocage.tables import DataError, Fault, Table, fields, read_records

SCENARIOS: Final[Mapping[str, str]] = {
    "market_garden": "Market Garden",
    "malta": "Malta (C3)",
    "joes_bridge": "Joe's Bridge",
}
SIDES: Final = ("allied", "axis")
NATIONS: Final = (
    *("us", "uk", "poland", "netherlands", "belgium", "malta"),
    *("heer", "ss", "luftwaffe", "italy"),
)
SYMBOLS: Final[Mapping[str, str]] = {
    "Anti Tank": "anti-tank",
    "Transport / Logs": "transport",
    "Mountain Inf": "mountain",
    "Airborne Arty": "airborne artillery",
    "Paras": "parachute",
    "AA Arty": "anti-aircraft",
    "Engineers": "engineers",
    "Infantry": "infantry",
    "Armour": "armour",
    "Mechanised": "mechanised",
    "Cavalry": "cavalry",
    "Recce": "recce",
    "Artillery": "artillery",
    "SP Artillery": "SP artillery",
    "Armoured Engineers": "armoured engineers",
    "Airborne Engineers": "airborne engineers",
    "Glider Infantry": "glider",
    "Mountain Arty": "mountain artillery",
    "HQ": "HQ",
    "Blank": "blank",
    "Bridging Column": "bridging",
}
"""Annex B, in its order, each with the glyph that draws it."""
MOBILITIES: Final = ("foot", "motor", "towed", "tank", "recce", "static", "dump")
ECHELONS: Final = ("I", "II", "III", "X", "XX", "XXX", "XXXX", "XXXXX")


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a scenario."""

    id: str
    team: str
    side: str
    nation: str
    army: str
    corps: str
    division: str
    brigade: str
    name: str
    label: str
    """The name as short as it must be on the counter."""
    formation: str
    """The formation above it, as short."""
    symbol: str
    echelon: str
    profile: str
    start_step: int
    """Steps lost before the game begins."""
    size_points: int
    logistics_lift: int
    mobility: str
    light_infantry: bool
    arrival_turn: int
    arrival_turn_hist: str
    arrival_mode: str
    arrival_place: str
    lat: float
    lon: float
    arrival_place_hist: str
    lat_hist: float | None
    lon_hist: float | None
    notes: str
    confidence: str


@dataclass(frozen=True, slots=True)
class Counters:
    """The counters of one scenario."""

    scenario: str
    units: tuple[Unit, ...]
    profiles: Mapping[str, Profile]
    markers: tuple[Marker, ...]


PROFILES: Final = Table(
    "profiles.csv",
    Profile,
    (
        ("id", fields.needed),
        ("nation", fields.needed),
        ("description", fields.needed),
        ("status", read_status),
        ("size_points", fields.integer(0, 9)),
        ("logistics_lift", fields.integer(0, 99)),
        ("mobility", fields.word(MOBILITIES)),
        ("symbol", fields.word(SYMBOLS)),
        ("annex_a", fields.yes_or_no),
    ),
    ("id",),
)
_degrees = fields.number(-180, 180)
OOB: Final = Table(
    "oob.csv",
    Unit,
    (
        ("id", fields.needed),
        ("team", fields.needed),
        ("side", fields.word(SIDES)),
        ("nation", fields.word(NATIONS)),
        ("army", fields.text),
        ("corps", fields.text),
        ("division", fields.text),
        ("brigade", fields.text),
        ("name", fields.needed),
        ("label", fields.needed),
        ("formation", fields.text),
        ("symbol", fields.word(SYMBOLS)),
        ("echelon", fields.word(ECHELONS)),
        ("profile", fields.needed),
        ("start_step", fields.integer(0, 7)),
        ("size_points", fields.integer(0, 9)),
        ("logistics_lift", fields.integer(0, 99)),
        ("mobility", fields.word(MOBILITIES)),
        ("light_infantry", fields.yes_or_no),
        ("arrival_turn", fields.integer(0, 99)),
        ("arrival_turn_hist", fields.text),
        ("arrival_mode", fields.text),
        ("arrival_place", fields.text),
        ("lat", _degrees),
        ("lon", _degrees),
        ("arrival_place_hist", fields.text),
        ("lat_hist", fields.maybe(_degrees)),
        ("lon_hist", fields.maybe(_degrees)),
        ("notes", fields.text),
        ("confidence", fields.word(("A", "B", "C"))),
    ),
    ("id",),
)


def load_markers(folder: Path | None = None) -> tuple[Marker, ...]:
    """Return the markers that lie on the map, from a folder or from what comes with the game.

    Raises:
        DataError: they cannot be read; the error lists everything found.
    """
    faults: list[Fault] = []
    found = read_records(data_of("opcom", folder), MARKERS, faults)
    if faults:
        raise DataError("opcom", faults)
    return tuple(marker for _, marker in found)


def load(scenario: str, folder: Path | None = None) -> Counters:
    """Return the counters of a scenario, from a folder or from what comes with the game.

    Raises:
        KeyError: there is no such scenario.
        DataError: something cannot be read; the error lists everything found.
    """
    if scenario not in SCENARIOS:
        raise KeyError(f"there is no scenario '{scenario}'; there are {', '.join(SCENARIOS)}")
    faults: list[Fault] = []
    where = data_of("opcom", folder)
    profiles: dict[str, Profile] = {p.id: p for _, p in read_records(where, PROFILES, faults)}
    units = read_records(where / scenario, OOB, faults)
    markers = read_records(where, MARKERS, faults)
    for row, unit in units:
        faults.extend(_checked(row, unit, profiles))
    if faults:
        raise DataError(f"opcom, {scenario}", faults)
    made = tuple(u for _, u in units)
    return Counters(scenario, made, profiles, tuple(m for _, m in markers))


def _checked(row: int, unit: Unit, profiles: Mapping[str, Profile]) -> Iterator[Fault]:
    profile = profiles.get(unit.profile)
    if profile is None:
        yield Fault(OOB.file, row, "profile", unit.profile, "profiles.csv has no such row")
    elif unit.start_step >= len(profile.status.levels):
        reason = f"{unit.profile} has {len(profile.status.levels)} levels"
        yield Fault(OOB.file, row, "start_step", str(unit.start_step), reason)
    axis = unit.nation in ("heer", "ss", "luftwaffe", "italy")
    if axis != (unit.side == "axis"):
        yield Fault(OOB.file, row, "nation", unit.nation, f"is not on the {unit.side} side")

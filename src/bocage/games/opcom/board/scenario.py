"""The tables of a scenario: teams, groupings, turns, supplies, air and ground advantages.

A folder has `scenario.toml`, `oob.csv`, `turns.csv` and `supplies.csv`. Everything is checked
before anything is played, and every fault is reported with its file, row and field.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from bocage.games.opcom.board.air_records import AirData, read_air
from bocage.games.opcom.board.air_records import checked as air_checked
from bocage.games.opcom.board.rows import FILE, rows_of
from bocage.games.opcom.board.sea_records import SeaData, read_sea
from bocage.games.opcom.board.sea_records import checked as sea_checked
from bocage.games.opcom.debrief.records import DebriefData, read_debrief
from bocage.games.opcom.pieces.counters import NATIONS, OOB, PROFILES, SIDES, Unit
from bocage.games.opcom.pieces.profiles import Profile
from bocage.games.places import Folder, data_of
from bocage.tables import DataError, Fault, Table, fields, read_records, read_toml

FOLDERS: Final[Mapping[str, str]] = {
    "joes-bridge": "joes_bridge",
    "arnhem-bridge": "arnhem_bridge",
    "second-lift": "second_lift",
    "market-garden": "market_garden",
    "malta": "malta",
}
"""Scenarios that can be played, the first by default, and where their tables lie."""
_SUPPORT: Final = ("yes", "limited", "no")
_FLYING: Final = ("yes", "part", "supply", "no")
"""Whether transports fly: all, some serials, supplies alone, none."""


@dataclass(frozen=True, slots=True)
class Team:
    """Players at one headquarters."""

    seat: str
    """One word, for the log."""
    name: str
    side: str
    objectives: tuple[str, ...]
    """Places that matter to it, for standing sheets and commanders."""
    hq: str = ""
    """The unit in which it sits, where it has one."""
    under: str = ""
    """The seat of the headquarters above it, if that is played."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """Units with one task, called by one name (5.0)."""

    name: str
    team: str
    units: tuple[str, ...]
    hq: str


@dataclass(frozen=True, slots=True)
class VitalSpot:
    """A spot that a side's units do not leave while they have a step to give (9.14.2)."""

    side: str
    name: str
    lat: float
    lon: float
    radius_km: float


@dataclass(frozen=True, slots=True)
class GroundAdvantage:
    """A place whose holder may have a clear tactical advantage (9.10.1)."""

    side: str
    lat: float
    lon: float
    radius_km: float
    why: str


@dataclass(frozen=True, slots=True)
class AirSupport:
    """Squadrons that a team may ask for in a turn (9.12)."""

    team: str
    turn: int
    squadrons: int
    cab_rank: int
    liaison: bool


@dataclass(frozen=True, slots=True)
class Train:
    """Lift by rail that a team has, in unit points (6.4)."""

    team: str
    lift: int
    late: int = 0
    """Reading 3.23: the highest die on which a train of this team is a turn late."""


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A half day: its hours of light, its weather."""

    turn: int
    date: str
    half: str
    daylight: int
    night: int
    road_delay: bool
    close_support: str
    flying: str
    """Whether transports fly: yes, part, supply or no."""
    weather: str
    """In words, for reports."""
    note: str


@dataclass(frozen=True, slots=True)
class SupplyRow:
    """A stack that a unit carries, or a dump."""

    id: str
    team: str
    kind: str
    holder: str
    name: str
    lat: float | None
    lon: float | None
    ammo: int
    fuel: int
    delivers: int
    range_km: float
    daily_ammo: int
    daily_fuel: int
    from_turn: int
    """When a dump comes into being; stacks come with their unit."""
    daily_from: int
    """The first turn in whose morning something comes up from the rear."""
    road_from: str
    """The dump from which the road must be open for that, or nothing."""
    first_delivers: int | None
    """What it delivers in the first turn, where that is less."""


@dataclass(frozen=True, slots=True)
class ScenarioData:
    """Everything that a folder says."""

    id: str
    title: str
    description: str
    map: str
    begins: datetime.date
    teams: tuple[Team, ...]
    groupings: tuple[Grouping, ...]
    advantages: tuple[GroundAdvantage, ...]
    vital: tuple[VitalSpot, ...]
    air: tuple[AirSupport, ...]
    trains: tuple[Train, ...]
    sky: AirData
    """Squadrons, serials, lifts and what belongs to them (12)."""
    sea: SeaData
    """Convoys, coast guns and beaches (readings 12)."""
    debrief: DebriefData
    """What it is scored by (readings 11)."""
    turns: tuple[TurnRow, ...]
    supplies: tuple[SupplyRow, ...]
    units: tuple[Unit, ...]
    profiles: Mapping[str, Profile]


_degrees = fields.maybe(fields.number(-180, 180))
_number = fields.number(0, 999, empty=0)


def _count(value: str) -> int:
    """Return a number of points; nothing is none."""
    return int(_number(value))


TURNS: Final = Table(
    "turns.csv",
    TurnRow,
    (
        ("turn", fields.integer(1, 99)),
        ("date", fields.needed),
        ("half", fields.word(("am", "pm"))),
        ("daylight", fields.integer(1, 12)),
        ("night", fields.integer(0, 11)),
        ("road_delay", fields.yes_or_no),
        ("close_support", fields.word(_SUPPORT)),
        ("flying", fields.word(_FLYING)),
        ("weather", fields.text),
        ("note", fields.text),
    ),
    ("turn",),
)
SUPPLIES: Final = Table(
    "supplies.csv",
    SupplyRow,
    (
        ("id", fields.needed),
        ("team", fields.needed),
        ("kind", fields.word(("stack", "dump"))),
        ("holder", fields.text),
        ("name", fields.needed),
        ("lat", _degrees),
        ("lon", _degrees),
        ("ammo", fields.integer(0, 999)),
        ("fuel", fields.integer(0, 999)),
        ("delivers", _count),
        ("range_km", _count),
        ("daily_ammo", _count),
        ("daily_fuel", _count),
        ("from_turn", _count),
        ("daily_from", _count),
        ("road_from", fields.text),
        ("first_delivers", fields.maybe(fields.integer(0, 999))),
    ),
    ("id",),
)


def known_scenarios(folder: Path | None = None) -> tuple[str, ...]:
    """Return the names of all scenarios that can be played, ours first."""
    return (*FOLDERS, *(() if folder is not None else own_scenarios()))


def folder_of(name: str, folder: Path | None = None) -> Folder:
    """Return the folder of a scenario's tables: with ours, in a user's data, or among the user's
    own scenarios.

    Raises:
        KeyError: there is no such scenario.
    """
    own = own_scenarios() if folder is None and name not in FOLDERS else {}
    return own[name] if name in own else data_of("opcom", folder) / FOLDERS[name]


def scenario_words(name: str, folder: Path | None = None) -> tuple[str, str]:
    """Title and description of a scenario, without reading anything else of it.

    Raises:
        DataError: its file cannot be read.
    """
    faults: list[Fault] = []
    data = read_toml(folder_of(name, folder) / FILE, faults) or {}
    if faults:
        raise DataError(f"opcom, {name}", faults)
    return str(data.get("title", "")), str(data.get("description", ""))


def load_scenario(name: str, folder: Path | None = None) -> ScenarioData:
    """Return the tables of a scenario, from somebody's own folder or from ours.

    Raises:
        KeyError: there is no such scenario.
        DataError: something cannot be read; the error lists everything found.
    """
    where = data_of("opcom", folder)
    faults: list[Fault] = []
    here = folder_of(name, folder)
    data = read_toml(here / FILE, faults) or {}
    profiles: dict[str, Profile] = {p.id: p for _, p in read_records(where, PROFILES, faults)}
    if (here / PROFILES.file).is_file():
        profiles |= {p.id: p for _, p in read_records(here, PROFILES, faults)}
    units = [each for _, each in read_records(here, OOB, faults)]
    turns = [each for _, each in read_records(here, TURNS, faults)]
    supplies = [each for _, each in read_records(here, SUPPLIES, faults)]
    made = ScenarioData(
        id=name,
        title=str(data.get("title", "")),
        description=str(data.get("description", "")),
        map=_map_of(here, str(data.get("map", ""))),
        begins=cast("datetime.date", data.get("begins", datetime.date(1944, 1, 1))),
        teams=rows_of(data, "team", Team, faults),
        groupings=rows_of(data, "grouping", Grouping, faults, hq=""),
        advantages=rows_of(data, "advantage", GroundAdvantage, faults),
        vital=rows_of(data, "vital", VitalSpot, faults),
        air=rows_of(data, "air", AirSupport, faults),
        trains=rows_of(data, "train", Train, faults),
        sky=read_air(here, data, faults),
        sea=read_sea(data, faults),
        debrief=read_debrief(here, faults),
        turns=tuple(turns),
        supplies=tuple(supplies),
        units=tuple(units),
        profiles=profiles,
    )
    if not faults:
        faults += _checked(made)
    if faults:
        raise DataError(f"opcom, {name}", faults)
    return made


def _map_of(here: Folder, name: str) -> str:
    """Return a pack that lies beside the tables, by its path; else the name of a theatre."""
    return str(here / name) if name and (here / name / "pack.toml").is_file() else name


def _checked(made: ScenarioData) -> list[Fault]:
    """What the tables say of each other must be there."""
    ids = {unit.id for unit in made.units}
    seats, names = {team.seat for team in made.teams}, {team.name for team in made.teams}
    found: list[Fault] = []

    def need(file: str, field: str, value: str, known: set[str]) -> None:
        if value not in known:
            found.append(Fault(file, 0, field, value, f"is none of {', '.join(sorted(known))}"))

    for unit in made.units:
        need("oob.csv", "team", unit.team, names)
        need("oob.csv", "profile", unit.profile, set(made.profiles))
        need("oob.csv", "nation", unit.nation, set(NATIONS))
    for team in made.teams:
        need(FILE, "team.side", team.side, set(SIDES))
        need(FILE, "team.seat", team.seat.replace(" ", "-"), {team.seat})
        need(FILE, "team.hq", team.hq, {*ids, ""})
        need(FILE, "team.under", team.under, {*seats, ""})
    for train in made.trains:
        need(FILE, "train.team", train.team, seats)
    for group in made.groupings:
        need(FILE, "grouping.team", group.team, seats)
        for each in (*group.units, *([group.hq] if group.hq else [])):
            need(FILE, "grouping.units", each, ids)
    for row in made.supplies:
        need("supplies.csv", "team", row.team, seats)
        need("supplies.csv", "road_from", row.road_from, {*(r.id for r in made.supplies), ""})
        if row.kind == "stack":
            need("supplies.csv", "holder", row.holder, ids)
            lift = sum(u.logistics_lift for u in made.units if u.id == row.holder)
            if row.ammo + row.fuel > lift:
                reason = f"{row.holder} carries {lift} points at most"
                found.append(Fault("supplies.csv", 0, "ammo", str(row.ammo + row.fuel), reason))
        elif row.lat is None or row.lon is None:
            found.append(Fault("supplies.csv", 0, "lat", "", f"{row.id} lies nowhere"))
    aboard = ((u.id, u.arrival_mode, u.division, u.brigade) for u in made.units)
    dumps = {row.id for row in made.supplies if row.kind == "dump"}
    found += sea_checked(made.sea, seats, aboard, dumps)
    found += air_checked(made.sky, seats, {u.id: u.mobility for u in made.units})
    if [row.turn for row in made.turns] != list(range(1, len(made.turns) + 1)):
        found.append(Fault("turns.csv", 0, "turn", "", "expected turns 1, 2, 3 and so on"))
    return found


VARIABLE: Final = "BOCAGE_SCENARIOS"


def own_scenarios() -> dict[str, Path]:
    """By name, which is that of its folder: every folder there with a `scenario.toml`."""
    root = os.environ.get(VARIABLE, "")
    if not root or not Path(root).is_dir():
        return {}
    return {
        each.name.replace("_", "-"): each
        for each in sorted(Path(root).iterdir())
        if (each / FILE).is_file()
    }

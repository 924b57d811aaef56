"""The tables of a scenario: teams, groupings, turns, supplies, air and ground advantages.

A folder has `scenario.toml`, `oob.csv`, `turns.csv` and `supplies.csv`. Everything is checked
before anything is played, and every fault is reported with its file, row and field.
"""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from bocage.games.opcom.board.air_records import AirData, read_air
from bocage.games.opcom.board.air_records import checked as air_checked
from bocage.games.opcom.board.own_rules import OwnCell, OwnFigure
from bocage.games.opcom.board.rows import FILE, Needs, records_if_there, rows_of
from bocage.games.opcom.board.sea_records import SeaData, read_sea
from bocage.games.opcom.board.sea_records import checked as sea_checked
from bocage.games.opcom.debrief.records import DebriefData, read_debrief
from bocage.games.opcom.pieces.counters import NATIONS, OOB, PROFILES, SIDES, Unit
from bocage.games.opcom.pieces.profiles import Profile
from bocage.games.places import Folder, data_of, user_folder
from bocage.maps import THEATRES
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
"""Whether transports fly: all, some serials, only supplies, none."""


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
    figures: tuple[OwnFigure, ...]
    """The figures that count here with another value."""
    cells: tuple[OwnCell, ...]
    """The cells of charts that are others here."""
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
    """Return a number of points; 0 for an empty cell."""
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
    """Title and description of a scenario, with what it says of its own rules.

    Nothing else of it is read. If the file of one of somebody's own cannot be read, the
    description says why.

    Raises:
        DataError: the file of one of ours cannot be read.
    """
    faults: list[Fault] = []
    data = read_toml(folder_of(name, folder) / FILE, faults) or {}
    if faults and name in FOLDERS:
        raise DataError(f"opcom, {name}", faults)
    if faults:
        return name, f"This scenario cannot be played: {faults[0]}"
    own = [each.words for each in rows_of(data, "figure", OwnFigure, faults)]
    own += [each.words for each in rows_of(data, "cell", OwnCell, faults, column="")]
    return str(data.get("title", "")) or name, " ".join([str(data.get("description", "")), *own])


def load_scenario(name: str, folder: Path | None = None) -> ScenarioData:
    """Return the tables of a scenario, from somebody's own folder or from ours.

    Raises:
        KeyError: there is no such scenario.
        DataError: something cannot be read; the error lists everything found.
    """
    return read_scenario(folder_of(name, folder), name, data_of("opcom", folder))


def read_scenario(here: Folder, name: str, where: Folder | None = None) -> ScenarioData:
    """The tables that lie in a folder, with the profiles of `where` and its own.

    Raises:
        DataError: something cannot be read; the error lists everything found.
    """
    where = where or data_of("opcom")
    faults: list[Fault] = []
    lines: dict[str, list[int]] = {}
    data = read_toml(here / FILE, faults) or {}
    profiles: dict[str, Profile] = {p.id: p for _, p in read_records(where, PROFILES, faults)}
    profiles |= {p.id: p for p in records_if_there(here, PROFILES, faults, lines)}
    made = ScenarioData(
        id=name,
        title=_text(data, "title", faults),
        description=_text(data, "description", faults),
        map=_map_of(here, _text(data, "map", faults), faults),
        begins=_begins(data, faults),
        teams=rows_of(data, "team", Team, faults),
        groupings=rows_of(data, "grouping", Grouping, faults, hq=""),
        advantages=rows_of(data, "advantage", GroundAdvantage, faults),
        vital=rows_of(data, "vital", VitalSpot, faults),
        air=rows_of(data, "air", AirSupport, faults),
        trains=rows_of(data, "train", Train, faults),
        figures=rows_of(data, "figure", OwnFigure, faults),
        cells=rows_of(data, "cell", OwnCell, faults, column=""),
        sky=read_air(here, data, faults, lines),
        sea=read_sea(data, faults),
        debrief=read_debrief(here, faults),
        turns=tuple(_needed(here, TURNS, faults, lines)),
        supplies=tuple(_needed(here, SUPPLIES, faults, lines)),
        units=tuple(_needed(here, OOB, faults, lines)),
        profiles=profiles,
    )
    if not faults:
        faults += _checked(made, lines)
    if faults:
        raise DataError(f"opcom, {name}", faults)
    return made


def _needed(
    here: Folder, table: Table, faults: list[Fault], lines: dict[str, list[int]]
) -> list[Any]:
    """Return the rows of a file that every scenario has."""
    found = read_records(here, table, faults)
    lines[table.file] = [line for line, _ in found]
    return [each for _, each in found]


def _text(data: Mapping[str, object], key: str, faults: list[Fault]) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        faults.append(Fault(FILE, 0, key, str(value)[:80], "expected a text"))
    return str(value)


def _begins(data: Mapping[str, object], faults: list[Fault]) -> datetime.date:
    """Return the first day, as TOML writes a date: without quotes."""
    value = data.get("begins", _BEGINS)
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value
    faults.append(Fault(FILE, 0, "begins", str(value)[:80], "expected a date such as 1944-09-17"))
    return _BEGINS


def _map_of(here: Folder, name: str, faults: list[Fault]) -> str:
    """Return a pack that lies beside the tables, by its path; else the name of a theatre."""
    if re.fullmatch(r"[\w-]+", name) and (here / name / "pack.toml").is_file():
        return str(here / name)
    theatres = [each.id for each in THEATRES]
    if name not in theatres:
        reason = f"is neither a map pack in this folder nor one of {', '.join(theatres)}"
        faults.append(Fault(FILE, 0, "map", name[:80], reason))
    return name


def _checked(made: ScenarioData, lines: Mapping[str, Sequence[int]]) -> list[Fault]:
    """What the tables say of each other must be there."""
    ids = {unit.id for unit in made.units}
    seats, names = {team.seat for team in made.teams}, {team.name for team in made.teams}
    found: list[Fault] = []
    here = Needs(FILE, found)
    _check_teams(made, here, found)
    in_oob = Needs(OOB.file, found, lines[OOB.file])
    if not made.units:
        found.append(Fault(OOB.file, 0, "", "", "has no units"))
    for i, unit in enumerate(made.units):
        if not _ID.fullmatch(unit.id):
            in_oob.fault(i, "id", unit.id, "expected one word of letters, digits, . / or -")
        in_oob.one_of(i, "team", unit.team, names)
        in_oob.one_of(i, "profile", unit.profile, set(made.profiles))
        in_oob.one_of(i, "nation", unit.nation, set(NATIONS))
        if unit.side not in {team.side for team in made.teams if team.name == unit.team} | {""}:
            in_oob.fault(i, "side", unit.side, f"is not the side of {unit.team}")
        profile = made.profiles.get(unit.profile)
        if profile is not None and unit.start_step >= len(profile.status.levels):
            reason = f"{unit.profile} has {len(profile.status.levels)} levels"
            in_oob.fault(i, "start_step", str(unit.start_step), reason)
    for i, train in enumerate(made.trains):
        here.one_of(i, "team", train.team, seats, "train")
    for i, asked in enumerate(made.air):
        here.one_of(i, "team", asked.team, seats, "air")
    for i, ground in enumerate(made.advantages):
        here.one_of(i, "side", ground.side, SIDES, "advantage")
    for i, spot in enumerate(made.vital):
        here.one_of(i, "side", spot.side, SIDES, "vital")
    for i, group in enumerate(made.groupings):
        here.one_of(i, "team", group.team, seats, "grouping")
        here.one_of(i, "hq", group.hq, {*ids, ""}, "grouping")
        for each in group.units:
            here.one_of(i, "units", each, ids, "grouping")
    _check_supplies(made, Needs(SUPPLIES.file, found, lines[SUPPLIES.file]), ids, seats)
    aboard = ((u.id, u.arrival_mode, u.division, u.brigade) for u in made.units)
    dumps = {row.id for row in made.supplies if row.kind == "dump"}
    found += sea_checked(made.sea, seats, aboard, dumps)
    found += air_checked(made.sky, seats, {u.id: u.mobility for u in made.units}, lines)
    if [row.turn for row in made.turns] != list(range(1, len(made.turns) + 1)) or not made.turns:
        found.append(Fault(TURNS.file, 0, "turn", "", "expected turns 1, 2, 3 and so on"))
    halves = [(row.date, row.half != "am") for row in made.turns]
    for i, (before, after) in enumerate(pairwise(halves), 1):
        if after <= before:
            reason = "this half day does not come after that of the turn before"
            found.append(Fault(TURNS.file, i + 2, "half", made.turns[i].half, reason))
    for i, row in enumerate(made.turns):
        if not _DATE.fullmatch(row.date):
            needs = Needs(TURNS.file, found, lines[TURNS.file])
            needs.fault(i, "date", row.date, "expected a date such as 1944-09-17")
    return found


def _check_teams(made: ScenarioData, here: Needs, found: list[Fault]) -> None:
    """Teams have a seat and a name of their own, and nobody is above themselves."""
    ids = {unit.id for unit in made.units}
    above = {team.seat: team.under for team in made.teams}
    if not made.teams:
        found.append(Fault(FILE, 0, "team", "", "there is no team"))
    for i, team in enumerate(made.teams):
        here.one_of(i, "side", team.side, SIDES, "team")
        here.one_of(i, "hq", team.hq, {*ids, ""}, "team")
        here.one_of(i, "under", team.under, {*above, ""}, "team")
        if not _ID.fullmatch(team.seat) or team.seat == CONTROL:
            here.fault(i, "seat", team.seat, f"expected one word, which is not {CONTROL}", "team")
        for field, value in (("seat", team.seat), ("name", team.name)):
            if sum(value == getattr(each, field) for each in made.teams) > 1:
                here.fault(i, field, value, "another team has this name too", "team")
        seat, passed = team.under, {team.seat}
        while seat and seat not in passed:
            passed.add(seat)
            seat = above.get(seat, "")
        if seat:
            here.fault(i, "under", team.under, "the chain of command runs in a circle", "team")


def _check_supplies(made: ScenarioData, here: Needs, ids: set[str], seats: set[str]) -> None:
    """Stacks are carried by somebody who can; dumps lie somewhere."""
    lifts = {unit.id: unit.logistics_lift for unit in made.units}
    rows = {row.id for row in made.supplies}
    armed = {team.seat for team in made.teams if any(u.team == team.name for u in made.units)}
    for i, row in enumerate(made.supplies):
        here.one_of(i, "team", row.team, seats)
        here.one_of(i, "road_from", row.road_from, {*rows, ""})
        if row.kind == "stack":
            here.one_of(i, "holder", row.holder, ids)
            lift = lifts.get(row.holder, 0)
            if row.ammo + row.fuel > lift and row.holder in ids:
                reason = f"{row.holder} carries {lift} points at most"
                here.fault(i, "ammo", str(row.ammo + row.fuel), reason)
        elif row.lat is None or row.lon is None:
            here.fault(i, "lat", "", f"{row.id} has no place on the map")
        elif row.team in seats - armed:
            here.fault(i, "team", row.team, "has no units in oob.csv that would use the dump")


VARIABLE: Final = "BOCAGE_SCENARIOS"
CONTROL: Final = "Control"
_BEGINS: Final = datetime.date(1944, 1, 1)
_ID: Final = re.compile(r"[A-Za-z0-9][\w./-]*")
_DATE: Final = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")


def own_folder() -> Path:
    """Where people's own scenarios lie: in their data folder, or where a variable says."""
    told = os.environ.get(VARIABLE, "")
    return Path(told) if told else user_folder() / "scenarios"


def own_scenarios() -> dict[str, Path]:
    """By name, which is that of its folder: every folder there with a `scenario.toml`."""
    root = own_folder()
    if not root.is_dir():
        return {}
    return {
        name: each
        for each in sorted(root.iterdir())
        if (each / FILE).is_file()
        and (name := each.name.replace("_", "-")) not in FOLDERS
        and not name.startswith(".")
    }

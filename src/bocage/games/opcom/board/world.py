"""What never changes in a scenario: units, teams, places, bridges, dumps, and the map's ways."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Final

from bocage.engine.actions import Names
from bocage.games.opcom.board.scenario import (
    FOLDERS,
    ScenarioData,
    SupplyRow,
    TurnRow,
    load_scenario,
)
from bocage.games.opcom.board.sky import Sky
from bocage.games.opcom.board.tables import Tables, tables, tables_of
from bocage.games.opcom.board.ways import Point, Ways
from bocage.games.opcom.pieces.counters import Unit
from bocage.games.opcom.pieces.profiles import GUNS, Arm, Status, arm_of
from bocage.maps import THEATRES, load, load_folder

KINDS: Final = ("British", "American", "German", "Italian", "fuel")
"""Supply points by kind (11.0): four of ammunition, and fuel."""
FUEL: Final = 4
_AMMO: Final[Mapping[str, int]] = {
    **dict.fromkeys(("uk", "poland", "netherlands", "belgium", "malta"), 0),
    "us": 1,
    **dict.fromkeys(("heer", "ss", "luftwaffe"), 2),
    "italy": 3,
}
PARKED: Final = 24
"""Stacks that may lie about the map at one time besides dumps."""
MECHANISED: Final = frozenset({"tank", "motor", "recce"})
"""Mobilities that use fuel (reading 6.13)."""


@dataclass(frozen=True, slots=True)
class Troops:
    """A unit as the rules see it; what changes of it is in the position."""

    number: int
    unit: Unit
    status: Status
    arm: Arm
    team: int
    side: int
    """0 for the Allies, 1 for the Axis."""
    ammo: int
    """The kind of ammunition it needs."""
    start: Point
    hq: int
    """The unit whose stack it draws on (11.0), or -1."""

    @property
    def id(self) -> str:
        """As sheets and logs write it."""
        return self.unit.id

    @property
    def name(self) -> str:
        """As people say it."""
        return self.unit.name

    @property
    def is_gun(self) -> bool:
        """Whether it fires from where it stands (9.11)."""
        return self.arm in GUNS

    @property
    def uses_fuel(self) -> bool:
        """Reading 6.13: tank, motor and recce units; no headquarters, transport or bridging."""
        return self.unit.mobility in MECHANISED and self.fights

    @property
    def fights(self) -> bool:
        """Whether it is there to fight: no headquarters, transport or bridging."""
        return self.arm not in ("hq", "transport", "bridging")


class World:
    """The facts of a scenario."""

    def __init__(self, data: ScenarioData, charts: Tables) -> None:
        self.data: Final = data
        self.tables: Final = tables_of(data, charts)
        ours = any(theatre.id == data.map for theatre in THEATRES)
        pack = load(data.map) if ours else load_folder(Path(data.map))
        self.ways: Final = Ways(pack, self.tables.figures.movement)
        self.pack: Final = self.ways.pack
        self.teams: Final = data.teams
        self.control: Final = len(data.teams)
        """The seat of Control."""
        numbers = {unit.id: i for i, unit in enumerate(data.units)}
        self.units: Final[tuple[Troops, ...]] = tuple(
            self._troops(i, unit, numbers) for i, unit in enumerate(data.units)
        )
        self.by_id: Final[Mapping[str, int]] = numbers
        self.dumps: Final[tuple[SupplyRow, ...]] = tuple(
            row for row in data.supplies if row.kind == "dump"
        )
        self.depots: Final = len(self.dumps) + PARKED
        """Dumps, then room for stacks that are parked."""
        self.holders: Final = len(self.units) + self.depots
        """The holders of supplies: every unit by its number, then dumps, then parked stacks."""
        self.company: Final = data.profiles["X_COY"].status
        """The profile of a rebuilt unit (reading 7.5)."""
        self.crossings: Final = self.pack.crossings
        self.places: Final = self.pack.places

    def _troops(self, number: int, unit: Unit, numbers: Mapping[str, int]) -> Troops:
        profile = self.data.profiles[unit.profile]
        team = next(i for i, each in enumerate(self.teams) if each.name == unit.team)
        return Troops(
            number,
            unit,
            profile.status,
            arm_of(profile),
            team,
            0 if unit.side == "allied" else 1,
            _AMMO[unit.nation],
            self.ways.xy(unit.lat, unit.lon),
            self._hq(unit, numbers),
        )

    def _hq(self, unit: Unit, numbers: Mapping[str, int]) -> int:
        """Of its grouping, else of its brigade, its division, its team, the team above."""
        for group in self.data.groupings:
            if unit.id in group.units and group.hq:
                return numbers[group.hq]
        staffs = [
            each
            for each in self.data.units
            if each.id != unit.id
            and each.team == unit.team
            and each.division == unit.division
            and self.data.profiles[each.profile].symbol == "HQ"
        ]
        for brigade in (unit.brigade, ""):
            for each in staffs:
                if each.brigade == brigade:
                    return numbers[each.id]
        seat = next(team.seat for team in self.teams if team.name == unit.team)
        while seat:  # reading 6.16
            team = next(each for each in self.teams if each.seat == seat)
            if team.hq not in ("", unit.id):
                return numbers[team.hq]
            seat = team.under
        return -1

    @cached_property
    def units_of(self) -> tuple[tuple[Troops, ...], tuple[Troops, ...]]:
        """All units by side, in the order of their numbers."""
        allied = tuple(u for u in self.units if u.side == 0)
        return allied, tuple(u for u in self.units if u.side != 0)

    @cached_property
    def sky(self) -> Sky:
        """The air (12)."""
        return Sky(self)

    # Names -------------------------------------------------------------------------------

    @cached_property
    def unit_names(self) -> Names:
        """Units as the grammar has them."""
        return Names("unit", (u.id for u in self.units), (u.name for u in self.units))

    @cached_property
    def bridge_names(self) -> Names:
        """Bridges and ferries."""
        written = [c.id for c in self.crossings] or ["none"]
        return Names("bridge", written, [c.name for c in self.crossings] or ["none"])

    @cached_property
    def seat_names(self) -> tuple[str, ...]:
        """The seats: teams, then Control."""
        return (*(team.seat for team in self.teams), "Control")

    def groups_of(self, team: int) -> dict[str, tuple[int, ...]]:
        """Return every name under which a team may order several units at once."""
        own = [u for u in self.units if u.team == team]
        found: dict[str, tuple[int, ...]] = {}
        for group in self.data.groupings:
            if group.team == self.teams[team].seat:
                found[group.name] = tuple(self.by_id[each] for each in group.units)
        for unit in own:
            for name in (unit.unit.brigade, unit.unit.division):
                if name and name not in found:
                    found[name] = tuple(
                        u.number
                        for u in own
                        if name in (u.unit.brigade, u.unit.division)
                        and u.arm not in ("hq", "transport")
                    )
        found["all"] = tuple(u.number for u in own)
        return {name: units for name, units in found.items() if units}

    def turn(self, number: int) -> TurnRow:
        """What the turn is like."""
        return self.data.turns[number - 1]

    @property
    def last_turn(self) -> int:
        """After it the game is over."""
        return len(self.data.turns)

    def side_of_team(self, team: int) -> int:
        """0 for the Allies, 1 for the Axis."""
        return 0 if self.teams[team].side == "allied" else 1


def dump_side(world: World, dump: SupplyRow) -> int:
    """Whose it is: 0 for the Allies, 1 for the Axis."""
    return world.side_of_team(next(i for i, t in enumerate(world.teams) if t.seat == dump.team))


def dump_ammo(world: World, dump: SupplyRow) -> int:
    """Return the kind of ammunition that comes to it: its team's."""
    return next(u.ammo for u in world.units if world.teams[u.team].seat == dump.team)


@lru_cache(maxsize=1 << 13)
def plain(name: str) -> str:
    """Return a name as people vary it: case, accents, stops, ordinals and short forms do not
    count.
    """
    bare = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    words = re.sub(r"[^a-z0-9/]+", " ", _DROPPED.sub("", bare)).split()
    words = [_SHORT.get(word, re.sub(r"^(\d+)(st|nd|rd|th)$", r"\1", word)) for word in words]
    return " ".join(word for word in words if word)


_LETTERS: Final = str.maketrans({"ħ": "h", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})
"""Letters that have no plain one inside them."""
_DROPPED: Final = re.compile(r"[\u0300-\u036f'\u2019`]")
"""Accents, once they stand apart, and apostrophes."""
_SHORT: Final[Mapping[str, str]] = {
    "division": "div",
    "company": "coy",
    "squadron": "sqn",
    "parachute": "para",
    "infantry": "inf",
    "battery": "bty",
    "headquarters": "hq",
    "kampfgruppe": "kg",
    "rgt": "regt",
    "btg": "bn",
    "saint": "st",
    "sint": "st",
    "guards": "gds",
    "brigade": "bde",
    "group": "gp",
    "field": "fd",
    "medium": "med",
    "regiment": "regt",
    "battalion": "bn",
    "btl": "bn",
    "the": "",
    "ra": "",
    "armoured": "armd",
    "artillery": "art",
    "and": "",
}


@cache
def _ours(name: str) -> World:
    return World(load_scenario(name), tables())


def load_world(name: str, folder: Path | None = None) -> World:
    """Return the world of a scenario; ours are read once, others whenever they are asked for.

    Raises:
        DataError: a table cannot be read.
    """
    if folder is None:
        return _ours(name) if name in FOLDERS else World(load_scenario(name), tables())
    from bocage.games.opcom.board.tables import load_tables

    return World(load_scenario(name, folder), load_tables(folder))

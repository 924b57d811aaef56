"""A commander's knowledge: the team's own report as a map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import Troops, World
from bocage.games.opcom.pieces.told import DueRow, OtherRow, Sighting, Standing, Told, UnitRow

_WORTH: Final[Mapping[Standing, float]] = {
    "ready": 1.0,
    "limited": 0.6,
    "order": 0.5,
    "weak": 0.3,
    "losses": 0.3,
    "breaking": 0.1,
    "finished": 0.0,
}
"""The battalions that a unit counts for, by its standing in a report."""
_BATTALIONS: Final = (0.1, 0.4, 1.0, 1.6, 2.4, 3.4, 5.0)
"""The battalions of a sighting, by its size in a report (`COUNTS`)."""
_READY: Final[Standing] = "ready"
"""The standing of units without a report: those that are due."""
_ONE_KM: Final = 2.5
"""Sightings within this distance count as the same enemy."""
BELIEVED: Final = 2
"""The turns for which a sighting is used."""
_ON_IT_KM: Final = 0.75
_BEATEN: Final = 0.6
"""The strength of an enemy at a place where our troops are now: it has retreated, and is weaker."""
_AIDS: Final = frozenset({"anti-tank", "aa", "engineer"})


@dataclass(frozen=True, slots=True)
class Enemy:
    """A sighting, as far as it is believed."""

    at: Point
    battalions: float
    tanks: bool
    age: int
    gone: bool = False
    """Whether the enemy was there, and our own troops are there now."""


@dataclass(frozen=True, slots=True)
class Group:
    """Units that share one order."""

    name: str
    units: tuple[Troops, ...]
    at: Point
    worth: float
    """Its strength in battalions in good order."""

    @property
    def armoured(self) -> bool:
        """Return whether it has tanks."""
        return any(unit.arm == "tank" for unit in self.units)

    @property
    def fresh(self) -> float:
        """Return the mean strength per unit, where 1 is complete."""
        return self.worth / len(self.units)

    @property
    def scouts(self) -> bool:
        """Return whether it is reconnaissance, which looks but does not attack."""
        return all(unit.arm == "recce" for unit in self.units)

    @property
    def attacks(self) -> bool:
        """Return whether any of its units can do more than defend (9.3)."""
        return any(unit.status.role == "full" for unit in self.units)


@dataclass(frozen=True, slots=True)
class Stack:
    """Supplies in one place: a dump, or a parked stack."""

    name: str
    """Its name on a sheet."""
    at: Point
    ammo: int
    fuel: int
    reach: float
    """The distance to which it delivers; 0 for a parked stack."""
    points: int
    """The points that it delivers a turn."""
    daily: bool = False
    """Whether it gets supplies from the rear."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A team's situation."""

    world: World
    team: int
    turn: int
    where: Mapping[int, Point]
    worth: Mapping[int, float]
    """Each unit's strength, from its words in the report."""
    groups: tuple[Group, ...]
    guns: tuple[Troops, ...]
    aids: tuple[Troops, ...]
    """Anti-tank and anti-aircraft guns and engineers, which go with other units."""
    columns: tuple[Troops, ...]
    enemies: tuple[Enemy, ...]
    tales: tuple[Enemy, ...]
    """Every sighting, of any age."""
    stocks: Mapping[str, tuple[int, int]]
    dumps: tuple[Stack, ...]
    parked: tuple[Stack, ...]
    down: frozenset[str]
    under: Mapping[int, Point]
    """The reported places of units of the teams below."""
    lent: Mapping[int, Point]
    """Guns of the headquarters above (reading 6.18)."""
    carries: Mapping[str, int]
    """The capacity of surveyed crossings, by name."""

    @classmethod
    def of(cls, world: World, team: int, turn: int, told: Told) -> Picture:
        """Return the picture in a team's reports."""
        rows: list[UnitRow | DueRow] = [*told.units]
        rows += [row for row in told.due if row.turn <= turn]
        lost = set(told.lost)
        where = {world.by_id[row.id]: (row.x, row.y) for row in rows}
        worth = {
            world.by_id[row.id]: _WORTH[row.standing if isinstance(row, UnitRow) else _READY]
            for row in rows
            if row.id not in lost
        }
        live = [world.units[n] for n in where if worth.get(n, 0.0) > 0]
        moving = [u for u in live if u.unit.mobility != "static"]
        ours = [where[u.number] for u in live if u.fights]
        tales = _put_together([_enemy(row, ours) for row in told.sightings])
        return cls(
            world,
            team,
            turn,
            where,
            worth,
            _groups(world, team, moving, where, worth),
            tuple(u for u in moving if u.is_gun),
            tuple(u for u in moving if u.arm in _AIDS),
            tuple(
                u
                for u in (world.units[n] for n in where)
                if u.arm == "transport" and u.id not in lost
            ),
            tuple(each for each in tales if each.age <= BELIEVED),
            tales,
            {row.name: (row.ammo, row.fuel) for row in told.stocks},
            *_stacks(world, team, told),
            frozenset(told.down),
            _places(world, told.under),
            _places(world, told.lent),
            {row.name: row.capacity for row in told.crossings},
        )

    def near(self, at: Point, km: float) -> list[Enemy]:
        """Return the believed enemies within a distance of a point."""
        return [each for each in self.enemies if km_between(each.at, at) <= km]

    def stands_at(self, at: Point, km: float = 1.5) -> bool:
        """Return whether our fighting troops are so near a point."""
        return any(
            km_between(there, at) <= km and self.world.units[number].fights
            for number, there in self.where.items()
        )

    def holds(self, at: Point) -> bool:
        """Return whether a place is ours as far as we know: somebody there, and no enemy."""
        fresh = (each for each in self.near(at, 2.0) if each.age == 0 and not each.gone)
        return self.stands_at(at) and not any(fresh)


def _places(world: World, rows: Sequence[OtherRow]) -> dict[int, Point]:
    return {world.by_id[row.id]: (row.x, row.y) for row in rows}


def _enemy(row: Sighting, ours: Sequence[Point]) -> Enemy:
    at = (row.x, row.y)
    gone = any(km_between(there, at) <= _ON_IT_KM for there in ours)
    count = (1.0 if row.size is None else _BATTALIONS[row.size]) * (_BEATEN if gone else 1.0)
    return Enemy(at, count, "tanks" in row.kinds, row.age, gone)


def _put_together(enemies: Sequence[Enemy]) -> tuple[Enemy, ...]:
    """Return the intelligence officer's work: sightings so near each other are one enemy."""
    found: list[Enemy] = []
    for each in sorted(enemies, key=lambda enemy: (enemy.age, -enemy.battalions)):
        for i, other in enumerate(found):
            if km_between(each.at, other.at) <= _ONE_KM:
                most = max(each.battalions, other.battalions)
                tanks, gone = each.tanks or other.tanks, other.gone
                found[i] = Enemy(other.at, most, tanks, other.age, gone)
                break
        else:
            found.append(each)
    return tuple(found)


def _stacks(world: World, team: int, told: Told) -> tuple[tuple[Stack, ...], tuple[Stack, ...]]:
    """Return the team's dumps and its parked stacks, from its reports."""
    seat = world.teams[team].seat
    rows = {row.name: row for row in told.stocks}
    dumps: list[Stack] = []
    for dump in world.dumps:
        if dump.team == seat and dump.name in rows and dump.lat is not None:
            row = rows[dump.name]
            assert dump.lon is not None
            first = world.ways.xy(dump.lat, dump.lon)
            at = first if row.x is None or row.y is None else (row.x, row.y)
            reach = float(dump.range_km or 10)
            daily = bool(dump.daily_ammo or dump.daily_fuel)
            points = int(dump.delivers)
            dumps.append(Stack(dump.id, at, row.ammo, row.fuel, reach, points, daily))
    parked: list[Stack] = []
    for stack in told.stacks:
        at = (stack.x, stack.y)
        lat, lon = world.ways.earth(at)
        name = f"stack at {lat:.4f} {lon:.4f}"
        parked.append(Stack(name, at, stack.ammo, stack.fuel, 0.0, 0))
    return tuple(dumps), tuple(parked)


def _groups(
    world: World,
    team: int,
    live: Sequence[Troops],
    where: Mapping[int, Point],
    worth: Mapping[int, float],
) -> tuple[Group, ...]:
    """Return the groups: the scenario's groupings, then brigades.

    Each airborne battalion is its own.
    """
    seat = world.teams[team].seat
    named: dict[int, str] = {}
    for group in world.data.groupings:
        if group.team == seat:
            for each in group.units:
                named.setdefault(world.by_id[each], group.name)
    found: dict[str, list[Troops]] = {}
    for unit in live:
        if unit.fights and not unit.is_gun and unit.arm not in _AIDS:
            name = named.get(unit.number) or unit.unit.brigade
            alone = not name or name == "Divisional troops" or unit.arm == "recce"
            if unit.number not in named and (alone or unit.unit.light_infantry):
                name = unit.name
            found.setdefault(name, []).append(unit)
    return tuple(
        group_of(name if not i else f"{name}, {part[0].name}", part, where, worth)
        for name, units in found.items()
        for i, part in enumerate(_parts(units, where))
    )


def _parts(units: Sequence[Troops], where: Mapping[int, Point]) -> list[list[Troops]]:
    """Return a group's units by place. Units that were left behind form a group of their own."""
    parts: list[list[Troops]] = []
    for unit in units:
        near = [
            part
            for part in parts
            if any(km_between(where[unit.number], where[u.number]) <= _APART_KM for u in part)
        ]
        joined = [u for part in near for u in part] + [unit]
        parts = [part for part in parts if part not in near] + [joined]
    return sorted(parts, key=lambda part: -len(part))


_APART_KM: Final = 5.0


def group_of(
    name: str, units: Sequence[Troops], where: Mapping[int, Point], worth: Mapping[int, float]
) -> Group:
    """Return some units as one."""
    xs, ys = zip(*(where[u.number] for u in units), strict=True)
    at = (sum(xs) // len(units), sum(ys) // len(units))
    return Group(name, tuple(units), at, sum(worth.get(u.number, 0.0) for u in units))

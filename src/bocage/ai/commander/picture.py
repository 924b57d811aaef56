"""What a commander knows: the team's own report as a map in his head."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bocage.games.opcom.reporting.enemy import COUNTS
from bocage.games.opcom.ways import Point, km_between
from bocage.games.opcom.world import Troops, World

_WORTH: Final = {
    "is fully capable of further action": 1.0,
    "is capable of limited action": 0.7,
    "is in good order": 0.5,
    "has little offensive power": 0.3,
    "has had losses": 0.3,
    "is close to disintegration": 0.1,
}
"""Battalions that a unit counts for, by what is said of it."""
_BATTALIONS: Final = dict(zip(COUNTS, (0.1, 0.4, 1.0, 1.6, 2.4, 3.4, 5.0), strict=True))
_ONE_KM: Final = 2.5
"""Sightings so near each other are taken for the same enemy."""
BELIEVED: Final = 2
"""Turns for which a sighting is acted upon."""


@dataclass(frozen=True, slots=True)
class Enemy:
    """A sighting, as far as it is believed."""

    at: Point
    battalions: float
    tanks: bool
    age: int


@dataclass(frozen=True, slots=True)
class Group:
    """Units that are given one order."""

    name: str
    units: tuple[Troops, ...]
    at: Point
    worth: float
    """Battalions in good order that it amounts to."""

    @property
    def armoured(self) -> bool:
        """Whether tanks are with it."""
        return any(unit.arm == "tank" for unit in self.units)

    @property
    def fresh(self) -> float:
        """Its worth a unit: 1 is complete."""
        return self.worth / len(self.units)


@dataclass(frozen=True, slots=True)
class Picture:
    """A team's situation."""

    world: World
    team: int
    turn: int
    where: Mapping[int, Point]
    groups: tuple[Group, ...]
    guns: tuple[Troops, ...]
    columns: tuple[Troops, ...]
    enemies: tuple[Enemy, ...]
    stocks: Mapping[str, tuple[int, int]]
    down: frozenset[str]

    @classmethod
    def of(cls, world: World, team: int, turn: int, told: Mapping[str, Any]) -> Picture:
        """The picture that a team has from what it was told."""
        rows: Sequence[Mapping[str, Any]] = told.get("units", ())
        where = {world.by_id[row["id"]]: (row["x"], row["y"]) for row in rows}
        state = {world.by_id[row["id"]]: str(row["state"]) for row in rows}
        own = [world.units[number] for number in where]
        live = [u for u in own if _WORTH.get(state[u.number], 0) > 0]
        enemies = tuple(
            Enemy(
                (row["x"], row["y"]),
                _BATTALIONS.get(row["count"], 1.0),
                "tanks" in row["kinds"],
                int(row["age"]),
            )
            for row in told.get("sightings", ())
            if int(row["age"]) <= BELIEVED
        )
        enemies = _put_together(enemies)
        return cls(
            world,
            team,
            turn,
            where,
            _groups(world, team, live, where, state),
            tuple(u for u in live if u.is_gun and u.unit.mobility != "static"),
            tuple(u for u in live if u.arm == "transport"),
            enemies,
            {row["name"]: (row["ammo"], row["fuel"]) for row in told.get("stocks", ())},
            frozenset(told.get("down", ())),
        )

    def near(self, at: Point, km: float) -> list[Enemy]:
        """Enemies believed to be so near a point."""
        return [each for each in self.enemies if km_between(each.at, at) <= km]

    def holds(self, at: Point) -> bool:
        """Whether a place is ours as far as we know: somebody there, and no enemy."""
        near = any(
            km_between(there, at) <= 1.5 and self.world.units[number].fights
            for number, there in self.where.items()
        )
        return near and not any(each.age == 0 for each in self.near(at, 2.0))


def _put_together(enemies: Sequence[Enemy]) -> tuple[Enemy, ...]:
    """The intelligence officer's work: sightings so near each other are one enemy."""
    found: list[Enemy] = []
    for each in sorted(enemies, key=lambda enemy: (enemy.age, -enemy.battalions)):
        for i, other in enumerate(found):
            if km_between(each.at, other.at) <= _ONE_KM:
                found[i] = Enemy(
                    other.at,
                    max(each.battalions, other.battalions),
                    each.tanks or other.tanks,
                    other.age,
                )
                break
        else:
            found.append(each)
    return tuple(found)


def _groups(
    world: World,
    team: int,
    live: Sequence[Troops],
    where: Mapping[int, Point],
    state: Mapping[int, str],
) -> tuple[Group, ...]:
    """Groupings of the scenario first, then brigades, then whoever is left of a division."""
    seat = world.teams[team].seat
    named: dict[int, str] = {}
    for group in world.data.groupings:
        if group.team == seat:
            for each in group.units:
                named.setdefault(world.by_id[each], group.name)
    found: dict[str, list[Troops]] = {}
    for unit in live:
        if unit.fights and not unit.is_gun and unit.unit.mobility != "static":
            name = named.get(unit.number) or unit.unit.brigade or unit.unit.division or seat
            found.setdefault(name, []).append(unit)
    return tuple(
        Group(
            name,
            tuple(units),
            (
                sum(where[u.number][0] for u in units) // len(units),
                sum(where[u.number][1] for u in units) // len(units),
            ),
            sum(_WORTH.get(state[u.number], 0.0) for u in units),
        )
        for name, units in found.items()
    )

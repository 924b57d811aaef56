"""Contact with the enemy on the march (6.5): nearby units, and the enemies that stop a unit."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from math import ceil

from bocage.games.opcom.board.position import BLOWN, Position
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import Troops
from bocage.games.opcom.s06_movement.marchers import bears
from bocage.games.opcom.s06_movement.rates import passing_km
from bocage.games.opcom.s06_movement.water import may_wade


@dataclass(slots=True)
class Near:
    """Effective units of each side by place, for quick lookups; rebuilt for each pulse."""

    square: int
    """The side of a lookup square in metres; no distance that is looked for is longer."""
    buckets: tuple[dict[tuple[int, int], list[Troops]], dict[tuple[int, int], list[Troops]]]
    keys: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    """The square in which each unit is kept."""

    @classmethod
    def of(cls, st: Position) -> Near:
        """Return all units that can stop a march."""
        made: tuple[dict[tuple[int, int], list[Troops]], dict[tuple[int, int], list[Troops]]]
        made = ({}, {})
        square = _farthest(st)
        keys: dict[int, tuple[int, int]] = {}
        for unit in st.here():
            if st.level(unit.number) > 0:
                x, y = st.at(unit.number)
                keys[unit.number] = (x // square, y // square)
                made[unit.side].setdefault(keys[unit.number], []).append(unit)
        return cls(square, made, keys)

    def moved(self, st: Position, unit: int) -> None:
        """Update the place of a unit, so that later units in the same hour meet it there."""
        x, y = st.at(unit)
        key, before = (x // self.square, y // self.square), self.keys.get(unit)
        if before is None or key == before:
            return
        troops = st.world.units[unit]
        there = self.buckets[troops.side]
        if troops in there.get(before, ()):
            there[before].remove(troops)
            there.setdefault(key, []).append(troops)
        self.keys[unit] = key

    def enemies(self, side: int, point: Point) -> list[Troops]:
        """Return the enemies in the squares around a point."""
        x, y = point[0] // self.square, point[1] // self.square
        there = self.buckets[1 - side]
        return [
            unit
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            for unit in there.get((x + dx, y + dy), ())
        ]


def _farthest(st: Position) -> int:
    """Return the longest distance, in metres, within which an enemy matters to a march."""
    figures = st.figures
    passing = st.world.tables.passing.values()
    met = figures.contact.meets, figures.retreat.flees, figures.reports.seen
    return ceil(1000 * max(1, *passing, *met))


def limit(st: Position, point: Point, *, night: bool) -> float:
    """Return the distance within which an enemy stops a march here (6.5)."""
    return passing_km(
        close=st.world.ways.ground(point) == "close", night=night, charts=st.world.tables
    )


def in_contact(st: Position, unit: int, near: Near, *, night: bool = False) -> list[int]:
    """Return the enemies within passing distance of a unit."""
    at = st.at(unit)
    reach = limit(st, at, night=night)
    return [
        e.number
        for e in near.enemies(st.world.units[unit].side, at)
        if km_between(at, st.at(e.number)) <= reach
    ]


def nearest_of(st: Position, units: Collection[int], enemies: Collection[int]) -> int:
    """Return the enemy that is nearest to some units; the lower number first."""
    return min(enemies, key=lambda enemy: (min(st.km(unit, enemy) for unit in units), enemy))


def stopped_by(
    st: Position,
    unit: int,
    was: Point,
    at: Point,
    near: Near,
    *,
    night: bool,
    attacks: bool,
    behind: bool = False,
) -> int:
    """Return the enemy that stops a unit which comes from one point to another, or -1.

    A unit already next to an enemy may move, as long as it does not come nearer (6.5.c). Attackers
    continue until they meet an enemy, and so do units behind them.
    """
    reach = st.figures.contact.meets if attacks or behind else limit(st, at, night=night)
    side = st.world.units[unit].side
    found = -1
    nearest = reach
    for enemy in near.enemies(side, at):
        there = st.at(enemy.number)
        km = km_between(at, there)
        before = km_between(was, there)
        if km > nearest or (not attacks and km >= before):
            continue
        if not (attacks or behind) or can_get_at(st, unit, at, there):
            found, nearest = enemy.number, km
    return found


def exposed_to(st: Position, unit: int, at: Point, near: Near) -> list[Point]:
    """Return the enemies within passing distance of a point who can reach a unit there.

    Fighting troops of its own side in between keep them off (reading 3.21).
    """
    reach, side = limit(st, at, night=False), st.world.units[unit].side
    return [
        there
        for enemy in near.enemies(side, at)
        if km_between(at, there := st.at(enemy.number)) <= reach
        and not _is_screened(st, side, at, there, near)
        and can_get_at(st, enemy.number, there, at)
    ]


def _is_screened(st: Position, side: int, at: Point, enemy: Point, near: Near) -> bool:
    apart = km_between(at, enemy)
    return any(
        unit.fights
        and km_between(st.at(unit.number), enemy) < apart
        and km_between(st.at(unit.number), at) < apart
        for unit in near.enemies(1 - side, enemy)
    )


def can_get_at(st: Position, unit: int, at: Point, enemy: Point) -> bool:
    """Return whether attackers can reach an enemy: no water that they can't cross is between them.

    A standing bridge near the enemy is a way. Foot cross canals and minor rivers anywhere (reading
    4.46).
    """
    mobility = st.world.units[unit].unit.mobility
    for kind, name in st.world.ways.waters_between(at, enemy):
        minor = kind != "major river"
        if minor and may_wade(unit, mobility, "minor", charts=st.world.tables):
            continue
        if not any(
            bridge.over == name
            and not st.bridges[i] & BLOWN
            and km_between(st.world.ways.xy(bridge.lat, bridge.lon), enemy)
            <= st.figures.contact.bridge
            and bears(st, unit, i)
            for i, bridge in enumerate(st.world.crossings)
        ):
            return False
    return True

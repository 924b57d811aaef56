"""A unit on its way (6): hour by hour along its path, until it is there or stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bocage.games.opcom.control.cards import decided
from bocage.games.opcom.drawing import burn
from bocage.games.opcom.movement_rates import Ground
from bocage.games.opcom.moving.marchers import marcher
from bocage.games.opcom.moving.meeting import Near, limit, stopped_by
from bocage.games.opcom.moving.traffic import Traffic
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.position import (
    BURNT,
    HALTED,
    MOVE,
    MOVED,
    PROBE,
    STUCK,
    Position,
)
from bocage.games.opcom.supply_use import move_needs
from bocage.games.opcom.ways import Point, Stretch, km_between
from bocage.games.opcom.world import Troops

_FEELS_KM = 0.25
TACTICAL_KM = 2.0
"""Reading 3.12: how far whoever breaks contact goes tactically."""
"""What is noted of a unit that was ordered to march and could not."""


@dataclass(slots=True)
class March:
    """One unit on its way."""

    unit: int
    line: Line
    path: list[Stretch]
    cost: Callable[[Ground, bool, bool], float]
    factor: float
    attacks: bool
    careful: Callable[[Ground, bool, bool], float] | None = None
    """The cost of the first kilometres, for whoever breaks contact."""
    behind: bool = False
    """Whether it goes a way that its own troops have opened."""
    index: int = 0
    gone: float = 0.0
    """Kilometres of the present stretch."""
    done: bool = False
    quarry: int = -1
    """The enemy whom it follows because he breaks contact (reading 3.12)."""


def destination(st: Position, line: Line) -> Point | None:
    """Where a line leads now: its goal, or whoever it follows."""
    if line.follow >= 0:
        return st.at(line.follow) if st.is_here(line.follow) else None
    return (line.goal[0], line.goal[1]) if line.goal else None


def way_along(
    st: Position, unit: int, line: Line, goal: Point, start: Point | None = None
) -> list[Stretch]:
    """The way by the route that a line names, then to its goal; what is passed is left out."""
    who = marcher(st, unit, line)
    start = st.at(unit) if start is None else start
    points = [each for each in line.route if _lies_ahead(start, each, goal)]
    found: list[Stretch] = []
    for point in [*points, goal]:
        part = st.world.ways.way(start, point, who)
        if part is None:
            if point in points:
                continue
            return found
        found += part
        if part:
            start = (part[-1].x, part[-1].y)
    return found


def _lies_ahead(start: Point, point: Point, goal: Point) -> bool:
    return km_between(start, point) > 0.3 and km_between(point, goal) < km_between(start, goal)


def advance(
    st: Position, m: March, budget: float, near: Near, traffic: Traffic, *, night: bool
) -> None:
    """One unit for one hour: it uses its share of the turn, or is stopped."""
    left = budget * m.factor
    while left > 1e-9 and m.index < len(m.path) and not m.done:
        stretch = m.path[m.index]
        if not _starts(st, m) or not traffic.passes(m.unit, stretch):
            m.done = True
            return
        was = st.at(m.unit)
        ground = st.world.ways.ground((stretch.x, stretch.y))
        slow = m.careful is not None and st.metres[m.unit] < TACTICAL_KM * 1000
        cost = (m.careful if slow and m.careful else m.cost)(ground, stretch.road, stretch.lane)
        cost *= traffic.delay(stretch) * _under_fire(st, m.unit, (stretch.x, stretch.y))
        wade = float(st.world.tables.figures.shares["movement.river"]) if stretch.water else 0.0
        wade = wade if m.gone == 0 else 0.0
        rest = stretch.km - m.gone
        # Next to the enemy they feel their way, so that they stop where they first meet him.
        km = min(rest, _FEELS_KM) if near.enemies(st.world.units[m.unit].side, was) else rest
        spent = km * cost + wade
        if spent > left:
            spent, km = left, max(0.0, (left - wade) / cost)
        if km >= rest - 1e-9:
            at = (stretch.x, stretch.y)
            m.index, m.gone = m.index + 1, 0.0
        else:
            part = km / rest
            at = (
                was[0] + round((stretch.x - was[0]) * part),
                was[1] + round((stretch.y - was[1]) * part),
            )
            m.gone += km
        left -= spent
        _step(st, m, was, at, km, spent)
        if m.gone == 0.0:
            traffic.passed(m.unit, stretch, was)
        near.moved(st, m.unit)
        _meet(st, m, was, at, near, night=night)
        if _is_barred(st, m.unit, at):
            m.done = True
            st.mark(m.unit, STUCK)


def _under_fire(st: Position, unit: int, at: Point) -> float:
    """6.2.fire: where the enemy's guns interdict, a march takes twice as long."""
    side = st.world.units[unit].side
    near = float(st.world.tables.figures.wholes["interdiction.passing"])
    return (
        2.0
        if any(
            st.world.side_of_team(team) != side and km_between((x, y), at) <= near
            for team, x, y in st.fires
        )
        else 1.0
    )


def _is_barred(st: Position, unit: int, at: Point) -> bool:
    """9.16.b: a unit that was hit on its way through a point under fire stops there."""
    near = float(st.world.tables.figures.wholes["interdiction.passing"])
    return any(who == unit and km_between((x, y), at) <= near for who, x, y in st.barriers)


def _starts(st: Position, m: March) -> bool:
    """9.5.e: a unit that needs fuel to move has some, or stays."""
    if st.has(m.unit, BURNT):
        return True
    troops = st.world.units[m.unit]
    if not move_needs(m.unit, troops.arm, troops.unit.mobility).fuel:
        return True
    if burn(st, m.unit, BURNT):
        return True
    st.note(troops.team, "no fuel", m.unit)
    return False


def _step(st: Position, m: March, was: Point, at: Point, km: float, spent: float) -> None:
    st.place(m.unit, at)
    st.metres[m.unit] += round(km * 1000)
    st.spent[m.unit] = min(1000, st.spent[m.unit] + round(spent / max(m.factor, 0.01) * 1000))
    if at != was:
        st.mark(m.unit, MOVED)


def _meet(st: Position, m: March, was: Point, at: Point, near: Near, *, night: bool) -> None:
    enemy = stopped_by(st, m.unit, was, at, near, night=night, attacks=m.attacks, behind=m.behind)
    if enemy < 0 or (not m.attacks and _slips_by(st, m)):
        return
    m.done = True
    st.mark(m.unit, HALTED)
    if not m.attacks:
        _stops_too(st, enemy, was, at, night=night)
    if m.attacks:
        st.target[m.unit] = enemy
        return
    if not m.line.number:
        return  # a headquarters that follows by itself
    troops = st.world.units[m.unit]
    if m.line.action == PROBE:
        st.note(troops.team, "met", m.unit, at)
    else:
        _stopped(st, troops, at)


def _stopped(st: Position, troops: Troops, at: Point) -> None:
    """Tell that the enemy has stopped a unit."""
    st.note(troops.team, "stopped", troops.number, at)


def _stops_too(st: Position, enemy: int, was: Point, at: Point, *, night: bool) -> None:
    """Reading 3.13: a column that comes upon another stops it as well."""
    there = st.at(enemy)
    is_new = km_between(was, there) > limit(st, at, night=night)
    if is_new and st.action[enemy] in (MOVE, PROBE) and not st.has(enemy, HALTED):
        st.mark(enemy, HALTED)
        _stopped(st, st.world.units[enemy], there)


def _slips_by(st: Position, m: March) -> bool:
    """Reading 3.11: infiltration by small parties, where Control has allowed it."""
    if not m.line.infiltrate or st.world.units[m.unit].unit.mobility != "foot":
        return False
    seat = st.world.teams[m.line.team].seat
    found = decided(st, f"{st.turn}.infiltration.{seat}.{m.line.number}")
    return found is not None and found[0] == "yes"

"""The movement of half a turn, hour by hour (6, reading 3.1): everybody at once, then contact.

Nothing is decided here but by the rules: what Control may change of a march it rules before.
Units go in a fixed order that knows nothing of when a sheet came in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from bocage.games.opcom.control.cards import decided
from bocage.games.opcom.drawing import burn
from bocage.games.opcom.movement_rates import Ground, Mobility
from bocage.games.opcom.moving.marchers import cost_of, marcher
from bocage.games.opcom.moving.meeting import Near, in_contact, stopped_by
from bocage.games.opcom.moving.traffic import Traffic
from bocage.games.opcom.placing import describe
from bocage.games.opcom.position import (
    ATTACK,
    BREAKTHROUGH,
    BURNT,
    HALTED,
    MOVE,
    MOVED,
    PREPARE,
    PROBE,
    QUEUED,
    STUCK,
    Position,
)
from bocage.games.opcom.sheets.lines import Line
from bocage.games.opcom.supply_use import move_needs
from bocage.games.opcom.ways import Point, Stretch, km_between

FULL: dict[str, float] = {"full": 1.0, "half": 0.5, "quarter": 0.25, "none": 0.0}
"""What Control may make of a march."""
AFTER = 3
"""The movement after all fights."""
_BEHIND_KM = 1.0
_TACTICAL_KM = 2.0
"""Reading 3.12: how far whoever breaks contact goes tactically."""


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


def march_card(st: Position, line: Line) -> str:
    """The name of the card about a line's march."""
    return f"{st.turn}.march.{st.world.teams[line.team].seat}.{line.number}"


def moves(line: Line) -> bool:
    """Whether a line makes its units march."""
    if line.action == PREPARE:
        return bool(line.goal)
    return line.action in (MOVE, ATTACK, BREAKTHROUGH, PROBE)


def hours(st: Position, half: int) -> list[bool]:
    """The hours of a half of the turn, True for night (reading 2.1)."""
    row = st.world.turn(st.turn)
    early = row.daylight // 2 if row.half == "pm" else row.daylight - row.daylight // 2
    day = early if half == 1 else row.daylight - early
    dark = row.night if (row.half == "am") == (half == 1) else 0
    return (
        [*([True] * dark), *([False] * day)] if half == 1 else [*([False] * day), *([True] * dark)]
    )


def move_half(st: Position, half: int) -> None:
    """Everybody with orders to go goes, for half of the turn."""
    near = Near.of(st)
    traffic = Traffic(st)
    marches = [m for line in lines(st) for m in _marches(st, line, half, near)]
    marches.sort(
        key=lambda m: (
            m.line.priority,
            not st.waited[m.unit],
            _is_transport(st, m.unit),
            m.unit,
        )
    )
    row = st.world.turn(st.turn)
    if half == AFTER:
        for each in marches:
            _advance(st, each, 0.5, near, traffic, night=False)
        return
    for night in hours(st, half):
        near = Near.of(st)
        for each in marches:
            budget = _night_share(st) / row.night if night else 1.0 / row.daylight
            if not each.done and (not night or each.line.night):
                _advance(st, each, budget, near, traffic, night=night)


def lines(st: Position) -> list[Line]:
    """The orders of this turn."""
    return [Line(*each) for each in st.orders]  # type: ignore[arg-type]


def _night_share(st: Position) -> float:
    return float(st.world.tables.figures.shares["movement.night"])


def _is_transport(st: Position, unit: int) -> bool:
    return st.world.units[unit].arm in ("transport", "hq", "bridging")


def _marches(st: Position, line: Line, half: int, near: Near) -> list[March]:
    if not moves(line) or bool(line.after) != (half == AFTER):
        return []
    found = decided(st, march_card(st, line))
    factor = FULL[found[0]] if found else 1.0
    made: list[March] = []
    for unit in line.units:
        if _can_go(st, unit):
            each = _march(st, unit, line, near)
            if each is not None:
                each.factor = factor
                made.append(each)
    return made


def _can_go(st: Position, unit: int) -> bool:
    held = HALTED | STUCK | QUEUED
    free = not st.marks[unit] & held and not st.aboard[unit]
    return st.is_effective(unit) and free and st.target[unit] < 0


def destination(st: Position, line: Line) -> Point | None:
    """Where a line leads now: its goal, or whoever it follows."""
    if line.follow >= 0:
        return st.at(line.follow) if st.is_here(line.follow) else None
    return (line.goal[0], line.goal[1]) if line.goal else None


def _march(st: Position, unit: int, line: Line, near: Near) -> March | None:
    goal = destination(st, line)
    if goal is None:
        return None
    attacks = line.action in (ATTACK, BREAKTHROUGH)
    at = st.at(unit)
    if attacks:
        enemy = stopped_by(st, unit, at, at, near, night=False, attacks=True)
        if enemy >= 0:
            st.target[unit] = enemy
            return None
    if line.action == PREPARE and km_between(at, goal) > _prepare_km(st):
        return None
    touching = bool(in_contact(st, unit, near)) and not attacks
    who = marcher(st, unit, line)
    path = way_along(st, unit, line, goal)
    if not path:
        if km_between(at, goal) > _BEHIND_KM:
            name = line.goal_name or "them"
            st.note(line.team, "march", f"{st.world.units[unit].name} finds no way to {name}.")
        return None
    if line.follow >= 0:
        path = _shortened(path, _BEHIND_KM)
    mobility = cast("Mobility", st.world.units[unit].unit.mobility)
    careful = cost_of(st, mobility, "tactical") if touching and mobility != "towed" else None
    return March(unit, line, path, who.cost, 1.0, attacks, careful)


def _prepare_km(st: Position) -> int:
    return st.world.tables.figures.wholes["movement.prepare_shift"]


def way_along(st: Position, unit: int, line: Line, goal: Point) -> list[Stretch]:
    """The way by the route that a line names, then to its goal; what is passed is left out."""
    who = marcher(st, unit, line)
    start = st.at(unit)
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


def _shortened(path: list[Stretch], km: float) -> list[Stretch]:
    """A way without its last kilometres."""
    left = sum(each.km for each in path) - km
    found: list[Stretch] = []
    for each in path:
        if each.km > left:
            break
        found.append(each)
        left -= each.km
    return found


def _advance(
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
        slow = m.careful is not None and st.metres[m.unit] < _TACTICAL_KM * 1000
        cost = (m.careful if slow and m.careful else m.cost)(ground, stretch.road, stretch.lane)
        cost *= traffic.delay(stretch) * _under_fire(st, m.unit, (stretch.x, stretch.y))
        wade = float(st.world.tables.figures.shares["movement.river"]) if stretch.water else 0.0
        whole = (stretch.km - m.gone) * cost + (wade if m.gone == 0 else 0.0)
        if whole <= left:
            km, spent = stretch.km - m.gone, whole
            at = (stretch.x, stretch.y)
            m.index, m.gone = m.index + 1, 0.0
        else:
            spent = left
            km = max(0.0, (left - (wade if m.gone == 0 else 0.0)) / cost)
            part = km / max(stretch.km - m.gone, 1e-9)
            at = (
                was[0] + round((stretch.x - was[0]) * part),
                was[1] + round((stretch.y - was[1]) * part),
            )
            m.gone += km
        left -= spent
        _step(st, m, was, at, km, spent)
        if m.gone == 0.0:
            traffic.passed(m.unit, stretch, was)
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
    st.note(troops.team, "march", f"{troops.name} is halted for want of fuel.")
    return False


def _step(st: Position, m: March, was: Point, at: Point, km: float, spent: float) -> None:
    st.place(m.unit, at)
    st.metres[m.unit] += round(km * 1000)
    st.spent[m.unit] = min(1000, st.spent[m.unit] + round(spent / max(m.factor, 0.01) * 1000))
    if at != was:
        st.mark(m.unit, MOVED)


def _meet(st: Position, m: March, was: Point, at: Point, near: Near, *, night: bool) -> None:
    bumps = m.attacks or m.behind
    enemy = stopped_by(st, m.unit, was, at, near, night=night, attacks=bumps)
    if enemy < 0 or (not m.attacks and _slips_by(st, m)):
        return
    m.done = True
    st.mark(m.unit, HALTED)
    if m.attacks:
        st.target[m.unit] = enemy
        return
    if m.behind:
        return
    troops = st.world.units[m.unit]
    what = "meets the enemy" if m.line.action == PROBE else "is stopped by the enemy"
    st.note(troops.team, "march", f"{troops.name} {what} {describe(st.world, at)}.")


def _slips_by(st: Position, m: March) -> bool:
    """Reading 3.11: infiltration by small parties, where Control has allowed it."""
    if not m.line.infiltrate or st.world.units[m.unit].unit.mobility != "foot":
        return False
    seat = st.world.teams[m.line.team].seat
    found = decided(st, f"{st.turn}.infiltration.{seat}.{m.line.number}")
    return found is not None and found[0] == "yes"


def exploit(
    st: Position, unit: int, line: Line, share: float, passed: frozenset[int], near: Near
) -> None:
    """9.13: an overrun moves on through the beaten enemy, up to a share of the turn."""
    goal = destination(st, line)
    if goal is None:
        return
    kept = Near(
        (
            {k: [u for u in v if u.number not in passed] for k, v in near.buckets[0].items()},
            {k: [u for u in v if u.number not in passed] for k, v in near.buckets[1].items()},
        )
    )
    st.target[unit] = -1
    path = way_along(st, unit, line, goal)
    m = March(unit, line, path, marcher(st, unit, line).cost, 1.0, attacks=True)
    _advance(st, m, share, kept, Traffic(st), night=False)


def march_along(
    st: Position,
    unit: int,
    line: Line,
    *,
    until: tuple[Point, float],
    budget: float,
    behind: bool = False,
) -> None:
    """A unit goes its way until it is as near to a point as it should be.

    Where it goes `behind` its own troops the enemy stops it only if he is on its way.
    """
    path = way_along(st, unit, line, (line.goal[0], line.goal[1]))
    point, km = until
    kept: list[Stretch] = []
    for stretch in path:
        kept.append(stretch)
        if km_between((stretch.x, stretch.y), point) <= km:
            break
    cost = marcher(st, unit, line).cost
    m = March(unit, line, kept, cost, 1.0, attacks=False, behind=behind)
    _advance(st, m, budget, Near.of(st), Traffic(st), night=False)

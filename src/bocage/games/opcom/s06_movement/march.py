"""The movement of half a turn, hour by hour: all units at once, then contact (6, reading 3.1).

Only the rules decide here: Control's changes to a march are ruled before. Units move in a fixed
order that does not depend on the time a sheet came in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, radians, sin
from typing import cast

from bocage.games.opcom.board.position import (
    ATTACK,
    BLOWN,
    BREAKTHROUGH,
    BURNT,
    HALTED,
    HOLD,
    MOVE,
    MOVED,
    NON_TACT,
    PREPARE,
    PROBE,
    QUEUED,
    RETREATED,
    STUCK,
    Position,
)
from bocage.games.opcom.board.ways import Point, Stretch, km_between
from bocage.games.opcom.board.world import Troops
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.s02_umpiring.cards import decided
from bocage.games.opcom.s05_orders.rest import is_shattered
from bocage.games.opcom.s06_movement.contact import (
    Near,
    can_get_at,
    exposed_to,
    in_contact,
    limit,
    stopped_by,
)
from bocage.games.opcom.s06_movement.marchers import (
    bears,
    cost_of,
    delays_on,
    is_lifted,
    lorries,
    marcher,
)
from bocage.games.opcom.s06_movement.rates import (
    Delay,
    Ground,
    Mobility,
    by_night,
    may_march,
    slowed,
    wading,
)
from bocage.games.opcom.s07_traffic import Traffic
from bocage.games.opcom.s09_combat.retreats import bearing_back
from bocage.games.opcom.s11_supplies.sources import burn
from bocage.games.opcom.s11_supplies.use import move_needs

_FEELS_KM = 0.25
"""The length of a march step next to the enemy, in km."""
_LEAST = 1e-6
"""The remainder of a finished crossing: the step to the other bank."""


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
    """The cost of the first kilometres, for a unit that breaks contact."""
    behind: bool = False
    """Whether it takes a way that its own troops have opened."""
    index: int = 0
    gone: float = 0.0
    """Kilometres done of the present stretch."""
    done: bool = False
    used: float = -1.0
    """The share of the turn that it has used, once it has set off (6.1: never more than all)."""
    quarry: int = -1
    """The enemy that it follows because the enemy breaks contact (reading 3.12)."""


def destination(st: Position, line: Line) -> Point | None:
    """Return the present goal of a line: its own, or the unit it follows; or None."""
    if line.follow >= 0:
        return st.at(line.follow) if st.is_here(line.follow) else None
    return (line.goal[0], line.goal[1]) if line.goal else None


def way_along(
    st: Position, unit: int, line: Line, goal: Point, start: Point | None = None
) -> list[Stretch]:
    """Return the way by the line's route, then to its goal, without points already passed."""
    who = marcher(st, unit, line)
    start = st.at(unit) if start is None else start
    passed = st.figures.movement.passed
    points = [each for each in line.route if _lies_ahead(start, each, goal, passed)]
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


def _lies_ahead(start: Point, point: Point, goal: Point, passed: float) -> bool:
    return km_between(start, point) > passed and km_between(point, goal) < km_between(start, goal)


def march_today(st: Position, unit: int, line: Line, goal: Point) -> list[Point]:
    """Return the points that a unit will reach in this turn, if nothing stops it."""
    if line.action == PREPARE and km_between(st.at(unit), goal) > _prepare_km(st):
        return []
    cost = marcher(st, unit, line).cost
    found: list[Point] = []
    left = 1.0
    for stretch in way_along(st, unit, line, goal):
        at = (stretch.x, stretch.y)
        left -= stretch.km * cost(st.world.ways.ground(at), stretch.road, stretch.lane)
        if left < 0:
            break
        found.append(at)
    return found


def advance(
    st: Position, m: March, budget: float, near: Near, traffic: Traffic, *, night: bool
) -> None:
    """One unit for one hour: it uses its share of the turn, or is stopped."""
    if m.used < 0:
        m.used = st.spent[m.unit] / 1000
    left = (budget if may_march(m.used + budget) else 1.0 - m.used) * m.factor
    while left > 1e-9 and m.index < len(m.path) and not m.done:
        stretch = m.path[m.index]
        if not _starts(st, m) or _is_down(st, m, stretch) or not traffic.passes(m.unit, stretch):
            m.done = True
            return
        was = st.at(m.unit)
        wade = _wade(st, m, stretch)
        if wade > left:
            _stand_at_the_water(st, m, left)
            return
        ground = st.world.ways.ground((stretch.x, stretch.y))
        slow = (
            m.careful is not None and st.metres[m.unit] < st.figures.movement.break_contact * 1000
        )
        cost = (m.careful if slow and m.careful else m.cost)(ground, stretch.road, stretch.lane)
        cost *= _delayed(st, m, stretch, jam=traffic.jams(stretch))
        rest = stretch.km - m.gone
        # Next to the enemy, units move in short steps, so that they stop at the point of contact.
        feels = not wade and near.enemies(st.world.units[m.unit].side, was)
        km = min(rest, _FEELS_KM) if feels else rest
        spent = km * cost + wade
        if spent > left:
            # A unit in the water reaches the other bank.
            spent, km = left, km if wade else max(0.0, left / cost)
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


def _is_down(st: Position, m: March, stretch: Stretch) -> bool:
    """Return whether a unit finds a bridge on its way down, of which its team did not know.

    It looks for another way in the next half of the turn (reading 10.7).
    """
    if stretch.crossing < 0 or not st.bridges[stretch.crossing] & BLOWN:
        return False
    mobility = "motor" if is_lifted(st, m.unit, m.line) else ""
    if bears(st, m.unit, stretch.crossing, mobility):
        return False
    if m.line.number or not m.behind:
        team = st.world.units[m.unit].team
        st.note(team, "bridge down", m.unit, st.at(m.unit), crossing=stretch.crossing)
    return True


def _wade(st: Position, m: March, stretch: Stretch) -> float:
    """Return the share of a turn that a canal or minor river still costs a unit (6.3, reading
    3.9).
    """
    if not stretch.water or m.gone:
        return 0.0
    return max(_LEAST, float(wading(st.world.tables)) - st.wading[m.unit] / 1000)


def _stand_at_the_water(st: Position, m: March, share: float) -> None:
    """Keep a unit at a crossing that takes more time than is left.

    It continues in the next hour.
    """
    st.wading[m.unit] += round(share * 1000)
    _use(st, m, share)
    st.mark(m.unit, MOVED)


def _use(st: Position, m: March, share: float) -> None:
    """Count a share of the turn as used."""
    m.used += share / max(m.factor, 0.01)
    st.spent[m.unit] = min(1000, round(m.used * 1000))


def _delayed(st: Position, m: March, stretch: Stretch, *, jam: bool) -> float:
    """Return how many times as long a jam and enemy fire make a stretch.

    They and the delays that its cost has together are no more than any delays (reading 3.2).
    """
    fire = _under_fire(st, m.unit, (stretch.x, stretch.y))
    if not jam and not fire:
        return 1.0
    lane = stretch.road and stretch.lane
    known = delays_on(st, preparing=m.line.action == PREPARE, lane=lane)
    there: dict[Delay, bool] = {"jam": jam, "fire": fire}
    met: list[Delay] = [delay for delay, is_there in there.items() if is_there]
    charts = st.world.tables
    return float(slowed([*known, *met], charts) / slowed(known, charts))


def _under_fire(st: Position, unit: int, at: Point) -> bool:
    """Return whether the enemy's interdiction delays a march there (6.2.fire)."""
    side = st.world.units[unit].side
    near = float(st.figures.interdiction.passing)
    return any(
        st.world.side_of_team(team) != side and km_between((x, y), at) <= near
        for team, x, y in st.fires
    )


def _is_barred(st: Position, unit: int, at: Point) -> bool:
    """Return a unit that was hit on its way through a point under fire stops there (9.16.b)."""
    near = float(st.figures.interdiction.passing)
    return any(who == unit and km_between((x, y), at) <= near for who, x, y in st.barriers)


def _starts(st: Position, m: March) -> bool:
    """Return whether a unit can move; one that needs fuel must have some (9.5.e)."""
    if st.has(m.unit, BURNT):
        return True
    troops = st.world.units[m.unit]
    if not move_needs(m.unit, troops.arm, troops.unit.mobility, charts=st.world.tables).fuel:
        return True
    if burn(st, m.unit, BURNT):
        return True
    st.note(troops.team, "no fuel", m.unit)
    return False


def _step(st: Position, m: March, was: Point, at: Point, km: float, spent: float) -> None:
    st.place(m.unit, at)
    st.metres[m.unit] += round(km * 1000)
    _use(st, m, spent)
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
        return  # a headquarters that follows automatically
    troops = st.world.units[m.unit]
    if m.line.action == PROBE:
        st.note(troops.team, "met", m.unit, at)
    else:
        _stopped(st, troops, at)


def _stopped(st: Position, troops: Troops, at: Point) -> None:
    """Note that the enemy has stopped a unit."""
    st.note(troops.team, "stopped", troops.number, at)


def _stops_too(st: Position, enemy: int, was: Point, at: Point, *, night: bool) -> None:
    """Stop a column that a unit meets (reading 3.13)."""
    there = st.at(enemy)
    is_new = km_between(was, there) > limit(st, at, night=night)
    if is_new and st.action[enemy] in (MOVE, PROBE) and not st.has(enemy, HALTED):
        st.mark(enemy, HALTED)
        _stopped(st, st.world.units[enemy], there)


def _slips_by(st: Position, m: March) -> bool:
    """Return whether a unit infiltrates by small parties, if Control allows it (reading 3.11)."""
    if not m.line.infiltrate or st.world.units[m.unit].unit.mobility != "foot":
        return False
    seat = st.world.teams[m.line.team].seat
    found = decided(st, f"{st.turn}.infiltration.{seat}.{m.line.number}")
    return found is not None and found[0] == "yes"


_TURNS = (0, 20, -20, 40, -40, 60, -60, 80, -80)
"""The bearings to search for a way out, in degrees from straight away."""
_OUT_KM = (0.2, 1.2)
"""How much farther than the passing distance a way out first leads from an enemy."""
_LEG_KM = 0.4


def way_out(st: Position, unit: int, line: Line, goal: Point, foes: list[int]) -> list[Stretch]:
    """Return the way to a goal for a unit next to the enemy: one that does not lead nearer to it.

    If the usual way does, the unit first goes straight away over open ground. If every way leads
    past the enemy, this is the usual one, and the enemy stops the unit.
    """
    usual = way_along(st, unit, line, goal)
    at = st.at(unit)
    if not _leads_nearer(st, at, usual, foes) or st.world.units[unit].unit.mobility == "towed":
        return usual
    cost = marcher(st, unit, line, contact=True).cost
    ways: list[tuple[float, list[Stretch]]] = []
    outs = [
        (leg, point)
        for point in _outs(st, at, foes)
        # A leg that leads nearer rules out the whole way, so the rest is not searched.
        if not _leads_nearer(st, at, leg := _leg(at, point), foes)
    ]
    for (leg, _), rest in zip(outs, _onward(st, unit, line, goal, outs), strict=True):
        path = [*leg, *rest]
        if len(path) > 1 and not _leads_nearer(st, at, path, foes):
            spent = sum(s.km * cost(st.world.ways.ground((s.x, s.y)), s.road, s.lane) for s in path)
            ways.append((spent, path))
    return min(ways, key=lambda each: each[0])[1] if ways else usual


def _onward(
    st: Position, unit: int, line: Line, goal: Point, outs: list[tuple[list[Stretch], Point]]
) -> list[list[Stretch]]:
    """Return a way from each outer point to the goal: in one search, or one each with a route."""
    if line.route:
        return [way_along(st, unit, line, goal, point) for _, point in outs]
    who = marcher(st, unit, line)
    found = st.world.ways.ways_to([point for _, point in outs], goal, who)
    return [each or [] for each in found]


def _leads_nearer(st: Position, at: Point, path: list[Stretch], foes: list[int]) -> bool:
    """Return whether a way comes nearer to one of these enemies within the distance that stops a
    unit.
    """
    # The exact distance is only computed where it can matter: most stretches are far away.
    most = max(st.world.tables.passing.values())
    spots = [st.at(foe) for foe in foes]
    was = at
    for stretch in path:
        here = (stretch.x, stretch.y)
        near = [
            km
            for spot in spots
            if (km := km_between(here, spot)) <= most and km < km_between(was, spot)
        ]
        if near and min(near) <= limit(st, here, night=False):
            return True
        was = here
    return False


def _outs(st: Position, at: Point, foes: list[int]) -> Iterator[Point]:
    """Yield points away from the enemy on this side of any water."""
    bearings = [degrees(atan2(at[0] - x, at[1] - y)) for x, y in (st.at(f) for f in foes)]
    back = bearing_back(bearings)
    if back is None:
        return
    for km in (max(st.world.tables.passing.values()) + more for more in _OUT_KM):
        for turn in _TURNS:
            angle = radians(back + turn)
            point = round(at[0] + sin(angle) * km * 1000), round(at[1] + cos(angle) * km * 1000)
            if st.world.ways.cell(point) is not None and not st.world.ways.waters_between(
                at, point
            ):
                yield point


def _leg(at: Point, point: Point) -> list[Stretch]:
    """Return a straight line over open ground, in short stretches."""
    parts = max(1, round(km_between(at, point) / _LEG_KM))
    km = km_between(at, point) / parts
    return [
        Stretch(
            at[0] + (point[0] - at[0]) * i // parts,
            at[1] + (point[1] - at[1]) * i // parts,
            km,
            False,
            False,
            -1,
            -1,
            False,
        )
        for i in range(1, parts + 1)
    ]


def has_got_away(st: Position, m: March) -> bool:
    """Return whether a unit's target or quarry is no longer next to it."""
    enemy = st.target[m.unit] if st.target[m.unit] >= 0 else m.quarry
    if enemy < 0 or not st.is_effective(enemy):
        return False
    at, there = st.at(m.unit), st.at(enemy)
    return km_between(at, there) > st.figures.contact.meets or not can_get_at(st, m.unit, at, there)


def follow(st: Position, m: March) -> None:
    """Let units with orders to attack follow an enemy that breaks contact (reading 3.12)."""
    m.quarry = st.target[m.unit] if st.target[m.unit] >= 0 else m.quarry
    st.target[m.unit] = -1
    st.marks[m.unit] &= 0xFF ^ HALTED
    who = marcher(st, m.unit, m.line)
    m.path = st.world.ways.way(st.at(m.unit), st.at(m.quarry), who) or []
    m.index, m.gone, m.done = 0, 0.0, False


__all__ = [
    "AFTER",
    "destination",
    "exploit",
    "hours",
    "is_marching",
    "march_along",
    "march_card",
    "move_half",
    "moves",
    "way_along",
]

FULL: dict[str, float] = {"full": 1.0, "half": 0.5, "quarter": 0.25, "none": 0.0}
"""The shares of a march that Control may rule."""
AFTER = 3
"""The movement after all fights."""


def march_card(st: Position, line: Line) -> str:
    """Return the name of the card about a line's march."""
    return f"{st.turn}.march.{st.world.teams[line.team].seat}.{line.number}"


def moves(line: Line) -> bool:
    """Return whether a line makes its units march."""
    if line.action == PREPARE:
        return bool(line.goal)
    return line.action in (MOVE, ATTACK, BREAKTHROUGH, PROBE)


def hours(st: Position, half: int) -> list[bool]:
    """Return the hours of a half of the turn, True for night (reading 2.1)."""
    row = st.world.turn(st.turn)
    early = row.daylight // 2 if row.half == "pm" else row.daylight - row.daylight // 2
    day = early if half == 1 else row.daylight - early
    dark = row.night if (row.half == "am") == (half == 1) else 0
    return (
        [*([True] * dark), *([False] * day)] if half == 1 else [*([False] * day), *([True] * dark)]
    )


def move_half(st: Position, half: int) -> None:
    """Move all units with orders to move, for half of the turn."""
    near = Near.of(st)
    traffic = Traffic(st)
    marches = [m for line in st.orders for m in _marches(st, line, half, near)]
    marches.sort(key=lambda m: order_of(st, m))
    row = st.world.turn(st.turn)
    if half == AFTER:
        share = float(st.figures.movement.after_fights)
        for each in marches:
            advance(st, each, share, near, traffic, night=False)
        return
    for night in hours(st, half):
        near = Near.of(st)
        budget = float(by_night(st.world.tables)) / row.night if night else 1.0 / row.daylight
        for each in marches:
            if night and not each.line.night:
                continue
            if each.attacks and has_got_away(st, each):
                follow(st, each)
            if st.has(each.unit, HALTED) and not each.attacks:
                each.done = True
            if not each.done:
                advance(st, each, budget, near, traffic, night=night)
    for each in marches:
        if each.attacks and has_got_away(st, each):
            _lose_sight(st, each)


def _lose_sight(st: Position, m: March) -> None:
    """Let an enemy get away that a unit could not catch in this half of the turn (reading 3.12)."""
    st.target[m.unit] = -1
    st.marks[m.unit] &= 0xFF ^ HALTED
    st.note(m.line.team, "got away", m.unit)


def order_of(st: Position, m: March) -> tuple[int, bool, bool, int]:
    """Return the road order: by priority, then units that have waited, then fighting units.

    (Reading 3.14.)
    """
    return m.line.priority, not st.waited[m.unit], _is_transport(st, m.unit), m.unit


def _is_transport(st: Position, unit: int) -> bool:
    return st.world.units[unit].arm in ("transport", "hq", "bridging")


def _marches(st: Position, line: Line, half: int, near: Near) -> list[March]:
    if not moves(line) or bool(line.after) != (half == AFTER):
        return []
    found = decided(st, march_card(st, line))
    factor = FULL[found[0]] if found else 1.0
    made: list[March] = []
    for unit in (*line.units, *lorries(st, line)):
        if _can_go(st, unit, line, near):
            each = _march(st, unit, line, near)
            if each is not None:
                each.factor = factor * st.pace[unit] / 100
                made.append(each)
    return made


def _can_go(st: Position, unit: int, line: Line, near: Near) -> bool:
    """Return whether a unit is free to go; one that an enemy stopped continues when the enemy has
    left.
    """
    held = st.marks[unit] & (STUCK | QUEUED) or st.aboard[unit] or not st.pace[unit]
    if held or not _is_fit(st, unit):
        return False
    if st.has(unit, RETREATED) and not _goes_on_back(st, unit, line):
        return False
    if not st.has(unit, HALTED) or st.target[unit] >= 0:
        return True
    if line.action != MOVE or in_contact(st, unit, near):
        return False
    st.marks[unit] &= 0xFF ^ HALTED
    return True


def _goes_on_back(st: Position, unit: int, line: Line) -> bool:
    """Return whether a unit that was driven back may march: only further from the enemy.

    (9.13, reading 4.47.)
    """
    goal = destination(st, line)
    if line.action != MOVE or goal is None:
        return False
    at = st.at(unit)
    foes = [st.at(e.number) for e in st.enemies(st.world.units[unit].side)]
    nearest = min(foes, key=lambda foe: (km_between(at, foe), foe), default=None)
    return nearest is None or km_between(goal, nearest) > km_between(at, nearest)


def _is_fit(st: Position, unit: int) -> bool:
    """Return whether a unit can march on orders: columns that never had a status do, beaten units
    not.
    """
    return st.is_here(unit) and not is_shattered(st, unit)


def _march(st: Position, unit: int, line: Line, near: Near) -> March | None:
    goal = destination(st, line)
    if goal is None:
        return None
    attacks = line.action in (ATTACK, BREAKTHROUGH)
    at = st.at(unit)
    who = marcher(st, unit, line)
    if st.target[unit] >= 0 and not st.is_effective(st.target[unit]):
        st.target[unit] = -1  # other units have destroyed it, so they continue (9.7.3)
    if attacks and st.target[unit] < 0:
        st.target[unit] = stopped_by(st, unit, at, at, near, night=False, attacks=True)
    if st.target[unit] >= 0:
        return March(unit, line, [], who.cost, 1.0, attacks, done=True)
    if line.action == PREPARE and km_between(at, goal) > _prepare_km(st):
        return None
    foes = [] if attacks else in_contact(st, unit, near)
    path = way_out(st, unit, line, goal, foes) if foes else way_along(st, unit, line, goal)
    if not path:
        if km_between(at, goal) > st.figures.movement.behind:
            st.note(line.team, "no way", unit, goal, name=line.goal_name)
        return None
    if not line.route and is_detour(st, at, goal, path):
        km = round(sum(each.km for each in path))
        st.note(line.team, "detour", unit, goal, figure=km, name=line.goal_name)
        return None
    if line.follow >= 0:
        path = _short_of_enemy(st, unit, _shortened(path, st.figures.movement.behind), near)
    mobility = cast("Mobility", st.world.units[unit].unit.mobility)
    if is_lifted(st, unit, line):
        mobility = "motor"
    careful = None
    if foes and mobility != "towed":
        careful = cost_of(st, mobility, "tactical", preparing=line.action == PREPARE)
    return March(unit, line, path, who.cost, 1.0, attacks, careful, behind=line.follow >= 0)


def is_detour(st: Position, at: Point, goal: Point, path: Sequence[Stretch]) -> bool:
    """Return whether a way is so long that units take it only on request (reading 3.26)."""
    straight = km_between(at, goal)
    km = sum(each.km for each in path)
    figures = st.figures.movement
    return km > straight * figures.detour and km - straight > figures.detour_more


def is_marching(st: Position, line: Line) -> bool:
    """Return whether a line makes its units march.

    Preparing units only shift a little (reading 3.4).
    """
    goal = destination(st, line)
    if line.action != PREPARE or goal is None:
        return True
    return any(km_between(st.at(u), goal) <= _prepare_km(st) for u in line.units)


def _prepare_km(st: Position) -> int:
    return st.figures.movement.prepare_shift


def _shortened(path: list[Stretch], km: float) -> list[Stretch]:
    """Return a way without its last kilometres."""
    left = sum(each.km for each in path) - km
    found: list[Stretch] = []
    for each in path:
        if each.km > left:
            break
        found.append(each)
        left -= each.km
    return found


def exploit(
    st: Position, unit: int, line: Line, share: float, passed: frozenset[int], near: Near
) -> None:
    """Move an overrun through the beaten enemy, up to a share of the turn (9.13)."""
    goal = destination(st, line)
    if goal is None:
        return
    kept = Near(
        near.square,
        (
            {k: [u for u in v if u.number not in passed] for k, v in near.buckets[0].items()},
            {k: [u for u in v if u.number not in passed] for k, v in near.buckets[1].items()},
        ),
    )
    st.target[unit] = -1
    path = way_along(st, unit, line, goal)
    m = March(unit, line, path, marcher(st, unit, line).cost, 1.0, attacks=True)
    advance(st, m, share, kept, Traffic(st), night=False)


def march_along(
    st: Position,
    unit: int,
    line: Line,
    *,
    until: tuple[Point, float],
    budget: float,
    behind: bool = False,
) -> None:
    """Move a unit along its way until it is near enough to a point.

    If it goes `behind` its own troops, the enemy stops it only when on its way.
    """
    near = Near.of(st)
    path = way_along(st, unit, line, (line.goal[0], line.goal[1]))
    point, km = until
    kept: list[Stretch] = []
    for stretch in path:
        kept.append(stretch)
        if km_between((stretch.x, stretch.y), point) <= km:
            break
    if behind:
        kept = _short_of_enemy(st, unit, kept, near)
    cost = marcher(st, unit, line).cost
    m = March(unit, line, kept, cost, 1.0, attacks=False, behind=behind)
    advance(st, m, budget, near, Traffic(st), night=False)


def _short_of_enemy(st: Position, unit: int, path: list[Stretch], near: Near) -> list[Stretch]:
    """Return the way of a following staff or column, ended before an enemy would stop it.

    It ends before the unit is exposed to that enemy (reading 3.21).
    """
    if st.world.units[unit].fights:
        return path
    was, safe = st.at(unit), 0
    for i, stretch in enumerate(path):
        at = (stretch.x, stretch.y)
        if stopped_by(st, unit, was, at, near, night=False, attacks=False, behind=True) >= 0:
            return path[:safe]
        if near.enemies(st.world.units[unit].side, at) and exposed_to(st, unit, at, near):
            was = at
            continue
        was, safe = at, i + 1
    return path


def follow_units(st: Position) -> None:
    """Close up every headquarters without orders behind its units."""
    ordered = {unit for line in st.orders if _is_for(st, line) for unit in line.units}
    near = Near.of(st)
    for hq in st.here():
        if hq.arm != "hq" or hq.number in ordered or st.level(hq.number) == 0:
            continue
        units = [
            u.number
            for u in st.here()
            if u.hq == hq.number and u.arm not in ("hq", "transport") and st.level(u.number) > 0
        ]
        if units and not st.marks[hq.number] & (HALTED | STUCK | QUEUED | RETREATED):
            _close_up(st, hq.number, units, near)


def _is_for(st: Position, line: Line) -> bool:
    """Return whether a line is meant for the headquarters in it: one for a formation that holds is
    not.
    """
    return line.action != HOLD or all(st.world.units[u].arm == "hq" for u in line.units)


def _close_up(st: Position, hq: int, units: list[int], near: Near) -> None:
    """Move a headquarters to 3 km behind the middle of its units, or back there (reading 3.21)."""
    foes = exposed_to(st, hq, st.at(hq), near)
    if foes:
        foe = min(foes, key=lambda there: (km_between(st.at(hq), there), there))
        rear = max(units, key=lambda u: (km_between(st.at(u), foe), -u))
        if km_between(st.at(rear), foe) > km_between(st.at(hq), foe):
            _drive(st, hq, st.at(rear), st.at(rear), _FEELS_KM)
        return
    middle, far = centroid([st.at(u) for u in units]), st.figures.movement.staff
    if km_between(st.at(hq), middle) > far:
        nearest = min(units, key=lambda u: (km_between(st.at(u), middle), u))
        _drive(st, hq, st.at(nearest), middle, far)


def _drive(st: Position, hq: int, goal: Point, point: Point, km: float) -> None:
    line = Line(st.world.units[hq].team, 0, (hq,), MOVE, NON_TACT, "", goal)
    share = float(st.figures.movement.staff_share)
    march_along(st, hq, line, until=(point, km), budget=share, behind=True)


def centroid(points: list[Point]) -> Point:
    """Return the middle of some points."""
    count = len(points)
    return sum(p[0] for p in points) // count, sum(p[1] for p in points) // count

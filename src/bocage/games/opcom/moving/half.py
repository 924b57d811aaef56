"""The movement of half a turn, hour by hour (6, reading 3.1): everybody at once, then contact.

Nothing is decided here but by the rules: what Control may change of a march it rules before.
Units go in a fixed order that knows nothing of when a sheet came in.
"""

from __future__ import annotations

from typing import cast

from bocage.games.opcom.control.cards import decided
from bocage.games.opcom.movement_rates import Mobility
from bocage.games.opcom.moving.advancing import March, advance, destination, way_along
from bocage.games.opcom.moving.breaking import follow, has_got_away, way_out
from bocage.games.opcom.moving.lifting import is_lifted, lorries
from bocage.games.opcom.moving.marchers import cost_of, marcher
from bocage.games.opcom.moving.meeting import Near, in_contact, stopped_by
from bocage.games.opcom.moving.traffic import Traffic
from bocage.games.opcom.pieces.orders import Line
from bocage.games.opcom.position import (
    ATTACK,
    BREAKTHROUGH,
    HALTED,
    MOVE,
    PREPARE,
    PROBE,
    QUEUED,
    STUCK,
    Position,
)
from bocage.games.opcom.rebuilding import is_shattered
from bocage.games.opcom.ways import Point, Stretch, km_between

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
"""What Control may make of a march."""
AFTER = 3
"""The movement after all fights."""
_BEHIND_KM = 1.0


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
    marches = [m for line in st.orders for m in _marches(st, line, half, near)]
    marches.sort(key=lambda m: order_of(st, m))
    row = st.world.turn(st.turn)
    if half == AFTER:
        for each in marches:
            advance(st, each, 0.5, near, traffic, night=False)
        return
    for night in hours(st, half):
        near = Near.of(st)
        budget = _night_share(st) / row.night if night else 1.0 / row.daylight
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
    """Reading 3.12: whom they could not catch in this half of the turn has got away."""
    st.target[m.unit] = -1
    st.marks[m.unit] &= 0xFF ^ HALTED
    st.note(m.line.team, "got away", m.unit)


def order_of(st: Position, m: March) -> tuple[int, bool, bool, int]:
    """Reading 3.14: who goes first on a road: by priority, then who has waited, then who fights."""
    return m.line.priority, not st.waited[m.unit], _is_transport(st, m.unit), m.unit


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
    for unit in (*line.units, *lorries(st, line)):
        if _can_go(st, unit, line, near):
            each = _march(st, unit, line, near)
            if each is not None:
                each.factor = factor * st.pace[unit] / 100
                made.append(each)
    return made


def _can_go(st: Position, unit: int, line: Line, near: Near) -> bool:
    """Whether a unit is free to go; whom an enemy stopped goes on when he is there no longer."""
    held = st.marks[unit] & (STUCK | QUEUED) or st.aboard[unit] or not st.pace[unit]
    if held or not _is_fit(st, unit):
        return False
    if not st.has(unit, HALTED) or st.target[unit] >= 0:
        return True
    if line.action != MOVE or in_contact(st, unit, near):
        return False
    st.marks[unit] &= 0xFF ^ HALTED
    return True


def _is_fit(st: Position, unit: int) -> bool:
    """Whether a unit can march on orders: columns that never had a status do, beaten units not."""
    return st.is_here(unit) and not is_shattered(st, unit)


def _march(st: Position, unit: int, line: Line, near: Near) -> March | None:
    goal = destination(st, line)
    if goal is None:
        return None
    attacks = line.action in (ATTACK, BREAKTHROUGH)
    at = st.at(unit)
    who = marcher(st, unit, line)
    if st.target[unit] >= 0 and not st.is_effective(st.target[unit]):
        st.target[unit] = -1  # others have finished him: they go on (9.7.3)
    if attacks and st.target[unit] < 0:
        st.target[unit] = stopped_by(st, unit, at, at, near, night=False, attacks=True)
    if st.target[unit] >= 0:
        return March(unit, line, [], who.cost, 1.0, attacks, done=True)
    if line.action == PREPARE and km_between(at, goal) > _prepare_km(st):
        return None
    foes = [] if attacks else in_contact(st, unit, near)
    path = way_out(st, unit, line, goal, foes) if foes else way_along(st, unit, line, goal)
    if not path:
        if km_between(at, goal) > _BEHIND_KM:
            st.note(line.team, "no way", unit, goal, name=line.goal_name)
        return None
    if line.follow >= 0:
        path = _shortened(path, _BEHIND_KM)
    mobility = cast("Mobility", st.world.units[unit].unit.mobility)
    if is_lifted(st, unit, line):
        mobility = "motor"
    careful = cost_of(st, mobility, "tactical") if foes and mobility != "towed" else None
    return March(unit, line, path, who.cost, 1.0, attacks, careful, behind=line.follow >= 0)


def is_marching(st: Position, line: Line) -> bool:
    """Whether a line makes anybody march: who prepares shifts a little, or stays (reading 3.4)."""
    goal = destination(st, line)
    if line.action != PREPARE or goal is None:
        return True
    return any(km_between(st.at(u), goal) <= _prepare_km(st) for u in line.units)


def _prepare_km(st: Position) -> int:
    return st.world.tables.figures.wholes["movement.prepare_shift"]


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
    advance(st, m, budget, Near.of(st), Traffic(st), night=False)

"""The readback of a team's sheet, line by line, before it is sent (5).

It uses only what the team knows: a bridge that the team believes to stand counts as standing, and
no enemy stops the march on the map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Final, cast

from bocage.engine.operation import LineReading, Point, Remark, SheetReading
from bocage.games.opcom.board.position import (
    ATTACK,
    BLOWN,
    BREAKTHROUGH,
    HOLD,
    MOVE,
    PREPARE,
    PROBE,
    REST,
    Position,
)
from bocage.games.opcom.board.ways import Stretch
from bocage.games.opcom.board.world import World
from bocage.games.opcom.pieces.orders import Chore, Line
from bocage.games.opcom.s05_orders.chore_words import chore_goal, chore_units, chore_words, listed
from bocage.games.opcom.s05_orders.files import SheetError, sheet_from_text
from bocage.games.opcom.s05_orders.knowledge import known_to_team
from bocage.games.opcom.s05_orders.meaning import Known, understand
from bocage.games.opcom.s05_orders.outlook import Way, chore_warnings, stops, warnings
from bocage.games.opcom.s06_movement.marchers import marcher
from bocage.games.opcom.words.places import describe

_DONE: Final = {
    HOLD: "hold",
    MOVE: "move to",
    PREPARE: "prepare an attack on",
    PROBE: "probe towards",
    ATTACK: "attack",
    BREAKTHROUGH: "break through to",
}
_POSTURE: Final = ("tactical", "non-tactical", "resting")


def read_back(st: Position, team: int, text: str) -> SheetReading:
    """Return how the staff understands a sheet.

    Args:
        st: the position, of which only the team's knowledge is used.
        team: the team that wrote the sheet.
        text: the sheet as JSON, as `sheet` carries it.
    """
    try:
        sheet = sheet_from_text(text)
    except SheetError as error:
        return SheetReading((), (Remark(0, str(error)),), ())
    known = known_to_team(st, team)
    found = understand(st.world, team, sheet, known)
    believed = _believed(st, known)
    ways = {line.number: _march(believed, known, line) for line in found.lines}
    warned = warnings(st, team, known, found.lines, ways)
    lines = [_line(st, known, line, ways[line.number], warned) for line in found.lines]
    said = chore_warnings(st, known, found.chores)
    others = zip(found.chore_numbers, found.chores, said, strict=True)
    return SheetReading(
        (*lines, *(_chore(st, number, chore, warned) for number, chore, warned in others)),
        tuple(Remark(each.number, each.words) for each in found.problems),
        tuple(Remark(q.number, q.words, q.choices, q.default) for q in found.questions),
    )


def _line(
    st: Position, known: Known, line: Line, way: Way, warned: Mapping[int, Sequence[str]]
) -> LineReading:
    return LineReading(
        line.number,
        _sentence(st.world, line, way.km),
        tuple(st.world.units[each].id for each in line.units),
        way.points if way.stretches else (),
        round(way.km, 1),
        round(way.turns, 2),
        _goal(known, line),
        stops(st, line, way),
        tuple(warned[line.number]),
    )


def _chore(st: Position, number: int, chore: Chore, warned: Sequence[str]) -> LineReading:
    return LineReading(
        number,
        chore_words(st.world, chore),
        tuple(st.world.units[each].id for each in chore_units(chore)),
        goal=chore_goal(st.world, chore),
        warnings=tuple(warned),
    )


def _goal(known: Known, line: Line) -> Point | None:
    if line.follow >= 0:
        return known.where.get(line.follow)
    return cast("Point | None", line.goal or None)


def _sentence(world: World, line: Line, km: float) -> str:
    who = listed([world.units[u].name for u in line.units])
    said = _DONE[line.action]
    where = line.goal_name
    if _is_numbers(where) and line.goal:
        where = f"a point {describe(world, (line.goal[0], line.goal[1]))}"
    if line.follow >= 0:
        said, where = "follow", world.units[line.follow].name
    elif not where:
        said = {PREPARE: "prepare an attack"}.get(line.action, said)
    if line.stand_fast:
        said = "stand fast"
    by = f" by {listed(_along(world, line))}" if line.route else ""
    parts = [f"{who}: {said} {where}".rstrip() + by]
    if line.action != HOLD or line.posture == REST:
        parts.append(_POSTURE[line.posture])
    flags = (
        (line.column, "in road column"),
        (line.night, "by night"),
        (line.after, "after the fights"),
        (line.infiltrate, "by infiltration"),
        (line.counter_attack, "counter-attack if driven back"),
    )
    parts += [words for holds, words in flags if holds]
    if line.lift >= 0:
        parts.append(f"lifted by {world.units[line.lift].name}")
    if line.support:
        guns = [
            world.units[u].name + (" (first attack)" if once else "") for u, once in line.support
        ]
        parts.append(f"supported by {listed(guns)}")
    if line.squadrons:
        parts.append(f"{line.squadrons} squadrons in close support")
    if line.cab_rank:
        parts.append(f"{line.cab_rank} on the cab rank")
    if line.ammo >= 0:
        parts.append(f"{line.ammo} ammunition")
    if line.fuel >= 0:
        parts.append(f"{line.fuel} fuel")
    if line.action == MOVE and line.follow < 0:
        parts.append("then hold")
    if km:
        parts.append(f"{km:.0f} km" if km >= 1 else "under 1 km")
    return ", ".join(parts) + "."


def _is_numbers(name: str) -> bool:
    """Return whether a place is given in figures only, which mean nothing to a reader."""
    return bool(name) and not any(each.isalpha() for each in name)


def _along(world: World, line: Line) -> list[str]:
    """Return the places of a route as on the sheet, with figures in words."""
    return [
        f"a point {describe(world, at)}" if _is_numbers(name) or not name else name
        for at, name in zip_longest(line.route, line.route_names, fillvalue="")
        if not isinstance(at, str)
    ]


def _march(st: Position, known: Known, line: Line) -> Way:
    """Return the way of a line's first unit that can move; `st` is as the team believes it to
    be.
    """
    goal = _goal(known, line)
    movers = [u for u in line.units if st.world.units[u].unit.mobility != "static"]
    at = known.where[(movers or line.units)[0]]
    if goal is None or not movers or line.action in (HOLD, PREPARE):
        return Way(at)
    who = marcher(st, movers[0], line)
    start, path, costs = at, list[Stretch](), list[float]()
    for stop in (*line.route, goal):
        way = st.world.ways.way(start, stop, who)
        if way is None:
            return Way(at, tuple(path), tuple(costs), broken=True)
        for each in way:
            start = (each.x, each.y)
            cost = who.cost(st.world.ways.ground(start), each.road, each.lane)
            costs.append(each.km * cost + (who.river_cost if each.water else 0.0))
        path += way
    return Way(at, tuple(path), tuple(costs))


def _believed(st: Position, known: Known) -> Position:
    """Return the position as the team knows it: its units' places, and broken bridges."""
    made = st.copy()
    for crossing in range(len(made.bridges)):
        made.bridges[crossing] = BLOWN if crossing in known.down else 0
    for unit, (x, y) in known.where.items():
        made.xs[unit] = made.from_x[unit] = x
        made.ys[unit] = made.from_y[unit] = y
    return made

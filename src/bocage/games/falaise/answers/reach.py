"""Where moving units can go, and what every step costs by which rule (7.2, 7.3, 6.3).

The rules let units *go* by the cheapest way, out of enemy zones if they can pay for that (reading
115). Where no way is free of them, one that draws less Op-Fire (6.2) is better for a person who
names only the hex at its end: the quiet way.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import first
from bocage.engine.reach import Note, Step, Way
from bocage.engine.words import Words
from bocage.games.falaise.board.ground import ARGENTAN, BOCAGE, POINT, TOWN, WOODS
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s07_movement import NO_ROAD, Moving, plain_field
from bocage.games.falaise.s09_disruption import points_of, ter
from bocage.games.falaise.words.verbs import GO, STEP
from bocage.hexes.kernels import BLOCKED, NO_LIMIT, PROHIBITED, UNREACHED, ZONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bocage.engine.actions import Action
    from bocage.games.falaise.board.position import Position


_UNDER_FIRE: Final = Note(
    "zone", Words("enters an enemy zone of control: the enemy may fire"), R("6.2")
)
_WHOLE: Final = Note(
    "whole-move", Words("a river without a crossing takes the whole move"), R("7.2.1.a")
)
_BARRED: Final = Note("barred", Words("barred"), R("7.2"))
_ROAD: Final = Note("road", Words("by Road Movement"), R("7.3"))


def reach(st: Position, seat: int) -> list[Way]:
    """Return the way to every hex that `go` may name now, and the step that takes the whole
    move.
    """
    top = st.stack[-1] if st.stack else None
    if not isinstance(top, Moving) or top.seat != seat:
        return []
    legal = top.legal(st)
    goals = [first(action) for action in legal if action >> 32 == GO.number]
    steps = {first(action) for action in legal if action >> 32 == STEP.number}
    here = st.loc[top.units[0]]
    alone = sorted(steps.difference(goals))
    return [*(_gone(st, top, h) for h in goals), *(_way(st, top, (here, h)) for h in alone)]


def way(st: Position, seat: int, action: Action) -> Way | None:
    """Return the way of `go` or `step`; where `go` may not be, the cheapest way there is."""
    top = st.stack[-1] if st.stack else None
    kind, h = action >> 32, first(action)
    if not isinstance(top, Moving) or top.seat != seat or kind not in (GO.number, STEP.number):
        return None
    here = st.loc[top.units[0]]
    if kind == STEP.number:
        return _way(st, top, (here, h)) if st.world.grid.are_neighbours(here, h) else None
    if top.way(st, h)[0]:
        return _gone(st, top, h)
    if h == here:
        return None
    work = st.world.scratch.work
    field = plain_field(st, top.units, top.seat)
    hexes = work.path(top.mobility(st), here, h, field, NO_LIMIT)
    return None if work.costs[h] >= UNREACHED else _way(st, top, list(hexes), allowed=False)


def _gone(st: Position, moving: Moving, h: int) -> Way:
    """Return the way that units take who *go* to a hex."""
    hexes, by_road = moving.way(st, h)
    return _way(st, moving, hexes if by_road else moving.quiet(st, hexes), by_road=by_road)


def _way(
    st: Position,
    moving: Moving,
    hexes: Sequence[int],
    *,
    by_road: bool = False,
    allowed: bool = True,
) -> Way:
    price = moving.road_cost if by_road else moving.step_cost
    spent = moving.road if by_road else moving.spent
    steps: list[Step] = []
    notes = [_ROAD] if by_road else []
    for i, (here, h) in enumerate(pairwise(hexes)):
        cost = price(st, here, h)
        if cost == PROHIBITED:
            whole = not i and not spent
            spent = moving.points if whole else spent
            notes += [_WHOLE] if whole else []
            steps.append(Step(h, None, spent / POINT, (_WHOLE if whole else _BARRED,)))
            continue
        spent += cost
        steps.append(Step(h, cost / POINT, spent / POINT, _notes(st, moving, here, h, by_road)))
    if any(st.zone(moving.seat)[h] & ZONE for h in hexes[1:]):
        notes.append(_UNDER_FIRE)
    return Way(
        moving.units,
        hexes[0],
        tuple(steps),
        spent / POINT,
        moving.points / POINT,
        tuple(notes),
        tuple(_means(st, u) for u in moving.units),
        allowed,
    )


def _means(st: Position, u: int) -> Note:
    """Return what a unit has to spend, and why."""
    about = {"unit": u, "ter": ter(st, u), "points": points_of(st, u)}
    return Note("points", Words("{unit:unit} has TER {ter} and {points} MP", about), R("7.1"))


def _notes(st: Position, moving: Moving, here: int, h: int, by_road: bool) -> tuple[Note, ...]:
    ground = st.world.ground
    side = 1 << ground.grid.direction(here, h)
    on_road = bool(ground.road[here] & side)
    found: list[Note] = []
    if by_road:
        found.append(Note("road", Words("by road 1/2"), R("7.3")))
    elif on_road:
        found.append(Note("along-road", Words("along a road 1"), R("7.2")))
    else:
        found.append(_terrain(st, moving, h))
    if ground.bridge[here] & side:
        found.append(Note("bridge", Words("over a bridge +1"), R("7.2")))
    elif ground.ford[here] & side:
        found.append(Note("ford", Words("over a ford +1"), R("7.2")))
    back = 1 << (ground.grid.direction(here, h) + 3) % 6
    if not on_road and (ground.slope[here] & side or ground.slope[h] & back):
        found.append(Note("slope", Words("slope +1"), R("7.2")))
    zone = st.zone(moving.seat)
    if zone[here] & ZONE and not zone[h] & ZONE:
        found.append(Note("contact", Words("breaking contact +1"), R("6.3")))
    if zone[h] & ZONE:
        found.append(Note("zone", Words("enemy zone of control: the enemy may fire"), R("6.2")))
    return tuple(found)


def _terrain(st: Position, moving: Moving, h: int) -> Note:
    """Return the ground of a hex, with its cost for these units, without sides and enemies."""
    ground = st.world.ground
    names = {WOODS: "woods", BOCAGE: "bocage"}
    name = names.get(ground.terrain[h], "clear")
    if ground.settlement[h] == TOWN:
        name = "town"
    elif ground.settlement[h] == ARGENTAN:
        name = "Argentan"
    foot, mech, allied = st.world.tables.costs[name.lower()]
    mechanized = any(st.world.mech[u] for u in moving.units)
    points = mech if mechanized else (foot if moving.seat else allied)
    if name == "bocage" and not moving.seat:
        points = max(points, allied)
    return Note("terrain", Words("{name} {points}", {"name": name, "points": points}), R("7.2"))


# The quiet way -----------------------------------------------------------------------------


MOST: Final = 12
"""Shots that a way may draw and still be looked at."""


def gone(st: Position, moving: Moving, h: int) -> list[int]:
    """Return the way that units take who *go* to a hex, both ends included."""
    way, by_road = moving.way(st, h)
    return way if by_road else moving.quiet(st, way)


def shots(st: Position, moving: Moving, way: Sequence[int]) -> int:
    """Return how often the enemy may fire on a way: into enemy zones, and by day out of them
    (6.3).
    """
    zone = st.zone(moving.seat)
    found = 0
    for here, there in pairwise(way):
        leaves = zone[here] & ZONE and not st.night
        found += bool(zone[there] & ZONE or leaves)
    return found


def quieter(st: Position, moving: Moving, h: int) -> list[int]:
    """Return the hexes of an affordable way that draws less fire than the usual one, or nothing."""
    way = gone(st, moving, h)
    most = shots(st, moving, way)
    if most < 2 and not any(st.zone(moving.seat)[n] & ZONE for n in way[1:-1]):
        return []
    ways = [_calmest(st, moving, h, most)]
    if moving.road != NO_ROAD:
        ways.append(moving.road_reach(st).path_to(h))
    ways = [each for each in ways if each and shots(st, moving, each) < most]
    return min(ways, key=lambda each: shots(st, moving, each))[1:] if ways else []


def _calmest(st: Position, moving: Moving, h: int, most: int) -> list[int]:
    """Return the affordable way at the plain rates with the fewest shots, then the cheapest; none
    if it draws as many as `most`.
    """
    left = moving.points - moving.spent
    field = plain_field(st, moving.units, moving.seat)
    near = st.world.ground.near
    start = st.loc[moving.units[0]]
    heap: list[tuple[int, int, list[int]]] = [(0, 0, [start])]
    best: dict[int, int] = {}
    while heap:
        drawn, spent, way = heappop(heap)
        here = way[-1]
        if here == h:
            return way
        if best.get(here, left + 1) <= spent:
            continue  # somebody was here with no more shots, and cheaper
        best[here] = spent
        for n in near[here]:
            if field[n] & BLOCKED or n in way:
                continue
            cost = moving.step_cost(st, here, n)
            more = drawn + shots(st, moving, (here, n))
            if cost != PROHIBITED and spent + cost <= left and more < min(most, MOST):
                heappush(heap, (more, spent + cost, [*way, n]))
    return []

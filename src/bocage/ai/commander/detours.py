"""Going round: armour approaches a bridge from two sides, over the fields beside the road.

The enemy is on the road, and a battalion attacks at most twice a day. A group that would wait
behind the leading troops, or has no shells for an attack, takes post beside the bridge instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import Final

from bocage.ai.commander.objectives import Goal, Memory, Thrust
from bocage.ai.commander.picture import Group, Picture
from bocage.ai.commander.roads import standing
from bocage.ai.commander.task import Action, Task
from bocage.games.opcom.board.ways import Ground, Marcher, Point, km_between

_FROM: Final = 5
"""The turn from which groups go round; before it, the break-in takes all of them."""
_FIT: Final = 0.3
_GROUPS: Final = 2
"""The most groups that go round, including those that wait there; the others keep the road."""
_DRAWS_KM: Final = 8.0
"""A headquarters within this distance arrives in time to draw on."""
_NEAR_KM: Final = 4.0
_FAR_KM: Final = 16.0
_POST_KM: Final = 3.0
"""The distance of their post from the objective, an eighth of a circle to the side."""
_ANGLE: Final = pi / 4
_WIDE_KM: Final = 2.5
"""Their distance from the straight way on the march."""
_MET_KM: Final = 1.5
"""A known enemy within this distance blocks the way."""
_LEAST_KM: Final = 2.0
_LONGER: Final = 2.0
_LONGER_KM: Final = 3.0
_THERE_KM: Final = 1.0
_RATE: Final = 30.0
_CLOSE: Final = 1.7
_SHUNS: Final = 1.8
"""The factor by which a planner lengthens ways off the road, for vehicles."""


def round_task(
    picture: Picture, group: Group, goal: Goal, others: Iterable[Task], action: Action
) -> Task | None:
    """Return a task to go round towards a bridge, or None.

    Args:
        picture: what the team knows.
        group: the group that would go.
        goal: the objective of its thrust.
        others: the other tasks of the team so far.
        action: its action if it meets an enemy.
    """
    name, at = goal
    if picture.turn < _FROM or "bridge" not in name.casefold() or group.fresh < _FIT:
        return None
    beside = sum(task.course in ("round", "beside") for task in others)
    if beside >= _GROUPS or not _has_staff(picture, group):
        return None
    found = way_round(picture, group, at)
    if found is None:
        return None
    by, post = found
    lat, lon = picture.world.ways.earth(post)
    words, goal_at = f"Go round towards {name}", f"{lat:.4f} {lon:.4f}"
    return Task(group, action, "tact", goal_at, post, via=by, words=words, course="round")


def is_round(task: Task) -> bool:
    """Return whether a task goes round an enemy."""
    return task.course == "round"


def _has_staff(picture: Picture, group: Group) -> bool:
    """Return whether the headquarters of a group will be near enough to be drawn on (11.0)."""
    return all(
        unit.hq in picture.where
        and km_between(picture.where[unit.hq], picture.where[unit.number]) <= _DRAWS_KM
        for unit in group.units
    )


def way_round(picture: Picture, group: Group, goal: Point) -> tuple[Point, Point] | None:
    """Return the point and the post of the shorter way round, or None.

    There is none if the goal is too near or too far, if vehicles find no way, or if a known enemy
    is beside the way.
    """
    if not _NEAR_KM <= km_between(group.at, goal) <= _FAR_KM:
        return None
    found: list[tuple[float, Point, Point]] = []
    for side in (1, -1):
        post = _turned(goal, group.at, side * _ANGLE)
        by = _beside(group.at, post, goal)
        km = _length(picture, group, (by, post), goal)
        if km is not None:
            found.append((km, by, post))
    return min(found)[1:] if found else None


def _turned(goal: Point, start: Point, angle: float) -> Point:
    """Return the post beside an objective, so much to the side of the way to it."""
    dx, dy = start[0] - goal[0], start[1] - goal[1]
    n = hypot(dx, dy) / (1000 * _POST_KM)
    x = dx * cos(angle) - dy * sin(angle)
    y = dx * sin(angle) + dy * cos(angle)
    return round(goal[0] + x / n), round(goal[1] + y / n)


def _beside(start: Point, post: Point, goal: Point) -> Point:
    """Return a point beside the middle of the straight way, on the side of the post."""
    mx, my = (start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    n = hypot(dx, dy)
    left = dx * (post[1] - start[1]) - dy * (post[0] - start[0]) > 0
    out = 1000 * _WIDE_KM if left else -1000 * _WIDE_KM
    return round(mx - dy / n * out), round(my + dx / n * out)


def _length(picture: Picture, group: Group, points: Sequence[Point], goal: Point) -> float | None:
    """Return the length of a way by some points.

    None if vehicles can't go or a known enemy blocks it.
    """
    at, km = group.at, 0.0
    who = _vehicles(picture)
    for point in points:
        way = picture.world.ways.way(at, point, who)
        if not way:
            return None
        for stretch in way:
            here = (stretch.x, stretch.y)
            if km_between(here, goal) < _LEAST_KM or _comes_upon(picture, group, here):
                return None
        km += sum(stretch.km for stretch in way)
        at = (way[-1].x, way[-1].y)
    far = km > _LONGER * km_between(group.at, goal) + _LONGER_KM
    return None if far or km_between(at, points[-1]) > _THERE_KM else km


def _comes_upon(picture: Picture, group: Group, here: Point) -> bool:
    """Return whether a point is beside an enemy, and nearer to it than the group is now (6.5.c)."""
    return any(
        not foe.gone and km_between(here, foe.at) < km_between(group.at, foe.at)
        for foe in picture.near(here, _MET_KM)
    )


def _vehicles(picture: Picture) -> Marcher:
    """Return armour in battle order for the planner, with the bridges that it knows to stand."""
    stands = standing(picture.world, picture.down)
    return Marcher(
        cost=_cost,
        off_road=True,
        wades=False,
        river_cost=1.0,
        bears=lambda crossing: stands[crossing],
        climbs=False,
        shuns=_SHUNS,
        key=("rounds", picture.down),
    )


def _cost(ground: Ground, road: bool, lane: bool) -> float:  # noqa: ARG001 - as the net asks
    return (1.0 if ground == "open" or road else _CLOSE) / _RATE


# Those who have gone round --------------------------------------------------------------------


def remember(memory: Memory, given: Iterable[Task], goals: Mapping[str, Goal]) -> None:
    """Remember the groups with orders to go round, and their goals."""
    for task in given:
        if is_round(task):
            name = goals[task.group.name][0]
            memory.rounded |= {unit.number: name for unit in task.group.units}


def aside(thrust: Thrust, memory: Memory) -> set[str]:
    """Return groups that have gone round and are ahead of the road. They must not lead.

    Headquarters and lorries follow the leading unit, and would find no road to it.
    """
    assert thrust.goal is not None
    name, at = thrust.goal
    went = [g for g in thrust.groups if memory.rounded.get(g.units[0].number) == name]
    near = [km_between(g.at, at) for g in thrust.groups if g not in went]
    return {g.name for g in went if near and min(near) > km_between(g.at, at)}


def wait_beside(group: Group, name: str) -> Task:
    """Return a task to wait at the post for the troops on the road."""
    words = f"Hold beside {name} until the others come up"
    return Task(group, "hold", "tact", counter=True, words=words, course="beside")

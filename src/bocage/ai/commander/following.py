"""Those who go with the others: guns that displace after the fights, anti-tank guns, sappers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bocage.ai.commander.allotting import is_mobile, objectives
from bocage.ai.commander.picture import Picture
from bocage.ai.commander.task import Task
from bocage.games.opcom.ways import Point, km_between
from bocage.games.opcom.world import Troops

_FAR_KM: Final = {"field": 4.0, "medium": 8.0, "heavy": 9.0}
"""Guns farther behind than this are brought up."""
_BEHIND_KM: Final = 5.0
_AID_KM: Final = 2.5
_GUNS: Final = 3
_AIDS: Final = 4
"""Priorities on a road: after those who fight."""


def front(picture: Picture, given: Sequence[Task]) -> tuple[Troops, Point] | None:
    """Behind whom everybody follows: the headquarters of the main effort, ours or below us."""
    main = [task for task in given if task.main] or [
        task for task in given if task.target is not None or task.moves
    ]
    if main or given:
        lead = min(main or given, key=lambda task: (not task.moves, given.index(task))).group
        hq = lead.units[0].hq
        there = picture.where.get(hq)
        near = there is not None and km_between(there, lead.at) <= _BEHIND_KM + 1
        if there is not None and near and not is_mobile(picture):
            return picture.world.units[hq], there
        return lead.units[0], picture.where[lead.units[0].number]
    return None


def front_below(picture: Picture) -> Point | None:
    """Where the foremost headquarters of the teams below is, on the way to our own objective."""
    goals = objectives(picture)
    staffs = [
        at
        for number, at in picture.under.items()
        if picture.world.units[number].arm == "hq" and _leads(picture, number)
    ]
    if not goals or not staffs:
        return None
    return min(staffs, key=lambda at: km_between(at, goals[-1][1]))


def _leads(picture: Picture, number: int) -> bool:
    """Whether a headquarters has armour under it."""
    return any(u.hq == number and u.arm == "tank" for u in picture.world.units)


def staffs(picture: Picture, given: Sequence[Task]) -> list[dict[str, Any]]:
    """Headquarters follow by themselves (reading 3.21); who has been left behind is called up."""
    found: list[dict[str, Any]] = []
    done: set[int] = set()
    for task in sorted(given, key=lambda each: (not each.moves, not each.main)):
        hq = task.group.units[0].hq
        lift = picture.world.units[hq].unit.logistics_lift if hq >= 0 else 0
        if hq in done or hq not in picture.worth or lift < _STACK:
            continue
        done.add(hq)
        lead = task.group.units[0]
        strikes = task.action in ("attack", "breakthrough")
        most = _WITH_KM if strikes else _WITH_KM / 2
        far = km_between(picture.where[hq], picture.where[lead.number]) > most
        if is_mobile(picture):
            far = far or _goes_far(picture, hq, task)
        if far and picture.world.units[hq].team == picture.team:
            words = f"Go with {lead.name}"
            line = _line([picture.world.units[hq].id], words, lead.id, _STAFFS)
            column = task.column or is_mobile(picture)
            found.append({**line, "column": "yes" if column else "no"})
    return found


def _goes_far(picture: Picture, hq: int, task: Task) -> bool:
    """Whether a group drives off with no enemy before it: its headquarters must drive as well.

    Where it fights at once the headquarters follows by itself when the enemy is beaten.
    """
    if not task.moves or task.after or task.at is None:
        return False
    met = any(foe.age == 0 for foe in picture.near(task.group.at, _MET_KM))
    return not met and km_between(picture.where[hq], task.at) > _WITH_KM


_MET_KM: Final = 3.0
_STACK: Final = 6
"""Headquarters that carry so much are those of brigades."""
_WITH_KM: Final = 4.0
_STAFFS: Final = 1


def followers(picture: Picture, given: Sequence[Task]) -> list[dict[str, Any]]:
    """Orders for guns and for whoever supports, to close up behind the main effort."""
    below = front_below(picture)
    own = front(picture, given)
    if below is None and own is None:
        return []
    found: list[dict[str, Any]] = []
    by_place: dict[str, list[Troops]] = {}
    for gun in picture.guns:
        lent = below is not None and gun.unit.brigade not in _brigades(given)
        goal, at = _goal(picture, below if lent or own is None else None, own)
        if km_between(picture.where[gun.number], at) > _FAR_KM.get(gun.arm, 4.0):
            by_place.setdefault(goal, []).append(gun)
    for goal, guns in by_place.items():
        line = _line([g.id for g in guns], "Bring the guns up", goal, _GUNS)
        found.append({**line, "after": "fights"})
    if own is not None:
        goal, at = _goal(picture, None, own)
        behind = [u for u in picture.aids if km_between(picture.where[u.number], at) > _AID_KM]
        if behind:
            found.append(_line([u.id for u in behind], "Follow headquarters", goal, _AIDS))
    return found


def _brigades(given: Sequence[Task]) -> set[str]:
    return {u.unit.brigade for task in given for u in task.group.units if u.unit.brigade}


def _goal(
    picture: Picture, below: Point | None, own: tuple[Troops, Point] | None
) -> tuple[str, Point]:
    if below is not None or own is None:
        assert below is not None
        lat, lon = picture.world.ways.earth(below)
        return f"{lat:.4f} {lon:.4f}", below
    unit, at = own
    return unit.id, at


def _line(units: list[str], words: str, goal: str, priority: int) -> dict[str, Any]:
    return {
        "unit": units,
        "orders": words,
        "action": "move",
        "posture": "non-tact",
        "objective": goal,
        "column": "yes",
        "priority": priority,
    }

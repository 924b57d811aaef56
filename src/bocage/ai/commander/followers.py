"""Units that follow others: guns that displace after the fights, anti-tank guns, sappers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bocage.ai.commander.air import spearhead
from bocage.ai.commander.attacks import WEAK
from bocage.ai.commander.objectives import is_mobile, objectives
from bocage.ai.commander.picture import Picture
from bocage.ai.commander.roads import gives_way, is_of_its_corps
from bocage.ai.commander.task import Task
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import Troops
from bocage.games.opcom.s09_combat.support import support_range

_FAR_KM: Final = {"field": 4.0, "medium": 8.0, "heavy": 9.0}
"""The distance behind the front, by kind of gun, beyond which guns move up."""
_BEHIND_KM: Final = 5.0
_AID_KM: Final = 2.5
_GUNS: Final = 3
_AIDS: Final = 4
"""Their road priority, after the fighting troops."""


def front(picture: Picture, given: Sequence[Task]) -> tuple[Troops, Point] | None:
    """Return the headquarters of the main effort that others follow, ours or below us."""
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
    """Return the place of the foremost headquarters of the teams below, on the way to our
    objective.
    """
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
    """Return whether a headquarters has armour under it."""
    return any(u.hq == number and u.arm == "tank" for u in picture.world.units)


def staffs(picture: Picture, given: Sequence[Task]) -> list[dict[str, Any]]:
    """Return orders for headquarters that must catch up.

    They usually follow alone (reading 3.21).

    Armour on the move has its headquarters ordered up in every turn, because earlier orders stand
    without a new line (reading 2.2).
    """
    found: list[dict[str, Any]] = []
    done: set[int] = set()
    mobile = is_mobile(picture)
    for task in sorted(given, key=lambda each: _calls(picture, each, given)):
        lead = task.group.units[0]
        hq = lead.hq
        lift = picture.world.units[hq].unit.logistics_lift if hq >= 0 else 0
        if hq in done or hq not in picture.worth or lift < _STACK:
            continue
        done.add(hq)
        strikes = task.action in ("attack", "breakthrough")
        most = _WITH_KM if strikes else _WITH_KM / 2
        far = km_between(picture.where[hq], picture.where[lead.number]) > most
        if (far or mobile) and picture.world.units[hq].team == picture.team:
            ahead = _foremost(picture, given, task) if mobile else lead
            words = f"Go with {ahead.name}"
            goal = ahead.id
            if mobile and not task.moves:  # right up to them, over the bridge behind them too
                lat, lon = picture.world.ways.earth(picture.where[ahead.number])
                goal = f"{lat:.4f} {lon:.4f}"
            line = _line([picture.world.units[hq].id], words, goal, _STAFFS)
            line |= {"column": "yes" if task.column or mobile else "no"}
            found.append(_ordered(picture, line, [hq], picture.where[ahead.number]))
    return found


def _calls(picture: Picture, task: Task, given: Sequence[Task]) -> tuple[bool, bool, float]:
    """Return a headquarters' groups in the order in which it prefers to follow them.

    For armour on the move, the foremost group comes first.
    """
    if not is_mobile(picture):
        return not task.moves, not task.main, 0.0
    goal = next((each.at for each in given if each.main and each.at is not None), task.group.at)
    return task.group.fresh < WEAK, not task.main, km_between(task.group.at, goal)


def _foremost(picture: Picture, given: Sequence[Task], task: Task) -> Troops:
    """Return the unit that a headquarters follows: the first of those that its own units catch up
    with.

    A unit that follows another goes to that one's old place, so its headquarters would arrive half
    a turn late.
    """
    lead = task.group.units[0]
    goal = task.at
    if goal is None or not task.moves or not task.main:
        return lead
    ahead = [unit for each in given if each.main and each.moves for unit in each.group.units]
    first = min(ahead, key=lambda u: km_between(picture.where[u.number], goal), default=lead)
    near = km_between(picture.where[first.number], goal)
    return first if near + _AHEAD_KM < km_between(picture.where[lead.number], goal) else lead


_AHEAD_KM: Final = 1.0


def _ordered(
    picture: Picture, line: dict[str, Any], units: Sequence[int], goal: Point
) -> dict[str, Any]:
    """Return the line with its road priority.

    Units of another corps go last, and wait off the road.
    """
    if not is_of_its_corps(picture):
        line = {**line, "priority": _LAST}
        if any(gives_way(picture, picture.where[unit], goal) for unit in units):
            line |= {"after": "fights"}
    return line


_LAST: Final = 9


_STACK: Final = 6
"""Headquarters with this lift belong to brigades."""
_WITH_KM: Final = 4.0
_STAFFS: Final = 1


def followers(picture: Picture, given: Sequence[Task]) -> list[dict[str, Any]]:
    """Return orders for guns and support units to close up behind the main effort."""
    below = front_below(picture)
    own = front(picture, given)
    sappers = _sappers(picture)
    found = [
        _line([picture.world.units[number].id], f"Go forward to {name}", name, _AIDS)
        for number, name in sappers.items()
        if name
    ]
    if below is None and own is None:
        return found
    by_place: dict[tuple[str, bool], list[Troops]] = {}
    for gun in picture.guns:
        lent = below is not None and gun.unit.brigade not in _brigades(given)
        goal, at = _goal(picture, below if lent or own is None else None, own)
        km = km_between(picture.where[gun.number], at)
        if km > _FAR_KM.get(gun.arm, 4.0):
            _, reach = support_range(gun.arm, picture.world.tables)
            idle = is_of_its_corps(picture) and km > reach
            by_place.setdefault((goal, idle), []).append(gun)
    for (goal, idle), guns in by_place.items():
        line = _line([g.id for g in guns], "Bring the guns up", goal, _GUNS)
        line = line if is_of_its_corps(picture) else {**line, "priority": _LAST}
        found.append(line if idle else {**line, "after": "fights"})
    if own is not None:
        goal, at = _goal(picture, None, own)
        behind = [u for u in picture.aids if u.number not in sappers]
        behind = [u for u in behind if km_between(picture.where[u.number], at) > _AID_KM]
        if behind:
            line = _line([u.id for u in behind], "Follow headquarters", goal, _AIDS)
            found.append(_ordered(picture, line, [u.number for u in behind], at))
    return found


def _sappers(picture: Picture) -> dict[int, str]:
    """Return sappers outside the spearhead that go to the nearest objective, or stay there.

    They do so from the fourth day: by then they no longer wait beside a headquarters.
    """
    world = picture.world
    leads = spearhead(world, world.teams[picture.team].side) == picture.team
    if leads or picture.turn < _FORWARD:
        return {}
    found: dict[int, str] = {}
    for unit in picture.aids:
        at = picture.where[unit.number]
        near = [(km_between(at, there), name) for name, there in objectives(picture)]
        km, name = min(near, default=(99.0, ""))
        if unit.arm == "engineer" and km <= _REACH_KM:
            found[unit.number] = name if km > _AID_KM else ""
    return found


_FORWARD: Final = 7
_REACH_KM: Final = 10.0


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

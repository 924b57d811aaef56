"""Armour on the move: which group leads, which passes through, and which is kept for the afternoon.

A battalion uses a point of petrol in a turn in which it moves, at any distance. So one group
leads, in road column if it is sure to win, and the others come up in long bounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bocage.ai.commander.attacks import WEAK, how
from bocage.ai.commander.detours import round_task
from bocage.ai.commander.objectives import Goal, Memory, Thrust, is_mobile
from bocage.ai.commander.picture import Enemy, Group, Picture
from bocage.ai.commander.rations import Rations, is_supplied
from bocage.ai.commander.task import Posture, Task
from bocage.games.opcom.board.ways import Point, km_between

_COLUMN_KM: Final = 12.0
_CLOSE_KM: Final = 2.5
_BOUND_KM: Final = 5.0
"""A group within this distance of those in front stays in place."""
_FRESH_KM: Final = 3.0
"""A second wave from further away than this comes up after the first has fought."""
_PURSUES: Final = 0.7


def foremost(
    picture: Picture,
    order: Sequence[Group],
    done: Mapping[str, Task],
    goal: Point,
    memory: Memory,
) -> Group | None:
    """Return the foremost group with no enemy before it, if all groups ahead are fighting.

    Or None.

    If it can do no more today, a group close behind that still can passes through it.
    """
    free = [g for g in order if g.name not in done and is_supplied(picture, g.units)]
    fighting = [km_between(g.at, goal) for g in order if g.name in done]
    if not free:
        return None
    near = min(km_between(g.at, goal) for g in free)
    if fighting and near + _AHEAD_KM > min(fighting):
        return None
    first = next(g for g in free if km_between(g.at, goal) <= near + _AHEAD_KM)
    if not is_spent(picture, first, memory):
        return first
    able = [g for g in free if not is_spent(picture, g, memory)]
    return next((g for g in able if km_between(g.at, goal) <= near + _FRESH_KM), first)


def is_passed(group: Group, enemy: Enemy, goal: Point) -> bool:
    """Return whether a group has passed an enemy: armour leaves it to the troops behind."""
    return km_between(enemy.at, goal) > km_between(group.at, goal) + _AHEAD_KM


_AHEAD_KM: Final = 1.0


def by_road(picture: Picture, task: Task) -> Task:
    """Return the task with its armour in road column, if it breaks through.

    That costs two a unit (9.9).

    In column it arrives before half of the turn is over, and gets far after the break-in.
    """
    if task.action != "breakthrough" or not task.main or not is_mobile(picture):
        return task
    return replace(task, posture="non-tact", column=True)


def are_mates(group: Group, other: Group) -> bool:
    """Return whether two groups draw on one headquarters, which can be with both if they keep
    together.
    """
    return group.units[0].hq == other.units[0].hq


def is_morning(picture: Picture) -> bool:
    """Return whether another turn of the same day follows: a battalion attacks twice in a day
    (9.4).
    """
    return picture.world.turn(picture.turn).half == "am"


def is_spent(picture: Picture, group: Group, memory: Memory) -> bool:
    """Return whether a group attacked this morning and has suffered too much to attack again
    today.
    """
    worth = picture.worth
    worn = [u for u in group.units if worth.get(u.number, 0.0) < memory.struck.get(u.number, 0.0)]
    return 2 * len(worn) >= len(group.units)


def second(
    picture: Picture,
    thrust: Thrust,
    group: Group,
    lead: Group,
    done: Mapping[str, Task],
    *,
    spent: bool = False,
) -> Task:
    """Return the task of a group that does not lead: go round, pass through a fight, or follow.

    Followers move in long bounds.
    """
    assert thrust.goal is not None
    name, at = thrust.goal
    fighting = done.get(lead.name)
    behind = km_between(group.at, lead.at)
    able = group.fresh >= _PURSUES and behind >= _FRESH_KM and not spent
    others = ("through", "along") if is_morning(picture) else ("through",)
    passed = any(task.course in others for task in done.values())
    strikes = fighting is not None and fighting.action in ("attack", "breakthrough")
    if Rations(picture).take(group.units, attacks=False):
        fights = not spent and is_supplied(picture, group.units)
        action = how(group) if fights else "move"
        aside = round_task(picture, group, thrust.goal, done.values(), action)
        if aside is not None:
            return aside
    if able and strikes and fighting is not None and fighting.main and not passed:
        words = f"Pass through the leading troops and go on to {name}"
        made = Task(group, how(group), "tact", name, at, fighting.target, main=True, words=words)
        return replace(made, course="through")
    words = "Follow the leading troops"
    mate = next(
        (t for t in done.values() if t.main and t.moves and are_mates(t.group, group)), None
    )
    if mate is not None and picture.turn > 1:
        ahead = min((mate.group, lead), key=lambda g: km_between(g.at, at))
        there, goal = ahead.at, ahead.units[0].id
        return Task(group, "move", "non-tact", goal, there, column=True, main=True, words=words)
    alone = fighting is not None and fighting.moves and fighting.target is None
    if (
        alone
        and fighting is not None
        and fighting.main
        and behind <= _FRESH_KM
        and not has_guns(picture, lead)
        and is_supplied(picture, group.units)
        and group.fresh >= _FIT
        and not spent
        and not any(task.course == "along" for task in done.values())
    ):
        words = f"Go along with the leading troops on {name}"
        return Task(group, how(group), "tact", name, at, main=True, words=words, course="along")
    still = fighting is None or not fighting.moves
    if behind <= _BOUND_KM or (behind <= _CLOSE_KM and still):
        return Task(group, "hold", "tact", words="Stay close behind the leading troops")
    column = behind > _COLUMN_KM
    posture: Posture = "non-tact" if column else "tact"
    goal = lead.units[0].id
    return Task(group, "move", posture, goal, lead.at, column=column, main=True, words=words)


_FIT: Final = 0.5


def has_guns(picture: Picture, group: Group) -> bool:
    """Return whether guns are near enough behind a group to help it in a fight."""
    guns = [*(picture.where[g.number] for g in picture.guns), *picture.lent.values()]
    return sum(km_between(at, group.at) <= _GUNS_KM for at in guns) >= _GUNS


_GUNS_KM: Final = 8.0
_GUNS: Final = 2


def roused(picture: Picture, task: Task, goals: Mapping[str, Goal], memory: Memory) -> Task:
    """Return an advance for armour with petrol that has stood for days without an enemy.

    Args:
        picture: what the team knows.
        task: the group's present task.
        goals: the objective of each group that has one.
        memory: the earlier places of units.
    """
    goal = goals.get(task.group.name)
    if goal is None or task.action not in ("hold", "prepare") or not is_mobile(picture):
        return task
    group = task.group
    stood = all(memory.stood.get(u.number, (group.at, 0))[1] >= _DAYS for u in group.units)
    if not stood or group.fresh < WEAK or picture.near(group.at, _CLOSE_KM):
        return task
    at = task.target.at if task.target is not None else goal[1]
    lat, lon = picture.world.ways.earth(at)
    words = f"Go forward towards {goal[0]}"
    return Task(group, "move", "tact", f"{lat:.4f} {lon:.4f}", at, task.target, words=words)


_DAYS: Final = 6

"""What each group is told to do: the main effort first, then the others, then a reserve."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from bocage.ai.commander.picture import Enemy, Group, Picture
from bocage.games.opcom.sheets.finding import Finder
from bocage.games.opcom.ways import Point, km_between

Action = Literal["hold", "move", "prepare", "probe", "attack", "breakthrough"]
Posture = Literal["tact", "non-tact", "rest"]

_CONTACT_KM: Final = 4.0
"""An enemy so near has to be dealt with."""
_CAREFUL_KM: Final = 8.0
"""An enemy so near is not marched past in column."""
_THERE_KM: Final = 1.5
_LONG_KM: Final = 10.0
_TOGETHER_KM: Final = 5.0
"""Groups so near an enemy can be brought against him together."""
_BESIDE_KM: Final = 3.0
"""Enemies so near each other stand together."""
_WEAK: Final = 0.35
"""Groups under this hold."""
_ATTACK: Final = 0.9
"""Battalions of ours to one of his for an attack; under it, it is prepared first."""
_BREAK: Final = 1.6
_HOPELESS: Final = 0.4


@dataclass(frozen=True, slots=True)
class Task:
    """One line of a sheet before it is written."""

    group: Group
    action: Action
    posture: Posture
    goal: str = ""
    at: Point | None = None
    target: Enemy | None = None
    stand_fast: bool = False
    main: bool = False
    words: str = ""


def objectives(picture: Picture) -> list[tuple[str, Point]]:
    """The team's objectives on the map, in their order."""
    finder = Finder(picture.world, picture.team, picture.where)
    found: list[tuple[str, Point]] = []
    for name in picture.world.teams[picture.team].objectives:
        spots = finder.place(name).spots or finder.bridge(name).spots
        if spots:
            found.append((name, spots[0].point))
    return found


def tasks(picture: Picture, before: Mapping[str, str]) -> list[Task]:
    """A task for every group.

    Args:
        picture: what the team knows.
        before: the action of each group on the last sheet, by its name.
    """
    goals = objectives(picture)
    open_goals = [goal for goal in goals if not picture.holds(goal[1])]
    given = _allotted(picture, open_goals)
    found: list[Task] = []
    for group in picture.groups:
        goal = given.get(group.name)
        main = bool(open_goals) and goal == open_goals[0]
        found.append(_task(picture, group, goal, before.get(group.name, ""), main=main))
    return _with_reserve(found)


def _allotted(picture: Picture, goals: list[tuple[str, Point]]) -> dict[str, tuple[str, Point]]:
    """The nearest fit group to each open objective; all others behind the main effort."""
    left = {group.name: group for group in picture.groups}
    found: dict[str, tuple[str, Point]] = {}
    for goal in goals:
        fit = [group for group in left.values() if group.fresh >= _WEAK]
        if not fit:
            break
        best = min(fit, key=lambda group: (km_between(group.at, goal[1]), group.name))
        if km_between(best.at, goal[1]) > _LONG_KM and found:
            continue  # too far to be anybody's second task
        found[best.name] = goal
        del left[best.name]
    for name in left:
        if goals:
            found[name] = goals[0]
    return found


def _task(
    picture: Picture, group: Group, goal: tuple[str, Point] | None, before: str, *, main: bool
) -> Task:
    near = picture.near(group.at, _CONTACT_KM)
    target = min(near, key=lambda each: km_between(each.at, group.at), default=None)
    if goal is None:
        return _stay(group, target)
    name, at = goal
    if km_between(group.at, at) <= _THERE_KM and target is None:
        return Task(group, "hold", "tact", words=f"Hold {name}")
    if group.fresh < _WEAK:
        there = km_between(group.at, at) <= _THERE_KM
        return Task(group, "hold", "tact", stand_fast=there, words="Hold where you are")
    if target is None:
        return _march(picture, group, name, at, main=main)
    ratio = _ratio(picture, target)
    if ratio < _HOPELESS:
        return Task(group, "hold", "tact", words="Stay in contact and hold")
    if ratio < _ATTACK and before != "prepare":
        words = f"Prepare to attack towards {name}"
        return Task(group, "prepare", "tact", target=target, main=main, words=words)
    action: Action = "breakthrough" if group.armoured and ratio >= _BREAK else "attack"
    verb = "Break through" if action == "breakthrough" else "Attack"
    words = f"{verb} towards {name}"
    return Task(group, action, "tact", name, at, target, main=main, words=words)


def _ratio(picture: Picture, target: Enemy) -> float:
    """Battalions that we have about an enemy, guns at half, to one of his."""
    ours = sum(g.worth for g in picture.groups if km_between(g.at, target.at) <= _TOGETHER_KM)
    guns = sum(km_between(picture.where[g.number], target.at) <= _LONG_KM for g in picture.guns)
    his = sum(each.battalions for each in picture.near(target.at, _BESIDE_KM))
    return (ours + guns / 2) / max(his, 0.1)


def _stay(group: Group, target: Enemy | None) -> Task:
    """Nothing to take: hold, and rest where the enemy is far."""
    if target is None and group.fresh < 1:
        return Task(group, "hold", "rest", words="Rest and refit")
    return Task(group, "hold", "tact", target=target, words="Hold")


def _march(picture: Picture, group: Group, name: str, at: Point, *, main: bool) -> Task:
    careful = bool(picture.near(group.at, _CAREFUL_KM)) or km_between(group.at, at) <= _CONTACT_KM
    if group.armoured and (careful or main):
        words = f"Advance on {name} and attack what is met"
        return Task(group, "attack", "tact", name, at, main=main, words=words)
    if careful:
        words = f"Advance on {name}"
        return Task(group, "attack" if main else "move", "tact", name, at, main=main, words=words)
    return Task(group, "move", "tact", name, at, main=main, words=f"March to {name}")


def _with_reserve(found: list[Task]) -> list[Task]:
    """Of three groups or more that attack the same place, the weakest is kept back."""
    attacking = [task for task in found if task.action in ("attack", "breakthrough")]
    if len(attacking) < 3:
        return found
    weakest = min(attacking, key=lambda task: (task.group.worth, task.group.name))
    kept = Task(weakest.group, "move", "tact", weakest.goal, weakest.at, words="Follow in reserve")
    return [kept if task is weakest else task for task in found]

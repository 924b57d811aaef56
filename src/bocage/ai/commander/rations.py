"""Rationing of petrol and shells: the leading troops come first, the others wait."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bocage.ai.commander.detours import round_task
from bocage.ai.commander.objectives import Goal, is_mobile
from bocage.ai.commander.picture import Picture, group_of
from bocage.ai.commander.task import Task
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.board.world import Troops

HANDS_OVER_KM: Final = 4.5
_NEXT_KM: Final = 2.0


Left = tuple[dict[int, list[int]], dict[str, list[int]]]
"""The points of shells and petrol, by headquarters and by dump."""


class Rations:
    """The supplies that a team's headquarters can still give out this turn, as far as it knows."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        self._stacks: dict[int, list[int]] = {}
        self._dumps = {dump.name: [dump.ammo, dump.fuel, dump.points] for dump in picture.dumps}

    def _draw(self, hq: int, kind: int) -> bool:
        """Draw a point of shells or petrol from a headquarters, its columns or a dump within reach.

        Return False if there is none.
        """
        picture = self._picture
        if hq not in self._stacks:
            self._stacks[hq] = list(picture.stocks.get(picture.world.units[hq].name, (0, 0)))
            for column in picture.columns:
                if hq in picture.where and _near(picture, column.number, hq):
                    held = picture.stocks.get(column.name, (0, 0))
                    self._stacks[hq] = [x + y for x, y in zip(self._stacks[hq], held, strict=True)]
        if self._stacks[hq][kind] > 0:
            self._stacks[hq][kind] -= 1
            return True
        for dump in picture.dumps:
            left = self._dumps[dump.name]
            reach = hq in picture.where and km_between(dump.at, picture.where[hq]) < dump.reach
            if reach and left[kind] > 0 and left[2] > 0:
                left[kind] -= 1
                left[2] -= 1
                return True
        return False

    def left(self) -> Left:
        """Return the present stocks, for `restore`."""
        stacks = {hq: list(held) for hq, held in self._stacks.items()}
        return stacks, {name: list(held) for name, held in self._dumps.items()}

    def restore(self, left: Left) -> None:
        """Restore earlier stocks, which cancels what was drawn since."""
        self._stacks, self._dumps = left

    def take(self, units: Sequence[Troops], *, attacks: bool, still: bool = False) -> bool:
        """Draw supplies for units that go or attack; return False if most would go short.

        A group that is `still` fights in place, without petrol if necessary.
        """
        lacking = 0
        for unit in units:
            hq = unit.hq
            if hq < 0 or self._picture.world.units[hq].team != self._picture.team:
                continue  # a unit of another team's headquarters finds out there
            shells = not attacks or self._draw(hq, 0)
            petrol = still or not unit.uses_fuel or self._draw(hq, 1)
            lacking += not (shells and petrol)
        return 2 * lacking <= len(units)


def _near(picture: Picture, unit: int, hq: int) -> bool:
    """Return whether a column hands over to a headquarters at once (reading 1.4)."""
    return km_between(picture.where[unit], picture.where[hq]) <= HANDS_OVER_KM


def is_supplied(picture: Picture, units: Sequence[Troops]) -> bool:
    """Return whether units could move and attack on only the stocks of their headquarters."""
    if is_mobile(picture):
        at = picture.where[units[0].number]
        still = any(foe.age == 0 for foe in picture.near(at, _NEXT_KM))
        return 2 * len(_able(Rations(picture), units, attacks=True, still=still)) >= len(units)
    return Rations(picture).take(units, attacks=True)


def _able(
    rations: Rations, units: Sequence[Troops], *, attacks: bool, still: bool
) -> tuple[Troops, ...]:
    """Return those of some units for whom there is enough, tanks first."""
    order = sorted(units, key=lambda u: (u.arm != "tank", units.index(u)))
    able = [u for u in order if rations.take([u], attacks=attacks, still=still)]
    return tuple(u for u in units if u in able)


def rationed(
    picture: Picture, found: Sequence[Task], goals: Mapping[str, Goal] | None = None
) -> list[Task]:
    """Return the tasks, changed for groups that are short of supplies.

    A group without supplies to move or fight stays, and its line says so. Of armour on the move,
    the units with petrol go and the others wait. A group with petrol but without shells goes round,
    if that leads to its objective in `goals`.
    """
    rations = Rations(picture)
    order = sorted(
        found, key=lambda task: (not task.main and task.via is None, task.target is None)
    )
    made: dict[str, list[Task]] = {}
    for task in order:
        still = any(foe.age == 0 for foe in picture.near(task.group.at, _NEXT_KM))
        strikes = task.action in ("attack", "breakthrough")
        why = "supplies" if strikes else "petrol"
        if not strikes and task.action not in ("move", "probe"):
            made[task.group.name] = [task]
        elif is_mobile(picture):
            units = task.group.units
            before = rations.left()
            able = _able(rations, units, attacks=strikes, still=still and strikes)
            parts = _parted(picture, task, able, why)
            goal = goals.get(task.group.name) if goals else None
            if strikes and parts[0].action == "hold" and goal is not None:
                others = [each for t in found for each in made.get(t.group.name, [t])]
                aside = round_task(picture, task.group, goal, others, "move")
                if aside is not None:
                    rations.restore(before)
                    able = _able(rations, units, attacks=False, still=False)
                    parts = _parted(picture, aside, able, "petrol")
            made[task.group.name] = parts
        elif rations.take(task.group.units, attacks=strikes, still=still and strikes):
            made[task.group.name] = [task]
        elif strikes and not still and rations.take(task.group.units, attacks=False):
            made[task.group.name] = [_closes_up(task)]
        elif task.action == "move" and task.target is not None:
            made[task.group.name] = [task]  # it has waited for days, and goes at last
        else:
            made[task.group.name] = [_waits(task, why)]
    return [each for task in found for each in made[task.group.name]]


def _waits(task: Task, why: str) -> Task:
    return replace(
        task, action="hold", posture="tact", goal="", at=None, column=False, after=False, via=None,
        words=f"Hold and wait for {why}", course="",
    )  # fmt: skip


def _closes_up(task: Task) -> Task:
    """Return the task of a group without shells that has not reached the enemy: to close up.

    Marching takes no shells.
    """
    words = "Close up to the enemy and wait for supplies"
    return replace(task, action="move", words=words, course="")


def _parted(picture: Picture, task: Task, able: Sequence[Troops], why: str) -> list[Task]:
    """Return a task for the units that can, and a waiting one for the others."""
    units = task.group.units
    fight = any(unit.status.role == "full" for unit in able)
    if len(able) == len(units):
        return [task]
    if 2 * len(able) < len(units) or not fight:
        return [_waits(task, why)]
    rest = [unit for unit in units if unit not in able]
    name, where, worth = task.group.name, picture.where, picture.worth
    return [
        replace(task, group=group_of(name, able, where, worth)),
        _waits(replace(task, group=group_of(name, rest, where, worth), main=False), why),
    ]

"""Petrol and shells for whom there are any: the leading troops first, the others wait."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bocage.ai.commander.picture import Picture
from bocage.ai.commander.task import Task
from bocage.games.opcom.ways import km_between
from bocage.games.opcom.world import Troops

HANDS_OVER_KM: Final = 4.5
_NEXT_KM: Final = 1.3


class Rations:
    """What the headquarters of a team can still give out in this turn, as far as we know."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        self._stacks: dict[int, list[int]] = {}
        self._dumps = {dump.name: [dump.ammo, dump.fuel, dump.points] for dump in picture.dumps}

    def _draw(self, hq: int, kind: int) -> bool:
        """A point of shells or petrol of a headquarters, its columns, or a dump within reach."""
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

    def take(self, units: Sequence[Troops], *, attacks: bool, still: bool = False) -> bool:
        """Draw for some units that go, or attack; False where there is not enough for most.

        Who is `still` fights where he stands, without petrol if need be.
        """
        lacking = 0
        for unit in units:
            hq = unit.hq
            if hq < 0 or self._picture.world.units[hq].team != self._picture.team:
                continue  # who draws on another team's headquarters finds out there
            shells = not attacks or self._draw(hq, 0)
            petrol = still or not unit.uses_fuel or self._draw(hq, 1)
            lacking += not (shells and petrol)
        return 2 * lacking <= len(units)


def _near(picture: Picture, unit: int, hq: int) -> bool:
    """Whether a column hands over to a headquarters at once (reading 1.4)."""
    return km_between(picture.where[unit], picture.where[hq]) <= HANDS_OVER_KM


def is_supplied(picture: Picture, units: Sequence[Troops]) -> bool:
    """Whether some units could go and attack with what their headquarters has by itself."""
    return Rations(picture).take(units, attacks=True)


def rationed(picture: Picture, found: Sequence[Task]) -> list[Task]:
    """The same tasks; who would have nothing to go or fight with stays, and says so."""
    rations = Rations(picture)
    order = sorted(found, key=lambda task: (not task.main, task.target is None))
    made: dict[str, Task] = {}
    for task in order:
        kept = task
        foe = task.target
        still = foe is not None and km_between(foe.at, task.group.at) <= _NEXT_KM
        if task.action in ("attack", "breakthrough") and not rations.take(
            task.group.units, attacks=True, still=still
        ):
            kept = replace(
                task, action="hold", posture="tact", goal="", at=None, column=False,
                words="Hold and wait for supplies",
            )  # fmt: skip
        elif task.action in ("move", "probe") and not rations.take(task.group.units, attacks=False):
            kept = replace(
                task, action="hold", posture="tact", goal="", at=None, column=False,
                words="Hold and wait for petrol",
            )  # fmt: skip
        made[task.group.name] = kept
    return [made[task.group.name] for task in found]

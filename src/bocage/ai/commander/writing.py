"""The sheet that a commander writes: orders with their guns, supplies, bridges."""

from __future__ import annotations

from typing import Any, Final

from bocage.ai.commander.flying import SUPPORT, air_lines, flies, spearhead
from bocage.ai.commander.picture import Picture
from bocage.ai.commander.supplying import supplies
from bocage.ai.commander.tasks import Task
from bocage.games.opcom.combat.support import support_range
from bocage.games.opcom.sheets.reading import Sheet
from bocage.games.opcom.ways import Point, km_between
from bocage.games.opcom.world import Troops

_CROSSING_KM: Final = 3.0
_FAR_KM: Final = 8.0
"""Guns farther behind than this are brought up."""


def sheet_for(picture: Picture, given: list[Task]) -> Sheet:
    """The whole sheet."""
    world = picture.world
    team = world.teams[picture.team]
    made: Sheet = {"team": team.seat, "turn": str(picture.turn)}
    orders = [_order(picture, task) for task in given]
    orders += _guns_up(picture, given)
    supply, drives = supplies(picture)
    orders += drives
    if orders:
        made["order"] = orders
    if supply:
        made["supply"] = supply
    flying = air_lines(picture)
    if flying:
        made["air"] = flying
    blow = _blow(picture) if team.side == "axis" else []
    if blow:
        made["blow"] = blow
    return made


def _order(picture: Picture, task: Task) -> dict[str, Any]:
    line: dict[str, Any] = {
        "unit": [unit.id for unit in task.group.units],
        "orders": task.words,
        "action": task.action,
        "posture": task.posture,
    }
    if task.goal:
        line["objective"] = task.goal
    if task.stand_fast:
        line["stand_fast"] = "yes"
    if task.main:
        line["priority"] = 1
    if task.action in ("attack", "breakthrough") and task.target is not None:
        support = [gun.id for gun in in_range(picture, task.target.at)]
        if support:
            line["support"] = support
    lead = spearhead(picture.world, picture.world.teams[picture.team].side)
    if (
        task.action in ("attack", "breakthrough")
        and lead == picture.team
        and flies(picture.world, picture.turn)
    ):
        line["air"] = SUPPORT
    return line


def in_range(picture: Picture, at: Point) -> list[Troops]:
    """Guns of ours that reach a point, as far as we know."""
    return [
        gun
        for gun in picture.guns
        if km_between(picture.where[gun.number], at) <= max(support_range(gun.arm))
    ]


def _guns_up(picture: Picture, given: list[Task]) -> list[dict[str, Any]]:
    """Guns that have fallen behind the main effort follow it once the fights are over."""
    main = next((task for task in given if task.main), None)
    if main is None:
        return []
    behind = [
        gun
        for gun in picture.guns
        if km_between(picture.where[gun.number], main.group.at) > _FAR_KM
    ]
    if not behind:
        return []
    return [
        {
            "unit": [gun.id for gun in behind],
            "orders": "Bring the guns up",
            "action": "move",
            "posture": "non-tact",
            "after": "fights",
            "objective": main.group.units[0].id,
        }
    ]


def _blow(picture: Picture) -> list[dict[str, Any]]:
    """Prepared bridges that the enemy has come to, while we are still there."""
    found: list[dict[str, Any]] = []
    for bridge in picture.world.crossings:
        at = picture.world.ways.xy(bridge.lat, bridge.lon)
        if not bridge.prepared or bridge.id in picture.down:
            continue
        ours = any(km_between(there, at) <= _CROSSING_KM for there in picture.where.values())
        if ours and any(each.age == 0 for each in picture.near(at, _CROSSING_KM)):
            found.append({"bridge": bridge.id})
    return found

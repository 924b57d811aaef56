"""A commander's sheet: orders with their guns, supplies and bridges."""

from __future__ import annotations

from typing import Any, Final

from bocage.ai.commander.air import SUPPORT, air_lines, flies, spearhead
from bocage.ai.commander.bridges import bank, bridge_lines
from bocage.ai.commander.followers import followers, staffs
from bocage.ai.commander.picture import Picture
from bocage.ai.commander.supplies import supplies
from bocage.ai.commander.task import Task
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.s05_orders.sheet import Sheet, with_rows

_REACH_KM: Final = 20.0
"""Guns within this distance may have an enemy in range."""
_MAIN: Final = 1
_OTHERS: Final = 6
"""The road priority of units outside the spearhead, which let it pass."""


def sheet_for(picture: Picture, given: list[Task]) -> Sheet:
    """Return the whole sheet."""
    world = picture.world
    team = world.teams[picture.team]
    orders = [_order(picture, task) for task in given]
    building, sappers = bridge_lines(picture)
    orders += sappers
    orders += staffs(picture, given)
    busy = {unit for line in orders for unit in line["unit"]}
    orders += [
        {**line, "unit": left}
        for line in followers(picture, given)
        if (left := [unit for unit in line["unit"] if unit not in busy])
    ]
    front = [unit for task in given if task.main for unit in task.group.units]
    supply, drives, dumps = supplies(picture, front)
    orders += drives
    return with_rows(
        {"team": team.seat, "turn": str(picture.turn)},
        {
            "order": orders,
            "supply": supply,
            "dump": dumps,
            "build": building,
            "air": air_lines(picture),
            "blow": _blow(picture) if team.side == "axis" else [],
        },
    )


def _order(picture: Picture, task: Task) -> dict[str, Any]:
    line: dict[str, Any] = {
        "unit": [unit.id for unit in task.group.units],
        "orders": task.words,
        "action": task.action,
        "posture": task.posture,
    }
    if task.goal:
        line["objective"] = _named(picture, task)
    if task.via is not None:
        lat, lon = picture.world.ways.earth(task.via)
        line["route"] = [f"{lat:.4f} {lon:.4f}"]
    for key, said in (
        ("stand_fast", task.stand_fast),
        ("counter_attack", task.counter),
        ("column", task.column),
    ):
        if said:
            line[key] = "yes"
    if task.after:
        line["after"] = "fights"
    lead = spearhead(picture.world, picture.world.teams[picture.team].side)
    if task.main and task.moves:
        line["priority"] = _MAIN if lead == picture.team else _OTHERS
    strikes = task.action in ("attack", "breakthrough")
    if not strikes and (task.action != "hold" or task.target is None):
        return line
    support = [
        gun.id
        for gun in picture.guns
        if km_between(picture.where[gun.number], task.group.at) <= _REACH_KM
    ]
    support += [
        picture.world.units[number].id
        for number, at in picture.lent.items()
        if task.main and km_between(at, task.group.at) <= _REACH_KM
    ]
    if support:
        line["support"] = support
    if strikes and lead == picture.team and flies(picture.world, picture.turn):
        line["air"] = SUPPORT
    return line


def _named(picture: Picture, task: Task) -> str:
    """Return the name of an objective, or a point for a broken bridge, so that no question arises.

    A column that drives to a bridge halts on the near bank, as the bridge may be down when it
    arrives.
    """
    world = picture.world
    bridges = {world.ways.xy(c.lat, c.lon): c.id in picture.down for c in world.crossings}
    at = task.at
    if at is None or at not in bridges or not (task.column or bridges[at]):
        return task.goal
    lat, lon = world.ways.earth(bank(at, task.group.at) if task.column else at)
    return f"{lat:.4f} {lon:.4f}"


_CROSSING_KM: Final = 3.0


def _blow(picture: Picture) -> list[dict[str, Any]]:
    """Return the prepared bridges with a strong enemy close by, while our troops are there."""
    found: list[dict[str, Any]] = []
    for bridge in picture.world.crossings:
        at = picture.world.ways.xy(bridge.lat, bridge.lon)
        if not bridge.prepared or bridge.id in picture.down:
            continue
        ours = [
            picture.worth.get(number, 0.0)
            for number, there in picture.where.items()
            if km_between(there, at) <= _CROSSING_KM and picture.world.units[number].fights
        ]
        foes = [each for each in picture.near(at, _CROSSING_KM) if each.age == 0]
        if ours and foes and sum(each.battalions for each in foes) > sum(ours):
            found.append({"bridge": bridge.id})
    return found

"""Supplies (11.0): dumps fill up who is near, columns shuttle to who is far, dumps leapfrog."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bocage.ai.commander.flying import spearhead
from bocage.ai.commander.picture import Picture
from bocage.ai.commander.rationing import HANDS_OVER_KM
from bocage.games.opcom.ways import Point, km_between
from bocage.games.opcom.world import Troops

_LOADS_KM: Final = 4.5
"""A column so near a dump or a stack can load."""
_LEFT_KM: Final = 19.0
_MOST_KM: Final = 55.0
_SAFE_KM: Final = 4.0
"""A dump moves up when all brigades are so far away, and no enemy is so near its new place."""
_MARGIN_KM: Final = 0.5
_USE: Final = 4
"""What a brigade uses of either in a turn."""
_WORTH_IT: Final = 8
"""Points for which a column drives anywhere."""
_BREAK_IN: Final = 3
"""Until then the one road is for those who fight."""
_BIG: Final = 6
"""Headquarters that carry so much hold the supplies of others."""


class Want(NamedTuple):
    """What a stack could take."""

    rank: int
    least: int
    """What it has of the scarcer of the two."""
    number: int
    unit: Troops
    at: Point
    ammo: int
    fuel: int
    burns: bool
    """Whether those who draw on it need petrol."""


Lines = list[dict[str, Any]]


def supplies(picture: Picture, front: Sequence[Troops]) -> tuple[Lines, Lines, Lines]:
    """Lines of supply, orders for columns that drive, and dumps that move.

    Args:
        picture: what the team knows.
        front: the units of the main effort; their headquarters come first.
    """
    if not picture.dumps and not picture.parked:
        return [], [], []
    first = {unit.hq for unit in front}
    everybody = sorted(_wants(picture, first))
    wants = [want for want in everybody if want.ammo or want.fuel]
    moved = _leapfrog(picture, everybody)
    lines: Lines = []
    points = {dump.name: dump.points for dump in picture.dumps if dump.name not in moved}
    for want in wants:
        dump = next(
            (
                d
                for d in picture.dumps
                if points.get(d.name, 0) > 0
                and km_between(want.at, d.at) <= d.reach - _MARGIN_KM
                and d.ammo + d.fuel > 0
            ),
            None,
        )
        if dump is None:
            continue
        fuel = min(want.fuel, points[dump.name])
        ammo = min(want.ammo, points[dump.name] - fuel)
        points[dump.name] -= fuel + ammo
        if fuel or ammo:
            lines.append({"from": dump.name, "to": want.unit.id, "ammo": ammo, "fuel": fuel})
    lines += _spare(picture, everybody)
    drives: Lines = []
    _columns(picture, everybody, lines, drives)
    return lines, drives, [{"dump": name, "to": _earth(picture, at)} for name, at in moved.items()]


def _columns(picture: Picture, wants: Sequence[Want], lines: Lines, drives: Lines) -> None:
    """Loaded columns stay with who fights and hand over; empty ones go back to load."""
    stacks = (*picture.dumps, *picture.parked)
    sources = [s for s in stacks if s.fuel and s.ammo + s.fuel >= _WORTH_IT] or [
        s for s in stacks if s.ammo + s.fuel >= _WORTH_IT
    ]
    goals = _destinations(picture, wants)
    room = {w.unit.id: [w.ammo, w.fuel] for w in wants}
    for number, column in enumerate(picture.columns):
        at = picture.where[column.number]
        ammo, fuel = picture.stocks.get(column.name, (0, 0))
        source = min(sources, key=lambda s: km_between(s.at, at), default=None)
        home = source is not None and km_between(source.at, at) <= _LOADS_KM
        for want in wants if ammo + fuel else ():
            gives = min(ammo, room[want.unit.id][0]), min(fuel, room[want.unit.id][1])
            if any(gives) and km_between(want.at, at) <= HANDS_OVER_KM:
                line = {"from": column.id, "to": want.unit.id}
                lines.append({**line, "ammo": gives[0], "fuel": gives[1]})
                room[want.unit.id] = [x - y for x, y in zip(room[want.unit.id], gives, strict=True)]
                ammo, fuel = ammo - gives[0], fuel - gives[1]
        if goals and (ammo + fuel or home):
            to = goals[number % len(goals)]
            load = _load(column, room.get(to, [0])[0])
            first = source.name if home and source is not None and not ammo + fuel else column.id
            lines.append({"from": first, "to": to, "by": column.id, **load})
        elif home and source is not None and not source.reach and picture.dumps:
            load = _load(column, _USE)
            to = picture.dumps[0].name
            lines.append({"from": source.name, "to": to, "by": column.id, **load})
        elif not ammo + fuel and not home and source is not None:
            drives.append(_drive(picture, column, source.at))


def _spare(picture: Picture, wants: Sequence[Want]) -> Lines:
    """A headquarters that is full of shells and has no petrol leaves some of them behind."""
    found: Lines = []
    for want in wants:
        lift = want.unit.unit.logistics_lift
        ammo, fuel = picture.stocks.get(want.unit.name, (0, 0))
        over = ammo - lift * 5 // 12
        if (
            over > 0
            and want.burns
            and lift >= _BIG
            and fuel <= lift // 6
            and ammo + fuel + 1 >= lift
        ):
            found.append({"from": want.unit.id, "to": "park", "ammo": over, "fuel": 0})
    return found


def _destinations(picture: Picture, wants: Sequence[Want]) -> list[str]:
    """To whom columns drive: who is out of reach of a dump, then dumps of the spearhead below."""
    staffs = [w for w in wants if w.unit.arm == "hq" and w.unit.unit.logistics_lift >= _BIG]
    guns = [w for w in wants if w.unit.is_gun and w.ammo >= 2 and not _is_served(picture, w)]
    found = [w.unit.id for w in staffs if not _is_served(picture, w) and w.ammo + w.fuel]
    found += [w.unit.id for w in guns[:1]]
    found += _dumps_below(picture)
    return found or [w.unit.id for w in staffs if w.rank == 0]


def _dumps_below(picture: Picture) -> list[str]:
    """Reading 6.19: the dump of the spearhead, where its headquarters is under us."""
    world = picture.world
    team = world.teams[picture.team]
    lead = spearhead(world, team.side)
    if lead < 0 or world.teams[lead].under != team.seat:
        return []
    found = [dump.id for dump in world.dumps if dump.team == world.teams[lead].seat]
    if picture.turn > _BREAK_IN:
        found += [
            world.units[number].id
            for number in picture.under
            if world.units[number].team == lead
            and world.units[number].unit.logistics_lift >= _BIG
            and world.units[number].arm == "hq"
        ]
    return found


def _is_served(picture: Picture, want: Want) -> bool:
    """Whether a dump that has something reaches a headquarters."""
    return any(
        km_between(d.at, want.at) <= d.reach - _MARGIN_KM and d.ammo + d.fuel > 0
        for d in picture.dumps
    )


def _load(column: Troops, ammo: int) -> dict[str, int]:
    """As much as the column carries: shells that are lacking and a few more, else petrol."""
    lift = column.unit.logistics_lift
    shells = min(ammo + _USE // 2, lift - lift // 4)
    return {"ammo": shells, "fuel": lift - shells}


def _wants(picture: Picture, first: set[int]) -> list[Want]:
    """Headquarters and guns, and what they lack; half shells and half petrol for the former."""
    found: list[Want] = []
    for number, at in picture.where.items():
        unit = picture.world.units[number]
        lift = unit.unit.logistics_lift
        if not lift or not (unit.arm == "hq" or unit.is_gun):
            continue
        ammo, fuel = picture.stocks.get(unit.name, (0, 0))
        burns = any(u.hq == number and u.uses_fuel for u in picture.world.units)
        shells = (lift * 5 // 12 if burns else lift) if unit.arm == "hq" else lift - 1
        room = max(0, lift - ammo - fuel)
        petrol = min(room, max(0, lift - shells - fuel))
        more = min(room - petrol, max(0, shells - ammo))
        rank = 0 if number in first else 1 if unit.is_gun else 2
        found.append(Want(rank, min(ammo, fuel), number, unit, at, more, petrol, burns))
    return found


def _leapfrog(picture: Picture, wants: Sequence[Want]) -> dict[str, Point]:
    """A dump that all brigades have left behind goes to the rearmost of them (11.1).

    Its supplies stay where they are, and columns bring them up: it pays where the way is long.
    """
    staffs = [w.at for w in wants if w.unit.arm == "hq" and w.unit.unit.logistics_lift >= _BIG]
    if not staffs or len(picture.dumps) != 1:
        return {}
    dump = picture.dumps[0]
    if not picture.columns and not dump.daily:
        return {}
    rear = min(staffs, key=lambda at: km_between(at, dump.at))
    far = km_between(rear, dump.at)
    if not _LEFT_KM < far <= _MOST_KM or picture.near(rear, _SAFE_KM):
        return {}
    return {dump.name: rear}


def _earth(picture: Picture, at: Point) -> str:
    lat, lon = picture.world.ways.earth(at)
    return f"{lat:.4f} {lon:.4f}"


def _drive(picture: Picture, column: Troops, at: Point) -> dict[str, Any]:
    return {
        "unit": [column.id],
        "orders": "Back to the dump",
        "action": "move",
        "posture": "non-tact",
        "column": "yes",
        "objective": _earth(picture, at),
    }

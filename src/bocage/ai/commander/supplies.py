"""Supplies: dumps fill up nearby stocks, columns drive to distant ones, dumps leapfrog (11.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bocage.ai.commander.air import spearhead
from bocage.ai.commander.objectives import BREAK_IN, is_mobile, objectives
from bocage.ai.commander.picture import Picture
from bocage.ai.commander.rations import HANDS_OVER_KM
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import Troops

_LOADS_KM: Final = 4.5
"""A column so near a dump or a stack can load."""
_LEFT_KM: Final = 19.0
_MOST_KM: Final = 55.0
_SAFE_KM: Final = 4.0
"""A dump moves up when all brigades are so far away, and no enemy is so near its new place."""
_MARGIN_KM: Final = 0.5
_USE: Final = 4
"""A brigade's use of either supply in a turn."""
_DREGS: Final = 2
"""A column with no more than this drives back for more."""
_WORTH_IT: Final = 8
"""The least points for which a column drives."""
_BIG: Final = 6
"""Headquarters with this lift hold other units' supplies."""


class Want(NamedTuple):
    """The room in a stack."""

    rank: int
    least: int
    """Its stock of the scarcer supply."""
    number: int
    unit: Troops
    at: Point
    ammo: int
    fuel: int
    burns: bool
    """Whether the units that draw on it need petrol."""


Lines = list[dict[str, Any]]


def supplies(picture: Picture, front: Sequence[Troops]) -> tuple[Lines, Lines, Lines]:
    """Return lines of supply, orders for columns that drive, and dumps that move.

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
    _columns(picture, everybody, lines, drives, _foremost(picture, front))
    return lines, drives, [{"dump": name, "to": _earth(picture, at)} for name, at in moved.items()]


def _foremost(picture: Picture, front: Sequence[Troops]) -> Troops | None:
    """Return the unit of the main effort that is nearest to the next objective."""
    goals = [at for _, at in objectives(picture)]
    if not front or not goals or not is_mobile(picture):
        return None
    last = goals[-1]
    return min(front, key=lambda u: (km_between(picture.where[u.number], last), u.number))


def _columns(
    picture: Picture, wants: Sequence[Want], lines: Lines, drives: Lines, first: Troops | None
) -> None:
    """Keep loaded columns with the fighting troops to hand over; send empty ones back to load."""
    stacks = (*picture.dumps, *picture.parked)
    sources = [s for s in stacks if s.fuel and s.ammo + s.fuel >= _WORTH_IT] or [
        s for s in stacks if s.ammo + s.fuel >= _WORTH_IT
    ]
    goals = _destinations(picture, wants)
    room = {w.unit.id: [w.ammo, w.fuel] for w in wants}
    for line in lines:
        if line["to"] in room:
            room[line["to"]][0] -= line["ammo"]
            room[line["to"]][1] -= line["fuel"]
    using = {w.unit.id: _after_use(picture, w) for w in wants if w.unit.arm == "hq"}
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
        if goals and (ammo + fuel > _DREGS or home):
            to = goals[number % len(goals)]
            if home and source is not None:
                load = _load(column, room[to][0] if to in room else _USE - 1)
                more = max(0, load["ammo"] - ammo)
                petrol = max(0, column.unit.logistics_lift - ammo - more - fuel)
                line = {"from": source.name, "to": column.id, "by": column.id}
                lines.append({**line, "ammo": more, "fuel": petrol})
                ammo, fuel = ammo + more, fuel + petrol
            elif (by_night := _by_night(picture, column, to, first)) is not None:
                drives.append(by_night)
                continue
            lines.append(
                {"from": column.id, "to": to, "by": column.id, **_gives(ammo, fuel, using.get(to))}
            )
        elif home and source is not None and not source.reach and picture.dumps:
            load = _load(column, _USE)
            to = picture.dumps[0].name
            lines.append({"from": source.name, "to": to, "by": column.id, **load})
        elif ammo + fuel <= _DREGS and not home and source is not None:
            drives.append(_drive(picture, column, source.at))


def _by_night(
    picture: Picture, column: Troops, to: str, first: Troops | None
) -> dict[str, Any] | None:
    """Return a loaded column's drive to the spearhead by night, when it may come closer (6.5).

    It follows the foremost troops, and its headquarters closes up to them too.
    """
    world = picture.world
    number = world.by_id.get(to, -1)
    there = picture.where.get(number) or picture.under.get(number)
    lead = spearhead(world, world.teams[picture.team].side)
    if there is None or world.units[number].team != lead:
        return None
    line = _drive(picture, column, there)
    if number in picture.where:
        line["objective"] = to if first is None else first.id
    return {**line, "orders": "Bring supplies up, by night too", "night": "yes", "priority": 2}


def _spare(picture: Picture, wants: Sequence[Want]) -> Lines:
    """Return lines by which headquarters park a surplus of one supply to make room for more."""
    found: Lines = []
    for want in wants:
        lift = want.unit.unit.logistics_lift
        ammo, fuel = picture.stocks.get(want.unit.name, (0, 0))
        if not want.burns or lift < _BIG or ammo + fuel + 1 < lift:
            continue
        over = ammo - lift * 5 // 12, fuel - (lift - lift * 5 // 12)
        if over[0] > 0 and fuel <= lift // 6:
            found.append({"from": want.unit.id, "to": "park", "ammo": over[0], "fuel": 0})
        elif over[1] > 0 and ammo <= lift // 6:
            found.append({"from": want.unit.id, "to": "park", "ammo": 0, "fuel": over[1]})
    return found


def _destinations(picture: Picture, wants: Sequence[Want]) -> list[str]:
    """Return the goals of columns: stocks without a dump in reach, then the spearhead's dumps
    below.
    """
    staffs = [w for w in wants if w.unit.arm == "hq" and w.unit.unit.logistics_lift >= _BIG]
    guns = [w for w in wants if w.unit.is_gun and w.ammo >= 2 and not _is_served(picture, w)]
    found = [w.unit.id for w in staffs if not _is_served(picture, w) and w.ammo + w.fuel]
    found += [w.unit.id for w in guns[:1]]
    found += _dumps_below(picture)
    return found or [w.unit.id for w in staffs if w.rank == 0]


def _dumps_below(picture: Picture) -> list[str]:
    """Return the spearhead's dump, if its headquarters is under us (reading 6.19)."""
    world = picture.world
    team = world.teams[picture.team]
    lead = spearhead(world, team.side)
    if lead < 0 or world.teams[lead].under != team.seat:
        return []
    if picture.turn == BREAK_IN:
        return []  # they wait loaded at the depot until there is room on the bridge
    if picture.turn < BREAK_IN:
        return [dump.id for dump in world.dumps if dump.team == world.teams[lead].seat]
    return [
        world.units[number].id
        for number in picture.under
        if world.units[number].team == lead
        and world.units[number].unit.logistics_lift >= _BIG
        and world.units[number].arm == "hq"
    ]


def _is_served(picture: Picture, want: Want) -> bool:
    """Return whether a dump that has something reaches a headquarters."""
    return any(
        km_between(d.at, want.at) <= d.reach - _MARGIN_KM and d.ammo + d.fuel > 0
        for d in picture.dumps
    )


def _load(column: Troops, ammo: int) -> dict[str, int]:
    """Return a column's full load: the missing shells and a few more, and the rest petrol."""
    lift = column.unit.logistics_lift
    shells = min(max(ammo + _USE // 2, lift * 3 // 10), lift - lift // 4)
    return {"ammo": shells, "fuel": lift - shells}


def _after_use(picture: Picture, want: Want) -> tuple[int, int]:
    """Return a headquarters' shortage after its battalions have gone and fought today."""
    lift = want.unit.unit.logistics_lift
    ammo, fuel = picture.stocks.get(want.unit.name, (0, 0))
    shells = lift * 5 // 12 if want.burns else lift
    used = _USE if want.rank == 0 else _USE // 2
    return max(0, shells - ammo + used), max(0, lift - shells - fuel + used) if want.burns else 0


def _gives(ammo: int, fuel: int, lacks: tuple[int, int] | None) -> dict[str, int]:
    """Return what a column hands over on arrival: the expected shortage.

    Other teams' shortages are unknown, so they get all that they can take.
    """
    if lacks is None:
        return {"ammo": ammo, "fuel": fuel}
    return {"ammo": min(ammo, lacks[0]), "fuel": min(fuel, lacks[1])}


def _wants(picture: Picture, first: set[int]) -> list[Want]:
    """Return headquarters and guns with their shortages. Headquarters take half of each supply."""
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
        if not burns and not fuel and _tows(picture, number):
            petrol = min(1, max(room, int(ammo + fuel >= lift)))
        more = min(room - petrol, max(0, shells - ammo))
        rank = 0 if number in first else 1 if unit.is_gun else 2
        found.append(Want(rank, min(ammo, fuel), number, unit, at, more, petrol, burns))
    return found


def _tows(picture: Picture, hq: int) -> bool:
    """Return whether guns without limbers draw on a headquarters for their moves."""
    return any(
        u.hq == hq and u.unit.mobility == "towed" and not u.unit.logistics_lift
        for u in (picture.world.units[n] for n in picture.where)
    )


def _leapfrog(picture: Picture, wants: Sequence[Want]) -> dict[str, Point]:
    """Return a dump that all brigades have left behind, with its goal: the rearmost of them (11.1).

    Its supplies stay, and columns bring them up, which pays if the way is long.
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
    if any(km_between(want.at, dump.at) < dump.reach for want in wants):
        return {}  # the guns still behind would have no petrol to come up
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

"""Supplies: the dump fills up who is near, columns drive to who is far (11.0)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from bocage.ai.commander.picture import Picture
from bocage.games.opcom.scenario import SupplyRow
from bocage.games.opcom.ways import Point, km_between
from bocage.games.opcom.world import Troops

_LOADS_KM: Final = 4.5
"""A column so near the dump can load."""
_DELIVERS_KM: Final = 9.5
"""How far a dump delivers where it is not marked."""
_LOW: Final = 2
"""A headquarters with no more than this of something wants a column."""


class Want(NamedTuple):
    """What a stack could take."""

    least: int
    """What it has of the scarcer of the two."""
    number: int
    unit: Troops
    ammo: int
    fuel: int


def supplies(picture: Picture) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Lines of supply, and orders for columns that drive back empty."""
    dump = _dump(picture)
    if dump is None:
        return [], []
    at = _at(picture, dump)
    reach = (dump.range_km or _DELIVERS_KM) - 0.5
    wants = sorted(_wants(picture))
    near = [w for w in wants if km_between(picture.where[w.number], at) <= reach]
    far = [w for w in wants if w not in near and w.unit.arm == "hq" and w.least <= _LOW]
    lines = [{"from": dump.name, "to": w.unit.id, "ammo": w.ammo, "fuel": w.fuel} for w in near]
    drives: list[dict[str, Any]] = []
    for column in picture.columns:
        loaded = sum(picture.stocks.get(column.name, (0, 0))) > 0
        home = km_between(picture.where[column.number], at) <= _LOADS_KM
        if far and (loaded or home):
            want = far.pop(0)
            ammo, fuel = _load(want, column)
            line = {"from": dump.name, "to": want.unit.id, "by": column.id}
            lines.append({**line, "ammo": ammo, "fuel": fuel})
        elif not loaded and not home:
            drives.append(_home(picture, column, at))
    return lines, drives


def _dump(picture: Picture) -> SupplyRow | None:
    seat = picture.world.teams[picture.team].seat
    return next(
        (
            each
            for each in picture.world.dumps
            if each.team == seat and sum(picture.stocks.get(each.name, (0, 0))) > 0
        ),
        None,
    )


def _at(picture: Picture, dump: SupplyRow) -> Point:
    assert dump.lat is not None
    assert dump.lon is not None
    return picture.world.ways.xy(dump.lat, dump.lon)


def _wants(picture: Picture) -> list[Want]:
    """Headquarters and guns that are not full; half shells and half petrol for the former."""
    found: list[Want] = []
    for unit in picture.world.units:
        lift = unit.unit.logistics_lift
        if unit.number not in picture.where or not lift or not (unit.arm == "hq" or unit.is_gun):
            continue
        ammo, fuel = picture.stocks.get(unit.name, (0, 0))
        shells = lift // 2 if unit.arm == "hq" else lift - 1
        room = max(0, lift - ammo - fuel)
        petrol = min(room, max(0, lift - shells - fuel))
        more = min(room - petrol, max(0, shells - ammo))
        if more or petrol:
            found.append(Want(min(ammo, fuel), unit.number, unit, more, petrol))
    return found


def _load(want: Want, column: Troops) -> tuple[int, int]:
    """As much as the column carries, petrol first."""
    lift = column.unit.logistics_lift
    fuel = min(want.fuel, lift)
    return min(want.ammo, lift - fuel), fuel


def _home(picture: Picture, column: Troops, at: Point) -> dict[str, Any]:
    lat, lon = picture.world.ways.earth(at)
    return {
        "unit": [column.id],
        "orders": "Back to the dump",
        "action": "move",
        "posture": "non-tact",
        "column": "yes",
        "objective": f"{lat:.4f} {lon:.4f}",
    }

"""Broken bridges: sappers and bridging columns go there and build (reading 5.4)."""

from __future__ import annotations

from typing import Any, Final

from bocage.ai.commander.objectives import objectives
from bocage.ai.commander.picture import Picture
from bocage.games.opcom.board.ways import Point, km_between

_AT_KM: Final = 1.0
_FOE_KM: Final = 2.5
_FRONT_KM: Final = 8.0
"""A broken bridge matters within this distance of our troops, or of those below us."""
_COLUMNS: Final = 2
_PRIORITY: Final = 3

Lines = list[dict[str, Any]]


def bridge_lines(picture: Picture) -> tuple[Lines, Lines]:
    """Return the building lines, and the orders that bring sappers and columns to the bridges."""
    world = picture.world
    sappers = [u for u in picture.aids if u.arm == "engineer"]
    columns = [
        world.units[number] for number in picture.where if world.units[number].arm == "bridging"
    ]
    site = _site(picture) or _narrow(picture)
    if not sappers or not columns or site is None:
        return [], []
    bridge, at = site
    major = next(c for c in world.crossings if c.id == bridge)
    wet = world.pack.water_between(major.a, major.b)
    wide = _COLUMNS if any(side.kind == "major river" for side in wet) else 1
    there = [u for u in (*sappers, *columns) if km_between(picture.where[u.number], at) <= _AT_KM]
    ready = [u.id for u in there if u.arm == "engineer"]
    loads = [u.id for u in there if u.arm == "bridging"]
    build: Lines = []
    if ready and loads:
        build = [{"bridge": bridge, "engineers": ready[0], "column": loads}]
    wanted = [
        min(sappers, key=lambda u: km_between(picture.where[u.number], at)),
        *sorted(columns, key=lambda u: km_between(picture.where[u.number], at))[:wide],
    ]
    going = [u.id for u in wanted if u not in there]
    lat, lon = world.ways.earth(bank(at, picture.where[wanted[0].number]))
    orders: Lines = []
    if going:
        orders = [
            {
                "unit": going,
                "orders": "Go up and build a bridge",
                "action": "move",
                "posture": "non-tact",
                "column": "yes",
                "objective": f"{lat:.4f} {lon:.4f}",
                "priority": _PRIORITY,
            }
        ]
    return build, orders


def bank(bridge: Point, start: Point) -> Point:
    """Return a point beside a bridge, on the bank that they come from."""
    km = max(km_between(bridge, start), 0.001)
    share = min(1.0, _BESIDE_KM / km)
    return (
        round(bridge[0] + (start[0] - bridge[0]) * share),
        round(bridge[1] + (start[1] - bridge[1]) * share),
    )


_BESIDE_KM: Final = 0.6


def _narrow(picture: Picture) -> tuple[str, Point] | None:
    """Return the nearest narrow bridge behind our start line, to build a second one beside it.

    Its capacity is known after a survey (reading 5.6).
    """
    world = picture.world
    lead = [at for n, at in picture.under.items() if world.units[n].arm == "tank"]
    found: list[tuple[float, str, Point]] = []
    for bridge in world.crossings:
        if picture.carries.get(bridge.name, _WIDE) >= _WIDE or bridge.kind != "bridge":
            continue
        at = world.ways.xy(bridge.lat, bridge.lon)
        km = min((km_between(at, p) for p in lead), default=99.0)
        if km <= _BEHIND_KM and not picture.near(at, _FOE_KM):
            found.append((km, bridge.id, at))
    return min(found)[1:] if found else None


_WIDE: Final = 30
"""The unit points a turn with which a bridge does not delay a division."""
_BEHIND_KM: Final = 15.0


def _site(picture: Picture) -> tuple[str, Point] | None:
    """Return the broken bridge nearest to our troops, on our bank and not under fire."""
    world = picture.world
    own = [at for n, at in picture.where.items() if world.units[n].fights]
    own += [at for n, at in picture.under.items() if world.units[n].fights]
    goals = objectives(picture)
    found: list[tuple[float, str, Point]] = []
    for bridge in world.crossings:
        if bridge.id not in picture.down or bridge.weight != "heavy":
            continue
        at = world.ways.xy(bridge.lat, bridge.lon)
        km = min((km_between(at, p) for p in own), default=99.0)
        near_goal = any(km_between(at, p) <= _FRONT_KM for _, p in goals)
        if (km <= _AT_KM + 1 or (near_goal and km <= _FRONT_KM)) and not picture.near(at, _FOE_KM):
            found.append((km, bridge.id, at))
    return min(found)[1:] if found else None

"""The roads of Falaise, link by link, and the bridges and fords they use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Final

from mapforge.draft import Row
from mapforge.theatres.falaise import waters
from mapforge.theatres.falaise.sheet import GRID, PROJECTION, Side, between, pair, table

TRUN_BRIDGE: Final = "bridge-trun"
LAST_NORTHERN_ROW: Final = 20
"""Bridges over the Dives south of this row bring 86 Corps in (11.4)."""

_CLASSES: Final = ("national", "departmental", "local")


@cache
def links() -> Mapping[Side, tuple[tuple[str, str], ...]]:
    """Return the roads (name, class) on each link, the greatest first."""
    found: dict[Side, list[tuple[str, str]]] = {}
    for row in table("roads.csv"):
        for a, b in pairwise(row["hexes"].split()):
            GRID.direction(GRID.hex(a), GRID.hex(b))
            found.setdefault(pair(a, b), []).append((row["name"], row["class"]))
    return {
        side: tuple(sorted(roads, key=lambda road: _CLASSES.index(road[1])))
        for side, roads in sorted(found.items())
    }


def link_rows() -> list[Row]:
    """Rows for `links.csv`."""
    return [
        {
            "id": f"R-{a}-{b}",
            "kind": "road",
            "name": roads[0][0],
            "from": a,
            "to": b,
            "km": PROJECTION.hex_km,
            "class": roads[0][1],
            "note": "also " + ", ".join(name for name, _ in roads[1:]) if roads[1:] else "",
        }
        for (a, b), roads in links().items()
    ]


def crossing_rows() -> list[Row]:
    """Rows for `crossings.csv`: the named ones, then each road bridge over a lesser river."""
    rows: list[Row] = []
    for row in table("crossings.csv"):
        side = pair(row["a"], row["b"])
        water = waters.over(side)
        if water is None or water.name != row["over"]:
            raise ValueError(f"{row['id']} does not cross the {row['over']}")
        if row["kind"] == "ford" and side in links():
            raise ValueError(f"{row['id']} is a ford and carries a road")
        rows.append(
            {
                "id": row["id"],
                "name": row["name"],
                "kind": row["kind"],
                "a": side[0],
                "b": side[1],
                "over": row["over"],
                "carries": "road" if side in links() else "none: a ford, and no road runs to it",
                "class": "no armor" if row["id"] == TRUN_BRIDGE else "",
                "lat": float(row["lat"]),
                "lon": float(row["lon"]),
                "note": row["note"],
            }
        )
    named = {(row["a"], row["b"]) for row in rows}
    for side, roads in links().items():
        water = waters.over(side)
        if water is None or side in named:
            continue
        if water.kind == waters.MAJOR:
            raise ValueError(f"{roads[0][0]} crosses the {water.name} at {side} without a bridge")
        lat, lon = between(*side)
        rows.append(
            {
                "id": f"RB-{side[0]}-{side[1]}",
                "name": f"{water.name} road bridge {side[0]}/{side[1]}",
                "kind": "bridge",
                "a": side[0],
                "b": side[1],
                "over": water.name,
                "carries": "road",
                "lat": lat,
                "lon": lon,
                "note": roads[0][0],
            }
        )
    return rows


def trigger_bridges() -> list[str]:
    """Return the bridges over the Dives, not fords, south of row 20 (11.4)."""
    return [
        row["id"]
        for row in table("crossings.csv")
        if row["over"] == "Dives"
        and row["kind"] == "bridge"
        and min(int(row["a"][:2]), int(row["b"][:2])) > LAST_NORTHERN_ROW
    ]

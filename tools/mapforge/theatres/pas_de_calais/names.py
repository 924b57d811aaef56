"""The names on the map: towns, villages, capes, heights, beaches, exits, labels."""

from __future__ import annotations

from math import hypot
from typing import Final

from bocage.hexes.directions import OFFSETS
from bocage.hexes.grid import ROW_HEIGHT
from mapforge.draft import Row
from mapforge.theatres.pas_de_calais.shore import is_land, sea_sides
from mapforge.theatres.pas_de_calais.sources import GRID, PROJECTION, table

ARROW: Final = 0.6
"""How far from a beach's centre its arrow stands at least, in hexes: clear of counters."""
_ARROW_STEP: Final = 0.05
"""By how much it is moved on while it would stand on land."""

_BEYOND: Final = {"east": (-1.0, 0.0), "south": (0.0, ROW_HEIGHT)}
"""The step over an edge, in hexes west and south."""


def places() -> list[Row]:
    """Return the rows of `places.csv`."""
    return [
        *map(_named, table("places")),
        *map(_beach, table("beaches")),
        *map(_exit, table("exits")),
    ]


def _named(row: dict[str, str]) -> Row:
    lat, lon = float(row["lat"]), float(row["lon"])
    number = row["hex"]
    if row["kind"] == "label":  # a label belongs to no hex in play: wherever it happens to fall
        found = GRID.nearest(*PROJECTION.to_plane(lat, lon))
        number = "" if found is None else GRID.numbers[found]
    return {**row, "hex": number, "lat": lat, "lon": lon}


def _beach(row: dict[str, str]) -> Row:
    """Return a landing site, standing where its arrow is to be drawn."""
    h = GRID.hex(row["hex"])
    west, south = GRID.centre(h)
    dx = sum(OFFSETS[d][0] for d in sea_sides(h)) / 2
    dy = sum(OFFSETS[d][1] for d in sea_sides(h)) * ROW_HEIGHT
    dx, dy = dx / hypot(dx, dy), dy / hypot(dx, dy)
    far = ARROW
    while is_land(west + dx * far, south + dy * far):
        far += _ARROW_STEP
    if far > ARROW:
        far += _ARROW_STEP  # off the waterline itself
    lat, lon = PROJECTION.to_earth(west + dx * far, south + dy * far)
    return {
        "id": f"beach-{row['hex']}",
        "name": row["name"],
        "kind": "beach",
        "hex": row["hex"],
        "lat": lat,
        "lon": lon,
        "note": "landing site; sea to the " + ", ".join(d.words for d in sea_sides(h)),
    }


def _exit(row: dict[str, str]) -> Row:
    """Return a way off the map, standing beyond the middle of the hexes it leaves by."""
    numbers = row["hexes"].split()
    west, south = GRID.centre(GRID.hex(numbers[len(numbers) // 2]))
    dx, dy = _BEYOND[row["side"]]
    lat, lon = PROJECTION.to_earth(west + dx, south + dy)
    return {
        "id": row["id"],
        "name": row["name"],
        "kind": "exit",
        "lat": lat,
        "lon": lon,
        "note": f"beyond the {row['side']} edge, {numbers[0]} to {numbers[-1]}",
    }

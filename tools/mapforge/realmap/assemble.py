"""Putting a real map together: from a folder of sources to the draft of a pack."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mapforge.draft import Draft
from mapforge.realmap import ground, rows
from mapforge.realmap.features import Feature, of_kind, read_features, read_positions
from mapforge.realmap.lattice import DIGITS, Lattice
from mapforge.realmap.waters import lay, read_joints

if TYPE_CHECKING:
    from mapforge.draft import Row

SOURCES: Final = Path(__file__).parents[1] / "sources"
_ENTRY_KM: Final = 1.0
"""How far an entry area reaches beyond the outermost unit placed in it."""


@dataclass(frozen=True)
class Sheet:
    """The parts that distinguish one real map from another, without its tables."""

    id: str
    title: str
    folder: str
    """Name of the folder below `sources`."""
    lattice: Lattice
    sources: Sequence[str]
    facts: Mapping[str, str]
    heights: Sequence[str] = field(default_factory=tuple[str, ...])
    """Ids of areas of high ground."""


def assemble(sheet: Sheet) -> Draft:
    """Return the draft of a sheet's pack."""
    folder = SOURCES / sheet.folder
    lattice, features = sheet.lattice, read_features(folder)
    positions = read_positions(folder)
    towns = of_kind(features, "town")
    anchors = [lattice.plane(place.at) for place in towns]
    anchors += [lattice.plane(point) for _, _, _, point in positions]
    waters = lay(lattice, features, read_joints(folder), anchors)
    return Draft(
        id=sheet.id,
        title=sheet.title,
        game="opcom",
        kind="lattice",
        licence="CC-BY-4.0",
        sources=sheet.sources,
        rows=(1, lattice.rows),
        positions=(1, lattice.positions),
        digits=DIGITS,
        shifted_west="odd",
        projection=lattice.projection,
        terrain=ground.TERRAIN,
        settlement=ground.SETTLEMENT,
        flags=ground.FLAGS,
        facts=sheet.facts,
        hexes=ground.hex_rows(lattice, features, sheet.heights),
        sides=rows.side_rows(lattice, waters),
        crossings=rows.crossing_rows(lattice, features, waters),
        places=rows.place_rows(lattice, features),
        links=rows.link_rows(lattice, features),
        areas=[*rows.area_rows(lattice, features), *entry_rows(lattice, features, positions)],
        lines=rows.line_rows(lattice, waters),
    )


def entry_rows(
    lattice: Lattice,
    features: Sequence[Feature],
    positions: Sequence[tuple[str, str, int, tuple[float, float]]],
) -> list[Row]:
    """Return where ground reinforcements arrive after the first turn: a circle round each place.

    Drop zones are areas of their own, and what is named after 1944 is not a plan.
    """
    zones = [lattice.plane(each.at) for each in of_kind(features, "dz_lz")]
    found: dict[str, list[tuple[float, float]]] = {}
    for unit, place, turn, point in positions:
        at = lattice.plane(point)
        landed = any(hypot(at[0] - x, at[1] - y) < 0.05 for x, y in zones)
        if turn > 1 and not landed and "(1944)" not in unit and not unit.startswith("D-"):
            found.setdefault(place, []).append(at)
    made: list[Row] = []
    for place, units in sorted(found.items()):
        x, y = sum(u for u, _ in units) / len(units), sum(v for _, v in units) / len(units)
        reach = max(hypot(u - x, v - y) for u, v in units) + _ENTRY_KM
        lat, lon = lattice.projection.to_earth(x, y)
        area = Feature(
            *(_entry_id(place), "entry", place, lat, lon, round(reach, 1), "", 0, "", False),
            *("", "", "", None, (), "", "", ""),
        )
        made.append(
            {
                "id": area.id,
                "kind": "zone",
                "name": f"Entry: {place}",
                "hexes": " ".join(lattice.grid.numbers[h] for h in lattice.covered(area)),
                "lat": lat,
                "lon": lon,
                "radius_km": area.radius_km,
                "class": "entry",
                "note": "ground reinforcements after the first turn: "
                f"{len(units)} unit{'s' if len(units) > 1 else ''}",
            }
        )
    return made


def _entry_id(place: str) -> str:
    """Return the place up to its first comma or semicolon, in capitals."""
    return "E-" + "-".join(re.findall(r"[A-Za-z0-9]+", re.split("[,;]", place)[0])).upper()

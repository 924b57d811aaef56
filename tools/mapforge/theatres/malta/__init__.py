"""Malta, Gozo and Comino in 1942: a kilometre lattice under a real map, for OP COM.

Decisions stand by number in `docs/maps/malta.md`.
"""

from __future__ import annotations

from collections.abc import Iterator

from mapforge.draft import Draft, Row
from mapforge.theatres.malta import sheet
from mapforge.theatres.malta.edges import cliff_sides, coast_sides, sides
from mapforge.theatres.malta.features import areas, lines, links, places
from mapforge.theatres.malta.ground import (
    MOST_LAND,
    is_north,
    island_of,
    land_cells,
    land_share,
    settlement,
    terrain,
)


def build() -> Draft:
    """Return the pack of Malta."""
    return Draft(
        id="malta",
        title="Malta, 1942",
        game="opcom",
        kind="lattice",
        licence="CC-BY-4.0; coast outline and road lines ODbL-1.0",
        sources=sheet.SOURCES,
        rows=sheet.ROWS,
        positions=sheet.POSITIONS,
        digits=sheet.DIGITS,
        shifted_west=sheet.SHIFTED_WEST,
        projection=sheet.PROJECTION,
        terrain=sheet.TERRAIN,
        settlement=sheet.SETTLEMENT,
        flags=sheet.FLAGS,
        facts=sheet.FACTS,
        hexes=list(_hexes()),
        sides=list(sides()),
        places=list(places()),
        links=list(links()),
        areas=list(areas()),
        lines=list(lines()),
    )


def _hexes() -> Iterator[Row]:
    beside_sea = {a for a, _ in coast_sides()}
    on_cliffs = {a for a, _ in cliff_sides()}
    for h in sheet.GRID:
        on_land = h in land_cells()
        ground = terrain(h)
        flags: list[str] = []
        if on_land:
            if ground != "airfield":
                flags.append("bad")
            if ground in ("walled fields", "built-up"):
                flags.append("close")
            if h in beside_sea:
                flags.append("coastal")
            elif land_share(h) < MOST_LAND:
                flags.append("creek")
            if h in on_cliffs:
                flags.append("cliff")
            if is_north(h):
                flags.append("north")
            if (island := island_of(h)) in ("Gozo", "Comino"):
                flags.append(island.lower())
        yield {
            "hex": sheet.GRID.numbers[h],
            "terrain": ground,
            "settlement": settlement(h) if on_land else "",
            "flags": " ".join(flags),
            "land": land_share(h),
        }

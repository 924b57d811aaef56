"""The Falaise pocket, August 1944: the builder of its pack.

`docs/maps/falaise.md` numbers every decision; the tables in `sources/falaise` name them.
"""

from __future__ import annotations

from mapforge.draft import Draft
from mapforge.theatres.falaise import ground, names, roads, waters, words, zones
from mapforge.theatres.falaise.sheet import POSITIONS, PROJECTION, ROWS


def build() -> Draft:
    """Make the pack."""
    return Draft(
        id="falaise",
        title="The Falaise pocket, August 1944",
        game="falaise",
        kind="hexes",
        licence="CC-BY-4.0",
        sources=words.SOURCES,
        rows=ROWS,
        positions=POSITIONS,
        digits=(2, 2),
        shifted_west="even",
        projection=PROJECTION,
        terrain=words.TERRAIN,
        settlement=words.SETTLEMENT,
        flags=words.FLAGS,
        facts=words.facts(),
        hexes=ground.hex_rows(),
        sides=[*waters.side_rows(), *names.side_rows()],
        crossings=roads.crossing_rows(),
        places=names.place_rows(),
        links=roads.link_rows(),
        areas=zones.area_rows(),
        lines=[*waters.line_rows(), *names.line_rows()],
    )

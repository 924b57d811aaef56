"""Pas-de-Calais, 1943: the map of Operation Roundup.

`docs/maps/pas-de-calais.md` gives the reason for every decision taken here; the numbers
in the correction tables are the numbers there.
"""

from __future__ import annotations

from typing import Final

from mapforge.draft import Draft
from mapforge.theatres.pas_de_calais.areas import areas
from mapforge.theatres.pas_de_calais.courses import lines
from mapforge.theatres.pas_de_calais.ground import hexes
from mapforge.theatres.pas_de_calais.names import places
from mapforge.theatres.pas_de_calais.shore import SEA_FLAGS
from mapforge.theatres.pas_de_calais.sources import GRID, PROJECTION
from mapforge.theatres.pas_de_calais.waters import sides

TERRAIN: Final = {
    "clear": "clear ground",
    "polder": "polder: slow going, closed to column movement and to heavy panzers",
    "woods": "woods",
    "rough": "rough ground: scarp, hill or dunes",
}

SETTLEMENT: Final = {
    "town": "town: its line of the Terrain Effects Chart counts, not that of the ground",
    "port": "port city: its line of the Terrain Effects Chart counts, not that of the ground",
}

FLAGS: Final = {
    "coastal": "coastal hex: naval gunfire and Allied coastal supply reach it",
    "beach": "clear coast: a Beachhead Marker may be placed here",
    "drop": "clear ground away from the coast: airborne units may drop here",
    **SEA_FLAGS,
}

FACTS: Final = {
    "allied victory zone begins": "2301",
    "german victory zone begins": "2401",
    "first east-edge hex wholly in France": "2301",
    "beach arrow, least hexes from the centre": "0.60",
}


def build() -> Draft:
    """Return the pack, from the tables in `sources/pas_de_calais`."""
    return Draft(
        id="pas-de-calais",
        title="Pas-de-Calais, 1943",
        game="roundup",
        kind="hexes",
        licence="CC-BY-4.0; coast outline ODbL-1.0",
        sources=[
            "hexes, hexsides, names, roads and railways: our own tables, CC-BY-4.0",
            "coast: simplified from OpenStreetMap (2017) through @geo-maps/earth-lands-10m 0.6.0, "
            "ODbL-1.0, © OpenStreetMap contributors; harbours put back to 1943 by us",
            "frontier and the placing of French towns: measured on IGN Admin Express 2018, "
            "Licence Ouverte",
        ],
        rows=(10, 42),
        positions=(1, 25),
        digits=GRID.digits,
        shifted_west=GRID.shifted_west,
        projection=PROJECTION,
        terrain=TERRAIN,
        settlement=SETTLEMENT,
        flags=FLAGS,
        facts=FACTS,
        hexes=hexes(),
        sides=sides(),
        places=places(),
        areas=areas(),
        lines=lines(),
    )

"""The sheet of Malta: how the kilometre lattice lies on the earth, and the words used on it.

The lattice is pushed sideways so that as few cells as possible hold both shores of a
harbour (decision G2 in `docs/maps/malta.md`).
"""

from __future__ import annotations

from typing import Final

from bocage.hexes.grid import Grid, Parity
from bocage.hexes.projection import Projection

ROWS: Final = (1, 52)
POSITIONS: Final = (1, 53)
DIGITS: Final = (2, 2)
SHIFTED_WEST: Final[Parity] = "odd"

PROJECTION: Final = Projection(
    lat=35.95,
    lon=14.38,
    km_per_degree_lat=110.957,
    km_per_degree_lon=90.245,
    rotation=0.0,
    hex_km=1.0,
    west_km=27.8,
    south_km=21.346,
)

GRID: Final = Grid.rectangle(ROWS, POSITIONS, shifted_west=SHIFTED_WEST, digits=DIGITS)

SOURCES: Final = (
    "Coast outline: simplified from OpenStreetMap (November 2017) by way of "
    "@geo-maps/earth-lands-10m 0.6.0, the harbours and Kalafrana redrawn as in 1942; "
    "© OpenStreetMap contributors, ODbL-1.0",
    "Roads: most are traced from OpenStreetMap (2018) in simplified lines at the resolution "
    "of the lattice, the rest drawn by hand; © OpenStreetMap contributors",
    "Places, lines and areas: our own tables, measured against OpenStreetMap",
    "Beaches, airfields, drop zones, capacities, gaps and zones: the OP COM tables for C3",
)

TERRAIN: Final = {
    "sea": "sea",
    "walled fields": "tiny terraced fields between stone walls",
    "built-up": "stone houses wall to wall",
    "garrigue": "bare rock and scrub, few walls",
    "airfield": "levelled ground: runways, dispersals or hardstandings",
}

SETTLEMENT: Final = {
    "fortress": "a city within fortress walls",
    "city": "city",
    "town": "town",
    "village": "village",
}

FLAGS: Final = {
    "bad": "BAD terrain: fights are read in the second results column (results note 4)",
    "close": "close country: one kilometre of passing distance, rates for close ground",
    "coastal": "open sea lies beside it",
    "creek": "a creek or harbour reaches into it",
    "cliff": "its shore is cliff; no landing except at a named beach",
    "north": "on Malta, north of the Victoria Lines",
    "gozo": "on Gozo",
    "comino": "on Comino",
}

FACTS: Final = {
    "bad_terrain": "all land is BAD terrain except the cells of the airfields",
    "cities": "results note 3 holds in cells settled as city or fortress and nowhere else",
    "lanes": "every road is a narrow lane between walls, so its maximum rates are halved",
    "gozo": "no road leaves Gozo or Comino: boats ply between Mġarr and Marfa, "
    "and nothing carries vehicles over the channel",
    "victoria_lines": "vehicles cross only where a side is also a gap; whoever holds the "
    "line against attack from the north has +1 for each unit",
    "rivers": "none: the valleys are dry in summer and their bridges do not count",
    "port_marsaxlokk": "30",
    "port_grand_harbour": "60",
}

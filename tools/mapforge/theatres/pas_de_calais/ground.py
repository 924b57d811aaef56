"""The contents of each hex: ground, settlement, flags, share of land."""

from __future__ import annotations

from mapforge.draft import Row
from mapforge.theatres.pas_de_calais.shore import is_coastal, land_share, sea_sides
from mapforge.theatres.pas_de_calais.sources import GIVEN, GRID, table

_SETTLEMENTS = ("town", "port")


def hexes() -> list[Row]:
    """Return the rows of `hexes.csv`."""
    found: list[Row] = []
    corrected = {row["hex"]: row for row in table("hexes_corrected")}
    for h, number in enumerate(GRID.numbers):
        given = GIVEN[number]["terrain"]
        # P1: the ground under a settlement is clear, so that no second line of the
        # Terrain Effects Chart can be read into a town among polders or beside a wood.
        terrain, settlement = ("clear", given) if given in _SETTLEMENTS else (given, "")
        if number in corrected:
            terrain, settlement = corrected[number]["terrain"], corrected[number]["settlement"]
        found.append(
            {
                "hex": number,
                "terrain": terrain,
                "settlement": settlement,
                "flags": " ".join(_flags(h, terrain, settlement)),
                "land": land_share(h) if is_coastal(h) else 1,
            }
        )
    return found


def _flags(h: int, terrain: str, settlement: str) -> list[str]:
    open_ground = terrain == "clear" and not settlement
    if is_coastal(h):
        seaward = [f"sea-{d.name.lower()}" for d in sea_sides(h)]
        return ["coastal", *(["beach"] if open_ground else []), *seaward]
    return ["drop"] if open_ground else []

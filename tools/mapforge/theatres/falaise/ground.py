"""The contents of each hex of Falaise: ground, settlement and flags."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from mapforge.draft import Row
from mapforge.theatres.falaise.sheet import GRID, position, reached, table
from mapforge.theatres.falaise.waters import chain

LAST_ESCAPED: Final = 5
"""The German Withdrawal Line lies west of this position in every row."""

_SETTLEMENTS: Final = ("village", "town", "argentan")


@cache
def starts() -> Mapping[str, str]:
    """`german`, `allied`, `zone86` or `escaped` for each hex."""
    return {row["hex"]: row["start"] for row in table("hexes.csv")}


def starting(*words: str) -> list[str]:
    """Return the hexes that start so, in their order."""
    return [number for number, start in starts().items() if start in words]


@cache
def woods() -> frozenset[str]:
    """Return every hex of wood."""
    return frozenset(number for row in table("woods.csv") for number in row["hexes"].split())


@cache
def crests() -> frozenset[str]:
    """Return every crest hex."""
    return frozenset(number for row in table("crests.csv") for number in row["hexes"].split())


@cache
def west_of_orne() -> frozenset[str]:
    """Return the left bank: west of the Orne, and south of it where it runs from east to west."""
    return frozenset(reached("2252", chain("Orne"), GRID.numbers))


@cache
def dives_adjacent() -> frozenset[str]:
    """Return the hexes that touch the Dives where it is a major river."""
    return frozenset(number for side in chain("Dives") for number in side)


@cache
def east_of_dives() -> frozenset[str]:
    """Return the right bank of the Dives and Upper Dives, and all east of the Withdrawal Line."""
    barred = (*chain("Dives"), *chain("Upper Dives"))
    inside = [number for number in GRID.numbers if position(number) > LAST_ESCAPED]
    right_bank = reached("2314", barred, inside)
    return frozenset(right_bank | (set(GRID.numbers) - set(inside)))


def hex_rows() -> list[Row]:
    """Rows for `hexes.csv`."""
    settlements = {
        row["hex"]: row["kind"] for row in table("places.csv") if row["kind"] in _SETTLEMENTS
    }
    if crowded := sorted(woods() & set(settlements)):
        raise ValueError(f"wood and settlement in one hex: {crowded}")
    flags: dict[str, frozenset[str]] = {
        "crest": crests(),
        "west-of-orne": west_of_orne(),
        "dives-adjacent": dives_adjacent(),
        "east-of-dives": east_of_dives(),
        "german-start": frozenset(starting("german")),
        "allied-start": frozenset(starting("allied")),
        "zone-86": frozenset(starting("zone86")),
        "escaped": frozenset(starting("escaped")),
    }
    return [
        {
            "hex": row["hex"],
            "terrain": "woods" if row["hex"] in woods() else row["ground"],
            "settlement": settlements.get(row["hex"], ""),
            "flags": " ".join(flag for flag, hexes in flags.items() if row["hex"] in hexes),
            "land": 1,
        }
        for row in table("hexes.csv")
    ]

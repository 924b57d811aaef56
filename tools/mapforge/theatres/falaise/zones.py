"""The named sets of hexes: edges, zones, set-up areas, sectors, woods and crests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from mapforge.draft import Row, points
from mapforge.theatres.falaise.ground import (
    east_of_dives,
    starting,
    west_of_orne,
)
from mapforge.theatres.falaise.roads import trigger_bridges
from mapforge.theatres.falaise.sheet import (
    GRID,
    POSITIONS,
    ROWS,
    course,
    position,
    row,
    table,
    within,
)

ARGENTAN: Final = "3219"
GERMAN_LOC: Final = "1703"
NINTH_SS: Final = "2432"
LEHR_RECON: Final = "3437"
FIRST_WEST_OF_ORNE: Final = 22
"""West of 3221 and of 3321 means this position or more (3.1, 11.2)."""

EXMES_ROW: Final = 33
EXMES_POSITIONS: Final = range(6, 12)
EXMES_FRONT: Final = ("3310", "3311")
"""Hexes of the German front there, which stay open (reading 118)."""
NORTH_ROW: Final = 14


def area_rows() -> list[Row]:
    """Rows for `areas.csv`."""
    return [
        *_edges(),
        *_zones(),
        *_set_up_areas(),
        *_sectors(),
        *(
            _area(each["id"], "crest", each["name"], each["hexes"].split())
            for each in table("crests.csv")
        ),
        *(
            _area(each["id"], "woods", each["name"], each["hexes"].split())
            | {"points": points(course(each["outline"]))}
            for each in table("woods.csv")
        ),
    ]


def _edges() -> list[Row]:
    every = GRID.numbers
    allied = "Allied LOC may end here (6.5)"
    return [
        _area("edge-north", "edge", "North edge", _where(every, row, ROWS[0]), allied),
        _area(
            "edge-east",
            "edge",
            "East edge",
            _where(every, position, POSITIONS[0]),
            "a direct German LOC may end here (6.5)",
        ),
        _area(
            "edge-south",
            "edge",
            "South edge",
            _where(every, row, ROWS[1]),
            allied + "; German units may withdraw here (3.3)",
        ),
        _area("edge-west", "edge", "West edge", _where(every, position, POSITIONS[1]), allied),
    ]


def _zones() -> list[Row]:
    every = GRID.numbers
    bridges = {each["id"]: each for each in table("crossings.csv")}
    ends = [bridges[bridge][end] for bridge in trigger_bridges() for end in ("a", "b")]
    near_bridges = {number for end in ends for number in within(end, 6)}
    return [
        _area("german-loc", "zone", "German LOC hex", [GERMAN_LOC], "6.5"),
        _area("zone-86", "zone", "LXXXVI Corps Zone", starting("zone86"), "11.4"),
        _area(
            "east-of-withdrawal-line",
            "zone",
            "East of the German Withdrawal Line",
            starting("escaped"),
            "3.3, 11.3, 11.4",
        ),
        _area(
            "dives-bridges-six-hexes",
            "zone",
            "Within six hexes of a Dives bridge south of row 20",
            near_bridges,
            "11.4",
        ),
        _area(
            "allied-rear",
            "zone",
            "Allied rear: round Exmes, and the Allied side in rows 14 and north",
            _allied_rear(),
            "ours: closed to the Germans where the table says so (reading 118)",
        ),
        _area(
            "orne-west-bank",
            "zone",
            "West or south of the Orne, west of 3221 and 3321",
            [n for n in west_of_orne() if position(n) >= FIRST_WEST_OF_ORNE],
            "3.1, 11.2",
        ),
        _area(
            "north-of-argentan",
            "zone",
            "North of the row of Argentan",
            [n for n in every if row(n) < row(ARGENTAN)],
            "11.9",
        ),
        _area(
            "east-of-argentan",
            "zone",
            "East of Argentan",
            [n for n in every if position(n) < position(ARGENTAN)],
            "3.1",
        ),
    ]


def _allied_rear() -> list[str]:
    """Reading 118: behind the open flank at Exmes, and behind the front in the north."""
    exmes = [
        n
        for n in GRID.numbers
        if row(n) >= EXMES_ROW and position(n) in EXMES_POSITIONS and n not in EXMES_FRONT
    ]
    return exmes + [n for n in starting("allied") if row(n) <= NORTH_ROW]


def _set_up_areas() -> list[Row]:
    german, allied = set(starting("german")), set(starting("allied"))
    return [
        _area("german-start", "region", "German side at the start", german, "3.1"),
        _area("allied-start", "region", "Allied side at the start", allied, "3.1"),
        _area(
            "set-up-9-ss",
            "zone",
            "9 SS Panzer set-up: in or next to 2432",
            german & set(within(NINTH_SS, 1)),
            "3.1",
        ),
        _area(
            "set-up-lehr-recon",
            "zone",
            "Panzer Lehr Recon set-up: in or next to 3437",
            german & set(within(LEHR_RECON, 1)),
            "3.1",
        ),
        _area(
            "set-up-7-army",
            "zone",
            "7 Army company set-up: west of the Orne, west of 3221",
            [n for n in german & west_of_orne() if position(n) >= FIRST_WEST_OF_ORNE],
            "3.1",
        ),
        _area(
            "set-up-eberbach",
            "zone",
            "Panzer Group Eberbach company set-up: west of the Dives",
            german - east_of_dives(),
            "3.1",
        ),
        _area(
            "set-up-80-division",
            "zone",
            "US 80 Division set-up: Allied side, within five hexes of Argentan",
            allied & set(within(ARGENTAN, 5)),
            "3.1",
        ),
    ]


def _sectors() -> list[Row]:
    return [
        _area(
            f"sector-{each['sector'].lower()}-{side}",
            "sector",
            f"Sector {each['sector']}, {side.title()} side: {each[side]}",
            each[f"{side}_hexes"].split(),
            "3.1",
        )
        | {"class": each["sector"]}
        for each in table("front.csv")
        for side in ("german", "allied")
    ]


def _area(
    area_id: str, kind: str, name: str, hexes: Iterable[str], note: str = ""
) -> dict[str, object]:
    return {
        "id": area_id,
        "kind": kind,
        "name": name,
        "hexes": " ".join(sorted(hexes)),
        "note": note,
    }


def _where(every: Iterable[str], measure: Callable[[str], int], wanted: int) -> list[str]:
    return [number for number in every if measure(number) == wanted]

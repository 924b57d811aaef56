"""The map of Malta: zones, sectors, and where the scenario begins.

G1 to G26 are the decisions in `docs/maps/malta.md`.
"""

from __future__ import annotations

import pytest

from .malta_map import GRID, LAND, PACK, cell, starts


def test_air_zones_part_the_sheet() -> None:
    """G21: every cell lies in exactly one of the air zones; Sicily approaches is off the sheet."""
    zones = PACK.areas_of("air zone")
    assert len(zones) == 4
    assert sorted(h for zone in zones for h in zone.hexes) == list(GRID)
    assert PACK.area("AZ-4").hexes == ()
    assert LAND & set(PACK.area("AZ-3").hexes) == {
        h for h in LAND if PACK.hexes[h].flags & {"gozo", "comino"}
    }


def test_a_drop_is_flown_into_one_air_zone() -> None:
    """G21: no drop zone and no airfield is cut by the boundary of two air zones."""
    for area in (*PACK.areas_of("drop zone"), *PACK.areas_of("airfield")):
        zones = {zone.id for zone in PACK.areas_of("air zone") if set(zone.hexes) & set(area.hexes)}
        assert len(zones) == 1, area.name


def test_sea_zones_part_the_sea() -> None:
    """G22: every sea cell lies in exactly one of the six sea zones, and no land does."""
    zones = PACK.areas_of("sea zone")
    assert len(zones) == 6
    assert sorted(h for zone in zones for h in zone.hexes) == sorted(set(GRID) - LAND)


@pytest.mark.parametrize(
    ("zone", "beaches"),
    [
        ("SZ-2", ("BE-LAR", "BE-STH", "BE-MSK")),
        ("SZ-3", ("BE-FAM", "BE-LAP", "BE-WZU")),
        ("SZ-4", ("BE-MEL", "BE-SPB", "BE-SAL", "BE-GTU", "BE-GNE")),
        ("SZ-5", ("BE-RAM", "BE-MFN")),
    ],
)
def test_beaches_face_their_sea_zone(zone: str, beaches: tuple[str, ...]) -> None:
    """G22: the sea nearest to each beach belongs to the zone from which one lands there."""
    for beach in beaches:
        here = PACK.place(beach).hex
        assert here is not None
        nearest = next(h for r in range(1, 5) for h in GRID.ring(here, r) if h not in LAND)
        assert nearest in PACK.area(zone).hexes, beach


def test_drop_zones_are_fit_to_drop_on() -> None:
    """G23: a drop zone is a kilometre across or more, on land, and none of it is built-up."""
    zones = PACK.areas_of("drop zone")
    assert len(zones) == 5
    for zone in zones:
        assert zone.radius_km >= 0.5
        assert zone.hexes
        for h in zone.hexes:
            assert h in LAND
            assert not PACK.hexes[h].settlement, zone.name


def test_sectors_part_the_land() -> None:
    """G24: every land cell lies in exactly one brigade sector."""
    sectors = PACK.areas_of("sector")
    assert sorted(h for sector in sectors for h in sector.hexes) == sorted(LAND)


def test_battalions_stand_in_their_sector() -> None:
    """G24: every battalion and headquarters of the four brigades stands in its own sector."""
    sectors = {sector.name: set(sector.hexes) for sector in PACK.areas_of("sector")}
    counted = 0
    for row in starts("oob"):
        if row["formation"] in sectors:
            counted += 1
            here = cell(float(row["lat"]), float(row["lon"]))
            assert here in sectors[row["formation"]], row["id"]
    assert counted == 19


def test_every_start_lies_on_land() -> None:
    """G25: every unit and dump of the scenario starts or arrives on a land cell."""
    rows = [*starts("oob"), *starts("supplies")]
    assert len(rows) == 187
    for row in rows:
        assert cell(float(row["lat"]), float(row["lon"])) in LAND, row["id"]


def test_every_air_base_is_on_the_map_or_off_it_by_name() -> None:
    """G25: squadrons fly from the three airfields of the map, or from Sicily and Puglia."""
    bases = {"Luqa": "AF-LUQ", "Hal Far": "AF-HF", "Ta Qali": "AF-TQ"}
    for row in starts("air"):
        if row["side"] == "Allied":
            assert PACK.place(bases[row["place"]]).kind == "airfield"
        else:
            assert row["place"] in ("Sicily", "Puglia - Sicily")


def test_drops_arrive_on_their_zone() -> None:
    """G23: every unit that arrives on a drop zone arrives within its radius."""
    zones = {
        "DZ Zurrieq - Safi": "DZ-ZUR",
        "DZ Siggiewi - Qrendi": "DZ-SIG",
        "DZ Hal Far": "DZ-HF",
        "DZ Hal Far - Benghisa": "DZ-HF",
    }
    counted = 0
    for row in starts("oob"):
        if row["place"] in zones:
            counted += 1
            zone = PACK.area(zones[row["place"]])
            assert zone.lat is not None
            assert zone.lon is not None
            point = (float(row["lat"]), float(row["lon"]))
            assert PACK.projection.km(point, (zone.lat, zone.lon)) <= 1.0, row["id"]
    assert counted > 20

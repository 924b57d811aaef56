"""Market Garden: its waters, places and ground.

Numbers 18 to 20 and M1 to M28 are the decisions in `docs/maps/market-garden.md`.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import hypot

import pytest

from bocage.press.paths import length
from mapforge.geometry import distance_to_line
from tests.maps.market_garden import GRID, PACK, SHEET, cell, course, home

# Waters ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("water", "west", "east"),
    [("Neder-Rijn", 5.70, 5.86), ("Lek", 5.20, 5.34), ("Neder-Rijn", 5.36, 5.45)],
)
def test_no_gaps_in_the_rhine(water: str, west: float, east: float) -> None:
    """18: the Neder-Rijn at Driel and Heteren and the Lek at Wijk bij Duurstede have no gap."""
    line = course(water)
    for step in range(41):
        lon = west + (east - west) * step / 40
        x, _ = SHEET.plane((51.96, lon))
        assert any(min(a[0], b[0]) <= x <= max(a[0], b[0]) for a, b in pairwise(line)), lon
    rivers = [course("Neder-Rijn"), course("Lek")]
    assert hypot(*(p - q for p, q in zip(rivers[0][-1], rivers[1][0], strict=True))) < 0.05


def test_the_island_is_an_island() -> None:
    """18: nobody walks from Elst to Nijmegen, Arnhem, Zevenaar or Rhenen without a crossing."""
    island = SHEET.dry_cells([home("ELS")], over={"canal", "river"})
    for place in ("DRI", "LEN", "HUI", "HET", "TIE", "BEM", "DOR"):
        assert home(place) in island, place
    for place in ("NIJ", "ARN", "OOS", "ZEV", "RHE", "WAG", "DRU", "WES", "PAN", "MLG"):
        assert home(place) not in island, place


def test_the_great_rivers_part_the_map() -> None:
    """M13: the Maas, Waal, Neder-Rijn and IJssel run from edge to edge, so five lands remain."""
    lands: list[set[int]] = []
    for place in ("EIN", "WIJ", "ELS", "ARN", "GRO", "ZEV"):
        land = SHEET.dry_cells([home(place)], over={"canal", "river"})
        assert not any(land & other for other in lands if other != land), place
        if land not in lands:
            lands.append(land)
    assert len(lands) == 5
    # Land of Maas and Waal and the Groesbeek side are one: only the canal lies between.
    assert home("GRO") in SHEET.dry_cells([home("WIJ")], over={"canal", "river"})


@pytest.mark.parametrize(
    ("water", "into"),
    [
        ("Maas-Waal canal", "Waal"),
        ("Maas-Waal canal", "Maas"),
        ("Dommel", "Dieze"),
        ("Dommel", "Maas-Schelde canal"),
        ("Aa", "Dieze"),
        ("Zuid-Willemsvaart", "Dieze"),
        ("Dieze", "Maas"),
        ("Tongelreep", "Dommel"),
        ("Wilhelmina canal", "Zuid-Willemsvaart"),
        ("Wilhelmina canal", "Bergsche Maas"),
        ("Bergsche Maas", "Maas"),
        ("Boven-Merwede", "Waal"),
        ("Waal", "Boven-Rijn"),
        ("Pannerdensch canal", "Boven-Rijn"),
        ("IJssel", "Pannerdensch canal"),
        ("Neder-Rijn", "Pannerdensch canal"),
        ("Lek", "Neder-Rijn"),
        ("Beatrix canal", "Wilhelmina canal"),
        ("Wessem-Nederweert canal", "Maas"),
        ("Twente canal", "IJssel"),
        ("Turnhout canal", "Maas-Schelde canal"),
    ],
)
def test_junctions(water: str, into: str) -> None:
    """M10 to M15: each water's chain ends on a corner of the water it joins."""
    corners = {corner for side in SHEET.chain(into) for corner in side}
    assert SHEET.ends(water) & corners


@pytest.mark.parametrize(
    ("crossing", "off"),
    [
        ("B-AART", 0.3),
        ("B-DEV", 0.3),
        ("B-LOM", 0.3),
        ("B-LIL", 0.3),
        ("B-SOE", 0.3),
        ("B-BOX", 0.3),
    ],
)
def test_six_bridges_once_off_any_water(crossing: str, off: float) -> None:
    """19: Aart, Deventer, Lommel, Lille, Soeterbeek and Boxtel stand on drawn water."""
    each = SHEET.crossings[crossing]
    assert distance_to_line(SHEET.plane(SHEET.at[crossing]), course(each.over)) < 0.1
    assert "road" in each.carries.split()


def test_waters_keep_their_length() -> None:
    """M13: the chains are two or three sides a kilometre, so no water is knotted or cut short."""
    for line in PACK.lines:
        per_km = len(SHEET.chain(line.name)) / length(SHEET.line(line))
        assert 1.8 < per_km < 2.6, line.name


def test_units_by_the_water_stand_on_their_bank() -> None:
    """M24: known riverside positions lie on the bank that their orders say."""
    south = SHEET.dry_cells([home("EIN")], over={"canal", "river"})
    waal_south = SHEET.dry_cells([home("NIJ")], over={"canal", "river"})
    north = SHEET.dry_cells([home("ARN")], over={"canal", "river"})
    assert cell(51.8480, 5.8690) in waal_south  # flak at the south end of the Nijmegen bridge
    assert cell(51.9768, 5.9120) in north  # the guard on Arnhem bridge
    assert cell(51.7690, 5.7390) not in south  # Grave: north of the Maas
    canal = SHEET.dry_cells([home("LOM")], beside=course("Maas-Schelde canal"))
    assert cell(51.2400, 5.3800) in canal
    assert cell(51.2490, 5.3880) not in canal


# Places and ground -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "near", "within"),
    [
        ("BEK", "NIJ", 6.0),
        ("BED", "HEL", 8.0),
        ("ELS", "ARN", 9.0),
        ("HDI", "VEG", 7.0),
        ("MHK", "MOO", 2.0),
        ("VLP", "ARN", 5.0),
        ("DOE", "RHD", 8.0),
        ("AAL", "VAL", 6.0),
        ("ZEE", "UDE", 6.0),
        ("KAT", "CUI", 3.0),
        ("RIE", "MOO", 3.0),
        ("HAA", "BEM", 3.0),
    ],
)
def test_homonyms_are_the_right_ones(place: str, near: str, within: float) -> None:
    """20: of several places of one name the one in the battle is meant."""
    assert SHEET.straight(place, near) < within


def test_names_are_not_repeated() -> None:
    """20: no two places bear the same name."""
    repeated = [name for name, n in Counter(each.name for each in PACK.places).items() if n > 1]
    assert repeated == []


def test_son_has_three_zones_on_one_heath() -> None:
    """20: LZ W, DZ B and DZ C at Son touch and overlap, and all lie north of the canal."""
    zones = [PACK.area(each) for each in ("LZ-W", "DZ-B", "DZ-C")]
    for zone in zones:
        assert zone.lat is not None
        assert zone.lon is not None
        at = SHEET.plane((zone.lat, zone.lon))
        assert distance_to_line(at, course("Wilhelmina canal")) > zone.radius_km
    w, b, c = zones
    for other in (b, c):
        assert w.lat is not None
        assert w.lon is not None
        assert other.lat is not None
        assert other.lon is not None
        apart = PACK.projection.km((w.lat, w.lon), (other.lat, other.lon))
        assert apart < w.radius_km + other.radius_km
    grounds = {PACK.hexes[h].terrain for zone in zones for h in zone.hexes}
    assert grounds <= {"heath", "open"}


def test_drop_zones_are_fit_to_drop_on() -> None:
    """M25: sixteen zones, each 1 km across or more, on open ground, heath or polder."""
    zones = PACK.areas_of("drop zone")
    assert len(zones) == 16
    for zone in zones:
        assert zone.radius_km >= 0.5
        for h in zone.hexes:
            assert "drop-zone" in PACK.hexes[h].flags
            assert PACK.hexes[h].terrain in ("open", "heath", "polder"), zone.id
    assert {PACK.hexes[h].terrain for h in PACK.area("DZ-K").hexes} == {"polder"}


def test_the_island_is_polder_to_its_dykes() -> None:
    """M21: off the roads and out of the villages the eastern Betuwe is all soft polder."""
    island = SHEET.dry_cells([home("ELS")], over={"canal", "river"})
    east = [h for h in island if PACK.projection.to_earth(*GRID.centre(h))[1] > 5.77]
    soft = sum("soft" in PACK.hexes[h].flags or bool(PACK.hexes[h].settlement) for h in east)
    assert len(east) > 150
    assert soft / len(east) > 0.93


@pytest.mark.parametrize(
    ("lat", "lon", "terrain"),
    [
        (51.7395, 6.0569, "woods"),
        (51.17, 5.36, "heath"),
        (51.93, 5.82, "polder"),
        (51.40, 5.88, "marsh"),
        (51.985, 5.905, "built-up"),
        (52.035, 5.73, "heath"),
        (51.70, 5.60, "woods"),
        (51.45, 6.00, "open"),
        (51.510, 5.43, "woods"),
        (51.497, 5.45, "open"),
    ],
)
def test_ground(lat: float, lon: float, terrain: str) -> None:
    """M21, M25: the ground of some well-known places."""
    assert PACK.hexes[cell(lat, lon)].terrain == terrain


def test_groesbeek_is_high_ground() -> None:
    """M26: the Groesbeek heights overlook their approaches and are wooded."""
    high = [each for each in PACK.hexes if "heights" in each.flags]
    assert 15 < len(high) < 40
    assert cell(51.79, 5.90) in {each.hex for each in high}


def test_marked_cities() -> None:
    """T7: ten cities are marked."""
    cities = {place.id for place in PACK.places if place.kind == "city"}
    assert cities == {"EIN", "NIJ", "ARN", "APE", "DEV", "SHB", "TIL", "HEL", "VEN", "KLE"}


def test_entries_have_an_area() -> None:
    """M27: ground reinforcements after the first turn have an entry area each."""
    entries = {area.id: area for area in PACK.areas_of("zone")}
    assert {"E-VENLO-RAILHEAD", "E-GOCH-RAILHEAD", "E-ZEVENAAR-RAILHEAD", "E-PEER"} <= set(entries)
    assert all(area.grade == "entry" for area in entries.values())
    assert not any("DZ" in area.name or "LZ" in area.name for area in entries.values())

"""The map of Malta: the sheet, its coast and its ground.

G1 to G26 are the decisions in `docs/maps/malta.md`.
"""

from __future__ import annotations

import pytest

from bocage.maps.checks import check_folder
from bocage.maps.pack import pair
from bocage.maps.theatres import theatre
from mapforge.__main__ import differences

from .malta_map import GRID, LAND, NUMBERS, PACK, WET, WITH_ROADS, cell, on_land, starts, walkable


def test_pack_keeps_every_law() -> None:
    """The pack breaks none of the laws that hold for every theatre."""
    assert check_folder(theatre("malta").folder) == []


def test_pack_is_what_the_tables_make() -> None:
    """The committed pack is the one its sources build, byte for byte."""
    assert differences("malta", theatre("malta").folder) == []


def test_sheet_is_a_full_rectangle_with_sea_all_round() -> None:
    """G2: the lattice is a rectangle of kilometre cells whose rim is all sea."""
    assert len(PACK.hexes) == 52 * 53
    assert PACK.projection.hex_km == 1.0
    assert PACK.projection.rotation == 0.0
    assert {PACK.hexes[h].terrain for h in GRID if GRID.outward(h)} == {"sea"}


def test_land_adds_up_to_the_islands() -> None:
    """G1: the shares of land add up to some 316 square kilometres, as the islands measure."""
    area = sum(each.land for each in PACK.hexes) * 3**0.5 / 2
    assert area == pytest.approx(316, abs=3)


@pytest.mark.parametrize(
    ("lat", "lon", "dry"),
    [
        (35.8190, 14.5400, False),  # the Freeport's quays
        (35.8170, 14.5480, False),  # its breakwater
        (35.8165, 14.5390, True),  # Kalafrana
        (35.8930, 14.5160, False),  # Grand Harbour
        (35.9000, 14.5050, False),  # Marsamxett
        (35.8960, 14.5110, True),  # Valletta between them
        (35.8350, 14.5500, False),  # Marsaxlokk Bay
        (35.9560, 14.3930, False),  # St Paul's Bay
        (35.9750, 14.3560, False),  # Mellieħa Bay
        (35.7871, 14.4100, True),  # Filfla
    ],
)
def test_outline_shows_harbours_as_in_1942(lat: float, lon: float, dry: bool) -> None:
    """G1: harbours and bays are water, and the quays of later years are not there."""
    assert on_land(lat, lon) is dry


def test_land_and_sea_follow_the_share() -> None:
    """G3: a cell with three tenths of land is land; less only if something stands in it."""
    standing = {place.hex for place in PACK.places if place.kind in WITH_ROADS | {"fort"}}
    standing |= {cell(float(row["lat"]), float(row["lon"])) for row in starts("oob")}
    for each in PACK.hexes:
        if each.land >= 0.3:
            assert each.terrain != "sea", NUMBERS[each.hex]
        elif each.terrain != "sea":
            assert each.hex in standing, NUMBERS[each.hex]
            assert each.land > 0, NUMBERS[each.hex]


def test_coastal_cells_lie_between_land_and_sea() -> None:
    """G3: a land cell is coastal if and only if sea lies beside it, and has land to stand on."""
    for h in LAND:
        beside = any(n not in LAND for n in GRID.around(h))
        assert ("coastal" in PACK.hexes[h].flags) == beside, NUMBERS[h]
    assert all(each.flags == frozenset() for each in PACK.hexes if each.terrain == "sea")


def test_water_inside_a_cell_shows() -> None:
    """G3: a land cell with water in it is coastal or has a creek."""
    for each in PACK.hexes:
        if each.hex in LAND and each.land < 0.97:
            assert each.flags & {"coastal", "creek"}, NUMBERS[each.hex]


def test_three_islands() -> None:
    """G4: by land Malta is one piece, Gozo one and Comino one, and there is nothing else."""
    malta = walkable(cell(35.8819, 14.3988))
    gozo = walkable(cell(36.0444, 14.2397))
    comino = walkable(cell(36.0120, 14.3370))
    assert len(malta) + len(gozo) + len(comino) == len(LAND)
    assert malta | gozo | comino == LAND
    assert {h for h in LAND if "gozo" in PACK.hexes[h].flags} == gozo
    assert {h for h in LAND if "comino" in PACK.hexes[h].flags} == comino


@pytest.mark.parametrize(
    ("a", "b"), [("FLO", "SEN"), ("VLT", "VIT"), ("VLT", "FT-RIC"), ("FT-TIG", "VLT")]
)
def test_harbours_part_their_shores(a: str, b: str) -> None:
    """G4: nobody walks over a harbour: the shores are a march apart, though a shot away."""
    start, goal = PACK.place(a).hex, PACK.place(b).hex
    assert start is not None
    assert goal is not None
    assert GRID.distance(start, goal) <= 2
    steps, rim = 0, {start}
    seen = set(rim)
    while goal not in rim:
        steps += 1
        rim = {
            n
            for h in rim
            for n in GRID.around(h)
            if n in LAND and n not in seen and pair(h, n) not in WET
        }
        assert rim, f"{a} is cut off"
        seen |= rim
    assert steps >= 4


def test_all_land_is_bad_but_the_airfields() -> None:
    """Results note 4 (G18): all land is BAD terrain except the airfields, and no sea is."""
    for each in PACK.hexes:
        assert ("bad" in each.flags) == (each.terrain not in ("sea", "airfield"))


def test_close_country_is_walls_and_houses() -> None:
    """Factors note 4 (G18): walled fields and built-up ground are close, bare rock is not."""
    for each in PACK.hexes:
        assert ("close" in each.flags) == (each.terrain in ("walled fields", "built-up"))
    assert PACK.hexes[cell(36.0120, 14.3370)].terrain == "garrigue"


def test_cities_for_note_3() -> None:
    """Results note 3 (G19): city and fortress are Valletta, the Three Cities and their suburbs."""
    cities = {each.hex for each in PACK.hexes if each.settlement in ("city", "fortress")}
    for place in ("VLT", "FLO", "SEN", "VIT", "3C", "SLI", "GZI", "HAM", "MRS", "MSI", "PTA"):
        assert PACK.place(place).hex in cities, place
    for place in ("BKK", "RAB", "MDI", "MOS", "VIC", "ZEJ", "ZAB"):
        assert PACK.place(place).hex not in cities, place
    assert 10 <= len(cities) <= 18
    built = {each.terrain for each in PACK.hexes if each.hex in cities}
    assert built == {"built-up"}


def test_cliffs_bar_the_south_west() -> None:
    """G20: the south-western shore is cliff from Fomm ir-Riħ to Benghisa but for its beaches."""
    cliffs = {pair(s.a, s.b) for s in PACK.sides if s.kind == "cliff"}
    assert cliffs <= WET
    for beach in ("BE-LAP", "BE-WZU", "BE-FAM"):
        here = PACK.place(beach).hex
        assert here is not None
        open_sides = [n for n in GRID.around(here) if n not in LAND and pair(here, n) not in cliffs]
        assert open_sides, beach
    dingli = cell(35.8560, 14.3735)
    assert "cliff" in PACK.hexes[dingli].flags
    assert all(pair(dingli, n) in cliffs for n in GRID.around(dingli) if n not in LAND)

"""The Pas-de-Calais: what was decided where the tables were wrong, and what we found ourselves.

Numbers 12 to 17 and P1 to P11 are the decisions in `docs/maps/pas-de-calais.md`.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import hypot

import pytest

from bocage.hexes.directions import OFFSETS, Direction
from bocage.hexes.grid import ROW_HEIGHT
from bocage.maps.vocabulary import WATER
from mapforge.geometry import distance_to_line, inside, resampled
from tests.maps.pas_de_calais import (
    COAST,
    GRID,
    PACK,
    WATER_ENDS,
    area,
    chain,
    end_of,
    land,
    reached,
    sampled_land,
    waters,
    wet_sides,
)

# Settled faults --------------------------------------------------------------------------


def test_12_shared_sides_keep_every_name() -> None:
    """12: a hexside that two waters share carries both names."""
    shared = {
        (GRID.numbers[side.a], GRID.numbers[side.b]): waters(
            GRID.numbers[side.a], GRID.numbers[side.b]
        )
        for side in PACK.sides
        if len(PACK.water_between(side.a, side.b)) > 1
    }
    assert shared == {
        ("2806", "2906"): {"Lys", "Canal de Neuffossé"},
        ("2903", "3004"): {"Lys", "Canal d'Aire à La Bassée"},
        ("2904", "3004"): {"Lys", "Canal d'Aire à La Bassée"},
        ("2904", "3005"): {"Lys", "Canal d'Aire à La Bassée"},
        ("1710", "1711"): {"Aa", "Canal de Bourbourg"},
        ("1505", "1605"): {"Canal de Bergues", "Basse Colme"},
        ("1305", "1406"): {"Canal de Bergues", "Canal de Furnes"},
    }


@pytest.mark.parametrize("name", WATER_ENDS)
def test_13_waters_run_from_end_to_end(name: str) -> None:
    """13: each water is one unbroken chain that ends in the sea, a water, an edge or its source."""
    met = chain(name)
    ends = sorted(corner for corner, times in met.items() if times == 1)
    assert len(ends) == 2
    assert set(met.values()) <= {1, 2}
    assert sorted(end_of(name, corner) for corner in ends) == WATER_ENDS[name]


def test_13_no_other_water() -> None:
    """13: the fifteen watercourses are all there are, and none is without a drawn course."""
    assert {side.name for side in PACK.sides} == set(WATER_ENDS)
    assert {line.name for line in PACK.lines if line.kind in WATER} == set(WATER_ENDS)


def test_13_canals_meet_at_dunkirk_and_pass_north_of_bethune() -> None:
    """13: Bourbourg, Bergues and Furnes meet in one corner; Béthune has its canal to the north."""
    corner = GRID.side_ends(*GRID.hexes(["1306", "1406"])) & GRID.side_ends(
        *GRID.hexes(["1305", "1406"])
    )
    for name in ("Canal de Bourbourg", "Canal de Bergues", "Canal de Furnes"):
        assert corner <= set(chain(name))
    assert wet_sides("3301") == {"3201"}
    assert waters("1301", "1401") == {"Basse Colme"}
    assert wet_sides("1301") == {"1401"}


@pytest.mark.parametrize("name", WATER_ENDS)
def test_waters_keep_to_their_true_course(name: str) -> None:
    """P5: no side of a watercourse lies further than 0.8 of a hex from the drawn course."""
    courses = [
        [PACK.projection.to_plane(*point) for point in line.points]
        for line in PACK.lines
        if line.name == name
    ]
    for side in PACK.sides:
        if side.name == name:
            (ax, ay), (bx, by) = GRID.side_ends(side.a, side.b)
            middle = (ax + bx) / 4, (ay + by) / 6 * ROW_HEIGHT
            assert min(distance_to_line(middle, course) for course in courses) < 0.8


def test_14_one_terrain_and_any_number_of_names() -> None:
    """14: Desvres is a town on clear ground; names that share a hex are all there."""
    desvres = PACK.at("2718")
    assert (desvres.terrain, desvres.settlement) == ("clear", "town")
    assert area("foret-desvres") == ["2619"]
    for number, wanted in (("2624", {"Le Portel"}), ("1720", {"Cap Blanc-Nez", "Mont d'Hubert"})):
        assert {each.name for each in PACK.places_in(GRID.hex(number))} == wanted


def test_15_beach_arrows_stand_off_shore() -> None:
    """15: a beach is named at its arrow: in the water, 0.6 of a hex or more from the centre."""
    beaches = [place for place in PACK.places if place.kind == "beach"]
    assert len(beaches) == 23
    for beach in beaches:
        assert beach.hex is not None
        assert "beach" in PACK.hexes[beach.hex].flags
        west, south = PACK.projection.to_plane(beach.lat, beach.lon)
        x, y = GRID.centre(beach.hex)
        assert 0.59 < hypot(west - x, south - y) < 1
        assert GRID.nearest(west, south) is None
        assert not inside((west, south), land())


@pytest.mark.parametrize(
    ("place", "number"),
    [
        ("wimereux", "2423"),
        ("merville", "2801"),
        ("frevent", "4209"),
        ("sangatte", "1719"),
        ("wissant", "1921"),
        ("bray-dunes", "1203"),
        ("stella-plage", "3424"),
        ("gris-nez", "1922"),
    ],
)
def test_16_names_moved_or_kept(place: str, number: str) -> None:
    """16: each of the eight names stands where it was decided."""
    found = PACK.place(place)
    assert found.hex == GRID.hex(number)
    if found.kind == "town":
        assert PACK.at(number).settlement == "town"


def test_16_towns_that_moved_left_clear_ground() -> None:
    """16: the hexes that Merville and Frévent left are clear."""
    for number in ("2901", "4208"):
        assert (PACK.at(number).terrain, PACK.at(number).settlement) == ("clear", "")


def test_17_notes_are_not_names() -> None:
    """17: what a piece of ground is stands in its note, never in its name."""
    names = [place.name for place in PACK.places]
    names += [a.name for kind in ("woods", "rough", "polder", "marsh") for a in PACK.areas_of(kind)]
    note = re.compile(r"\b(scarp|rim|foreshore|ridge|massif|cliffs|edge|Dunes)\b")
    assert [name for name in names if note.search(name) and name != "Bray-Dunes"] == [
        "Bray-Dunes beach"
    ]
    assert {each.note for each in PACK.areas_of("rough")} >= {"dunes", "cliffs", "northern scarp"}


def test_names_carry_their_accents() -> None:
    """17: French names are spelled as the French spell them."""
    names = {place.name for place in PACK.places} | {each.name for each in PACK.areas}
    assert names >= {"Guînes", "Étaples", "Béthune", "Thérouanne", "Frévent", "Neufchâtel"}
    assert names >= {"Campagne-lès-Hesdin", "Forêt d'Éperlecques", "Forêt de Crécy"}
    assert not [name for name in names if re.search(r"\b(Foret|Guines|Etaples|Crecy)\b", name)]


# Our own findings ------------------------------------------------------------------------


def test_p1_ground_under_a_settlement_is_clear() -> None:
    """P1: no town or port has a second line of the Terrain Effects Chart under it."""
    built = [each for each in PACK.hexes if each.settlement]
    assert Counter(each.settlement for each in built) == {"town": 36, "port": 7}
    assert {each.terrain for each in built} == {"clear"}
    named = {p.hex for p in PACK.places if p.kind in ("town", "port") and p.hex is not None}
    ports = {h for port in PACK.areas_of("port") for h in port.hexes}
    assert named | ports == {each.hex for each in built}


def test_p2_sea_sides_face_the_sea() -> None:
    """P2: beyond a sea side lies water by the outline, beyond any other open side land."""
    for each in PACK.hexes:
        flagged = {d for d in Direction if f"sea-{d.name.lower()}" in each.flags}
        assert bool(flagged) == ("coastal" in each.flags)
        for d in GRID.outward(each.hex) if flagged else ():
            dx, dy = OFFSETS[d]
            share = sampled_land(GRID.xs[each.hex] + dx, GRID.ys[each.hex] + dy)
            assert share < 0.36 if d in flagged else share > 0.9
        assert flagged <= set(GRID.outward(each.hex))


def test_p2_the_coast_is_one_chain() -> None:
    """P2: from 1001 to 4225 each of the fifty coastal hexes touches the next."""
    assert len(COAST) == 50
    assert all(GRID.are_neighbours(a, b) for a, b in pairwise(COAST))
    assert GRID.are_neighbours(GRID.hex("1922"), GRID.hex("2023"))


def test_p3_land_shares_follow_the_shore() -> None:
    """P3: each coastal hex has the share of land that points scattered over it find."""
    for h in COAST:
        assert PACK.hexes[h].land == pytest.approx(sampled_land(GRID.xs[h], GRID.ys[h]), abs=0.03)
    assert all(each.land == 1 for each in PACK.hexes if each.hex not in COAST)
    mostly_water = {GRID.numbers[h] for h in COAST if PACK.hexes[h].land < 0.5}
    assert mostly_water == {"1205", "1309", "3724"}
    assert min(each.land for each in PACK.hexes) > 0.4


@pytest.mark.parametrize(
    ("where", "lat", "lon", "was_land"),
    [
        ("west mole of the modern harbour of Dunkirk", 51.030, 2.1490, False),
        ("modern harbour basin at Loon", 51.010, 2.1790, True),
        ("car-ferry quays of Calais", 50.974, 1.8780, False),
        ("fishing-port quays of Boulogne", 50.729, 1.5800, False),
    ],
)
def test_p3_the_shore_is_that_of_1943(where: str, lat: float, lon: float, was_land: bool) -> None:
    """P3: harbours built after the war are not on the map."""
    assert inside(PACK.projection.to_plane(lat, lon), land()) == was_land, where


def test_p4_saint_omer_stands_west_of_the_aa() -> None:
    """P4: the Aa parts Saint-Omer from the marsh and from Arques, not from the west."""
    assert wet_sides("2409") == {"2308", "2309", "2408", "2508"}
    assert waters("2409", "2408") == {"Aa"}


def test_p5_rivers_enter_over_the_south_edge_where_they_do() -> None:
    """P5: the Canche enters between 4210 and 4211, the Authie between 4215 and 4216."""
    south = area("south-edge")
    wet = {(a, b): waters(a, b) for a, b in pairwise(south) if waters(a, b)}
    assert wet == {("4210", "4211"): {"Canche"}, ("4215", "4216"): {"Authie"}}


def test_p6_the_liane_passes_east_and_north_of_boulogne() -> None:
    """P6: the Liane does not part the two hexes of the port."""
    assert waters("2523", "2624") == set()
    assert wet_sides("2523") == {"2423", "2522"}


def test_p7_named_ground_is_the_ground_of_its_hexes() -> None:
    """P7: woods, rough and polder are each covered by their named areas exactly once."""
    for kind in ("woods", "rough", "polder"):
        ground = [each.hex for each in PACK.hexes if each.terrain == kind]
        assert sorted(h for a in PACK.areas_of(kind) for h in a.hexes) == ground


def test_p8_2301_is_the_first_east_edge_hex_wholly_in_france() -> None:
    """P8: the frontier crosses 2201 and no hex of the East edge further south."""
    (frontier,) = (line for line in PACK.lines if line.id == "frontier")
    course = [PACK.projection.to_plane(*point) for point in frontier.points]
    crossed = {GRID.nearest(*point) for point in resampled(course, 0.05)} - {None}
    rows = [GRID.row(h) for h in crossed if h is not None]
    assert GRID.hex("2201") in crossed
    assert max(rows) == 22
    assert PACK.facts["first east-edge hex wholly in France"] == "2301"
    assert min(area("allied-victory")) == "2301"


def test_p9_roads_and_railways_are_scenery() -> None:
    """P9: no rule asks for bridges, roads or railways, so they are lines to draw and no more."""
    assert (PACK.crossings, PACK.links) == ((), ())
    for kind, least in (("road", 25), ("railway", 10)):
        drawn = [line for line in PACK.lines if line.kind == kind]
        assert len(drawn) >= least
        for line in drawn:
            points = (PACK.projection.to_plane(*point) for point in line.points)
            assert any(GRID.nearest(*point) is not None for point in points), line.name


def test_p10_counts_of_ground() -> None:
    """P10: 667 hexes: 531 clear, 88 polder, 30 rough, 18 woods, each row whole from the east."""
    assert len(PACK.hexes) == 667
    found = Counter(each.terrain for each in PACK.hexes)
    assert found == {"clear": 531, "polder": 88, "rough": 30, "woods": 18}
    for row in range(10, 43):
        positions = [GRID.position(h) for h in GRID if GRID.row(h) == row]
        assert positions == list(range(1, len(positions) + 1))


def test_p10_every_hex_can_be_reached() -> None:
    """P10: the land is one piece."""
    assert len(reached([GRID.hex("1001")], lambda _: True)) == 667


def test_p11_names_lie_near_their_hex() -> None:
    """P11: a name stands in its hex, or beside it where sea or the map's end takes its spot."""
    for place in PACK.places:
        if place.hex is None or place.kind == "beach":
            continue
        west, south = PACK.projection.to_plane(place.lat, place.lon)
        x, y = GRID.centre(place.hex)
        found = GRID.nearest(west, south)
        assert found in (place.hex, None) or place.kind in ("height", "cape"), place.name
        assert hypot(west - x, south - y) < 1.35, place.name


def test_exits_lead_off_the_map() -> None:
    """P11: the four ways off the map stand beyond the edge hexes they leave by."""
    spans = {
        "exit-ypres": ("1901", "2101"),
        "exit-lille": ("2801", "3001"),
        "exit-arras": ("3701", "4101"),
        "exit-abbeville": ("4220", "4222"),
    }
    assert {place.id for place in PACK.places if place.kind == "exit"} == set(spans)
    for exit_id, (first, last) in spans.items():
        place, hexes = PACK.place(exit_id), PACK.area(exit_id).hexes
        west, south = PACK.projection.to_plane(place.lat, place.lon)
        assert GRID.nearest(west, south) is None
        assert (GRID.numbers[hexes[0]], GRID.numbers[hexes[-1]]) == (first, last)
        assert min(hypot(west - x, south - y) for x, y in map(GRID.centre, hexes)) < 1.1

"""The survey's country agrees with its pack: crossings, roads, grid, references, zones."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from bocage.maps import load
from bocage.press.geometry import Pieces, nearest
from bocage.press.survey import grid
from bocage.press.survey.country import Way
from bocage.press.survey.frame import page_of
from bocage.press.survey.theatres import theatre_of
from bocage.press.survey.zones import letters, lozenges
from tests.press.survey_cases import THEATRES, contents, country, drawing, texts

WATERED = ("market-garden", "joes-bridge")


@pytest.mark.parametrize("theatre", WATERED)
def test_every_crossing_stands_on_its_water(theatre: str) -> None:
    """The sign of a bridge or ferry lies on the drawn line of the water it is over."""
    for spot in country(theatre).spots:
        assert spot.water is not None, spot.crossing.id
        assert spot.water.name == spot.crossing.over
        assert nearest(spot.water.chain, spot.at).distance < 1e-6
        # Drawn where it stands: within 250 metres of what the table says.
        told = country(theatre).plane.at(spot.crossing.lat, spot.crossing.lon)
        assert math.dist(told, spot.at) < 0.25, spot.crossing.id


@pytest.mark.parametrize("theatre", WATERED)
def test_every_crossing_lies_on_its_road_or_railway(theatre: str) -> None:
    """Each link that uses a crossing ends exactly on it, and each crossing has such a link."""
    made = country(theatre)
    ends: dict[str, list[tuple[str, tuple[float, float]]]] = {}
    for way in (*made.roads, *made.railways):
        ends.setdefault(way.link.start, []).append((way.link.kind, way.chain[0]))
        ends.setdefault(way.link.end, []).append((way.link.kind, way.chain[-1]))
    for spot in made.spots:
        used = ends.get(spot.crossing.id, [])
        kinds = {"road": "road", "rail": "railway"}
        assert {kinds[word] for word in spot.crossing.carries.split()} <= {k for k, _ in used}
        for _, at in used:
            assert math.dist(at, spot.at) < 1e-9


@pytest.mark.parametrize("theatre", WATERED)
def test_ways_meet_waters_at_their_crossings_only(theatre: str) -> None:
    """However a road or railway is bent, it crosses no water away from its crossings."""
    made = country(theatre)
    waters = Pieces(2.0)
    for water in made.waters:
        waters.add(water.name, water.chain)
    spots = {spot.crossing.id: spot.at for spot in made.spots}

    def strays(way: Way) -> list[str]:
        own = [spots[key] for key in (way.link.start, way.link.end) if key in spots]
        return [
            name
            for name, at in waters.crossings(way.chain)
            if not any(math.dist(at, spot) < 0.31 for spot in own)
        ]

    found = {way.link.id: strays(way) for way in (*made.roads, *made.railways)}
    assert {key: names for key, names in found.items() if names} == {}


@pytest.mark.parametrize("theatre", THEATRES)
def test_roads_keep_near_their_links(theatre: str) -> None:
    """A drawn road or railway strays at most 600 metres from the pack's line."""
    made = country(theatre)
    for way in (*made.roads, *made.railways):
        line = made.plane.chain(way.link.points)
        far = max(nearest(line, point).distance for point in way.chain)
        assert far < 0.6, (way.link.id, far)


@pytest.mark.parametrize("theatre", THEATRES)
def test_coast_keeps_near_its_outline(theatre: str) -> None:
    """The teeth of a drawn coast are not deeper than sixty metres."""
    made = country(theatre)
    coasts = [made.plane.chain(line.points) for line in made.pack.lines if line.kind == "coast"]
    assert len(made.shores) == len(coasts)
    for shore, outline in zip(made.shores, coasts, strict=True):
        assert max(nearest(outline, point).distance for point in shore) < 0.06
        assert {outline[0], outline[5 % len(outline)]} <= set(shore)


@pytest.mark.parametrize("theatre", THEATRES)
@pytest.mark.parametrize("paper", ["a0", "a3"])
def test_grid_lines_lie_where_the_projection_puts_them(theatre: str, paper: str) -> None:
    """A line's easting or northing is that of every point of the earth under it."""
    made, words = country(theatre), theatre_of(load(theatre))
    frame = page_of(paper, made.plane.lattice(), words.bold).frame
    projection = made.pack.projection
    lat, lon = words.origin
    assert projection.rotation == 0
    for km, x in grid.eastings(frame):
        for north in (lat + 0.1, lat + 0.3):
            east = lon + km / projection.km_per_degree_lon
            assert frame.at(made.plane.at(north, east))[0] == pytest.approx(x, abs=1e-6)
    for km, y in grid.northings(frame):
        north = lat + km / projection.km_per_degree_lat
        assert frame.at(made.plane.at(north, lon + 0.4))[1] == pytest.approx(y, abs=1e-6)
    xs = [x for _, x in grid.eastings(frame)]
    assert {round(b - a, 6) for a, b in pairwise(xs)} == {round(frame.per_km, 6)}
    assert frame.per_km == pytest.approx(_units(paper, words.bold, frame.denominator))


def _units(paper: str, bold: float, denominator: int) -> float:
    """Units for a kilometre on a paper, from the scale that the sheet states."""
    short = {"a0": 841, "a1": 594, "a2": 420, "a3": 297}[paper]
    return 1e6 / denominator / (0.21 * bold * math.pow(short / 420, 0.36))


def test_a_reference_has_letter_easting_and_northing() -> None:
    """The Arnhem road bridge has the reference that the origin and the projection give it."""
    made, words = country("market-garden"), theatre_of(load("market-garden"))
    bridge = made.pack.crossing("B-ARN")
    east = (bridge.lon - 4.7) * 69.167  # 83.8 km
    north = (bridge.lat - 51.0) * 111.261  # 108.5 km: the northern row, letters L and M
    said = grid.reference(words, made.plane.at(bridge.lat, bridge.lon))
    assert said == f"L {int(east * 10):03d}{int(north * 10) - 1000:03d}"


def test_references_of_joes_bridge_agree_with_market_garden() -> None:
    """A place has the same reference on both sheets, to a hundred metres."""
    for place in load("joes-bridge").places:
        one = country("joes-bridge").plane.at(place.lat, place.lon)
        other = country("market-garden").plane.at(place.lat, place.lon)
        assert math.dist(one, other) < 0.115, place.name


@pytest.mark.parametrize("theatre", ["market-garden", "malta"])
@pytest.mark.parametrize("paper", ["a1", "a3"])
def test_every_drop_zone_is_lettered(theatre: str, paper: str) -> None:
    """Each drop or landing zone's kind and letter is printed once on the map."""
    words = [
        word
        for each in contents(theatre, paper, False)[0].sights.lozenges
        for line in each.said
        for word in line.split()
    ]
    for area in load(theatre).areas_of("drop zone"):
        kind, letter = letters(area)
        assert kind in words or paper == "a3"  # where room is short the letters stand alone
        for word in letter.split():
            assert word in words, area.name
    printed = " ".join(said for top in drawing(theatre).body for _, said in texts(top, ""))
    for area in load(theatre).areas_of("drop zone"):
        assert letters(area)[1].split()[0] in printed


def test_zones_that_overlap_share_a_lozenge() -> None:
    """At Son three zones overlap on the ground: one lozenge has their three letters."""
    found = contents("market-garden", "a1", False)[0].sights.lozenges
    shared = [each for each in found if len(each.areas) > 1]
    assert [sorted(area.id for area in each.areas) for each in shared] == [["DZ-B", "DZ-C", "LZ-W"]]
    assert shared[0].said == ("DZ B C", "LZ W")
    boxes = [each.box() for each in found]
    assert lozenges(
        country("market-garden"), contents("market-garden", "a1", False)[0].frame
    ) == list(found)
    assert all(box.right - box.left < 90 for box in boxes)

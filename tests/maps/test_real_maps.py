"""What holds for every real map of OP COM: one net of roads, whole waters, true lengths."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import cos, hypot, radians

import pytest

from bocage.maps import load
from bocage.maps.records import Area
from bocage.press.paths import length
from mapforge.geometry import crossing_point, distance_to_line, inside
from mapforge.realmap.assemble import SOURCES
from mapforge.realmap.features import read_positions

from .road_map import RoadMap

ROADLESS = "lanes only", "name only"
"""How the note of a settlement begins that lies on no drawn road."""


@cache
def road_map(name: str) -> RoadMap:
    """Return the road map of a theatre."""
    return RoadMap(load(name))


@pytest.fixture(params=["market-garden", "joes-bridge"])
def sheet(request: pytest.FixtureRequest) -> RoadMap:
    """Return each real map in turn."""
    return road_map(str(request.param))


def test_every_cell_of_the_rectangle_is_there(sheet: RoadMap) -> None:
    """The lattice is a full rectangle, small enough for 16-bit neighbours."""
    grid = sheet.pack.grid
    rows = {grid.row(h) for h in grid}
    positions = {grid.position(h) for h in grid}
    assert len(grid) == len(rows) * len(positions) < 32_767
    assert sheet.pack.kind == "lattice"
    assert sheet.pack.projection.hex_km == 1.0
    assert sheet.pack.projection.rotation == 0.0


def test_a_kilometre_is_a_kilometre(sheet: RoadMap) -> None:
    """M2: a degree of the sheet agrees with the earth to 1.7 per cent from edge to edge."""
    projection, grid = sheet.pack.projection, sheet.pack.grid
    for h in (0, len(grid) - 1):
        lat, _ = projection.to_earth(*grid.centre(h))
        assert projection.km_per_degree_lon == pytest.approx(111.32 * cos(radians(lat)), rel=0.017)
    assert projection.km_per_degree_lat == pytest.approx(111.26, rel=0.001)


def test_everyone_starts_and_arrives_on_the_map(sheet: RoadMap) -> None:
    """M1: every unit, dump and arrival lies on a cell of land, two kilometres from the edge."""
    grid = sheet.pack.grid
    positions = read_positions(SOURCES / sheet.pack.id.replace("-", "_"))
    assert len(positions) > 40
    for who, _, _, point in positions:
        cell = sheet.cell(point)
        assert cell is not None, who
        assert sheet.pack.hexes[cell].terrain != "water", who
        assert len(grid.within(cell, 2)) == 19, who


def test_roads_are_one_net(sheet: RoadMap) -> None:
    """Every place and road bridge hangs on one road net, or its note says why not."""
    joined = sheet.reachable("HEC")
    for place in sheet.pack.places:
        roadless = place.kind == "airfield" or place.note.startswith(ROADLESS)
        assert (place.id in joined) != roadless, place.id
    for crossing in sheet.pack.crossings:
        assert (crossing.id in joined) == ("road" in crossing.carries.split()), crossing.id


def test_links_run_from_end_to_end(sheet: RoadMap) -> None:
    """M4: a link begins and ends at its ends and is 1.08 times as long as its line."""
    for link in sheet.pack.links:
        assert link.start in sheet.at, link.id
        assert link.end in sheet.at, link.id
        line = sheet.line(link)
        assert sheet.away(link.start, line[0]) < 0.02, link.id
        assert sheet.away(link.end, line[-1]) < 0.02, link.id
        assert link.km == pytest.approx(1.08 * length(line), rel=0.02, abs=0.06), link.id
        straight = sheet.straight(link.start, link.end)
        assert straight <= link.km <= 1.6 * straight, link.id


def test_no_two_links_are_the_same(sheet: RoadMap) -> None:
    """No stretch of road or railway is listed twice."""
    pairs = [(link.kind, frozenset((link.start, link.end))) for link in sheet.pack.links]
    assert len(set(pairs)) == len(pairs)


def test_roads_and_railways_cross_water_at_crossings(sheet: RoadMap) -> None:
    """M17: where a line crosses a drawn water, one of its ends is the crossing over it."""
    crossed = 0
    for link in sheet.pack.links:
        for water, point in sheet.water_crossings(link):
            crossed += 1
            assert any(
                end in sheet.crossings
                and sheet.crossings[end].over == water
                and sheet.away(end, point) <= 0.4
                for end in (link.start, link.end)
            ), f"{link.id} crosses the {water}"
    assert crossed > 5


def test_crossings_lie_on_their_water(sheet: RoadMap) -> None:
    """19: a bridge or ferry lies on the drawn course of its water and on its chain."""
    courses = {line.name: sheet.line(line) for line in sheet.pack.lines}
    for crossing in sheet.pack.crossings:
        at = sheet.plane(sheet.at[crossing.id])
        assert distance_to_line(at, courses[crossing.over]) <= 0.1, crossing.id
        sides = {each.name for each in sheet.pack.water_between(crossing.a, crossing.b)}
        assert crossing.over in sides, crossing.id
        (ax, ay), (bx, by) = (sheet.pack.grid.centre(h) for h in (crossing.a, crossing.b))
        assert hypot((ax + bx) / 2 - at[0], (ay + by) / 2 - at[1]) < 1.0, crossing.id


def test_crossings_carry_what_leads_to_them(sheet: RoadMap) -> None:
    """A crossing carries exactly the kinds of link that end at it, from both banks."""
    words = {"road": "road", "railway": "rail"}
    for crossing in sheet.pack.crossings:
        links = sheet.pack.links_of(crossing.id)
        for kind, word in words.items():
            number = sum(link.kind == kind for link in links)
            assert (word in crossing.carries.split()) == (number > 0), crossing.id
            assert number != 1, f"{crossing.id} is a dead end"


def test_rail_bridges_carry_rails(sheet: RoadMap) -> None:
    """T4: a rail bridge carries a railway and no road, and 15 to 25 points."""
    for crossing in sheet.pack.crossings:
        if crossing.kind == "rail bridge":
            assert crossing.carries == "rail"
            assert 15 <= crossing.capacity <= 25


def test_capacities_keep_the_table(sheet: RoadMap) -> None:
    """T4, M8: capacities stay within what the table allows their kind."""
    for crossing in sheet.pack.crossings:
        assert crossing.weight in ("light", "heavy"), crossing.id
        if crossing.kind == "ferry":
            assert crossing.capacity == (5 if "military" in crossing.name else 4), crossing.id
            assert crossing.weight == "light"
            assert not crossing.prepared
        elif crossing.kind == "bridge":
            assert 10 <= crossing.capacity <= 100, crossing.id
            assert crossing.weight == "heavy" or crossing.capacity <= 30, crossing.id
    most = {"main double lane": 100, "main single lane": 50, "embanked main road": 50, "minor": 50}
    for link in sheet.pack.links:
        if link.kind == "road":
            assert 0 < link.capacity <= most[link.grade], link.id


def test_states_are_five_words(sheet: RoadMap) -> None:
    """M19: the state of a crossing at the start is one word that a rule can read."""
    words = {"Allied", "German", "civilian", "destroyed", "dismantled"}
    assert {crossing.state for crossing in sheet.pack.crossings} <= words


def test_waters_are_whole_chains(sheet: RoadMap) -> None:
    """Each water is one unbroken chain of sides that never forks and never closes."""
    assert {line.name for line in sheet.pack.lines} == {side.name for side in sheet.pack.sides}
    for line in sheet.pack.lines:
        chain = sheet.chain(line.name)
        for one, two in pairwise(chain):
            assert len(one & two) == 1, line.name
        assert len(sheet.ends(line.name)) == 2, line.name
        assert len({corner for side in chain for corner in side}) == len(chain) + 1, line.name


def test_waters_join_what_they_flow_into(sheet: RoadMap) -> None:
    """M10 to M14: a chain ends on another water, at the edge, or says why it stops."""
    grid = sheet.pack.grid
    corners = {name: {c for side in sheet.chain(name) for c in side} for name in names(sheet)}
    hexes_at: dict[tuple[int, int], int] = {}
    for h in grid:
        for corner in grid.corners(h):
            hexes_at[corner] = hexes_at.get(corner, 0) + 1
    for line in sheet.pack.lines:
        for end in sheet.ends(line.name):
            others = any(end in corners[name] for name in corners if name != line.name)
            at_edge = hexes_at[end] < 3
            assert others or at_edge or "ends on the sheet: " in line.note, line.name


def names(sheet: RoadMap) -> list[str]:
    """Return the waters of a sheet."""
    return [line.name for line in sheet.pack.lines]


def test_chains_keep_close_to_their_course(sheet: RoadMap) -> None:
    """No corner of a chain strays a cell's width from the drawn course."""
    for line in sheet.pack.lines:
        course = sheet.line(line)
        for side in sheet.chain(line.name):
            for x, y in side:
                at = x / 2, y / 3 * 3**0.5 / 2
                assert distance_to_line(at, course) < 0.8, line.name


def test_links_stay_on_their_bank(sheet: RoadMap) -> None:
    """M24: the cells of a link's two ends lie on one bank, so that lattice and roads agree."""
    for link in sheet.pack.links:
        starts, goals = ends_of(sheet, link.start), ends_of(sheet, link.end)
        assert sheet.dry_cells(starts, beside=sheet.line(link)) & goals, link.id


def ends_of(sheet: RoadMap, node: str) -> set[int]:
    """Return the cell of a place, or both cells of a crossing."""
    if node in sheet.crossings:
        return {sheet.crossings[node].a, sheet.crossings[node].b}
    return {h for h in [sheet.pack.place(node).hex] if h is not None}


def test_places_lie_in_their_cell(sheet: RoadMap) -> None:
    """Every place lies in the cell it names, and a settlement shows there."""
    for place in sheet.pack.places:
        assert place.hex == sheet.cell((place.lat, place.lon)), place.id
        if place.kind in ("city", "town", "village") and place.hex is not None:
            assert sheet.pack.hexes[place.hex].settlement, place.id


def test_areas_cover_their_cells(sheet: RoadMap) -> None:
    """An area's cells touch its polygon or circle, and the cell of its middle is not far."""
    for area in sheet.pack.areas:
        assert area.hexes, area.id
        for h in area.hexes:
            assert touches(sheet, area, h), f"{area.id} {sheet.pack.grid.numbers[h]}"


def touches(sheet: RoadMap, area: Area, h: int) -> bool:
    """Return whether an area holds a point of a cell (its centre or near a corner)."""
    x, y = sheet.pack.grid.centre(h)
    spots = [(x, y)] + [
        (x + reach * cos(radians(a)), y + reach * cos(radians(a - 90)))
        for reach in (0.25, 0.45)
        for a in range(0, 360, 15)
    ]
    if area.points:
        ring = [sheet.plane(point) for point in area.points]
        return any(inside(spot, ring) for spot in spots)
    assert area.lat is not None
    assert area.lon is not None
    cx, cy = sheet.plane((area.lat, area.lon))
    return any(hypot(sx - cx, sy - cy) <= area.radius_km for sx, sy in spots)


def test_no_built_up_area_crosses_a_major_river(sheet: RoadMap) -> None:
    """A town's area stays on its own bank of a major river."""
    rivers = [sheet.line(line) for line in sheet.pack.lines if line.kind == "major river"]
    for area in sheet.pack.areas_of("built-up"):
        ring = [sheet.plane(point) for point in area.points]
        for river in rivers:
            if not ring:
                assert area.lat is not None
                assert area.lon is not None
                away = distance_to_line(sheet.plane((area.lat, area.lon)), river)
                assert away >= area.radius_km, area.id
                continue
            for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
                for c, d in pairwise(river):
                    assert crossing_point(a, b, c, d) is None, area.id


def test_cities_are_marked(sheet: RoadMap) -> None:
    """T7: the cells of a city alone are marked, and towns and cities are built up."""
    for each in sheet.pack.hexes:
        assert ("city" in each.flags) == (each.settlement == "city")
        assert each.terrain == "built-up" or each.settlement in ("", "village")


def test_soft_ground_is_polder_and_marsh(sheet: RoadMap) -> None:
    """Soft ground is flagged where the cell is polder or marsh, and nowhere else."""
    for each in sheet.pack.hexes:
        assert ("soft" in each.flags) == (each.terrain in ("polder", "marsh"))


def test_club_route_is_linked(sheet: RoadMap) -> None:
    """The club route of `[facts]` runs from node to node along drawn roads."""
    route = sheet.pack.facts["club route"].split()
    assert sheet.length(*route) == pytest.approx(
        121.4 if sheet.pack.id == "market-garden" else 40.8, abs=0.05
    )


def test_each_bridge_cuts_the_club_route(sheet: RoadMap) -> None:
    """Removing any one bridge of the club route cuts that route."""
    route = sheet.pack.facts["club route"].split()
    along = set(pairwise(route))
    links = [link for link in sheet.pack.links if (link.start, link.end) in along]
    assert len(links) == len(route) - 1
    bridges = [node for node in route if node in sheet.crossings]
    assert route[-1] in sheet.reachable(route[0], links=links)
    for bridge in bridges:
        assert route[-1] not in sheet.reachable(route[0], without={bridge}, links=links)

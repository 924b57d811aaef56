"""The tutorial corner: settled decisions, agreement with Market Garden, the worked fights.

J1 to J7 are the decisions in `docs/maps/joes-bridge.md`.
"""

from __future__ import annotations

import pytest

from bocage.maps import load, theatre
from mapforge.__main__ import differences
from mapforge.realmap.assemble import SOURCES
from mapforge.realmap.features import read_positions

from .road_map import RoadMap

PACK = load("joes-bridge")
SHEET = RoadMap(PACK)
WHOLE = load("market-garden")
ROUTE = PACK.facts["club route"].split()


def test_rebuilding_gives_the_same_bytes() -> None:
    """A rebuild from the committed sources changes no file of the pack."""
    assert differences(PACK.id, theatre(PACK.id).folder) == []


def test_extent() -> None:
    """J1: 50 rows of 24 cells hold Hechtel, Lommel, Leende and Eindhoven."""
    assert len(PACK.grid) == 50 * 24
    for place in ("HEC", "LOM", "LEE", "EIN", "AF-EIN"):
        assert PACK.place(place).hex is not None
    (lat, lon) = PACK.projection.to_earth(*PACK.grid.centre(0))
    assert (lat, lon) == pytest.approx((51.48, 5.572), abs=1e-4)


def test_places_agree_with_market_garden() -> None:
    """J2: every place stands where the big map has it and is what it is there."""
    for place in PACK.places:
        other = WHOLE.place(place.id)
        assert (place.name, place.kind) == (other.name, other.kind)
        assert (place.lat, place.lon) == (other.lat, other.lon)
        assert (place.size, place.capacity) == (other.size, other.capacity)


def test_crossings_agree_with_market_garden() -> None:
    """J2: every crossing is the big map's, down to class, capacity and state."""
    assert len(PACK.crossings) == 5
    for crossing in PACK.crossings:
        other = WHOLE.crossing(crossing.id)
        for field in ("name", "kind", "over", "weight", "capacity", "prepared", "state"):
            assert getattr(crossing, field) == getattr(other, field), crossing.id
        assert (crossing.lat, crossing.lon) == (other.lat, other.lon)


def test_links_agree_with_market_garden() -> None:
    """J2: every link has the length, line, class and note that it has on the big map."""
    others = {link.id: link for link in WHOLE.links}
    for link in PACK.links:
        other = others[link.id]
        for field in ("kind", "name", "start", "end", "grade", "capacity", "points", "note"):
            assert getattr(link, field) == getattr(other, field), link.id
        assert link.km == pytest.approx(other.km, abs=0.1), link.id


def test_waters_agree_with_market_garden() -> None:
    """J2: the courses are the big map's, cut at the edge of the corner."""
    others = {line.id: line for line in WHOLE.lines}
    for line in PACK.lines:
        other = others[line.id]
        assert (line.name, line.kind) == (other.name, other.kind)
        shared = [point for point in line.points if point in other.points]
        assert len(shared) >= len(line.points) - 2, line.name


def test_ground_agrees_with_market_garden() -> None:
    """J2: areas are the big map's, and nine cells in ten have the same ground at their centre."""
    for area in PACK.areas:
        other = WHOLE.area(area.id)
        assert (area.name, area.kind, area.points) == (other.name, other.kind, other.points)
        assert (area.lat, area.lon, area.radius_km) == (other.lat, other.lon, other.radius_km)
    same = total = 0
    for each in PACK.hexes:
        at = PACK.projection.to_earth(*PACK.grid.centre(each.hex))
        there = WHOLE.grid.nearest(*WHOLE.projection.to_plane(*at))
        assert there is not None
        total += 1
        same += WHOLE.hexes[there].terrain == each.terrain
    assert same / total > 0.9


def test_the_canal_bars_the_whole_corner() -> None:
    """J3: south of the canal nobody reaches the north bank but by Joe's Bridge."""
    south = SHEET.dry_cells([PACK.grid.hex(number_of("HEC"))])
    assert number_of("LOM") in {PACK.grid.numbers[h] for h in south}
    for place in ("ACH", "BOR", "VAL", "LUY"):
        assert PACK.place(place).hex not in south, place
    assert "VAL" not in SHEET.reachable("HEC", without={"B-JOE"})


def number_of(place: str) -> str:
    """Return the printed number of a place's cell."""
    found = PACK.place(place).hex
    assert found is not None
    return PACK.grid.numbers[found]


def test_guards_and_germans_stand_on_their_banks() -> None:
    """J3: guns, dump and 5th Guards lie south of the canal, bridgehead and Germans north of it."""
    south = SHEET.dry_cells([PACK.grid.hex(number_of("HEC"))])
    northern = {"GB-1COLD", "GB-2IG", "GB-3IG", "GB-5COLD"}
    for who, _, _, point in read_positions(SOURCES / "joes_bridge"):
        cell = SHEET.cell(point)
        assert cell is not None, who
        german = "GE-" in who or who == "D-WAL"
        assert (cell not in south) == (german or who in northern), who


def test_the_dommel_leaves_no_gap_at_the_canal() -> None:
    """M12: the Dommel begins at the canal, so no vehicle slips round its end."""
    canal = {corner for side in SHEET.chain("Maas-Schelde canal") for corner in side}
    assert SHEET.ends("Dommel") & canal


def test_tutorial_ranges() -> None:
    """J2: the guns fire 5.4 and 9.4 km, and the start line lies 2.4 km from the first fight."""
    km = PACK.projection.km
    guns, first, second = (51.2220, 5.3780), (51.2660, 5.4100), (51.3000, 5.4280)
    assert km(guns, first) == pytest.approx(5.4, abs=0.05)
    assert km(guns, second) == pytest.approx(9.4, abs=0.05)
    assert km((51.2490, 5.3880), first) == pytest.approx(2.4, abs=0.05)
    assert km(first, second) == pytest.approx(4.0, abs=0.1)


def test_tutorial_marches() -> None:
    """J2: Joe's Bridge to Valkenswaard is 14.3 km by road, and on to the Aalst bridge 6.4."""
    assert SHEET.length(*ROUTE[ROUTE.index("B-JOE") : ROUTE.index("VAL") + 1]) == 14.3
    assert SHEET.length("VAL", "AAL", "B-AAL") == 6.4


def test_joes_bridge_takes_twenty_points() -> None:
    """T4: Joe's Bridge is a Bailey: heavy, 20 points, Allied; the Dommel bridge is prepared."""
    joe, dommel = PACK.crossing("B-JOE"), PACK.crossing("B-DOM")
    assert (joe.weight, joe.capacity, joe.state, joe.prepared) == ("heavy", 20, "Allied", False)
    assert (dommel.weight, dommel.state, dommel.prepared) == ("heavy", "German", True)


def test_fights_are_in_close_country() -> None:
    """J2: both German positions on the road lie in the woods."""
    for lat, lon in ((51.2660, 5.4100), (51.3000, 5.4280)):
        cell = SHEET.cell((lat, lon))
        assert cell is not None
        assert PACK.hexes[cell].terrain == "woods"


def test_every_cell_has_an_air_zone() -> None:
    """J4: zones A1, A2, B1 and B2 together cover the corner."""
    zones = PACK.areas_of("air zone")
    assert {zone.id for zone in zones} == {"AZ-A1", "AZ-A2", "AZ-B1", "AZ-B2"}
    covered = {h for zone in zones for h in zone.hexes}
    missing = [h for h in PACK.grid if h not in covered]
    assert all(PACK.grid.row(h) >= 49 for h in missing)


def test_names_of_the_orders_are_on_the_map() -> None:
    """J5: the villages that orders and arrival places name can be found."""
    names = {place.name for place in PACK.places}
    assert {"Luyksgestel", "Lommel", "Achel", "Schaft fork", "Valkenswaard", "Hechtel"} <= names


def test_dead_ends_are_known() -> None:
    """J6: six roads end here that go on, on the big map or as lanes."""
    ends: dict[str, int] = {}
    for link in PACK.links:
        for end in (link.start, link.end):
            ends[end] = ends.get(end, 0) + 1
    assert {e for e, n in ends.items() if n == 1} == {"HEC", "LOM", "ACH", "EIN", "BOR", "DMM"}

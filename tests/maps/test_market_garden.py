"""The map of Market Garden: settled decisions, known distances, the bridges of the histories.

Numbers 18 to 20 and M1 to M28 are the decisions in `docs/maps/market-garden.md`.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from tests.maps.market_garden import GRID, PACK, ROUTE, SHEET, course

# The sheet ---------------------------------------------------------------------------------


def test_extent() -> None:
    """M1: 160 rows of 120 cells, from Herentals to Ruurlo and from Deventer to the Maas."""
    assert len(GRID) == 160 * 120
    lats = [PACK.projection.to_earth(*GRID.centre(h))[0] for h in (0, len(GRID) - 1)]
    lons = [PACK.projection.to_earth(*GRID.centre(h))[1] for h in (0, len(GRID) - 1)]
    assert lats == pytest.approx([52.295, 51.057], abs=0.001)
    assert lons == pytest.approx([6.5035, 4.790], abs=0.001)


def test_everything_drawn_is_on_the_sheet() -> None:
    """M1: every place, crossing, link and ground area lies on the sheet."""
    points = [point for link in PACK.links for point in link.points]
    points += [point for line in PACK.lines for point in line.points]
    points += list(SHEET.at.values())
    for area in PACK.areas:
        if area.kind not in ("air zone", "lake"):
            points += list(area.points)
    assert len(points) > 1500
    for point in points:
        assert SHEET.cell(point) is not None, point


def test_air_zones_reach_beyond_the_sheet() -> None:
    """M3: all 25 air zones keep their square and list the cells of it that are on the sheet."""
    zones = PACK.areas_of("air zone")
    assert {zone.name for zone in zones} == {f"Zone {r}{c}" for r in "ABCDE" for c in range(5)}
    counts = Counter(h for zone in zones for h in zone.hexes)
    assert max(counts.values()) == 1
    missing = [PACK.projection.to_earth(*GRID.centre(h))[0] for h in GRID if h not in counts]
    assert max(missing) < 51.105
    assert SHEET.cell(PACK.area("AZ-E0").points[0]) is None
    assert {"B2", "C3", "D3"} <= {zone.name.removeprefix("Zone ") for zone in zones}


def test_a_corner_beyond_the_coast_is_water() -> None:
    """M22: the IJsselmeer shore of 1944 and the Loosdrecht lakes are the only open water."""
    lakes = {h for area in PACK.areas_of("lake") for h in area.hexes}
    water = {each.hex for each in PACK.hexes if each.terrain == "water"}
    assert {area.name for area in PACK.areas_of("lake")} == {"IJsselmeer", "Loosdrecht lakes"}
    assert water == lakes
    assert all(PACK.hexes[h].land == 0 for h in water)


# Distances ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [
        ("B-ARN", "B-NIJ", 13.0, 16.0),
        ("B-NIJ", "B-GRA", 12.0, 14.0),
        ("B-SON", "B-VEGC", 11.0, 13.0),
        ("B-JOE", "VAL", 12.0, 14.0),
        ("ARN", "EIN", 66.0, 69.0),
        ("NIJ", "KLE", 20.0, 22.0),
    ],
)
def test_ranges_are_straight_kilometres(a: str, b: str, low: float, high: float) -> None:
    """M2: straight-line distances agree with any map."""
    assert low <= SHEET.straight(a, b) <= high


def test_road_distances_of_the_arithmetic_check() -> None:
    """M4: the marches that the movement rules were checked on keep their lengths."""
    to_valkenswaard = ROUTE[ROUTE.index("B-JOE") : ROUTE.index("VAL") + 1]
    assert SHEET.length(*to_valkenswaard) == 14.3
    assert SHEET.length("VAL", "AAL", "B-AAL") == 6.4
    assert SHEET.length(*ROUTE[ROUTE.index("B-AAL") : ROUTE.index("B-SON") + 1]) == 13.5
    assert SHEET.length(*ROUTE[ROUTE.index("B-SON") : ROUTE.index("NED") + 1]) == 40.7
    assert SHEET.length("NED", "OVE", "HEU", "B-HEU", "MAL") == 9.8
    assert SHEET.length("MAL", "NIJ") == 7.4


def test_joes_bridge_to_arnhem_is_about_sixty_four_miles() -> None:
    """M4: the club route from Joe's Bridge to Arnhem measures what the histories say."""
    km = SHEET.length(*ROUTE[ROUTE.index("B-JOE") :])
    assert km / 1.609 == pytest.approx(64, abs=3)


# Roads and bridges -------------------------------------------------------------------------


def test_the_lommel_road_does_not_double_back() -> None:
    """M7: Lommel to its fork on the club route is one straight road of under 5 km."""
    assert SHEET.length("LOM", "LMF") == pytest.approx(1.1 * SHEET.straight("LOM", "LMF"), rel=0.02)


def test_only_raised_stretches_say_so() -> None:
    """M6: the club route is raised from Valkenswaard to Aalst and north of Son, not elsewhere."""
    along = {(a, b) for a, b in pairwise(ROUTE)}
    raised = {
        (link.start, link.end) for link in PACK.links if link.note.startswith("raised and ditched")
    }
    assert raised <= along
    assert ("VAL", "AAL") in raised
    assert ("ZEE", "GRA") in raised
    assert not {("HEC", "LMF"), ("B-JOE", "SCF"), ("EIN", "B-SON")} & raised


def test_double_lanes_have_that_name() -> None:
    """M8: every road above 50 points is a main road of two lanes."""
    wide = [link for link in PACK.links if link.capacity > 50]
    assert {link.grade for link in wide} == {"main double lane"}
    assert "R-WES-B-WES" in {link.id for link in wide}


def test_dead_ends_are_known() -> None:
    """M23: roads end at the edge of the drawn country and at Borkel, and nowhere else."""
    ends = Counter(end for link in PACK.links if link.kind == "road" for end in link_ends(link.id))
    assert {node for node, number in ends.items() if number == 1} == {"TIL", "HER", "EMM", "BOR"}


def link_ends(link_id: str) -> tuple[str, str]:
    """The two ends of a link."""
    (link,) = (link for link in PACK.links if link.id == link_id)
    return link.start, link.end


def test_all_bridges_gone_part_the_club_route_everywhere() -> None:
    """Without its bridges the club route falls into one piece more than it has bridges."""
    bridges = [node for node in ROUTE if node in SHEET.crossings]
    assert bridges == [
        *("B-JOE", "B-DOM", "B-AAL", "B-EIN", "B-SON", "B-STO", "B-VEGC", "B-VEGA"),
        *("B-GRA", "B-HON", "B-NIJ", "B-ARN"),
    ]


@pytest.mark.parametrize(
    ("gone", "km"),
    [
        ("B-JOE", 136.0),
        ("B-DOM", 136.0),
        ("B-AAL", 124.5),
        ("B-EIN", 122.8),
        ("B-SON", 122.8),
        ("B-STO", 122.8),
        ("B-VEGC", 122.8),
        ("B-VEGA", 122.8),
        ("B-GRA", 129.8),
        ("B-HON", 122.9),
        ("B-NIJ", 140.4),
        ("B-ARN", 127.3),
    ],
)
def test_ways_round_each_bridge(gone: str, km: float) -> None:
    """M5: the shortest way from Hechtel to Arnhem without one bridge is as the table says."""
    assert SHEET.road_km("HEC", "ARN") == pytest.approx(121.4, abs=0.05)
    assert SHEET.road_km("HEC", "ARN", without={gone}) == pytest.approx(km, abs=0.15)


def test_heumen_replaces_honinghutje() -> None:
    """M5: with bridges 8, 9 and 10 down, Heumen alone still leads over the Maas-Waal canal."""
    down = {"B-HON", "B-HAT", "B-MAL", "B-WEU"}
    km = SHEET.road_km("B-GRA", "NIJ", without=down)
    assert km is not None
    assert km == pytest.approx(SHEET.length("B-GRA", "NED", "OVE", "HEU", "B-HEU", "MAL", "NIJ"))
    ferries = SHEET.road_km("B-GRA", "NIJ", without={*down, "B-HEU"})
    assert ferries is not None
    assert ferries > km + 9


def test_heavy_roads_over_the_great_rivers() -> None:
    """M5: tanks cross the Waal at Nijmegen and the Neder-Rijn at Arnhem, or not at all."""
    light = {each.id for each in PACK.crossings if each.weight == "light"}
    for bridge in ("B-NIJ", "B-ARN"):
        assert SHEET.road_km("HEC", "ARN", without={*light, bridge}) is None


def test_veghel_has_four_bridges() -> None:
    """M16: two bridges over the Aa and two over the Zuid-Willemsvaart, road and rail each."""
    veghel = [each for each in PACK.crossings if each.name.startswith("Veghel")]
    assert Counter((each.over, each.carries) for each in veghel) == {
        ("Aa", "road"): 1,
        ("Aa", "rail"): 1,
        ("Zuid-Willemsvaart", "road"): 1,
        ("Zuid-Willemsvaart", "rail"): 1,
    }


def test_one_bridge_one_water() -> None:
    """M18: Beek en Donk and 's-Hertogenbosch have a bridge each over the canal and the Aa."""
    for canal, brook in (("B-BED", "B-BEDA"), ("B-SHB", "B-SHBA")):
        assert SHEET.crossings[canal].over == "Zuid-Willemsvaart"
        assert SHEET.crossings[brook].over == "Aa"
        assert brook in {end for link in PACK.links_of(canal) for end in (link.start, link.end)}


@pytest.mark.parametrize(
    ("crossing", "over", "carries", "weight", "capacity", "prepared", "state"),
    [
        ("B-JOE", "Maas-Schelde canal", "road", "heavy", 20, False, "Allied"),
        ("B-SON", "Wilhelmina canal", "road", "heavy", 50, True, "German"),
        ("B-BES", "Wilhelmina canal", "road", "heavy", 50, True, "German"),
        ("B-GRA", "Maas", "road", "heavy", 100, True, "German"),
        ("B-HEU", "Maas-Waal canal", "road", "heavy", 30, True, "German"),
        ("B-NIJ", "Waal", "road", "heavy", 100, True, "German"),
        ("B-NIJR", "Waal", "rail", "heavy", 20, True, "German"),
        ("B-ARN", "Neder-Rijn", "road", "heavy", 100, False, "German"),
        ("B-ARNR", "Neder-Rijn", "rail", "heavy", 20, True, "German"),
        ("B-ARNP", "Neder-Rijn", "road", "heavy", 20, False, "dismantled"),
        ("F-DRI", "Neder-Rijn", "road", "light", 4, False, "civilian"),
        ("F-PAN", "Pannerdensch canal", "road", "light", 5, False, "German"),
        ("B-WES", "IJssel", "road rail", "heavy", 60, True, "German"),
        ("B-LIL", "Maas-Schelde canal", "road", "heavy", 20, False, "destroyed"),
    ],
)
def test_bridges_of_the_histories(
    crossing: str, over: str, carries: str, weight: str, capacity: int, prepared: bool, state: str
) -> None:
    """M19: the bridges that decided the battle are there, as they were on the first morning."""
    each = SHEET.crossings[crossing]
    assert (each.over, each.carries, each.weight) == (over, carries, weight)
    assert (each.capacity, each.prepared, each.state) == (capacity, prepared, state)


def test_best_rail_bridge_lies_east_of_the_beatrix_canal() -> None:
    """M15: the railway to Eindhoven stays east of the Beatrix canal, which two roads do not."""
    rail = SHEET.plane(SHEET.at["B-BESR"])
    mouth = course("Beatrix canal")[0]
    assert rail[0] < mouth[0]
    assert SHEET.straight("B-BESR", "B-BES") < 0.6
    crossed = [link.id for link in PACK.links if "Beatrix canal" in dict(waters(link.id))]
    assert sorted(crossed) == ["R-B-BEA-EIN", "R-B-OIR-B-BEA"]


def waters(link_id: str) -> list[tuple[str, tuple[float, float]]]:
    """Return the waters a link crosses or touches."""
    (link,) = (link for link in PACK.links if link.id == link_id)
    ends = [SHEET.crossings[end] for end in (link.start, link.end) if end in SHEET.crossings]
    met = [(each.over, SHEET.plane((each.lat, each.lon))) for each in ends]
    return [*SHEET.water_crossings(link), *met]

"""The map of Malta: the Victoria Lines and the roads.

G1 to G26 are the decisions in `docs/maps/malta.md`.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from bocage.maps.pack import pair
from mapforge.geometry import distance_to_line, resampled

from .malta_map import (
    GAPS,
    GRID,
    LAND,
    LINES,
    PACK,
    WITH_ROADS,
    cell,
    cells_of,
    km,
    on_land,
    road_km,
    shore_km,
    walkable,
)


def test_victoria_lines_are_one_chain_from_sea_to_sea() -> None:
    """G9: the sides of the lines form one chain whose two ends touch the sea."""
    touched = Counter(corner for a, b in LINES for corner in GRID.side_ends(a, b))
    ends = [corner for corner, times in touched.items() if times == 1]
    assert set(touched.values()) == {1, 2}
    assert len(ends) == 2
    reached = {ends[0]}
    for _ in LINES:
        reached |= {c for a, b in LINES for c in GRID.side_ends(a, b) if _meets(a, b, reached)}
    assert reached == set(touched)
    for end in ends:
        assert any(end in GRID.corners(h) for h in GRID if h not in LAND)


def _meets(a: int, b: int, corners: set[tuple[int, int]]) -> bool:
    return bool(GRID.side_ends(a, b) & corners)


def test_victoria_lines_part_north_from_south_but_for_the_gaps() -> None:
    """G9: with the gaps shut nothing passes; each gap alone lets vehicles through."""
    mosta, mellieha = cell(35.9090, 14.4260), cell(35.9575, 14.3630)
    south = walkable(mosta, barred=LINES)
    assert mellieha not in south
    assert not any("north" in PACK.hexes[h].flags for h in south)
    north = walkable(mellieha, barred=LINES)
    assert all("north" in PACK.hexes[h].flags for h in north)
    for gap in GAPS:
        assert mellieha in walkable(mosta, barred=LINES - {gap}), GAPS[gap]


def test_four_gaps_and_no_more() -> None:
    """G10, G11: the gaps are Binġemma, Targa, Naxxar and Madliena, on the line, 30 points each."""
    gaps = [place for place in PACK.places if place.kind == "gap"]
    assert sorted(GAPS.values()) == sorted(place.name for place in gaps)
    assert len(gaps) == 4
    assert set(GAPS) <= LINES
    course = [
        PACK.projection.to_plane(*p)
        for line in PACK.lines
        if line.id == "V-LINES"
        for p in line.points
    ]
    for place in gaps:
        assert place.capacity == 30
        assert distance_to_line(PACK.projection.to_plane(place.lat, place.lon), course) < 0.02
        a, b = next(side for side, name in GAPS.items() if name == place.name)
        assert place.hex in (a, b)
    assert PACK.links_of("L-FAL") == ()


def test_roads_cross_the_lines_only_at_gaps() -> None:
    """G10: no road crosses the escarpment except through a side that is a gap."""
    used: set[tuple[int, int]] = set()
    for link in PACK.links:
        for a, b in pairwise(cells_of(link.id)):
            if pair(a, b) in LINES:
                assert pair(a, b) in GAPS, link.id
                used.add(pair(a, b))
    assert used == set(GAPS)


def test_crest_is_named_first() -> None:
    """G9: of each side of the lines the southern cell, on the crest, is named first."""
    for side in PACK.sides:
        if side.kind in ("escarpment", "gap"):
            assert "north" not in PACK.hexes[side.a].flags
            assert "north" in PACK.hexes[side.b].flags


def test_roads_make_two_nets() -> None:
    """G13-G15: Malta's roads are one net, Gozo's another, Comino has none; no water to bridge."""
    nets: list[set[str]] = []
    left = {end for link in PACK.links for end in (link.start, link.end)}
    while left:
        waiting, net = [min(left)], set[str]()
        while waiting:
            here = waiting.pop()
            if here not in net:
                net.add(here)
                waiting += [e for link in PACK.links_of(here) for e in (link.start, link.end)]
        nets.append(net)
        left -= net
    assert len(nets) == 2
    islands = [{"gozo" in PACK.hexes[PACK.place(p).hex or 0].flags for p in net} for net in nets]
    assert sorted(islands, key=str) == [{False}, {True}]
    assert "Mġarr and Marfa" in PACK.facts["gozo"]
    assert PACK.crossings == ()
    assert PACK.facts["rivers"].startswith("none: ")


def test_everything_one_marches_to_is_on_a_road() -> None:
    """G13: every settlement, port, airfield, beach and gap is on a road; so are the batteries."""
    for place in PACK.places:
        if place.kind in WITH_ROADS:
            assert PACK.links_of(place.id), place.name
    for fort in ("FT-MAD", "FT-BEN", "FT-DEL", "FT-CAM", "FT-ROC", "FT-LEO", "FT-RIC", "FT-TIG"):
        assert PACK.links_of(fort), fort


def test_roads_keep_to_the_land() -> None:
    """G12: no drawn road runs over water."""
    for link in PACK.links:
        line = [PACK.projection.to_plane(*point) for point in link.points]
        for x, y in resampled(line, 0.05):
            lat, lon = PACK.projection.to_earth(x, y)
            assert on_land(lat, lon) or shore_km(lat, lon) < 0.05, (link.id, lat, lon)


def test_road_lengths_are_those_of_their_lines() -> None:
    """G12: a road is as long as its line, and winds no more than 1.6 times the straight way."""
    for link in PACK.links:
        drawn = sum(PACK.projection.km(a, b) for a, b in pairwise(link.points))
        straight = km(link.start, link.end)
        assert link.km == pytest.approx(drawn, abs=0.01), link.id
        assert link.km >= straight - 0.01, link.id
        assert link.km <= 1.6 * straight, link.id


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        *[("VLT", "HAM", 2.3), ("HAM", "BKK", 3.6), ("BKK", "MOS", 3.9), ("NAX", "SLI", 5.9)],
        *[("RAB", "GAP-BIN", 4.5), ("GAP-TAR", "SPB", 4.9), ("ZEB", "RAB", 4.4)],
        *[("GHA", "BIR", 3.1), ("MGA", "VIC", 6.3), ("RAB", "DIN", 3.5), ("DIN", "SIG", 6.2)],
        *[("SLI", "GAP-MAD", 6.1), ("MSK", "3C", 6.0), ("AF-HF", "SAF", 3.9)],
    ],
)
def test_roads_are_about_as_long_as_the_table_said(a: str, b: str, said: float) -> None:
    """G12: the drawn way is within a third of the length the table gave without drawing it."""
    assert road_km(a, b) == pytest.approx(said, rel=0.33)


def test_roads_are_narrow_lanes() -> None:
    """Section 6 (G12): no road on the islands is better than a lane, and the pack says so."""
    assert {link.grade for link in PACK.links} == {"minor", "track"}
    assert max(link.capacity for link in PACK.links) == 50
    assert "halved" in PACK.facts["lanes"]

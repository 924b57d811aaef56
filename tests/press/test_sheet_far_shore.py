"""England across the Channel on the sheet of Roundup: true, and in nobody's way."""

from __future__ import annotations

import math
from itertools import pairwise

from bocage.maps.shapes import inside
from bocage.press.geometry import densified, nearest_on
from bocage.press.sheets import far_shore
from bocage.press.svg import Element
from tests.press.sheet_boards import board, drawing


def test_kent_is_land_and_the_strait_is_sea() -> None:
    """Canterbury, Ashford and Lydd lie on land, the strait and the roads of Calais at sea."""
    it = board("pas-de-calais")
    assert it.coast is not None
    land = it.coast.far_land
    for lat, lon in ((51.28, 1.08), (51.15, 0.87), (50.95, 0.91)):
        assert inside(*it.plan.earth(lat, lon), land)
    for lat, lon in ((51.0, 1.5), (50.9, 1.2), (51.0, 1.75)):
        assert not inside(*it.plan.earth(lat, lon), land)
        assert not it.coast.on_land(*it.plan.earth(lat, lon))


def test_shore_distances_are_signed_on_both_shores() -> None:
    """The table of distances is negative on both lands and positive between them."""
    it = board("pas-de-calais")
    rows, raster = it.ground.shore, it.ground.raster
    assert rows is not None

    def off(lat: float, lon: float) -> float:
        x, y = it.plan.earth(lat, lon)
        cell = raster.cell * 2
        return float(rows[int((y - raster.box.top) / cell), int((x - raster.box.left) / cell)])

    assert off(51.10, 1.06) < 0
    assert off(50.85, 1.70) < 0
    assert off(51.0, 1.5) > 60


def test_no_hex_lies_on_the_far_shore() -> None:
    """The far shore is outside the map: no hex has a corner on it."""
    plan = board("pas-de-calais").plan
    coast = board("pas-de-calais").coast
    assert coast is not None
    assert not any(
        inside(*corner, coast.far_land) for h in plan.pack.grid for corner in plan.corners(h)
    )
    falaise = board("falaise").coast
    assert falaise is None


def test_its_harbours_lie_on_the_shore() -> None:
    """Each named place stands within two kilometres of the line, and keeps names off."""
    it = board("pas-de-calais")
    chain = densified(far_shore.line(it.plan), 10)
    per_km = it.plan.hex / it.plan.pack.projection.hex_km
    marks = far_shore.marks(it.plan)
    assert len(marks) == 4
    for box, drawn in marks:
        dot = drawn.children[0]
        assert isinstance(dot, Element)
        at = (float(dot.get("cx") or "nan"), float(dot.get("cy") or "nan"))
        near = min(math.dist(nearest_on(a, b, at), at) for a, b in pairwise(chain))
        assert near < 2 * per_km
        assert not any(box.overlap(own) for name in it.names for own in name.boxes)


def test_bearings_end_at_the_shore() -> None:
    """No bearing of the compass runs over land or out of the map."""
    it = board("pas-de-calais")
    assert it.coast is not None
    window = it.plan.window
    lines = [
        each
        for top in drawing("pas-de-calais").body
        for each in top.walk()
        if each.tag == "line" and each.get("stroke") == "#2f6078" and each.get("stroke-opacity")
    ]
    assert len(lines) > 40
    for each in lines:
        a, b = (
            (float(each.get(f"x{i}") or "nan"), float(each.get(f"y{i}") or "nan")) for i in "12"
        )
        for i in range(11):
            x, y = a[0] + (b[0] - a[0]) * i / 10, a[1] + (b[1] - a[1]) * i / 10
            assert window.left <= x <= window.right
            assert window.top <= y <= window.foot
            assert not inside(x, y, it.coast.far_land)
            assert not it.coast.on_land(x, y)

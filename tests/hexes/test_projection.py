from __future__ import annotations

from math import isclose

from hypothesis import given
from hypothesis import strategies as st

from bocage.hexes import Projection


@st.composite
def projections(draw: st.DrawFn) -> Projection:
    """Sheets of western Europe in any rotation and scale."""
    return Projection(
        lat=draw(st.floats(45, 55)),
        lon=draw(st.floats(-5, 10)),
        km_per_degree_lat=111.2,
        km_per_degree_lon=draw(st.floats(60, 80)),
        rotation=draw(st.floats(-180, 180)),
        hex_km=draw(st.floats(0.5, 30)),
        west_km=draw(st.floats(-100, 100)),
        south_km=draw(st.floats(-100, 100)),
    )


@given(projections(), st.floats(-2, 2), st.floats(-2, 2))
def test_to_earth_undoes_to_plane(projection: Projection, up: float, right: float) -> None:
    """A point of the earth, put on the plane and back, is the same point."""
    lat, lon = projection.lat + up, projection.lon + right
    back = projection.to_earth(*projection.to_plane(lat, lon))
    assert isclose(back[0], lat, abs_tol=1e-9)
    assert isclose(back[1], lon, abs_tol=1e-9)


@given(projections(), st.floats(-1, 1), st.floats(-1, 1))
def test_lengths_keep_their_scale(projection: Projection, up: float, right: float) -> None:
    """Kilometres on the earth are hexes on the plane, whatever the rotation."""
    a = projection.lat, projection.lon
    b = projection.lat + up, projection.lon + right
    (aw, as_), (bw, bs) = projection.to_plane(*a), projection.to_plane(*b)
    hexes = ((aw - bw) ** 2 + (as_ - bs) ** 2) ** 0.5
    assert isclose(hexes * projection.hex_km, projection.km(a, b), abs_tol=1e-6)


def test_unrotated_sheet_has_north_up() -> None:
    """Without rotation, north is towards row zero and west towards higher positions."""
    sheet = Projection(50, 5, 100, 70, 0, 2, west_km=10, south_km=20)
    assert sheet.to_plane(50, 5) == (5, 10)
    assert sheet.to_plane(50.02, 5)[1] < 10
    assert sheet.to_plane(50, 4.9)[0] > 5

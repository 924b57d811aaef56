from __future__ import annotations

import pickle
from itertools import pairwise
from math import cos, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.hexes import Direction, Grid, HexError, NotNeighboursError, UnknownHexError
from bocage.hexes.grid import OFF_MAP, ROW_HEIGHT, round_to_hex

from .strategies import grids, rectangles


@st.composite
def some_hexes(draw: st.DrawFn, count: int, *, full: bool = False) -> tuple[Grid, list[int]]:
    """Return a grid and a few of its hexes, not always different."""
    grid = draw(rectangles() if full else grids())
    pick = st.lists(st.integers(0, len(grid) - 1), min_size=count, max_size=count)
    return grid, draw(pick)


@given(grids())
def test_number_and_hex_are_inverse(grid: Grid) -> None:
    """Every printed number names one hex, and its row and position lead back to it."""
    for h, number in enumerate(grid.numbers):
        assert number in grid
        assert grid.hex(number) == h
        assert grid.at(grid.row(h), grid.position(h)) == h
        wide = grid.digits[0]
        assert (int(number[:wide]), int(number[wide:])) == (grid.row(h), grid.position(h))
    assert grid.hexes(grid.numbers) == tuple(grid)


@given(grids())
def test_neighbours_are_mutual(grid: Grid) -> None:
    """If b lies from a in a direction, a lies from b in the opposite one."""
    for a in grid:
        for d in Direction:
            b = grid.neighbour(a, d)
            if b is None:
                assert d in grid.outward(a)
                continue
            assert grid.neighbour(b, d.opposite) == a
            assert grid.direction(a, b) is d
            assert grid.are_neighbours(a, b)
            assert grid.side(a, b) == (6 * a + d, 6 * b + d.opposite)
            assert grid.distance(a, b) == 1
            assert grid.side_ends(a, b) == grid.side_ends(b, a)
        assert set(grid.around(a)) == {b for b in grid if grid.distance(a, b) == 1}


@given(some_hexes(3))
def test_distance_is_a_metric(drawn: tuple[Grid, list[int]]) -> None:
    """Distance is zero only from a hex to itself, the same both ways, and never longer direct."""
    grid, (a, b, c) = drawn
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(rectangles(8))
def test_distance_counts_steps(grid: Grid) -> None:
    """On a full sheet the distance is the number of steps from hex to hex."""
    steps = {0: 0}
    for h in (queue := [0]):
        for n in grid.around(h):
            if n not in steps:
                steps[n] = steps[h] + 1
                queue.append(n)
    assert all(grid.distance(0, h) == steps[h] for h in grid)


@given(some_hexes(2))
def test_line_is_the_same_both_ways(drawn: tuple[Grid, list[int]]) -> None:
    """The line from b to a is the line from a to b, read backwards."""
    grid, (a, b) = drawn
    assert grid.line(a, b) == grid.line(b, a)[::-1]


@given(some_hexes(2, full=True))
def test_line_leads_from_neighbour_to_neighbour(drawn: tuple[Grid, list[int]]) -> None:
    """On a full sheet a line has one hex more than its length, each next to the one before."""
    grid, (a, b) = drawn
    line = grid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert len(line) == grid.distance(a, b) + 1
    assert all(grid.are_neighbours(p, q) for p, q in pairwise(line))


def test_line_along_a_side() -> None:
    """A line along a side takes the hex to the north-west, or the other where that is off."""
    grid = Grid.rectangle((1, 3), (1, 3), shifted_west="odd")

    def line(a: str, b: str) -> list[str]:
        return [grid.numbers[h] for h in grid.line(grid.hex(a), grid.hex(b))]

    assert line("0102", "0302") == ["0102", "0203", "0302"]
    assert line("0103", "0303") == ["0103", "0203", "0303"]


def test_ring_sizes() -> None:
    """A ring of radius r that lies wholly on the map has 6 r hexes, or one if r is zero."""
    grid = Grid.rectangle((1, 21), (1, 21), shifted_west="even")
    centre = grid.hex("1111")
    assert [len(grid.ring(centre, r)) for r in range(9)] == [1, *range(6, 54, 6)]
    assert len(grid.within(centre, 4)) == 1 + 6 * (1 + 2 + 3 + 4)


@given(some_hexes(1), st.integers(0, 6))
def test_ring_holds_what_is_at_that_distance(drawn: tuple[Grid, list[int]], radius: int) -> None:
    """A ring has exactly the hexes at its radius, none twice; `within` has all up to it."""
    grid, (h,) = drawn
    ring = grid.ring(h, radius)
    assert len(set(ring)) == len(ring)
    assert set(ring) == {n for n in grid if grid.distance(h, n) == radius}
    assert set(grid.within(h, radius)) == {n for n in grid if grid.distance(h, n) <= radius}


def test_ring_runs_clockwise() -> None:
    """A ring begins east of its north-west corner and runs clockwise."""
    grid = Grid.rectangle((1, 5), (1, 5), shifted_west="odd")
    ring = grid.ring(grid.hex("0303"), 1)
    assert [grid.direction(grid.hex("0303"), n).name for n in ring] == [
        *("NE", "E", "SE", "SW", "W", "NW")
    ]


def test_ring_refuses_a_negative_radius() -> None:
    """A ring cannot have a negative radius."""
    grid = Grid(["0101"], shifted_west="odd")
    with pytest.raises(HexError, match="not -1"):
        grid.ring(0, -1)


@given(some_hexes(1), st.floats(0, 0.49), st.floats(0, 6.3))
def test_nearest_finds_the_hex_around_a_point(
    drawn: tuple[Grid, list[int]], off: float, angle: float
) -> None:
    """A point less than half a hex from a centre lies in that hex."""
    grid, (h,) = drawn
    west, south = grid.centre(h)
    assert grid.nearest(west + off * cos(angle), south + off * sin(angle)) == h


@given(st.floats(-50, 50), st.floats(-50, 50))
def test_rounding_takes_the_nearest_centre(x: float, y: float) -> None:
    """No other centre is nearer to a point than the one it is rounded to."""

    def far(place: tuple[int, int]) -> float:
        return ((x - place[0]) / 2) ** 2 + ((y - place[1]) * ROW_HEIGHT) ** 2

    found = round_to_hex(x, y)
    assert (found[0] + found[1]) % 2 == 0
    near = [
        (found[0] + dx, found[1] + dy)
        for dx in range(-4, 5)
        for dy in range(-2, 3)
        if (dx + dy) % 2 == 0
    ]
    assert far(found) <= min(map(far, near)) + 1e-9


def test_nearest_off_the_map() -> None:
    """A point off the map lies in no hex."""
    grid = Grid.rectangle((1, 3), (1, 3), shifted_west="odd")
    assert grid.nearest(-5, -5) is None


def test_corners_are_shared() -> None:
    """Side d runs from corner d to corner d + 1, and both neighbours have the same two."""
    grid = Grid.rectangle((1, 3), (1, 3), shifted_west="odd")
    centre = grid.hex("0202")
    for d in Direction:
        n = grid.neighbour(centre, d)
        assert n is not None
        shared = set(grid.corners(centre)) & set(grid.corners(n))
        assert shared == grid.side_ends(centre, n)


def test_printed_numbers_count_east_to_west() -> None:
    """Position 02 lies west of 01, and shifted rows lie half a hex further west."""
    odd = Grid.rectangle((1, 3), (1, 3), shifted_west="odd")
    assert odd.direction(odd.hex("0202"), odd.hex("0203")) is Direction.W
    assert odd.direction(odd.hex("0202"), odd.hex("0102")) is Direction.NW
    even = Grid.rectangle((1, 3), (1, 3), shifted_west="even")
    assert even.direction(even.hex("0202"), even.hex("0102")) is Direction.NE


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        ("9901", "rows run from 01 to 03, not 99"),
        ("0109", "row 01 runs from position 01 to 03, not 09"),
        ("0202", "row 02 has a hole at position 02"),
        ("12", "a number has 4 digits"),
        ("12²4", "a number has 4 digits"),
    ],
)
def test_unknown_numbers_say_why(number: str, reason: str) -> None:
    """A number that is not on the map is refused with the reason."""
    full = Grid.rectangle((1, 3), (1, 3), shifted_west="odd")
    grid = Grid((n for n in full.numbers if n != "0202"), shifted_west="odd")
    with pytest.raises(UnknownHexError) as caught:
        grid.hex(number)
    assert str(caught.value) == f"no hex '{number}': {reason}"
    assert (caught.value.number, caught.value.reason) == (number, reason)


def test_an_empty_map_knows_no_hex() -> None:
    """Even a map without hexes refuses a number with a reason."""
    grid = Grid([], shifted_west="odd")
    assert repr(grid) == "<Grid empty, 0 hexes, odd rows west>"
    with pytest.raises(UnknownHexError, match="the map is empty"):
        grid.hex("0101")


def test_a_grid_refuses_what_it_cannot_hold() -> None:
    """A number may not be repeated, and a map has no more hexes than a 16-bit number tells."""
    with pytest.raises(HexError, match="0101 is in the grid twice"):
        Grid(["0101", "0102", "0101"], shifted_west="odd")
    with pytest.raises(HexError, match="at most 32767"):
        Grid.rectangle((0, 199), (0, 199), shifted_west="odd", digits=(3, 3))


def test_only_neighbours_have_a_direction() -> None:
    """A direction leads from a hex to its neighbour."""
    grid = Grid.rectangle((1, 3), (1, 3), shifted_west="odd")
    with pytest.raises(NotNeighboursError, match=r"^0101 and 0103 are not neighbours$"):
        grid.direction(grid.hex("0101"), grid.hex("0103"))


@pytest.mark.parametrize("error", [UnknownHexError("0101", "why"), NotNeighboursError("1", "2")])
def test_errors_cross_processes(error: HexError) -> None:
    """An error can be pickled and says the same on the other side."""
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_repr_and_edges() -> None:
    """A grid says what it spans, and its corner looks outward."""
    grid = Grid.rectangle((1, 3), (1, 3), shifted_west="odd")
    assert repr(grid) == "<Grid 0101..0303, 9 hexes, odd rows west>"
    assert Direction.NE in grid.outward(grid.hex("0101"))
    assert grid.outward(grid.hex("0202")) == ()
    assert grid.neighbour(grid.hex("0101"), Direction.NE) is None
    assert OFF_MAP in grid.neighbours

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.hexes import Grid, HexError, HexSet, UnknownHexError
from bocage.hexes.kernels import UNREACHED, Kernel

from .strategies import grids, grids_with_sets


@given(grids_with_sets(2))
def test_operators_are_those_of_sets(drawn: tuple[HexSet, ...]) -> None:
    """Union, intersection, difference and comparison agree with Python's own sets."""
    a, b = drawn
    x, y = set(a), set(b)
    assert set(a | b) == x | y
    assert set(a & b) == x & y
    assert set(a - b) == x - y
    assert set(a ^ b) == x ^ y
    assert (a <= b, a < b, a >= b, a > b) == (x <= y, x < y, x >= y, x > y)
    assert (a == b) == (x == y)
    assert a.isdisjoint(b) == x.isdisjoint(y)
    assert bool(a) == bool(x)


@given(grids_with_sets(3))
def test_laws_of_sets(drawn: tuple[HexSet, ...]) -> None:
    """Sets distribute, absorb and obey De Morgan within the map."""
    a, b, c = drawn
    everything = HexSet.everything(a.grid)
    assert a & (b | c) == (a & b) | (a & c)
    assert a | (a & b) == a
    assert ~(a | b) == ~a & ~b
    assert ~~a == a
    assert a | ~a == everything
    assert not a & ~a
    assert len({a | b, b | a}) == 1


@given(grids_with_sets(1))
def test_reading_a_set(drawn: tuple[HexSet, ...]) -> None:
    """A set is iterated in the order of the hexes, and counts and contains what it yields."""
    (a,) = drawn
    hexes = list(a)
    assert hexes == sorted(hexes)
    assert len(a) == len(hexes)
    assert {h for h in a.grid if h in a} == set(hexes)
    assert -1 not in a
    assert len(a.grid) not in a


@given(grids_with_sets(1))
def test_one_line_notation_comes_back(drawn: tuple[HexSet, ...]) -> None:
    """What a set writes in one line can be read again."""
    (a,) = drawn
    assert HexSet.read(a.grid, str(a)) == a
    assert str(a) in repr(a) or not a


@given(grids_with_sets(1))
def test_flags_come_back(drawn: tuple[HexSet, ...]) -> None:
    """A set written as one byte a hex can be read again."""
    (a,) = drawn
    assert HexSet.from_flags(a.grid, a.flags(4), 4) == a
    assert not HexSet.from_flags(a.grid, a.flags(4), 3)


@given(grids_with_sets(1))
def test_ring_is_what_touches(drawn: tuple[HexSet, ...]) -> None:
    """A ring has the neighbours that are not of the set; growth is the set and its ring."""
    (a,) = drawn
    touching = {n for h in a for n in a.grid.around(h)}
    assert set(a.ring()) == touching - set(a)
    assert a.grown() == a | a.ring()


@given(grids(8), st.integers(0, 4))
def test_growth_in_rings(grid: Grid, rings: int) -> None:
    """Growing by several rings is growing so often."""
    grown = here = HexSet(grid, [0])
    for _ in range(rings):
        grown = grown.grown()
    assert here.grown(rings) == grown


@given(drawn=grids_with_sets(2), most=st.one_of(st.none(), st.integers(0, 4)))
def test_flood_equals_the_kernel(
    kernel: Kernel, drawn: tuple[HexSet, ...], most: int | None
) -> None:
    """A set floods what the kernel floods."""
    seeds, room = drawn
    grid = seeds.grid
    work = kernel.Workspace(len(grid))
    steps = len(grid) if most is None else most
    count = work.flood(kernel.Links(grid.neighbours), seeds, (~room).flags(), 1, 0, steps)
    flooded = seeds.flood(room, most)
    assert len(flooded) == count
    assert set(flooded) == {h for h in grid if work.distances[h] < UNREACHED}


@given(grids_with_sets(1))
def test_pieces_make_the_whole(drawn: tuple[HexSet, ...]) -> None:
    """The connected parts of a set do not touch each other and make it up together."""
    (a,) = drawn
    whole = HexSet(a.grid)
    for piece in a.pieces():
        assert piece
        assert whole.grown().isdisjoint(piece)
        assert HexSet(a.grid, [next(iter(piece))]).flood(piece) == piece
        whole |= piece
    assert whole == a


def test_notation() -> None:
    """Runs stay within a row, single hexes stand alone."""
    grid = Grid.rectangle((1, 3), (1, 4), shifted_west="odd")
    line = "0102..0104 0201..0202 0204 0303"
    assert str(HexSet.read(grid, f" {line}\n")) == line
    assert repr(HexSet.read(grid, line)) == f"<HexSet {line}>"
    assert repr(HexSet(grid)) == "<HexSet empty>"


@pytest.mark.parametrize("run", ["0103..0101", "0101..0201"])
def test_runs_that_make_no_sense(run: str) -> None:
    """A run that goes backwards or leaves its row is refused."""
    grid = Grid.rectangle((1, 3), (1, 4), shifted_west="odd")
    with pytest.raises(HexError, match="not a run"):
        HexSet.read(grid, run)


def test_sets_refuse_strangers() -> None:
    """Hexes off the map and sets of another map are refused."""
    grid, other = (Grid.rectangle((1, 3), (1, 4), shifted_west="odd") for _ in range(2))
    with pytest.raises(UnknownHexError):
        HexSet.read(grid, "9999")
    with pytest.raises(HexError, match="not one of the 12"):
        HexSet(grid, [12])
    with pytest.raises(HexError, match="different maps"):
        HexSet(grid) | HexSet(other)  # pyright: ignore[reportUnusedExpression]
    with pytest.raises(HexError, match="do not fit"):
        HexSet.from_flags(grid, bytes(3))
    assert HexSet(grid) != HexSet(other)
    assert HexSet(grid) != set[int]()

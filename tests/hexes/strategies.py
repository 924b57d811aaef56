"""Maps and positions for property tests."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from bocage.hexes.grid import OFF_MAP, Grid
from bocage.hexes.kernels import BLOCKED, DEAR, PROHIBITED, ZONE, Kernel, Mobility, ZoneToZone
from bocage.hexes.sets import HexSet


@st.composite
def rectangles(draw: st.DrawFn, most: int = 12) -> Grid:
    """Full sheets of either parity, anywhere in the numbering."""
    row, position = draw(st.integers(0, 40)), draw(st.integers(0, 40))
    rows, positions = draw(st.integers(1, most)), draw(st.integers(1, most))
    return Grid.rectangle(
        (row, row + rows - 1),
        (position, position + positions - 1),
        shifted_west=draw(st.sampled_from(("odd", "even"))),
        digits=draw(st.sampled_from(((2, 2), (3, 2), (2, 3)))),
    )


@st.composite
def grids(draw: st.DrawFn, most: int = 12) -> Grid:
    """Sheets with and without hexes cut out of them, as by a coast; one hex at least."""
    full = draw(rectangles(most))
    lost = draw(st.sampled_from((0, 0, 10, 40, 70)))
    chance = Random(draw(st.integers(0, 2**32)))
    left = [number for number in full.numbers if chance.randrange(100) >= lost]
    return Grid(left or full.numbers[:1], shifted_west=full.shifted_west, digits=full.digits)


@st.composite
def hex_sets(draw: st.DrawFn, grid: Grid) -> HexSet:
    """Return any set of hexes of a grid."""
    return HexSet(grid, draw(st.sets(st.integers(0, len(grid) - 1))))


@st.composite
def grids_with_sets(draw: st.DrawFn, count: int) -> tuple[HexSet, ...]:
    """Return several sets on one grid."""
    grid = draw(grids(8))
    return tuple(draw(hex_sets(grid)) for _ in range(count))


@dataclass(frozen=True, slots=True)
class Rules:
    """What a zone of control does, in the words of `Mobility`."""

    enter: int
    leave: int
    stop: bool
    hop: ZoneToZone
    dear: int
    breaking: int


@dataclass(frozen=True, slots=True)
class Position:
    """A random map with costs, a field, rules and one unit about to move."""

    grid: Grid
    costs: array[int]
    field: bytes
    rules: Rules
    start: int
    goal: int
    budget: int

    def mobility(self, kernel: Kernel) -> Mobility:
        """Return the costs and rules in a variant's own buffers."""
        rules = self.rules
        return kernel.Mobility(
            self.grid.neighbours,
            self.costs,
            rules.enter,
            rules.leave,
            rules.stop,
            rules.hop,
            rules.dear,
            rules.breaking,
        )


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Random positions: sparse and dense, cheap and dear, with every rule on zones."""
    grid = draw(grids())
    chance = Random(draw(st.integers(0, 2**32)))
    dearest = draw(st.sampled_from((1, 2, 6, 90)))
    share = draw(st.sampled_from((0, 5, 25)))
    costs = array("h", [PROHIBITED]) * len(grid.neighbours)
    for slot, n in enumerate(grid.neighbours):
        if n != OFF_MAP and chance.randrange(100) >= share:
            costs[slot] = chance.randint(1, dearest)
    crowd = draw(st.sampled_from((0, 5, 25)))
    field = bytes(
        (BLOCKED if chance.randrange(100) < crowd else 0)
        | (ZONE if chance.randrange(100) < 2 * crowd else 0)
        | chance.choice((0, 0, DEAR, 128))  # other bits are none of the search's business
        for _ in grid
    )
    rules = Rules(
        enter=draw(st.integers(0, 3)),
        leave=draw(st.integers(0, 3)),
        stop=draw(st.booleans()),
        hop=draw(st.sampled_from(ZoneToZone)),
        dear=draw(st.integers(0, 3)),
        breaking=draw(st.integers(0, 3)),
    )
    return Position(
        grid,
        costs,
        field,
        rules,
        start=chance.randrange(len(grid)),
        goal=chance.randrange(len(grid)),
        budget=draw(st.sampled_from((0, 1, 3, 8, 20, 300))),
    )

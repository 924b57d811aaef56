from __future__ import annotations

import pytest

from bocage.hexes import Direction, Grid, HexError, NotNeighboursError
from bocage.hexes.kernels import PROHIBITED
from bocage.hexes.tables import side_masks, step_costs


@pytest.fixture
def grid() -> Grid:
    """Three rows of three."""
    return Grid.rectangle((1, 3), (1, 3), shifted_west="odd")


def cost(grid: Grid, costs: list[int], a: str, b: str) -> int:
    """Return the cost of the step between two printed numbers."""
    return costs[grid.side(grid.hex(a), grid.hex(b))[0]]


def test_ground_is_paid_by_the_hex_entered(grid: Grid) -> None:
    """A step costs what the hex entered costs, and leads nowhere off the map."""
    entering = [2] * len(grid)
    entering[grid.hex("0202")] = 5
    costs = list(step_costs(grid, entering))
    assert cost(grid, costs, "0201", "0202") == 5
    assert cost(grid, costs, "0202", "0201") == 2
    assert costs[6 * grid.hex("0101") + Direction.E] == PROHIBITED


def test_sides_add_and_may_differ_by_direction(grid: Grid) -> None:
    """A side adds to the ground both ways, unless the other way is given too."""
    a, b, c = grid.hexes(["0201", "0202", "0203"])
    costs = list(step_costs(grid, [2] * len(grid), crossing={(a, b): 3, (b, c): 1, (c, b): 4}))
    assert cost(grid, costs, "0201", "0202") == cost(grid, costs, "0202", "0201") == 5
    assert cost(grid, costs, "0202", "0203") == 3
    assert cost(grid, costs, "0203", "0202") == 6


def test_prohibited_ground_and_sides(grid: Grid) -> None:
    """Neither prohibited ground nor a prohibited side can be bought."""
    entering = [2] * len(grid)
    entering[grid.hex("0101")] = PROHIBITED
    a, b = grid.hexes(["0202", "0203"])
    costs = list(step_costs(grid, entering, crossing={(a, b): PROHIBITED}))
    assert cost(grid, costs, "0102", "0101") == PROHIBITED
    assert cost(grid, costs, "0101", "0102") == 2
    assert cost(grid, costs, "0203", "0202") == PROHIBITED


def test_roads_replace_ground_and_side(grid: Grid) -> None:
    """Along a road neither ground nor side count, even where both are prohibited."""
    a, b = grid.hexes(["0202", "0203"])
    costs = list(
        step_costs(grid, [PROHIBITED] * len(grid), crossing={(a, b): PROHIBITED}, roads={(b, a): 1})
    )
    assert cost(grid, costs, "0202", "0203") == cost(grid, costs, "0203", "0202") == 1
    assert sum(c != PROHIBITED for c in costs) == 2


def test_costs_that_are_none(grid: Grid) -> None:
    """A step must cost at least one, and less than what means prohibited."""
    with pytest.raises(HexError, match="costs 0"):
        step_costs(grid, [0] * len(grid))
    with pytest.raises(HexError, match="not a step cost"):
        step_costs(grid, [PROHIBITED - 1] * len(grid), crossing={(0, 1): 5})
    with pytest.raises(HexError, match="for a map of 9"):
        step_costs(grid, [1])
    with pytest.raises(NotNeighboursError):
        step_costs(grid, [1] * len(grid), roads={(0, 8): 1})


def test_side_masks(grid: Grid) -> None:
    """A side is marked in both hexes."""
    a, b = grid.hexes(["0202", "0203"])
    assert side_masks(grid, [(a, b)])[a] == 1 << Direction.W
    assert side_masks(grid, [(a, b)])[b] == 1 << Direction.E

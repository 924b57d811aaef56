"""A small field for the tests of the kernels."""

from __future__ import annotations

from bocage.hexes import Grid
from bocage.hexes.tables import step_costs

GRID = Grid.rectangle((1, 9), (1, 9), shifted_west="odd")
PLAIN_COSTS = step_costs(GRID, [2] * len(GRID))
CLEAR = bytes(len(GRID))

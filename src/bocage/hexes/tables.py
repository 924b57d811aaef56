"""Tables that the kernels read, built once a map from what designers write down.

Costs are whole numbers. A game with half movement points counts in halves.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from bocage.hexes._kernel import PROHIBITED
from bocage.hexes.errors import HexError
from bocage.hexes.grid import OFF_MAP, Grid

Side = tuple[int, int]
"""Two neighbours, for the side between them."""


def step_costs(
    grid: Grid,
    entering: Sequence[int],
    crossing: Mapping[Side, int] | None = None,
    roads: Mapping[Side, int] | None = None,
) -> array[int]:
    """Return one cost a slot `6 * hex + direction`, for one class of units: what `Mobility` reads.

    A step costs what the hex entered costs plus what the side crossed adds, unless a road runs
    along it: then it costs only what the road says, even if ground or side are prohibited.

    Args:
        grid: the map.
        entering: the cost of each hex, or `PROHIBITED`.
        crossing: what a side adds, or `PROHIBITED`. `(a, b)` holds both ways unless `(b, a)`
            is given too.
        roads: what a step along a road costs, both ways likewise.

    Raises:
        HexError: a cost is below 1, or a sum too high to be distinguished from `PROHIBITED`.
        NotNeighboursError: a side lies between hexes that do not touch.
    """
    if len(entering) != len(grid):
        raise HexError(f"{len(entering)} entry costs for a map of {len(grid)} hexes")
    extra = _by_slot(grid, crossing or {})
    road = _by_slot(grid, roads or {})
    costs = array("h", [PROHIBITED]) * len(grid.neighbours)
    for slot, n in enumerate(grid.neighbours):
        if n == OFF_MAP:
            continue
        if slot in road:
            cost = road[slot]
        else:
            ground, side = entering[n], extra.get(slot, 0)
            if ground == PROHIBITED or side == PROHIBITED:
                continue
            cost = ground + side
        if not 1 <= cost < PROHIBITED:
            here, there = grid.numbers[slot // 6], grid.numbers[n]
            raise HexError(
                f"the step from {here} to {there} costs {cost}, which is not a step cost"
            )
        costs[slot] = cost
    return costs


def side_masks(grid: Grid, sides: Iterable[Side]) -> bytearray:
    """Return one mask of directions a hex, with the bits of these sides: what `Links` reads."""
    masks = bytearray(len(grid))
    for a, b in sides:
        d = grid.direction(a, b)
        masks[a] |= 1 << d
        masks[b] |= 1 << d.opposite
    return masks


def _by_slot(grid: Grid, sides: Mapping[Side, int]) -> dict[int, int]:
    slots: dict[int, int] = {}
    for (a, b), cost in sides.items():
        d = grid.direction(a, b)
        slots[6 * a + d] = cost
        if (b, a) not in sides:
            slots[6 * b + (d + 3) % 6] = cost
    return slots

"""The instance on which hex kernels are compared: two armies in contact on 45 by 45 hexes.

It follows the one our reference figures were measured on: 150 units, 75 a side; terrain by
mobility class, river and cliff sides, roads; half points; one point and a stop to enter an
enemy zone of control, one point to leave it; enemy hexes blocked; a stacking limit. The
ground is drawn from a fixed seed and the budgets are set so that a unit reaches about 176
hexes on average, as there.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from bocage.hexes.grid import Grid
from bocage.hexes.kernels import BLOCKED, PROHIBITED
from bocage.hexes.tables import Side, side_masks, step_costs

EDGE = 45
UNITS = 150
ENTER = LEAVE = 2  # half points
STACK = 3

# Terrain: weight, then half points for foot, motorised and armour.
TERRAIN = (
    (55, (2, 2, 2)),  # clear
    (18, (3, 4, 4)),  # bocage
    (12, (4, 8, 6)),  # wood
    (8, (2, 2, 2)),  # town
    (5, (4, 6, 6)),  # height
    (2, (PROHIBITED, PROHIBITED, PROHIBITED)),  # lake
)
ROAD = (2, 1, 1)
RIVER = (2, 6, 4)
BUDGET = (14, 22, 20)


@dataclass(frozen=True, slots=True)
class Instance:
    """Everything a search needs, in the buffers that the kernels read."""

    grid: Grid
    costs: tuple[array[int], ...]
    """A step-cost buffer for each mobility class."""
    places: array[int]
    """The hex of each unit; the first half is one side."""
    classes: bytes
    """The mobility class of each unit."""
    cliffs: bytearray
    """Masks of sides through which neither zones nor supply pass."""
    stacks: bytes
    """Units in each hex."""

    def enemies(self, side: int) -> range:
        """Return the units of the other side."""
        half = UNITS // 2
        return range(half) if side else range(half, UNITS)

    def friends(self, side: int) -> range:
        """Return the units of this side."""
        return self.enemies(1 - side)

    def side_of(self, unit: int) -> int:
        """0 for the western army, 1 for the eastern."""
        return int(unit >= UNITS // 2)

    def budget(self, unit: int) -> int:
        """Half points a unit has to move."""
        return BUDGET[self.classes[unit]]

    def blocked(self, side: int) -> bytearray:
        """Return a field in which the other side's hexes are blocked."""
        field = bytearray(len(self.grid))
        for u in self.enemies(side):
            field[self.places[u]] = BLOCKED
        return field

    def sources(self, side: int) -> tuple[int, ...]:
        """Return the hexes of the side's own edge of the map."""
        edge = 1 if side else EDGE
        return tuple(h for h in self.grid if self.grid.position(h) == edge)


def build(seed: int = 1944) -> Instance:
    """Return the instance of that seed."""
    draw = Random(seed)
    grid = Grid.rectangle((1, EDGE), (1, EDGE), shifted_west="odd")
    kinds = draw.choices(range(len(TERRAIN)), [weight for weight, _ in TERRAIN], k=len(grid))
    rivers, cliffs = _wander(grid, draw, 6), _scatter(grid, draw, 60)
    roads = _roads(grid, draw)
    costs = tuple(
        step_costs(
            grid,
            entering=[TERRAIN[kind][1][mobility] for kind in kinds],
            crossing=dict.fromkeys(rivers, RIVER[mobility]) | dict.fromkeys(cliffs, PROHIBITED),
            roads=dict.fromkeys(roads, ROAD[mobility]),
        )
        for mobility in range(3)
    )
    places = array("h")
    for side in range(2):
        taken: list[int] = []
        while len(taken) < UNITS // 2:
            row = draw.randint(1, EDGE)
            front = 23 + round(4 * ((row // 6) % 3 - 1))
            # Two units of three stand on the line, the others up to ten hexes behind it.
            depth = 1 if draw.random() < 2 / 3 else draw.randint(2, 10)
            h = grid.at(row, front - depth if side else front + depth)
            if h is not None and taken.count(h) < STACK and TERRAIN[kinds[h]][1][0] != PROHIBITED:
                taken.append(h)
        places.extend(taken)
    stacks = bytearray(len(grid))
    for h in places:
        stacks[h] += 1
    classes = bytes(draw.choices((0, 1, 2), (5, 2, 3), k=UNITS))
    return Instance(grid, costs, places, classes, side_masks(grid, cliffs), bytes(stacks))


def _wander(grid: Grid, draw: Random, count: int) -> set[Side]:
    """Rivers: the sides along the line of hexes from the north edge to the south edge."""
    sides: set[Side] = set()
    for _ in range(count):
        west = draw.randint(2, EDGE - 1)
        for row in range(1, EDGE + 1):
            a, b = grid.at(row, west), grid.at(row, west + 1)
            if a is not None and b is not None:
                sides.add((a, b))
            west = min(max(west + draw.choice((-1, 0, 0, 1)), 2), EDGE - 1)
    return sides


def _scatter(grid: Grid, draw: Random, count: int) -> set[Side]:
    """Cliffs: single sides here and there."""
    sides: set[Side] = set()
    for _ in range(count):
        h = draw.randrange(len(grid))
        sides.add((h, draw.choice(grid.around(h))))
    return sides


def _roads(grid: Grid, draw: Random) -> set[Side]:
    """Roads: straight lines between twenty pairs of places."""
    sides: set[Side] = set()
    for _ in range(20):
        line = grid.line(draw.randrange(len(grid)), draw.randrange(len(grid)))
        sides.update(pairwise(line))
    return {(a, b) for a, b in sides if (b, a) not in sides or a < b}

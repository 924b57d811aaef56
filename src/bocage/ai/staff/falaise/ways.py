"""Ways out of the pocket: each hex's distance from safety, for each class of German unit.

One search covers all goals at once, over reversed steps. The kernel starts at one place, so the
goals are leaves of a tree of extra hexes off the map. All leaves are equally deep, and the cost
of the tree is subtracted again. Costs are in half Movement Points.
"""

from __future__ import annotations

from array import array
from threading import local
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.games.falaise.board.ground import ZONE_86, key_of, road_key_of
from bocage.games.falaise.pieces.units import GERMAN
from bocage.hexes.directions import Direction
from bocage.hexes.kernels import PROHIBITED, UNREACHED, Mobility, Workspace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bocage.games.falaise.board.world import World

FOOT: Final = 0
WHEELS: Final = 1
ARMOUR: Final = 2
"""The classes of units: on foot, Mechanized, and armour, which does not cross the Trun bridge."""
EAST: Final = 0
SOUTH: Final = 1
"""The goals: beyond the Withdrawal Line, or off the south edge."""

RIVER: Final = 10
"""The cost of a river without a crossing: about a whole move (reading 49)."""
TOLL: Final = 6
"""The cost of an enemy zone: Op-Fire stops about every second unit in mid-move."""
FARTHEST: Final = 4000
KEPT: Final = 16
"""The searches to keep: four for each arrangement of the enemy."""


class Field(NamedTuple):
    """The distance of every hex from a goal, and the direction of the way there."""

    far: array[int]
    """Half points; `UNREACHED` or more without a way out."""
    via: array[int]
    """The direction from which the search came; the way leads the opposite way."""
    offset: int
    """The cost of the tree of goals."""

    def cost(self, h: int) -> int:
        """Return the half points from a hex to the goal."""
        found = self.far[h]
        return found - self.offset if found < UNREACHED else UNREACHED


class Ways:
    """The searches over one map."""

    def __init__(self, world: World) -> None:
        self._world: Final = world
        ground = world.ground
        edges = tuple(h for h in world.grid if ground.escaped[h] and self._is_edge(h, Direction.E))
        last = tuple(h for h in world.grid if ground.last_row[h])
        self._trees: Final = (
            _Tree(world.grid.neighbours, edges, Direction.E, (0, 2)),
            _Tree(world.grid.neighbours, last, Direction.SE, (0, 1)),
        )
        self._work: Final = tuple(Workspace(tree.size) for tree in self._trees)
        self._mobilities: dict[tuple[int, int, bool], Mobility] = {}
        self._kept: dict[tuple[int, int, bool, bytes], Field] = {}

    def _is_edge(self, h: int, d: Direction) -> bool:
        return self._world.grid.neighbours[6 * h + d] < 0

    def field(self, goal: int, kind: int, zone: bytes, *, opened: bool) -> Field:
        """Return the distances for a class of units, with the enemy's units and zones as they are.

        `zone` is `Position.zone(GERMAN)`; `opened` says that the 86th Corps Zone is open.
        """
        key = (goal, kind, opened, zone)
        found = self._kept.get(key)
        if found is None:
            tree, work = self._trees[goal], self._work[goal]
            mobility = self._mobility(goal, kind, opened)
            work.reach(mobility, tree.root, FARTHEST, zone + tree.blank)
            found = Field(work.costs[:], work.via[:], tree.depth)  # type: ignore[arg-type]
            if len(self._kept) >= KEPT:
                self._kept.clear()
            self._kept[key] = found
        return found

    def measured(
        self, goal: int, kind: int, zone: bytes, *, opened: bool
    ) -> tuple[Sequence[int], int]:
        """Return the costs of `field` and what to subtract. The next search overwrites them."""
        tree, work = self._trees[goal], self._work[goal]
        work.reach(self._mobility(goal, kind, opened), tree.root, FARTHEST, zone + tree.blank)
        return work.costs, tree.depth

    def path(self, field: Field, h: int, most: int) -> list[int]:
        """Return the next hexes on the way out, at most so many, the first one not included."""
        found: list[int] = []
        if field.far[h] >= UNREACHED:
            return found
        neighbours, via = self._world.grid.neighbours, field.via
        for _ in range(most):
            h = neighbours[6 * h + (via[h] + 3) % 6]
            if h < 0:
                break
            found.append(h)
        return found

    def _mobility(self, goal: int, kind: int, opened: bool) -> Mobility:
        key = (goal, kind, opened)
        found = self._mobilities.get(key)
        if found is None:
            tree = self._trees[goal]
            costs = tree.costs(self._turned(kind, opened))
            found = Mobility(tree.neighbours, costs, leave_zone=TOLL)
            self._mobilities[key] = found
        return found

    def _turned(self, kind: int, opened: bool) -> array[int]:
        """Return the costs of reversed steps, each under the side that it enters by."""
        ground, grid = self._world.ground, self._world.grid
        bars = 0 if opened else ZONE_86
        armor = int(kind == ARMOUR)
        plain = ground.kept_costs(key_of(GERMAN, int(kind != FOOT), armor, bars))
        road = ground.kept_costs(road_key_of(armor, bars))
        found = array("h", [PROHIBITED]) * len(plain)
        for h in grid:
            for d in range(6):
                n = grid.neighbours[6 * h + d]
                if n < 0:
                    continue
                slot = 6 * n + (d + 3) % 6
                cost = min(plain[slot], road[slot]) if kind != FOOT else plain[slot]
                if cost == PROHIBITED and ground.river[h] >> d & 1:
                    cost = RIVER if not ground.is_barred(bars, h) else PROHIBITED
                if ground.escaped[h] and ground.escaped[n]:
                    cost = 1
                found[6 * h + d] = cost
        return found


class _Tree:
    """The map with a tree of extra hexes; its root is equally far from every goal."""

    def __init__(
        self,
        neighbours: array[int],
        goals: tuple[int, ...],
        out: Direction,
        slots: tuple[int, int],
    ) -> None:
        """Build the tree. `out` leads away from the goals; `slots` lead to the two children."""
        self._map: Final = len(neighbours)
        found = array("h", neighbours)
        self._ways: list[int] = []
        level: list[int] = []
        for h in goals:
            node = len(found) // 6
            found.extend([-1] * 6)
            found[6 * h + out] = node
            found[6 * node + out.opposite] = h
            self._ways.append(6 * node + out.opposite)
            level.append(node)
        depth = 1
        while len(level) > 1:
            above: list[int] = []
            for i in range(0, len(level), 2):
                node = len(found) // 6
                found.extend([-1] * 6)
                for slot, child in zip(slots, level[i : i + 2], strict=False):
                    found[6 * node + slot] = child
                    found[6 * child + (slot + 3) % 6] = node
                    self._ways.append(6 * node + slot)
                above.append(node)
            level = above
            depth += 1
        self.root: Final = level[0]
        self.depth: Final = depth
        self.neighbours: Final = found
        self.size: Final = len(found) // 6
        self.blank: Final = bytes(self.size - self._map // 6)

    def costs(self, steps: array[int]) -> array[int]:
        """Return the costs of the map's steps with those from the root down to the goals."""
        found = array("h", steps) + array("h", [PROHIBITED]) * (len(self.neighbours) - self._map)
        for slot in self._ways:
            found[slot] = 1
        return found


class _Made(local):
    """The ways that each thread has built. Threads do not share work arrays."""

    def __init__(self) -> None:
        self.of: Final[dict[int, tuple[World, Ways]]] = {}


_MADE: Final = _Made()


def ways_of(world: World) -> Ways:
    """Return the ways over the map of a world, made once for each thread."""
    found = _MADE.of.get(id(world))
    if found is None:
        found = _MADE.of[id(world)] = (world, Ways(world))
    return found[1]

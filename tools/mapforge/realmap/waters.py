"""The waters of a real map laid along the sides of the lattice, each one whole chain.

`waters.csv` says in which order they are laid and what each joins at its two ends:
another water, the `edge` of the sheet, `free` where a later one will join it, or
`blind: reason` where it stops for a reason a player may ask about.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import TYPE_CHECKING, Final

from mapforge.geometry import Point, resampled
from mapforge.realmap.banks import banks, chain_between
from mapforge.snapping import place

if TYPE_CHECKING:
    from pathlib import Path

    from bocage.hexes.grid import Vertex
    from mapforge.realmap.features import Feature
    from mapforge.realmap.lattice import Lattice
    from mapforge.snapping import HexPair

KINDS: Final = {"major river": "major river", "minor river": "river", "canal": "canal"}
"""Class of a water in the table, and its kind in a pack."""

_STEP_KM: Final = 0.25


@dataclass
class Water:
    """A water with its course on the plane and its chain on the lattice."""

    feature: Feature
    first: str
    """What it joins at the first point of its course."""
    last: str
    course: list[Point]
    """The part on the sheet, in kilometres west and south."""
    corners: list[Vertex]
    sides: list[HexPair]
    against: list[Point] = field(default_factory=list[Point])
    """Anchors that the lattice could not keep on their own bank."""

    @property
    def kind(self) -> str:
        """Return its kind in a pack."""
        return KINDS[self.feature.grade]


def read_joints(folder: Path) -> list[tuple[str, str, str]]:
    """Id, first and last joint of each water, in the order of laying (`waters.csv`)."""
    with (folder / "waters.csv").open(encoding="utf-8", newline="") as file:
        return [(row["id"], row["first"], row["last"]) for row in csv.DictReader(file)]


def lay(
    lattice: Lattice,
    features: Iterable[Feature],
    joints: Sequence[tuple[str, str, str]],
    anchors: Sequence[Point],
) -> dict[str, Water]:
    """Return all waters, by id, in the order of the joints."""
    by_id = {feature.id: feature for feature in features if feature.kind == "water"}
    if missing := set(by_id) ^ {water for water, _, _ in joints}:
        raise ValueError(f"waters.csv and the waters differ: {', '.join(sorted(missing))}")
    found: dict[str, Water] = {}
    for water, first, last in joints:
        whole = [lattice.plane(point) for point in by_id[water].points]
        course = on_sheet(lattice, whole)
        cells, against = banks(lattice.net, course, anchors)
        start = _free_end(found.get(first), course[0]) or _end_corner(
            lattice, first, course[0], found
        )
        goal = _end_corner(lattice, last, course[-1], found)
        corners = chain_between(lattice.net, course, cells, start, goal)
        corners = _until_touch(corners, found.get(last))
        # Where it goes on from another's free end nothing is cut: that end would be left over.
        if start != _free_end(found.get(first), course[0]):
            corners = _until_touch(corners[::-1], found.get(first))[::-1]
        sides = lattice.net.sides_of(corners)
        found[water] = Water(by_id[water], first, last, course, corners, sides, against)
    return found


def on_sheet(lattice: Lattice, course: Sequence[Point]) -> list[Point]:
    """Return the part of a course that lies on the sheet, from its first such point to its last."""
    fine = resampled(course, _STEP_KM)
    lies = [lattice.grid.nearest(*point) is not None for point in fine]
    first, last = lies.index(True), len(lies) - 1 - lies[::-1].index(True)
    if not all(lies[first : last + 1]):
        raise ValueError("a course leaves the sheet and comes back")
    kept = [point for point in course if lattice.grid.nearest(*point) is not None]
    # Where it crosses the edge of the sheet it is cut at the last point that lies on it.
    before = [] if lies[0] else [fine[first]]
    after = [] if lies[-1] else [fine[last]]
    return [*before, *kept, *after]


def side_nearest(water: Water, point: Point) -> HexPair:
    """Return the side of a water's chain whose middle lies nearest to a point of the plane."""

    def away(i: int) -> float:
        (ax, ay), (bx, by) = place(water.corners[i]), place(water.corners[i + 1])
        return hypot((ax + bx) / 2 - point[0], (ay + by) / 2 - point[1])

    return water.sides[min(range(len(water.sides)), key=lambda i: (round(away(i), 6), i))]


def _free_end(other: Water | None, near: Point) -> Vertex | None:
    """Return the end that another water left free near a point, for this one to go on from."""
    if other is None:
        return None
    for joint, corner in ((other.first, other.corners[0]), (other.last, other.corners[-1])):
        x, y = place(corner)
        if joint == "free" and hypot(x - near[0], y - near[1]) < 1:
            return corner
    return None


def _end_corner(lattice: Lattice, joint: str, end: Point, laid: dict[str, Water]) -> Vertex:
    if joint in laid:
        among: Iterable[Vertex] = laid[joint].corners
    elif joint == "edge":
        among = [corner for corner in lattice.net.joined if _is_at_edge(lattice, corner)]
    elif joint == "free" or joint.startswith("blind:"):
        return lattice.net.nearest(end)
    else:
        raise ValueError(f"waters.csv: {joint} is not laid yet")

    def away(corner: Vertex) -> tuple[float, Vertex]:
        x, y = place(corner)
        return round(hypot(x - end[0], y - end[1]), 6), corner

    return min(among, key=away)


def _is_at_edge(lattice: Lattice, corner: Vertex) -> bool:
    return len(lattice.net.joined[corner]) < 3


def _until_touch(corners: list[Vertex], other: Water | None) -> list[Vertex]:
    """Return the chain up to the first corner of its last few that another water has too.

    Only the last few, because two waters may run side by side for a while.
    """
    if other is None:
        return corners
    theirs = set(other.corners)
    for i in range(max(1, len(corners) - 3), len(corners)):
        if corners[i] in theirs:
            return corners[: i + 1]
    return corners

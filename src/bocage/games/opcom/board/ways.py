"""The map as marching troops meet it: ground, water, roads, and the cheapest way (6, 7).

Places are points in metres east and north of the map's origin. Under them lies the lattice of one
kilometre, for ground, neighbours and ways off the road; ranges are straight lines; a road has the
length of its link. A way is a list of short stretches, so that a marching unit can be stopped
anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import Final

from bocage.games.opcom.board.figures import Movement
from bocage.games.opcom.board.net import (
    Ground,
    Marcher,
    Net,
    Point,
    Stretch,
    cross,
    crossed_at,
    km_between,
)
from bocage.maps.pack import Pack

__all__ = ["Ground", "Marcher", "Point", "Stretch", "Ways", "km_between"]

_GROUND: Final[Mapping[str, Ground]] = {
    "woods": "close",
    "built-up": "close",
    "marsh": "marsh",
    "polder": "marsh",
}
_BAD: Final = ("bocage", "walled fields", "mountains")
_MAJOR: Final = "major river"
_WET_CELLS: Final = frozenset({"sea", "lake", "water"})
_MOST_KNOWN: Final = 4096
"""Ways that are kept before all are forgotten."""
_MOST_KNOWN_BACK: Final = 512
_MOST_CELLS: Final = 1 << 16
"""Points whose cells are kept before all are forgotten."""
_SQUARE: Final = 2000
"""Metres of a square by which stretches of water are found."""


class Ways:
    """Everything that a pack says of ground and ways. It never changes."""

    def __init__(self, pack: Pack, figures: Movement) -> None:
        self.pack: Final = pack
        self.figures: Final = figures
        self.grid: Final = pack.grid
        proj = pack.projection
        self._lat0, self._lon0 = proj.lat, proj.lon
        self._ky, self._kx = proj.km_per_degree_lat * 1000, proj.km_per_degree_lon * 1000
        self._known: dict[object, list[Stretch] | None] = {}
        self._known_back: dict[object, list[list[Stretch] | None]] = {}
        self._cells: dict[Point, int | None] = {}
        self.crossing_numbers: Final = {c.id: i for i, c in enumerate(pack.crossings)}
        self.place_numbers: Final = {p.id: i for i, p in enumerate(pack.places)}

    # Points ------------------------------------------------------------------------------

    def xy(self, lat: float, lon: float) -> Point:
        """Return a point of the earth in metres."""
        return round((lon - self._lon0) * self._kx), round((lat - self._lat0) * self._ky)

    def earth(self, point: Point) -> tuple[float, float]:
        """Latitude and longitude of a point."""
        return self._lat0 + point[1] / self._ky, self._lon0 + point[0] / self._kx

    def cell(self, point: Point) -> int | None:
        """Return the cell of the lattice that holds a point; None beyond the edge."""
        # Marches ask for the same points again and again: ends of roads, middles of cells.
        known = self._cells
        if point not in known:
            if len(known) >= _MOST_CELLS:
                known.clear()
            known[point] = self.grid.nearest(*self.pack.projection.to_plane(*self.earth(point)))
        return known[point]

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell."""
        return self._centres[cell]

    @cached_property
    def _centres(self) -> tuple[Point, ...]:
        to_earth, centre = self.pack.projection.to_earth, self.grid.centre
        return tuple(self.xy(*to_earth(*centre(h))) for h in self.grid)

    @cached_property
    def _ground_of(self) -> tuple[Ground, ...]:
        return tuple(
            "close" if "close" in each.flags else _GROUND.get(each.terrain, "open")
            for each in self.pack.hexes
        )

    def ground(self, point: Point) -> Ground:
        """Return the ground at a point; beyond the edge it is open."""
        cell = self.cell(point)
        return "open" if cell is None else self._ground_of[cell]

    def ground_in(self, cell: int) -> Ground:
        """Return the ground of a cell."""
        return self._ground_of[cell]

    def is_city(self, point: Point) -> bool:
        """Return whether it lies in a marked city (9.14.3)."""
        cell = self.cell(point)
        if cell is None:
            return False
        there = self.pack.hexes[cell]
        marked = "cities" in self.pack.facts and there.settlement in ("city", "fortress")
        return marked or "city" in there.flags

    def is_land(self, cell: int) -> bool:
        """Return whether one can stand there: open water and the sea are not ground for anybody."""
        return self.pack.hexes[cell].terrain not in _WET_CELLS

    def is_bad(self, point: Point) -> bool:
        """Return whether attacks are looked up in the column for bad terrain (9.14.4, reading
        4.26).
        """
        cell = self.cell(point)
        if cell is None:
            return False
        ground = self.pack.hexes[cell]
        return "bad" in ground.flags or ground.terrain in _BAD

    def overlooks(self, point: Point) -> bool:
        """Return whether it lies on high ground (9.10.1)."""
        cell = self.cell(point)
        return cell is not None and "heights" in self.pack.hexes[cell].flags

    # Water -------------------------------------------------------------------------------

    @cached_property
    def _waters(self) -> tuple[tuple[str, str, tuple[Point, ...]], ...]:
        wet = ("river", "canal", _MAJOR)
        return tuple(
            (line.kind, line.name, tuple(self.xy(*p) for p in line.points))
            for line in self.pack.lines
            if line.kind in wet
        )

    def waters_between(self, a: Point, b: Point) -> list[tuple[str, str]]:
        """Kind and name of the waters that a straight line crosses."""
        met = self._stretches_met(a, b)
        if not met:
            return []
        return [self._waters[number][:2] for number in sorted({each[0] for each in met})]

    def _stretches_met(self, a: Point, b: Point) -> list[tuple[int, Point, Point]]:
        """Return the stretches of water that a straight line crosses, some of them twice."""
        found: list[tuple[int, Point, Point]] = []
        (ax, ay), (bx, by), squares = a, b, self._wet_squares
        east, north = bx - ax, by - ay
        for x in range(min(ax, bx) // _SQUARE, max(ax, bx) // _SQUARE + 1):
            for y in range(min(ay, by) // _SQUARE, max(ay, by) // _SQUARE + 1):
                for each in squares.get((x, y), ()):
                    # The first half of `cross`, written out: most stretches lie to one side.
                    _, (px, py), (qx, qy) = each
                    left = east * (py - ay) - north * (px - ax) >= 0
                    if left != (east * (qy - ay) - north * (qx - ax) >= 0) and cross(
                        a, b, each[1], each[2]
                    ):
                        found.append(each)
        return found

    def waters_met(self, a: Point, b: Point) -> list[tuple[float, float, str]]:
        """Where a straight line from `a` to `b` crosses water, in order from `a`.

        Each has the share of the line up to there, how squarely the water is met (1 at a right
        angle, 0 along it), and what kind of water it is.
        """
        found: dict[tuple[int, Point, Point], tuple[float, float, str]] = {}
        for number, p, q in self._stretches_met(a, b):
            share, square = crossed_at(a, b, p, q)
            found[number, p, q] = share, square, self._waters[number][0]
        return sorted(found.values())

    @cached_property
    def _wet_squares(self) -> dict[tuple[int, int], list[tuple[int, Point, Point]]]:
        """Stretches of water by the squares that their frames touch."""
        found: dict[tuple[int, int], list[tuple[int, Point, Point]]] = {}
        for number, (_, _, line) in enumerate(self._waters):
            for p, q in pairwise(line):
                for x in range(min(p[0], q[0]) // _SQUARE, max(p[0], q[0]) // _SQUARE + 1):
                    for y in range(min(p[1], q[1]) // _SQUARE, max(p[1], q[1]) // _SQUARE + 1):
                        found.setdefault((x, y), []).append((number, p, q))
        return found

    # Roads -------------------------------------------------------------------------------

    @cached_property
    def net(self) -> Net:
        """Roads and cells as one graph; it is laid when somebody first marches."""
        return Net(self)

    def ways_to(self, starts: list[Point], end: Point, who: Marcher) -> list[list[Stretch] | None]:
        """Return the cheapest way from each of several points to one; see `net_back`."""
        from bocage.games.opcom.board.net import Back

        # Who stands next to the enemy asks again in the next half of the turn, from the same place.
        asked = (tuple(starts), end, self.net.going(who))
        if asked not in self._known_back:
            if len(self._known_back) >= _MOST_KNOWN_BACK:
                self._known_back.clear()
            self._known_back[asked] = Back(self.net, end, who).ways(starts)
        return [None if each is None else list(each) for each in self._known_back[asked]]

    def way(self, start: Point, end: Point, who: Marcher) -> list[Stretch] | None:
        """Return the cheapest way from one point to another, or None if there is none."""
        if who.key is None:
            return self.net.way(start, end, who)
        asked = (start, end, self.net.going(who))
        if asked not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[asked] = self.net.way(start, end, who)
        found = self._known[asked]
        return None if found is None else list(found)

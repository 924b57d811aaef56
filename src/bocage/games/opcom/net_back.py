"""Many ways to one goal at once: a search from the goal back to every start (reading 3.12).

Whoever breaks contact looks at many ways out that all lead to the same place. One search from
there finds them all; each is as cheap as the one that a search of its own would find.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from math import hypot
from typing import TYPE_CHECKING

from bocage.games.opcom.net import CLASSES, LONG, Stretch, off_road_over
from bocage.games.opcom.plane import Point, metres

if TYPE_CHECKING:
    from bocage.games.opcom.net import Marcher, Net

_Edge = tuple[int, Stretch, int, int]


class Back:
    """One search back from a goal."""

    def __init__(self, net: Net, end: Point, who: Marcher) -> None:
        self._net, self._end, self._who = net, end, who
        self._goals = net.gates(end, who)
        self._costs = [
            who.cost(ground, road, lane) * (1.0 if road else who.shuns)
            for ground, road, lane in CLASSES
        ]
        self._borne: dict[int, bool] = {-1: True}
        self._next: dict[int, tuple[int, Stretch]] = {}
        self._done: dict[int, float] = {}

    def ways(self, starts: Sequence[Point]) -> list[list[Stretch] | None]:
        """The cheapest way from each start, or None."""
        gates = [self._net.gates(start, self._who) for start in starts]
        self._search({gate for several in gates for gate in several})
        return [self._way(start, several) for start, several in zip(starts, gates, strict=True)]

    def _search(self, wanted: set[int]) -> None:
        points, done, who = self._net.points, self._done, self._who
        spots = [points[gate] for gate in wanted]
        if not spots or not self._goals:
            return
        mid_x = sum(x for x, _ in spots) / len(spots)
        mid_y = sum(y for _, y in spots) / len(spots)
        reach = max(hypot(x - mid_x, y - mid_y) for x, y in spots)
        least = min(who.cost(each, True, False) for each in ("open", "close", "marsh")) / 1000
        best = [1e18] * len(points)
        for goal in self._goals:
            best[goal] = 0.0
        heap = [(0.0, 0.0, goal) for goal in self._goals]
        left = set(wanted)
        into, costs, river, found = self._net.into, self._costs, who.river_cost, self._next
        borne, passes = self._borne, off_road_over(who)
        while heap and left:
            _, spent, node = heappop(heap)
            if node in done:
                continue
            done[node] = spent
            left.discard(node)
            if len(done) == LONG:
                left &= self._net.parts_of(who).of(left, self._goals)
            # As in `Net.way`: nothing is called from this loop that need not be.
            for other, stretch, kind, wet in into(node):
                if other in done:
                    continue
                _, _, km, road, _, crossing, _, _, _ = stretch
                if not road:
                    if not passes[wet]:
                        continue
                elif crossing >= 0:
                    if crossing not in borne:
                        borne[crossing] = who.bears(crossing)
                    if not borne[crossing]:
                        continue
                reached = spent + km * costs[kind]
                if wet == 1:
                    reached += river
                if reached < best[other]:
                    best[other] = reached
                    found[other] = (node, stretch)
                    x, y = points[other]
                    rest = hypot(x - mid_x, y - mid_y) - reach
                    guess = reached + least * rest if rest > 0 else reached
                    heappush(heap, (guess, reached, other))

    def _way(self, start: Point, gates: Sequence[int]) -> list[Stretch] | None:
        off = self._who.cost(self._net.ways.ground(start), False, False) * self._who.shuns
        ends = [
            (metres(start, self._net.points[gate]) / 1000 * off + self._done[gate], gate)
            for gate in gates
            if gate in self._done
        ]
        if not ends:
            return None
        _, node = min(ends, key=lambda each: each[0])
        at = self._net.points[node]
        found = [Stretch(*at, metres(start, at) / 1000, False, False, -1, -1, False)]
        while node in self._next and node not in self._goals:
            node, stretch = self._next[node]
            found.append(stretch)
        return self._net.finished(found, self._end, self._who)

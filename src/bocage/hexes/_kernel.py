"""The inner loops: reach, shortest path, zones of control, supply floods.

One source, two variants. Imported as it stands it is plain Python; compiled by Cython as
`_kernel_c`, with the types of `_kernel_c.pxd`, it is some fifty times faster. Both give
the same results, which the tests check. Use it through `bocage.hexes.kernels`.

Everything is a flat buffer. A *slot* is `6 * hex + direction`. A *field* has one byte a hex, of
which the search reads the bits `BLOCKED`, `ZONE` and `DEAR`. Anything that could make an index
leave a buffer is checked when an object is made or a call begins, because the compiled variant does
not check inside its loops.
"""

# The classes here are one another's innards.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from array import array
from collections.abc import Iterable, MutableSequence, Sequence

# C variables in the compiled variant, so that loops do not look them up as Python objects.
_BLOCKED = 1
_ZONE = 2
_DEAR = 4
_SPECIAL = 7
_PROHIBITED = 32_767
_FAR = 1 << 30
_NO_LIMIT = _FAR - _PROHIBITED
# Rows of `Mobility._extra`, 8 entries each: what a step costs more by what the hex entered is,
# from a hex in no zone, from one in a zone, and from one in a zone that may enter no other.
_LEAVING = 8
_CAUGHT = 16

BLOCKED = _BLOCKED
"""Bit of a field: the hex may not be entered."""
ZONE = _ZONE
"""Bit of a field: the hex lies in an enemy zone of control."""
DEAR = _DEAR
"""Bit of a field: the hex costs more to enter, for a while (enemy air, mud)."""
PROHIBITED = _PROHIBITED
"""Step cost of a side that may not be crossed."""
UNREACHED = _FAR
"""Cost or distance of a hex that was not reached: this or more, above all that were."""
NO_LIMIT = _NO_LIMIT
"""A budget or distance without a limit."""

# Interpreted, lists are faster than arrays; compiled, only arrays have a buffer.
_COMPILED = __name__.endswith("_c")


def _buffer(kind: str, values: Sequence[int]) -> MutableSequence[int]:
    return array(kind, values) if _COMPILED else list(values)


def _check_neighbours(neighbours: Sequence[int]) -> int:
    size, rest = divmod(len(neighbours), 6)
    if rest:
        raise ValueError(f"neighbours come six a hex, not {len(neighbours)} in all")
    for slot, n in enumerate(neighbours):
        if not -1 <= n < size:
            raise ValueError(f"the neighbour {n} is not on a map of {size} hexes")
        h, d = divmod(slot, 6)
        if n >= 0 and neighbours[6 * n + (d + 3) % 6] != h:
            raise ValueError(f"hex {n} is a neighbour of {h}, but {h} is none of {n}")
    return size


class Mobility:
    """The cost of a step for one class of units, and the effect of zones of control.

    `costs` has one entry a slot: the cost of leaving the hex in that direction, 1 to `PROHIBITED`;
    terrain, hexside and road are merged beforehand.
    """

    def __init__(
        self,
        neighbours: Sequence[int],
        costs: Sequence[int],
        enter_zone: int = 0,
        leave_zone: int = 0,
        stop_in_zone: bool = False,
        zone_to_zone: int = 0,
        enter_dear: int = 0,
        break_zone: int = 0,
    ) -> None:
        """Prepare a class of units.

        Args:
            neighbours: six a hex, -1 off the map, as `Grid.neighbours`.
            costs: the step-cost buffer.
            enter_zone: added to a step into a zone.
            leave_zone: added to a step out of a zone.
            stop_in_zone: whether a unit that enters a zone ends its move there.
            zone_to_zone: steps from zone to zone: 0 free, 1 not from the start hex, 2 never.
            enter_dear: added to a step into a hex that is dear.
            break_zone: added to a step out of a zone into a hex that lies in none.
        """
        self.size = _check_neighbours(neighbours)
        if len(costs) != len(neighbours):
            raise ValueError(f"{len(costs)} step costs for {len(neighbours)} sides")
        dearest, cheapest = 0, _PROHIBITED
        for slot, cost in enumerate(costs):
            if not 1 <= cost <= _PROHIBITED:
                raise ValueError(f"step cost {cost} of slot {slot} is not 1 to {_PROHIBITED}")
            if cost != _PROHIBITED:
                if neighbours[slot] < 0:
                    raise ValueError(f"slot {slot} leads off the map but is not prohibited")
                dearest, cheapest = max(dearest, cost), min(cheapest, cost)
        for extra in (enter_zone, leave_zone, enter_dear, break_zone):
            if not 0 <= extra < _PROHIBITED:
                raise ValueError(f"extra cost {extra} is not 0 to {_PROHIBITED - 1}")
        if not 0 <= zone_to_zone <= 2:
            raise ValueError(f"zone_to_zone is 0, 1 or 2, not {zone_to_zone}")
        self._neighbours = _buffer("h", neighbours)
        self._step = _buffer("h", costs)
        # A prohibited step leads back to the hex itself, which is never cheaper.
        self._to = _buffer(
            "h",
            [
                slot // 6 if cost == _PROHIBITED else neighbours[slot]
                for slot, cost in enumerate(costs)
            ],
        )
        self._stop = stop_in_zone
        self._hop = zone_to_zone
        self._extra = _buffer(
            "i",
            [
                _NO_LIMIT
                if flags & _BLOCKED or (row == _CAUGHT and flags & _ZONE)
                else (leave_zone if row else 0)
                + (enter_zone if flags & _ZONE else break_zone if row else 0)
                + (enter_dear if flags & _DEAR else 0)
                for row in (0, _LEAVING, _CAUGHT)
                for flags in range(8)
            ],
        )
        self._cheapest = cheapest
        # One bucket for every cost that can be waiting at a time, rounded up to a power of 2.
        extras = enter_zone + leave_zone + enter_dear + break_zone
        self._buckets = 1 << (dearest + extras).bit_length()


class Links:
    """Which sides let something through that has no cost: supply, zones of control."""

    def __init__(self, neighbours: Sequence[int], closed: Sequence[int] | None = None) -> None:
        """Prepare the sides.

        Args:
            neighbours: six a hex, -1 off the map, as `Grid.neighbours`.
            closed: one mask of directions a hex, those through which nothing passes from
                there. A side closed both ways is closed in both hexes' masks.
        """
        self.size = _check_neighbours(neighbours)
        if closed is not None and len(closed) != self.size:
            raise ValueError(f"{len(closed)} masks for {self.size} hexes")
        # A side without a way through leads back to the hex itself: one test less in the loops.
        to = list(neighbours)
        for h in range(self.size):
            for d in range(6):
                if to[6 * h + d] < 0 or (closed is not None and closed[h] >> d & 1):
                    to[6 * h + d] = h
        self._to = _buffer("h", to)


class Workspace:
    """The work arrays for one map, made once; each thread needs its own.

    Results stay in `costs`, `via` and `distances` until the next search or flood; copy
    what must last longer.
    """

    def __init__(self, size: int) -> None:
        """Make room for a map of `size` hexes."""
        if not 0 <= size <= _PROHIBITED:
            raise ValueError(f"a map has 0 to {_PROHIBITED} hexes, not {size}")
        self.size = size
        self.costs = _buffer("i", [_FAR] * size)
        """After `reach`: the cost of each hex, or `UNREACHED`. After `path`: along the path."""
        self.via = _buffer("h", [0] * size)
        """The direction of the step that entered each hex whose cost is known.

        Of several cheapest ways into a hex it is the lowest direction; that settles all ties.
        """
        self.distances = _buffer("i", [_FAR] * size)
        """After `flood`: the steps from the nearest source, or `UNREACHED` or more."""
        self._cost = self.costs
        self._way = self.via
        self._distance = self.distances
        self._queue = _buffer("h", [0] * (6 * size + 2))
        self._flooded = _buffer("h", [0] * (size + 1))
        self._link = _buffer("i", [0] * (6 * size + 2))
        self._head = _buffer("i", [-1] * 64)
        self._hexes = list(range(size))  # ready-made numbers, which C need not make again
        self._mobility: Mobility | None = None
        self._start = 0
        self._low = 0
        self._high = -1
        self._used = 0

    def reach(self, mobility: Mobility, start: int, budget: int, field: Sequence[int]) -> int:
        """Find all hexes that can be reached from `start` for `budget` or less.

        Blocked hexes are not entered, but the start may be one. Return how many hexes were reached
        besides the start.
        """
        self._check(mobility, start, field)
        return self._search(mobility, start, -1, min(budget, _NO_LIMIT), field)

    def destinations(
        self,
        load: Sequence[int],
        most: int,
        names: list[int] | None = None,
        other: Workspace | None = None,
    ) -> list[int]:
        """Return the hexes reached where a unit may stop: those whose load is `most` or less.

        They are in the order of the hexes, without the start. A full hex is not a destination but
        may have been passed. With `names`, one number a hex, these are listed instead of the hexes;
        with `other`, the hexes that its last search reached count too.
        """
        cost, start, far = self._cost, self._start, _FAR
        also = cost if other is None else other._cost
        hexes = self._hexes if names is None else names
        low, high = self._low, self._high
        if other is not None:
            low, high = min(low, other._low), max(high, other._high)
        if len(load) != self.size or len(hexes) != self.size or len(also) != self.size:
            raise ValueError(f"loads, names and maps are all of {self.size} hexes")
        found: list[int] = []
        for h in range(low, high + 1):
            if (cost[h] != far or also[h] != far) and load[h] <= most and h != start:
                found.append(hexes[h])  # noqa: PERF401 (a comprehension would be slower in C)
        return found

    def path(
        self,
        mobility: Mobility,
        start: int,
        goal: int,
        field: Sequence[int],
        budget: int = NO_LIMIT,
    ) -> list[int]:
        """Return the cheapest path, both ends included, or an empty list where there is none.

        Its cost is then `costs[goal]`; ties are settled as `via` says.
        """
        self._check(mobility, start, field)
        if not 0 <= goal < self.size:
            raise ValueError(f"no hex {goal} on a map of {self.size} hexes")
        self._search(mobility, start, goal, min(budget, _NO_LIMIT), field)
        return self.path_to(goal)

    def path_to(self, h: int) -> list[int]:
        """Return the cheapest path to a hex that the last search reached, or an empty list."""
        mobility = self._mobility
        if not 0 <= h < self.size:
            raise ValueError(f"no hex {h} on a map of {self.size} hexes")
        found: list[int] = []
        if mobility is None or self._cost[h] == _FAR:
            return found
        to, way = mobility._neighbours, self._way
        while h != self._start:
            found.append(h)
            h = to[6 * h + (way[h] + 3) % 6]
        found.append(h)
        found.reverse()
        return found

    def flood(
        self,
        links: Links,
        sources: Iterable[int],
        field: Sequence[int],
        barred: int,
        ends: int = 0,
        most: int = NO_LIMIT,
    ) -> int:
        """Find all hexes that can be reached from the sources, step by step.

        Args:
            links: the sides that are open.
            sources: hexes; those that are barred give nothing.
            field: one byte a hex.
            barred: bits of the field; a hex with one of them is not entered.
            ends: bits of the field; a hex with one of them is entered but not passed, unless
                it is a source itself.
            most: steps from a source, at most.

        Returns how many hexes were reached, sources included.
        """
        distance, queue, to, far = self._distance, self._flooded, links._to, _FAR
        if links.size != self.size:
            raise ValueError(f"links of {links.size} hexes on a map of {self.size} hexes")
        if len(field) != self.size:
            raise ValueError(f"a field of {len(field)} bytes on a map of {self.size} hexes")
        # Barred hexes are marked beforehand: one test less at each side.
        for h in range(self.size):
            distance[h] = far + 1 if field[h] & barred else far
        last = 0
        for source in sources:
            h = source
            if not 0 <= h < self.size:
                raise ValueError(f"no hex {h} on a map of {self.size} hexes")
            if distance[h] == far:
                distance[h] = 0
                queue[last] = h
                last += 1
        done = 0
        while done < last:
            h = queue[done]
            done += 1
            steps = distance[h] + 1
            if steps > most:
                break
            if field[h] & ends and steps > 1:
                continue
            for slot in range(6 * h, 6 * h + 6):
                n = to[slot]
                if distance[n] == far:
                    distance[n] = steps
                    queue[last] = n
                    last += 1
        return last

    def _check(self, mobility: Mobility, start: int, field: Sequence[int]) -> None:
        if mobility.size != self.size:
            raise ValueError(f"mobility of {mobility.size} hexes on a map of {self.size} hexes")
        if len(field) != self.size:
            raise ValueError(f"a field of {len(field)} bytes on a map of {self.size} hexes")
        if not 0 <= start < self.size:
            raise ValueError(f"no hex {start} on a map of {self.size} hexes")
        if mobility._buckets > len(self._head):
            self._head = _buffer("i", [-1] * mobility._buckets)

    def _first_steps(
        self, mobility: Mobility, start: int, budget: int, field: Sequence[int]
    ) -> int:
        """The directions, as bits, in which a single step can be paid; `_check` has passed."""
        to, step, extra = mobility._to, mobility._step, mobility._extra
        row = 0
        if field[start] & _ZONE:
            row = _CAUGHT if mobility._hop else _LEAVING
        found = 0
        for d in range(6):
            n = to[6 * start + d]
            price = step[6 * start + d] + extra[row + (field[n] & _SPECIAL)]
            if n != start and price <= budget:
                found |= 1 << d
        return found

    def _search(
        self, mobility: Mobility, start: int, goal: int, budget: int, field: Sequence[int]
    ) -> int:
        """Run Dijkstra's algorithm with Dial's queue: a ring of buckets, one a cost, each a chain
        of entries.

        An entry is pushed whenever a hex becomes cheaper, at most once a side, and is stale
        if the hex has become cheaper since.
        """
        cost, way, head, link, queue = self._cost, self._way, self._head, self._link, self._queue
        to, step, extra = mobility._to, mobility._step, mobility._extra
        # Locals, so that the compiler need not fear that a store into a buffer changes them.
        zone, special, far = _ZONE, _SPECIAL, _FAR
        stop, hop = mobility._stop, mobility._hop
        ring = mobility._buckets - 1
        # From hexes that cost more than this no step can be paid.
        last = budget - mobility._cheapest
        self._mobility = mobility
        self._start = start
        # Only the entries of the last search are cleared: every hex that it reached is one.
        for b in range(self._used):
            cost[queue[b]] = far
        for b in range(ring + 1):
            head[b] = -1
        cost[start] = 0
        queue[0] = start
        link[0] = -1
        head[0] = 0
        used = 1  # entries ever made
        done = 0  # entries taken out of their buckets
        reached = 0
        now = 0
        while done < used:
            entry = head[now & ring]
            if entry < 0:
                now += 1
                if now > last:
                    break
                continue
            head[now & ring] = link[entry]
            done += 1
            h = queue[entry]
            if cost[h] != now:
                continue
            if h == goal:
                break
            row = 0
            if field[h] & zone:
                if stop and h != start:
                    continue
                row = _CAUGHT if hop == 2 or (hop == 1 and h == start) else _LEAVING
            first = 6 * h
            for d in range(6):
                n = to[first + d]
                price = now + step[first + d]
                best = cost[n]
                # One branch in C, not two: this is the one that cannot be predicted.
                if (price > best) | (price > budget):
                    continue
                price += extra[row + (field[n] & special)]
                if price < best:
                    if price > budget:
                        continue
                    if best == far:
                        reached += 1
                    cost[n] = price
                    way[n] = d
                    queue[used] = n
                    b = price & ring
                    link[used] = head[b]
                    head[b] = used
                    used += 1
                elif price == best and d < way[n]:
                    way[n] = d
        low = high = start
        for b in range(used):
            n = queue[b]
            low = min(low, n)
            high = max(high, n)
        self._low = low
        self._high = high
        self._used = used
        return reached


class Search:
    """One remembered search: asking the same again costs nothing.

    What may be done and doing it ask the same search one after the other. Its answer depends
    on nothing but the four things asked, and a field of the map is never changed in place, so
    the last answer holds as long as the same four come again. `table` changes the field before
    each search, byte by byte.
    """

    def __init__(self, work: Workspace, table: bytes | None = None) -> None:
        """Search in a work space that nothing else searches in."""
        self.work = work
        self._table = table
        self._last: Mobility | None = None
        self._from = -1
        self._budget = 0
        self._goal = -1
        self._field: bytes | None = None
        self._changed: bytes = b""

    def reach(
        self, mobility: Mobility, start: int, budget: int, field: bytes, goal: int = -1
    ) -> Workspace:
        """Return the work space with everything that can be reached from `start`.

        Where a `goal` is given, nothing but the way to this hex and its cost need be right.
        """
        if (
            field is self._field
            and start == self._from
            and budget == self._budget
            and mobility is self._last
            and (self._goal < 0 or self._goal == goal)
        ):
            return self.work
        self._last = None  # if the search fails, nothing is remembered
        if field is not self._field:
            self._field = field
            self._changed = field if self._table is None else field.translate(self._table)
        if goal < 0:
            self.work.reach(mobility, start, budget, self._changed)
        else:
            self.work.path(mobility, start, goal, self._changed, budget)
        self._goal = goal
        self._last = mobility
        self._from = start
        self._budget = budget
        return self.work

    def moves(
        self,
        mobility: Mobility,
        start: int,
        budget: int,
        field: bytes,
        steps: list[int],
        goals: list[int],
        wide: Search | None = None,
        wide_mobility: Mobility | None = None,
        wide_budget: int = 0,
    ) -> list[int]:
        """All that a unit at `start` can do: single steps, then hexes where its move can end.

        A name from `steps` for each neighbour that one step reaches, in the order of the
        directions; then a name from `goals` for each hex that `reach` reaches, in the order of
        the hexes. Both have one number a hex. Where `wide` is given, the unit may also move as
        that search says, with its own mobility and budget; what either allows counts.
        """
        work = self.reach(mobility, start, budget, field)
        if len(steps) != work.size or len(goals) != work.size:
            raise ValueError(f"names are all of {work.size} hexes")
        near = work._first_steps(mobility, start, budget, self._changed)
        other = work
        if wide is not None and wide_mobility is not None:
            other = wide.reach(wide_mobility, start, wide_budget, field)
            near |= other._first_steps(wide_mobility, start, wide_budget, wide._changed)
        found: list[int] = []
        for d in range(6):
            if near >> d & 1:
                h = mobility._neighbours[6 * start + d]
                found.append(steps[h])
        cost, also, far = work._cost, other._cost, _FAR
        for h in range(min(work._low, other._low), max(work._high, other._high) + 1):
            if (cost[h] != far) | (also[h] != far) and h != start:
                found.append(goals[h])  # noqa: PERF401 (a comprehension would be slower in C)
        return found


def mark_zones(
    links: Links,
    places: Sequence[int],
    first: int,
    last: int,
    field: MutableSequence[int],
    around: int = _ZONE,
    here: int = 0,
    exerts: Sequence[int] | None = None,
) -> None:
    """Mark the zones of control of the units `first` to `last - 1` in a field.

    Sets the bits `around` in each hex to which a side is open and the bits `here` in the
    unit's own hex; clears nothing. `places` has a hex a unit, negative off the map. Where
    `exerts` is given, one byte a unit, a unit with 0 there marks only its own hex.
    """
    size, to = links.size, links._to
    if len(field) != size:
        raise ValueError(f"a field of {len(field)} bytes on a map of {size} hexes")
    if not 0 <= first <= last <= len(places):
        raise ValueError(f"units {first} to {last} of {len(places)}")
    if exerts is not None and len(exerts) < last:
        raise ValueError(f"{len(exerts)} flags for units up to {last}")
    for u in range(first, last):
        h = places[u]
        if h < 0:
            continue
        if h >= size:
            raise ValueError(f"unit {u} is in hex {h} of a map of {size} hexes")
        field[h] |= here
        if exerts is not None and not exerts[u]:
            continue
        for slot in range(6 * h, 6 * h + 6):
            n = to[slot]
            if n != h:
                field[n] |= around


def _check_units(places: Sequence[int], first: int, last: int) -> None:
    if not 0 <= first <= last <= len(places):
        raise ValueError(f"units {first} to {last} of {len(places)}")


def units_at(places: Sequence[int], first: int, last: int, h: int) -> list[int]:
    """Return the units `first` to `last - 1` that are in a hex, in their order.

    `places` has a hex a unit, negative off the map.
    """
    _check_units(places, first, last)
    found: list[int] = []
    for u in range(first, last):
        if places[u] == h:
            found.append(u)  # noqa: PERF401 (a comprehension would be slower in C)
    return found


def stacks_by_hex(places: Sequence[int], first: int, last: int) -> dict[int, tuple[int, ...]]:
    """Return the units `first` to `last - 1` by the hex in which they are.

    The hexes come in the order of the first unit in each. `places` has a hex a unit, negative
    off the map.
    """
    _check_units(places, first, last)
    found: dict[int, tuple[int, ...]] = {}
    for u in range(first, last):
        h = places[u]
        if h < 0:
            continue
        key = h
        there = found.get(key)
        found[key] = (u,) if there is None else (*there, u)
    return found


def units_marked(marks: Sequence[int], first: int, last: int, mask: int, bits: int) -> list[int]:
    """Return the units `first` to `last - 1` that bear `bits`, and nothing else of `mask`."""
    if not 0 <= first <= last <= len(marks):
        raise ValueError(f"units {first} to {last} of {len(marks)}")
    found: list[int] = []
    for u in range(first, last):
        if marks[u] & mask == bits:
            found.append(u)  # noqa: PERF401 (a comprehension would be slower in C)
    return found


def unmarked(
    places: Sequence[int],
    marks: Sequence[int],
    first: int,
    last: int,
    barred: int,
    names: Sequence[int],
) -> list[int]:
    """Return a name for each of the units `first` to `last - 1` that is on the map and not marked.

    A unit is marked if its byte of `marks` has one of the bits `barred`. `names` has one number
    for each of these units, beginning with that of `first`.
    """
    _check_units(places, first, last)
    if len(marks) < last or len(names) < last - first:
        raise ValueError(f"{len(marks)} marks and {len(names)} names for units {first} to {last}")
    found: list[int] = []
    for u in range(first, last):
        if places[u] >= 0 and not marks[u] & barred:
            found.append(names[u - first])  # noqa: PERF401
    return found


def mark_clashes(
    places: Sequence[int],
    first: int,
    last: int,
    clashes: Sequence[int],
    field: MutableSequence[int],
    bits: int = _BLOCKED,
) -> None:
    """Mark the hexes in which no more room is among the units `first` to `last - 1`.

    Sets `bits` in the hex of each unit that clashes (one byte a unit in `clashes`, that of
    `first` at its beginning) and in each hex that holds two units or more.
    """
    _check_units(places, first, last)
    size = len(field)
    if len(clashes) < last - first:
        raise ValueError(f"{len(clashes)} flags for units {first} to {last}")
    for u in range(first, last):
        h = places[u]
        if h >= size:
            raise ValueError(f"unit {u} is in hex {h} of a map of {size} hexes")
        if h < 0 or field[h] & bits == bits:
            continue
        if clashes[u - first]:
            field[h] |= bits
            continue
        for v in range(first, u):
            if places[v] == h:
                field[h] |= bits
                break

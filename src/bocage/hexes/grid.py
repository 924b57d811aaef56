"""A sheet of hexes with printed numbers, as the rulebooks have them.

All our maps have straight rows that run east and west. A printed number is the row,
counted from north to south, and the position in the row, counted from east to west;
every second row lies half a hex further west. Inside the program a hex is a small
integer, its place in the sorted list of printed numbers; printed numbers appear at
the edges of the program only.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, Literal

from bocage.hexes.directions import OFFSETS, Direction
from bocage.hexes.errors import HexError, NotNeighboursError, UnknownHexError
from bocage.hexes.frame import Frame

Parity = Literal["odd", "even"]
"""Which rows lie half a hex further west."""

Vertex = tuple[int, int]
"""A corner of a hex: (half hexes west, thirds of a row south)."""

OFF_MAP: Final = -1
"""The entry of `Grid.neighbours` where there is no hex."""

_MOST_HEXES: Final = 32_767  # neighbours are kept as 16-bit integers

# The two corners of each side, in the order of the directions, from a centre (0, 0).
_CORNERS: Final[tuple[Vertex, ...]] = ((0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1), (1, -1))

_DIRECTIONS: Final = {offset: Direction(d) for d, offset in enumerate(OFFSETS)}
"""The direction of each offset to a neighbour."""


class Grid:
    """The hexes of one map: their numbers, neighbours, distances, lines and rings.

    A grid never changes. `numbers` need not fill a rectangle: a coast may cut it.

    >>> grid = Grid(["1921", "1922", "2022", "2023"], shifted_west="odd")
    >>> grid.are_neighbours(grid.hex("1922"), grid.hex("2023"))
    True
    """

    __slots__ = (
        "_at",
        "_index",
        "digits",
        "frame",
        "neighbours",
        "numbers",
        "shifted_west",
        "xs",
        "ys",
    )

    def __init__(
        self,
        numbers: Iterable[str],
        *,
        shifted_west: Parity,
        digits: tuple[int, int] = (2, 2),
    ) -> None:
        self.digits: Final = digits
        """The number of digits for the row and for the position."""
        self.shifted_west: Final[Parity] = shifted_west
        """Which rows lie half a hex further west."""
        self.numbers: Final[tuple[str, ...]] = tuple(sorted(numbers))
        """The printed numbers; a hex is an index into this tuple."""
        if len(self.numbers) > _MOST_HEXES:
            raise HexError(f"a grid holds at most {_MOST_HEXES} hexes, not {len(self.numbers)}")
        self._index: Final = {number: h for h, number in enumerate(self.numbers)}
        if len(self._index) != len(self.numbers):
            twice = next(a for a, b in pairwise(self.numbers) if a == b)
            raise HexError(f"hex {twice} is in the grid twice")
        self.xs: Final = array("h", bytes(2 * len(self.numbers)))
        """Half hexes west of the zero line, by hex."""
        self.ys: Final = array("h", bytes(2 * len(self.numbers)))
        """Rows south of the zero line, by hex: the printed row."""
        at: dict[tuple[int, int], int] = {}
        for h, number in enumerate(self.numbers):
            row, position = self._split(number)
            self.xs[h], self.ys[h] = self._place(row, position)
            at[self.xs[h], self.ys[h]] = h
        self._at: Final = at
        self.neighbours: Final = array("h", [OFF_MAP]) * (6 * len(self.numbers))
        """Six entries a hex, in the order of the directions; `OFF_MAP` where there is none."""
        for h in range(len(self.numbers)):
            for d, (dx, dy) in enumerate(OFFSETS):
                self.neighbours[6 * h + d] = at.get((self.xs[h] + dx, self.ys[h] + dy), OFF_MAP)
        self.frame: Final = Frame(self.xs, self.ys)
        """The place of each hex in the long integer of a `HexSet`."""

    @classmethod
    def rectangle(
        cls,
        rows: tuple[int, int],
        positions: tuple[int, int],
        *,
        shifted_west: Parity,
        digits: tuple[int, int] = (2, 2),
    ) -> Grid:
        """Return a full sheet from the first to the last row and position, both included."""
        wide, deep = digits
        return cls(
            (
                f"{row:0{wide}d}{position:0{deep}d}"
                for row in range(rows[0], rows[1] + 1)
                for position in range(positions[0], positions[1] + 1)
            ),
            shifted_west=shifted_west,
            digits=digits,
        )

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.numbers)))

    def __contains__(self, number: object) -> bool:
        return number in self._index

    def __repr__(self) -> str:
        span = f"{self.numbers[0]}..{self.numbers[-1]}" if self.numbers else "empty"
        return f"<Grid {span}, {len(self)} hexes, {self.shifted_west} rows west>"

    # Numbers -----------------------------------------------------------------------------

    def hex(self, number: str) -> int:
        """Return the hex of a printed number.

        Raises:
            UnknownHexError: nothing of that number lies on the map; the message says why.
        """
        found = self._index.get(number)
        if found is None:
            raise UnknownHexError(number, self._why_unknown(number))
        return found

    def hexes(self, numbers: Iterable[str]) -> tuple[int, ...]:
        """Return the hexes of several printed numbers, in their order."""
        return tuple(self.hex(number) for number in numbers)

    def row(self, h: int) -> int:
        """Return the printed row of a hex, counted from north to south."""
        return self.ys[h]

    def position(self, h: int) -> int:
        """Return the printed position of a hex in its row, counted from east to west."""
        return (self.xs[h] - self._shift(self.ys[h])) // 2

    def at(self, row: int, position: int) -> int | None:
        """Return the hex at a printed row and position, or None if the map has none."""
        return self._at.get(self._place(row, position))

    # Neighbours and sides ----------------------------------------------------------------

    def neighbour(self, h: int, d: int) -> int | None:
        """Return the hex in that direction, or None off the map."""
        n = self.neighbours[6 * h + d]
        return None if n == OFF_MAP else n

    def around(self, h: int) -> tuple[int, ...]:
        """Return the neighbours on the map, clockwise from north-east."""
        return tuple(n for n in self.neighbours[6 * h : 6 * h + 6] if n != OFF_MAP)

    def direction(self, a: int, b: int) -> Direction:
        """Return the direction in which the neighbour `b` lies from `a`.

        Raises:
            NotNeighboursError: they do not touch.
        """
        try:
            return _DIRECTIONS[self.xs[b] - self.xs[a], self.ys[b] - self.ys[a]]
        except KeyError:
            raise NotNeighboursError(self.numbers[a], self.numbers[b]) from None

    def are_neighbours(self, a: int, b: int) -> bool:
        """Return whether two hexes share a side."""
        return (self.xs[b] - self.xs[a], self.ys[b] - self.ys[a]) in _DIRECTIONS

    def outward(self, h: int) -> tuple[Direction, ...]:
        """Return the directions in which the map ends at this hex; empty inside the map."""
        return tuple(d for d in Direction if self.neighbours[6 * h + d] == OFF_MAP)

    def side(self, a: int, b: int) -> tuple[int, int]:
        """Return the slots `6 * hex + direction` of the side between two neighbours, from each."""
        d = self.direction(a, b)
        return 6 * a + d, 6 * b + d.opposite

    def corners(self, h: int) -> tuple[Vertex, ...]:
        """Return the six corners, clockwise from north; side `d` runs from corner `d` to `d +
        1`.
        """
        x, y = self.xs[h], 3 * self.ys[h]
        return tuple((x + dx, y + dy) for dx, dy in _CORNERS)

    def side_ends(self, a: int, b: int) -> frozenset[Vertex]:
        """Return the two corners that the side between two neighbours joins."""
        d = self.direction(a, b)
        corners = self.corners(a)
        return frozenset((corners[d], corners[(d + 1) % 6]))

    # Measures ----------------------------------------------------------------------------

    def distance(self, a: int, b: int) -> int:
        """Return the number of hexes from `a` to `b`, not counting `a`; the map's holes do not
        matter.
        """
        dx, dy = abs(self.xs[a] - self.xs[b]), abs(self.ys[a] - self.ys[b])
        return dy + max(0, (dx - dy) // 2)

    def ring(self, h: int, radius: int) -> tuple[int, ...]:
        """Return the hexes at exactly that distance, clockwise from the north-west corner's
        east.
        """
        if radius < 0:
            raise HexError(f"a ring has a radius of 0 or more, not {radius}")
        if radius == 0:
            return (h,)
        x, y = self.xs[h] + radius * OFFSETS[5][0], self.ys[h] + radius * OFFSETS[5][1]
        found: list[int] = []
        for d in (1, 2, 3, 4, 5, 0):
            dx, dy = OFFSETS[d]
            for _ in range(radius):
                x, y = x + dx, y + dy
                here = self._at.get((x, y))
                if here is not None:
                    found.append(here)
        return tuple(found)

    def within(self, h: int, radius: int) -> tuple[int, ...]:
        """Return the hexes at that distance or less, nearest rings first."""
        return tuple(n for r in range(radius + 1) for n in self.ring(h, r))

    def line(self, a: int, b: int) -> tuple[int, ...]:
        """Return the hexes that the straight line from `a` to `b` passes, both ends included.

        Where it runs along a side, the hex to the north-west is taken, or the other one if
        that is off the map, so that the line from `b` to `a` is the same line. A hex off the
        map that the line cannot avoid is left out.
        """
        steps = self.distance(a, b)
        if steps == 0:
            return (a,)
        ax, ay, bx, by = self.xs[a], self.ys[a], self.xs[b], self.ys[b]
        found: list[int] = []
        for i in range(steps + 1):
            x, y = (ax * (steps - i) + bx * i) / steps, (ay * (steps - i) + by * i) / steps
            for off in (1e-6, -1e-6):  # a little off every tie, the same way always
                here = self._at.get(self._round(x + off, y - 2 * off))
                if here is not None:
                    found.append(here)
                    break
        return tuple(found)

    # Plane -------------------------------------------------------------------------------

    def centre(self, h: int) -> tuple[float, float]:
        """Return the centre as (west, south) in hexes across flats, from the zero point."""
        return self.xs[h] / 2, self.ys[h] * ROW_HEIGHT

    def nearest(self, west: float, south: float) -> int | None:
        """Return the hex that contains a point of the plane, or None off the map."""
        return self._at.get(self._round(2 * west, south / ROW_HEIGHT))

    # Inside ------------------------------------------------------------------------------

    def _shift(self, row: int) -> int:
        return row % 2 if self.shifted_west == "odd" else 1 - row % 2

    def _place(self, row: int, position: int) -> tuple[int, int]:
        return 2 * position + self._shift(row), row

    def _round(self, x: float, y: float) -> tuple[int, int]:
        lean = 0 if self.shifted_west == "odd" else 1
        rx, ry = round_to_hex(x - lean, y)
        return rx + lean, ry

    def _split(self, number: str) -> tuple[int, int]:
        wide, deep = self.digits
        if len(number) != wide + deep or not re.fullmatch(r"[0-9]+", number):
            raise UnknownHexError(number, f"a number has {wide + deep} digits")
        return int(number[:wide]), int(number[wide:])

    def _why_unknown(self, number: str) -> str:
        row, position = self._split(number)
        if not self.numbers:
            return "the map is empty"
        wide, deep = self.digits
        same_row = [self.position(h) for h in self if self.ys[h] == row]
        if not same_row:
            first, last = min(self.ys), max(self.ys)
            return f"rows run from {first:0{wide}d} to {last:0{wide}d}, not {row:0{wide}d}"
        first, last = min(same_row), max(same_row)
        if first < position < last:
            return f"row {row:0{wide}d} has a hole at position {position:0{deep}d}"
        return (
            f"row {row:0{wide}d} runs from position {first:0{deep}d} to {last:0{deep}d}, "
            f"not {position:0{deep}d}"
        )


ROW_HEIGHT: Final = 3**0.5 / 2
"""The distance from one row's centre line to the next, in hexes across flats."""


def round_to_hex(x: float, y: float) -> tuple[int, int]:
    """Return the hex centre nearest to a point, both as (half hexes west, rows south).

    The zero row has a centre at 0 and every odd row lies half a hex aside.
    """
    # Axial coordinates: q along the row, r down the rows; s closes the triangle.
    q, r = (x - y) / 2, y
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return 2 * rq + rr, rr

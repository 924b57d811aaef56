"""Sets of hexes that are cheap to join, to grow by a ring and to flood.

A `HexSet` is one long integer, so that union, intersection and growth cost about a
microsecond however many hexes they touch. It suits questions about areas: zones, supply
nets, fronts, pockets. Costs and paths are for `bocage.hexes.kernels`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Self

from bocage.hexes.errors import HexError
from bocage.hexes.grid import Grid


class HexSet:
    """Some hexes of one grid. A set never changes; operators make new ones.

    It is read and iterated in the order of the hexes, and can be written in one line.

    >>> grid = Grid.rectangle((1, 4), (1, 9), shifted_west="odd")
    >>> town = HexSet.read(grid, "0203..0205 0304")
    >>> len(town), grid.hex("0204") in town
    (4, True)
    >>> print(town.ring() & HexSet.read(grid, "0401..0409"))
    0404..0405
    """

    __slots__ = ("bits", "grid")

    def __init__(self, grid: Grid, hexes: Iterable[int] = ()) -> None:
        bit_of = grid.frame.bit_of
        size = len(bit_of)
        bits = 0
        for h in hexes:
            if not 0 <= h < size:
                raise HexError(f"hex {h} is not one of the {size} hexes of the map")
            bits |= 1 << bit_of[h]
        self.grid: Final = grid
        """The map they lie on; only sets of the same grid can be joined."""
        self.bits: Final = bits
        """The set as one integer, laid out by `grid.frame`."""

    @classmethod
    def everything(cls, grid: Grid) -> Self:
        """Return all hexes of the map."""
        return cls._made(grid, grid.frame.full)

    @classmethod
    def read(cls, grid: Grid, line: str) -> Self:
        """Return the set written as printed numbers and runs of them: `1921..1924 2022`.

        A run stays within one row and may leap over holes of the map.

        Raises:
            UnknownHexError: a number is not on the map.
            HexError: a run leaves its row or runs backwards.
        """
        found: list[int] = []
        for word in line.split():
            first, dots, last = word.partition("..")
            a = grid.hex(first)
            b = grid.hex(last) if dots else a
            if b < a or grid.row(a) != grid.row(b):
                raise HexError(f"'{word}' is not a run from east to west within one row")
            found.extend(range(a, b + 1))
        return cls(grid, found)

    @classmethod
    def from_flags(cls, grid: Grid, flags: Sequence[int], bits: int = 0xFF) -> Self:
        """Return the hexes whose flag, one number a hex, has one of these bits."""
        if len(flags) != len(grid):
            raise HexError(f"{len(flags)} flags do not fit a map of {len(grid)} hexes")
        return cls(grid, (h for h, flag in enumerate(flags) if flag & bits))

    @classmethod
    def _made(cls, grid: Grid, bits: int) -> Self:
        made = object.__new__(cls)
        object.__setattr__(made, "grid", grid)
        object.__setattr__(made, "bits", bits)
        return made

    # Asking ------------------------------------------------------------------------------

    def __contains__(self, h: int) -> bool:
        bit_of = self.grid.frame.bit_of
        return 0 <= h < len(bit_of) and bool(self.bits >> bit_of[h] & 1)

    def __iter__(self) -> Iterator[int]:
        hex_of = self.grid.frame.hex_of
        bits = self.bits
        while bits:
            lowest = bits & -bits
            yield hex_of[lowest.bit_length() - 1]
            bits ^= lowest

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HexSet):
            return NotImplemented
        return self.grid is other.grid and self.bits == other.bits

    def __hash__(self) -> int:
        return hash(self.bits)

    def __le__(self, other: HexSet) -> bool:
        return not self.bits & ~self._bits_of(other)

    def __lt__(self, other: HexSet) -> bool:
        return self <= other and self.bits != other.bits

    def __ge__(self, other: HexSet) -> bool:
        return other <= self

    def __gt__(self, other: HexSet) -> bool:
        return other < self

    def isdisjoint(self, other: HexSet) -> bool:
        """Return whether the two have no hex in common."""
        return not self.bits & self._bits_of(other)

    # Joining -----------------------------------------------------------------------------

    def __or__(self, other: HexSet) -> Self:
        return self._made(self.grid, self.bits | self._bits_of(other))

    def __and__(self, other: HexSet) -> Self:
        return self._made(self.grid, self.bits & self._bits_of(other))

    def __sub__(self, other: HexSet) -> Self:
        return self._made(self.grid, self.bits & ~self._bits_of(other))

    def __xor__(self, other: HexSet) -> Self:
        return self._made(self.grid, self.bits ^ self._bits_of(other))

    def __invert__(self) -> Self:
        """Return all other hexes of the map."""
        return self._made(self.grid, self.bits ^ self.grid.frame.full)

    # Growing -----------------------------------------------------------------------------

    def grown(self, rings: int = 1) -> Self:
        """Return these hexes and all within so many hexes of them; holes of the map are not
        crossed.
        """
        frame, bits = self.grid.frame, self.bits
        for _ in range(rings):
            bits = frame.grow(bits)
        return self._made(self.grid, bits)

    def ring(self) -> Self:
        """Return the hexes next to the set that do not belong to it."""
        return self._made(self.grid, self.grid.frame.grow(self.bits) ^ self.bits)

    def flood(self, within: HexSet, most: int | None = None) -> Self:
        """Return all hexes of `within` that can be reached from here without leaving `within`.

        Hexes of the set that do not lie in `within` reach nothing. `most` limits the
        number of steps.
        """
        frame, room = self.grid.frame, self._bits_of(within)
        bits = self.bits & room
        steps = 0
        while steps != most:
            wider = frame.grow(bits) & room
            if wider == bits:
                break
            bits = wider
            steps += 1
        return self._made(self.grid, bits)

    def pieces(self) -> Iterator[Self]:
        """Yield the connected parts of the set, the one with the lowest hex first."""
        left = self
        while left.bits:
            seed = self._made(self.grid, left.bits & -left.bits)
            piece = seed.flood(left)
            yield piece
            left = left - piece

    # Writing -----------------------------------------------------------------------------

    def flags(self, bit: int = 1) -> bytearray:
        """Return one byte a hex, `bit` for hexes of the set: the form that kernels read."""
        flags = bytearray(len(self.grid))
        for h in self:
            flags[h] = bit
        return flags

    def __str__(self) -> str:
        """Return one line that `read` understands: `1921..1924 2022`."""
        grid = self.grid
        words: list[str] = []
        run: list[int] = []
        for h in (*self, None):
            if run and (h is None or h != run[-1] + 1 or grid.row(h) != grid.row(run[0])):
                first, last = grid.numbers[run[0]], grid.numbers[run[-1]]
                words.append(first if len(run) == 1 else f"{first}..{last}")
                run = []
            if h is not None:
                run.append(h)
        return " ".join(words)

    def __repr__(self) -> str:
        return f"<HexSet {self}>" if self.bits else "<HexSet empty>"

    # Inside ------------------------------------------------------------------------------

    def _bits_of(self, other: HexSet) -> int:
        if other.grid is not self.grid:
            raise HexError("sets of two different maps cannot be joined")
        return other.bits

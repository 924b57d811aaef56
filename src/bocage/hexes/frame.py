"""The layout of a map's hexes in one long integer, so that a whole set can be moved at once.

Every row takes the same number of bits and ends in a spare one. A step in a direction is then a
shift: one bit for east and west, one row for the others, with the row that lies half a hex further
west reaching one bit further. The mask of the map clears anything shifted into a spare bit, off the
sheet or into a hole of a coast-cut map. Bits rise in the order of the hexes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final


class Frame:
    """The bits of one map. It never changes, and each grid has its own."""

    __slots__ = ("_stride", "_western", "bit_of", "full", "hex_of")

    def __init__(self, xs: Sequence[int], ys: Sequence[int]) -> None:
        """Lay out hexes given as half hexes west and rows south, in the order of hexes."""
        places = [(x >> 1, y) for x, y in zip(xs, ys, strict=True)]
        first = min((p for p, _ in places), default=0)
        top = min((y for _, y in places), default=0)
        stride = max((p for p, _ in places), default=0) - first + 2
        self._stride: Final = stride
        self.bit_of: Final = tuple((y - top) * stride + p - first for p, y in places)
        """The bit of each hex."""
        self.hex_of: Final = {bit: h for h, bit in enumerate(self.bit_of)}
        """The hex of each bit."""
        western = full = 0
        for x, bit in zip(xs, self.bit_of, strict=True):
            full |= 1 << bit
            western |= (x & 1) << bit
        self.full: Final = full
        """The bits of all hexes."""
        self._western: Final = western

    def grow(self, bits: int) -> int:
        """Return the bits of a set and of all hexes next to it."""
        stride = self._stride
        west = bits & self._western
        # A row that lies half a hex west touches the same position and the next one west
        # in the rows above and below; the other rows the same and the next one east.
        across = bits | west << 1 | (bits ^ west) >> 1
        return (bits | bits << 1 | bits >> 1 | across << stride | across >> stride) & self.full

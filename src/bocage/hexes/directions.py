"""The six directions of a hex whose rows run east and west, and the patterns made of them.

Directions are numbered clockwise from north-east, so the opposite of `d` is always
`(d + 3) % 6`. A *mask* is a set of directions as six bits, bit `d` for direction `d`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final


class Direction(IntEnum):
    """One of the six ways out of a hex, as the map (not the compass) has it."""

    NE = 0
    E = 1
    SE = 2
    SW = 3
    W = 4
    NW = 5

    @property
    def opposite(self) -> Direction:
        """The direction that looks back."""
        return _OPPOSITES[self]

    @property
    def words(self) -> str:
        """The direction in words: `north-east`."""
        return _WORDS[self]


_OPPOSITES: Final = tuple(Direction((d + 3) % 6) for d in range(6))
_WORDS: Final = ("north-east", "east", "south-east", "south-west", "west", "north-west")

OFFSETS: Final[tuple[tuple[int, int], ...]] = ((-1, -1), (-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1))
"""Step of each direction as (half hexes west, rows south)."""

ALTERNATE_TRIPLES: Final[tuple[int, ...]] = (0b010101, 0b101010)
"""Masks of the two triples of every second direction: {NE, SE, W} and {E, SW, NW}."""


def mask_of(directions: Iterable[int]) -> int:
    """Return the mask of some directions.

    >>> mask_of([Direction.NE, Direction.SW])
    9
    """
    mask = 0
    for d in directions:
        mask |= 1 << d
    return mask


def has_opposite_pair(mask: int) -> bool:
    """Return whether two of the directions look at each other across the hex."""
    return bool(mask & mask >> 3 & 0b111)


def has_alternate_triple(mask: int) -> bool:
    """Return whether three of the directions are every second one."""
    return any(mask & triple == triple for triple in ALTERNATE_TRIPLES)


def is_concentric(mask: int) -> bool:
    """Return whether a hex attacked from these directions is attacked concentrically.

    That is from two opposite hexes, from three alternate ones, or from more than three
    (which always hold an opposite pair): Operation Roundup 11.8.
    """
    return has_opposite_pair(mask) or has_alternate_triple(mask)

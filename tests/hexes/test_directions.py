from __future__ import annotations

from itertools import combinations

import pytest

from bocage.hexes.directions import (
    ALTERNATE_TRIPLES,
    OFFSETS,
    Direction,
    has_alternate_triple,
    has_opposite_pair,
    is_concentric,
    mask_of,
)


@pytest.mark.parametrize("d", Direction)
def test_opposite_is_an_involution(d: Direction) -> None:
    """The opposite of the opposite is the direction itself, and steps back."""
    assert d.opposite.opposite is d
    assert OFFSETS[d.opposite] == (-OFFSETS[d][0], -OFFSETS[d][1])


def test_words() -> None:
    """A direction can be said in words."""
    assert [d.words for d in (Direction.NE, Direction.W)] == ["north-east", "west"]


def test_masks_of_triples() -> None:
    """Alternate triples are every second direction."""
    assert set(ALTERNATE_TRIPLES) == {mask_of((d, d + 2, d + 4)) for d in (0, 1)}


@pytest.mark.parametrize("mask", range(64))
def test_concentric_by_enumeration(mask: int) -> None:
    """Roundup 11.8: concentric is an opposite pair, or three alternate hexes, in every mask."""
    here = [d for d in range(6) if mask >> d & 1]
    opposite = any(b - a == 3 for a, b in combinations(here, 2))
    alternate = {0, 2, 4} <= set(here) or {1, 3, 5} <= set(here)
    assert has_opposite_pair(mask) is opposite
    assert has_alternate_triple(mask) is alternate
    assert is_concentric(mask) is (opposite or alternate)


@pytest.mark.parametrize("mask", [m for m in range(64) if m.bit_count() > 3])
def test_more_than_three_are_concentric(mask: int) -> None:
    """Roundup 11.8: an attack from more than three hexes is always concentric."""
    assert is_concentric(mask)

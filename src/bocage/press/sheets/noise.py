"""Chance for looks: the same everywhere and always, because it is worked out from numbers."""

from __future__ import annotations


def chance(*key: int) -> float:
    """Return a number from 0 to 1 that belongs to some whole numbers."""
    h = 0x9E3779B9
    for part in key:
        h ^= (part & 0xFFFFFFFF) * 0x85EBCA6B & 0xFFFFFFFF
        h = (h ^ h >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
        h = (h ^ h >> 12) * 0x297A2D39 & 0xFFFFFFFF
        h ^= h >> 15
    return h / 0x100000000

"""The errors about a hex that somebody named."""

from __future__ import annotations


class HexError(ValueError):
    """A hex number or pair of hexes that makes no sense on this map."""


class UnknownHexError(HexError, KeyError):
    """No hex of this number is on the map."""

    def __init__(self, number: str, reason: str) -> None:
        self.number = number
        self.reason = reason
        super().__init__(number, reason)  # both, so that it can cross a process boundary

    def __str__(self) -> str:
        return f"no hex '{self.number}': {self.reason}"


class NotNeighboursError(HexError):
    """Two hexes that were said to share a side and do not."""

    def __init__(self, a: str, b: str) -> None:
        self.a = a
        self.b = b
        super().__init__(a, b)

    def __str__(self) -> str:
        return f"{self.a} and {self.b} are not neighbours"

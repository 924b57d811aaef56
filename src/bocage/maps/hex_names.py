"""The name of a hex in a sentence: its number, and the place that fills it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

_FILLING: Final = frozenset({"town", "port", "city"})
"""Kinds of places that a hex is called by; a village where the hex is one for the rules."""


def hex_names(pack: Pack) -> list[str]:
    """Return the hexes of a pack in their order: `3213 Argentan`, or only the number."""
    found: list[str] = []
    for each in pack.hexes:
        number = pack.grid.numbers[each.hex]
        kinds = {*_FILLING, "village"} if each.settlement == "village" else _FILLING
        names = [place.name for place in pack.places_in(each.hex) if place.kind in kinds]
        found.append(f"{number} {names[0]}" if names and each.settlement else number)
    return found

"""A face drawn: alone as a picture, or as a group to be placed."""

from __future__ import annotations

from bocage.engine.counters import BlankFace, Face, MarkerFace
from bocage.press import tokens
from bocage.press.counters import markers, units
from bocage.press.counters.bands import MODULE
from bocage.press.svg import Drawing, Element
from bocage.press.tokens import Detail


def detail_for(px: float) -> Detail:
    """Return the level of detail for a counter so many pixels wide."""
    for least in sorted(tokens.DETAILS, reverse=True):
        if px >= least:
            return tokens.DETAILS[least]
    return tokens.DETAILS[min(tokens.DETAILS)]


def face(of: Face, detail: Detail) -> Element:
    """Return one side of a counter as a group 64 units wide."""
    if isinstance(of, MarkerFace):
        return markers.marker(of, detail)
    if isinstance(of, BlankFace):
        return units.blank(of, detail)
    return units.unit(of, detail)


def picture(of: Face, px: int, title: str = "") -> Drawing:
    """Return one side of a counter as a picture so many pixels wide."""
    return Drawing(px, px, "px", (MODULE, MODULE), (face(of, detail_for(px)),), title)

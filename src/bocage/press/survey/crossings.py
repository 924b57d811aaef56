"""Bridges and ferries: where they stand, what they carry, and for Control how much.

A heavy bridge has a solid deck and a light one an open deck; a railway bridge shows its
track, a destroyed one is broken, a ferry is a boat on a dotted line. What a crossing lets
through in a turn is known to Control alone until players have learnt it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.press import type as typ
from bocage.press.boxes import Box
from bocage.press.lettering import text
from bocage.press.survey.looks import INK, LINES
from bocage.press.survey.waters import width_of
from bocage.press.survey.ways import GRADES, grade, ink
from bocage.press.svg import Element, Point, group, num, path, rect, rotate, translate
from bocage.press.tokens import NUMERAL

if TYPE_CHECKING:
    from bocage.maps.records import Crossing
    from bocage.press.survey.country import Country, Spot
    from bocage.press.survey.frame import Frame

_HALF: Final = 4.2
"""Half the width of a bridge between its rails."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A crossing on the sheet."""

    spot: Spot
    at: Point
    reach: float
    """Half its length over the water."""
    deck: str
    """Ink of the road it carries."""

    def box(self) -> Box:
        """Return the rectangle that its sign fills."""
        x = abs(self.spot.way[0]) * (self.reach + 3) + abs(self.spot.way[1]) * (_HALF + 2.6)
        y = abs(self.spot.way[1]) * (self.reach + 3) + abs(self.spot.way[0]) * (_HALF + 2.6)
        return Box(self.at[0] - x, self.at[1] - y, self.at[0] + x, self.at[1] + y)


def marks(country: Country, frame: Frame) -> list[Mark]:
    """Return all crossings on the sheet."""
    decks: dict[str, str] = {}
    for way in sorted(country.roads, key=lambda way: GRADES.index(grade(country, way))):
        for key in (way.link.start, way.link.end):
            decks[key] = ink(grade(country, way))
    return [
        Mark(spot, frame.at(spot.at), _reach(spot, frame), decks.get(spot.crossing.id, INK.minor))
        for spot in country.spots
        if frame.shows(spot.at)
    ]


def _reach(spot: Spot, frame: Frame) -> float:
    wide = width_of(spot.water, frame) if spot.water is not None else LINES.canal
    return max(4.6, wide / 2 + 2.6)


def draw(found: list[Mark], *, control: bool) -> list[Element]:
    """Return the signs of all crossings."""
    return [
        group(
            *sign(mark.spot.crossing, mark.reach, mark.deck, control=control),
            transform=f"{translate(*mark.at)} {rotate(_degrees(mark.spot.way))}",
            data_crossing=mark.spot.crossing.id,
        )
        for mark in found
    ]


def _degrees(way: Point) -> float:
    return round(math.degrees(math.atan2(way[1], way[0])), 1)


def sign(crossing: Crossing, reach: float, deck: str, *, control: bool) -> list[Element]:
    """Return a crossing about the origin, its road running along x."""
    if crossing.kind == "ferry":
        return _ferry(reach)
    broken = crossing.state == "destroyed" or (control and crossing.state == "dismantled")
    return _bridge(
        reach,
        deck,
        heavy=crossing.weight == "heavy",
        rail="rail" in crossing.carries,
        road="road" in crossing.carries,
        broken=broken,
    )


def _bridge(
    reach: float, deck: str, *, heavy: bool, rail: bool, road: bool, broken: bool
) -> list[Element]:
    h = _HALF if road or not rail else _HALF * 0.82
    wing = 2.9
    r, w = num(reach), num(reach + wing)
    found = [rect(-reach, -h, 2 * reach, 2 * h, fill=INK.ground)]
    if road:
        found.append(rect(-reach - 1, -1.7, 2 * reach + 2, 3.4, fill=deck))
        found.append(
            path(
                f"M{num(-reach - 1)} -1.7H{num(reach + 1)}M{num(-reach - 1)} 1.7H{num(reach + 1)}",
                fill="none",
                stroke=INK.casing,
                stroke_width=0.6,
            )
        )
    if rail:
        y = 2.7 if road else 0.0
        ties = "".join(f"M{num(x)} {num(y - 1.5)}v3" for x in _even(reach))
        found.append(path(f"M{num(-reach - 1)} {num(y)}H{num(reach + 1)}{ties}", **_ink(0.95)))
    weight = 2.1 if heavy else 1.1
    for side in (1, -1):
        rail_y, out = num(h * side), num((h + wing) * side)
        found.append(path(f"M-{w} {out}L-{r} {rail_y}H{r}L{w} {out}", **_ink(weight)))
    if broken:
        found.append(
            path(
                f"M-1.9 {num(-h - 3.4)}L1.9 {num(h + 3.4)}",
                fill="none",
                stroke=INK.ground,
                stroke_width=4.6,
            )
        )
        found.append(
            path(
                f"M-3.6 {num(-h - 2.6)}L-.2 {num(h + 2.6)}M.4 {num(-h - 2.6)}L3.8 {num(h + 2.6)}",
                **_ink(0.9),
            )
        )
    return found


def _even(reach: float) -> list[float]:
    count = max(2, round(2 * reach / 3))
    return [-reach + (i + 0.5) * 2 * reach / count for i in range(count)]


def _ferry(reach: float) -> list[Element]:
    far = reach + 3.5
    return [
        path(
            f"M{num(-far)} 0H{num(far)}",
            fill="none",
            stroke=INK.bridge,
            stroke_width=1.2,
            stroke_dasharray="2 1.5",
        ),
        path(
            "M-5.4 -2.5H5.4L3.4 2.7H-3.4Z",
            fill=INK.ground,
            stroke=INK.bridge,
            stroke_width=1.3,
            stroke_linejoin="round",
        ),
    ]


def _ink(width: float) -> dict[str, str | float]:
    return {
        "fill": "none",
        "stroke": INK.bridge,
        "stroke_width": width,
        "stroke_linejoin": "round",
        "stroke_linecap": "round",
    }


def capacity(crossing: Crossing) -> str:
    """Return what Control's sheet says of a crossing: points a turn, and whether it is prepared."""
    said = str(crossing.capacity) if crossing.capacity else ""
    if crossing.prepared:
        said += "p"
    return said


def plate(at: Point, said: str) -> Element:
    """Return a figure on Control's sheet, in a red-edged box about a point."""
    wide = typ.width(said, NUMERAL, 9.4) + 5
    return group(
        rect(
            at[0] - wide / 2,
            at[1] - 5.4,
            wide,
            10.8,
            rx=1.6,
            fill="#fff8e8",
            stroke=INK.control,
            stroke_width=0.9,
        ),
        text((at[0], at[1] + 3.4), said, NUMERAL, 9.4, INK.control, anchor="middle"),
    )

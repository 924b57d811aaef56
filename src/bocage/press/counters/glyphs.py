"""Our own NATO symbols, drawn for small sizes.

A glyph is a function from a pen to elements. The pen knows the symbol's box and how thick
to draw: strokes are given for the size on screen and do not shrink with the box, so that a
glyph holds at 32 pixels. To add one, write the function and put it into `GLYPHS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bocage.press import lettering, tokens
from bocage.press.paths import straight
from bocage.press.svg import Element, circle, path


@dataclass(frozen=True, slots=True)
class Pen:
    """A box to draw in, and the ink and width to draw with."""

    x: float
    y: float
    width: float
    height: float
    stroke: float
    ink: str = tokens.GLYPH_INK

    def at(self, across: float, down: float) -> tuple[float, float]:
        """Return a point by its share of the box's width and height."""
        return self.x + across * self.width, self.y + down * self.height

    def line(self, *points: tuple[float, float]) -> Element:
        """Return a stroke through points given as shares."""
        return self.curve(straight([self.at(*point) for point in points]))

    def curve(self, data: str) -> Element:
        """Return a stroke along path data."""
        return path(
            data,
            fill="none",
            stroke=self.ink,
            stroke_width=self.stroke,
            stroke_linejoin="round",
        )

    def solid(self, data: str) -> Element:
        """Return a filled shape."""
        return path(data, fill=self.ink)


def _oval(pen: Pen, grow: float = 1.0) -> str:
    """Return the track of an armoured unit, as path data."""
    cx, cy = pen.at(0.5, 0.5)
    half, r = pen.width * 0.19 * grow, pen.height * 0.25 * grow
    return (
        f"M{cx - half:.2f} {cy - r:.2f}h{2 * half:.2f}a{r:.2f} {r:.2f} 0 0 1 0 {2 * r:.2f}"
        f"h{-2 * half:.2f}a{r:.2f} {r:.2f} 0 0 1 0 {-2 * r:.2f}Z"
    )


def _cross(pen: Pen) -> list[Element]:
    return [pen.line((0, 0), (1, 1)), pen.line((0, 1), (1, 0))]


def _gull(pen: Pen) -> Element:
    """Return the wings of airborne troops, standing on the box's floor."""
    (x, y), (w, h) = pen.at(0.5, 0.985), (pen.width * 0.17, pen.height * 0.21)
    return pen.curve(
        f"M{x - 2 * w:.2f} {y:.2f}q{w:.2f} {-2 * h:.2f} {2 * w:.2f} 0"
        f"q{w:.2f} {-2 * h:.2f} {2 * w:.2f} 0"
    )


def _dot(pen: Pen, down: float = 0.5, share: float = 0.19) -> Element:
    x, y = pen.at(0.5, down)
    return circle(x, y, pen.height * share, fill=pen.ink)


def _bridge(pen: Pen, top: float = 0.3, foot: float = 0.72, half: float = 0.26) -> list[Element]:
    """Return the E on its side that stands for engineers."""
    return [
        pen.line((0.5 - half, foot), (0.5 - half, top), (0.5 + half, top), (0.5 + half, foot)),
        pen.line((0.5, top), (0.5, foot)),
    ]


def _peak(pen: Pen) -> Element:
    """Return the hill of mountain troops."""
    return pen.solid(straight([pen.at(0.36, 1), pen.at(0.5, 0.66), pen.at(0.64, 1)], closed=True))


def _letter(pen: Pen, said: str) -> Element:
    """Return one letter in the lower quarter of the cross."""
    x, y = pen.at(0.5, 0.985)
    return lettering.text((x, y), said, tokens.NUMERAL, pen.height * 0.5, pen.ink, anchor="middle")


def infantry(pen: Pen) -> list[Element]:
    """Crossed belts."""
    return _cross(pen)


def armour(pen: Pen) -> list[Element]:
    """Return a track."""
    return [pen.curve(_oval(pen))]


def mechanised(pen: Pen) -> list[Element]:
    """Infantry on tracks."""
    return [*_cross(pen), pen.curve(_oval(pen))]


def heavy_armour(pen: Pen) -> list[Element]:
    """Return a filled track: Tiger battalions."""
    return [path(_oval(pen, 1.08), fill=pen.ink)]


def parachute(pen: Pen) -> list[Element]:
    """Infantry with wings."""
    return [*_cross(pen), _gull(pen)]


def glider(pen: Pen) -> list[Element]:
    """Infantry under a straight wing."""
    return [*_cross(pen), pen.line((0.2, 0.94), (0.5, 0.76), (0.8, 0.94))]


def static(pen: Pen) -> list[Element]:
    """Infantry on a ground line: it cannot march far."""
    return [*_cross(pen), pen.line((0, 0.82), (1, 0.82))]


def commando(pen: Pen) -> list[Element]:
    """Infantry, C."""
    return [*_cross(pen), _letter(pen, "C")]


def ranger(pen: Pen) -> list[Element]:
    """Infantry, R."""
    return [*_cross(pen), _letter(pen, "R")]


def mountain(pen: Pen) -> list[Element]:
    """Infantry on a hill."""
    return [*_cross(pen), _peak(pen)]


def recce(pen: Pen) -> list[Element]:
    """Return one belt."""
    return [pen.line((0, 1), (1, 0))]


def armoured_recce(pen: Pen) -> list[Element]:
    """Return one belt on a track."""
    return [pen.line((0, 1), (1, 0)), pen.curve(_oval(pen))]


def cavalry(pen: Pen) -> list[Element]:
    """Return one belt, the lower half filled."""
    return [pen.solid(straight([pen.at(0, 1), pen.at(1, 0), pen.at(1, 1)], closed=True))]


def artillery(pen: Pen) -> list[Element]:
    """Return a ball."""
    return [_dot(pen)]


def sp_artillery(pen: Pen) -> list[Element]:
    """Return a ball on a track."""
    return [pen.curve(_oval(pen, 1.18)), _dot(pen, share=0.15)]


def airborne_artillery(pen: Pen) -> list[Element]:
    """Return a ball with wings."""
    return [_dot(pen, 0.4), _gull(pen)]


def mountain_artillery(pen: Pen) -> list[Element]:
    """Return a ball on a hill."""
    return [_dot(pen, 0.36), _peak(pen)]


def anti_aircraft(pen: Pen) -> list[Element]:
    """Return a ball under a dome."""
    (left, floor), (right, _) = pen.at(0, 1), pen.at(1, 1)
    top = pen.at(0, 0.1)[1]
    dome = f"M{left:.2f} {floor:.2f}C{left + 2:.2f} {top:.2f} {right - 2:.2f} {top:.2f} "
    return [pen.curve(f"{dome}{right:.2f} {floor:.2f}"), _dot(pen, 0.66, 0.16)]


def anti_tank(pen: Pen) -> list[Element]:
    """Return a wedge."""
    return [pen.line((0, 1), (0.5, 0), (1, 1))]


def tank_destroyer(pen: Pen) -> list[Element]:
    """Return a wedge over a track."""
    return [pen.line((0, 1), (0.5, 0), (1, 1)), pen.curve(_oval(pen, 0.92))]


def engineers(pen: Pen) -> list[Element]:
    """Return a bridge of three piles."""
    return _bridge(pen)


def armoured_engineers(pen: Pen) -> list[Element]:
    """Return the bridge on a track."""
    return [pen.curve(_oval(pen, 1.35)), *_bridge(pen, 0.36, 0.66, 0.17)]


def airborne_engineers(pen: Pen) -> list[Element]:
    """Return the bridge with wings."""
    return [*_bridge(pen, 0.2, 0.56), _gull(pen)]


def bridging(pen: Pen) -> list[Element]:
    """Return a bridge as maps draw it."""
    return [
        pen.line((0.2, 0.2), (0.32, 0.36), (0.68, 0.36), (0.8, 0.2)),
        pen.line((0.2, 0.8), (0.32, 0.64), (0.68, 0.64), (0.8, 0.8)),
    ]


def transport(pen: Pen) -> list[Element]:
    """Return a wheel."""
    x, y = pen.at(0.5, 0.5)
    r = pen.height * 0.33
    d = r * 0.7071
    spokes = (
        f"M{x:.2f} {y - r:.2f}V{y + r:.2f}M{x - r:.2f} {y:.2f}H{x + r:.2f}"
        f"M{x - d:.2f} {y - d:.2f}L{x + d:.2f} {y + d:.2f}"
        f"M{x - d:.2f} {y + d:.2f}L{x + d:.2f} {y - d:.2f}"
    )
    thin = Pen(pen.x, pen.y, pen.width, pen.height, pen.stroke * 0.8, pen.ink)
    rim = circle(x, y, r, fill="none", stroke=pen.ink, stroke_width=pen.stroke)
    return [rim, thin.curve(spokes)]


def headquarters(pen: Pen) -> list[Element]:
    """HQ."""
    x, y = pen.at(0.5, 0.5)
    size = pen.height * 0.72
    face = tokens.NUMERAL
    baseline = y + size * face.cap / 2000
    return [lettering.text((x, baseline), "HQ", face, size, pen.ink, anchor="middle")]


def blank(pen: Pen) -> list[Element]:  # noqa: ARG001 - every glyph takes a pen
    """Return no element."""
    return []


GLYPHS: Final[Mapping[str, Callable[[Pen], list[Element]]]] = {
    "infantry": infantry,
    "armour": armour,
    "mechanised": mechanised,
    "heavy armour": heavy_armour,
    "parachute": parachute,
    "glider": glider,
    "static": static,
    "commando": commando,
    "ranger": ranger,
    "mountain": mountain,
    "recce": recce,
    "armoured recce": armoured_recce,
    "cavalry": cavalry,
    "artillery": artillery,
    "SP artillery": sp_artillery,
    "airborne artillery": airborne_artillery,
    "mountain artillery": mountain_artillery,
    "anti-aircraft": anti_aircraft,
    "anti-tank": anti_tank,
    "tank destroyer": tank_destroyer,
    "engineers": engineers,
    "armoured engineers": armoured_engineers,
    "airborne engineers": airborne_engineers,
    "bridging": bridging,
    "transport": transport,
    "HQ": headquarters,
    "blank": blank,
}
"""Every symbol we draw, by name."""

TRACKED: Final = frozenset(
    {"armour", "mechanised", "heavy armour", "armoured recce", "SP artillery", "tank destroyer"}
)
"""Glyphs that show a track."""

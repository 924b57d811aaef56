"""Works and landing places: beaches, forts, spot heights, the Victoria Lines and their gaps."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from bocage.press.geometry import Chain, Region, nearest, steps
from bocage.press.paths import straight
from bocage.press.survey.looks import INK
from bocage.press.svg import Element, Point, circle, group, num, path, rect, rotate, translate

if TYPE_CHECKING:
    from bocage.maps.records import Line, Place
    from bocage.press.survey.country import Country
    from bocage.press.survey.frame import Frame

GRADES: Final = ("good", "fair", "poor", "bad")
"""Grades of a beach, the best first."""


def lines(country: Country, frame: Frame) -> list[Element]:
    """Return an escarpment with its wall: hachures on the low side, a red wall along the crest."""
    found: list[Element] = []
    for line in country.pack.lines:
        if line.kind != "escarpment":
            continue
        chain = frame.chain(country.plane.chain(line.points))
        side = _lower(country, line, chain, frame)
        found.extend(each for piece in frame.lines(chain) for each in _wall(piece, side))
    return found


def _wall(chain: Chain, side: int) -> list[Element]:
    """Hachures down one side, 1 being right of the run, and the wall with its posts."""
    strokes: list[str] = []
    for number, (at, way) in enumerate(steps(chain, 2.7)):
        far = 7.5 if number % 2 else 5.0
        strokes.append(
            f"M{num(at[0], 1)} {num(at[1], 1)}"
            f"l{num(-way[1] * side * far, 1)} {num(way[0] * side * far, 1)}"
        )
    posts = "".join(
        f"M{num(at[0] + way[1] * side * 0.4)} {num(at[1] - way[0] * side * 0.4)}"
        f"l{num(way[1] * side * 2.8)} {num(-way[0] * side * 2.8)}"
        for at, way in steps(chain, 8.0)
    )
    return [
        path("".join(strokes), fill="none", stroke=INK.hachure, stroke_width=0.8),
        path(straight(chain), fill="none", stroke=INK.lines, stroke_width=2.0),
        path(posts, fill="none", stroke=INK.lines, stroke_width=2.2),
    ]


def lines_sample(wide: float, y: float) -> list[Element]:
    """Return the lines for the key."""
    chain = [(1.0, y), (wide - 1, y)]
    return _wall(chain, -1)


def _lower(country: Country, line: Line, chain: Chain, frame: Frame) -> int:
    """Return the low side of an escarpment, by its hexsides: `a` is the crest cell, `b` the
    lower.
    """
    votes = 0.0
    centre = country.pack.grid.centre
    plane = country.plane
    km = country.pack.projection.hex_km
    for side in country.pack.sides:
        if side.kind != "escarpment" or (side.name and side.name != line.name):
            continue
        (aw, as_), (bw, bs) = centre(side.a), centre(side.b)
        middle = ((plane.west - (aw + bw) / 2) * km, ((as_ + bs) / 2 - plane.south) * km)
        way = nearest(chain, frame.at(middle)).way
        east, south = aw - bw, bs - as_
        votes += -way[1] * east + way[0] * south
    return 1 if votes >= 0 else -1


def gap(at: Point, way: Point) -> Element:
    """Return a way through the lines: two posts, open between."""
    turn = round(math.degrees(math.atan2(way[1], way[0])), 1)
    return group(
        rect(-3.6, -3.8, 7.2, 7.6, fill=INK.ground),
        path("M-3.8 -4.6V4.6M3.8 -4.6V4.6", fill="none", stroke=INK.lines, stroke_width=2.4),
        transform=f"{translate(*at)} {rotate(turn)}",
    )


def gaps(country: Country, frame: Frame) -> list[tuple[Place, Point, Element]]:
    """Return the gaps of the lines."""
    walls_ = [
        country.plane.chain(line.points) for line in country.pack.lines if line.kind == "escarpment"
    ]
    found: list[tuple[Place, Point, Element]] = []
    for place in country.pack.places:
        at = country.plane.at(place.lat, place.lon)
        if place.kind != "gap" or not frame.shows(at) or not walls_:
            continue
        near = min((nearest(chain, at) for chain in walls_), key=lambda n: n.distance)
        spot = frame.at(near.point)
        found.append((place, spot, gap(spot, near.way)))
    return found


def beaches(country: Country, frame: Frame) -> list[tuple[Place, Point, Element]]:
    """Beaches: sand along the shore, and arrows from the sea, more for a better beach."""
    found: list[tuple[Place, Point, Element]] = []
    shores = [frame.chain(ring) for ring in country.shores]
    for place in country.pack.places:
        at = country.plane.at(place.lat, place.lon)
        if place.kind != "beach" or not frame.shows(at) or not shores:
            continue
        spot = frame.at(at)
        ring = min(shores, key=lambda r: nearest(r, spot).distance)
        near = nearest(ring, spot)
        sand = _stretch(ring, near.along, max(7.0, 0.22 * frame.per_km))
        out = (
            -1
            if (near.point[0] - near.way[1] * 2, near.point[1] + near.way[0] * 2) in Region(ring)
            else 1
        )
        found.append((place, near.point, beach(sand, near.point, near.way, out, place.size)))
    return found


def beach(sand: Chain, at: Point, way: Point, out: int, size: str) -> Element:
    """Return one beach: `out` is the side of the sea, 1 right of the run."""
    count = {"good": 3, "fair": 2}.get(size, 1)
    normal = (-way[1] * out, way[0] * out)
    arrows: list[str] = []
    for i in range(count):
        off = (i - (count - 1) / 2) * 4.6
        tip = (at[0] + way[0] * off + normal[0] * 3.0, at[1] + way[1] * off + normal[1] * 3.0)
        tail = (tip[0] + normal[0] * 7.5, tip[1] + normal[1] * 7.5)
        barbs = [
            (tip[0] + normal[0] * 3 + way[0] * s * 1.9, tip[1] + normal[1] * 3 + way[1] * s * 1.9)
            for s in (1, -1)
        ]
        arrows.append(straight([tail, tip]) + straight([barbs[0], tip, barbs[1]]))
    dashed = "1.6 1.4" if size == "bad" else None
    return group(
        path(
            straight(sand), fill="none", stroke="#f7e29a", stroke_width=4.6, stroke_linejoin="round"
        ),
        path(
            straight(sand),
            fill="none",
            stroke=INK.beach,
            stroke_width=4.6,
            stroke_linejoin="round",
            stroke_dasharray="0.9 2.1",
        ),
        path(
            "".join(arrows), fill="none", stroke=INK.zone, stroke_width=1.2, stroke_dasharray=dashed
        ),
    )


def _stretch(ring: Chain, middle: float, half: float) -> list[Point]:
    """Return the piece of a chain round a distance from its start."""
    found: list[Point] = []
    closed = [*ring, ring[0]]
    for at, _ in steps(closed, 2.0, max(0.0, middle - half)):
        found.append(at)
        if len(found) * 2.0 >= 2 * half:
            break
    return found


def fort(place: Place, at: Point) -> Element:
    """Return a work: a square with bastions, filled if it has guns."""
    armed = place.size not in ("none", "disarmed", "")
    points: list[Point] = []
    for i in range(4):
        turn = math.pi / 4 + i * math.pi / 2
        for spread, far in ((-0.36, 4.1), (-0.14, 6.1), (0.14, 6.1), (0.36, 4.1)):
            points.append((far * math.cos(turn + spread), far * math.sin(turn + spread)))
    return path(
        straight(points, closed=True),
        fill=INK.fort if armed else INK.ground,
        stroke=INK.fort,
        stroke_width=1.1,
        stroke_linejoin="round",
        transform=translate(*at),
    )


def height(at: Point) -> Element:
    """Return a spot height: a triangle with a point in it."""
    x, y = at
    return group(
        path(
            straight([(x, y - 3.6), (x + 3.3, y + 2.2), (x - 3.3, y + 2.2)], closed=True),
            fill=INK.ground,
            stroke=INK.hachure,
            stroke_width=1.0,
        ),
        circle(x, y + 0.2, 0.8, fill=INK.hachure),
    )

"""What stands on and along an island's shore: walls, cliffs, beaches, forts, the Victoria Lines."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Final

from bocage.press.paths import straight
from bocage.press.survey.geometry import Chain, beside, bounds, inside, nearest, steps, unit
from bocage.press.survey.looks import INK
from bocage.press.svg import Element, Point, circle, group, num, path, rect, rotate, translate

if TYPE_CHECKING:
    from bocage.maps.records import Line, Place
    from bocage.press.survey.country import Country
    from bocage.press.survey.frame import Frame

_FIELD: Final = (10.5, 7.6)
GRADES: Final = ("good", "fair", "poor", "bad")
"""Grades of a beach, the best first."""


def walls(country: Country, frame: Frame) -> list[Element]:
    """The net of stone walls over the land, bent as the ground bends; illustrative."""
    if not country.shores or "walled fields" not in country.pack.terrain_words:
        return []
    data: list[str] = []
    for number, shore in enumerate(country.shores):
        ring = frame.chain(shore)
        if frame.shows_any(shore):
            data.extend(_net(ring, frame, Random(f"walls-{number}")))
    look = {"fill": "none", "stroke": INK.wall, "stroke_width": 0.5}
    return [path("".join(data), **look, opacity=0.75)] if data else []


def _net(ring: list[Point], frame: Frame, draw: Random) -> Iterator[str]:
    wide, high = _FIELD
    left, top, right, foot = bounds(ring)
    box = frame.paper
    left, right = max(left, box.left - wide), min(right, box.right + wide)
    top, foot = max(top, box.top - high), min(foot, box.foot + high)

    def warp(x: float, y: float) -> Point:
        return (
            x + 7 * math.sin(y / 41 + x / 97) + 4 * math.sin(y / 17 - x / 59),
            y + 6 * math.sin(x / 53 - y / 83) + 3 * math.sin(x / 23 + y / 31),
        )

    rows = int((foot - top) / high) + 3
    columns = int((right - left) / wide) + 3
    for j in range(-1, rows):
        run: list[Point] = []
        for i in range(-1, columns):
            shift = (0.5 if j % 2 else 0.0) + draw.uniform(-0.22, 0.22)
            at = warp(left + (i + shift) * wide, top + j * high)
            below = warp(left + (i + shift) * wide, top + (j + 1) * high)
            dry = inside(at, ring)
            if dry and draw.random() < 0.86:
                run.append(at)
            else:
                if len(run) > 1:
                    yield _rough(run)
                run = []
            if dry and draw.random() < 0.7 and inside(below, ring):
                yield _rough([at, below])
        if len(run) > 1:
            yield _rough(run)


def _rough(points: list[Point]) -> str:
    """A path to a tenth of a unit, by short steps."""
    first, *rest = [(round(x, 1), round(y, 1)) for x, y in points]
    said = f"M{num(first[0], 1)} {num(first[1], 1)}l"
    before = first
    steps_said: list[str] = []
    for x, y in rest:
        steps_said.append(f"{num(x - before[0], 1)} {num(y - before[1], 1)}")
        before = (x, y)
    return said + " ".join(steps_said)


def cliffs(country: Country, frame: Frame) -> list[Element]:
    """Teeth along the shore where it is cliff: heavy at the brink, pointing to the sea."""
    teeth: list[str] = []
    brinks: list[str] = []
    for line in country.pack.lines:
        if line.kind != "cliff":
            continue
        chain = _shored(country, frame, line)
        side = _seaward(country, frame, chain)
        brink = beside(chain, -side * 4.2)
        brinks.append(straight(brink))
        for at, way in steps(brink, 2.5, 1.0):
            nx, ny = -way[1] * side, way[0] * side
            teeth.append(
                f"M{num(at[0] - way[0] * 0.8, 1)} {num(at[1] - way[1] * 0.8, 1)}"
                f"L{num(at[0] + nx * 4.4, 1)} {num(at[1] + ny * 4.4, 1)}"
                f"L{num(at[0] + way[0] * 0.8, 1)} {num(at[1] + way[1] * 0.8, 1)}Z"
            )
    if not teeth:
        return []
    return [
        path("".join(teeth), fill=INK.cliff),
        path("".join(brinks), fill="none", stroke=INK.cliff, stroke_width=0.9),
    ]


def _shored(country: Country, frame: Frame, line: Line) -> list[Point]:
    """A line along the shore, taken from the shore itself between its ends."""
    ends = country.plane.chain((line.points[0], line.points[-1]))
    middle = country.plane.at(*line.points[len(line.points) // 2])
    shore = min(country.shores, key=lambda ring: nearest(ring, middle).distance)
    ring = list(shore[:-1]) if shore[0] == shore[-1] else list(shore)
    a, b, m = (min(range(len(ring)), key=lambda i: math.dist(ring[i], p)) for p in (*ends, middle))
    onward = [ring[(a + i) % len(ring)] for i in range((b - a) % len(ring) + 1)]
    back = [ring[(a - i) % len(ring)] for i in range((a - b) % len(ring) + 1)]
    return frame.chain(onward if ring[m] in onward else back)


def _seaward(country: Country, frame: Frame, chain: Chain) -> int:
    """Which side of a chain along the shore is water: 1 is right of its run."""
    votes = 0
    shores = [frame.chain(ring) for ring in country.shores]
    for at, way in steps(chain, 9.0):
        for side in (1, -1):
            probe = (at[0] - way[1] * 2.0 * side, at[1] + way[0] * 2.0 * side)
            if not any(inside(probe, ring) for ring in shores):
                votes += side
    return 1 if votes >= 0 else -1


def lines(country: Country, frame: Frame) -> list[Element]:
    """An escarpment with its wall: hachures on the low side, a red wall along the crest."""
    found: list[Element] = []
    for line in country.pack.lines:
        if line.kind != "escarpment":
            continue
        chain = frame.chain(country.plane.chain(line.points))
        side = _lower(country, line, chain, frame)
        strokes: list[str] = []
        for number, (at, way) in enumerate(steps(chain, 2.7)):
            far = 7.5 if number % 2 else 5.0
            strokes.append(
                f"M{num(at[0], 1)} {num(at[1], 1)}"
                f"l{num(-way[1] * side * far, 1)} {num(way[0] * side * far, 1)}"
            )
        found.append(path("".join(strokes), fill="none", stroke=INK.hachure, stroke_width=0.8))
        found.append(path(straight(chain), fill="none", stroke=INK.lines, stroke_width=2.0))
        posts = "".join(
            f"M{num(at[0] + way[1] * side * 0.4)} {num(at[1] - way[0] * side * 0.4)}"
            f"l{num(way[1] * side * 2.8)} {num(-way[0] * side * 2.8)}"
            for at, way in steps(chain, 8.0)
        )
        found.append(path(posts, fill="none", stroke=INK.lines, stroke_width=2.2))
    return found


def _lower(country: Country, line: Line, chain: Chain, frame: Frame) -> int:
    """The low side of an escarpment, by its hexsides: `a` is the crest cell, `b` the lower."""
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
    """A way through the lines: two posts, open between."""
    turn = round(math.degrees(math.atan2(way[1], way[0])), 1)
    return group(
        rect(-3.6, -3.8, 7.2, 7.6, fill=INK.ground),
        path("M-3.8 -4.6V4.6M3.8 -4.6V4.6", fill="none", stroke=INK.lines, stroke_width=2.4),
        transform=f"{translate(*at)} {rotate(turn)}",
    )


def gaps(country: Country, frame: Frame) -> list[tuple[Place, Point, Element]]:
    """The gaps of the lines."""
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
            if inside((near.point[0] - near.way[1] * 2, near.point[1] + near.way[0] * 2), ring)
            else 1
        )
        found.append((place, near.point, beach(sand, near.point, near.way, out, place.size)))
    return found


def beach(sand: Chain, at: Point, way: Point, out: int, size: str) -> Element:
    """One beach: `out` is the side of the sea, 1 right of the run."""
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
    """The piece of a chain round a distance from its start."""
    found: list[Point] = []
    closed = [*ring, ring[0]]
    for at, _ in steps(closed, 2.0, max(0.0, middle - half)):
        found.append(at)
        if len(found) * 2.0 >= 2 * half:
            break
    return found


def fort(place: Place, at: Point) -> Element:
    """A work: a square with bastions, filled if it has guns."""
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
    """A spot height: a triangle with a point in it."""
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


def ridges(country: Country, frame: Frame) -> list[Element]:
    """Ridges as two rows of hachures, back to back."""
    strokes: list[str] = []
    for line in country.pack.lines:
        if line.kind != "ridge":
            continue
        chain = frame.chain(country.plane.chain(line.points))
        far = sum(math.dist(a, b) for a, b in zip(chain, chain[1:], strict=False))
        reached = 0.0
        for at, way in steps(chain, 2.8):
            reached += 2.8
            ease = min(1.0, reached / 18, (far - reached) / 18 + 0.25)
            for side in (1, -1):
                nx, ny = -way[1] * side, way[0] * side
                lean = unit((0, 0), (nx + way[0] * 0.15, ny + way[1] * 0.15))
                strokes.append(
                    f"M{num(at[0] + nx * 2.2, 1)} {num(at[1] + ny * 2.2, 1)}"
                    f"l{num(lean[0] * 6.5 * ease, 1)} {num(lean[1] * 6.5 * ease, 1)}"
                )
    if not strokes:
        return []
    return [
        path("".join(strokes), fill="none", stroke=INK.hachure, stroke_width=0.75, opacity=0.75)
    ]

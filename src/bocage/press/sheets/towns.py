"""Settlements drawn to size: ports fill their hex, towns have ground and streets, villages
line their roads."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bocage.maps.pack import pair
from bocage.maps.shapes import inside
from bocage.press import tokens
from bocage.press.boxes import Box
from bocage.press.geometry import chance, spline, wobbled
from bocage.press.paths import straight
from bocage.press.sheets.chains import inset
from bocage.press.svg import Element, Point, circle, group, path

if TYPE_CHECKING:
    from bocage.maps.records import Place
    from bocage.press.sheets.coast import Coast
    from bocage.press.sheets.plan import Plan

_KINDS: Final = frozenset({"city", "town", "village", "port"})

_RADII: Final = {"argentan": 0.43, "town": 0.34}
"""Of the built-up ground, in hexes."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """One settlement as the sheet shows it."""

    hex: int
    kind: str
    """`port`, `argentan`, `town`, `village` or `name` (a village the rules do not know)."""
    at: Point
    box: Box
    """What its houses fill."""
    place: Place | None


@dataclass(frozen=True)
class Towns:
    """Every settlement of a board."""

    all: tuple[Settlement, ...]
    _true: tuple[tuple[Point, Point], ...]
    """Where a place truly is, and where the sheet shows it."""
    _near: float

    def drawn_at(self, point: Point) -> Point:
        """Return a true point, or where the sheet shows the place that is there."""
        best = min(
            ((math.dist(true, point), shown) for true, shown in self._true),
            default=(math.inf, point),
        )
        return best[1] if best[0] < self._near else point


def towns(plan: Plan, coast: Coast | None) -> Towns:
    """Return the settlements of the hexes and the villages that are names only."""
    pack = plan.pack
    found: list[Settlement] = []
    true: list[tuple[Point, Point]] = []
    for h, here in enumerate(pack.hexes):
        named = [p for p in pack.places_in(h) if p.kind in _KINDS]
        if here.settlement:
            at = _inland(plan, coast, h)
            place = next(
                (p for p in named if p.kind != "village" or here.settlement == "village"), None
            )
            reach = {"port": 0.46}.get(here.settlement, _RADII.get(here.settlement, 0.25))
            one = Settlement(h, here.settlement, at, _about(at, reach * plan.hex), place)
            found.append(replace(one, box=_filled(plan, one)))
            true.extend((plan.earth(p.lat, p.lon), at) for p in named if p is place)
            named = [p for p in named if p is not place]
        for place in named:
            at = _near_centre(plan, h, plan.earth(place.lat, place.lon))
            found.append(Settlement(h, "name", at, _about(at, 6 * plan.k), place))
            true.append((plan.earth(place.lat, place.lon), at))
    return Towns(tuple(found), tuple(true), plan.hex * 0.75)


def _filled(plan: Plan, one: Settlement) -> Box:
    """Return the box of a village's houses; of other places the one it has."""
    if one.kind != "village":
        return one.box
    spots = [
        tuple(float(part) for part in corner.split())
        for house in _along_roads(plan, one, lambda _: True)
        for corner in house[1:-1].split("L")
    ]
    xs, ys = [p[0] for p in spots], [p[1] for p in spots]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _about(at: Point, by: float) -> Box:
    return Box(at[0] - by, at[1] - by * 0.92, at[0] + by, at[1] + by * 0.92)


def _inland(plan: Plan, coast: Coast | None, h: int) -> Point:
    """Return the centre of a hex, or of the part of it that is land."""
    x, y = plan.centres[h]
    if coast is None or plan.pack.hexes[h].land > 0.97:
        return x, y
    ring = plan.corners(h)
    step = plan.hex / 12
    spots = [
        (x + i * step, y + j * step)
        for i in range(-7, 8)
        for j in range(-7, 8)
        if inside(x + i * step, y + j * step, ring) and coast.on_land(x + i * step, y + j * step)
    ]
    if not spots:
        return x, y
    mx, my = sum(p[0] for p in spots) / len(spots), sum(p[1] for p in spots) / len(spots)
    return mx + (x - mx) * 0.15, my + (y - my) * 0.15


def _near_centre(plan: Plan, h: int, true: Point) -> Point:
    """Return the place of a village of which only the name is known, kept well within its hex."""
    x, y = plan.centres[h]
    far = math.dist(true, (x, y))
    most = plan.hex * 0.26
    if far <= most:
        return true
    return x + (true[0] - x) / far * most, y + (true[1] - y) / far * most


def drawn(plan: Plan, made: Towns, coast: Coast | None) -> Element:
    """Ground, houses and churches of them all."""
    chart = tokens.MAP
    grounds: list[str] = []
    streets: list[str] = []
    great: list[str] = []
    small: list[str] = []
    churches: list[Element] = []
    dry: Callable[[Point], bool] = (lambda p: coast.on_land(*p)) if coast else (lambda _: True)
    for one in made.all:
        seed = one.hex * 7
        if one.kind == "port":
            ring = _port_ground(plan, one, coast)
            grounds.append(straight(ring, closed=True))
            great.extend(_streets(plan, one, ring, seed, dry))
        elif one.kind in _RADII:
            ring = _blob(plan, one.at, _RADII[one.kind] * plan.hex, seed)
            grounds.append(straight(ring, closed=True))
            great.extend(_streets(plan, one, ring, seed, dry))
            great.extend(_outskirts(plan, one, dry))
            far = _RADII[one.kind] * plan.hex
            streets.extend(
                straight([one.at, (one.at[0] + far * math.cos(t), one.at[1] + far * math.sin(t))])
                for t in _directions(plan, one)
            )
            churches.append(_church(one.at, plan.k * 1.1))
        elif one.kind == "village":
            small.extend(_along_roads(plan, one, dry))
        else:
            small.extend(_hamlet(plan, one, dry))
    return group(
        path("".join(grounds), fill=chart.town_ground, stroke="#a3573f", stroke_width=0.9),
        path("".join(streets), stroke="#f3dcc0", stroke_width=1.7 * plan.k, fill="none"),
        path("".join(great), fill=chart.town_block, stroke="#4a150d", stroke_width=0.35),
        path("".join(small), fill=chart.village_block, stroke="#4a150d", stroke_width=0.35),
        *churches,
    )


def _port_ground(plan: Plan, one: Settlement, coast: Coast | None) -> list[Point]:
    ring = inset(plan.corners(one.hex), plan.hex * 0.07)
    if coast is None:
        return ring
    kept: list[Point] = []
    for p in _dense(ring, 4.0):
        q = p
        # What lies in the water is drawn back to the quays.
        for _ in range(24):
            if coast.on_land(*q):
                break
            q = q[0] + (one.at[0] - q[0]) * 0.08, q[1] + (one.at[1] - q[1]) * 0.08
        kept.append(q)
    return kept


def _dense(ring: list[Point], step: float) -> Iterator[Point]:
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        count = max(1, round(math.dist(a, b) / step))
        for i in range(count):
            yield a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count


def _blob(plan: Plan, at: Point, radius: float, seed: int) -> list[Point]:
    ring = [
        (
            at[0] + radius * (0.82 + 0.34 * chance(seed, i)) * math.cos(i * math.tau / 11),
            at[1] + radius * 0.93 * (0.82 + 0.34 * chance(seed, i)) * math.sin(i * math.tau / 11),
        )
        for i in range(11)
    ]
    return wobbled(spline(ring, 5, closed=True), 0.6 * plan.k, str(seed), closed=True)


def _streets(
    plan: Plan, one: Settlement, ring: list[Point], seed: int, dry: Callable[[Point], bool]
) -> Iterator[str]:
    """Blocks of houses between lanes, kept clear of the streets that lead through the place."""
    k = plan.k
    at = one.at
    ways = _directions(plan, one) if one.kind != "port" else []
    turn = ways[0] + 0.12 if ways else (chance(seed, 1) - 0.5) * 1.2
    c, s = math.cos(turn), math.sin(turn)
    tight = inset(ring, 1.5 * k) if one.kind != "port" else ring
    reach = plan.hex * 0.62
    row = 0
    v = -reach
    while v < reach:
        deep = (3.2 + 1.6 * chance(seed, row, 5)) * k
        u = -reach + chance(seed, row, 2) * 7 * k
        number = 0
        while u < reach:
            luck = chance(seed, row, number, 3)
            wide = (3.0 + 3.4 * chance(seed, row, number)) * k
            mu, mv = u + wide / 2, v + deep / 2
            spot = at[0] + mu * c - mv * s, at[1] + mu * s + mv * c
            free = all(_off_street(spot, at, way) > 2.6 * k for way in ways)
            whole = all(
                inside(at[0] + x * c - y * s, at[1] + x * s + y * c, tight)
                for x in (u + 0.4, u + wide - 0.4)
                for y in (v + 0.3, v + deep - 0.3)
            )
            if luck < 0.94 and free and whole and dry(spot):
                tall = deep * (0.68 + 0.32 * chance(seed, row, number, 4))
                lean = turn + (chance(seed, row, number, 6) - 0.5) * 0.22
                broad = wide * (0.8 + 0.2 * chance(seed, row, number, 7))
                yield _house(spot, broad, tall, math.cos(lean), math.sin(lean))
            u += wide + (0.8 if luck < 0.75 else 1.9) * k
            number += 1
        v += deep + (0.9 if row % 3 else 1.8) * k
        row += 1


def _off_street(spot: Point, at: Point, way: float) -> float:
    """Return the distance of a point from a street that leaves the middle that way."""
    dx, dy = spot[0] - at[0], spot[1] - at[1]
    ahead = dx * math.cos(way) + dy * math.sin(way)
    if ahead < 0:
        return math.hypot(dx, dy)
    return abs(dy * math.cos(way) - dx * math.sin(way))


def _outskirts(plan: Plan, one: Settlement, dry: Callable[[Point], bool]) -> Iterator[str]:
    """Houses beyond the ground of a town, along the roads out of it."""
    radius = _RADII[one.kind] * plan.hex
    k = plan.k
    for number, turn in enumerate(_directions(plan, one)):
        most = _dry_reach(plan, one, turn)
        for i in range(3):
            for hand in (-1, 1):
                luck = chance(one.hex, number, i, hand + 2)
                far = radius * 1.02 + (i + luck * 0.5) * 6.0 * k
                if luck < 0.45 or far > most:
                    continue
                yield from _beside_road(one, turn, far, hand, k, dry, luck)


def _along_roads(plan: Plan, one: Settlement, dry: Callable[[Point], bool]) -> Iterator[str]:
    """Yield a village: houses on both hands of each road, thinner further out."""
    k = plan.k
    turns = _directions(plan, one)
    first = 3.4 if len(turns) < 3 else 5.6  # where roads fan out, houses begin further off
    for number, turn in enumerate(turns):
        most = _dry_reach(plan, one, turn)
        for i in range(3 if len(turns) < 4 else 2):
            for hand in (-1, 1):
                luck = chance(one.hex, number, i, hand + 7)
                far = (first + i * 5.4 + luck * 1.2) * k
                if luck < (0.06, 0.22, 0.5)[i] or far > most:
                    continue
                yield from _beside_road(one, turn, far, hand, k, dry, luck)
    x, y = one.at
    lean = turns[0] if turns else 0.0
    a = lean + math.pi / 2
    spot = x + math.cos(a) * 8.4 * k, y + math.sin(a) * 8.4 * k
    if dry(spot):
        yield _house(spot, 5.6 * k, 3.4 * k, math.cos(lean), math.sin(lean))


def _hamlet(plan: Plan, one: Settlement, dry: Callable[[Point], bool]) -> Iterator[str]:
    k = plan.k
    for i in range(6):
        turn = chance(one.hex, i, 5) * math.tau
        far = (2.0 + 4.5 * chance(one.hex, i, 6)) * k if i else 0.0
        spot = one.at[0] + far * math.cos(turn), one.at[1] + far * math.sin(turn)
        lean = chance(one.hex, 9) * 1.5
        if dry(spot):
            yield _house(spot, 3.6 * k, 2.7 * k, math.cos(lean), math.sin(lean))


def _beside_road(
    one: Settlement,
    turn: float,
    far: float,
    hand: int,
    k: float,
    dry: Callable[[Point], bool],
    luck: float,
) -> Iterator[str]:
    c, s = math.cos(turn), math.sin(turn)
    aside = hand * (4.0 + 0.8 * luck) * k
    spot = one.at[0] + far * c - aside * s, one.at[1] + far * s + aside * c
    if dry(spot):
        yield _house(spot, (3.5 + 1.6 * luck) * k, (2.7 + 0.6 * luck) * k, c, s)


def _dry_reach(plan: Plan, one: Settlement, turn: float) -> float:
    """Return how far houses may stand along a road: up to the water that it crosses."""
    x, y = plan.centres[one.hex]
    ahead = plan.where(x + plan.hex * math.cos(turn), y + plan.hex * math.sin(turn))
    wet = ahead is not None and pair(one.hex, ahead) in plan.waters
    return plan.hex * 0.5 - 11 * plan.k if wet else math.inf


def _directions(plan: Plan, one: Settlement) -> list[float]:
    """Return the ways the roads leave, or two opposite ones of its own."""
    grid = plan.pack.grid
    x, y = plan.centres[one.hex]
    found: list[float] = []
    for link in plan.pack.links_of(grid.numbers[one.hex]):
        if link.kind == "road":
            other = link.end if link.start == grid.numbers[one.hex] else link.start
            u, v = plan.centres[grid.hex(other)]
            found.append(math.atan2(v - y, u - x))
    if not plan.pack.links and one.place is not None:
        found.extend(_traced(plan, plan.earth(one.place.lat, one.place.lon)))
    if found:
        return sorted(set(found))
    lean = chance(one.hex, 4) * math.pi
    return [lean, lean + math.pi]


def _traced(plan: Plan, true: Point) -> Iterator[float]:
    """Yield the ways the drawn roads leave a place."""
    for road in plan.pack.lines:
        if road.kind != "road":
            continue
        points = plan.line(road.points)
        for i, point in enumerate(points):
            if math.dist(point, true) < plan.hex * 0.4:
                for other in points[max(0, i - 1) : i] + points[i + 1 : i + 2]:
                    turn = math.atan2(other[1] - point[1], other[0] - point[0])
                    yield round(turn, 1)


def _house(at: Point, wide: float, high: float, c: float, s: float) -> str:
    x, y = at
    w, h = wide / 2, high / 2
    corners = [(-w, -h), (w, -h), (w, h), (-w, h)]
    said = "L".join(f"{x + u * c - v * s:.1f} {y + u * s + v * c:.1f}" for u, v in corners)
    return f"M{said}Z"


def _church(at: Point, k: float) -> Element:
    x, y = at
    return group(
        circle(x, y, 2.7 * k, fill="#fbf3df", stroke="#2a130d", stroke_width=1.1 * k),
        path(
            f"M{x:.1f} {y - 2.7 * k:.1f}v{-4.6 * k:.1f}m{-1.8 * k:.1f} {1.7 * k:.1f}h{3.6 * k:.1f}",
            stroke="#2a130d",
            stroke_width=1.1 * k,
            fill="none",
        ),
    )

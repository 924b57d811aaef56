"""Roads by class, and railways with their stations.

Casings are drawn before fills, the lesser roads first, so that a junction is one surface
and the greater road runs through.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from bocage.press.geometry import steps, thinned, unit
from bocage.press.paths import straight
from bocage.press.survey.looks import INK, LINES
from bocage.press.svg import Element, Point, group, num, path, rect, rotate, translate

if TYPE_CHECKING:
    from bocage.press.survey.country import Country, Way
    from bocage.press.survey.frame import Frame

GRADES: Final = ("track", "minor", "single", "double", "route")
"""Classes of road as drawn, the least first."""

_WIDTHS: Final = {
    "minor": LINES.minor,
    "single": LINES.single,
    "double": LINES.double,
    "route": LINES.route,
}
_INKS: Final = {
    "minor": INK.minor,
    "single": INK.single,
    "double": INK.double,
    "route": INK.route,
}
_STATIONED: Final = frozenset({"city", "town", "village", "port"})


def grade(country: Country, way: Way) -> str:
    """Return the class a road is drawn in."""
    said = way.link.grade
    if way.link.id in country.course:
        return "route"
    if said == "track":
        return "track"
    if "double" in said:
        return "double"
    return "single" if "main" in said else "minor"


def ink(kind: str) -> str:
    """Return the colour of a class of road."""
    return _INKS.get(kind, INK.minor)


def width(country: Country, way: Way) -> float:
    """Return the width of a road with its edges."""
    kind = grade(country, way)
    return 1.0 if kind == "track" else _WIDTHS[kind] + LINES.casing


def roads(country: Country, frame: Frame) -> list[Element]:
    """Return all roads."""
    by: dict[str, list[str]] = {}
    raised: list[str] = []
    for way in country.roads:
        if not frame.shows_any(way.chain, 0.5):
            continue
        chain = thinned(frame.chain(way.chain), 1.4)
        kind = grade(country, way)
        by.setdefault(kind, []).extend(straight(piece) for piece in frame.lines(chain))
        if "raised" in way.link.note or "embanked" in way.link.grade:
            reach = width(country, way) / 2
            raised.extend(_bank(at, run, reach) for at, run in steps(chain, 4.6) if frame.near(at))
    found: list[Element] = []
    if "track" in by:
        found.append(
            path("".join(by["track"]), **_line(INK.track, 1.1), stroke_dasharray="4.5 2.2")
        )
    if raised:
        found.append(path("".join(raised), **_line(INK.casing, 0.7)))
    drawn = [kind for kind in GRADES[1:] if kind in by]
    for kind in drawn:
        data = "".join(by[kind])
        found.append(path(data, **_line(INK.casing, _WIDTHS[kind] + LINES.casing)))
    for kind in drawn:
        data = "".join(by[kind])
        found.append(path(data, **_line(_INKS[kind], _WIDTHS[kind])))
        if kind == "double":
            found.append(path(data, **_line(INK.casing, 0.45)))
    return found


def railways(country: Country, frame: Frame) -> list[Element]:
    """Return all railways, with a mark at each station."""
    lines: list[str] = []
    ties: list[str] = []
    stops: dict[str, tuple[Point, Point]] = {}
    for way in country.railways:
        if not frame.shows_any(way.chain, 0.5):
            continue
        chain = thinned(frame.chain(way.chain), 1.4)
        lines.extend(straight(piece) for piece in frame.lines(chain))
        ties.extend(_tie(at, run) for at, run in steps(chain, LINES.tie_every) if frame.near(at))
        for key, ahead in ((way.link.start, chain[:2]), (way.link.end, chain[:-3:-1])):
            stops.setdefault(key, (ahead[0], unit(ahead[0], ahead[1])))
    if not lines:
        return []
    found = [
        path("".join(lines), **_line(INK.rail, LINES.rail)),
        path("".join(ties), **_line(INK.rail, 0.8)),
    ]
    places = {place.id: place for place in country.pack.places}
    found.extend(
        station(at, run)
        for key, (at, run) in stops.items()
        if key in places and places[key].kind in _STATIONED
    )
    return found


def sample(kind: str, wide: float, y: float, *, raised: bool = False) -> list[Element]:
    """Return a road of a class for the key."""
    run = straight([(1, y), (wide - 1, y)])
    if kind == "track":
        return [path(run, **_line(INK.track, 1.1), stroke_dasharray="4.5 2.2")]
    broad = _WIDTHS[kind] + LINES.casing
    found: list[Element] = []
    if raised:
        banks = "".join(
            _bank(at, way, broad / 2) for at, way in steps([(1, y), (wide - 1, y)], 4.6)
        )
        found.append(path(banks, **_line(INK.casing, 0.7)))
    found += [path(run, **_line(INK.casing, broad)), path(run, **_line(_INKS[kind], _WIDTHS[kind]))]
    if kind == "double":
        found.append(path(run, **_line(INK.casing, 0.45)))
    return found


def rail_sample(wide: float, y: float) -> list[Element]:
    """Return a railway for the key."""
    chain = [(1.0, y), (wide - 1, y)]
    ties = "".join(_tie(at, run) for at, run in steps(chain, LINES.tie_every))
    return [
        path(straight(chain), **_line(INK.rail, LINES.rail)),
        path(ties, **_line(INK.rail, 0.8)),
        station((wide / 2, y), (1, 0)),
    ]


def station(at: Point, run: Point) -> Element:
    """Return a halt: an open oblong along the line."""
    turn = _degrees(run)
    return group(
        rect(-4.2, -2.3, 8.4, 4.6, fill=INK.ground, stroke=INK.rail, stroke_width=1.1),
        rect(-1.9, -0.8, 3.8, 1.6, fill=INK.rail),
        transform=f"{translate(*at)} {rotate(turn)}" if turn else translate(*at),
    )


def _degrees(run: Point) -> float:
    return round(math.degrees(math.atan2(run[1], run[0])), 1)


def _tie(at: Point, run: Point) -> str:
    half = LINES.tie / 2
    return (
        f"M{num(at[0] - run[1] * half)} {num(at[1] + run[0] * half)}"
        f"L{num(at[0] + run[1] * half)} {num(at[1] - run[0] * half)}"
    )


def _bank(at: Point, run: Point, reach: float) -> str:
    """Marks down both sides of a raised road."""
    return "".join(
        f"M{num(at[0] - run[1] * reach * s)} {num(at[1] + run[0] * reach * s)}"
        f"L{num(at[0] - run[1] * (reach + 2.2) * s)} {num(at[1] + run[0] * (reach + 2.2) * s)}"
        for s in (1, -1)
    )


def _line(ink: str, wide: float) -> dict[str, str | float]:
    return {
        "fill": "none",
        "stroke": ink,
        "stroke_width": wide,
        "stroke_linejoin": "round",
        "stroke_linecap": "round",
    }

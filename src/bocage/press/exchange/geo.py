"""Maps and positions on the globe: GeoJSON (RFC 7946) and KML (OGC 2.2).

A feature has a layer: `hex`, `place`, `crossing`, `link`, `area`, `line` or `unit`. Points are
longitude and latitude (WGS 84). A unit stands in the middle of its hex.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from xml.sax.saxutils import escape

from bocage.engine.actions import Names
from bocage.engine.game import AnyGame
from bocage.hexes.grid import ROW_HEIGHT
from bocage.maps.pack import Pack
from bocage.maps.records import Area, Link

LonLat = tuple[float, float]
_DIGITS: Final = 6
"""Digits of a degree: a tenth of a metre."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Something with a place on the globe: a point, a line, or a ring that is closed."""

    layer: str
    name: str
    kind: str
    """Point, LineString or Polygon."""
    points: tuple[LonLat, ...]
    facts: Mapping[str, str | float | int]


def features(pack: Pack) -> list[Feature]:
    """Return everything that a map pack places on the globe."""
    return [*_hexes(pack), *_areas(pack), *_lines(pack), *_links(pack), *_points(pack)]


def units(game: AnyGame, pack: Pack, view: Mapping[str, Any]) -> list[Feature]:
    """Return the units of a view that stand on the map."""
    names = game.nouns["unit"]
    assert isinstance(names, Names)
    found: list[Feature] = []
    for u, counter in enumerate(game.counters()):
        row: Sequence[int] = view["units"][u]
        h, steps = row[:2]
        if h >= 0:
            facts: dict[str, str | float | int] = {
                "id": names.written[u],
                "side": game.seats[counter.seat],
                "hex": game.numbers[h],
                "steps": steps,
            }
            at = (_centre(pack, h),)
            found.append(Feature("unit", names.said[u], "Point", at, facts))
    return found


def geojson(made: Sequence[Feature], title: str, licence: str) -> str:
    """Return features as one GeoJSON collection."""
    found = [
        {
            "type": "Feature",
            "properties": {"layer": each.layer, "name": each.name, **each.facts},
            "geometry": {"type": each.kind, "coordinates": _coordinates(each)},
        }
        for each in made
    ]
    whole = {"type": "FeatureCollection", "name": title, "licence": licence, "features": found}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")) + "\n"


def kml(made: Sequence[Feature], title: str, licence: str) -> str:
    """Return features as one KML document, with a folder for each layer."""
    layers = dict.fromkeys(each.layer for each in made)
    folders = "".join(
        f"<Folder><name>{layer}</name>"
        + "".join(_placemark(each) for each in made if each.layer == layer)
        + "</Folder>"
        for layer in layers
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>'
        f"<name>{escape(title)}</name><description>{escape(licence)}</description>"
        f"{folders}</Document></kml>\n"
    )


def _coordinates(each: Feature) -> object:
    points = [list(point) for point in each.points]
    if each.kind == "Point":
        return points[0]
    return [points] if each.kind == "Polygon" else points


def _placemark(each: Feature) -> str:
    told = "".join(
        f'<Data name="{name}"><value>{escape(str(value))}</value></Data>'
        for name, value in each.facts.items()
    )
    where = f"<coordinates>{' '.join(f'{x},{y}' for x, y in each.points)}</coordinates>"
    if each.kind == "Polygon":
        where = f"<outerBoundaryIs><LinearRing>{where}</LinearRing></outerBoundaryIs>"
    return (
        f"<Placemark><name>{escape(each.name)}</name><ExtendedData>{told}</ExtendedData>"
        f"<{each.kind}>{where}</{each.kind}></Placemark>"
    )


def _at(lat: float, lon: float) -> LonLat:
    return round(lon, _DIGITS), round(lat, _DIGITS)


def _centre(pack: Pack, h: int) -> LonLat:
    return _at(*pack.projection.to_earth(*pack.grid.centre(h)))


def _ring(points: Sequence[LonLat]) -> tuple[LonLat, ...]:
    """Return a closed ring, anticlockwise as RFC 7946 wants it."""
    turned = sum(
        a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True)
    )
    ring = tuple(points) if turned > 0 else tuple(reversed(points))
    return (*ring, ring[0])


def _hexes(pack: Pack) -> Iterator[Feature]:
    if pack.kind != "hexes":
        return  # the lattice under a real map is never shown
    for h, each in enumerate(pack.hexes):
        corners = [
            _at(*pack.projection.to_earth(x / 2, y / 3 * ROW_HEIGHT))
            for x, y in pack.grid.corners(h)
        ]
        facts = {
            "terrain": each.terrain,
            "settlement": each.settlement,
            "flags": " ".join(sorted(each.flags)),
        }
        told = {name: value for name, value in facts.items() if value}
        yield Feature("hex", pack.grid.numbers[h], "Polygon", _ring(corners), told)


def _areas(pack: Pack) -> Iterator[Feature]:
    for each in pack.areas:
        points = tuple(_at(*point) for point in each.points)
        facts: dict[str, str | float | int] = {"id": each.id, "kind": each.kind}
        if len(points) > 2:
            yield Feature("area", each.name, "Polygon", _ring(points), facts)
        elif each.lat is not None and each.lon is not None:
            facts |= _radius(each)
            yield Feature("area", each.name, "Point", (_at(each.lat, each.lon),), facts)


def _radius(each: Area) -> dict[str, str | float | int]:
    return {"radius_km": each.radius_km} if each.radius_km else {}


def _lines(pack: Pack) -> Iterator[Feature]:
    for each in pack.lines:
        if len(each.points) > 1:
            points = tuple(_at(*point) for point in each.points)
            yield Feature(
                "line", each.name, "LineString", points, {"id": each.id, "kind": each.kind}
            )


def _links(pack: Pack) -> Iterator[Feature]:
    for each in pack.links:
        points = tuple(_at(*point) for point in each.points) or _ends(pack, each)
        if len(points) > 1:
            facts: dict[str, str | float | int] = {"id": each.id, "kind": each.kind}
            facts["km"] = each.km
            yield Feature("link", each.name, "LineString", points, facts)


def _ends(pack: Pack, link: Link) -> tuple[LonLat, ...]:
    """Return the ends of a stretch without a drawn line, which runs straight between them."""
    found: list[LonLat] = []
    for end in (link.start, link.end):
        if end in pack.grid.numbers:
            found.append(_centre(pack, pack.grid.hex(end)))
        elif end in pack.points_by_id:
            found.append(_at(pack.points_by_id[end].lat, pack.points_by_id[end].lon))
    return tuple(found)


def _points(pack: Pack) -> Iterator[Feature]:
    for place in pack.places:
        at = (_at(place.lat, place.lon),)
        yield Feature("place", place.name, "Point", at, {"id": place.id, "kind": place.kind})
    for each in pack.crossings:
        facts = {"id": each.id, "kind": each.kind, "over": each.over, "class": each.weight}
        told = {name: value for name, value in facts.items() if value}
        yield Feature("crossing", each.name, "Point", (_at(each.lat, each.lon),), told)

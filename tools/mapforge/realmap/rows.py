"""Rows of the tables of a pack, made from features: places, crossings, links, areas, lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mapforge.draft import points
from mapforge.realmap.features import CROSSINGS, LINKS, of_kind
from mapforge.realmap.waters import Water, side_nearest

if TYPE_CHECKING:
    from mapforge.draft import Row
    from mapforge.realmap.features import Feature
    from mapforge.realmap.lattice import Lattice

BENDS: Final = 1.08
"""A road's length over its drawn line, for the bends that the drawing leaves out."""

AREAS: Final[Mapping[str, str]] = {"dz_lz": "drop zone", "air_zone": "air zone"}
_STATES: Final = (
    ("Allied", "Allied"),
    ("German", "German"),
    ("civilian", "civilian"),
    ("destroyed", "destroyed"),
    ("centre section removed", "dismantled"),
)


def place_rows(lattice: Lattice, features: Iterable[Feature]) -> list[Row]:
    """Cities, towns, villages, forks and airfields."""
    return [
        {
            "id": each.id,
            "name": each.name,
            "kind": "airfield" if each.kind == "airfield" else each.grade,
            "hex": lattice.number(each.at),
            "lat": each.lat,
            "lon": each.lon,
            "size": f"{each.radius_km:g} km" if each.radius_km else "",
            "capacity": each.capacity or "",
            "note": _airfield_note(each) if each.kind == "airfield" else each.note,
        }
        for each in of_kind(features, "town", "airfield")
    ]


def side_rows(lattice: Lattice, waters: Mapping[str, Water]) -> list[Row]:
    """Return one row for every side of every water's chain, in the order of its course."""
    numbers = lattice.grid.numbers
    return [
        {
            "a": numbers[a],
            "b": numbers[b],
            "kind": water.kind,
            "name": water.feature.name,
        }
        for water in waters.values()
        for a, b in water.sides
    ]


def crossing_rows(
    lattice: Lattice, features: Sequence[Feature], waters: Mapping[str, Water]
) -> list[Row]:
    """Bridges, rail bridges and ferries, each on a side of its water's chain."""
    named = {water.feature.name: water for water in waters.values()}
    links = of_kind(features, *LINKS)
    rows: list[Row] = []
    for each in of_kind(features, *CROSSINGS):
        a, b = side_nearest(named[each.crosses], lattice.plane(each.at))
        carried = {link.kind for link in links if each.id in (link.start, link.end)}
        words = [word for kind, word in (("road", "road"), ("railway", "rail")) if kind in carried]
        state, more = _state(each.state)
        rows.append(
            {
                "id": each.id,
                "name": each.name,
                "kind": each.kind,
                "a": lattice.grid.numbers[a],
                "b": lattice.grid.numbers[b],
                "over": each.crosses,
                "carries": " ".join(words),
                "class": each.grade,
                "capacity": each.capacity,
                "prepared": each.prepared,
                "state": state,
                "lat": each.lat,
                "lon": each.lon,
                "note": "; ".join(part for part in (more, each.note) if part),
            }
        )
    return rows


def link_rows(lattice: Lattice, features: Iterable[Feature]) -> list[Row]:
    """Roads and railways."""
    return [
        {
            "id": each.id,
            "kind": each.kind,
            "name": each.name,
            "from": each.start,
            "to": each.end,
            "km": each.km or _measured(lattice, each),
            "class": each.grade if each.kind == "road" else "",
            "capacity": each.capacity or "",
            "points": points(each.points),
            "note": each.notes if each.kind == "road" else "",
        }
        for each in of_kind(features, *LINKS)
    ]


def area_rows(lattice: Lattice, features: Sequence[Feature]) -> list[Row]:
    """Terrain, built-up areas, drop zones, airfields and air zones, with the cells they cover."""
    rows: list[Row] = []
    for each in features:
        if each.kind == "terrain":
            kind = "lake" if each.grade == "water" else each.grade
        elif each.is_built_up:
            kind = "built-up"
        elif each.kind == "airfield":
            kind = "airfield"
        elif each.kind in AREAS:
            kind = AREAS[each.kind]
        else:
            continue
        cells = lattice.centred(each) if kind == "air zone" else lattice.covered(each)
        rows.append(
            {
                "id": f"U-{each.id}" if kind in ("built-up", "airfield") else each.id,
                "kind": kind,
                "name": each.name,
                "hexes": " ".join(lattice.grid.numbers[h] for h in cells),
                "lat": each.lat,
                "lon": each.lon,
                "radius_km": "" if each.points else each.radius_km,
                "points": points(each.points),
                "class": each.grade if kind in ("built-up", "air zone") else "",
                "note": each.note,
            }
        )
    return rows


def line_rows(lattice: Lattice, waters: Mapping[str, Water]) -> list[Row]:
    """Return the drawn courses of the waters, as far as the sheet goes."""
    return [
        {
            "id": water.feature.id,
            "kind": water.kind,
            "name": water.feature.name,
            "points": points(lattice.projection.to_earth(*point) for point in water.course),
            "class": water.feature.grade,
            "note": "; ".join(part for part in (_ends(waters, water), water.feature.note) if part),
        }
        for water in waters.values()
    ]


def _measured(lattice: Lattice, link: Feature) -> float:
    """Length with its bends: to a hundred metres, or to ten where the link is short."""
    km = BENDS * lattice.km(link.points)
    return round(km, 1 if km >= 1 else 2)


def _ends(waters: Mapping[str, Water], water: Water) -> str:
    said: list[str] = []
    for joint in (water.first, water.last):
        if joint in waters:
            said.append(f"joins the {waters[joint].feature.name}")
        elif joint == "edge":
            said.append("runs off the sheet")
        elif joint.startswith("blind:"):
            said.append("ends on the sheet: " + joint.removeprefix("blind:").strip())
    return "; ".join(said)


def _state(text: str) -> tuple[str, str]:
    """Return the state of a crossing in one word, and what the table says beyond it."""
    for beginning, word in _STATES:
        if text.startswith(beginning):
            return word, "" if text == word else text
    raise ValueError(f"no such state of a crossing: {text}")


def _airfield_note(each: Feature) -> str:
    holder = "nobody's at the start" if each.grade == "none" else f"{each.grade} at the start"
    return "; ".join(part for part in (holder, each.note) if part)

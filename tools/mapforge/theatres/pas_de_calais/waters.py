"""Rivers and canals along hexsides; a side carries a row for each of its waters."""

from __future__ import annotations

from collections import Counter
from math import hypot
from typing import Final

from bocage.hexes.grid import Vertex
from mapforge.draft import Row
from mapforge.snapping import place
from mapforge.theatres.pas_de_calais.sources import (
    GRID,
    PROJECTION,
    document,
    earth_points,
    table,
)

Pair = tuple[str, str]


def sides() -> list[Row]:
    """Return the rows of `sides.csv`: course by course, each in the order in which it is drawn."""
    found: list[Row] = []
    courses: dict[str, dict[str, str]] = {}
    for row in table("courses"):
        courses.setdefault(row["table"], row)
    for given, river in document("map.json")["rivers"].items():
        name, drawn = courses[given]["name"], courses[given]["points"]
        # The lists of `map.json` keep a shared side under each of its names (12).
        course = {_pair(a, b): (_kind(given, _pair(a, b)), "") for a, b in river["hexsides"]}
        for row in table("sides_corrected"):
            if row["table"] == given:
                pair = _pair(row["a"], row["b"])
                if row["change"] == "drop":
                    del course[pair]
                else:
                    course[pair] = (row["kind"], row["why"])
        begin = PROJECTION.to_plane(*earth_points(drawn)[0])
        for pair in _in_order(name, list(course), begin):
            kind, note = course[pair]
            found.append({"a": pair[0], "b": pair[1], "kind": kind, "name": name, "note": note})
    return found


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


_KINDS: Final = {
    (row["name"], _pair(row["hex_a"], row["hex_b"])): row["kind"] for row in table("map_hexsides")
}
"""Kind of each side under the one name it was given."""


def _kind(given: str, pair: Pair) -> str:
    """Return the kind of a side of a course; where another name was given, that of the course."""
    if (given, pair) in _KINDS:
        return _KINDS[given, pair]
    kinds = {kind for (name, _), kind in _KINDS.items() if name == given}
    if len(kinds) != 1:
        raise ValueError(f"{given} is both river and canal: say which at {pair}")
    return kinds.pop()


def _in_order(name: str, pairs: list[Pair], begin: tuple[float, float]) -> list[Pair]:
    """Return the sides of one course as a walk from the end nearest to `begin`.

    Raises:
        ValueError: they are not a single chain.
    """
    ends = {pair: GRID.side_ends(*GRID.hexes(pair)) for pair in pairs}
    met = Counter(corner for pair in pairs for corner in ends[pair])
    tips = sorted(corner for corner, times in met.items() if times == 1)
    if len(tips) != 2:
        raise ValueError(f"{name} is not a single chain: it has {len(tips)} ends")
    tip: Vertex = min(tips, key=lambda corner: _apart(place(corner), begin))
    walk: list[Pair] = []
    waiting = list(pairs)
    while waiting:
        onward = [pair for pair in waiting if tip in ends[pair]]
        if len(onward) != 1:
            raise ValueError(f"{name} breaks or forks after {walk[-1]}")
        walk.append(onward[0])
        waiting.remove(onward[0])
        tip = next(iter(ends[onward[0]] - {tip}))
    return walk


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])

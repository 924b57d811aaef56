"""Rivers and canals along hexsides; a side carries a row for each of its waters."""

from __future__ import annotations

from typing import Final

from bocage.hexes.grid import Vertex
from mapforge.draft import Row
from mapforge.theatres.pas_de_calais.sources import GRID, document, table

Pair = tuple[str, str]


def sides() -> list[Row]:
    """The rows of `sides.csv`: course by course, each in its order from source to mouth."""
    found: list[Row] = []
    names = {row["table"]: row["name"] for row in table("courses")}
    for given, river in document("map.json")["rivers"].items():
        course = {_pair(a, b): (_kind(given, _pair(a, b)), "") for a, b in river["hexsides"]}
        start = _pair(*river["hexsides"][0])
        for row in table("sides_corrected"):
            if row["table"] == given:
                pair = _pair(row["a"], row["b"])
                if row["change"] == "drop":
                    del course[pair]
                else:
                    course[pair] = (row["kind"], row["why"])
        if start not in course:
            start = next(iter(course))
        for pair in _in_order(list(course), start):
            kind, note = course[pair]
            found.append(
                {"a": pair[0], "b": pair[1], "kind": kind, "name": names[given], "note": note}
            )
    return found


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


_KINDS: Final = {
    (row["name"], _pair(row["hex_a"], row["hex_b"])): row["kind"] for row in table("map_hexsides")
}
"""Kind of each side under the one name it was given."""


def _kind(given: str, pair: Pair) -> str:
    """The kind of a side of a course; where another name was given, that of the course."""
    if (given, pair) in _KINDS:
        return _KINDS[given, pair]
    kinds = {kind for (name, _), kind in _KINDS.items() if name == given}
    if len(kinds) != 1:
        raise ValueError(f"{given} is both river and canal: say which at {pair}")
    return kinds.pop()


def _in_order(pairs: list[Pair], start: Pair) -> list[Pair]:
    """The sides of one course as a walk that begins with `start`.

    Raises:
        ValueError: they are no single chain, or it does not begin there.
    """
    ends = {pair: GRID.side_ends(*GRID.hexes(pair)) for pair in pairs}
    walk = [start]
    near = [pair for pair in pairs if pair != start and ends[pair] & ends[start]]
    if len(near) > 1:
        raise ValueError(f"the course does not begin at {start}")
    tip: Vertex | None = next(iter(ends[start] & ends[near[0]]), None) if near else None
    waiting = [pair for pair in pairs if pair != start]
    while waiting:
        onward = [pair for pair in waiting if tip in ends[pair]]
        if len(onward) != 1:
            raise ValueError(f"the course breaks or forks after {walk[-1]}")
        walk.append(onward[0])
        waiting.remove(onward[0])
        tip = next(iter(ends[onward[0]] - {tip}))
    return walk

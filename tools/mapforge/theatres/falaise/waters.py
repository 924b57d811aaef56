"""The rivers of Falaise: chains of hexsides, corrected, and the courses to draw."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from mapforge.draft import Row, points
from mapforge.theatres.falaise.sheet import GRID, Side, clipped, course, pair, sides, table

if TYPE_CHECKING:
    from bocage.hexes.grid import Vertex

MAJOR = "major river"


@dataclass(frozen=True)
class Water:
    """One river: its hexsides from its head to its mouth."""

    name: str
    kind: str
    chain: tuple[Side, ...]
    rises_here: bool
    """Whether its head is a spring on the map, not an edge and not another river."""


@cache
def waters() -> tuple[Water, ...]:
    """Return every river, with the changes of decisions 2, 5 and F1 made."""
    kept: dict[str, set[Side]] = {}
    for row in table("waters.csv"):
        kept[row["name"]] = {pair(*side) for side in sides(row["sides"])}
    for row in table("water_changes.csv"):
        dropped = {pair(*side) for side in sides(row["drop"])}
        if strange := dropped - kept[row["water"]]:
            raise ValueError(f"{row['water']} has no sides {sorted(strange)}")
        kept[row["water"]] -= dropped
        kept[row["water"]] |= {pair(*side) for side in sides(row["add"])}
    found: list[Water] = []
    for row in table("waters.csv"):
        chain = _walked(row["name"], kept[row["name"]], sides(row["head"])[0])
        others = {
            corner
            for name, some in kept.items()
            if name != row["name"]
            for side in some
            for corner in _ends(side)
        }
        head = next(iter(_ends(chain[0]) - _ends(chain[1])))
        spring = head not in others and _inner(head)
        found.append(Water(row["name"], row["kind"], chain, spring))
    return tuple(found)


def chain(name: str) -> tuple[Side, ...]:
    """Return the hexsides of a river."""
    return next(water.chain for water in waters() if water.name == name)


def over(side: Side) -> Water | None:
    """Return the river that runs along a side, if one does."""
    wanted = pair(*side)
    return next((water for water in waters() if wanted in water.chain), None)


def side_rows() -> list[Row]:
    """Rows for `sides.csv`, river by river, each from its head to its mouth."""
    return [
        {
            "a": a,
            "b": b,
            "kind": water.kind,
            "name": water.name,
            "note": "headwater" if (a, b) == water.chain[0] and water.rises_here else "",
        }
        for water in waters()
        for a, b in water.chain
    ]


def line_rows() -> list[Row]:
    """Rows for `lines.csv`: the courses, from head to mouth."""
    kinds = {water.name: water.kind for water in waters()}
    rows: list[Row] = []
    for row in table("courses.csv"):
        (piece,) = clipped(course(row["points"]))
        rows.append(
            {
                "id": "river-" + _slug(row["name"]),
                "kind": kinds[row["name"]],
                "name": row["name"],
                "points": points(piece),
            }
        )
    return rows


def _walked(name: str, some: set[Side], head: Side) -> tuple[Side, ...]:
    """Return the sides in their order from the head; they must make one chain."""
    left = set(some)
    here = pair(*head)
    found: list[Side] = []
    while True:
        found.append(here)
        left.remove(here)
        near = [side for side in left if _ends(side) & _ends(here)]
        if len(near) > 1:
            raise ValueError(f"{name} forks at {here}")
        if not near:
            break
        here = near[0]
    if left:
        raise ValueError(f"{name} does not reach {sorted(left)}")
    return tuple(found)


def _ends(side: Side) -> frozenset[Vertex]:
    return GRID.side_ends(GRID.hex(side[0]), GRID.hex(side[1]))


def _inner(corner: Vertex) -> bool:
    """Return whether three hexes of the map meet at a corner."""
    return sum(corner in GRID.corners(h) for h in GRID) == 3


def _slug(name: str) -> str:
    plain = name.lower().replace("è", "e").replace("î", "i")
    return plain.replace(" (", "-").replace(")", "").replace(" ", "-")

"""Capacities (7): unit points a turn over crossings, through towns and along roads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bocage.engine.ledger import Ledger
from bocage.engine.rulings import Rule
from bocage.games.opcom.board.tables import Tables
from bocage.games.opcom.rulebook import R
from bocage.maps.pack import Pack
from bocage.maps.records import Crossing, Link

POINTS: Final = "points"
"""The heading of a capacity: unit points a turn."""
_RULES: Final[Mapping[str, Rule]] = {
    "civilian ferry": R("7.2.civilian-ferry"),
    "military ferry": R("7.2.military-ferry"),
    "light military bridge": R("7.2.light-military").read(R("reading 1.2")),
    "minor road bridge": R("7.2.minor-road-bridge").read(R("reading 1.2")),
    "rail bridge": R("7.2.rail-bridge"),
    "Bailey bridge": R("7.2.bailey"),
    "main road bridge": R("7.2.main-road-bridge"),
    "single-lane main road": R("7.3.single-lane"),
    "double-lane main road": R("7.3.double-lane"),
    "town of cheering civilians": R("7.3.town"),
}
KINDS: Final = tuple(_RULES)
"""The kinds of crossings and chokes."""


def capacity(kind: str, charts: Tables) -> Ledger:
    """Return what is usual for a kind of crossing or choke, under `points` (7.2, 7.3).

    Raises:
        KeyError: there is no such kind.
    """
    found = Ledger()
    found.add(POINTS, charts.capacity[kind], _RULES[kind], "a {kind}", kind=kind)
    return found


def usual(kind: str, charts: Tables) -> int:
    """Return the total of `capacity`."""
    return int(capacity(kind, charts).total(POINTS))


def crossing_kind(kind: str, weight: str, carries: str, grades: Iterable[str]) -> str:
    """Return the kind of a crossing on the map as the rulebook has it (7.2).

    Args:
        kind: its kind on the map; a ford counts as a minor bridge.
        weight: its class; a heavy ferry is a military one, a light bridge too.
        carries: what it carries.
        grades: the grades of the roads that lead to it.
    """
    if kind == "ferry":
        return "military ferry" if weight == "heavy" else "civilian ferry"
    if kind == "rail bridge" or carries == "rail":
        return "rail bridge"
    if weight == "light":
        return "light military bridge"
    main = kind == "bridge" and any(road_kind(each) for each in grades)
    return "main road bridge" if main else "minor road bridge"


def road_kind(grade: str) -> str:
    """Return the kind of a main road as the rulebook has it; empty for other roads (7.3)."""
    if "main" not in grade:
        return ""
    return "double-lane main road" if "double" in grade else "single-lane main road"


def over(crossing: Crossing, pack: Pack, charts: Tables) -> int:
    """Return the capacity of a crossing: what the map says, else what is usual for its kind."""
    if crossing.capacity:
        return crossing.capacity
    grades = [
        link.grade
        for link in pack.links
        if link.kind == "road" and crossing.id in (link.start, link.end)
    ]
    kind = crossing_kind(crossing.kind, crossing.weight, crossing.carries, grades)
    return usual(kind, charts)


def along(road: Link, charts: Tables) -> int:
    """Return the capacity of a road; 0 for one without a limit (7.3)."""
    kind = road_kind(road.grade)
    return road.capacity or (usual(kind, charts) if kind else 0)

"""What a team was last told, in the shape in which it holds it: plain rows, as JSON."""

from __future__ import annotations

import json
from typing import TypedDict, cast

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.s10_reports.states import Standing


class UnitRow(TypedDict):
    """10.2: where one of its units is, and its state."""

    id: str
    name: str
    x: int
    y: int
    at: str
    state: str
    standing: Standing


class Sighting(TypedDict):
    """By whom, when, where, and what was made of it: words, and the size as a place in `COUNTS`."""

    by: str
    turn: int
    x: int
    y: int
    at: str
    count: str
    size: int | None
    kinds: list[str]
    who: str
    age: int
    doubt: str


class CrossingRow(TypedDict):
    """7.3.a: a crossing whose capacity it knows."""

    name: str
    capacity: int


class StockRow(TypedDict):
    """10.6: points in one place."""

    ammo: int
    fuel: int


class Told(TypedDict, total=False):
    """Of all that it holds, what later reports rest on."""

    units: list[UnitRow]
    sightings: list[Sighting]
    crossings: list[CrossingRow]
    down: list[str]
    lost: list[str]


def told_before(st: Position, team: int) -> Told:
    """What a team was told with the last release; nothing before the first."""
    return cast("Told", json.loads(st.told[team] or "{}"))

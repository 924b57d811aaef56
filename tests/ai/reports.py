"""Rows of what a team was told, for commanders that read nothing else."""

from __future__ import annotations

from bocage.games.opcom.board.ways import Point
from bocage.games.opcom.board.world import Troops
from bocage.games.opcom.pieces.told import Sighting, Standing, UnitRow
from bocage.games.opcom.s10_reports.enemy import COUNTS


def unit_row(unit: Troops, at: Point | None = None, standing: Standing = "ready") -> UnitRow:
    """Return a unit as it is reported: at its start, unless it is said to be elsewhere."""
    return UnitRow(unit.id, unit.name, *(at or unit.start), "", "", standing)


def sighting(
    x: int,
    y: int,
    count: str = "about a battalion",
    age: int = 0,
    kinds: tuple[str, ...] = ("tanks",),
) -> Sighting:
    """Return an enemy of that size who was seen there."""
    return Sighting("A", 1, x, y, "", count, COUNTS.index(count), kinds, "", age, "")

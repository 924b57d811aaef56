"""The arrays of an environment, updated from step to step only where the position changed.

A `Screen` gives the same result as `Lens.look`, in a fraction of its time: it keeps the arrays of
the last step and their sources, and touches only units, hexes and figures that differ. Decisions
are read by a plan that is made once for each kind. The reader gets copies.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from operator import attrgetter
from struct import Struct
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bocage.engine.frames import Ask
from bocage.gym.sight import COMMON, DETAILS, HEXES, MANY_UNITS, SIDES, UNIT, UNITS, Lens, Sight

_HEADER: Final = Struct(f"={len(COMMON)}h")
_ROW: Final = Struct(f"={len(UNIT) + 1}h")
_WIDTHS: Final = (16, 8, 8, 8)
"""Bits of an entry in the buffers of a `Sight`."""
_OWN: Final = len(COMMON) + len(DETAILS)
"""The index of the game's own figures."""


class Plan(NamedTuple):
    """How to read the decisions of one kind."""

    number: int
    """The number of the kind."""
    details: tuple[tuple[int, Callable[[Any], Any]], ...]
    """Figures: their places in the table, and how to get them."""
    hexes: tuple[Callable[[Any], Any], ...]
    units: tuple[Callable[[Any], Any], ...]
    many: tuple[Callable[[Any], Any], ...]


def plan_of(kind: Any, number: int) -> Plan:
    """Return how to read decisions of this kind."""
    names: tuple[str, ...] = kind.__slots__
    first = len(COMMON)
    return Plan(
        number,
        tuple((first + DETAILS.index(each), attrgetter(each)) for each in names if each in DETAILS),
        tuple(attrgetter(each) for each in names if each in HEXES),
        tuple(attrgetter(each) for each in names if each in UNITS),
        tuple(attrgetter(each) for each in names if each in MANY_UNITS),
    )


def differing(one: Any, other: Any, bits: int) -> set[int]:
    """Return the places where two buffers differ; fast if they are few."""
    apart = int.from_bytes(one, "little") ^ int.from_bytes(other, "little")
    found: set[int] = set()
    while apart:
        place = (apart.bit_length() - 1) // bits
        found.add(place)
        apart &= (1 << place * bits) - 1
    return found


class Screen:
    """The last observation, ready to be updated to the current one. Each environment has its
    own.
    """

    def __init__(self, lens: Lens) -> None:
        self._lens: Final = lens
        wide = len(lens.units)
        self._plans: Final[dict[type, Plan]] = {}
        self._cell: Final = bytearray(lens.ground)
        """The planes one after the other, for single cells."""
        flat = np.frombuffer(self._cell, np.int8)
        self._planes: Final = flat.reshape(lens.ground.shape)
        self._shaped: Final = flat.reshape(len(lens.planes), *lens.shape)
        """The planes with their rows and columns."""
        self._row: Final = bytearray(lens.count * _ROW.size)
        """The rows of units one after the other."""
        self._units: Final = np.frombuffer(self._row, np.int16).reshape(lens.count, wide)
        self._sides: Final[list[int]] = lens.side.tolist()
        self._table: Final = np.full(len(lens.figures), -1, np.int16)
        self._cells: Final[list[int]] = lens.cells.tolist()
        self._places: Final[list[list[int]]] = lens.places.tolist()
        self._worth: Final[list[list[list[int]]]] = lens.worth.tolist()
        area, counts = lens.area, range(lens.worth.shape[2])
        self._counted: Final = [
            [(lens.counted + i * len(SIDES) + side) * area for i in counts]
            for side in lens.side.tolist()
        ]
        """By unit, where the planes begin that count it."""
        nothing = bytearray(lens.count)
        self._seen: Final = (array("h", [-1]) * lens.count, nothing, nothing[:], nothing[:])
        """The places of the units drawn, and their steps, marks and more."""
        self._unseen = True
        self._seen_control: Any = None
        self._seen_figures: Any = None
        self._seen_marked: Final[dict[int, Sequence[int]]] = {}

    def show(self, sight: Sight) -> None:
        """Update the arrays to what a seat sees of a position now."""
        changed: set[int] = set(range(self._lens.count)) if self._unseen else set()
        self._unseen = False
        for buffer, seen, bits in zip(sight, self._seen, _WIDTHS, strict=False):
            if buffer != seen:
                changed |= differing(buffer, seen, bits)
        if changed:
            self._move(sight, changed)
        if sight.control != self._seen_control:
            self._take(sight.control)
        for plane, hexes in sight.marked:
            if hexes != self._seen_marked.get(plane):
                self._mark(plane, hexes)
        if sight.figures != self._seen_figures:
            self._table[_OWN:] = sight.figures
            self._seen_figures = sight.figures

    def look(
        self, seat: int, top: Any, half: int | None, choices: list[int] | NDArray[np.int64]
    ) -> dict[str, NDArray[Any]]:
        """Return the arrays of the last position shown, with the current decision; see
        `Lens.look`.
        """
        planes, units = self._shaped.copy(), self._units.copy()
        table: Any = self._table.copy()
        if isinstance(choices, list):
            if choices:
                last, cells = memoryview(planes[-1].reshape(-1)), self._cells
                for h in choices:
                    last[cells[h]] = 1
        else:
            planes[-1].reshape(-1)[self._lens.cells[choices]] = 1
        asked, number = False, 0
        if isinstance(top, Ask):
            plan = self._plans.get(type(top)) or self._plan(type(top))
            number, asked = plan.number, top.seat == seat
            if asked:
                self._decide(plan, top, planes, units, table)
        _HEADER.pack_into(table, 0, seat, asked, number, 0 if half is None else half + 1)
        return {"observation": planes, "units": units, "table": table}

    def _plan(self, kind: type) -> Plan:
        """Make the plan of a kind of decision."""
        made = self._plans[kind] = plan_of(kind, self._lens.number[kind.__name__])
        return made

    def _move(self, sight: Sight, changed: set[int]) -> None:
        """Draw units that stand elsewhere, have lost or won steps, or bear other marks."""
        cell, cells = self._cell, self._cells
        locs, strengths, marks, more = self._seen
        for u in changed:
            before, old = locs[u], strengths[u]
            now: int = sight.loc[u]
            new: int = sight.steps[u]
            worth = self._worth[u]
            if before != now or old != new:
                units, steps, attack, defence = self._counted[u]
                if before >= 0:
                    at, count = cells[before], worth[old]
                    cell[units + at] -= count[0]
                    cell[steps + at] -= count[1]
                    cell[attack + at] -= count[2]
                    cell[defence + at] -= count[3]
                if now >= 0:
                    at, count = cells[now], worth[new]
                    cell[units + at] += count[0]
                    cell[steps + at] += count[1]
                    cell[attack + at] += count[2]
                    cell[defence + at] += count[3]
                locs[u], strengths[u] = now, new
            count, place = worth[new], self._places[now]
            marks[u], more[u] = sight.marks[u], sight.more[u]
            _ROW.pack_into(
                *(self._row, u * _ROW.size, now, place[0], place[1], new, marks[u], more[u]),
                *(self._sides[u], count[2], count[3], 0),
            )

    def _take(self, control: Any) -> None:
        """Draw who controls the hexes."""
        held = 0 if control is None else np.frombuffer(control, np.uint8)
        self._planes[self._lens.control][self._lens.cells] = held
        self._seen_control = None if control is None else control[:]

    def _mark(self, plane: int, hexes: Sequence[int]) -> None:
        """Draw the hexes of one of the game's own planes."""
        drawn = self._planes[self._lens.control + 1 + plane]
        drawn[:] = 0
        for h in hexes:
            if h >= 0:
                drawn[self._cells[h]] = 1
        self._seen_marked[plane] = hexes[:]

    def _decide(self, plan: Plan, top: Ask, planes: Any, units: Any, table: Any) -> None:
        """Show the decision at hand."""
        for place, value_of in plan.details:
            value = value_of(top)
            if isinstance(value, int):
                table[place] = value
        for value_of in plan.hexes:
            value = value_of(top)
            if isinstance(value, int) and value >= 0:
                row, column = self._places[value]
                planes[-2, row, column] = 1
        for value_of in plan.units:
            value = value_of(top)
            if isinstance(value, int) and value >= 0:
                units[value, -1] = 1
        for value_of in plan.many:
            for unit in value_of(top):
                units[unit, -1] = 1

"""What a seat sees of a position, as arrays of numbers: planes over the map, units, the table.

A game gives a `Sight` of a position for a seat: the figures that `Game.view` has for that seat,
and no others. A `Lens` turns it into arrays whose shapes never change. Reading the buffers of
the state takes a tenth of the time of `Game.view`; a test makes the same arrays from the view
alone and compares, and another walks twin worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bocage.engine.frames import Ask
from bocage.engine.game import Game
from bocage.maps.pack import Pack

Planes = NDArray[np.int8]
Numbers = NDArray[np.int16]

COMMON: Final = ("seat", "asked", "decision", "half_made")
"""The first figures of the table, in every game: the seat that looks; 1 if it is asked now; the
decision at hand, by its place in `Book.decisions`, counted from 1; and 1 more than the head that
the seat has chosen, while a hex must follow."""

DETAILS: Final = (
    *("spent", "points", "road", "bomber", "bombing", "used", "cup", "count", "added"),
    *("marker", "port", "corps", "gone", "other", "mech", "column", "breaking"),
)
"""Figures of the decision at hand, for the seat that is asked; -1 where it has none such."""

_HEXES: Final = ("hex", "origin", "came", "into")
_UNITS: Final = ("unit", "friend")
_MANY_UNITS: Final = ("units", "force")

UNIT: Final = ("hex", "row", "column", "steps", "marks", "more", "side", "attack", "defence")
"""The columns of `units`, before `chosen`. Off the map, `hex` is a negative number that says
where (see the game's `position.py`), and row and column are -1."""


class Sight(NamedTuple):
    """What one seat may know of a position."""

    loc: Any
    """Hex of each unit, as a buffer of 16-bit integers; or negative, where it is instead."""
    steps: Any
    marks: Any
    more: Any
    """By unit, one more figure that the game names."""
    figures: Sequence[int]
    """The game's own part of the table."""
    marked: Sequence[tuple[int, Sequence[int]]]
    """Planes of the game, and the hexes that are marked in each."""
    control: Any = None
    """By hex, 1 where the Allies control it; None where the game does not keep that."""


class Book(NamedTuple):
    """What a game tells about its observations."""

    version: str
    chance: tuple[str, ...]
    """Verbs that no player uses."""
    decisions: tuple[str, ...]
    """The names of the decisions that ask a seat. A new one goes to the end."""
    set_up: tuple[str, ...]
    """Those of `decisions` that set up the game."""
    figures: tuple[str, ...]
    more: str
    """What `Sight.more` is."""
    planes: tuple[str, ...]
    """The game's own planes; `Sight.marked` counts in them."""
    strengths: Callable[[Any], tuple[Sequence[Sequence[int]], Sequence[Sequence[int]]]]
    """Attack and defence of each unit by its steps, from the world of a state."""
    see: Callable[[Any, int], Sight]
    """What a seat sees of a state."""
    potential: Callable[[Any], float]
    """How well the Allies stand, from -1 to 1, by what everybody may know."""
    level: Callable[[tuple[float, ...]], float]
    """How high the Allies won, from -1 to 1, from the scores of the outcome."""


SIDES: Final = ("allied", "german")
COUNTED: Final = ("units", "steps", "attack", "defence")
"""What is summed over the units of a side in a hex."""


class Memory(NamedTuple):
    """Arrays of an earlier look, and what they were made from."""

    loc: Any
    steps: Any
    more: Any
    control: Any
    planes: Planes
    units: Numbers

    def fits(self, sight: Sight) -> bool:
        """Whether a look at this would make the same arrays."""
        return bool(
            self.loc == sight.loc
            and self.steps == sight.steps
            and self.control == sight.control
            and self.more == sight.more
        )


class Lens:
    """Makes arrays of what a seat sees. It holds what never changes, and may be shared."""

    def __init__(self, game: Game[Any], book: Book) -> None:
        pack = game.map()
        if not isinstance(pack, Pack):
            raise TypeError(f"{game.title} has no map of hexes")
        grid, self._book = pack.grid, book
        xs, ys = np.array(grid.xs, np.int64), np.array(grid.ys, np.int64)
        rows, columns = ys - ys.min(), (xs.max() - xs) // 2
        self.shape: Final = int(rows.max()) + 1, int(columns.max()) + 1
        terrains = sorted(pack.terrain_words)
        counted = [f"{side}_{what}" for what in COUNTED for side in SIDES]
        self.planes: Final = (
            *("map", *(f"terrain_{each}" for each in terrains), *counted),
            *("allied_control", *book.planes, "decision", "choice"),
        )
        """The names of the planes, in order."""
        self.figures: Final = (*COMMON, *DETAILS, *book.figures)
        """The names of the figures of the table, in order."""
        world = game.new(game.scenario().id, game.settings()).world
        self.count: Final = int(world.count)
        self.units: Final = (*UNIT, "chosen")
        self._cells: Final = rows * self.shape[1] + columns
        self._places: Final = np.full((len(grid) + _OFF_MAP, 2), -1, np.int16)
        self._places[: len(grid), 0] = rows
        self._places[: len(grid), 1] = columns
        self._side: Final = np.ones(self.count, np.int16)
        self._side[list(world.allied)] = 0
        self._base: Final = self._ground(pack, terrains)
        self._worth: Final = _worth(book.strengths(world))
        self._first: Final = np.arange(self.count) * _MOST_STEPS
        self._dynamic: Final = 1 + len(terrains)
        self._own: Final = self._dynamic + len(COUNTED) * len(SIDES)
        self._shape: Final = (len(self.planes), *self.shape)
        self._number: Final = {name: i + 1 for i, name in enumerate(book.decisions)}
        area = self.shape[0] * self.shape[1]
        sides = np.arange(len(COUNTED)) * len(SIDES) + self._side[:, None]
        self._offsets: Final = (self._dynamic + sides) * area
        self._area: Final = area

    def _ground(self, pack: Pack, terrains: Sequence[str]) -> Planes:
        """The planes with nothing on the map, one after the other."""
        base = np.zeros((len(self.planes), self.shape[0] * self.shape[1]), np.int8)
        base[0, self._cells] = 1
        kinds = np.array([1 + terrains.index(each.terrain) for each in pack.hexes])
        base[kinds, self._cells] = 1
        return base.reshape(-1)

    def look(
        self,
        sight: Sight,
        seat: int,
        top: Any,
        half: int | None,
        choices: NDArray[np.int64],
        memory: Memory | None = None,
    ) -> tuple[dict[str, NDArray[Any]], Memory]:
        """The arrays of what a seat sees, and what to remember for the next look.

        Args:
            sight: what it may know of the position.
            seat: who looks.
            top: the frame that asks, or None when the game is over.
            half: the head it has chosen, while a hex must follow.
            choices: the hexes it may choose now.
            memory: what an earlier look returned; it is used if it still fits.
        """
        if memory is None or not memory.fits(sight):
            memory = self._remember(sight)
        units, flat = memory.units.copy(), memory.planes.copy()
        units[:, 4] = np.frombuffer(sight.marks, np.uint8)
        planes = flat.reshape(len(self.planes), self._area)
        own = self._own
        for plane, hexes in sight.marked:
            for h in hexes:
                if h >= 0:
                    planes[own + 1 + plane, self._cells[h]] = 1
        if len(choices):
            planes[-1, self._cells[choices]] = 1
        details: Sequence[int] = _NO_DETAILS
        asks = isinstance(top, Ask)
        asked = asks and top.seat == seat
        if asked:
            details = self._decided(top, planes, units)
        number = self._number[type(top).__name__] if asks else 0
        chosen = 0 if half is None else half + 1
        table = np.array([seat, asked, number, chosen, *details, *sight.figures], np.int16)
        seen: dict[str, NDArray[Any]] = {"units": units, "table": table}
        seen["observation"] = flat.reshape(self._shape)
        return seen, memory

    def _remember(self, sight: Sight) -> Memory:
        """Make what does not change until a unit moves, loses a step or takes a hex."""
        loc = np.frombuffer(sight.loc, np.int16)
        worth = self._worth.take(self._first + np.frombuffer(sight.steps, np.uint8), 0)
        units = np.zeros((self.count, len(self.units)), np.int16)
        units[:, 0] = loc
        units[:, 1:3] = self._places[loc]
        units[:, 3] = worth[:, 1]
        units[:, 5] = np.frombuffer(sight.more, np.uint8)
        units[:, 6] = self._side
        units[:, 7:9] = worth[:, 2:]
        flat = self._base.copy()
        on = (loc >= 0).nonzero()[0]
        places = self._offsets[on] + self._cells[loc[on]][:, None]
        np.add.at(flat, places.ravel(), worth[on].ravel())
        if sight.control is not None:
            flat[self._own * self._area + self._cells] = np.frombuffer(sight.control, np.uint8)
        control = None if sight.control is None else sight.control[:]
        return Memory(sight.loc[:], sight.steps[:], sight.more[:], control, flat, units)

    def _decided(self, top: Any, planes: Planes, units: Numbers) -> Sequence[int]:
        """Mark the units and hexes of the decision at hand; its figures."""
        details = list[int](_NO_DETAILS)
        names: tuple[str, ...] = top.__slots__
        for name in names:
            value: Any = getattr(top, name)
            if name in _MANY_UNITS:
                if value:
                    units[list[int](value), -1] = 1
            elif not isinstance(value, int):
                continue
            elif name in _DETAIL:
                details[_DETAIL[name]] = value
            elif name in _HEXES:
                if value >= 0:
                    planes[-2, self._cells[value]] = 1
            elif name in _UNITS and value >= 0:
                units[value, -1] = 1
        return details


_OFF_MAP: Final = 16
"""More than there are places off the map; negative numbers index these rows from the end."""

_DETAIL: Final = {name: i for i, name in enumerate(DETAILS)}
_NO_DETAILS: Final = (-1,) * len(DETAILS)
_MOST_STEPS: Final = 8


def _worth(tables: Sequence[Sequence[Sequence[int]]]) -> NDArray[np.int8]:
    """What a unit counts in the planes, in the order of `COUNTED`: a row for each unit and each
    number of steps, `_MOST_STEPS` rows a unit."""
    made = np.zeros((len(tables[0]), _MOST_STEPS, len(COUNTED)), np.int8)
    made[:, :, 0] = 1
    made[:, :, 1] = np.arange(_MOST_STEPS)
    for kind, table in enumerate(tables):
        for unit, values in enumerate(table):
            made[unit, : len(values), 2 + kind] = values
    return made.reshape(-1, len(COUNTED))

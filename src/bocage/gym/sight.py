"""A seat's observation of a position as arrays of numbers: planes over the map, units, the table.

A game gives a `Sight` of a position for a seat: the figures that `Game.view` has for that seat, and
no others. A `Lens` turns it into arrays of constant shapes. Environments use a
`bocage.gym.screen.Screen`, which makes the same arrays by updating those of the last step. Tests
compare the two at every step, with sights made from the view alone, and walk twin worlds.
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
"""Figures of the decision at hand, for the seat that is asked; -1 if it has none."""

HEXES: Final = ("hex", "origin", "came", "into")
"""Fields of a decision that are hexes."""
UNITS: Final = ("unit", "friend")
"""Fields of a decision that are a unit."""
MANY_UNITS: Final = ("units", "force")
"""Fields of a decision that are several units."""

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
    """By hex, 1 if the Allies control it; None if the game does not record control."""


class Book(NamedTuple):
    """A game's description of its observations."""

    version: str
    chance: tuple[str, ...]
    """Verbs that no player uses."""
    decisions: tuple[str, ...]
    """The names of the decisions that ask a seat. A new one goes to the end."""
    set_up: tuple[str, ...]
    """The `decisions` that set up the game."""
    figures: tuple[str, ...]
    more: str
    """The meaning of `Sight.more`."""
    planes: tuple[str, ...]
    """The game's own planes; `Sight.marked` counts in them."""
    strengths: Callable[[Any], tuple[Sequence[Sequence[int]], Sequence[Sequence[int]]]]
    """Attack and defence of each unit by its steps, from the world of a state."""
    see: Callable[[Any, int], Sight]
    """Returns what a seat sees of a state."""
    potential: Callable[[Any], float]
    """Returns the standing of the Allies, from -1 to 1, using only public knowledge."""
    level: Callable[[tuple[float, ...]], float]
    """Returns the level of the Allied victory, from -1 to 1, from the scores of the outcome."""


SIDES: Final = ("allied", "german")
COUNTED: Final = ("units", "steps", "attack", "defence")
"""The figures summed over the units of a side in a hex."""


class Lens:
    """Makes the arrays of observations. It holds immutable facts, and may be shared."""

    def __init__(self, game: Game[Any], book: Book) -> None:
        pack = game.map()
        if not isinstance(pack, Pack):
            raise TypeError(f"{game.title} has no map of hexes")
        grid = pack.grid
        xs, ys = np.array(grid.xs, np.int64), np.array(grid.ys, np.int64)
        rows, columns = ys - ys.min(), (xs.max() - xs) // 2
        self.shape: Final = int(rows.max()) + 1, int(columns.max()) + 1
        self.area: Final = self.shape[0] * self.shape[1]
        """The number of cells of a plane."""
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
        """The number of units."""
        self.units: Final = (*UNIT, "chosen")
        """The columns of `units`."""
        self.cells: Final = rows * self.shape[1] + columns
        """By hex, its cell in a plane."""
        self.places: Final = np.full((len(grid) + _OFF_MAP, 2), -1, np.int16)
        """By hex, its row and column; off the map, -1."""
        self.places[: len(grid), 0] = rows
        self.places[: len(grid), 1] = columns
        self.side: Final = np.ones(self.count, np.int16)
        self.side[list(world.allied)] = 0
        self.ground: Final = self._ground(pack, terrains)
        """The planes with nothing on the map."""
        self.worth: Final = _worth(book.strengths(world))
        """By unit and steps, the unit's values in the planes, in the order of `COUNTED`."""
        self.counted: Final = self.planes.index("allied_units")
        """The first plane that counts units."""
        self.control: Final = self.planes.index("allied_control")
        self.number: Final = {name: i + 1 for i, name in enumerate(book.decisions)}
        """By the name of a decision, its number."""

    def _ground(self, pack: Pack, terrains: Sequence[str]) -> Planes:
        base = np.zeros((len(self.planes), self.area), np.int8)
        base[0, self.cells] = 1
        kinds = np.array([1 + terrains.index(each.terrain) for each in pack.hexes])
        base[kinds, self.cells] = 1
        return base

    def look(
        self, sight: Sight, seat: int, top: Any, half: int | None, choices: Sequence[int]
    ) -> dict[str, NDArray[Any]]:
        """Return the arrays of a seat's observation.

        Args:
            sight: what it may know of the position.
            seat: who looks.
            top: the frame that asks, or None when the game is over.
            half: the chosen head, while a hex must follow.
            choices: the hexes it may choose now.
        """
        units = np.zeros((self.count, len(self.units)), np.int16)
        planes = self.ground.copy()
        buffers = sight.loc, sight.steps, sight.marks, sight.more
        for u, (h, steps, marks, more) in enumerate(zip(*buffers, strict=True)):
            side, worth = int(self.side[u]), self.worth[u, steps]
            units[u, :-1] = (h, *self.places[h], steps, marks, more, side, *worth[2:])
            if h >= 0:
                for i, value in enumerate(worth):
                    planes[self.counted + i * len(SIDES) + side, self.cells[h]] += value
        if sight.control is not None:
            planes[self.control, self.cells] = list(sight.control)
        for plane, hexes in sight.marked:
            for h in hexes:
                if h >= 0:
                    planes[self.control + 1 + plane, self.cells[h]] = 1
        for h in choices:
            planes[-1, self.cells[h]] = 1
        details, asks = [-1] * len(DETAILS), isinstance(top, Ask)
        asked = asks and top.seat == seat
        if asked:
            for name in top.__slots__:
                self._tell(name, getattr(top, name), planes, units, details)
        number = self.number[type(top).__name__] if asks else 0
        chosen = 0 if half is None else half + 1
        table = np.array([seat, asked, number, chosen, *details, *sight.figures], np.int16)
        shaped = planes.reshape(len(self.planes), *self.shape)
        return {"observation": shaped, "units": units, "table": table}

    def _tell(
        self, name: str, value: Any, planes: Planes, units: Numbers, details: list[int]
    ) -> None:
        """Show one field of the decision at hand."""
        if name in MANY_UNITS:
            units[list(value), -1] = 1
        elif name in DETAILS and isinstance(value, int):
            details[DETAILS.index(name)] = value
        elif name in HEXES and isinstance(value, int) and value >= 0:
            planes[-2, self.cells[value]] = 1
        elif name in UNITS and isinstance(value, int) and value >= 0:
            units[value, -1] = 1


_OFF_MAP: Final = 16
"""More than there are places off the map; negative numbers index these rows from the end."""
_MOST_STEPS: Final = 8


def _worth(tables: Sequence[Sequence[Sequence[int]]]) -> NDArray[np.int8]:
    """Return the values of each unit in the planes for each number of steps."""
    made = np.zeros((len(tables[0]), _MOST_STEPS, len(COUNTED)), np.int8)
    made[:, :, 0] = 1
    made[:, :, 1] = np.arange(_MOST_STEPS)
    for kind, table in enumerate(tables):
        for unit, values in enumerate(table):
            made[unit, : len(values), 2 + kind] = values
    return made

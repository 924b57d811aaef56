"""The board in letters, a hex two or four columns wide, with who stands where.

Beside each row of hexes stand the units of that row by the names that are typed. A sheet that
is larger than the window is shown in part. Nothing rests on colour: the letters alone tell it.
`bocage.cli.terminal.close_up` shows a part of the same board in larger cells, and
`bocage.cli.terminal.overview` all of it in smaller ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.text import Text

from bocage.maps.vocabulary import WATER
from bocage.maps.words import weightiest
from bocage.press.text_map import SIGNS, STYLES, WATER_SIGN, terrain_letter

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

LABEL: Final = 3
"""Columns for the number of the row."""
ROSTER: Final = 18
"""Columns that the names beside a row need at least; without them the map stands alone."""
_NARROW: Final = 56
"""In a narrower window a part of a sheet stands without names."""
MOST: Final = 150
"""No board is wider, however wide the window."""
_NAMED: Final = frozenset({"city", "port", "town"})
_DIM: Final = "dim"


class Piece(NamedTuple):
    """A stack in a hex."""

    letter: str
    """One letter for a map of two columns a hex."""
    label: str
    """Up to three letters for a map of four."""
    names: tuple[str, ...]
    """The units by what is typed."""
    style: str


@dataclass(frozen=True, slots=True)
class Board:
    """A map, what stands on it and what lies over it, at one moment."""

    pack: Pack
    pieces: Mapping[int, Piece]
    marks: Mapping[int, str] = field(default_factory=dict[int, str])
    """A sign beside a hex: air support, a goal."""
    borders: Mapping[tuple[int, int], str] = field(default_factory=dict[tuple[int, int], str])
    """A sign between a hex and its eastern neighbour."""
    sides: Mapping[str, int] = field(default_factory=dict[str, int])
    """The side of each letter."""
    legend: str = ""
    """What the letters of the pieces mean."""

    def overview(
        self, width: int, height: int | None = None, around: Iterable[int] = ()
    ) -> list[Text]:
        """Return the board in a window: as much of it as fits, so that what is `around` is seen."""
        width = min(width, MOST)
        seen = tuple(around)
        layout = _Layout(self, width, seen)
        top, foot = self._rows(height, seen)
        lines = [layout.heading(), *(layout.row(row) for row in range(top, foot + 1))]
        for line in lines:
            line.rstrip()
            line.truncate(width)
        return lines

    def fits(self, width: int) -> bool:
        """Return whether the whole breadth of the sheet, with names beside it, fits so many
        columns.
        """
        grid = self.pack.grid
        return LABEL + max(grid.xs) - min(grid.xs) + 3 + ROSTER <= width

    def middle(self, around: Sequence[int]) -> tuple[int, int]:
        """Return the point that a window is laid around, in half hexes west and rows south."""
        grid = self.pack.grid
        hexes = around or tuple(self.pieces) or (0,)
        xs, ys = sorted(grid.xs[h] for h in hexes), sorted(grid.ys[h] for h in hexes)
        return xs[len(xs) // 2], ys[len(ys) // 2]

    def _rows(self, height: int | None, around: Sequence[int]) -> tuple[int, int]:
        """Return the first and the last row to show."""
        rows = self.pack.grid.ys
        first, last = min(rows), max(rows)
        if height is None or last - first + 1 < height:
            return first, last
        high = max(5, height - 1)
        middle = self.middle(around)[1]
        top = max(first, min(middle - high // 2, last - high + 1))
        return top, top + high - 1


class _Cell(NamedTuple):
    text: str
    style: str
    kept: bool
    """Whether a name may not be written over it."""


class _Layout:
    """The letters of the map, cell by cell, in rows and columns."""

    def __init__(self, board: Board, width: int, around: Sequence[int]) -> None:
        grid = board.pack.grid
        self.board = board
        east, west = min(grid.xs), max(grid.xs)
        half_hexes = west - east + 1
        self.scale = 2 if LABEL + 2 * half_hexes + 2 + ROSTER <= width else 1
        """Columns for half a hex."""
        if not board.fits(width):
            beside = 3 * width // 8 if width > _NARROW else 0
            half_hexes = min(half_hexes, width - LABEL - beside)
            middle = board.middle(around)[0]
            west = max(east + half_hexes - 1, min(west, middle + half_hexes // 2))
        self.west = west
        self.wide = self.scale * half_hexes + (2 if self.scale == 2 else 0)
        self.room = width - LABEL - self.wide - 2
        """Columns left for the names beside a row."""
        self.cells: dict[tuple[int, int], _Cell] = {}
        self._ground()
        self._waters()
        self._borders()
        self._pieces()
        self._names()

    def column(self, x: int) -> int:
        """Return the column of a point so many half hexes west."""
        return (self.west - x) * self.scale

    def heading(self) -> Text:
        """Return the positions in a row, counted from east to west."""
        grid = self.board.pack.grid
        letters = [" "] * (self.wide + 2)
        last = max(grid.position(h) for h in grid)
        for position in range(2, last + 1, 2):
            at = self.column(2 * position)
            if 0 <= at < self.wide:
                letters[at : at + 2] = f"{position:02d}"
        return Text(" " * LABEL + "".join(letters)[: self.wide + 2], style=_DIM)

    def row(self, row: int) -> Text:
        """Return one row of hexes, with the names of its units."""
        line = Text(f"{row:02d} ", style="", no_wrap=True)
        line.stylize(_DIM, 0, 2)
        for column in range(self.wide):
            cell = self.cells.get((row, column))
            line.append(cell.text if cell else " ", style=cell.style if cell else "")
        if self.room >= ROSTER:
            line.append("  ")
            line.append_text(self._roster(row))
        return line

    def _roster(self, row: int) -> Text:
        """Return the units of a row from west to east: position and names."""
        grid = self.board.pack.grid
        here = [
            (h, p)
            for h, p in self.board.pieces.items()
            if grid.ys[h] == row and p.names and 0 <= self.column(grid.xs[h]) < self.wide
        ]
        said = Text()
        for h, piece in sorted(here, key=lambda each: -grid.xs[each[0]]):
            text = f"{grid.position(h):02d} {'+'.join(piece.names)}"
            if said.cell_len + len(text) + 1 > self.room:
                said.append("…"[: self.room - said.cell_len], style=_DIM)
                break
            said.append(" " if said else "")
            said.append(text, style=piece.style)
        return said

    def _put(self, row: int, column: int, text: str, style: str, *, kept: bool) -> None:
        for i, letter in enumerate(text):
            self.cells[row, column + i] = _Cell(letter, style, kept)

    def _ground(self) -> None:
        grid = self.board.pack.grid
        for each in self.board.pack.hexes:
            sign = SIGNS.get(each.settlement or "")
            style = STYLES["settlement"] if sign else STYLES.get(each.terrain, _DIM)
            letter = sign or terrain_letter(each.terrain)
            place = grid.ys[each.hex], self.column(grid.xs[each.hex])
            self._put(*place, letter, style, kept=bool(sign))

    def _waters(self) -> None:
        """Write the rivers: each upright side is marked at its lower end."""
        pack = self.board.pack
        for side in pack.sides:
            if side.kind not in WATER:
                continue
            for x, y in pack.grid.side_ends(side.a, side.b):
                if (y + 2) % 3 == 0:
                    place = (y - 1) // 3, self.column(x)
                    if place not in self.cells:
                        self._put(*place, WATER_SIGN, STYLES["water"], kept=False)

    def _borders(self) -> None:
        """Write the lines between hexes at their upright sides."""
        grid = self.board.pack.grid
        for (h, _), sign in self.board.borders.items():
            place = grid.ys[h], self.column(grid.xs[h] - 1)
            if place not in self.cells:
                self._put(*place, sign, "bold", kept=False)

    def _pieces(self) -> None:
        grid = self.board.pack.grid
        for h, piece in self.board.pieces.items():
            text = piece.letter if self.scale == 1 else piece.label
            self._put(grid.ys[h], self.column(grid.xs[h]), text, piece.style, kept=True)
        for h, sign in self.board.marks.items():
            column = self.column(grid.xs[h]) + (1 if self.scale == 1 else 3)
            self._put(grid.ys[h], column, sign, "bold magenta", kept=True)

    def _names(self) -> None:
        """Write the names of towns beside their signs, where they cover neither units nor signs."""
        pack = self.board.pack
        for place in weightiest(pack.places):
            if place.kind not in _NAMED or place.hex is None:
                continue
            row, column = pack.grid.ys[place.hex], self.column(pack.grid.xs[place.hex])
            piece = self.board.pieces.get(place.hex)
            after = 1 if piece is None or self.scale == 1 else len(piece.label)
            length = len(place.name)
            for first in (column + after, column - length):
                cells = [(row, first + i) for i in range(length)]
                around = [(row, first - 1), *cells, (row, first + length)]
                own = {(row, column + i) for i in range(after)}
                free = all(c in own or not self._is_kept(c) for c in around)
                if free and first >= 0 and first + length <= self.wide:
                    self._put(row, first, place.name, "bold", kept=True)
                    break

    def _is_kept(self, place: tuple[int, int]) -> bool:
        cell = self.cells.get(place)
        return cell is not None and cell.kept

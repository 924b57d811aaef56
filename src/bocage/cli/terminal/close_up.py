"""A closer look at a part of the board: each hex with its number, its ground and its units.

A hex is a cell of seven or nine columns and two or three lines; water stands between cells, beside
a hex or in the line above it. Roads run through the same places, and a crossing breaks the water.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from bocage.hexes.directions import Direction
from bocage.press.text_map import SIGNS, WATER_SIGN, terrain_letter

if TYPE_CHECKING:
    from bocage.cli.terminal.board import Board

ROADS: Final = "-"
CROSSING: Final = "="
LEGEND: Final = "- / \\ road  = bridge or ford  ~ water"
_SLANTS: Final = {Direction.NW: "\\", Direction.NE: "/"}
_HALVES: Final = (4, 5)
"""Columns of half a hex: for short names, and for longer ones."""
_OF_ROADS: Final = "yellow"


def closer(board: Board, h: int, width: int, height: int) -> list[Text]:
    """Return the part of a board around a hex that fits a window."""
    view = _View(board, h, width)
    high = max(1, (height - 1) // 4)
    rows = range(board.pack.grid.ys[h] - high // 2, board.pack.grid.ys[h] + (high - 1) // 2 + 1)
    return [line for row in rows for line in view.row(row)]


class _View:
    def __init__(self, board: Board, h: int, width: int) -> None:
        grid = board.pack.grid
        self.board, self.grid, self.centre = board, grid, h
        longest = max((len(n) for p in board.pieces.values() for n in p.names), default=0)
        self.half = next((half for half in _HALVES if longest <= 2 * half - 2), _HALVES[-1])
        self.inside = 2 * self.half - 1
        across = max(3, (width - 1) // (2 * self.half))
        # At a coast or an edge the window stays on the map.
        easternmost, westernmost = min(grid.xs), max(grid.xs)
        middle = min(grid.xs[h] + across - 1, westernmost)
        self.west = max(middle, min(westernmost, easternmost + 2 * across - 2))
        self.width = min(width, 2 * self.half * across)

    def row(self, row: int) -> list[Text]:
        """Return the lines of one row of hexes."""
        inside = [h for h in self.grid if self.grid.ys[h] == row and self._fits(h)]
        if not inside:
            return []
        tallest = max(len(self._units(h)) for h in inside)
        lines = [Text(" " * self.width) for _ in range(2 + max(1, tallest))]
        for h in inside:
            self._draw(lines, h)
        for line in lines:
            line.rstrip()
        return lines if lines[0].plain else lines[1:]

    def _column(self, h: int) -> int:
        return (self.west - self.grid.xs[h]) * self.half

    def _fits(self, h: int) -> bool:
        return 0 <= self._column(h) <= self.width - self.inside - 1

    def _units(self, h: int) -> tuple[str, ...]:
        piece = self.board.pieces.get(h)
        return piece.names if piece else ()

    def _draw(self, lines: list[Text], h: int) -> None:
        at = self._column(h)
        here = self.board.pack.hexes[h]
        ground = SIGNS.get(here.settlement or "") or terrain_letter(here.terrain)
        style = "bold reverse" if h == self.centre else "dim"
        mark = self.board.marks.get(h, "")
        label = f"{self.grid.numbers[h]}{ground}{mark}"
        _write(lines[1], at + 1, label, style)
        piece = self.board.pieces.get(h)
        if piece is not None:
            for line, name in zip(lines[2:], piece.names or (piece.label,), strict=False):
                _write(line, at + 1, name[: self.inside], piece.style)
        for d in (Direction.W, Direction.NW, Direction.NE, Direction.E):
            n = self.grid.neighbour(h, d)
            if n is None:
                continue
            if self.board.pack.water_between(h, n):
                self._draw_water(lines, at, d)
            if self.board.pack.crossings_between(h, n):
                self._draw_way(lines, at, d, CROSSING)
            elif self._is_road(h, n):
                self._draw_way(lines, at, d, _SLANTS.get(d, ROADS))
            if d is Direction.E and self._is_road(h, n):
                begin = at + 1 + len(label)
                _write(lines[1], begin, ROADS * (at + 2 * self.half - begin), _OF_ROADS)

    def _is_road(self, h: int, n: int) -> bool:
        links = self.board.pack.links_of(self.grid.numbers[h])
        return any(self.grid.numbers[n] in (x.start, x.end) for x in links if x.kind == "road")

    def _draw_water(self, lines: list[Text], at: int, d: Direction) -> None:
        if d in (Direction.W, Direction.E):
            for line in lines[1:]:
                _write(line, at if d is Direction.W else at + 2 * self.half, WATER_SIGN, "blue")
        else:
            first = at + (0 if d is Direction.NW else self.half)
            _write(lines[0], first, WATER_SIGN * self.half, "blue")

    def _draw_way(self, lines: list[Text], at: int, d: Direction, sign: str) -> None:
        """Write a sign in the middle of a side."""
        if d in (Direction.W, Direction.E):
            _write(lines[1], at if d is Direction.W else at + 2 * self.half, sign, _OF_ROADS)
        else:
            middle = self.half // 2
            _write(lines[0], at + middle + (0 if d is Direction.NW else self.half), sign, _OF_ROADS)


def _write(line: Text, at: int, text: str, style: str) -> None:
    """Put letters over those of a line."""
    if at < 0 or at + len(text) > len(line):
        return
    plain = line.plain
    line.plain = plain[:at] + text + plain[at + len(text) :]
    line.stylize(style, at, at + len(text))

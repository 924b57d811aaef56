"""The whole sheet at one look: a hex is one letter, and low windows fold rows together.

For maps that are wider than the window; where hexes fall on one letter, the weightiest of
them shows: fighting, a stack, a town, the ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from bocage.maps.words import weightiest
from bocage.press.text_map import SIGNS, STYLES, terrain_letter

if TYPE_CHECKING:
    from bocage.cli.terminal.board import Board, Piece

LOWEST: Final = 20
"""Lines that it may always take."""
BOTH: Final = "X"
"""Stacks of both sides fall on one letter."""
_LABEL: Final = 3
_NAMED: Final = frozenset({"city", "port", "town"})


def whole(board: Board, width: int, height: int) -> list[Text]:
    """Return the sheet in so many columns and lines."""
    view = _Whole(board, width, max(LOWEST, height))
    return [view.heading(), *(view.line(line) for line in range(view.high))]


class _Whole:
    def __init__(self, board: Board, width: int, height: int) -> None:
        grid = board.pack.grid
        self.board, self.grid = board, grid
        self.last = max(grid.position(h) for h in grid)
        self.across = -(-self.last // max(1, width - _LABEL))
        """Hexes beside each other that fall on one letter."""
        rows = max(grid.ys) - min(grid.ys) + 1
        self.down = -(-rows // max(1, height - 1))
        """Rows that fall on one line."""
        self.high = -(-rows // self.down)
        self.wide = -(-self.last // self.across)
        self.cells: dict[tuple[int, int], tuple[int, str, str]] = {}
        for each in board.pack.hexes:
            sign = SIGNS.get(each.settlement or "", "") if each.settlement != "village" else ""
            style = STYLES["settlement"] if sign else STYLES.get(each.terrain, "dim")
            self._put(each.hex, int(bool(sign)), sign or terrain_letter(each.terrain), style)
        for (_, east), sign in board.borders.items():
            self._put(east, 1, sign, "bold")
        for h, piece in board.pieces.items():
            self._piece(h, piece)
        self._names()

    def heading(self) -> Text:
        """Return the positions in a row, counted from east to west."""
        letters = [" "] * (self.wide + 2)
        for position in range(5, self.last + 1, 5):
            at = (self.last - position) // self.across
            letters[at : at + 2] = f"{position:02d}"
        return Text(" " * _LABEL + "".join(letters).rstrip(), style="dim")

    def line(self, line: int) -> Text:
        """Return one line, with the number of its first row."""
        first = min(self.grid.ys) + line * self.down
        found = Text(f"{first:02d} ", no_wrap=True)
        found.stylize("dim", 0, 2)
        for column in range(self.wide):
            _, text, style = self.cells.get((line, column), (0, " ", ""))
            found.append(text, style=style)
        found.rstrip()
        return found

    def _place(self, h: int) -> tuple[int, int]:
        line = (self.grid.ys[h] - min(self.grid.ys)) // self.down
        return line, (self.last - self.grid.position(h)) // self.across

    def _put(self, h: int, weight: int, text: str, style: str) -> None:
        place = self._place(h)
        if place not in self.cells or self.cells[place][0] < weight:
            self.cells[place] = (weight, text, style)

    def _piece(self, h: int, piece: Piece) -> None:
        there = self.cells.get(self._place(h))
        if there is not None and there[0] == 2 and there[2] != piece.style:
            enemies = self.board.sides.get(there[1].upper()) != self.board.sides.get(
                piece.letter.upper()
            )
            if enemies:
                self._put(h, 3, BOTH, "bold reverse")
            return
        self._put(h, 2, piece.letter, piece.style)

    def _names(self) -> None:
        """Write the names of towns where they cover no stack."""
        for place in weightiest(self.board.pack.places):
            if place.kind not in _NAMED or place.hex is None:
                continue
            line, column = self._place(place.hex)
            for first in (column + 1, column - len(place.name)):
                spots = [(line, first + i) for i in range(len(place.name))]
                around = [(line, first - 1), *spots, (line, first + len(place.name))]
                free = all(spot == (line, column) or self._is_free(spot) for spot in around)
                if free and first >= 0 and first + len(place.name) <= self.wide:
                    for spot, letter in zip(spots, place.name, strict=True):
                        self.cells[spot] = (4, letter, "bold")
                    break

    def _is_free(self, spot: tuple[int, int]) -> bool:
        return self.cells.get(spot, (0, "", ""))[0] == 0

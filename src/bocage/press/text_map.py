"""A map as text: one letter for a hex, or for a patch of hexes where the window is narrow.

At full size a hex takes two columns and every second row is indented, as on the sheet;
the letter between two hexes shows water. Smaller, each letter stands for a patch and
shows what matters most there. Nothing rests on colour: the letters alone tell it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from math import ceil, floor, hypot
from typing import TYPE_CHECKING, Final, NamedTuple

from bocage.hexes.grid import ROW_HEIGHT
from bocage.maps.vocabulary import WATER
from bocage.maps.words import weightiest

if TYPE_CHECKING:
    from bocage.hexes.grid import Vertex
    from bocage.maps.pack import Pack

LETTERS: Final[dict[str, str]] = {
    "clear": ".",
    "open": ".",
    "plain": ".",
    "bocage": "+",
    "woods": "%",
    "polder": "-",
    "marsh": "_",
    "rough": "^",
    "heath": '"',
    "sand": ":",
    "walled fields": "+",
    "built-up": "*",
    "sea": " ",
    "water": "~",
    "lake": "~",
}
"""The letter of each terrain; another word is shown by its first letter."""

SIGNS: Final[dict[str, str]] = {"city": "@", "port": "@", "town": "#", "village": "o"}
"""The letter of each kind of settlement."""

WATER_SIGN: Final = "~"
BRIDGE_SIGN: Final = "="

STYLES: Final[dict[str, str]] = {
    "woods": "green",
    "bocage": "green",
    "polder": "cyan",
    "marsh": "cyan",
    "rough": "yellow",
    "heath": "magenta",
    "built-up": "red",
    "settlement": "bold red",
    "name": "bold",
    "water": "blue",
    "bridge": "bold",
}
"""How a kind of letter is coloured where colour is shown."""

_WEIGHT: Final = {"settlement": 3, "bridge": 2, "water": 1}
_KEPT: Final = frozenset({"settlement", "name", "bridge"})
"""What a name may neither cover nor touch."""

_NAMED: Final = frozenset({"city", "port", "town"})


class Letter(NamedTuple):
    """One column of one row: the text shown and the kind of thing it is."""

    text: str
    kind: str


class TextMap:
    """A pack laid out in letters."""

    def __init__(self, pack: Pack, width: int | None = None) -> None:
        """Fit a window of `width` columns, or take full size."""
        self.pack = pack
        grid = pack.grid
        self._west = max(grid.xs) / 2
        self._north = min(grid.ys)
        across = self._west - min(grid.xs) / 2 + 1
        self.patch: Final = self._patch_for(across, width)
        """How many hexes a letter stands for across; one half at full size."""

    @staticmethod
    def _patch_for(across: float, width: int | None) -> float:
        if width is None or 2 * across <= width:
            return 0.5
        patch = 1
        while ceil(across / patch) > max(width, 1):
            patch += 1
        return float(patch)

    # Layout ------------------------------------------------------------------------------

    def rows(self) -> Iterator[list[Letter]]:
        """Yield the map from north to south; every row is a list of single columns."""
        cells = self._cells
        last_row = max(row for row, _ in cells)
        width = max(column for _, column in cells) + 1
        for row in range(last_row + 1):
            yield [cells.get((row, column), _BLANK) for column in range(width)]

    @cached_property
    def _cells(self) -> dict[tuple[int, int], Letter]:
        found: dict[tuple[int, int], Letter] = {}
        counts: dict[tuple[int, int], dict[str, int]] = {}
        for each in self.pack.hexes:
            place = self._cell(*self.pack.grid.centre(each.hex))
            tally = counts.setdefault(place, {})
            tally[each.terrain] = tally.get(each.terrain, 0) + 1
        for place, tally in counts.items():
            # Of equals the one that tells more: not the open ground.
            word = max(tally, key=lambda each: (tally[each], terrain_letter(each) != "."))
            found[place] = Letter(terrain_letter(word), word)
        last_row, last_column = (max(place[i] for place in found) for i in range(2))
        for place, kind, sign in (*self._waters(), *self._settlements(), *self._bridges()):
            within = 0 <= place[0] <= last_row and 0 <= place[1] <= last_column
            known = found.get(place)
            if within and _WEIGHT[kind] > (_WEIGHT.get(known.kind, 0) if known else 0):
                found[place] = Letter(sign, kind)
        self._name_towns(found)
        return found

    def _cell(self, west: float, south: float) -> tuple[int, int]:
        """Row and column of a point of the grid's plane."""
        row = south / ROW_HEIGHT - self._north
        if self.patch < 1:
            return round(row), round((self._west - west) * 2)
        # A letter is twice as high as wide, a row a little lower than a hex is wide.
        return floor((row + 0.5) / (2 * self.patch)), floor((self._west - west + 0.25) / self.patch)

    def _waters(self) -> Iterator[tuple[tuple[int, int], str, str]]:
        """Yield the signs of rivers and canals."""
        pack = self.pack
        if self.patch < 1:
            wet = {
                vertex
                for side in pack.sides
                if side.kind in WATER
                for vertex in pack.grid.side_ends(side.a, side.b)
            }
            for vertex in wet:
                if (place := self._between(vertex)) is not None:
                    yield place, "water", WATER_SIGN
            return
        for line in pack.lines:
            if line.kind in WATER:
                plane = [pack.projection.to_plane(*point) for point in line.points]
                for place in self._along(plane):
                    yield place, "water", WATER_SIGN

    def _between(self, vertex: Vertex) -> tuple[int, int] | None:
        """Return the column between two hexes that a corner of theirs belongs to, at full size.

        Every corner ends one upright side. Those at its lower end are taken, so that a
        river is one line of letters and not two.
        """
        x, y = vertex
        if (y + 2) % 3 == 0:  # the top of a hex: the foot of the side above it
            row = (y - 1) // 3
            return row - self._north, round((self._west - x / 2) * 2)
        return None

    def _along(self, line: list[tuple[float, float]]) -> Iterator[tuple[int, int]]:
        on_map = self.pack.grid.nearest
        for (ax, ay), (bx, by) in pairwise(line):
            steps = max(1, ceil(hypot(bx - ax, by - ay) * 2))
            for i in range(steps + 1):
                x, y = ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps
                if on_map(x, y) is not None:
                    yield self._cell(x, y)

    def _bridges(self) -> Iterator[tuple[tuple[int, int], str, str]]:
        for crossing in self.pack.crossings:
            if self.patch < 1:
                for vertex in sorted(self.pack.grid.side_ends(crossing.a, crossing.b)):
                    if (place := self._between(vertex)) is not None:
                        yield place, "bridge", BRIDGE_SIGN
                        break
            else:
                (ax, ay), (bx, by) = map(self.pack.grid.centre, (crossing.a, crossing.b))
                yield self._cell((ax + bx) / 2, (ay + by) / 2), "bridge", BRIDGE_SIGN

    def _settlements(self) -> Iterator[tuple[tuple[int, int], str, str]]:
        for place in weightiest(self.pack.places):
            if place.kind in SIGNS and place.hex is not None:
                if place.kind == "village" and self.patch > 1:
                    continue
                cell = self._cell(*self.pack.grid.centre(place.hex))
                yield cell, "settlement", SIGNS[place.kind]

    def _name_towns(self, found: dict[tuple[int, int], Letter]) -> None:
        """Write the names of towns beside their signs where no sign is lost."""
        right = max(column for _, column in found)
        for place in weightiest(self.pack.places):
            if place.kind not in _NAMED or place.hex is None:
                continue
            row, column = self._cell(*self.pack.grid.centre(place.hex))
            length = len(place.name)
            for first in (column + 1, column - length):
                cells = [(row, first + i) for i in range(length)]
                around = [(row, first - 1), *cells, (row, first + length)]
                kinds = {found[cell].kind for cell in around if cell in found and cell[1] != column}
                if first >= 0 and first + length <= right + 1 and not kinds & _KEPT:
                    found.update(zip(cells, (Letter(c, "name") for c in place.name), strict=True))
                    break

    # Words -------------------------------------------------------------------------------

    def legend(self, width: int = 100) -> list[str]:
        """Return the meaning of the letters, and the size of one, in lines of a width."""
        pack = self.pack
        used = {each.terrain for each in pack.hexes}
        said = [
            f"{terrain_letter(word)} {_short(words)}"
            for word, words in pack.terrain_words.items()
            if word in used and terrain_letter(word) not in (" ", WATER_SIGN)
        ]
        kinds = {place.kind for place in pack.places if place.hex is not None}
        for sign in dict.fromkeys(SIGNS.values()):
            known = [kind for kind, each in SIGNS.items() if each == sign and kind in kinds]
            if known and not (sign == "o" and self.patch > 1):
                said.append(f"{sign} {' or '.join(known)}")
        waters = {side.kind for side in pack.sides} | {line.kind for line in pack.lines}
        if waters & WATER:
            said.append(f"{WATER_SIGN} water")
        if pack.crossings:
            said.append(f"{BRIDGE_SIGN} bridge, ford or ferry")
        km = pack.projection.hex_km
        if self.patch < 1:
            measure = f"A hex takes two columns and is {km:g} km across."
        else:
            measure = f"A letter is {km * self.patch:g} km wide."
        # Blanks that do not break keep a letter and its meaning on one line.
        held = "   ".join(each.replace(" ", _HELD) for each in said)
        lines = [line for text in (held, measure) for line in textwrap.wrap(text, width)]
        return [line.replace(_HELD, " ") for line in lines]


_BLANK: Final = Letter(" ", "")
_HELD: Final = "\N{NO-BREAK SPACE}"


def terrain_letter(word: str) -> str:
    """Return the letter of a terrain."""
    return LETTERS.get(word, word[:1] or "?")


def page(pack: Pack, width: int | None = None) -> str:
    """Return a whole map as text: title, map, what the letters mean."""
    drawing = TextMap(pack, width)
    lines = ["".join(letter.text for letter in row).rstrip() for row in drawing.rows()]
    legend = drawing.legend(width or 100)
    return "\n".join([pack.title, "", *lines, "", *legend]) + "\n"


def _short(said: str) -> str:
    return said.split(":")[0].split(",")[0].lower()

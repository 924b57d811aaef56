"""Specimens for a key: a few hexes with one thing on them, drawn by the layers of the map.

So that a key never shows what the map does not, a specimen is a tiny map of its own: the
pack's words on a grid of 25 hexes, cut out round the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bocage.hexes.grid import Grid
from bocage.maps.records import Crossing, Hex, Link, Side
from bocage.press import tokens
from bocage.press.boxes import Box
from bocage.press.paths import straight
from bocage.press.sheets.board import Board
from bocage.press.sheets.ground import TINTS
from bocage.press.sheets.plan import Plan
from bocage.press.svg import Element, Point, clip, group, path, ref, scale, translate

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

MIDDLE: Final = "0303"
DOWN: Final = (
    ("0203", "0202"),
    ("0203", "0302"),
    ("0303", "0302"),
    ("0303", "0403"),
    ("0404", "0403"),
)
"""Sides of a specimen that a water runs down by, past the middle hex."""
BROW: Final = (("0203", "0202"), ("0203", "0302"), ("0303", "0302"))
"""Sides of a slope, the upper hex first."""

_LAYERS: Final = (
    *("fields", "heights", "woods", "slopes", "water", "railways", "roads", "crossings"),
    *("towns", "front", "arrows"),
)


class Specimen:
    """A tiny map to draw one thing on."""

    def __init__(self, pack: Pack, name: str, ground: str = "clear", hex_width: float = 60) -> None:
        grid = Grid.rectangle((1, 5), (1, 5), shifted_west="odd")
        self._grid = grid
        self._name = name
        self._ground = ground
        self._hex_width = hex_width
        self._hexes = {h: Hex(h, ground, "", frozenset(), 1.0) for h in grid}
        self._pack = replace(
            pack,
            grid=grid,
            places=(),
            lines=(),
            areas=(),
            links=(),
            crossings=(),
            sides=(),
            hexes=(),
        )
        self._sides: list[Side] = []
        self._links: list[Link] = []
        self._crossings: list[Crossing] = []
        self._focus: tuple[str, str] | None = None

    def put(
        self, numbers: Sequence[str], *, terrain: str = "", settlement: str = "", flag: str = ""
    ) -> Specimen:
        """Changes hexes."""
        for h in self._grid.hexes(numbers):
            old = self._hexes[h]
            flags = old.flags | {flag} if flag else old.flags
            self._hexes[h] = replace(
                old, terrain=terrain or old.terrain, settlement=settlement, flags=flags
            )
        return self

    def side(self, kind: str, *pairs: tuple[str, str], name: str = "Specimen") -> Specimen:
        """Adds sides of a kind."""
        for a, b in pairs:
            self._sides.append(Side(self._grid.hex(a), self._grid.hex(b), kind, name, ""))
        return self

    def road(self, grade: str, *numbers: str) -> Specimen:
        """Adds a road from hex to hex."""
        for a, b in pairwise(numbers):
            self._links.append(Link(f"{a}{b}", "road", "", a, b, 1.0, grade, 0, (), ""))
        return self

    def crossing(self, kind: str, a: str, b: str) -> Specimen:
        """Adds a bridge or ford."""
        h, n = self._grid.hex(a), self._grid.hex(b)
        self._crossings.append(
            Crossing("x", "", kind, h, n, "Specimen", "road", "", 0, False, "", 0.0, 0.0, "")
        )
        return self

    def at(self, a: str, b: str) -> Specimen:
        """Cuts round the side between two hexes instead of round the middle hex."""
        self._focus = a, b
        return self

    def drawn(self, wide: float) -> Element:
        """The specimen as a hex of that width, its middle at 0."""
        pack = replace(
            self._pack,
            hexes=tuple(self._hexes.values()),
            sides=tuple(self._sides),
            links=tuple(self._links),
            crossings=tuple(self._crossings),
        )
        size = self._hex_width
        plan = Plan(pack, size, (0, 0), Box(0, 0, 5.5 * size, 5 * size), scope=f"{self._name}-")
        board = Board(plan)
        grid = self._grid
        x, y = plan.centres[grid.hex(MIDDLE)]
        if self._focus:
            x, y = plan.middle(*grid.hexes(self._focus))
        ring: list[Point] = [
            (u - plan.centres[grid.hex(MIDDLE)][0] + x, v - plan.centres[grid.hex(MIDDLE)][1] + y)
            for u, v in plan.corners(grid.hex(MIDDLE))
        ]
        edge = straight(ring, closed=True)
        cut = clip(f"key-{self._name}", path(edge))
        layers = [each for name in _LAYERS for each in board.layer(name)]
        lines = board.layer("grid") if self._focus else []
        inside = group(
            path(edge, fill=TINTS.get(self._ground, tokens.MAP.plain)),
            *layers,
            *lines,
            clip_path=ref(cut),
        ).needing(cut)
        by = wide / size
        return group(
            inside,
            path(edge, fill="none", stroke="#2e2518", stroke_width=1.1),
            transform=f"{scale(by)} {translate(-x, -y)}",
        )

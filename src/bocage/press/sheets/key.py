"""A key: samples of what is on a map, their names, and what the rules make of them.

So that a key never shows what the map does not, a sample is a tiny map of its own: the
pack's words on a grid of 25 hexes, drawn by the layers of the map and cut out round the middle.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bocage.hexes.grid import Grid
from bocage.maps.records import Crossing, Hex, Link, Side
from bocage.press import tokens
from bocage.press import type as typ
from bocage.press.boxes import Box
from bocage.press.furniture import Theme, at, heading
from bocage.press.lettering import text
from bocage.press.paths import straight
from bocage.press.sheets.board import Board
from bocage.press.sheets.plan import Plan
from bocage.press.sheets.terrain import tint
from bocage.press.svg import Element, Point, clip, group, line, path, ref, scale, translate

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

    def __init__(
        self,
        pack: Pack,
        name: str,
        ground: str = "clear",
        hex_width: float = 60,
        *,
        plain: bool = False,
    ) -> None:
        grid = Grid.rectangle((1, 5), (1, 5), shifted_west="odd")
        self._grid = grid
        self._name = name.replace(" ", "-")
        self._ground = ground
        self._plain = plain
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
        """Return the specimen as a hex of that width, its middle at 0."""
        pack = replace(
            self._pack,
            hexes=tuple(self._hexes.values()),
            sides=tuple(self._sides),
            links=tuple(self._links),
            crossings=tuple(self._crossings),
        )
        size = self._hex_width
        plan = Plan(pack, size, (0, 0), Box(0, 0, 5.5 * size, 5 * size), scope=f"{self._name}-")
        board = Board(plan, plain=self._plain)
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
            path(edge, fill=tint(self._ground)),
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


def specimen(pack: Pack, word: str, hex_width: float = 60, *, plain: bool = False) -> Specimen:
    """Return a sample of a terrain, settlement, flag, side, crossing or way of a pack."""

    def make(ground: str = "clear") -> Specimen:
        return Specimen(pack, word, ground, hex_width, plain=plain)

    def along(kind: str) -> Specimen:
        return make().side(kind, *DOWN).at(MIDDLE, "0302")

    match word:
        case "woods":
            base = "bocage" if "bocage" in pack.terrain_words else "clear"
            return make(base).put([MIDDLE, "0203", "0304", "0403"], terrain="woods")
        case "rough":
            return make().put([MIDDLE], terrain="rough")
        case "crest":
            return make().put([MIDDLE], flag="crest")
        case "slope" | "escarpment":
            brow = make().put([MIDDLE, "0203"], flag="crest")
            return brow.side(word, *BROW).at(MIDDLE, "0302")
        case "bridge":
            road = along("major river").road("departmental", "0304", MIDDLE, "0302", "0301")
            return road.crossing("bridge", MIDDLE, "0302")
        case "ford":
            return along("major river").crossing("ford", MIDDLE, "0302")
        case "road":
            main = make().road("national", "0304", MIDDLE, "0302")
            return main.road("departmental", "0203", MIDDLE)
        case _ if word in pack.settlement_words:
            town = make().put([MIDDLE], settlement=word)
            grade = "national" if word not in ("town", "village") else "departmental"
            return town.road(grade, "0304", MIDDLE, "0302") if pack.links else town
        case _ if word in pack.terrain_words:
            return make(word)
        case _:
            return along(word)


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One line of a key."""

    name: str
    specimen: Specimen
    effects: tuple[str, ...]
    note: str = ""


def key(
    theme: Theme,
    title: str,
    heads: Sequence[str],
    rows: Sequence[KeyRow],
    width: float,
    *,
    sample: float = 45,
    size: float = 11,
    name_width: float | None = None,
) -> tuple[Element, float]:
    """Return the key as a table, and its height. The effects share what room the names leave."""
    deep = sample * 1.1547 + 3.5
    first = sample + 8 + (name_width or size * 5.4)
    step = (width - first) / len(heads)
    parts: list[Element] = [at(0, 14, heading(title, theme, size=15))]
    y = 31.0
    for number, head in enumerate(heads):
        x = first + step * (number + 0.5)
        parts.append(
            text((x, y), head, tokens.NUMERAL_MEDIUM, size * 0.92, theme.accent, anchor="middle")
        )
    y += 5
    parts.append(line((0, y), (width, y), stroke=theme.accent, stroke_width=1.1))
    for row in rows:
        middle = y + deep / 2
        parts.append(at(sample / 2 + 1, middle, row.specimen.drawn(sample)))
        lift = size * (0.05 if row.note else 0.35)
        parts.append(
            text((sample + 8, middle + lift), row.name, tokens.PROSE_BOLD, size, theme.ink)
        )
        if row.note:
            parts.append(
                text(
                    *((sample + 8, middle + size), row.note, tokens.PROSE_ITALIC, size * 0.86),
                    theme.muted,
                )
            )
        for number, effect in enumerate(row.effects):
            x = first + step * (number + 0.5)
            broken = typ.wrapped(effect.replace("; ", " · "), tokens.PROSE, size * 0.93, step - 2)
            top = middle + size * 0.33 - (len(broken) - 1) * size * 0.5
            for i, said in enumerate(broken):
                parts.append(
                    text(
                        *((x, top + i * size), said, tokens.PROSE, size * 0.93, theme.ink),
                        anchor="middle",
                    )
                )
        y += deep
        parts.append(line((0, y), (width, y), stroke=theme.muted, stroke_width=0.35))
    return group(*parts), y


_SIDES: Final = {
    "major river": "Major river",
    "river": "River",
    "stream": "Stream",
    "canal": "Canal",
    "slope": "Slope, arrows point down",
    "escarpment": "Escarpment",
    "front": "Front line",
    "limit": "Limit of play",
}
_LONGEST: Final = 26
"""Letters that fit a column of the legend."""
_COLUMN: Final = 206.0
_ROW: Final = 52.0
_SAMPLE: Final = 38.0


def legend_words(pack: Pack) -> Iterator[tuple[str, str]]:
    """Yield everything that a hex map shows, as the word for its sample and what to call it."""
    used = {each.terrain for each in pack.hexes} | {each.settlement for each in pack.hexes}
    for word, said in (*pack.terrain_words.items(), *pack.settlement_words.items()):
        if word in used:
            yield word, _short(word, said)
    if any("crest" in each.flags for each in pack.hexes):
        yield "crest", _short("crest", pack.flag_words.get("crest", "crest"))
    kinds = {side.kind for side in pack.sides}
    yield from ((word, said) for word, said in _SIDES.items() if word in kinds)
    crossed = {crossing.kind for crossing in pack.crossings}
    yield from ((word, word.capitalize()) for word in ("bridge", "ford") if word in crossed)
    if any(link.kind == "road" for link in pack.links):
        yield "road", "Road"


def legend_height(pack: Pack, width: float) -> float:
    """Return the height of `legend`."""
    return _ROW * math.ceil(len(list(legend_words(pack))) / max(1, int(width / _COLUMN)))


def legend(theme: Theme, pack: Pack, width: float, *, plain: bool) -> Element:
    """Return a sample of everything that a map shows, with its name, in columns."""
    columns = max(1, int(width / _COLUMN))
    parts: list[Element] = []
    for number, (word, said) in enumerate(legend_words(pack)):
        x, y = number % columns * _COLUMN + _SAMPLE / 2, number // columns * _ROW + _ROW / 2
        parts.append(at(x, y, specimen(pack, word, plain=plain).drawn(_SAMPLE)))
        parts.append(text((x + _SAMPLE * 0.7, y + 5), said, tokens.PROSE, 14, theme.ink))
    return group(*parts)


def _short(word: str, said: str) -> str:
    """Return the pack's own word, if it fits the legend; else the plain word."""
    first = re.split(r"[:;,]", said)[0]
    said = first if len(first) <= _LONGEST else word
    return said[:1].upper() + said[1:]

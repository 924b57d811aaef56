"""The names of a board: their places and their letters.

Water is italic and blue, land upright. What a name must not touch: other names, the houses
of other places, and every water it does not name.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.press import tokens
from bocage.press import type as typ
from bocage.press.boxes import Box
from bocage.press.labels import HARD, Course, Placed, PlacedAlong, Placer, Request
from bocage.press.lettering import Halo
from bocage.press.paths import length
from bocage.press.sheets.lattice import number_at, number_size
from bocage.press.svg import Element, Point, group, path

if TYPE_CHECKING:
    from bocage.maps.records import Place
    from bocage.press.sheets.board import Board
    from bocage.press.sheets.towns import Settlement

TREES: Final = "trees"
"""Owner of the woods, which only the names of countries keep clear of."""


def asked(board: Board) -> Iterator[tuple[str, Request]]:
    """Return every name that stands beside a point, with the kind of its letters."""
    yield from _settlements(board)
    yield from _heights(board)
    yield from _exits(board)
    yield from _woods(board)


def _settlements(board: Board) -> Iterator[tuple[str, Request]]:
    plan, sizes = board.plan, tokens.MAP_TYPE
    k = plan.k
    done: set[str] = set()
    for town in board.towns.all:
        place = town.place
        if place is None or place.id in done:
            continue
        done.add(place.id)
        kind = town.kind
        at, gap, around = town.at, 3.2 * k, town.box
        prefer: tuple[str, ...] = ()
        if kind == "port":
            said = place.name.upper()
            size, face, spacing, rank = sizes.great_town * k, tokens.TITLE, 1.4, 0
            own = [t for t in board.towns.all if t.kind == "port" and _same_port(board, town, t)]
            at = (sum(t.at[0] for t in own) / len(own), sum(t.at[1] for t in own) / len(own))
            prefer = ("S", "SE", "SW", "SSE", "SSW", "E", "W")
            around = Box(
                *(min(t.box.left for t in own), min(t.box.top for t in own)),
                *(max(t.box.right for t in own), max(t.box.foot for t in own)),
            )
        elif kind == "argentan":
            said = place.name.upper()
            size, face, spacing, rank = sizes.great_town * k, tokens.TITLE, 1.0, 0
        elif kind == "town":
            # Where every town is of one size the sheet is calmer without capitals.
            loud = any(t.kind == "argentan" for t in board.towns.all)
            said = place.name.upper() if loud else place.name
            size = (sizes.town if loud else 18.0) * k
            face, spacing, rank = tokens.TOWN, 0.6 if loud else 0.0, 1
        else:
            said, size, face, spacing = place.name, sizes.village * k, tokens.VILLAGE, 0.0
            rank = 2 if kind == "village" else 3
        yield (
            kind,
            Request(
                *(place.id, at, _broken(said), face, size, gap),
                spacing=spacing,
                rank=rank,
                prefer=prefer,
                around=around,
                ignores=frozenset({TREES}),
            ),
        )


def _same_port(board: Board, one: Settlement, other: Settlement) -> bool:
    ports = board.plan.pack.areas_of("port")
    return any(one.hex in area.hexes and other.hex in area.hexes for area in ports)


def _broken(said: str) -> tuple[tuple[str, ...], ...]:
    """Return the ways to set a name: whole, and where it is long in two or three lines."""
    found: list[tuple[str, ...]] = [(said,)]
    cuts = [i + 1 for i, letter in enumerate(said) if letter in "- " and 2 < i < len(said) - 3]
    if len(said) >= 9:
        near_middle = sorted(cuts, key=lambda c: abs(c - len(said) / 2))[:3]
        found.extend((said[:cut].rstrip(" "), said[cut:]) for cut in near_middle)
    if len(said) >= 20 and len(cuts) >= 2:
        first, last = min(
            ((a, b) for a in cuts for b in cuts if a < b),
            key=lambda ab: max(ab[0], ab[1] - ab[0], len(said) - ab[1]),
        )
        found.append((said[:first].rstrip(), said[first:last].rstrip(), said[last:]))
    if len(said) > 16:  # long names are better broken than stretched over two hexes
        found.append(found.pop(0))
    return tuple(found)


def spots(board: Board) -> Iterator[Place]:
    """Heights, capes and points, which have a mark of their own."""
    for place in board.plan.pack.places:
        if place.kind == "height" or (
            place.kind == "label"
            and place.hex is not None
            and place.note != "country"
            and place.size not in {"region", "sea"}
        ):
            yield place


def _heights(board: Board) -> Iterator[tuple[str, Request]]:
    k = board.plan.k
    for place in spots(board):
        said = place.name.replace("\N{APOSTROPHE}", "’")
        variants = (tuple(said.split(", ")),) if ", " in said else _broken(said)
        yield (
            place.kind,
            Request(
                *(place.id, board.spot(place), variants, tokens.WATER, 12.0 * k, 6.5 * k),
                rank=3,
                ignores=frozenset({TREES}),
            ),
        )
    for place in board.plan.pack.places:
        if place.kind == "cape":
            at = board.plan.earth(place.lat, place.lon)
            variants = ((place.name,), *_broken(place.name)[1:])
            prefer = ("W", "WNW", "WSW", "NW", "SW")
            yield (
                "height",
                Request(
                    *(place.id, at, variants, tokens.WATER, 13.0 * k, 7 * k),
                    rank=3,
                    prefer=prefer,
                    ignores=frozenset({TREES}),
                ),
            )


def _exits(board: Board) -> Iterator[tuple[str, Request]]:
    plan = board.plan
    k = plan.k
    rim, window = plan.rim, plan.window
    for place in plan.pack.places:
        if place.kind != "exit":
            continue
        x, y = (
            plan.centres[place.hex] if place.hex is not None else plan.earth(place.lat, place.lon)
        )
        x = min(window.right - 10, max(window.left + 10, x))
        y = min(window.foot - 14, max(window.top + 14, y))
        if place.hex is not None:  # beside the road, at the rim
            y += -9 if y - rim.top < plan.hex else 9 if rim.foot - y < plan.hex else 0
        said = place.name
        yield (
            "exit",
            Request(
                *(place.id, (x, y), ((said,), *_broken(said)[1:]), tokens.WATER, 14.5 * k, 6 * k),
                rank=1,
            ),
        )


def _woods(board: Board) -> Iterator[tuple[str, Request]]:
    plan = board.plan
    k = plan.k
    for area in plan.pack.areas_of("woods"):
        if not area.hexes:
            continue
        centres = [plan.centres[h] for h in area.hexes]
        mx, my = (
            sum(p[0] for p in centres) / len(centres),
            sum(p[1] for p in centres) / len(centres),
        )
        # The middle of a crooked wood may lie outside it: take the tree hex nearest to it.
        inner = min(centres, key=lambda p: math.dist(p, (mx, my)))
        at = (mx, my) if plan.where(mx, my) in area.hexes else inner
        size = (15.0 if len(area.hexes) > 4 else 12.6) * k
        said = area.name.replace("\N{APOSTROPHE}", "’")
        yield (
            "woods",
            Request(
                *(area.id, at, _broken(said), tokens.WATER, size, plan.hex * 0.46),
                spacing=0.3,
                rank=4,
                centred=True,
                also=tuple(p for p in _midway(centres) if p != at),
                ignores=frozenset({TREES}),
                prefer=("S", "N", "E", "W"),
            ),
        )


def _midway(centres: Sequence[Point]) -> Iterator[Point]:
    """Yield the centres of a wood's hexes, and the points between neighbours."""
    yield from centres
    for i, (x, y) in enumerate(centres):
        for u, v in centres[i + 1 :]:
            yield (x + u) / 2, (y + v) / 2


PALE: Final = "#f8f1dc"
"""Halos."""

_NUMBER: Final = "number"
"""Owner of the hex numbers."""

_TRIANGLE: Final = 4.2
"""Half a spot height's mark."""


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters of a kind of name."""

    ink: str
    halo: float
    strength: float = tokens.MAP.halo_opacity

    def glow(self, k: float) -> Halo:
        """Return its halo."""
        return Halo(PALE, self.halo * k, self.strength)


LETTERS: Final = {
    "port": Letters("#2a130d", 4.6, 0.92),
    "argentan": Letters("#2a130d", 4.4, 0.92),
    "town": Letters("#2a130d", 4.0, 0.9),
    "village": Letters(tokens.MAP.ink, 3.0),
    "name": Letters(tokens.MAP.ink, 3.0),
    "height": Letters(tokens.MAP.ink_crest, 3.0),
    "label": Letters(tokens.MAP.ink_crest, 3.0),
    "exit": Letters("#5a2a1c", 3.0),
    "woods": Letters(tokens.MAP.ink_wood, 3.4, 0.9),
    "water": Letters(tokens.MAP.water_name, 3.0),
}


@dataclass(frozen=True, slots=True)
class Named:
    """A name in its place, and the kind of thing it names."""

    kind: str
    placed: Placed | PlacedAlong
    ink: str
    glow: Halo | None

    @property
    def said(self) -> str:
        """Return the name, its lines joined."""
        if isinstance(self.placed, PlacedAlong):
            return self.placed.course.said
        return " ".join(said for _, said in self.placed.lines)

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Return the boxes that its ink fills."""
        return self.placed.boxes

    @property
    def key(self) -> str:
        """Return its owner: a place's id or a water's name."""
        placed = self.placed
        return placed.course.key if isinstance(placed, PlacedAlong) else placed.request.key

    def element(self) -> Element:
        """Return the letters."""
        return self.placed.element(self.ink, self.glow)


def names(board: Board) -> list[Named]:
    """Return all names of a board, towns first."""
    plan = board.plan
    placer = Placer(plan.window.grown(-6))
    _stand_in_the_way(board, placer)
    wanted = list(asked(board))
    found: list[Named] = []
    placed = placer.place(request for _, request in wanted)
    for (kind, _), place in zip(wanted, placed, strict=True):
        letters = LETTERS[kind]
        found.append(Named(kind, place, letters.ink, letters.glow(plan.k)))
    found.extend(_waters(board, placer))
    found.extend(_captions(board, placer))
    return found


def _stand_in_the_way(board: Board, placer: Placer) -> None:
    """Everything drawn, with what a name pays for covering it."""
    plan, k = board.plan, board.plan.k
    for course in board.waters:
        broad = tokens.MAP_LINES.canal[0] * k if course.kind == "canal" else course.broad
        placer.line(course.points, HARD, course.name, broad)
    for town in board.towns.all:
        placer.block(town.box, HARD, _key(town))
    for rank, points in board.roads.pieces:
        placer.line(points, 0.22 + 0.14 * rank, width=3 * k)
    for points in board.roads.railways:
        placer.line(points, 0.14, width=3)
    for crossing in plan.pack.crossings:
        x, y = plan.middle(crossing.a, crossing.b)
        placer.block(Box(x - 9, y - 8, x + 9, y + 8), 40.0)
    for h in plan.pack.grid:
        x, y = number_at(plan, h)
        size = number_size(plan)
        wide = size * 0.9
        placer.block(Box(x - wide, y - size * 0.75, x + wide, y), 0.55, _NUMBER)
        if plan.pack.hexes[h].terrain == "woods":
            x, y = plan.centres[h]
            half = plan.hex * 0.42
            placer.block(Box(x - half, y - half, x + half, y + half), 1.5, TREES)
    for box in board.marks:
        placer.block(box, HARD)
    for side in plan.pack.sides:
        if side.kind == "slope":
            x, y = plan.middle(side.a, side.b)
            placer.block(Box(x - 9, y - 9, x + 9, y + 9), 40.0)
        elif side.kind in {"front", "limit"}:
            a, b = (plan.corner(v) for v in sorted(plan.pack.grid.side_ends(side.a, side.b)))
            placer.line((a, b), 0.5, width=3)
    if board.coast is not None:
        placer.line(board.coast.line, 0.5)
    for place in spots(board):
        x, y = board.spot(place)
        half = _TRIANGLE * k
        placer.block(Box(x - half, y - half, x + half, y + half), HARD, place.id)


def _key(town: Settlement) -> str:
    return town.place.id if town.place else f"hex {town.hex}"


def spot_marks(board: Board) -> Element:
    """Return a small triangle for each height or point."""
    data = ""
    half = _TRIANGLE * board.plan.k
    for place in spots(board):
        x, y = board.spot(place)
        data += (
            f"M{x - half:.1f} {y + half * 0.8:.1f}L{x:.1f} {y - half:.1f}"
            f"L{x + half:.1f} {y + half * 0.8:.1f}Z"
        )
    if not data:
        return group()
    return path(data, fill=tokens.MAP.ink_crest, stroke=PALE, stroke_width=1.0)


def _waters(board: Board, placer: Placer) -> Iterator[Named]:
    """Names of waters, each along its longest stroke, great rivers several times."""
    plan = board.plan
    k = plan.k
    longest: dict[str, Sequence[Point]] = {}
    kinds: dict[str, tuple[str, float]] = {}
    for course in board.waters:
        if course.name not in longest or length(course.points) > length(longest[course.name]):
            longest[course.name] = course.points
            kinds[course.name] = (course.kind, course.broad)
    for name, points in sorted(longest.items(), key=lambda item: length(item[1])):
        kind, broad = kinds[name]
        great = kind == "major river"
        said = name.split(" (")[0].replace("\N{APOSTROPHE}", "’")
        said = {"Upper Dives": "Dives"}.get(said, said)
        size = (17.0 if great else 12.5 if kind != "canal" else 12.0) * k
        spacing = (5.0 if great else 1.2) * k
        times = max(1, round(length(points) / (1150 if great else 1300)))
        along = Course(
            *(name, said.upper() if great else said, points, tokens.WATER, size, spacing),
            offset=broad / 2 + 3.4 * k,
            times=times,
            ignores=frozenset({TREES}),
        )
        for placed in placer.place_along(along):
            letters = LETTERS["water"]
            yield Named("water", placed, letters.ink, letters.glow(k))


def _captions(board: Board, placer: Placer) -> Iterator[Named]:
    """Countries, seas and what lines and zones mean: where there is room near their place."""
    for caption in board.captions:
        best: PlacedAlong | None = None
        wide = typ.width(caption.said, caption.face, caption.size, caption.spacing)
        for dx, dy in _spiral(caption.roam, board.plan.hex * 0.35):
            astray = math.hypot(dx, dy) / board.plan.hex * 0.5
            if best is not None and astray >= best.cost:
                break
            x, y = caption.at[0] + dx, caption.at[1] + dy
            chain = _arch((x, y), wide * 1.12, caption.turned, caption.arch)
            course = Course(
                *(caption.said, caption.said, chain, caption.face, caption.size, caption.spacing),
                ignores=frozenset({_NUMBER}),
            )
            placed = placer.try_along(course)
            cost = placed.cost + astray
            if caption.kind in ("country", "sea") and board.coast is not None:
                dry = caption.kind == "country"
                cost += sum(4.0 for b in placed.boxes if board.coast.on_land(*b.middle) != dry)
            if best is None or cost < best.cost:
                best = PlacedAlong(course, placed.points, placed.start, placed.boxes, cost)
        if best is None or best.cost >= HARD:
            continue
        for box in best.boxes:
            placer.block(box, HARD, caption.said)
        glow = Halo(PALE, caption.halo * board.plan.k, 0.6) if caption.halo else None
        yield Named(caption.kind, best, caption.ink, glow)


def _spiral(roam: float, step: float) -> Iterator[Point]:
    reach = int(roam / step)
    spots = [
        (i * step, j * step) for i in range(-reach, reach + 1) for j in range(-reach, reach + 1)
    ]
    yield from sorted(spots, key=lambda p: (math.hypot(*p), p))


def _arch(at: Point, wide: float, turned: float, arch: float) -> list[Point]:
    c, s = math.cos(math.radians(turned)), math.sin(math.radians(turned))
    found: list[Point] = []
    for i in range(25):
        t = i / 24 * 2 - 1
        u, v = t * wide / 2, arch * (t * t - 0.5)
        found.append((at[0] + u * c - v * s, at[1] + u * s + v * c))
    return found

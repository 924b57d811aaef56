"""Who asks for a name on a board: settlements, heights, exits and woods, with their wishes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from bocage.press import tokens
from bocage.press.boxes import Box
from bocage.press.labels import Request
from bocage.press.svg import Point

if TYPE_CHECKING:
    from bocage.maps.records import Place
    from bocage.press.sheets.board import Board
    from bocage.press.sheets.towns import Settlement

TREES: Final = "trees"
"""Owner of the woods, which only the names of countries keep clear of."""


def asked(board: Board) -> Iterator[tuple[str, Request]]:
    """Every name that stands beside a point, with the kind of its letters."""
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
    """The ways to set a name: whole, and where it is long in two or three lines."""
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
    """The centres of a wood's hexes, and the points between neighbours."""
    yield from centres
    for i, (x, y) in enumerate(centres):
        for u, v in centres[i + 1 :]:
            yield (x + u) / 2, (y + v) / 2

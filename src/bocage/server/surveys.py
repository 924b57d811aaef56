"""The map of an operation for a page: the ground, its layers, where places lie, unit symbols.

Everything here except `sided_layer` is the same for every team: it reveals no position, and nothing
that players must first find out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bocage.engine.game import AnyGame
from bocage.engine.operation import Country, Point
from bocage.engine.viewers import Viewer
from bocage.maps.pack import Pack
from bocage.press import cache, survey
from bocage.press.counters.glyphs import GLYPHS, Pen
from bocage.press.sheets import webp
from bocage.press.survey import View
from bocage.press.svg import group, rect
from bocage.press.tokens import NATIONS
from bocage.server import messages
from bocage.server.errors import UnknownError

SCALES: Final = (0.5, 1.0, 2.0)
"""Pixels to a unit of the sheet: for a glance, for a look, for detail."""
_QUALITY: Final = 80
_FAR: Final = 100_000
"""Metres over which the map's scale is taken."""
_BOX: Final = (24.0, 16.0)
"""A unit symbol's width and height."""


def country_of(game: AnyGame) -> tuple[Country, Pack]:
    """Return the ground that teams of a game look at, and the pack it is drawn from.

    Raises:
        UnknownError: the game has none.
    """
    found = game.country()
    if found is None or not isinstance(found.pack, Pack):
        raise UnknownError(f"{game.title} has no map of a country")
    return found, found.pack


def described(game: AnyGame) -> messages.Survey:
    """Return the size of the map, its projection, and everything with a name."""
    country, pack = country_of(game)
    view = survey.view_of(pack)

    def at(point: Point) -> tuple[float, float]:
        return view.at(*country.earth(point))

    here = country.earth((0, 0))
    zero, east, north = at((0, 0)), at((_FAR, 0)), at((0, _FAR))
    shown = [each for each in country.landmarks if _is_on(view, at(each.at))]
    return {
        "title": pack.title,
        "width": round(view.width, 1),
        "height": round(view.height, 1),
        "per_km": view.per_km,
        "origin": zero,
        "east": ((east[0] - zero[0]) / _FAR, (east[1] - zero[1]) / _FAR),
        "north": ((north[0] - zero[0]) / _FAR, (north[1] - zero[1]) / _FAR),
        "grid": view.grid,
        "earth": here,
        "degrees": (
            (country.earth((0, _FAR))[0] - here[0]) / _FAR,
            (country.earth((_FAR, 0))[1] - here[1]) / _FAR,
        ),
        "scales": list(SCALES),
        "layers": [each for each in survey.overlays_of(pack) if each not in country.sided],
        "sided": [each for each in survey.overlays_of(pack) if each in country.sided],
        "teams": [
            {"seat": each.seat, "name": each.name, "side": each.side, "above": each.above}
            for each in country.teams
        ],
        "landmarks": [
            {
                "id": each.id,
                "name": each.name,
                "kind": each.kind,
                "x": each.at[0],
                "y": each.at[1],
            }
            for each in shown
        ],
    }


def _is_on(view: View, at: tuple[float, float]) -> bool:
    return 0 <= at[0] <= view.width and 0 <= at[1] <= view.height


def road(game: AnyGame, start: Point, end: Point) -> messages.RoadWay:
    """Return the way between two points by road, every bridge standing."""
    country, _ = country_of(game)
    found = country.road(start, end)
    if found is None:
        return {"km": None, "path": []}
    return {"km": round(found[0], 1), "path": list(found[1])}


def ground(game: AnyGame, scale: float) -> bytes:
    """Return the ground as WebP, so many pixels to a unit; it is drawn once and kept.

    Raises:
        UnknownError: there is no such scale.
    """
    if scale not in SCALES:
        raise UnknownError(f"there is no picture of scale {scale}")
    _, pack = country_of(game)

    def make() -> bytes:
        return webp(survey.base_pictures(pack, [scale])[scale], _QUALITY)

    return cache.kept(pack, f"survey webp {scale:.4f} {_QUALITY}", make)


def layer(game: AnyGame, name: str) -> str:
    """Return one layer of the map as SVG, to lie over the ground.

    Raises:
        UnknownError: there is no such layer.
    """
    country, pack = country_of(game)
    known = [each for each in survey.overlays_of(pack) if each not in country.sided]
    return _layer(pack, name, known)


def sided_layer(game: AnyGame, name: str, viewer: Viewer) -> str:
    """Return a layer that only some sides may see; empty for a viewer of another side.

    Raises:
        UnknownError: there is no such layer.
    """
    country, pack = country_of(game)
    known = [each for each in survey.overlays_of(pack) if each in country.sided]
    sides = {each.side for each in country.teams if game.seats.index(each.seat) in viewer.seats}
    if name in known and not viewer.sees_all and not sides & country.sided[name]:
        return ""
    return _layer(pack, name, known)


def _layer(pack: Pack, name: str, known: Sequence[str]) -> str:
    if name not in known:
        raise UnknownError(f"there is no layer '{name[:40]}'; there are {', '.join(known)}")
    # One drawing gives all of them, and all are kept: the others will be requested next.
    return survey.fragments(pack)[name]


@lru_cache(maxsize=1)
def symbols() -> str:
    """Return every map symbol in every nation's colours, as symbols named `uk-infantry`."""
    wide, high = _BOX
    found: list[str] = []
    for nation, colours in NATIONS.items():
        for name, draw in GLYPHS.items():
            pen = Pen(2.0, 2.0, wide - 4.0, high - 4.0, 0.9)
            outer, inner = (0.5, 0.5, wide - 1, high - 1), (pen.x, pen.y, pen.width, pen.height)
            body = group(
                rect(*outer, fill=colours.base, stroke="#111", stroke_width=1.0),
                rect(*inner, fill="#fffdf6", stroke="#111", stroke_width=0.7),
                *draw(pen),
            )
            key = f"{nation}-{name}".replace(" ", "-")
            found.append(f'<symbol id="{key}" viewBox="0 0 {wide:g} {high:g}">{body}</symbol>')
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(found)}</svg>'

"""Boards for pages: where hexes lie, what counters look like, and the ground under them.

Everything here is the same for everybody and for every game of a kind: it reveals no position. The
press draws the ground once, and it is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Final

from bocage.engine.actions import Names
from bocage.engine.counters import BlankFace, MarkerFace, UnitFace
from bocage.engine.game import AnyGame
from bocage.maps.pack import Pack
from bocage.maps.words import Gazetteer
from bocage.press import cache
from bocage.press.counters.drawing import face
from bocage.press.sheets import OVERLAYS, base_pictures, board_of, fragments, webp
from bocage.press.svg import group
from bocage.press.tokens import DETAILS
from bocage.server import messages, wire
from bocage.server.errors import UnknownError

SCALES: Final = (0.5, 1.0)
"""Pixels to a unit of the sheet: for a glance, and for a close look."""
_QUALITY: Final = 82


def pack_of(game: AnyGame) -> Pack:
    """Return the map of a game.

    Raises:
        UnknownError: it has none that is played on hexes.
    """
    pack = game.map()
    if not isinstance(pack, Pack):
        raise UnknownError(f"{game.title} has no board of hexes")
    return pack


def board(game: AnyGame) -> messages.Board:
    """Return the place of everything, in units of the sheet from the upper left corner of its
    window.
    """
    pack = pack_of(game)
    plan = board_of(pack).plan
    window = plan.window
    numbers = game.numbers
    hexes: list[messages.BoardHex] = []
    gazetteer = Gazetteer(pack)
    for h, (x, y) in enumerate(plan.centres):
        name = gazetteer.name(h)
        place: messages.BoardHex = {
            "number": numbers[h],
            "x": round(x - window.left, 1),
            "y": round(y - window.top, 1),
        }
        if name:
            place["name"] = name
        hexes.append(place)
    return {
        "game": game.id,
        "title": pack.title,
        "width": round(window.right - window.left, 1),
        "height": round(window.foot - window.top, 1),
        "hex": plan.hex,
        "hexes": hexes,
        "layers": list(OVERLAYS),
        "overlays": [
            {
                "id": name,
                "name": each.name.say(game.nouns),
                "rule": each.rule.cited(game.book),
                "pointed": each.pointed,
            }
            for name, each in game.overlays().items()
        ],
        "scales": list(SCALES),
        "units": catalogue(game),
        "verbs": wire.verbs(game.grammar),
        "seats": list(game.seats),
        "orders": list(game.standing()),
        "together": game.together,
        "nouns": {
            kind: {"written": list(names.written), "said": list(names.said)}
            for kind, names in game.nouns.items()
            if isinstance(names, Names) and kind not in ("hex", "unit")
        },
    }


def hex_text(game: AnyGame, number: str) -> messages.HexText:
    """Return the contents of a hex: its ground, places and routes, and its sides.

    Raises:
        UnknownError: there is no such hex.
    """
    pack = pack_of(game)
    if number not in game.numbers:
        raise UnknownError(f"there is no hex '{number[:20]}'")
    h = game.numbers.index(number)
    found = Gazetteer(pack).describe(h)
    sides = [
        (each.direction.words.capitalize(), each.text) for each in found.sides if each.features
    ]
    headed = [each for each in found.headed() if each[0] != "Position"]
    effects = [wire.note(each, game) for each in game.terrain(h)]
    return {"title": found.title, "lines": [*headed, *sides], "effects": effects}


def catalogue(game: AnyGame) -> list[messages.BoardUnit]:
    """Return the units of a game in their order: what each is called, whose it is, how strong."""
    names = game.nouns["unit"]
    assert isinstance(names, Names)
    return [
        {
            "id": names.written[u],
            "name": names.said[u],
            "label": counter.front.label,
            "seat": game.seats[counter.seat],
            "nation": counter.front.nation,
            "steps": counter.front.steps,
            "strength": counter.front.strength,
        }
        for u, counter in enumerate(game.counters())
        if isinstance(counter.front, UnitFace)
    ]


@lru_cache(maxsize=8)
def sprites(game: AnyGame) -> str:
    """Return every unit's counter and every marker, front and back, as symbols of one drawing.

    They are named `u12f`, `u12b` by the number of the unit, and `mTASf` by the marker's id.
    """
    pack_of(game)
    named = {f"u{u}": counter for u, counter in enumerate(game.counters())}
    named |= {f"m{counter.id}": counter for counter in game.markers()}
    symbols: list[str] = []
    for name, counter in named.items():
        for letter, side in (("f", counter.front), ("b", counter.back)):
            if isinstance(side, BlankFace) or (isinstance(side, MarkerFace) and not side.picture):
                continue
            body = group(face(side, DETAILS[48]))
            symbols.append(f'<symbol id="{name}{letter}" viewBox="0 0 64 64">{body}</symbol>')
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'


def ground(game: AnyGame, scale: float) -> bytes:
    """Return the ground as WebP, so many pixels to a unit; it is drawn at the first request.

    Raises:
        UnknownError: there is no such scale.
    """
    if scale not in SCALES:
        raise UnknownError(f"there is no picture of scale {scale}")
    pack = pack_of(game)

    def make() -> bytes:
        # One drawing gives both scales, and both are kept: the other will be requested next.
        return webp(base_pictures(pack, SCALES)[scale], _QUALITY)

    return cache.kept(pack, f"webp {scale:.4f} {_QUALITY}", make)


def pictures(game: AnyGame) -> list[Callable[[], object]]:
    """Return the functions that draw the pictures of a board, one by one, and keep them for the
    page.
    """
    grounds = [partial(ground, game, scale) for scale in SCALES]
    return [*grounds, *(partial(layer, game, name) for name in OVERLAYS)]


def layer(game: AnyGame, name: str) -> str:
    """Return one layer of the map as SVG, to lie over the ground.

    Raises:
        UnknownError: there is no such layer.
    """
    if name not in OVERLAYS:
        raise UnknownError(f"there is no layer '{name[:40]}'; there are {', '.join(OVERLAYS)}")
    pack = pack_of(game)
    kept = cache.kept(pack, f"layer {name}", lambda: fragments(pack, [name])[name].encode())
    return kept.decode()

"""All maps on one page that needs nothing but a browser, not even a network.

`atlas` puts plain drawings and the words of every hex into a single HTML text. The
words come from `maps.words`; each text is stored once and hexes refer to it by number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from bocage.hexes.directions import Direction
from bocage.hexes.projection import Projection
from bocage.maps.phrases import capital
from bocage.maps.words import Gazetteer, HexWords, weightiest
from bocage.press import cache, render, sheets, survey
from bocage.press.type import faces

if TYPE_CHECKING:
    from bocage.maps.pack import Pack
    from bocage.press.svg import Point

HEADINGS = ("Ground", "Here", "Routes", "Part of")
"""The headings for a hex besides its six sides; the page computes its position."""

_PAPER = "a2"
"""The paper whose scale and lettering the sheets of real maps have."""


class Lie(NamedTuple):
    """The place of a map's plane of hexes on its drawing."""

    unit: float
    """Width of a hex on the drawing."""
    origin: Point
    """Where the zero point of the plane lies; west is left of it, south below."""


def lie_of(pack: Pack) -> Lie:
    """Return the place of a map on its plain drawing."""
    if pack.kind == "hexes":
        plan = sheets.board_of(pack, plain=True).plan
        return Lie(plan.hex, plan.point(0, 0))
    view = survey.view_of(pack, paper=_PAPER, plain=True)
    return Lie(pack.projection.hex_km * view.per_km, view.frame.at(view.plane.origin))


def _drawn(pack: Pack) -> str:
    """Return the plain drawing of a map, its ids its own among those of the page."""

    def make() -> bytes:
        on_hexes = pack.kind == "hexes"
        made = (
            sheets.sheet(pack, plain=True)
            if on_hexes
            else survey.draw(pack, paper=_PAPER, plain=True)
        )
        return (
            replace(made, body=tuple(each.scoped(f"{pack.id}-") for each in made.body))
            .svg()
            .encode()
        )

    return cache.kept(pack, f"atlas {_PAPER}", make).decode().strip()


def atlas(packs: Sequence[Pack]) -> str:
    """Return the page with these maps, in this order."""
    fonts = render.font_rules(faces().values())
    parts = {
        "<!--{{tabs}}-->": "".join(_tab(pack) for pack in packs),
        "<!--{{maps}}-->": "\n".join(_map(pack) for pack in packs),
        "/*{{style}}*/": fonts + _asset("atlas.css"),
        "/*{{script}}*/": _asset("atlas_hexes.js") + _asset("atlas_page.js"),
    }
    page = _asset("atlas.html")
    for mark, content in parts.items():
        page = page.replace(mark, content)
    return page


def map_data(pack: Pack) -> dict[str, Any]:
    """Return the page's data of a map: the layout of its hexes, and the texts of each."""
    lie, gazetteer, texts = lie_of(pack), Gazetteer(pack), _Texts()
    words = (gazetteer.describe(h) for h in pack.grid)
    return {
        "id": pack.id,
        "title": pack.title,
        "kind": pack.kind,
        "digits": pack.grid.digits,
        "shifted": pack.grid.shifted_west,
        "numbers": "".join(pack.grid.numbers),
        "unit": lie.unit,
        "origin": lie.origin,
        "projection": {
            each.name: getattr(pack.projection, each.name)
            for each in fields(Projection)
            if each.init
        },
        "headings": [*(capital(d.words) for d in Direction), *HEADINGS],
        "hexes": [_coded(each, texts) for each in words],
        "texts": texts.all,
        "places": [
            [place.name, place.hex] for place in weightiest(pack.places) if place.hex is not None
        ],
        "start": _start(pack),
    }


class _Texts:
    """Texts by number, each kept once; number 0 means no text."""

    def __init__(self) -> None:
        self.all = [""]
        self._known = {"": 0}

    def number(self, text: str) -> int:
        if text not in self._known:
            self._known[text] = len(self.all)
            self.all.append(text)
        return self._known[text]


def _coded(words: HexWords, texts: _Texts) -> list[int]:
    """Return the name, then pairs: a direction or heading by number, and its text."""
    code = [texts.number(words.name)]
    for side in words.sides:
        if side.features:
            code += [int(side.direction), texts.number("; ".join(side.features))]
    for heading, text in words.headed():
        if heading in HEADINGS:
            code += [len(Direction) + HEADINGS.index(heading), texts.number(text)]
    return code


def _start(pack: Pack) -> int:
    """Return the hex shown first: that of the weightiest place."""
    places = weightiest(place for place in pack.places if place.hex is not None)
    return next((place.hex for place in places if place.hex is not None), 0)


def _tab(pack: Pack) -> str:
    title = pack.title.split(",")[0]
    return (
        f'<button type="button" role="tab" data-map={quoteattr(pack.id)} '
        f'aria-selected="false">{escape(title)}</button>'
    )


def _map(pack: Pack) -> str:
    # "<" never stands in the data, so that no text can end the element early.
    data = json.dumps(map_data(pack), ensure_ascii=False, separators=(",", ":"))
    safe = data.replace("<", "\\u003c")
    return (
        f"<template id={quoteattr(f'svg-{pack.id}')}>{_drawn(pack)}</template>\n"
        f'<script type="application/json" id={quoteattr(f"data-{pack.id}")}>{safe}</script>'
    )


def _asset(name: str) -> str:
    return (files("bocage.press") / name).read_text(encoding="utf-8")


def contents(packs: Iterable[Pack]) -> list[str]:
    """Return the contents of the page, one line a map."""
    return [
        f"{pack.id}: {pack.title}; {len(pack.grid):,} hexes of {pack.projection.hex_km:g} km, "
        f"{len(pack.places)} places, {len(pack.crossings)} crossings"
        for pack in packs
    ]

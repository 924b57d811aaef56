"""Texts as elements: straight, with a halo, and along a curve.

The halo is a second text under the first (cairo draws `paint-order` wrongly), and letters
along a curve are set one by one (librsvg drops `textPath`), so that every renderer gives
the same picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bocage.press import type as typ
from bocage.press.paths import along
from bocage.press.svg import Element, Point, Value, element, group, rotate
from bocage.press.type import Face

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Halo:
    """The glow of paper round a label that keeps it clear of the map."""

    colour: str
    width: float
    opacity: float = 1.0

    def attrs(self) -> dict[str, Value]:
        """Return it as the attributes of a stroke."""
        return {
            "fill": self.colour,
            "stroke": self.colour,
            "stroke_width": self.width,
            "stroke_linejoin": "round",
            "opacity": self.opacity if self.opacity < 1 else None,
        }


def text(
    at: Point,
    said: str,
    face: Face,
    size: float,
    fill: str,
    *,
    anchor: Anchor = "start",
    spacing: float = 0,
    turned: float = 0,
    halo: Halo | None = None,
    **attrs: Value,
) -> Element:
    """Return a line of text on its baseline; `turned` is clockwise, about the point."""
    shared: dict[str, Value] = {
        "x": at[0],
        "y": at[1],
        **face.attrs(),
        "font_size": size,
        "text_anchor": anchor if anchor != "start" else None,
        "letter_spacing": spacing or None,
        "transform": rotate(turned, at) if turned else None,
    }
    letters = element("text", said, **shared, fill=fill, **attrs)
    if halo is None:
        return letters
    return group(element("text", said, **shared, **halo.attrs()), letters)


def text_along(
    points: Sequence[Point],
    start: float,
    said: str,
    face: Face,
    size: float,
    fill: str,
    *,
    spacing: float = 0,
    halo: Halo | None = None,
) -> Element:
    """Return a text along a chain of points, its first letter so far from the chain's start.

    The chain runs the way the text reads; shift it beforehand if the text is to stand
    beside the line and not on it.
    """
    placed: list[tuple[str, Point, float]] = []
    reached = start
    for letter, step in zip(said, typ.advances(said, face, size, spacing), strict=True):
        # A letter turns about the middle of its own width, so that its feet follow the bend.
        middle, degrees = along(points, reached + (step - spacing) / 2)
        if letter != " ":
            placed.append((letter, middle, degrees))
        reached += step
    letters = [
        element("text", letter, x=x, y=y, transform=rotate(turn, (x, y)) if turn else None)
        for letter, (x, y), turn in placed
    ]
    shared: dict[str, Value] = {**face.attrs(), "font_size": size, "text_anchor": "middle"}
    if halo is None:
        return group(*letters, **shared, fill=fill)
    under = group(*letters, **halo.attrs())
    return group(under, group(*letters, fill=fill), **shared)

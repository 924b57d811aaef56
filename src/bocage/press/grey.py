"""A drawing in black and white, as an office printer or a copier gives it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from bocage.press import vision
from bocage.press.svg import Drawing, Element

_COLOURED: Final = frozenset({"fill", "stroke", "stop-color"})
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}")
_WHITE: Final = 0.82
"""Luminance from which a tint is left white: a printer would only speckle the paper."""


@lru_cache(maxsize=1024)
def printed(colour: str) -> str:
    """Return the grey that a colour is printed in; pale tints are white."""
    if len(colour) == 4:
        colour = "#" + "".join(letter * 2 for letter in colour[1:])
    light = min(1.0, vision.luminance(colour) / _WHITE)
    return vision.coded((light, light, light))


def greyed(drawing: Drawing) -> Drawing:
    """Return the drawing with every colour as its grey, and without pictures inside it."""
    return replace(drawing, body=tuple(_grey(each) for each in drawing.body if _stays(each)))


def _stays(it: Element) -> bool:
    return it.tag != "image"


def _grey(it: Element) -> Element:
    attrs = tuple(
        (name, printed(value) if name in _COLOURED and _COLOUR.fullmatch(value) else value)
        for name, value in it.attrs
    )
    children = tuple(
        _grey(each) if isinstance(each, Element) else each
        for each in it.children
        if isinstance(each, str) or _stays(each)
    )
    return Element(it.tag, attrs, children, tuple(_grey(each) for each in it.needs))

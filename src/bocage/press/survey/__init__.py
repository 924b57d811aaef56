"""Sheets for games on real maps, in the manner of a military survey of the 1940s.

    from bocage import maps
    from bocage.press import survey

    pdf = survey.sheet_bytes(maps.load("market-garden"), ".pdf", paper="a1")

No hexes are drawn: places lie where they lie on the earth, under a kilometre grid of our own.
`base_pictures`, `fragments` and `view_of` are what a browser needs.
The players' sheet holds nothing that they must first learn; `control=True` adds the rest.
"""

from __future__ import annotations

from bocage.press.survey.compose import draw
from bocage.press.survey.files import (
    BASE,
    View,
    base_pictures,
    fragments,
    overlays_of,
    sheet_bytes,
    view_of,
)
from bocage.press.survey.layers import layers_of, usual_layers
from bocage.press.survey.theatres import WHOLE, SheetError, UnknownPartError, parts_of

__all__ = [
    "BASE",
    "WHOLE",
    "SheetError",
    "UnknownPartError",
    "View",
    "base_pictures",
    "draw",
    "fragments",
    "layers_of",
    "overlays_of",
    "parts_of",
    "sheet_bytes",
    "usual_layers",
    "view_of",
]

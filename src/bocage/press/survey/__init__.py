"""Sheets for games on real maps, in the manner of a military survey of the 1940s.

    from bocage import maps
    from bocage.press import render, survey

    page = survey.draw(maps.load("market-garden"), paper="a1")
    render.write([page], Path("market-garden.pdf"))

No hexes are drawn: places lie where they lie on the earth, under a kilometre grid of our own.
The players' sheet holds nothing that they must first learn; `control=True` adds the rest.
"""

from __future__ import annotations

from bocage.press.survey.compose import draw, layers_of, usual_layers
from bocage.press.survey.theatres import WHOLE, UnknownPartError, parts_of

__all__ = ["WHOLE", "UnknownPartError", "draw", "layers_of", "parts_of", "usual_layers"]

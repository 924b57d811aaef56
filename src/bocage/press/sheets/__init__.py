"""The fine sheets of the hex boards: drawn as a printer of 1944 would have liked to.

    from bocage import maps
    from bocage.press import sheets

    wanted = [name for name in sheets.LAYERS if name != "grid"]
    svg = sheets.sheet_bytes(maps.load("falaise"), ".svg", layers=wanted)

`sheet` gives the drawing itself, `base_pictures` and `fragments` what a browser needs.
"""

from __future__ import annotations

from bocage.press.sheets.board import LAYERS, Board
from bocage.press.sheets.sheet import (
    BASE,
    OVERLAYS,
    base_pictures,
    board_of,
    fragments,
    ground,
    sheet,
    sheet_bytes,
    sheet_of,
    webp,
)

__all__ = [
    "BASE",
    "LAYERS",
    "OVERLAYS",
    "Board",
    "base_pictures",
    "board_of",
    "fragments",
    "ground",
    "sheet",
    "sheet_bytes",
    "sheet_of",
    "webp",
]

"""The ground as printers and browsers want it: enlarged, with the grain of paper in it.

A drawing in SVG carries the small picture and lets the viewer smooth it. For PNG and PDF
the smoothing is done here, once, because renderers are slow at it or leave the pixels to be
seen. Pillow does it; it comes with `bocage[print]`.
"""

from __future__ import annotations

import io
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from bocage.press.render import PrintExtraMissingError

if TYPE_CHECKING:
    from bocage.press.sheets.ground import Ground

TIMES: Final = 4
"""How many pixels of the enlarged picture stand for one of the small."""
_QUALITY: Final = 90


def enlarged(made: Ground, grain: bytes) -> bytes:
    """The picture as JPEG, enlarged smoothly, with a tile of grain laid over it.

    Raises:
        PrintExtraMissingError: Pillow is not installed.
    """
    try:
        image: Any = import_module("PIL.Image")
    except ImportError as error:
        raise PrintExtraMissingError("PNG and PDF of a sheet", "pillow") from error
    small = image.open(io.BytesIO(made.picture)).convert("RGB")
    size = (small.width * TIMES, small.height * TIMES)
    large = small.resize(size, image.Resampling.BICUBIC)
    tile = image.open(io.BytesIO(grain)).convert("RGBA")
    cover = image.new("RGBA", size)
    for x in range(0, size[0], tile.width):
        for y in range(0, size[1], tile.height):
            cover.paste(tile, (x, y))
    large.paste(cover, (0, 0), cover)
    found = io.BytesIO()
    large.save(found, "JPEG", quality=_QUALITY, subsampling=0)
    return found.getvalue()

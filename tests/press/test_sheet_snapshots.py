"""Crops of the fine sheets as stored pictures, so that a change of drawing is seen in review.

After a wanted change, run these tests once with `BOCAGE_SNAPSHOTS=write` and look at the
pictures. Small differences are let pass, because renderers round differently.
"""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any, cast

import pytest
from PIL import Image, ImageChops

from bocage.press import render
from bocage.press.svg import Drawing, group

from .sheet_boards import drawing

STORE = Path(__file__).parent / "snapshots"

MOST = 5
"""How far any patch of ten by ten pixels may differ, of 255: a lost hex number is more."""

CROPS = (
    ("falaise", "trun-chambois", (2440, 1240, 240, 180)),
    ("falaise", "bocage-front", (560, 660, 240, 180)),
    ("falaise", "key", (3300, 240, 262, 330)),
    ("pas-de-calais", "dunkirk", (2960, 240, 240, 180)),
    ("pas-de-calais", "cape", (1780, 600, 240, 180)),
    ("pas-de-calais", "turns", (80, 350, 330, 250)),
)
"""Theatre, name of the crop, and its place on the sheet: x, y, width, height."""


def crop(name: str, box: tuple[int, int, int, int]) -> Image.Image:
    """Return a part of a sheet, one pixel a unit."""
    x, y, wide, high = box
    whole = drawing(name)
    moved = group(*whole.body, transform=f"translate({-x} {-y})")
    page = Drawing(wide, high, "px", (wide, high), (moved,))
    return Image.open(io.BytesIO(render.png(page, dpi=96))).convert("RGB")


@pytest.mark.parametrize(("name", "what", "box"), CROPS)
def test_crop_is_drawn_as_stored(name: str, what: str, box: tuple[int, int, int, int]) -> None:
    """The crop looks like the picture stored beside the tests."""
    found = crop(name, box)
    stored = STORE / f"sheet-{name}-{what}.png"
    if os.environ.get("BOCAGE_SNAPSHOTS") == "write":
        found.save(stored, optimize=True)
    with Image.open(stored) as picture:
        before = picture.convert("RGB")
    assert before.size == found.size
    small = (found.width // 10, found.height // 10)
    # Pillow's own types are only partly known.
    patches: Any = cast("Any", ImageChops.difference(before, found)).resize(
        small, Image.Resampling.BOX
    )
    worst = max(high for _, high in patches.getextrema())
    assert worst <= MOST, f"{stored.name} is drawn differently: a patch by {worst} of 255"

"""The pictures of sheets in `docs/pictures`, made again after a change of drawing.

    PYTHONPATH=tools python -m presskit.pictures docs/pictures [FOLDER]

FOLDER holds the boards that ours are put beside: `board_falaise.png`, `board_roundup.png`.
Without it only our own pictures are made.
"""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bocage.maps import load
from bocage.press import render, sheets, survey
from bocage.press.svg import Drawing, group, rect

CROPS: Final = {"falaise": ("falaise", "2612"), "pas-de-calais": ("roundup", "1606")}
"""Of each board: what its pictures are called, and the hex in the middle of its crop."""
CROP: Final = (950, 600, 1.25)
"""Pixels, and pixels to a unit."""
CONTROL: Final = (51.90, 5.86, 1000, 850)
"""The middle of the piece of Control's Market Garden, and its pixels."""
PAPER: Final = "#ece3cf"


def picture(content: bytes) -> Image.Image:
    """Return a PNG opened."""
    return Image.open(io.BytesIO(content)).convert("RGB")


def sized(image: Image.Image, wide: int, high: int) -> Image.Image:
    """Return a picture of that size."""
    size = (wide, high)
    return image.resize(size, Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType]


def fitted(image: Image.Image, wide: int) -> Image.Image:
    """Return a picture so many pixels wide."""
    return sized(image, wide, round(image.height * wide / image.width))


def save(image: Image.Image, target: Path) -> None:
    """Write a picture in 256 colours: a third of the size, and nobody sees it."""
    few = image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.FLOYDSTEINBERG)
    few.save(target, optimize=True)


def crop_of(name: str, hex_number: str) -> Image.Image:
    """Return a piece of a board at reading size, round a hex."""
    board = replace(sheets.board_of(load(name)), for_print=True)
    x, y = board.plan.centres[board.plan.pack.grid.hex(hex_number)]
    wide, high, scale = CROP
    view = (wide / scale, high / scale)
    whole = sheets.sheet_of(board, [layer for layer in sheets.LAYERS if layer != "margins"])
    moved = group(*whole.body, transform=f"translate({view[0] / 2 - x} {view[1] / 2 - y})")
    return picture(render.png(Drawing(wide, high, "px", view, (moved,)), dpi=96))


def beside(reference: Image.Image, ours: Image.Image, high: int = 590) -> Image.Image:
    """Return two boards of one height side by side, each under its name."""
    both = [
        sized(image, round(image.width * high / image.height), high) for image in (reference, ours)
    ]
    found = Image.new("RGB", (both[0].width + both[1].width + 44, high + 52), PAPER)
    pen = ImageDraw.Draw(found)
    font = ImageFont.truetype(Path(render.__file__).parent / "fonts" / "alegreya-sans-400.ttf", 20)
    x = 13
    for said, image in zip(("reference", "bocage"), both, strict=True):
        pen.text((x - 3, 6), said, fill="#3a3226", font=font)
        found.paste(image, (x, 38))
        x += image.width + 18
    return found


def control_piece() -> Image.Image:
    """Return the country between Nijmegen and Arnhem on Control's sheet."""
    pack = load("market-garden")
    lat, lon, wide, high = CONTROL
    view = survey.view_of(pack, paper="a1")
    page = survey.draw(pack, paper="a1", control=True)
    x, y = view.frame.at(view.plane.at(lat, lon))
    size = (wide / 1.35, high / 1.35)
    moved = group(*page.body, transform=f"translate({size[0] / 2 - x} {size[1] / 2 - y})")
    under = rect(0, 0, *size, fill="#ffffff")
    return picture(render.png(Drawing(wide, high, "px", size, (under, moved)), dpi=96))


def main() -> None:
    """Make them all."""
    target = Path(sys.argv[1])
    reference = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    for name, (said, middle) in CROPS.items():
        whole = picture(sheets.sheet_bytes(load(name), ".png", dpi=100))
        save(fitted(whole, 1000), target / f"sheet-{said}.png")
        save(crop_of(name, middle), target / f"sheet-{said}-crop.png")
        if reference is not None:
            other = Image.open(reference / f"board_{said}.png").convert("RGB")
            save(beside(other, whole), target / f"press-{said}-beside.png")
    for name, paper, wide in (("malta", "a2", 1400), ("joes-bridge", "a2", 800)):
        whole = picture(survey.sheet_bytes(load(name), ".png", paper=paper, dpi=100))
        save(fitted(whole, wide), target / f"press-{name}.png")
    save(control_piece(), target / "press-market-garden-control.png")


if __name__ == "__main__":
    main()

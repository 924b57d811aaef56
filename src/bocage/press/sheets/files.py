"""Sheets into files and to browsers, each drawn once and then kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache as once
from io import BytesIO
from typing import TYPE_CHECKING, Final

from bocage.press import cache, render
from bocage.press.sheets.board import LAYERS, Board
from bocage.press.sheets.plan import UNIT_MM
from bocage.press.sheets.whole import board_of, sheet_of
from bocage.press.svg import Drawing, group

if TYPE_CHECKING:
    from bocage.maps.pack import Pack

BASE: Final = (
    *("ground", "sea", "fields", "heights", "woods", "slopes", "water", "railways", "roads"),
    *("crossings", "towns"),
)
"""Layers of the base picture for a browser: what no rule changes and nobody switches off."""

_DRAWN: Final = 0.5
"""Pixels to a unit of the picture that smaller ones are made from; pages ask for it too."""

OVERLAYS: Final = tuple(name for name in LAYERS if name not in BASE and name != "margins")
"""Layers a browser gets as vectors, to show or hide."""


def sheet_bytes(
    pack: Pack,
    ending: str,
    *,
    dpi: int = render.DPI,
    layers: Collection[str] | None = None,
    plain: bool = False,
) -> bytes:
    """Return the sheet of a hex board as `.svg`, `.png` or `.pdf`.

    Without the extras of `bocage[print]` it is drawn plain, whether asked for or not.

    Raises:
        RenderError: the ending is not known, or so many dots cannot be drawn.
        PrintExtraMissingError: PNG or PDF without `bocage[print]`.
    """
    if ending not in render.ENDINGS:
        raise render.RenderError(f"a sheet is written as {', '.join(render.ENDINGS)}, not {ending}")
    wanted = tuple(name for name in LAYERS if layers is None or name in layers)
    fine = f" {dpi}" if ending == ".png" else ""
    plain = plain or not render.fine()
    asked = f"sheet {ending}{fine} {','.join(wanted)}{' plain' if plain else ''}"

    def make() -> bytes:
        board = board_of(pack, plain=plain)
        if ending == ".png":  # refused before the work, not after it
            wide, high = board.plan.view
            render.pixels(wide * UNIT_MM, high * UNIT_MM, "mm", dpi)
        if ending == ".svg":
            return render.svg(sheet_of(board, wanted))
        drawing = sheet_of(replace(board, for_print=True), wanted)
        return render.png(drawing, dpi=dpi) if ending == ".png" else render.pdf([drawing])

    return cache.kept(pack, asked, make)


def base_pictures(pack: Pack, scales: Iterable[float]) -> Mapping[float, bytes]:
    """The base picture of the map's window as PNG, one for each number of pixels to a unit.

    Raises:
        PrintExtraMissingError: without `bocage[print]`.
    """

    @once
    def window() -> Drawing:
        return window_of(pack, BASE)

    found: dict[float, bytes] = {}
    for per_unit in scales:

        def make(per_unit: float = per_unit) -> bytes:
            wide, high = window().view
            page = replace(window(), width=wide * per_unit, height=high * per_unit, unit="px")
            return render.png(page, dpi=96)

        found[per_unit] = cache.kept(pack, f"base {per_unit:.4f} {render.fine()}", make)
    return found


def ground(pack: Pack, per_unit: float, *, quality: int = 70) -> bytes:
    """The base picture as WebP, small enough to travel in a page.

    Raises:
        PrintExtraMissingError: without `bocage[print]`.
    """

    def make() -> bytes:
        return webp(base_pictures(pack, [_DRAWN])[_DRAWN], quality, per_unit / _DRAWN)

    return cache.kept(pack, f"ground {per_unit:.4f} {quality}", make)


def webp(png: bytes, quality: int, scale: float = 1.0) -> bytes:
    """Return a drawn picture as WebP, made smaller by a scale.

    Raises:
        PrintExtraMissingError: without `bocage[print]`.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise render.PrintExtraMissingError("WebP", "pillow") from error

    # The press may draw more dots than a careful reader of files would take.
    Image.MAX_IMAGE_PIXELS = None
    picture = Image.open(BytesIO(png)).convert("RGB")
    if scale < 1:
        picture.thumbnail((round(picture.width * scale), round(picture.height * scale)))
    out = BytesIO()
    picture.save(out, "WEBP", quality=quality, method=4)
    return out.getvalue()


def window_of(pack: Pack, layers: Collection[str]) -> Drawing:
    """Some layers of the map within its neat line, its upper left corner at 0."""
    board = replace(board_of(pack), for_print=True, plain=not render.fine())
    w = board.plan.window
    parts = [each for name in LAYERS if name in layers for each in board.layer(name)]
    wide, high = w.right - w.left, w.foot - w.top
    body = group(*parts, transform=f"translate({-w.left:.2f} {-w.top:.2f})")
    return Drawing(wide * UNIT_MM, high * UNIT_MM, "mm", (wide, high), (body,), pack.title)


def fragments(pack: Pack, layers: Collection[str] = OVERLAYS) -> Mapping[str, str]:
    """Layers as SVG documents of the map's window, to lie over a base picture.

    Texts name our fonts, which the page must know.
    """

    @once
    def board() -> Board:
        return board_of(pack)

    found: dict[str, str] = {}
    for name in LAYERS:
        if name not in layers or name == "margins":
            continue

        def make(name: str = name) -> bytes:
            w = board().plan.window
            view = (w.right - w.left, w.foot - w.top)
            moved = f"translate({-w.left:.2f} {-w.top:.2f})"
            body = group(*board().layer(name), transform=moved)
            return Drawing(*view, "px", view, (body,)).svg().encode()

        found[name] = cache.kept(pack, f"fragment {name}", make).decode()
    return found

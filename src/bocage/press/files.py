"""Drawings of maps as files and for browsers, each made once and then kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache as once
from functools import partial
from typing import TYPE_CHECKING

from bocage.press import cache, render

if TYPE_CHECKING:
    from bocage.maps.pack import Pack
    from bocage.press.svg import Drawing


def sheet_file(pack: Pack, asked: str, ending: str, dpi: int, draw: Callable[[], Drawing]) -> bytes:
    """Return a sheet as `.svg`, `.png` or `.pdf`; `asked` says what it depends on.

    Raises:
        RenderError: the ending is not known, or so many dots cannot be drawn.
        PrintExtraMissingError: PNG or PDF without `bocage[print]`.
    """
    if ending not in render.ENDINGS:
        raise render.RenderError(f"a sheet is written as {', '.join(render.ENDINGS)}, not {ending}")

    def make() -> bytes:
        drawing = draw()
        if ending == ".svg":
            return render.svg(drawing)
        return render.png(drawing, dpi=dpi) if ending == ".png" else render.pdf([drawing])

    fine = f" {dpi}" if ending == ".png" else ""
    return cache.kept(pack, f"{asked} {ending}{fine}", make)


def pictures(
    pack: Pack, asked: str, scales: Iterable[float], draw: Callable[[], Drawing]
) -> Mapping[float, bytes]:
    """Return a drawing as PNG, one for each number of pixels to a unit.

    Raises:
        PrintExtraMissingError: without `bocage[print]`.
    """
    drawn = once(draw)

    def make(scale: float) -> bytes:
        wide, high = drawn().view
        page = replace(drawn(), width=wide * scale, height=high * scale, unit="px")
        return render.png(page, dpi=96)

    told = f"{asked} {'fine' if render.fine() else 'plain'}"
    return {
        scale: cache.kept(pack, f"{told} {scale:.4f}", partial(make, scale)) for scale in scales
    }


def layers(
    pack: Pack, asked: str, names: Iterable[str], draw: Callable[[str], Drawing]
) -> Mapping[str, str]:
    """Return layers as SVG documents, by name."""

    def make(name: str) -> bytes:
        return draw(name).svg().encode()

    return {
        name: cache.kept(pack, f"{asked} {name}", partial(make, name)).decode() for name in names
    }

"""Sheets into files, each drawn once and then kept."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from bocage.press import cache, render
from bocage.press.survey.compose import draw
from bocage.press.survey.layers import layers_of, usual_layers
from bocage.press.survey.theatres import WHOLE

if TYPE_CHECKING:
    from bocage.maps.pack import Pack


def sheet_bytes(
    pack: Pack,
    ending: str,
    *,
    paper: str = "a2",
    part: str = WHOLE,
    control: bool = False,
    layers: Collection[str] | None = None,
    dpi: int = render.DPI,
    plain: bool = False,
) -> bytes:
    """Return the sheet of a real map as `.svg`, `.png` or `.pdf`.

    Without the extras of `bocage[print]` it is drawn plain, whether asked for or not.

    Raises:
        RenderError: the ending is not known, or so many dots cannot be drawn.
        PrintExtraMissingError: PNG or PDF without `bocage[print]`.
        UnknownPartError: the theatre has no such part.
    """
    if ending not in render.ENDINGS:
        raise render.RenderError(f"a sheet is written as {', '.join(render.ENDINGS)}, not {ending}")
    known = layers_of(pack, control=control)
    wanted = usual_layers(known) if layers is None else [n for n in known if n in layers]
    fine = f" {dpi}" if ending == ".png" else ""
    side = "control" if control else "players"
    plain = plain or not render.fine()
    look = " plain" if plain else ""
    asked = f"survey {ending}{fine} {paper} {part} {side} {','.join(wanted)}{look}"

    def make() -> bytes:
        drawing = draw(pack, paper=paper, part=part, control=control, layers=wanted, plain=plain)
        if ending == ".svg":
            return render.svg(drawing)
        return render.png(drawing, dpi=dpi) if ending == ".png" else render.pdf([drawing])

    return cache.kept(pack, asked, make)

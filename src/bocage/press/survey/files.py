"""The layers of a sheet, its files, and what a browser needs, each drawn once and kept.

    view = survey.view_of(pack)
    pictures = survey.base_pictures(pack, (0.5, 1.0, 2.0))  # PNG, pixels to a unit
    overlays = survey.fragments(pack)  # SVG of each layer, to lie over a picture
    x, y = view.at(51.98, 5.91)  # in units, from the upper left corner of all of them

Pictures and overlays show the map within its neat line, as the sheet on that paper does. Texts
name our fonts, which the page must know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache as once
from typing import TYPE_CHECKING, Final

from bocage.press import files, render
from bocage.press.boxes import Box
from bocage.press.survey.compose import draw, page_for, paper_grain
from bocage.press.survey.content import content
from bocage.press.survey.country import country_of
from bocage.press.survey.frame import plane_of
from bocage.press.survey.layers import layers_of, usual_layers
from bocage.press.survey.theatres import WHOLE, theatre_of
from bocage.press.svg import Drawing, group, layer, translate

if TYPE_CHECKING:
    from bocage.maps.pack import Pack
    from bocage.press.survey.frame import Frame, Plane
    from bocage.press.svg import Point


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
    known = layers_of(pack, control=control)
    wanted = usual_layers(known) if layers is None else [n for n in known if n in layers]
    plain = plain or not render.fine()

    def drawn() -> Drawing:
        return draw(pack, paper=paper, part=part, control=control, layers=wanted, plain=plain)

    side, look = "control" if control else "players", " plain" if plain else ""
    asked = f"survey {paper} {part} {side} {','.join(wanted)}{look}"
    return files.sheet_file(pack, asked, ending, dpi, drawn)


BASE: Final = ("sea", "relief", "ground", "waters", "towns", "railways", "roads", "grain")
"""Layers of the base picture: what no order changes and nobody switches off."""

_NOT_MAP: Final = ("margin", "insets", "folds")

PAPER: Final = "a1"
"""The paper whose scale and lettering a browser shows unless asked for another."""


@dataclass(frozen=True, slots=True)
class View:
    """The map of a sheet for a browser: its size in units, and the place of a point on it."""

    width: float
    height: float
    per_km: float
    plane: Plane
    frame: Frame

    def at(self, lat: float, lon: float) -> Point:
        """Units from the left and upper edge."""
        x, y = self.frame.at(self.plane.at(lat, lon))
        return x - self.frame.paper.left, y - self.frame.paper.top

    @property
    def grid(self) -> tuple[float, float]:
        """Return the origin of the kilometre grid, in units."""
        x, y = self.frame.at((0.0, 0.0))
        return x - self.frame.paper.left, y - self.frame.paper.top


def view_of(pack: Pack, *, paper: str = PAPER, part: str = WHOLE, plain: bool = False) -> View:
    """Return the view of a pack or of a part of it.

    Raises:
        UnknownPartError: the theatre has no such part.
    """
    theatre = theatre_of(pack, plain=plain)
    plane = plane_of(pack, theatre)
    frame = page_for(plane, theatre, paper, part).frame
    box = frame.paper
    return View(box.right - box.left, box.foot - box.top, frame.per_km, plane, frame)


def overlays_of(pack: Pack, *, control: bool = False) -> tuple[str, ...]:
    """Return the layers that lie over the base picture, bottom first; Control's only for
    Control.
    """
    known = layers_of(pack, control=control)
    return tuple(name for name in known if name not in (*BASE, *_NOT_MAP))


def base_pictures(
    pack: Pack, scales: Iterable[float], *, paper: str = PAPER, part: str = WHOLE
) -> Mapping[float, bytes]:
    """Return the base picture as PNG, one for each number of pixels to a unit; the same for all
    teams.

    Raises:
        PrintExtraMissingError: without `bocage[print]`.
        UnknownPartError: the theatre has no such part.
    """

    def drawn() -> Drawing:
        return _map(pack, paper, part, control=False).with_layers(BASE)

    return files.pictures(pack, f"survey base {paper} {part}", scales, drawn)


def fragments(
    pack: Pack,
    layers: Collection[str] | None = None,
    *,
    paper: str = PAPER,
    part: str = WHOLE,
    control: bool = False,
) -> Mapping[str, str]:
    """Layers as SVG documents of the map, to lie over a base picture.

    What only Control may see is in none of them unless `control` is said.

    Raises:
        UnknownPartError: the theatre has no such part.
    """

    @once
    def whole() -> Drawing:
        return _map(pack, paper, part, control=control)

    def drawn(name: str) -> Drawing:
        return replace(whole().with_layers({name}), title="")

    over = overlays_of(pack, control=control)
    wanted = [name for name in over if layers is None or name in layers]
    side = "control" if control else "players"
    return files.layers(pack, f"survey fragment {paper} {part} {side}", wanted, drawn)


def _map(pack: Pack, paper: str, part: str, *, control: bool) -> Drawing:
    """Return the map with all its layers, its upper left corner at 0."""
    theatre = theatre_of(pack, plain=not render.fine())
    country = country_of(pack, theatre)
    view = view_of(pack, paper=paper, part=part)
    box = view.frame.paper
    made = content(country, theatre, view.frame, control=control)
    cover = paper_grain(Box(box.left, box.top, box.left + view.width, box.top + view.height))
    field, *rest = made.drawn
    # Names of rivers and woods go to the names: in a small picture they could not be read.
    lettered = (
        replace(each, attrs=(("data-layer", "names"),)) if each.get("data-layer") in BASE else each
        for each in made.lettered
    )
    body = group(
        layer("ground", field),
        *rest,
        layer("grain", *cover),
        *lettered,
        transform=translate(-box.left, -box.top),
    )
    size = (view.width, view.height)
    return Drawing(*size, "px", size, (body,), pack.title)

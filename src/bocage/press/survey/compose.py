"""A whole sheet: the map, its margin, its insets."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from bocage.press import render
from bocage.press.boxes import Box
from bocage.press.lettering import text
from bocage.press.paths import straight
from bocage.press.survey import grid, margin, notes
from bocage.press.survey.content import Content, content
from bocage.press.survey.country import Country, country_of
from bocage.press.survey.frame import Frame, Page, Plane, page_of, round_scale
from bocage.press.survey.layers import usual_layers
from bocage.press.survey.looks import INK
from bocage.press.survey.theatres import WHOLE, Inset, Theatre, part_window, theatre_of
from bocage.press.svg import Drawing, Element, Point, layer, line, num, path, rect, ref
from bocage.press.tokens import NUMERAL, NUMERAL_LIGHT

if TYPE_CHECKING:
    from bocage.maps.pack import Pack


def draw(
    pack: Pack,
    *,
    paper: str = "a2",
    part: str = WHOLE,
    control: bool = False,
    layers: Collection[str] | None = None,
    plain: bool = False,
) -> Drawing:
    """Return the sheet of a pack.

    Drawn plain it has no relief, no insets and no grain; it is quick and needs no extras.

    Without `layers` it has all but the optional ones (the air zones); with them it has only
    those named. The paper and its frame always stay.

    Raises:
        KeyError: no such paper; the keys of `frame.PAPERS` are known.
        UnknownPartError: the theatre has no such part.
    """
    theatre = theatre_of(pack, plain=plain)
    country = country_of(pack, theatre)
    page = page_for(country.plane, theatre, paper, part)
    words = notes.Words(country, theatre, page, part, control)
    pieces, room = margin.lay_out(words)
    insets = _inset_frames(country, theatre, page, part, room)
    covered = _covered(country, insets)
    made = content(country, theatre, page.frame, control=control, covered=covered)
    sheet = Box(0, 0, page.width, page.height)
    title = f"{theatre.title.title()}, {'Control' if control else 'players'}' sheet"
    whole = Drawing(
        page.width * page.unit_mm,
        page.height * page.unit_mm,
        "mm",
        (page.width, page.height),
        (
            rect(0, 0, page.width, page.height, fill=INK.paper),
            *made.elements,
            _mat(page),
            *grid.border(page.frame),
            layer("grid", *grid.figures(page.frame)),
            layer("margin", *margin.header(words), *pieces),
            *_insets(country, theatre, insets, control=control),
            layer("folds", *_folds(page)),
            *(() if plain else (layer("grain", *paper_grain(sheet)),)),
        ),
        title.replace("Control'", "Control's"),
    )
    return whole.with_layers(usual_layers(whole.layers()) if layers is None else layers)


def page_for(plane: Plane, theatre: Theatre, paper: str, part: str) -> Page:
    """Return the page of a part on a paper."""
    window = part_window(theatre, part)
    if window is None:
        return page_of(paper, plane.lattice(), theatre.bold)
    return page_of(paper, plane.window(window), theatre.bold * window.bold)


def measured(
    pack: Pack, *, paper: str, part: str = WHOLE, control: bool = False
) -> tuple[Content, ...]:
    """Return the contents of the neat lines of a sheet and its insets, for measuring."""
    theatre = theatre_of(pack)
    country = country_of(pack, theatre)
    page = page_for(country.plane, theatre, paper, part)
    _, room = margin.lay_out(notes.Words(country, theatre, page, part, control))
    insets = _inset_frames(country, theatre, page, part, room)
    covered = _covered(country, insets)
    return (
        content(country, theatre, page.frame, control=control, covered=covered),
        *(content(country, theatre, frame, control=control, key="x") for _, frame in insets),
    )


def _mat(page: Page) -> Element:
    """Paper round the map, over whatever runs out of it."""
    box = page.frame.paper
    edge = straight(
        ((box.left, box.top), (box.left, box.foot), (box.right, box.foot), (box.right, box.top)),
        closed=True,
    )
    return path(
        f"M0 0H{num(page.width)}V{num(page.height)}H0Z{edge}", fill=INK.paper, fill_rule="evenodd"
    )


def paper_grain(box: Box) -> list[Element]:
    """Return the grain of the paper over a box, as ink sinks into it; none without the extras."""
    if not render.fine():
        return []
    from bocage.press.raster import grain

    tile = grain("paper-grain")
    cover = rect(box.left, box.top, box.right - box.left, box.foot - box.top, fill=ref(tile))
    return [cover.needing(tile)]


def _folds(page: Page) -> list[Element]:
    """Return the creases of a sheet that has been carried about; for screens, not for printers."""
    found: list[Element] = []
    wide, high = page.width, page.height
    across, down = (max(2, round(side * page.unit_mm / 165)) for side in (wide, high))
    for number in range(1, across):
        found.extend(_fold((wide * number / across, 0), (wide * number / across, high)))
    for number in range(1, down):
        found.extend(_fold((0, high * number / down), (wide, high * number / down)))
    return found


def _fold(start: Point, end: Point) -> list[Element]:
    """Return a crease: a soft shadow with a worn line of paper beside it."""
    return [
        line(start, end, stroke="#5b4a2c", stroke_width=width, stroke_opacity=strength)
        for width, strength in ((26, 0.020), (13, 0.026), (5, 0.035), (1.2, 0.10))
    ] + [
        line(
            (start[0] + 1.4, start[1] + 1.4),
            (end[0] + 1.4, end[1] + 1.4),
            stroke="#fffdf2",
            stroke_width=1.1,
            stroke_opacity=0.35,
        )
    ]


def _inset_frames(
    country: Country, theatre: Theatre, page: Page, part: str, room: Box | None
) -> list[tuple[Inset, Frame]]:
    """Return the insets of a part that the margin has room for, each with its piece of country."""
    insets = theatre.insets.get(part, ())
    if room is None or not insets:
        return []
    found: list[tuple[Inset, Frame]] = []
    for inset, box in zip(insets, margin.rooms(room, len(insets)), strict=False):
        denominator = round_scale(page.frame.denominator / inset.larger)
        per_km = 1e6 / denominator / page.unit_mm
        x, y = country.plane.at(*inset.centre)
        wide, high = (box.right - box.left) / per_km / 2, (box.foot - box.top) / per_km / 2
        found.append(
            (inset, Frame(Box(x - wide, y - high, x + wide, y + high), box, per_km, denominator))
        )
    return found


def _covered(country: Country, insets: list[tuple[Inset, Frame]]) -> frozenset[str]:
    return frozenset(
        place.id
        for place in country.pack.places
        for _, frame in insets
        if frame.shows(country.plane.at(place.lat, place.lon), -0.3)
    )


def _insets(
    country: Country, theatre: Theatre, insets: list[tuple[Inset, Frame]], *, control: bool
) -> list[Element]:
    """Pieces of the country at a larger scale, side by side."""
    found: list[Element] = []
    for number, (inset, frame) in enumerate(insets):
        box = frame.paper
        made = content(country, theatre, frame, control=control, key=f"inset{number}")
        scale = f"1:{frame.denominator:,}"
        found.append(
            layer(
                "insets",
                *made.elements,
                rect(
                    *(box.left, box.top, box.right - box.left, box.foot - box.top),
                    fill="none",
                    stroke=INK.frame,
                    stroke_width=1.6,
                ),
                text((box.left, box.top - 6), inset.title, NUMERAL, 13, INK.ink, spacing=0.6),
                text((box.right, box.top - 6), scale, NUMERAL_LIGHT, 12, INK.ink, anchor="end"),
            )
        )
    return found

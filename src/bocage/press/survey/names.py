"""The names of a sheet: who asks for one, how large it is set, and where it goes.

Great names choose first. A name of a village that finds no clear place is left out, as a
draughtsman leaves it out on a small sheet; a town's never is. Names of waters run along them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.press import tokens
from bocage.press.boxes import Box
from bocage.press.geometry import Pieces, area, centroid, thinned
from bocage.press.labels import HARD, Course, Placed, PlacedAlong, Placer, Request
from bocage.press.paths import length
from bocage.press.survey import ground
from bocage.press.survey.asks import (
    Ask,
    Sights,
    broken,
    crossing_names,
    plates,
    printed,
    settlements,
    signs,
    zone_names,
)
from bocage.press.survey.figures import road_figures, town_figures
from bocage.press.survey.looks import HALO_THIN, INK, LINES, SIZES
from bocage.press.survey.waters import width_of
from bocage.press.survey.ways import width as road_width
from bocage.press.survey.zones import airfield_size

if TYPE_CHECKING:
    from bocage.press.lettering import Halo
    from bocage.press.survey.country import Country, Water
    from bocage.press.survey.frame import Frame
    from bocage.press.survey.theatres import Theatre
    from bocage.press.svg import Element, Point

_SOFT: Final = 1.6
"""What a name pays for crossing a small water."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name in its place, its layer and its look."""

    layer: str
    placed: Placed | PlacedAlong
    ink: str
    halo: Halo

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The rectangles that it fills."""
        return self.placed.boxes

    @property
    def key(self) -> str:
        """Who is named."""
        return (
            self.placed.request.key if isinstance(self.placed, Placed) else self.placed.course.key
        )

    @property
    def said(self) -> str:
        """The name as printed."""
        if isinstance(self.placed, PlacedAlong):
            return self.placed.course.said
        return " ".join(line for _, line in self.placed.lines)

    def element(self) -> Element:
        """The name as letters."""
        return self.placed.element(self.ink, self.halo)


def named(
    country: Country, theatre: Theatre, frame: Frame, sights: Sights, *, control: bool
) -> list[Named]:
    """All names of a sheet, none in another's way."""
    placer = Placer(frame.paper.grown(-3))
    _obstacles(placer, country, frame, sights)
    banks = Pieces(60.0)
    for water in country.waters:
        if water.kind == "major river" and frame.shows_any(water.chain):
            banks.add(water.id, frame.chain(water.chain))
    found: list[Named] = []
    asks = [
        *settlements(country, theatre, frame, sights),
        *(plates(sights.marks) if control else ()),
        *crossing_names(frame, sights.marks),
        *zone_names(country, frame, control=control),
        *signs(country, theatre, frame, sights, control=control),
    ]
    great = [ask for ask in asks if ask.request.rank <= 1]
    found.extend(_kept(placer, banks, great))
    for course in _courses(country, frame, great_waters=True):
        found.extend(_along(placer, course))
    found.extend(_kept(placer, banks, [ask for ask in asks if ask.request.rank > 1]))
    for course in _courses(country, frame, great_waters=False):
        found.extend(_along(placer, course))
    found.extend(_kept(placer, banks, list(_regions(country, theatre, frame))))
    found.extend(_kept(placer, banks, list(_grounds(country, theatre, frame))))
    if control:
        found.extend(_figures(placer, banks, country, frame, sights, found))
    return found


def _figures(
    placer: Placer,
    banks: Pieces,
    country: Country,
    frame: Frame,
    sights: Sights,
    names: list[Named],
) -> list[Named]:
    """Figures of towns and roads. They may lie on their own houses, but on no name."""
    for each in names:
        for box in each.boxes:
            placer.block(box, HARD)
    asks = [*town_figures(country, sights.towns), *road_figures(country, frame)]
    return list(_kept(placer, banks, asks))


def _kept(placer: Placer, banks: Pieces, asks: list[Ask]) -> Iterator[Named]:
    """The names that found a clear place, near enough and on the right bank."""
    for ask, placed in zip(asks, placer.place(ask.request for ask in asks), strict=True):
        seen = all(box.within(placer.bounds) for box in placed.boxes)
        if placed.clash and not (ask.must and seen):
            continue
        if not ask.must and any(banks.crossings((placed.request.at, _nearest(placed)))):
            continue
        if not ask.near or _far(placed) <= ask.near:
            yield Named(ask.layer, placed, ask.ink, ask.halo)


def _far(placed: Placed) -> float:
    """How far a name stands from what it names."""
    return math.dist(placed.request.at, _nearest(placed))


def _nearest(placed: Placed) -> Point:
    """The point of a name nearest to what it names."""
    x, y = placed.request.at
    found = (
        (min(box.right, max(box.left, x)), min(box.foot, max(box.top, y))) for box in placed.boxes
    )
    return min(found, key=lambda point: math.dist(point, (x, y)))


def _along(placer: Placer, course: Course) -> Iterator[Named]:
    for placed in placer.place_along(course):
        if not placed.clash:
            yield Named("waters", placed, INK.water_name, HALO_THIN)


# What stands in the way ---------------------------------------------------------------------


def _obstacles(placer: Placer, country: Country, frame: Frame, sights: Sights) -> None:
    for town in sights.towns:
        for patch in town.patches():
            placer.block(patch.grown(0.6), HARD, town.place.id)
    for mark in sights.marks:
        placer.block(mark.box(), HARD, mark.spot.crossing.id)
    for lozenge in sights.lozenges:
        placer.block(lozenge.box().grown(0.8), HARD, lozenge.areas[0].id)
    for place, at in sights.points:
        reach = 7.5 * (airfield_size(place, frame.per_km) if place.kind == "airfield" else 1)
        placer.block(
            Box(at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach), HARD, place.id
        )
    for water in country.waters:
        if frame.shows_any(water.chain):
            great = water.kind == "major river"
            chain = thinned(frame.chain(water.chain), 3.0)
            wide = width_of(water, frame) + (1.0 if great else 0.0)
            placer.line(chain, HARD if great else _SOFT, water.id, wide)
    for way in country.roads:
        if frame.shows_any(way.chain):
            wide = road_width(country, way)
            weight = 0.5 if wide > LINES.single + LINES.casing - 0.1 else 0.16
            placer.line(thinned(frame.chain(way.chain), 3.0), weight, way.link.id, wide)
    for way in country.railways:
        if frame.shows_any(way.chain):
            placer.line(thinned(frame.chain(way.chain), 3.0), 0.3, way.link.id, LINES.tie)
    for line in country.pack.lines:
        if line.kind == "escarpment":
            placer.line(frame.chain(country.plane.chain(line.points)), _SOFT, line.id, 8.0)
    for shore in country.shores:
        if frame.shows_any(shore):
            placer.line(thinned(frame.chain(shore), 2.0), 0.5, "shore", 2.0)


# Waters and ground ----------------------------------------------------------------------------


def _courses(country: Country, frame: Frame, *, great_waters: bool) -> Iterator[Course]:
    for water in country.waters:
        if (water.kind == "major river") != great_waters:
            continue
        runs = sorted(_seen(water, frame), key=length)
        chain = runs[-1] if runs else []
        if len(chain) < 3:
            continue
        size = SIZES.great_water if great_waters else SIZES.water
        spacing = 2.4 if great_waters else 0.6
        yield Course(
            key=water.id,
            said=water.name,
            points=chain,
            face=tokens.WATER,
            size=size,
            spacing=spacing,
            offset=width_of(water, frame) / 2 + 2.4,
            times=max(1, min(4, round(length(chain) / 620))),
        )


def _seen(water: Water, frame: Frame) -> Iterator[list[Point]]:
    """The stretches of a water on the sheet."""
    run: list[Point] = []
    for point in water.chain:
        if frame.shows(point):
            run.append(frame.at(point))
        else:
            if len(run) > 2:
                yield run
            run = []
    if len(run) > 2:
        yield run


_GROUND_INKS: Final = {
    "woods": tokens.MAP.ink_wood,
    "heath": "#5f4152",
    "marsh": INK.water_name,
    "polder": INK.water_name,
    "lake": INK.water_name,
    "rough": INK.quiet,
}


def _regions(country: Country, theatre: Theatre, frame: Frame) -> Iterator[Ask]:
    for said, lat, lon in theatre.regions:
        at = country.plane.at(lat, lon)
        if frame.shows(at, -2.0):
            yield Ask(
                Request(
                    key=f"region-{said}",
                    at=frame.at(at),
                    variants=((said,),),
                    face=tokens.REGION,
                    size=SIZES.region,
                    gap=20,
                    spacing=SIZES.region * 0.5,
                    rank=5,
                    centred=True,
                ),
                "names",
                "#8d8064",
                HALO_THIN,
            )


def _grounds(country: Country, theatre: Theatre, frame: Frame) -> Iterator[Ask]:
    labelled = {place.name for place in country.pack.places if place.kind == "label"}
    for kind, ink in _GROUND_INKS.items():
        for each in country.pack.areas_of(kind):
            ring = country.ring(each)
            if len(ring) < 3 or not each.name:
                continue
            middle = centroid(ground.outline(kind, each.id, ring))
            if not frame.shows(middle):
                continue
            spread = (abs(area(ring)) ** 0.5) * frame.per_km
            said = printed(theatre, each.id, each.name)
            great = kind in ("polder", "lake") and spread > 130
            size = SIZES.region * min(1.0, max(0.62, spread / 330)) if great else SIZES.ground
            if spread < 26 or said in labelled:
                continue
            yield Ask(
                Request(
                    key=each.id,
                    at=frame.at(middle),
                    variants=tuple(broken(said.upper() if great else said)),
                    face=tokens.WATER,
                    size=size,
                    gap=min(spread / 5, 30),
                    spacing=size * (0.34 if great else 0.04),
                    rank=5 if great else 6,
                    centred=True,
                ),
                "ground",
                ink,
                HALO_THIN,
                near=spread * 0.45,
            )

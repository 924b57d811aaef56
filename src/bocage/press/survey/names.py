"""The names of a sheet: who asks for one, how large it is set, and where it goes.

Great names choose first. A name of a village that finds no clear place is left out, as a
draughtsman leaves it out on a small sheet; a town's never is. Names of waters run along them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.press import tokens
from bocage.press.boxes import Box
from bocage.press.labels import HARD, Course, Placed, PlacedAlong, Placer, Request
from bocage.press.paths import length
from bocage.press.survey import ground
from bocage.press.survey.crossings import Mark, capacity
from bocage.press.survey.geometry import area, centroid, thinned
from bocage.press.survey.looks import HALO, HALO_THIN, HALO_WIDE, INK, LINES, SIZES
from bocage.press.survey.towns import SETTLED, Town, radius_km
from bocage.press.survey.waters import width_of
from bocage.press.survey.ways import width as road_width

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bocage.maps.records import Place
    from bocage.press.lettering import Halo
    from bocage.press.survey.country import Country, Water
    from bocage.press.survey.frame import Frame
    from bocage.press.survey.theatres import Theatre
    from bocage.press.survey.zones import Lozenge
    from bocage.press.svg import Element, Point

_SOFT: Final = 8.0
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


@dataclass(frozen=True, slots=True)
class Ask:
    """A request with its layer and look; `must` if it may not be left out."""

    request: Request
    layer: str
    ink: str
    halo: Halo
    must: bool = False


@dataclass(frozen=True, slots=True)
class Sights:
    """What is drawn already and stands in the way of names."""

    towns: tuple[Town, ...]
    marks: tuple[Mark, ...]
    lozenges: tuple[Lozenge, ...]
    points: tuple[tuple[Place, Point], ...]
    """Airfields, forts, beaches, gaps, heights: places with a sign of their own."""


def printed(theatre: Theatre, key: str, name: str) -> str:
    """The name as it stands on the sheet."""
    return theatre.names.get(key, name.split(" (")[0])


def named(
    country: Country, theatre: Theatre, frame: Frame, sights: Sights, *, control: bool
) -> list[Named]:
    """All names of a sheet, none in another's way."""
    placer = Placer(frame.paper.grown(-3))
    _obstacles(placer, country, frame, sights)
    found: list[Named] = []
    asks = [
        *_settlements(country, theatre, frame, sights.towns),
        *(_plates(sights.marks) if control else ()),
        *_signs(country, theatre, frame, sights, control=control),
    ]
    great = [ask for ask in asks if ask.request.rank <= 1]
    found.extend(_kept(placer, great))
    for course in _courses(country, frame, great_waters=True):
        found.extend(_along(placer, course))
    found.extend(_kept(placer, [ask for ask in asks if ask.request.rank > 1]))
    for course in _courses(country, frame, great_waters=False):
        found.extend(_along(placer, course))
    found.extend(_kept(placer, list(_grounds(country, theatre, frame))))
    return found


def _kept(placer: Placer, asks: list[Ask]) -> Iterator[Named]:
    for ask, placed in zip(asks, placer.place(ask.request for ask in asks), strict=True):
        if not placed.clash or ask.must:
            yield Named(ask.layer, placed, ask.ink, ask.halo)


def _along(placer: Placer, course: Course) -> Iterator[Named]:
    for placed in placer.place_along(course):
        if not placed.clash:
            yield Named("waters", placed, INK.water_name, HALO_THIN)


# What stands in the way ---------------------------------------------------------------------


def _obstacles(placer: Placer, country: Country, frame: Frame, sights: Sights) -> None:
    for town in sights.towns:
        placer.block(town.box().grown(0.6), HARD, town.place.id)
    for mark in sights.marks:
        placer.block(mark.box(), HARD, mark.spot.crossing.id)
    for lozenge in sights.lozenges:
        placer.block(lozenge.box().grown(0.8), HARD, lozenge.areas[0].id)
    for place, at in sights.points:
        placer.block(Box(at[0] - 7, at[1] - 7, at[0] + 7, at[1] + 7), HARD, place.id)
    for water in country.waters:
        if frame.shows_any(water.chain):
            great = water.kind == "major river"
            chain = thinned(frame.chain(water.chain), 3.0)
            wide = width_of(water, frame) + (1.0 if great else 0.0)
            placer.line(chain, HARD if great else _SOFT, water.id, wide)
    for way in country.roads:
        if frame.shows_any(way.chain):
            wide = road_width(country, way)
            weight = 1.1 if wide > LINES.single else 0.5
            placer.line(thinned(frame.chain(way.chain), 3.0), weight, way.link.id, wide)
    for way in country.railways:
        if frame.shows_any(way.chain):
            placer.line(thinned(frame.chain(way.chain), 3.0), 0.7, way.link.id, LINES.tie)
    for shore in country.shores:
        if frame.shows_any(shore):
            placer.line(thinned(frame.chain(shore), 2.0), 0.9, "shore", 2.0)


# Settlements --------------------------------------------------------------------------------


def _settlements(
    country: Country, theatre: Theatre, frame: Frame, towns: Iterable[Town]
) -> Iterator[Ask]:
    areas = {each.id.removeprefix("U-"): each for each in country.pack.areas_of("built-up")}
    for town in towns:
        place = town.place
        box = town.box()
        wide, high = (box.right - box.left) / 2, (box.foot - box.top) / 2
        said = printed(theatre, place.id, place.name)
        reach = radius_km(place, areas.get(place.id))
        inner = frame.paper.grown(-1)
        if not (inner.left < town.at[0] < inner.right and inner.top < town.at[1] < inner.foot):
            continue
        if place.kind == "city":
            yield Ask(
                Request(
                    key=place.id,
                    at=town.at,
                    variants=tuple(_broken(said.upper())),
                    face=tokens.TITLE,
                    size=SIZES.city if reach > 1 or not country.shores else SIZES.town,
                    gap=min(wide, high) + 3,
                    spacing=1.2,
                    rank=0,
                ),
                "names",
                INK.ink,
                HALO_WIDE,
                must=True,
            )
        elif place.kind == "town":
            size = SIZES.large_town if reach >= 1 else SIZES.town
            yield Ask(
                _request(place, said, town.at, min(wide, high) + 2.5, size, tokens.TOWN, 1),
                "names",
                INK.ink,
                HALO,
                must=True,
            )
        else:
            lane = "lanes only" in place.note or reach < 0.2
            size = SIZES.hamlet if lane else SIZES.village
            rank = 4 if lane else 3
            yield Ask(
                _request(place, said, town.at, min(wide, high) + 2, size, tokens.VILLAGE, rank),
                "names",
                INK.ink,
                HALO,
            )


def _request(
    place: Place, said: str, at: Point, gap: float, size: float, face: tokens.Face, rank: int
) -> Request:
    return Request(
        key=place.id,
        at=at,
        variants=tuple(_broken(said)),
        face=face,
        size=size,
        gap=gap,
        rank=rank,
    )


def _broken(said: str) -> Iterator[tuple[str, ...]]:
    """The name on one line, then on two, parted where it parts best."""
    yield (said,)
    cuts = [i + 1 for i, letter in enumerate(said) if letter in " -" and 2 < i < len(said) - 3]
    if len(said) > 9 and cuts:
        cut = min(cuts, key=lambda i: abs(i - len(said) / 2))
        yield (said[:cut].rstrip(), said[cut:])


# Signs and Control's figures ------------------------------------------------------------------


def _plates(marks: Iterable[Mark]) -> Iterator[Ask]:
    for mark in marks:
        said = capacity(mark.spot.crossing)
        if said:
            box = mark.box()
            yield Ask(
                Request(
                    key=mark.spot.crossing.id,
                    at=mark.at,
                    variants=((said,),),
                    face=tokens.NUMERAL,
                    size=9.4,
                    gap=max(box.right - box.left, box.foot - box.top) / 2 + 3.6,
                    rank=1,
                ),
                "capacities",
                INK.control,
                HALO_THIN,
                must=True,
            )


_SIGN_SIZES: Final[Mapping[str, tuple[float, int]]] = {
    "airfield": (SIZES.mark + 0.8, 2),
    "fort": (SIZES.mark, 5),
    "beach": (SIZES.mark, 4),
    "gap": (SIZES.mark + 0.4, 2),
    "height": (SIZES.mark, 5),
    "cape": (SIZES.mark + 0.4, 5),
    "label": (SIZES.mark + 0.8, 4),
}
_SIGN_LAYERS: Final[Mapping[str, str]] = {
    "airfield": "airfields",
    "fort": "forts",
    "beach": "beaches",
    "gap": "forts",
    "height": "relief",
    "cape": "names",
    "label": "names",
}


def _signs(
    country: Country, theatre: Theatre, frame: Frame, sights: Sights, *, control: bool
) -> Iterator[Ask]:
    signed = {place.id: at for place, at in sights.points}
    for place in country.pack.places:
        if place.kind in SETTLED or place.kind not in _SIGN_SIZES:
            continue
        at = signed.get(place.id) or frame.at(country.plane.at(place.lat, place.lon))
        if not frame.shows(country.plane.at(place.lat, place.lon)):
            continue
        size, rank = _SIGN_SIZES[place.kind]
        wet = place.size in ("water", "bay") or place.kind == "cape"
        ink = {
            "airfield": INK.airfield,
            "fort": INK.fort,
            "beach": INK.zone,
            "gap": INK.lines,
            "height": INK.hachure,
        }.get(place.kind, INK.water_name if wet else INK.quiet)
        face = (
            tokens.WATER if wet else tokens.PROSE_BOLD if place.kind != "height" else tokens.NUMERAL
        )
        if place.kind in ("beach", "label") and not wet:
            face = tokens.PROSE_ITALIC
        yield Ask(
            Request(
                key=place.id,
                at=at,
                variants=tuple(_broken(_sign_name(theatre, place, control=control))),
                face=face,
                size=size * (1.25 if place.size == "water" else 1),
                gap=9 if place.id in signed else 3,
                rank=rank,
                centred=place.kind == "label",
            ),
            _SIGN_LAYERS[place.kind],
            ink,
            HALO_THIN,
        )


def _sign_name(theatre: Theatre, place: Place, *, control: bool) -> str:
    said = printed(theatre, place.id, place.name)
    if place.kind == "height":
        return place.size.removesuffix(" m")
    if place.kind == "airfield":
        return said.removesuffix(" airfield")
    if place.kind == "beach" and control and place.capacity:
        return f"{said} {place.capacity}"
    if place.kind == "fort" and control and place.size not in ("none", ""):
        return f"{said} ({place.size})"
    return said


# Waters and ground ----------------------------------------------------------------------------


def _courses(country: Country, frame: Frame, *, great_waters: bool) -> Iterator[Course]:
    for water in country.waters:
        if (water.kind == "major river") != great_waters:
            continue
        chain = max(_seen(water, frame), key=length, default=[])
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


def _grounds(country: Country, theatre: Theatre, frame: Frame) -> Iterator[Ask]:
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
            if spread < 26:
                continue
            yield Ask(
                Request(
                    key=each.id,
                    at=frame.at(middle),
                    variants=tuple(_broken(said.upper() if great else said)),
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
            )

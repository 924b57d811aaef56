"""The names of a sheet: their owners, sizes and places.

Great names choose first. A name of a village that finds no clear place is left out, as a
draughtsman leaves it out on a small sheet; a town's never is. Names of waters run along them.
Figures of Control's sheet come after all names: one that finds no clear place is left out, and
never stands for another road or town.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.press import tokens
from bocage.press import type as typ
from bocage.press.boxes import Box
from bocage.press.geometry import Pieces, centroid, thinned
from bocage.press.geometry import area as ring_area
from bocage.press.labels import HARD, Course, Placed, PlacedAlong, Placer, Request, Ruler
from bocage.press.lettering import text
from bocage.press.paths import length
from bocage.press.survey import ground, zones
from bocage.press.survey.crossings import Mark, capacity
from bocage.press.survey.looks import HALO, HALO_THIN, HALO_WIDE, INK, LINES, SIZES
from bocage.press.survey.towns import SETTLED, Town, radius_km
from bocage.press.survey.waters import width_of
from bocage.press.survey.ways import width as road_width
from bocage.press.survey.zones import airfield_size
from bocage.press.svg import Element, group, rect

if TYPE_CHECKING:
    from bocage.maps.records import Area, Place
    from bocage.press.lettering import Halo
    from bocage.press.survey.country import Country, Water, Way
    from bocage.press.survey.frame import Frame
    from bocage.press.survey.theatres import Theatre
    from bocage.press.survey.towns import Town
    from bocage.press.survey.zones import Lozenge
    from bocage.press.svg import Element, Point

_BRIDGES_NAMED: Final = 36.0
"""Crossings have names where a kilometre is at least so many units."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A request with its layer and look; `must` if it may not be left out."""

    request: Request
    layer: str
    ink: str
    halo: Halo
    must: bool = False
    near: float = 0.0
    """It is left out rather than set farther than so much from its point; 0 for no limit."""


@dataclass(frozen=True, slots=True)
class Sights:
    """The things that are drawn already and stand in the way of names."""

    towns: tuple[Town, ...]
    marks: tuple[Mark, ...]
    lozenges: tuple[Lozenge, ...]
    points: tuple[tuple[Place, Point], ...]
    """Airfields, forts, beaches, gaps, heights: places with a sign of their own."""
    covered: frozenset[str] = frozenset()
    """Places that an inset shows too; their names may be left out here."""


def printed(theatre: Theatre, key: str, name: str) -> str:
    """Return the name as it stands on the sheet."""
    return theatre.names.get(key, name.split(" (")[0])


# Settlements --------------------------------------------------------------------------------


def settlements(country: Country, theatre: Theatre, frame: Frame, sights: Sights) -> Iterator[Ask]:
    """Names of cities, towns and villages."""
    areas = {each.id.removeprefix("U-"): each for each in country.pack.areas_of("built-up")}
    dense = min(1.0, max(0.88, frame.per_km / 15))
    for town in sights.towns:
        place = town.place
        box = town.box()
        wide, high = (box.right - box.left) / 2, (box.foot - box.top) / 2
        said = printed(theatre, place.id, place.name)
        reach = _reach(country, place, areas.get(place.id))
        inner = frame.paper.grown(-1)
        if not (inner.left < town.at[0] < inner.right and inner.top < town.at[1] < inner.foot):
            continue
        spared = place.id in sights.covered and reach < 0.6 and place.id not in theatre.always
        if place.kind == "city":
            size = SIZES.city * dense if reach > 1 or not country.shores else SIZES.village + 1
            broad = _broad(said.upper(), tokens.TITLE, size, box)
            yield Ask(
                Request(
                    key=place.id,
                    at=town.at,
                    variants=tuple(broken(said.upper())),
                    face=tokens.TITLE,
                    size=size,
                    gap=3,
                    around=box,
                    spacing=1.2,
                    rank=0,
                    centred=broad,
                    # Across its own houses it may cross its own roads.
                    ignores=frozenset(link.id for link in country.pack.links_of(place.id))
                    if broad
                    else frozenset(),
                ),
                "names",
                INK.ink,
                HALO_WIDE,
                must=not spared,
                near=10 + max(wide, high) if spared else 0,
            )
        elif place.kind == "town":
            size = (SIZES.large_town if reach >= 1 else SIZES.town) * dense
            rank = -1 if place.id in theatre.first else 1
            yield Ask(
                _request(place, said, town, 2.5, size, tokens.TOWN, rank),
                "names",
                INK.ink,
                HALO,
                must=not spared,
            )
        else:
            lane = "lanes only" in place.note or reach < 0.2
            size = SIZES.hamlet if lane else SIZES.village
            rank = 4 if lane else 3
            yield Ask(
                _request(place, said, town, 2.2, size, tokens.VILLAGE, rank),
                "names",
                INK.ink,
                HALO,
                # Farther off it would be taken for the name of something else.
                near=30 + max(wide, high),
            )


def _reach(country: Country, place: Place, area: Area | None) -> float:
    """Return the radius of a settlement in kilometres."""
    if area is not None and area.points:
        return math.sqrt(abs(ring_area(country.ring(area))) / math.pi)
    return radius_km(place, area)


def _request(
    place: Place, said: str, town: Town, gap: float, size: float, face: typ.Face, rank: int
) -> Request:
    return Request(
        key=place.id,
        at=town.at,
        around=town.box(),
        variants=tuple(broken(said)),
        face=face,
        size=size,
        gap=gap,
        rank=rank,
    )


def _broad(said: str, face: typ.Face, size: float, box: Box) -> bool:
    """Return whether a town is so broad that its name may stand across it, its houses broken for
    it.
    """
    wide = typ.width(said, face, size, 1.2)
    return box.right - box.left > 0.75 * wide and box.foot - box.top > 2.2 * size


def broken(said: str) -> Iterator[tuple[str, ...]]:
    """Yield the name on one line, then on two, parted where it parts best."""
    yield (said,)
    cuts = [i + 1 for i, letter in enumerate(said) if letter in " -" and 2 < i < len(said) - 3]
    if len(said) > 9 and cuts:
        cut = min(cuts, key=lambda i: abs(i - len(said) / 2))
        yield (said[:cut].rstrip(), said[cut:])


# Signs and Control's figures ------------------------------------------------------------------


def plates(marks: Iterable[Mark]) -> Iterator[Ask]:
    """Yield the figures of Control's sheet beside the crossings."""
    for mark in marks:
        said = capacity(mark.spot.crossing)
        if said:
            box = mark.box()
            yield Ask(
                Request(
                    key=f"{mark.spot.crossing.id} plate",
                    at=mark.at,
                    variants=((said,),),
                    face=tokens.NUMERAL,
                    size=9.4,
                    gap=3.6,
                    around=box,
                    rank=1,
                ),
                "capacities",
                INK.control,
                HALO_THIN,
                must=True,
            )


def crossing_names(frame: Frame, marks: Iterable[Mark]) -> Iterator[Ask]:
    """Names of bridges and ferries, on sheets large enough for them."""
    if frame.per_km < _BRIDGES_NAMED:
        return
    for mark in marks:
        crossing, box = mark.spot.crossing, mark.box()
        said = crossing.name.split(" (")[0]
        yield Ask(
            Request(
                key=crossing.id,
                at=mark.at,
                variants=tuple(broken(said)),
                face=tokens.PROSE_ITALIC,
                size=SIZES.mark + 0.6,
                gap=3,
                around=box,
                rank=4,
            ),
            "crossings",
            INK.bridge,
            HALO_THIN,
            near=34,
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


def signs(
    country: Country, theatre: Theatre, frame: Frame, sights: Sights, *, control: bool
) -> Iterator[Ask]:
    """Names of airfields, forts, beaches, gaps, heights, capes and bays."""
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
                variants=tuple(broken(_sign_name(theatre, place, control=control))),
                face=face,
                size=size * (1.25 if place.size == "water" else 1),
                gap=_gap(place, frame) if place.id in signed else 3,
                rank=rank,
                centred=place.kind == "label",
            ),
            _SIGN_LAYERS[place.kind],
            ink,
            HALO_THIN,
            near=13 if place.id in sights.covered else 0,
        )


def _gap(place: Place, frame: Frame) -> float:
    """From the middle of a sign to its name."""
    return 10.5 * zones.airfield_size(place, frame.per_km) if place.kind == "airfield" else 9


def _sign_name(theatre: Theatre, place: Place, *, control: bool) -> str:
    if place.kind == "height":
        return place.size.removesuffix(" m")
    said = printed(theatre, place.id, place.name).removesuffix(" airfield")
    if control and place.capacity:
        return f"{said} {place.capacity}"
    if place.kind == "fort" and control and place.size not in ("none", ""):
        return f"{said} ({place.size})"
    return said


# Zones ----------------------------------------------------------------------------------------


def zone_names(country: Country, frame: Frame, *, control: bool) -> Iterator[Ask]:
    """Names of sea zones; on Control's sheet also of sectors and entry areas."""
    for _, said, at in zones.zone_names(country, frame, "sea zone"):
        yield _zone_name("sea-zones", said.upper(), at, 13.0, INK.shore, 2)
    if not control:
        return
    for _, said, at in zones.zone_names(country, frame, "sector"):
        yield _zone_name("sectors", said, at, 11.5, INK.control, 2)
    for area in country.pack.areas_of("zone"):
        if area.grade == "entry" and area.lat is not None and area.lon is not None:
            at = country.plane.at(area.lat, area.lon)
            if frame.shows(at):
                said = area.name.removeprefix("Entry: ").split(",")[0].split(";")[0]
                said = said.replace(" - ", " – ")
                yield _zone_name("entries", said, frame.at(at), 9.0, INK.control, 6)


def _zone_name(layer: str, said: str, at: Point, size: float, ink: str, rank: int) -> Ask:
    broad = layer == "sea-zones"
    return Ask(
        Request(
            key=f"{layer}-{said}",
            at=at,
            variants=tuple(broken(said)),
            face=tokens.REGION if broad else tokens.PROSE_BOLD,
            size=size,
            gap=6,
            spacing=size * 0.2 if broad else 0,
            rank=rank,
            centred=True,
        ),
        layer,
        ink,
        HALO_THIN,
    )


ROADS: Final = "road-capacities"
TOWNS: Final = "town-capacities"

_SIZE: Final = 8.6
_RANK: Final = 9
_SHORT: Final = 13.0
"""A stretch of road shorter than so many units has no figure of its own."""
_SHARES: Final = (0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78)
"""Where along a road its figure may stand, the liked places first."""


def road_figures(country: Country, frame: Frame) -> Iterator[Ask]:
    """Yield a figure on each run of road of one capacity."""
    crossings = {crossing.id for crossing in country.pack.crossings}
    for run in runs(country):
        seen = [piece for way in run for piece in frame.lines(frame.chain(way.chain), -6.0)]
        rulers = [Ruler(piece) for piece in seen]
        longest = max(rulers, key=lambda ruler: ruler.length, default=None)
        if longest is None or longest.length < _SHORT:
            continue
        spots = [longest.at(longest.length * share)[0] for share in _SHARES]
        spots += [ruler.at(ruler.length / 2)[0] for ruler in rulers if ruler.length >= _SHORT]
        links = [way.link for way in run]
        yield _ask(
            f"{links[0].id} figure",
            links[0].capacity,
            spots,
            frozenset(
                word
                for link in links
                for word in (link.id, link.start, link.end)  # streets run between houses
                if word not in crossings
            ),
            ROADS,
        )


def town_figures(country: Country, towns: Iterable[Town]) -> Iterator[Ask]:
    """Yield a figure in each town and village, on its houses."""
    for town in towns:
        place = town.place
        if not place.capacity:
            continue
        own = frozenset({place.id, *(link.id for link in country.pack.links_of(place.id))})
        spots = [town.at, *(patch.middle for patch in town.patches())]
        box = town.box()
        x, y = box.middle
        spots += [(box.left - 7, y), (box.right + 7, y), (x, box.top - 6), (x, box.foot + 6)]
        yield _ask(f"{place.id} figure", place.capacity, spots, own, TOWNS)


def town_plate(at: Point, said: str) -> Element:
    """Return the figure of a town: light in a dark oval about a point."""
    wide = typ.width(said, tokens.NUMERAL, _SIZE) + 5.4
    return group(
        rect(
            *(at[0] - wide / 2, at[1] - 4.7, wide, 9.4),
            rx=4.7,
            fill=INK.control,
            stroke="#fff8e8",
            stroke_width=0.8,
        ),
        text((at[0], at[1] + 3.1), said, tokens.NUMERAL, _SIZE, "#fff8e8", anchor="middle"),
    )


def road_figure(at: Point, said: str) -> Element:
    """Return the figure of a road as it stands on it, for the key."""
    x, y = at
    return text(
        *((x, y + 3.1), said, tokens.NUMERAL, _SIZE, INK.control),
        anchor="middle",
        halo=HALO_THIN,
    )


def _ask(key: str, capacity: int, spots: list[Point], own: frozenset[str], layer: str) -> Ask:
    return Ask(
        Request(
            key=key,
            at=spots[0],
            variants=((str(capacity),),),
            face=tokens.NUMERAL,
            size=_SIZE,
            gap=0,
            rank=_RANK,
            ignores=own,
            centred=True,
            also=tuple(spots[1:]),
            pinned=True,
        ),
        layer,
        INK.control,
        HALO_THIN,
    )


def runs(country: Country) -> Iterator[list[Way]]:
    """Roads joined where two of one capacity meet at a crossing."""
    crossings = {crossing.id for crossing in country.pack.crossings}
    at: dict[str, list[Way]] = {}
    for way in country.roads:
        for end in (way.link.start, way.link.end):
            if end in crossings:
                at.setdefault(end, []).append(way)
    done: set[str] = set()
    for way in country.roads:
        if way.link.id in done or not way.link.capacity:
            continue
        run: list[Way] = []
        left = [way]
        while left:
            here = left.pop()
            if here.link.id in done:
                continue
            done.add(here.link.id)
            run.append(here)
            for end in (here.link.start, here.link.end):
                ahead = at.get(end, ())
                if len(ahead) == 2:
                    left += [next_ for next_ in ahead if next_.link.capacity == way.link.capacity]
        yield run


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
        """Return the rectangles that it fills."""
        return self.placed.boxes

    @property
    def key(self) -> str:
        """Return the thing that is named."""
        return (
            self.placed.request.key if isinstance(self.placed, Placed) else self.placed.course.key
        )

    @property
    def said(self) -> str:
        """Return the name as printed."""
        if isinstance(self.placed, PlacedAlong):
            return self.placed.course.said
        return " ".join(line for _, line in self.placed.lines)

    def element(self) -> Element:
        """Return the name as letters."""
        return self.placed.element(self.ink, self.halo)


def named(
    country: Country, theatre: Theatre, frame: Frame, sights: Sights, *, control: bool
) -> list[Named]:
    """Return all names of a sheet, none in another's way."""
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
    """Yield the names that found a clear place, near enough and on the right bank."""
    for ask, placed in zip(asks, placer.place(ask.request for ask in asks), strict=True):
        seen = all(box.within(placer.bounds) for box in placed.boxes)
        if placed.clash and not (ask.must and seen):
            continue
        if not ask.must and any(banks.crossings((placed.request.at, _nearest(placed)))):
            continue
        if not ask.near or _far(placed) <= ask.near:
            yield Named(ask.layer, placed, ask.ink, ask.halo)


def _far(placed: Placed) -> float:
    """Return the distance of a name from the thing that it names."""
    return math.dist(placed.request.at, _nearest(placed))


def _nearest(placed: Placed) -> Point:
    """Return the point of a name nearest to what it names."""
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
    """Yield the stretches of a water on the sheet."""
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
            spread = (abs(ring_area(ring)) ** 0.5) * frame.per_km
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

"""Who asks for a name on a sheet, how large it is set, and how much it matters."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.press import tokens
from bocage.press import type as typ
from bocage.press.boxes import Box
from bocage.press.geometry import area as ring_area
from bocage.press.labels import Request
from bocage.press.survey import zones
from bocage.press.survey.crossings import Mark, capacity
from bocage.press.survey.looks import HALO, HALO_THIN, HALO_WIDE, INK, SIZES
from bocage.press.survey.towns import SETTLED, Town, radius_km

if TYPE_CHECKING:
    from bocage.maps.records import Area, Place
    from bocage.press.lettering import Halo
    from bocage.press.survey.country import Country
    from bocage.press.survey.frame import Frame
    from bocage.press.survey.theatres import Theatre
    from bocage.press.survey.zones import Lozenge
    from bocage.press.svg import Point

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
    """What is drawn already and stands in the way of names."""

    towns: tuple[Town, ...]
    marks: tuple[Mark, ...]
    lozenges: tuple[Lozenge, ...]
    points: tuple[tuple[Place, Point], ...]
    """Airfields, forts, beaches, gaps, heights: places with a sign of their own."""
    covered: frozenset[str] = frozenset()
    """Places that an inset shows too; their names may be left out here."""


def printed(theatre: Theatre, key: str, name: str) -> str:
    """The name as it stands on the sheet."""
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
    """How far a settlement reaches from its middle, in kilometres."""
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
    """Whether a town is so broad that its name may stand across it, its houses broken for it."""
    wide = typ.width(said, face, size, 1.2)
    return box.right - box.left > 0.75 * wide and box.foot - box.top > 2.2 * size


def broken(said: str) -> Iterator[tuple[str, ...]]:
    """The name on one line, then on two, parted where it parts best."""
    yield (said,)
    cuts = [i + 1 for i, letter in enumerate(said) if letter in " -" and 2 < i < len(said) - 3]
    if len(said) > 9 and cuts:
        cut = min(cuts, key=lambda i: abs(i - len(said) / 2))
        yield (said[:cut].rstrip(), said[cut:])


# Signs and Control's figures ------------------------------------------------------------------


def plates(marks: Iterable[Mark]) -> Iterator[Ask]:
    """The figures of Control\'s sheet beside the crossings."""
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

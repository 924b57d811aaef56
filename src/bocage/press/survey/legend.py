"""The key of a sheet: a sample of each sign that the sheet can show, drawn as the map draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.press.lettering import text
from bocage.press.paths import straight
from bocage.press.survey import (
    coast,
    crossings,
    ground,
    names,
    towns,
    waters,
    ways,
    works,
    zones,
)
from bocage.press.survey.looks import INK
from bocage.press.svg import Element, circle, group, layer, path, scale, translate
from bocage.press.tokens import PROSE, TOWN

if TYPE_CHECKING:
    from bocage.maps.records import Crossing, Place
    from bocage.press.survey.country import Country
    from bocage.press.survey.frame import Frame

ROW: Final = 17.0
SAMPLE: Final = 44.0
SIZE: Final = 11.2

_Y: Final = ROW / 2


@dataclass(frozen=True, slots=True)
class Entry:
    """A sample and its meaning."""

    said: str
    sample: tuple[Element, ...]
    layer: str
    """The layer it explains: it goes when that is switched off."""


@dataclass(frozen=True, slots=True)
class Section:
    """Entries under a heading."""

    title: str
    entries: tuple[Entry, ...]


def sections(country: Country, frame: Frame, *, control: bool) -> list[Section]:
    """Return the key of a map: only what its pack holds, as the frame's scale draws it."""
    made = [
        Section("Roads", tuple(_roads(country, control=control))),
        Section("Railways", tuple(_railways(country))),
        Section("Crossings", tuple(_crossings(country, control=control))),
        Section("Waters", tuple(_waters(country))),
        Section("Ground", tuple(_ground(country))),
        Section("Places", tuple(_places(country, control=control))),
        Section("Shore and works", tuple(_works(country))),
        Section("Zones", tuple(_zones(country, frame, control=control))),
    ]
    return [section for section in made if section.entries]


def height(section: Section) -> float:
    """Return the height of a section."""
    return 20.0 + ROW * len(section.entries)


def drawn(section: Section) -> Element:
    """Return a section from its upper left corner."""
    title = text((0, 12), section.title.upper(), TOWN, 11.5, INK.ink, spacing=1.2)
    first = section.entries[0].layer
    alone = all(entry.layer == first for entry in section.entries)
    rows = [layer(first, title) if alone else title]
    for number, entry in enumerate(section.entries):
        y = 18.0 + ROW * number
        rows.append(
            layer(
                entry.layer,
                group(*entry.sample, transform=translate(0, y)),
                text((SAMPLE + 9, y + _Y + 3.8), entry.said, PROSE, SIZE, INK.ink),
            )
        )
    return group(*rows)


# Samples ------------------------------------------------------------------------------------


def _roads(country: Country, *, control: bool) -> Iterator[Entry]:
    said = {
        "route": "Club route",
        "double": "Main road, two lanes",
        "single": "Main road, one lane",
        "minor": "Minor road or lane",
        "track": "Track",
    }
    present = {ways.grade(country, way) for way in country.roads}
    for kind in reversed(ways.GRADES):
        if kind in present:
            yield Entry(said[kind], tuple(ways.sample(kind, SAMPLE, _Y)), "roads")
    if any("raised" in way.link.note for way in country.roads):
        raised = ways.sample("single", SAMPLE, _Y, raised=True)
        yield Entry("Raised, with ditches", tuple(raised), "roads")
    if control and any(way.link.capacity for way in country.roads):
        figure = names.road_figure((SAMPLE / 2, _Y), "40")
        sample = (*ways.sample("minor", SAMPLE, _Y), figure)
        yield Entry("Points a turn, by road", sample, names.ROADS)


def _railways(country: Country) -> Iterator[Entry]:
    if country.railways:
        yield Entry("Railway with station", tuple(ways.rail_sample(SAMPLE, _Y)), "railways")


def _crossings(country: Country, *, control: bool) -> Iterator[Entry]:
    kinds: list[tuple[str, Callable[[Crossing], bool]]] = [
        ("Heavy road bridge", _standing),
        ("Light road bridge", lambda c: c.kind == "bridge" and c.weight == "light"),
        ("Road and rail bridge", lambda c: c.carries == "road rail"),
        ("Railway bridge", lambda c: c.kind == "rail bridge"),
        ("Bridge destroyed", lambda c: c.state == "destroyed"),
        ("Ferry", lambda c: c.kind == "ferry"),
    ]
    for said, fits in kinds:
        found = next((spot for spot in country.spots if fits(spot.crossing)), None)
        if found is None:
            continue
        water = path(f"M{SAMPLE / 2} 0V{ROW}", stroke=INK.water, stroke_width=7)
        sign = crossings.sign(found.crossing, 7.0, INK.single, control=control)
        sign_ = group(*sign, transform=f"{translate(SAMPLE / 2, _Y)} {scale(0.72)}")
        yield Entry(said, (water, sign_), "crossings")
    if control and country.spots:
        plate = crossings.plate((SAMPLE / 2, _Y), "50p")
        yield Entry("Points a turn; p, prepared", (plate,), "capacities")


def _standing(crossing: Crossing) -> bool:
    return (
        crossing.kind == "bridge"
        and crossing.weight == "heavy"
        and crossing.carries == "road"
        and crossing.state not in ("destroyed", "dismantled")
    )


def _waters(country: Country) -> Iterator[Entry]:
    kinds = {water.kind for water in country.waters}
    said = {"major river": "Major river", "river": "Minor river", "canal": "Canal"}
    for kind, words in said.items():
        if kind in kinds:
            yield Entry(words, tuple(waters.sample(kind, SAMPLE, _Y)), "waters")


def _ground(country: Country) -> Iterator[Entry]:
    said = {
        "woods": "Woods",
        "heath": "Heath",
        "polder": "Polder, ditched and soft",
        "marsh": "Marsh",
        "lake": "Lake",
        "rough": "Garrigue, bare rock",
    }
    for kind, words in said.items():
        if country.pack.areas_of(kind):
            yield Entry(words, tuple(ground.swatch(kind, SAMPLE, ROW - 2.5)), "ground")
    if country.shores and "walled fields" in country.pack.terrain_words:
        net = (
            "M2 3l9 1 11-1 10 1 9-1M4 8l10 1 9-1 12 1 8-1M2 13l12-1 10 1 9-1 9 1M11"
            " 4l1 5M22 3l1 5M33 4l1 5M14 9l0 3M25 8l0 5M36 9l-1 3"
        )
        walls = path(net, fill="none", stroke=INK.wall, stroke_width=0.7)
        yield Entry("Walled fields", (walls,), "ground")


def _places(country: Country, *, control: bool) -> Iterator[Entry]:
    for kind, words in (("city", "City"), ("town", "Town"), ("village", "Village")):
        if any(place.kind == kind for place in country.pack.places):
            yield Entry(words, tuple(towns.sample(kind, SAMPLE, _Y)), "towns")
    if control and any(p.kind in towns.SETTLED and p.capacity for p in country.pack.places):
        oval = names.town_plate((SAMPLE / 2, _Y), "40")
        yield Entry("Points a turn, through it", (oval,), names.TOWNS)
    fields = [place for place in country.pack.places if place.kind == "airfield"]
    if fields:
        yield Entry("Airfield", (zones.airfield(fields[0], (SAMPLE / 2, _Y)),), "airfields")
    if any(place.size == "seaplane" for place in fields):
        base = next(place for place in fields if place.size == "seaplane")
        yield Entry("Seaplane base", (zones.airfield(base, (SAMPLE / 2, _Y)),), "airfields")
    if any(place.kind == "height" for place in country.pack.places):
        yield Entry("Height in metres", (works.height((SAMPLE / 2, _Y)),), "relief")


def _works(country: Country) -> Iterator[Entry]:
    kinds = {line.kind for line in country.pack.lines}
    if "cliff" in kinds:
        yield Entry("Cliffs", tuple(coast.cliff_sample(SAMPLE, _Y)), "relief")
    if "escarpment" in kinds:
        wall = tuple(works.lines_sample(SAMPLE, _Y))
        yield Entry("Victoria Lines", wall, "forts")
        yield Entry("Gap for vehicles", (*wall, works.gap((SAMPLE / 2, _Y), (1, 0))), "forts")
    sizes = {place.size for place in country.pack.places if place.kind == "beach"}
    for grade in works.GRADES:
        if grade in sizes:
            sand = [(8.0, 13.0), (SAMPLE - 8, 13.0)]
            sign = works.beach(sand, (SAMPLE / 2, 13.0), (1, 0), -1, grade)
            yield Entry(f"Beach, {grade}", (sign,), "beaches")
    forts: dict[bool, Place] = {}
    for place in country.pack.places:
        if place.kind == "fort":
            forts.setdefault(place.size not in ("none", "disarmed"), place)
    for armed, words in ((True, "Fort or battery"), (False, "Fort without guns")):
        if armed in forts:
            yield Entry(words, (works.fort(forts[armed], (SAMPLE / 2, _Y)),), "forts")


def _zones(country: Country, frame: Frame, *, control: bool) -> Iterator[Entry]:
    pack = country.pack
    if pack.areas_of("drop zone"):
        ring = circle(
            SAMPLE / 2,
            _Y,
            7.4,
            fill=INK.zone,
            fill_opacity=0.12,
            stroke=INK.zone,
            stroke_width=1.4,
            stroke_dasharray="4.4 2.2",
        )
        yield Entry("Drop or landing zone", (ring,), "drop-zones")
        if (shown := zones.specimen(country, frame, (SAMPLE / 2, _Y))) is not None:
            yield Entry(shown[0], (zones.lozenge(shown[1]),), "drop-zones")
    if pack.areas_of("sea zone"):
        yield Entry("Edge of a sea zone", (_dashes(INK.shore),), "sea-zones")
    if control and any(area.grade == "entry" for area in pack.areas_of("zone")):
        yield Entry("Entry area", (_dashes(INK.control),), "entries")
    if control and pack.areas_of("sector"):
        yield Entry("Edge of a sector", (_dashes(INK.control),), "sectors")


def _dashes(ink: str) -> Element:
    return path(
        straight([(3, _Y), (SAMPLE - 3, _Y)]),
        stroke=ink,
        stroke_width=1.3,
        stroke_dasharray="9 3 2 3",
    )

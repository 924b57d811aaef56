"""The contents of the neat line of a sheet or an inset, as layers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bocage.press.boxes import Box
from bocage.press.paths import straight
from bocage.press.survey import (
    coast,
    crossings,
    grid,
    ground,
    names,
    towns,
    waters,
    ways,
    works,
    zones,
)
from bocage.press.survey.looks import INK
from bocage.press.survey.names import Sights
from bocage.press.svg import Element, clip, group, layer, path, rect, ref

if TYPE_CHECKING:
    from bocage.press.survey.country import Country
    from bocage.press.survey.frame import Frame
    from bocage.press.survey.theatres import Theatre


MAP: Final = "map"
"""The key of the map itself, as against those of its insets."""


@dataclass(frozen=True, slots=True)
class Content:
    """The contents of the neat line, and the names and signs on it."""

    drawn: tuple[Element, ...]
    """Ground and signs, bottom first."""
    lettered: tuple[Element, ...]
    """Names and figures, which lie over them."""
    edge: Element | None
    """What it is cut to."""
    named: tuple[names.Named, ...]
    sights: Sights
    frame: Frame

    @property
    def elements(self) -> tuple[Element, ...]:
        """Return all of it, bottom first, cut to its edge."""
        if self.edge is None:
            return self.drawn + self.lettered
        return (group(*self.drawn, *self.lettered, clip_path=ref(self.edge)).needing(self.edge),)


def content(
    country: Country,
    theatre: Theatre,
    frame: Frame,
    *,
    control: bool,
    key: str = MAP,
    covered: frozenset[str] = frozenset(),
) -> Content:
    """Return the country within a frame. `key` names its clip paths among those of the page.

    An inset is cut to its frame. The map itself may extend past its frame a little: the page must
    cover that, because cutting a picture of a whole sheet is costly.

    `covered` are the places that an inset shows as well.
    """
    settled = towns.towns(country, frame)
    marks = crossings.marks(country, frame)
    drops = zones.lozenges(country, frame)
    fields = zones.airfields(country, frame)
    sands = works.beaches(country, frame)
    gaps = works.gaps(country, frame)
    points = [
        (place, frame.at(at))
        for place in country.pack.places
        if place.kind in ("fort", "height")
        and frame.shows(at := country.plane.at(place.lat, place.lon))
    ]
    sights = Sights(
        tuple(settled),
        tuple(marks),
        tuple(drops),
        (*points, *fields, *((p, at) for p, at, _ in sands), *((p, at) for p, at, _ in gaps)),
        covered,
    )
    said = names.named(country, theatre, frame, sights, control=control)
    # Where a name stands on its own town, the houses make room.
    own = {each.key: each.boxes for each in said if each.layer == "names"}
    settled = [town.without(own.get(town.place.id, ())) for town in settled]
    land = _land(country, frame, key)

    def on_land(*elements: Element) -> list[Element]:
        found = list(elements)
        if land is None or not found:
            return found
        return [group(*found, clip_path=ref(land)).needing(land)]

    tints, hachures = _relief(country, theatre, frame)
    parts: list[tuple[str, list[Element]]] = [
        ("sea", waters.sea(country, frame)),
        ("sea-zones", zones.outlined(country, frame, "sea zone", INK.shore)),
        ("sea", waters.land(country, frame)),
        ("relief", on_land(*tints)),
        ("ground", [*coast.walls(country, frame), *on_land(*ground.draw(country, frame))]),
        ("relief", on_land(*hachures, *coast.ridges(country, frame))),
        ("sea", waters.shore(country, frame)),
        ("towns", on_land(*towns.grounds(settled))),
        ("waters", waters.draw(country, frame)),
        ("grid", [*grid.draw(frame), *(grid.letters(frame, theatre) if key == MAP else ())]),
        ("towns", towns.blocks(settled)),
        ("railways", ways.railways(country, frame)),
        ("roads", ways.roads(country, frame)),
        ("relief", coast.cliffs(country, frame)),
        ("forts", [*works.lines(country, frame), *(mark for _, _, mark in gaps)]),
        ("beaches", [mark for _, _, mark in sands]),
        ("crossings", crossings.draw(marks, control=control)),
        ("air-zones", _air(country, frame)),
        *(_controls(country, frame) if control else ()),
        ("drop-zones", zones.drops(country, frame, drops)),
        ("airfields", [zones.airfield(place, at, frame.per_km) for place, at in fields]),
        ("forts", [works.fort(p, at) for p, at in points if p.kind == "fort"]),
        ("relief", [works.height(at) for p, at in points if p.kind == "height"]),
    ]
    box = frame.paper
    field = rect(box.left, box.top, box.right - box.left, box.foot - box.top, fill=INK.ground)
    return Content(
        (field, *(layer(name, *found) for name, found in parts if found)),
        tuple(layer(name, *found) for name, found in _lettering(said) if found),
        None if key == MAP else _edge(box, key),
        tuple(said),
        sights,
        frame,
    )


def _relief(
    country: Country, theatre: Theatre, frame: Frame
) -> tuple[list[Element], list[Element]]:
    """Return the tints and hachures of the relief; none where it is not known or the sheet is
    plain.
    """
    if not theatre.heights:
        return [], []
    from bocage.press.survey import relief

    return relief.tints(country, theatre, frame), relief.hachures(country, theatre, frame)


def _lettering(said: list[names.Named]) -> list[tuple[str, list[Element]]]:
    """Names by layer, quiet ones under great ones."""
    order = (
        *("ground", "waters", "relief", "sea-zones", "entries", "sectors"),
        *("crossings", "forts", "beaches", "airfields", "names"),
    )
    found: list[tuple[str, list[Element]]] = [
        (name, [each.element() for each in reversed(said) if each.layer == name]) for name in order
    ]
    plates = [
        crossings.plate(each.boxes[0].middle, each.said)
        for each in said
        if each.layer == "capacities"
    ]
    rooms = [
        names.town_plate(each.boxes[0].middle, each.said)
        for each in said
        if each.layer == names.TOWNS
    ]
    roads = [each.element() for each in said if each.layer == names.ROADS]
    return [*found, (names.ROADS, roads), (names.TOWNS, rooms), ("capacities", plates)]


def _controls(country: Country, frame: Frame) -> list[tuple[str, list[Element]]]:
    """Return the outlines that only Control sees."""
    return [
        ("entries", zones.outlined(country, frame, "zone", INK.control, grade="entry")),
        ("sectors", zones.outlined(country, frame, "sector", INK.control)),
    ]


def _air(country: Country, frame: Frame) -> list[Element]:
    """Return the zones of the air, large and pale over everything."""
    found = zones.outlined(country, frame, "air zone", INK.air)
    found.extend(
        zones.air_label(said.removeprefix("Zone "), at)
        for _, said, at in zones.zone_names(country, frame, "air zone")
    )
    return found


def _edge(box: Box, key: str) -> Element:
    return clip(f"{key}-edge", rect(box.left, box.top, box.right - box.left, box.foot - box.top))


def _land(country: Country, frame: Frame, key: str) -> Element | None:
    if not country.shores:
        return None
    data = "".join(straight(frame.ring(ring), closed=True) for ring in country.shores)
    return clip(f"{key}-land", path(data))

"""Drop and landing zones, airfields, and the zones of air, sea, sectors and entries.

Zones that overlap on the ground share one outline and one lozenge with all their letters.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bocage.press import type as typ
from bocage.press.boxes import Box
from bocage.press.geometry import Region, nearest_on
from bocage.press.lettering import text
from bocage.press.paths import straight
from bocage.press.survey.looks import HALO_THIN, INK
from bocage.press.svg import Element, Point, circle, group, path, rotate, scale, translate
from bocage.press.tokens import NUMERAL, NUMERAL_LIGHT

if TYPE_CHECKING:
    from bocage.maps.records import Area, Place
    from bocage.press.survey.country import Country
    from bocage.press.survey.frame import Frame

_TERSE: Final = 17.0
"""Where a kilometre has fewer units, a lozenge has only its letters, without DZ or LZ."""

_KINDS: Final = {
    "DZ": "Drop zones",
    "LZ": "Landing zones",
    "DZ/LZ": "Drop and landing zones",
    "SP": "Supply points",
}
"""Kinds of zones as the notes call them."""

_LETTERED: Final = re.compile(r"^(DZ/LZ|DZ|LZ|Supply point) ([A-Z])\b")


@dataclass(frozen=True, slots=True)
class Lozenge:
    """Drop zones that lie together."""

    areas: tuple[Area, ...]
    said: tuple[str, ...]
    at: Point
    """Where the lozenge stands."""
    scale: float = 1.0
    """Smaller than one where a kilometre is small."""

    def size(self) -> tuple[float, float]:
        """Half its width and half its height."""
        wide = max(typ.width(line, NUMERAL, 10.2) for line in self.said)
        return self.scale * (wide / 2 + 7.5), self.scale * (6.2 * len(self.said) + 2.4)

    def box(self) -> Box:
        """Return the rectangle round it."""
        x, y = self.size()
        return Box(self.at[0] - x, self.at[1] - y, self.at[0] + x, self.at[1] + y)


def letters(area: Area) -> tuple[str, str]:
    """Return the kind and letter of a drop zone: ("DZ", "X"); the letter may be a name."""
    if (found := _LETTERED.match(area.name)) is not None:
        kind = "SP" if found[1].startswith("Supply") else found[1]
        return kind, found[2]
    said = area.name.removeprefix("DZ ").split(" (")[0].removesuffix(" DZ")
    return "DZ", said.replace(" - ", "– ")


def lozenges(country: Country, frame: Frame) -> list[Lozenge]:
    """Return the drop zones of the sheet, those that overlap together."""
    groups: list[list[Area]] = []
    for area in country.pack.areas_of("drop zone"):
        if area.lat is None or area.lon is None:
            continue
        if not frame.shows(country.plane.at(area.lat, area.lon)):
            continue
        near = [g for g in groups if any(_together(country, area, other) for other in g)]
        groups = [g for g in groups if g not in near]
        groups.append([each for g in near for each in g] + [area])
    taken = [
        Box(x - reach, y - reach, x + reach, y + reach)
        for place, (x, y) in airfields(country, frame)
        for reach in [7.4 * airfield_size(place, frame.per_km)]
    ]
    found: list[Lozenge] = []
    for each in groups:
        free = _moved(_lozenge(country, frame, each), taken)
        taken.append(free.box())
        found.append(free)
    return found


def _moved(each: Lozenge, taken: list[Box]) -> Lozenge:
    """Return the lozenge as near to its place as it comes clear of airfields and of other
    lozenges.
    """
    wide, high = each.size()
    x, y = each.at

    def price(spot: Point) -> float:
        box = Lozenge(each.areas, each.said, spot, each.scale).box()
        return 10 * sum(box.overlap(other) for other in taken) + math.dist(spot, each.at)

    steps = [(i, j) for i in range(-4, 5) for j in range(-4, 5)]
    spots = ((x + i * wide / 3, y + j * high / 2) for i, j in steps)
    return replace(each, at=min([each.at, *spots], key=price))


def _together(country: Country, a: Area, b: Area) -> bool:
    """Return whether two zones overlap by more than an edge."""
    if a.lat is None or a.lon is None or b.lat is None or b.lon is None:
        return False
    far = math.dist(country.plane.at(a.lat, a.lon), country.plane.at(b.lat, b.lon))
    return far < 0.9 * (a.radius_km + b.radius_km)


def _lozenge(country: Country, frame: Frame, areas: list[Area]) -> Lozenge:
    points = [frame.at(country.plane.at(a.lat or 0, a.lon or 0)) for a in areas]
    at = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    by: dict[str, list[str]] = {}
    for area in areas:
        kind, letter = letters(area)
        by.setdefault(kind, []).append(letter)
    said = tuple(f"{kind} {' '.join(found)}" for kind, found in by.items())
    if frame.per_km < _TERSE:
        said = (" ".join(letter for found in by.values() for letter in found),)
    if len(areas) == 1 and len(said[0]) > 9:
        words = said[0].split()
        half = next((i for i, word in enumerate(words, 1) if word.endswith("–")), 0)
        half = half or (len(words) + 1) // 2
        said = (" ".join(words[:half]), " ".join(words[half:])) if len(words) > 2 else said
    return Lozenge(tuple(areas), said, at, min(1.0, max(0.84, frame.per_km / 17)))


def specimen(country: Country, frame: Frame, at: Point) -> tuple[str, Lozenge] | None:
    """Return what the key says of a lozenge, with the first of one zone that the sheet shows."""
    some = next((each for each in lozenges(country, frame) if len(each.areas) == 1), None)
    if some is None:
        return None
    kind, letter = letters(some.areas[0])
    terse = frame.per_km < _TERSE
    short = len(letter) == 1
    said = "Its letter: see the notes" if terse else "Its kind and letter"
    if not short:
        said = "Its name"
        letter = "…"
    shown = letter if terse or not short else f"{kind} {letter}"
    return said, Lozenge((some.areas[0],), (shown,), at, 0.84)


def told(country: Country, frame: Frame) -> list[str]:
    """Return the notes on the zones: the meaning of their letters, where lozenges have no kinds."""
    found = lozenges(country, frame)
    if not found:
        return []
    by: dict[str, list[str]] = {}
    for each in found:
        for area in each.areas:
            kind, letter = letters(area)
            by.setdefault(kind, []).append(letter)
    said: list[str] = []
    if any(len(each.areas) > 1 for each in found):
        said.append("Zones that overlap share one lozenge.")
    if any(len(letter) == 1 for some in by.values() for letter in some):
        if frame.per_km < _TERSE:
            lists = (
                f"{_KINDS[kind]} {', '.join(sorted(by[kind]))}" for kind in _KINDS if kind in by
            )
            said.append(f"{'; '.join(lists)}.")
        else:
            words = (
                f"{kind} {_KINDS[kind].lower()}"
                for kind in _KINDS
                if kind in by and "/" not in kind
            )
            said.append(f"{'; '.join(words)}.")
    return said


def drops(country: Country, frame: Frame, found: list[Lozenge]) -> list[Element]:
    """Outlines on the ground, then a lozenge for each group."""
    rings = [frame.chain(country.ring(area)) for each in found for area in each.areas]
    if not rings:
        return []
    data = "".join(straight(ring, closed=True) for ring in rings)
    return [
        path(data, fill=INK.zone, fill_opacity=0.10),
        path(data, fill="none", stroke=INK.zone, stroke_width=1.5, stroke_dasharray="5 2.6"),
        *(lozenge(each) for each in found),
    ]


def lozenge(each: Lozenge) -> Element:
    """Return a lozenge with its letters."""
    x, y = (half / each.scale for half in each.size())
    edge = path(
        straight(
            [(-x, 0), (-x + 6, -y), (x - 6, -y), (x, 0), (x - 6, y), (-x + 6, y)], closed=True
        ),
        fill="#f4f3ee",
        fill_opacity=0.93,
        stroke=INK.zone,
        stroke_width=1.4,
        stroke_linejoin="round",
    )
    top = -6.2 * (len(each.said) - 1)
    lines = [
        text((0, top + 12.4 * i + 3.6), said, NUMERAL, 10.2, INK.zone, anchor="middle")
        for i, said in enumerate(each.said)
    ]
    return group(edge, *lines, transform=f"{translate(*each.at)} {scale(each.scale)}")


# Airfields --------------------------------------------------------------------------------


def airfields(country: Country, frame: Frame) -> list[tuple[Place, Point]]:
    """Return the airfields of the sheet."""
    return [
        (place, frame.at(at))
        for place in country.pack.places
        if place.kind == "airfield" and frame.shows(at := country.plane.at(place.lat, place.lon))
    ]


def airfield(place: Place, at: Point, per_km: float = 0.0) -> Element:
    """Return a ring with crossed runways, to size where there is room; a seaplane base has an
    anchor.
    """
    turn = sum(map(ord, place.id)) % 90
    ring = circle(0, 0, 6.6, fill="#f4eef2", stroke=INK.airfield, stroke_width=1.4)
    if place.size == "seaplane":
        inner = path(
            "M0 -4V4M-3.4 1.2Q-2.4 4.4 0 4.4Q2.4 4.4 3.4 1.2M-2 -2H2",
            fill="none",
            stroke=INK.airfield,
            stroke_width=1.2,
        )
    else:
        inner = path(
            "M-9.5 0H9.5M-4.7 -7.4L4.7 7.4",
            fill="none",
            stroke=INK.airfield,
            stroke_width=2.0,
            transform=rotate(turn),
        )
    size = airfield_size(place, per_km)
    return group(ring, inner, transform=f"{translate(*at)} {scale(size)}")


def airfield_size(place: Place, per_km: float) -> float:
    """Return the size of an airfield relative to the smallest sign."""
    return 1.0 if place.size == "seaplane" else min(2.2, max(1.0, 0.24 * per_km / 6.6))


# Zones by polygon -------------------------------------------------------------------------


def outlined(
    country: Country, frame: Frame, kind: str, ink: str, *, grade: str | None = None
) -> list[Element]:
    """Zones of a kind as dashed outlines; those of the sea end at the shore."""
    found: list[Element] = []
    lands = [Region(frame.chain(shore)) for shore in country.shores]
    for area in country.pack.areas_of(kind):
        ring = country.ring(area)
        if not ring or (grade is not None and area.grade != grade) or not frame.shows_any(ring):
            continue
        seen = frame.lines(frame.chain([*ring, ring[0]]))
        if kind == "sea zone":
            seen = [piece for whole in seen for piece in _at_sea(whole, lands)]
        if not seen:
            continue
        found.append(
            path(
                "".join(straight(piece) for piece in seen),
                fill="none",
                stroke=ink,
                stroke_width=1.3,
                stroke_dasharray="9 3 2 3",
                stroke_opacity=0.75,
            )
        )
    return found


def _at_sea(chain: list[Point], lands: list[Region]) -> Iterator[list[Point]]:
    """Yield the pieces of a line that lie on no land, to within a unit."""
    run: list[Point] = []
    for a, b in pairwise(chain):
        count = max(1, math.ceil(math.dist(a, b)))
        for i in range(count + 1):
            at = (a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count)
            if not any(at in land for land in lands):
                run.append(at)
            elif run:
                yield [run[0], *(p for p in run[1:-1] if p in chain), run[-1]]
                run = []
    if len(run) > 1:
        yield [run[0], *(p for p in run[1:-1] if p in chain), run[-1]]


def zone_names(country: Country, frame: Frame, kind: str) -> list[tuple[Area, str, Point]]:
    """Names of zones with a point of each that lies on the sheet, over open water if it can."""
    found: list[tuple[Area, str, Point]] = []
    for area in country.pack.areas_of(kind):
        ring = country.ring(area)
        if not ring or not frame.shows_any(ring):
            continue
        at = _middle(country, frame, ring, wet=kind == "sea zone")
        if at is not None:
            found.append((area, area.name, frame.at(at)))
    return found


def _middle(country: Country, frame: Frame, ring: list[Point], *, wet: bool) -> Point | None:
    """Return the point of a zone on the sheet that lies farthest from its edges."""
    box = frame.country
    best: tuple[float, Point] | None = None
    wide, high = box.right - box.left, box.foot - box.top
    corners = [*ring, ring[0]]
    zone, lands = Region(ring), [Region(shore) for shore in country.shores]
    for i in range(1, 24):
        for j in range(1, 24):
            at = (box.left + wide * i / 24, box.top + high * j / 24)
            if at not in zone:
                continue
            if wet and any(at in land for land in lands):
                continue
            far = min(
                at[0] - box.left, box.right - at[0], 2 * (at[1] - box.top), 2 * (box.foot - at[1])
            )
            far = min(far, *(math.dist(nearest_on(a, b, at), at) for a, b in pairwise(corners)))
            if wet:
                far = min(far, *(math.dist(at, p) for shore in country.shores for p in shore[::16]))
            if best is None or far > best[0]:
                best = (far, at)
    return best[1] if best else None


def air_label(said: str, at: Point) -> Element:
    """Return the name of an air zone."""
    return text(at, said, NUMERAL_LIGHT, 26, INK.air, anchor="middle", opacity=0.6, halo=HALO_THIN)

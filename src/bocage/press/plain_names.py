"""Names and numbers of a plain drawing, and the signs of towns, heights and airfields.

Names are set one after the other, the weightiest first; each takes the first place around
its sign that is still free, and a small name that finds none is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Final

from bocage.maps.words import weightiest
from bocage.press.plain_ground import scaled
from bocage.press.plain_lines import WATER_KINDS, courses
from bocage.press.plain_looks import INK, MUTED, RELIEF, TOWN, WATER_NAME
from bocage.press.plain_sheet import MARGIN, at, escaped, number

if TYPE_CHECKING:
    from bocage.maps.records import Area, Place
    from bocage.press.plain_sheet import XY, Sheet

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a kind of name is set."""

    size: float
    style: str
    """Class of the text element: s serif, b bold, i italic, a sans."""
    colour: str
    sign: str = ""
    """Mark drawn at the place, for a hex one unit wide."""
    must: bool = False
    """Whether the name is shown even where it covers another."""


_CITY = (
    "m-.28 -.12h.16v.14h-.16zm.2 -.1h.2v.16h-.2zm.24 .1h.14v.16h-.14zm-.42 .18h.16v.16h-.16z"
    "m.2 0h.2v.14h-.2z"
)
_TOWN = (
    "m-.18 -.1h.13v.11h-.13zm.17 -.04h.15v.12h-.15zm-.13 .18h.13v.11h-.13zm.17 -.02h.13v.11h-.13z"
)
_VILLAGE = "m-.09 -.06h.08v.07h-.08zm.1 .04h.08v.07h-.08zm-.08 .06h.07v.06h-.07z"
_HEIGHT = "m-.1 .08l.1 -.17l.1 .17z"
_AIRFIELD = "m-.04 -.16h.08v.12h.14v.07h-.14v.13h-.08v-.13h-.14v-.07h.14z"
_FORT = "m-.1 -.1h.2v.2h-.2z"

LETTERINGS: Final[dict[str, Lettering]] = {
    "city": Lettering(19, "s b", INK, _CITY, must=True),
    "port": Lettering(19, "s b", INK, _CITY, must=True),
    "town": Lettering(14, "s b", INK, _TOWN, must=True),
    "exit": Lettering(11, "s i", MUTED),
    "village": Lettering(10, "a", INK, _VILLAGE),
    "junction": Lettering(9.5, "a", MUTED),
    "airfield": Lettering(10, "a", INK, _AIRFIELD),
    "fort": Lettering(9.5, "a", INK, _FORT),
    "height": Lettering(9.5, "a i", RELIEF, _HEIGHT),
    "cape": Lettering(10, "s i", WATER_NAME),
    "gap": Lettering(9.5, "a i", RELIEF),
    "beach": Lettering(8.5, "a i", WATER_NAME),
}

_AREAS: Final[dict[str, Lettering]] = {
    "woods": Lettering(10, "s i", "#1f3a15"),
    "rough": Lettering(9.5, "s i", "#5a3414"),
    "crest": Lettering(9.5, "s i", "#5a3414"),
    "heath": Lettering(9.5, "s i", "#6a3d5c"),
    "polder": Lettering(10, "s i", WATER_NAME),
    "marsh": Lettering(9.5, "s i", WATER_NAME),
    "lake": Lettering(9.5, "s i", WATER_NAME),
    "drop zone": Lettering(9.5, "a b", "#24466e"),
    "airfield": Lettering(9.5, "a", "#24466e"),
    "region": Lettering(13, "s i", MUTED),
    "sea zone": Lettering(12, "s i", WATER_NAME),
}

_WIDTH: Final = 0.52
"""Mean width of a letter, in sizes; a little more than the faces have."""


class Lettered:
    """The names set so far, and the room they take."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.taken: list[Box] = []
        self.set: set[str] = set()

    def keep(self, box: Box) -> None:
        """Keep room for a sign."""
        self.taken.append(box)

    def beside(self, name: str, place: XY, look: Lettering, gap: float) -> str:
        """A name beside a sign, or nothing where there is no room for it."""
        width, high = len(name) * look.size * _WIDTH, look.size
        x, y = place
        choices: tuple[tuple[str, float, float], ...] = (
            ("start", x + gap, y + high * 0.35),
            ("end", x - gap, y + high * 0.35),
            ("middle", x, y - gap),
            ("middle", x, y + gap + high * 0.7),
            ("start", x + gap * 0.8, y - gap * 0.5),
            ("start", x + gap * 0.8, y + gap + high * 0.4),
        )
        boxes: list[Box] = []
        for anchor, tx, ty in choices:
            left = tx - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
            boxes.append((left, ty - high * 0.8, left + width, ty + high * 0.2))
        covered = [self._covered(box) for box in boxes]
        best = covered.index(min(covered))
        if covered[best] > 0 and not look.must:
            return ""
        self.taken.append(boxes[best])
        anchor, tx, ty = choices[best]
        return text(name, tx, ty, look, anchor)

    def over(self, name: str, place: XY, look: Lettering, turn: float = 0.0) -> str:
        """A name centred on a place, or nothing where there is no room for it."""
        width = len(name) * look.size * _WIDTH
        # A turned name is taken to fill the square its middle half needs.
        wide = width if abs(turn) < 20 else width * 0.6
        high = look.size if abs(turn) < 20 else width * 0.6
        x, y = place
        box = (x - wide / 2, y - high * 0.8, x + wide / 2, y + high * 0.3)
        if not self._free(box):
            return ""
        self.taken.append(box)
        return text(name, x, y, look, "middle", turn)

    def _free(self, box: Box) -> bool:
        return self._covered(box) == 0

    def _covered(self, box: Box) -> float:
        """How much of what is set already a box would cover; far off the sheet is worst."""
        left, top, right, bottom = box
        sheet = self.sheet
        inside = (
            left >= MARGIN + 2
            and right <= MARGIN + sheet.width - 2
            and top >= MARGIN
            and bottom <= MARGIN + sheet.height
        )
        if not inside:
            return float("inf")
        return sum(
            (min(right, b[2]) - max(left, b[0])) * (min(bottom, b[3]) - max(top, b[1]))
            for b in self.taken
            if left < b[2] and right > b[0] and top < b[3] and bottom > b[1]
        )


def text(name: str, x: float, y: float, look: Lettering, anchor: str, turn: float = 0.0) -> str:
    """One name with its paper halo."""
    turned = f' transform="rotate({number(turn)} {number(x)} {number(y)})"' if turn else ""
    return (
        f'<text class="h {look.style}" {at(x, y)} font-size="{number(look.size)}" '
        f'fill="{look.colour}" text-anchor="{anchor}"{turned}>{escaped(name)}</text>'
    )


def names(sheet: Sheet) -> Iterator[str]:
    """Signs and names of places, then of waters, then of areas."""
    lettered = Lettered(sheet)
    places = weightiest(place for place in sheet.pack.places if place.kind in LETTERINGS)
    for place in places:
        yield from _sign(sheet, lettered, place)
    for place in places:
        look = LETTERINGS[place.kind]
        if place.kind != "beach" and _on_sheet(sheet, place_point(sheet, place)):
            lettered.set.add(place.name)
            gap = sheet.unit * 0.12 + look.size * 0.5 if look.sign else 4.0
            yield lettered.beside(place.name, place_point(sheet, place), look, min(gap, 17.0))
    yield from _water_names(sheet, lettered)
    yield from _labels(sheet, lettered)
    for area in sheet.pack.areas:
        listed = area.kind == "region" and not area.points  # a set of hexes, not a country
        if area.kind in _AREAS and area.name not in lettered.set and not listed:
            lettered.set.add(area.name)
            yield lettered.over(area.name, area_point(sheet, area), _AREAS[area.kind])


def _sign(sheet: Sheet, lettered: Lettered, place: Place) -> Iterator[str]:
    look = LETTERINGS[place.kind]
    x, y = place_point(sheet, place)
    if not look.sign or not _on_sheet(sheet, (x, y)):
        return
    unit = min(40.0, max(26.0, sheet.unit))
    half = unit * (0.22 if look.must else 0.1)
    lettered.keep((x - half, y - half, x + half, y + half))
    colour = TOWN if place.kind in ("city", "port", "town", "village") else look.colour
    yield f'<path fill="{colour}" d="M{number(x)} {number(y)}{scaled(look.sign, unit)}"/>'


def place_point(sheet: Sheet, place: Place) -> XY:
    """Where a place is drawn: where it stands, but in its hex, and on its road."""
    pack = sheet.pack
    if pack.kind == "hexes" and place.hex is not None:
        stands = pack.grid.nearest(*pack.projection.to_plane(place.lat, place.lon))
        on_road = bool(pack.links_of(pack.grid.numbers[place.hex]))
        if stands != place.hex or on_road:
            return sheet.hex(place.hex)
    return sheet.earth(place.lat, place.lon)


def area_point(sheet: Sheet, area: Area) -> XY:
    """The middle of an area."""
    if area.lat is not None and area.lon is not None:
        return sheet.earth(area.lat, area.lon)
    points = sheet.line(area.points) or [sheet.hex(h) for h in area.hexes]
    if not points:
        return -1.0, -1.0
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _on_sheet(sheet: Sheet, place: XY) -> bool:
    x, y = place
    return MARGIN < x < MARGIN + sheet.width and MARGIN < y < MARGIN + sheet.height


def _labels(sheet: Sheet, lettered: Lettered) -> Iterator[str]:
    """Names of regions and seas that stand by themselves."""
    for place in sheet.pack.places:
        if place.kind == "label" and place.name not in lettered.set:
            lettered.set.add(place.name)
            sea = place.size == "sea"
            wide = place.size or place.note == "country"
            look = Lettering(17 if sea else 15, "s i w", WATER_NAME if sea else MUTED)
            look = look if wide else Lettering(9.5, "a i", MUTED)
            yield lettered.over(place.name, sheet.earth(place.lat, place.lon), look)


def _water_names(sheet: Sheet, lettered: Lettered) -> Iterator[str]:
    """Each watercourse once, along its longest line, where it runs straightest."""
    for kind in WATER_KINDS:
        longest: dict[str, list[XY]] = {}
        for name, line in courses(sheet, kind):
            if name and len(line) > len(longest.get(name, ())):
                longest[name] = line
        for name, line in longest.items():
            if name in lettered.set:
                continue
            look = Lettering(12 if kind == "major river" else 10.5, "s i", WATER_NAME)
            for place, turn in _straights(line, len(name) * look.size * _WIDTH):
                if said := lettered.over(name, place, look, turn):
                    lettered.set.add(name)
                    yield said
                    break


def _straights(line: list[XY], wanted: float) -> list[tuple[XY, float]]:
    """Stretches of a line about as long as wanted, the straightest first: place and angle."""
    found: list[tuple[float, XY, float]] = []
    for start in range(len(line) - 1):
        length, end = 0.0, start
        for (ax, ay), (bx, by) in pairwise(line[start:]):
            length, end = length + hypot(bx - ax, by - ay), end + 1
            if length >= wanted:
                break
        (ax, ay), (bx, by) = line[start], line[end]
        direct = hypot(bx - ax, by - ay)
        if length < wanted * 0.7 or direct < 1:
            continue
        turn = degrees(atan2(by - ay, bx - ax))
        turn = turn - 180 if turn > 90 else turn + 180 if turn < -90 else turn
        lift = -4.0
        x = (ax + bx) / 2 - (by - ay) / direct * (lift if bx >= ax else -lift)
        y = (ay + by) / 2 + (bx - ax) / direct * (lift if bx >= ax else -lift)
        found.append((length / direct, (x, y), turn))
    found.sort(key=lambda each: each[0])
    return [(place, turn) for _, place, turn in found[:12]]


def numbers(sheet: Sheet) -> Iterator[str]:
    """The printed number of every hex, at its top."""
    lift = sheet.unit * 0.3
    said = "".join(
        f"<text {at(x, y - lift)}>{printed}</text>"
        for printed, (x, y) in zip(
            sheet.pack.grid.numbers, (sheet.hex(h) for h in sheet.pack.grid), strict=True
        )
    )
    yield f'<g class="n" font-size="{number(sheet.unit * 0.17)}">{said}</g>'

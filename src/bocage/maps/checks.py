"""The checks of a map pack as a whole, beyond each field being readable.

`check_folder` reads a pack and runs every check; each looks at one law and yields the
records that break it, by their place in the pack. The laws hold for every theatre; what
only one theatre promises (a particular bridge, an edge) is in that theatre's tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bocage.maps.faults import PackError, PackFault
from bocage.maps.folder import read_folder
from bocage.maps.vocabulary import WATER

if TYPE_CHECKING:
    from pathlib import Path

    from bocage.hexes.grid import Vertex
    from bocage.maps.pack import Pack

Check = Callable[["Pack"], Iterator[PackFault]]

NONE: Final = "none:"
"""The beginning of a field that says why it has no value."""

SLACK_KM: Final = 0.05
"""How far rounding in the tables may move a length or a point."""


def check_folder(folder: Path) -> list[PackFault]:
    """Return every fault of the pack in a folder: what cannot be read, else what breaks a law."""
    try:
        pack, lines = read_folder(folder)
    except PackError as error:
        return list(error.faults)
    return [
        fault._replace(row=lines[fault.file][fault.row])
        for check in CHECKS
        for fault in check(pack)
    ]


def sides_join_neighbours(pack: Pack) -> Iterator[PackFault]:
    """Check that a side lies between two adjacent hexes."""
    for row, side in enumerate(pack.sides):
        if not pack.grid.are_neighbours(side.a, side.b):
            yield PackFault("sides.csv", row, "b", *_apart(pack, side.a, side.b))


def sides_are_named_once(pack: Pack) -> Iterator[PackFault]:
    """Check that no feature of a side is listed twice, once from each hex."""
    seen: set[tuple[int, int, str, str]] = set()
    for row, side in enumerate(pack.sides):
        if (side.b, side.a, side.kind, side.name) in seen:
            value = f"{pack.grid.numbers[side.a]} {pack.grid.numbers[side.b]}"
            reason = f"the same {side.kind} stands further up, seen from the other hex"
            yield PackFault("sides.csv", row, "a", value, reason)
        seen.add((side.a, side.b, side.kind, side.name))


def waters_are_whole(pack: Pack) -> Iterator[PackFault]:
    """Yield the sides of one watercourse are connected by their corners."""
    courses: dict[str, list[tuple[int, frozenset[Vertex]]]] = {}
    for row, side in enumerate(pack.sides):
        if side.kind in WATER and pack.grid.are_neighbours(side.a, side.b):
            ends = pack.grid.side_ends(side.a, side.b)
            courses.setdefault(side.name, []).append((row, ends))
    for name, sides in courses.items():
        reached: set[Vertex] = set(sides[0][1])
        waiting = sides[1:]
        while near := [each for each in waiting if each[1] & reached]:
            for _, ends in near:
                reached |= ends
            waiting = [each for each in waiting if not each[1] <= reached]
        if waiting:
            reason = "this part of the course is not connected to the rest"
            yield PackFault("sides.csv", waiting[0][0], "name", name, reason)


def crossings_cross(pack: Pack) -> Iterator[PackFault]:
    """Yield a bridge, ford or ferry lies on its water, or says why there is none."""
    for row, crossing in enumerate(pack.crossings):
        if not pack.grid.are_neighbours(crossing.a, crossing.b):
            yield PackFault("crossings.csv", row, "b", *_apart(pack, crossing.a, crossing.b))
        elif not crossing.over.startswith(NONE):
            names = {side.name for side in pack.water_between(crossing.a, crossing.b)}
            if crossing.over not in names:
                there = ", ".join(sorted(names)) or "no water"
                reason = f"{there} runs between the two hexes; or write 'none: why'"
                yield PackFault("crossings.csv", row, "over", crossing.over, reason)


def crossings_carry(pack: Pack) -> Iterator[PackFault]:
    """Check that a crossing that carries a road or railway is joined to one."""
    for row, crossing in enumerate(pack.crossings):
        if crossing.carries.startswith(NONE):
            continue
        kinds = {"road": "road", "rail": "railway"}
        for said in crossing.carries.split():
            if said not in kinds:
                reason = "expected road, rail, road rail, or 'none: why'"
                yield PackFault("crossings.csv", row, "carries", said, reason)
            elif not _is_carried(pack, crossing.id, crossing.a, crossing.b, kinds[said]):
                reason = f"no {kinds[said]} leads over it; or write 'none: why'"
                yield PackFault("crossings.csv", row, "carries", said, reason)


def _is_carried(pack: Pack, crossing: str, a: int, b: int, kind: str) -> bool:
    if pack.kind == "lattice":
        return any(link.kind == kind for link in pack.links_of(crossing))
    ends = {pack.grid.numbers[a], pack.grid.numbers[b]}
    return any(
        link.kind == kind and {link.start, link.end} == ends
        for link in pack.links_of(pack.grid.numbers[a])
    )


def places_lie_in_their_hex(pack: Pack) -> Iterator[PackFault]:
    """Check that on a lattice, where names are not moved for legibility, a place lies in its
    cell.
    """
    if pack.kind != "lattice":
        return
    for row, place in enumerate(pack.places):
        found = pack.grid.nearest(*pack.projection.to_plane(place.lat, place.lon))
        if place.hex != found:
            there = "off the map" if found is None else f"in {pack.grid.numbers[found]}"
            number = "" if place.hex is None else pack.grid.numbers[place.hex]
            yield PackFault("places.csv", row, "hex", number, f"{place.name} lies {there}")


def links_have_ends(pack: Pack) -> Iterator[PackFault]:
    """Check that a road or railway joins two things that exist; on a hex map, two adjacent
    hexes.
    """
    for row, link in enumerate(pack.links):
        for field, end in (("from", link.start), ("to", link.end)):
            if _end_point(pack, end) is None:
                what = "hex" if pack.kind == "hexes" else "place or crossing"
                yield PackFault("links.csv", row, field, end, f"there is no such {what}")
        if pack.kind == "hexes" and link.start in pack.grid and link.end in pack.grid:
            a, b = pack.grid.hex(link.start), pack.grid.hex(link.end)
            if not pack.grid.are_neighbours(a, b):
                yield PackFault("links.csv", row, "to", *_apart(pack, a, b))


def links_are_drawn_from_end_to_end(pack: Pack) -> Iterator[PackFault]:
    """Yield a link's line begins and ends at its ends, and its length is not less than straight."""
    km = pack.projection.km
    for row, link in enumerate(pack.links):
        ends = _end_point(pack, link.start), _end_point(pack, link.end)
        if ends[0] is None or ends[1] is None:
            continue
        if pack.kind == "lattice" and not link.points:
            yield PackFault("links.csv", row, "points", "", "a link on a lattice has a line")
            continue
        line = link.points or (ends[0], ends[1])
        for field, end, point in (("from", ends[0], line[0]), ("to", ends[1], line[-1])):
            if pack.kind == "lattice" and km(end, point) > SLACK_KM:
                reason = f"its line is {km(end, point):.2f} km away there"
                yield PackFault("links.csv", row, field, link.id, reason)
        drawn = sum(km(a, b) for a, b in pairwise(line))
        if pack.kind == "lattice" and link.km < drawn - SLACK_KM:
            reason = f"is less than its drawn line of {drawn:.2f} km"
            yield PackFault("links.csv", row, "km", f"{link.km:g}", reason)


def coasts_touch_the_sea(pack: Pack) -> Iterator[PackFault]:
    """Check that a hex flagged coastal has sea beside it: a sea cell, or the rim of the numbered
    hexes.
    """
    for row, each in enumerate(pack.hexes):
        if "coastal" not in each.flags:
            continue
        number = pack.grid.numbers[each.hex]
        if each.terrain == "sea" or not each.land:
            yield PackFault("hexes.csv", row, "flags", number, "is coastal and all sea")
        sea = any(pack.hexes[n].terrain == "sea" for n in pack.grid.around(each.hex))
        if not sea and not pack.grid.outward(each.hex):
            yield PackFault("hexes.csv", row, "flags", number, "is coastal and has no sea beside")


def _apart(pack: Pack, a: int, b: int) -> tuple[str, str]:
    numbers = pack.grid.numbers
    return numbers[b], f"{numbers[a]} and {numbers[b]} are not neighbours"


def _end_point(pack: Pack, end: str) -> tuple[float, float] | None:
    if pack.kind == "hexes":
        if end not in pack.grid:
            return None
        return pack.projection.to_earth(*pack.grid.centre(pack.grid.hex(end)))
    found = pack.points_by_id.get(end)
    return None if found is None else (found.lat, found.lon)


CHECKS: Final[tuple[Check, ...]] = (
    sides_join_neighbours,
    sides_are_named_once,
    waters_are_whole,
    crossings_cross,
    crossings_carry,
    places_lie_in_their_hex,
    links_have_ends,
    links_are_drawn_from_end_to_end,
    coasts_touch_the_sea,
)
"""Every law, in the order in which they are looked at."""

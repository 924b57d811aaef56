"""What roads and towns let through in a turn, on Control's sheet.

A crossing has its figure in a box beside it, a road on itself, a town in a dark oval. Roads
that meet at a bridge and take the same share one figure. Figures come after all names: one
that finds no clear place is left out, and never stands for another road or town.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from bocage.press import tokens
from bocage.press import type as typ
from bocage.press.labels import Request, Ruler
from bocage.press.lettering import text
from bocage.press.survey.asks import Ask
from bocage.press.survey.looks import HALO_THIN, INK
from bocage.press.svg import Element, group, rect

if TYPE_CHECKING:
    from bocage.press.survey.country import Country, Way
    from bocage.press.survey.frame import Frame
    from bocage.press.survey.towns import Town
    from bocage.press.svg import Point

ROADS: Final = "road-capacities"
TOWNS: Final = "town-capacities"

_SIZE: Final = 8.6
_RANK: Final = 9
_SHORT: Final = 13.0
"""A stretch of road shorter than so many units has no figure of its own."""
_SHARES: Final = (0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78)
"""Where along a road its figure may stand, the liked places first."""


def road_figures(country: Country, frame: Frame) -> Iterator[Ask]:
    """A figure on each run of road of one capacity."""
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
    """A figure in each town and village, on its houses."""
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
    """The figure of a town: light in a dark oval about a point."""
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
    """The figure of a road as it stands on it, for the key."""
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

"""Facts that are watched for at the end of every turn, for the debrief (readings 11.3, 11.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Final

from bocage.games.opcom.board.position import DEFENDED, QUEUED, Position
from bocage.games.opcom.board.ways import km_between
from bocage.games.opcom.debrief.ground import (
    SIDES,
    is_held,
    near,
    of_formations,
    point_of,
    stands,
)
from bocage.games.opcom.debrief.rows import Terms
from bocage.games.opcom.s11_supplies.roads import beside_km


def watch(st: Position) -> None:
    """Note the facts that are true at the end of this turn."""
    for each in st.world.data.debrief.watches:
        value = WATCHES[each.kind](st, each.more)
        if value:
            st.chronicle = (*st.chronicle, (st.turn, each.id, value))


def turns_of(st: Position, name: str) -> list[int]:
    """Return the turns in which a fact was noted."""
    return [turn for turn, fact, _ in st.chronicle if fact == name]


def _joined(st: Position, more: Terms) -> int:
    """Return two formations, or a team's troops, within so many kilometres of each other."""
    side = SIDES[more.text("side")]
    one = of_formations(st, side, more.texts("one"))
    other = of_formations(st, side, more.texts("other"))
    km = more.number("km", st.figures.debrief.met)
    return int(
        any(
            st.km(a.number, b.number) <= km
            for a in one
            if st.is_effective(a.number)
            for b in other
            if st.is_effective(b.number)
        )
    )


def _over(st: Position, more: Terms) -> int:
    """Return an arm of a side beyond a water: on the bank of a place, and near it."""
    side, place = SIDES[more.text("side")], point_of(st, more.text("bank"))
    arm, water = more.text("arm", ""), more.text("water")
    return int(
        any(
            (not arm or u.arm == arm)
            and not any(
                name == water for _, name in st.world.ways.waters_between(st.at(u.number), place)
            )
            for u in near(st, side, place, more.number("km", st.figures.debrief.beyond))
        )
    )


def _bridge(st: Position, more: Terms) -> int:
    """Return 1 if a `side` holds any standing `crossing`."""
    side = SIDES[more.text("side")]
    return int(
        any(stands(st, each) and is_held(st, side, each)[0] for each in more.some("crossing"))
    )


def _held(st: Position, more: Terms) -> int:
    side = SIDES[more.text("side")]
    return int(all(is_held(st, side, each)[0] for each in more.some("place")))


def _cut(st: Position, more: Terms) -> int:
    """Return an enemy beside the road behind the farthest point that a corps has reached (reading
    11.4).

    `between` two places asks for that stretch of the road alone.
    """
    route = st.world.pack.facts[more.text("route")].split()
    side = SIDES[more.text("side")]
    corps = more.texts("teams")
    own = [
        u
        for u in st.here()
        if st.world.teams[u.team].seat in corps and u.fights and st.level(u.number) > 0
    ]
    points = [point_of(st, each) for each in route]
    reached = max(
        (
            i
            for i, at in enumerate(points)
            if any(km_between(st.at(u.number), at) <= st.figures.debrief.reached for u in own)
        ),
        default=0,
    )
    mark = more.text("reached")
    before = max((value for _, fact, value in st.chronicle if fact == mark), default=1)
    farthest = max(before - 1, reached)
    if farthest + 1 > before:
        st.chronicle = (*st.chronicle, (st.turn, mark, farthest + 1))
    first, last = 0, farthest
    if "between" in more:
        ends = [route.index(each) for each in more.texts("between")]
        first, last = ends[0], min(ends[1], farthest)
    foes = [st.at(e.number) for e in st.enemies(side) if e.fights]
    return int(
        any(
            beside_km(foe, a, b) <= st.figures.supply.road
            for a, b in pairwise(points[first : last + 1])
            for foe in foes
        )
    )


def _queued(st: Position, more: Terms) -> int:
    """Return 1 if more than `points` unit points of a side wait on the roads."""
    side = SIDES[more.text("side")]
    points = sum(
        u.unit.size_points for u in st.here() if u.side == side and st.has(u.number, QUEUED)
    )
    return int(points > more.whole("points"))


def _cleared(st: Position, more: Terms) -> int:
    return int(is_cleared(st, SIDES[more.text("of")], more.texts("flags"), more.texts("without")))


def is_cleared(st: Position, side: int, flags: list[str], without: list[str]) -> bool:
    """Return whether no effective unit of a side that fights is left on ground with these flags."""
    for unit in st.here():
        if unit.side != side or not unit.fights or st.level(unit.number) == 0:
            continue
        cell = st.world.ways.cell(st.at(unit.number))
        marks = st.world.pack.hexes[cell].flags if cell is not None else frozenset[str]()
        if all(flag in marks for flag in flags) and not any(flag in marks for flag in without):
            return False
    return True


def _fought(st: Position, more: Terms) -> int:
    """Return a fight in one of some places in this turn."""
    points = [point_of(st, each) for each in more.some("place")]
    km = more.number("km", st.figures.debrief.fought)
    return int(
        any(
            st.has(u.number, DEFENDED) and km_between(st.at(u.number), at) <= km
            for u in st.here()
            for at in points
        )
    )


def _near(st: Position, more: Terms) -> int:
    """Return 1 if effective troops of a side are at a place.

    `formations` limits whose troops count, and `turn` limits it to one turn.
    """
    if st.turn != more.whole("turn", st.turn):
        return 0
    at = point_of(st, more.text("place"))
    km = more.number("km", st.figures.debrief.held)
    return int(bool(near(st, SIDES[more.text("side")], at, km, more.texts("formations"))))


def _flying(st: Position, more: Terms) -> int:
    """Return how many squadrons of a role a team still has in one turn."""
    if st.turn != more.whole("turn"):
        return 0
    sky = st.world.sky
    seat, role = more.text("team"), more.text("role")
    return sum(
        st.squadrons[i]
        for i, unit in enumerate(sky.units)
        if unit.team == seat and unit.role == role
    )


WATCHES: Final[Mapping[str, Callable[[Position, Terms], int]]] = {
    "joined": _joined,
    "over": _over,
    "bridge": _bridge,
    "held": _held,
    "cut": _cut,
    "queued": _queued,
    "cleared": _cleared,
    "fought": _fought,
    "near": _near,
    "flying": _flying,
}
"""What can be watched for."""

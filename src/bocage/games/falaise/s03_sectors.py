"""3.1 Where each unit may be set up: by divisional sector, with every exception.

The `setup` column of the counters says it (`counters.Setup`), for units without a sector too
(reading 17); here it becomes hexes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from bocage.engine.rulings import OK, Rule, Ruling, refuse
from bocage.games.falaise.pieces.counters import BRIGADE
from bocage.games.falaise.pieces.units import ALLIED, CANADA, GERMAN, SIDES
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s05_stacking import is_legal_stack, stacking

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position
    from bocage.games.falaise.board.world import World

_AT_THE_FRONT: Final = R("3.1.c")
_AREAS: Final = {
    "sector-d-german": ("in the sector of 12 SS Panzer", R("3.1.h")),
    "set-up-7-army": ("west of the Orne, west of 3221", R("3.1.j")),
    "set-up-eberbach": ("on the German side, west of the Dives", R("3.1.k")),
    "set-up-80-division": ("on the Allied side, within 5 hexes of Argentan", R("3.1.r")),
}
"""The areas in which units without a sector are set up: in words, and by which rule."""


@dataclass(frozen=True, slots=True)
class Berth:
    """The places where one unit may be set up."""

    hexes: tuple[int, ...] = ()
    """Fixed hexes: those of its sectors at the front, or of an exception."""
    front: bool = False
    """Whether it may stand behind a unit of its division when the front is full."""
    anchors: tuple[int, ...] = ()
    """Units that it is set up with, or next to."""
    with_anchor: bool = False
    beside_anchor: bool = False
    later: bool = False
    """Whether it comes later in the game."""
    says: str = ""
    """The place in words."""
    rule: Rule = _AT_THE_FRONT
    """The sentence that says so."""


@cache
def berths(world: World) -> tuple[Berth, ...]:
    """Return the berth of every unit."""
    return tuple(_berth(world, u) for u in range(world.count))


@cache
def order(world: World, side: int) -> tuple[int, ...]:
    """Return the units that a side sets up; those that others depend on come first."""
    found = berths(world)
    own = [u for u in world.ranges[side] if not found[u].later]
    return tuple(sorted(own, key=lambda u: (len(found[u].anchors) > 0, u)))


def _berth(world: World, u: int) -> Berth:
    """Return the sectors of a unit with their boundary hexes, and the exceptions (readings 16, 21
    and 22).
    """
    kind, names = world.units[u].setup
    area = world.pack.area
    if kind == "later":
        return Berth(later=True, says="it comes later")
    if kind == "around":
        h = world.grid.hex(names[0])
        hexes = tuple(sorted((h, *world.grid.around(h))))
        rule = R("3.1.f") if world.mech[u] and world.units[u].type == "recon" else R("3.1.g")
        return Berth(hexes, says=f"in or next to {names[0]}", rule=rule)
    if kind == "in":
        words, rule = _AREAS.get(names[0], (f"in the area {names[0]}", _AT_THE_FRONT))
        return Berth(area(names[0]).hexes, says=words, rule=rule)
    if kind != "front":
        return _anchored(world, u, kind, names[0])
    side = SIDES[GERMAN if u >= world.german.start else ALLIED]
    front = {h for name in names for h in area(f"sector-{name.lower()}-{side}").hexes}
    front = {h for h in front if not world.ground.zone_86[h]}
    words = f"at the front of sector {' or '.join(names)}"
    return Berth(tuple(sorted(front)), front=True, says=words)


def _anchored(world: World, u: int, kind: str, name: str) -> Berth:
    """Return the place of a unit set up with others or next to them; Canadian infantry are brigades
    (reading 6).
    """

    def corps(wanted: str) -> list[int]:
        return [v for v in range(world.count) if world.units[v].corps == wanted and v != u]

    if kind == "near":
        own = tuple(v for v in corps(name) if world.units[v].setup.kind == "front")
        words = f"with or next to a unit of the {_corps_name(world, name)}"
        return Berth(anchors=own, with_anchor=True, beside_anchor=True, says=words, rule=R("3.1.i"))
    if kind == "beside":
        words = f"next to a unit of the {_corps_name(world, name)}"
        return Berth(anchors=tuple(corps(name)), beside_anchor=True, says=words, rule=R("3.1.l"))
    if name != BRIGADE:
        anchor = world.unit_names.index(name)
        words = f"with {world.unit_names.say(anchor)}"
        return Berth(anchors=(anchor,), with_anchor=True, says=words, rule=R("3.1.p"))
    own = tuple(
        v
        for v in corps(world.units[u].corps)
        if world.units[v].type == "infantry" and world.large[v]
    )
    words = "with an infantry brigade of its corps"
    rule = R("3.1.n") if world.nation[u] == CANADA else R("3.1.m")
    return Berth(anchors=own, with_anchor=True, says=words, rule=rule)


def _corps_name(world: World, corps: str) -> str:
    return world.corps_names.say(world.corps_names.index(corps))


def is_own_side(world: World, side: int, h: int) -> bool:
    """Return whether a hex lies on a side's side of the Front Line."""
    ground = world.ground
    return bool(ground.allied_start[h] if side == ALLIED else ground.german_start[h])


def hexes_for(st: Position, u: int) -> list[int]:
    """Return the hexes where a unit may be set up now, in the order of the map."""
    found = [h for h in _candidates(st, u) if _is_open(st, u, h)]
    if not found and berths(st.world)[u].front:
        found = [h for h in _behind(st, u) if _is_open(st, u, h)]
    return found


def _candidates(st: Position, u: int) -> tuple[int, ...] | list[int]:
    world, berth = st.world, berths(st.world)[u]
    if not berth.anchors:
        return berth.hexes
    found: set[int] = set()
    for v in berth.anchors:
        h = st.loc[v]
        if h >= 0 and berth.with_anchor:
            found.add(h)
        if h >= 0 and berth.beside_anchor:
            side = st.side_of(u)
            found.update(n for n in world.ground.near[h] if is_own_side(world, side, n))
    return sorted(found)


def _behind(st: Position, u: int) -> list[int]:
    """Return the hexes next to a unit of its division that is at the front (3.1)."""
    world, side = st.world, st.side_of(u)
    front = set(berths(world)[u].hexes)
    found: set[int] = set()
    for v in world.ranges[side]:
        same = world.division[v] == world.division[u] and world.has_division[u]
        if same and v != u and st.loc[v] in front:
            near = world.ground.near[st.loc[v]]
            found.update(n for n in near if n not in front and is_own_side(world, side, n))
    return sorted(found)


def _is_open(st: Position, u: int, h: int) -> bool:
    """Return whether stacking and the rules on neighbours allow a unit in a hex."""
    there = st.at(h, st.side_of(u))
    if there and not is_legal_stack(st.world, (*(v for v in there if v != u), u)):
        return False
    loc, near = st.loc, st.world.ground.near[h]
    return not any(loc[v] == h or loc[v] in near for v in _shuns(st.world)[u])


@cache
def _shuns(world: World) -> tuple[tuple[int, ...], ...]:
    """Return for each unit the Allied units that it may not be set up next to (reading 14)."""
    return tuple(
        tuple(v for v in world.allied if _keep_apart(world, u, v)) if u in world.allied else ()
        for u in range(world.count)
    )


def _keep_apart(world: World, u: int, v: int) -> bool:
    """Return whether two Allied units may not be set up next to each other (reading 14)."""
    if u == v:
        return False
    if world.apart[u] and world.apart[v]:
        return True
    other = world.division[u] != world.division[v]
    return other and bool(world.rolled[u] or world.rolled[v])


def too_near(st: Position, u: int, h: int) -> int | None:
    """Return an Allied unit that this one may not be set up next to, or None (3.1, reading 14)."""
    world = st.world
    stacks = st.stacks(ALLIED)
    for place in (h, *world.ground.near[h]):
        for v in stacks.get(place, ()):
            if _keep_apart(world, u, v):
                return v
    return None


def why_not(st: Position, u: int, h: int) -> Ruling:
    """Return whether a unit may be set up in a hex, and if not, why."""
    world, berth = st.world, berths(st.world)[u]
    start = "{unit:unit} can't be set up in {hex:hex}: "
    about = {"unit": u, "hex": h}
    if h not in _candidates(st, u):
        reserve = berth.front and h in _behind(st, u)
        if not reserve:
            return refuse(berth.rule, start + "its place is {says}", says=berth.says, **about)
        if any(_is_open(st, u, each) for each in berth.hexes):
            words = start + "there is room for it {says}"
            return refuse(R("3.1.e"), words, says=berth.says, **about)
    stacked = stacking(st, u, h)
    if not stacked:
        return stacked
    near = too_near(st, u, h) if u < world.german.start else None
    if near is None:
        return OK
    if world.apart[u] and world.apart[near]:
        words = start + "{other:unit} is next to it, and the 1st, 9th and 90th keep apart"
        same = world.division[u] == world.division[near]
        return refuse(R("reading 14") if same else R("3.1.q"), words, other=near, **about)
    words = (
        start + "{other:unit} is next to it, and the 80th Division must be apart from all others"
    )
    return refuse(R("3.1.t"), words, other=near, **about)

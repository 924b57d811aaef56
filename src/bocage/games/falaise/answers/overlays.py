"""The overlays of the map of The Pocket at Falaise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import first
from bocage.engine.overlays import Asked, Overlay, Part, Row, below, chosen, downhill
from bocage.engine.words import Words
from bocage.games.falaise.board.ground import ESCAPED, ZONE_86
from bocage.games.falaise.board.position import THIS_ROUND, THIS_TURN
from bocage.games.falaise.pieces.units import ALLIED, GERMAN, NO_CORPS, SIDES
from bocage.games.falaise.rulebook import R
from bocage.games.falaise.s04_activation import ActivationOdds
from bocage.games.falaise.s06_communications import has_loc, net, on_road
from bocage.games.falaise.s07_movement import begin
from bocage.games.falaise.s09_disruption import factor
from bocage.games.falaise.s10_attackers import reaches_from
from bocage.games.falaise.words.verbs import GO, STEP
from bocage.games.threats import Rules, parts
from bocage.hexes.kernels import UNREACHED, ZONE

if TYPE_CHECKING:
    from bocage.games.falaise.board.position import Position

_DIE: Final = range(1, 7)


def _zones(st: Position, _: Asked) -> list[Part]:
    """Return the zones of control of both sides (6.1)."""
    rule = R("6.1")
    return [
        Part(
            Words("Allied zones of control"), ALLIED, "hatch", rule, chosen(st.zone(GERMAN), ZONE)
        ),
        Part(
            Words("German zones of control"), GERMAN, "counter", rule, chosen(st.zone(ALLIED), ZONE)
        ),
    ]


def _lines(st: Position, asked: Asked) -> list[Part]:
    """6.5: from where each side has a Line of Communication, and who has none."""
    found: list[Part] = []
    for side, mark in ((ALLIED, "dots"), (GERMAN, "offset")):
        name = f"{SIDES[side].capitalize()} Lines of Communication"
        hexes = below(net(st, side), UNREACHED)
        ways: tuple[tuple[int, ...], ...] = ()
        if asked.hex is not None and st.at(asked.hex, side) and asked.hex in hexes:
            ways = (_way(st, side, asked.hex),)
        found.append(Part(Words(name), side, mark, R("6.5"), hexes, ways=ways))  # type: ignore[arg-type]
    cut = cut_off(st)
    hexes = tuple(sorted({st.loc[u] for u in cut}))
    rows = tuple(Row(u, Words("no LOC")) for u in cut)
    found.append(Part(Words("Without a line"), -1, "cross", R("6.5"), hexes, units=cut, rows=rows))
    return found


def cut_off(st: Position) -> tuple[int, ...]:
    """Return units on the map without a Line of Communication (6.5)."""
    return tuple(u for u in range(st.world.count) if st.loc[u] >= 0 and not has_loc(st, u))


def _way(st: Position, side: int, h: int) -> tuple[int, ...]:
    """Return a line from a hex (6.5): to a road or straight to an edge, then along the road."""
    ground = st.world.ground
    off = downhill(net(st, side), h, lambda here: _over(ground.wet, here, ground.near[here], st))
    road = on_road(st, side)
    if road[off[-1]] >= UNREACHED:
        return off
    along = downhill(road, off[-1], lambda here: _by_road(st, here))
    return (*off, *along[1:])


def _over(closed: bytes, here: int, near: Iterable[int], st: Position) -> list[int]:
    """Return the neighbours over sides that are not closed."""
    grid = st.world.grid
    return [n for n in near if not closed[here] >> grid.direction(here, n) & 1]


def _by_road(st: Position, here: int) -> list[int]:
    ground, grid = st.world.ground, st.world.grid
    return [n for n in ground.near[here] if ground.road[here] >> grid.direction(here, n) & 1]


def _control(st: Position, _: Asked) -> list[Part]:
    """Return who controls Argentan, and the ground that a side may not enter (3.4, 11.4)."""
    ground = st.world.ground
    held = f"Argentan is {SIDES[st.argentan].capitalize()}"
    found = [
        Part(Words(held), st.argentan, "cross", R("3.4"), (ground.argentan,)),
        Part(Words("Closed to the Allies"), GERMAN, "bars", R("11.4.b"), _closed(st, ESCAPED)),
    ]
    if not st.zone_open:
        hexes = _closed(st, ZONE_86)
        found.append(Part(Words("Closed to the Germans"), ALLIED, "hatch", R("11.4"), hexes))
    if rear := tuple(h for h in ground.grid if ground.rear[h]):
        words = Words("Closed to the Germans")
        found.append(Part(words, ALLIED, "hatch", R("reading 118"), rear))
    return found


def _closed(st: Position, bars: int) -> tuple[int, ...]:
    ground = st.world.ground
    return tuple(h for h in ground.grid if ground.is_barred(bars, h) & bars)


def _comers(st: Position, by: int) -> list[tuple[int, int, bool, dict[int, frozenset[int]]]]:
    """Return for each unit of a side the hexes it could attack after its next move (7.2, 10.1)."""
    st = st.copy()
    world, ground = st.world, st.world.ground
    own = world.ranges[by]
    for u in own:
        st.marks[u] &= ~(THIS_TURN | THIS_ROUND)
    best = {
        corps: max(ActivationOdds(st, corps, counter=False).points(die) for die in _DIE)
        for corps in {st.corps[u] for u in own} - {NO_CORPS}
    }
    found: list[tuple[int, int, bool, dict[int, frozenset[int]]]] = []
    for u in own:
        here = st.loc[u]
        if here < 0:
            continue
        st.points = best.get(st.corps[u], 0)
        places = {here}
        if st.corps[u] != NO_CORPS:
            moves = begin(st, by, (u,)).legal(st)
            places |= {first(each) for each in moves if each >> 32 in (GO.number, STEP.number)}
        targets: defaultdict[int, set[int]] = defaultdict(set)
        for place in places:
            for n in ground.near[place]:
                if reaches_from(st, u, place, n):
                    targets[n].add(place)
        large = bool(world.large[u])
        kept = {h: frozenset(each) for h, each in targets.items()}
        found.append((u, factor(st, u), large, kept))
    return found


def _held(st: Position, side: int) -> Iterable[int]:
    return st.stacks(side)


_THREATS: Final = Rules(
    _comers,
    _held,
    R("10.1"),
    R("5.3"),
    Words("each enemy on the map moves once with the best Activation die, and attacks"),
)


def _threat(st: Position, asked: Asked) -> list[Part]:
    return parts(st, asked, _THREATS)


OVERLAYS: Final[Mapping[str, Overlay]] = {
    "zones": Overlay(Words("Zones of control"), R("6.1"), _zones),
    "lines": Overlay(Words("Lines of Communication"), R("6.5"), _lines, pointed=True),
    "control": Overlay(Words("Control and closed ground"), R("3.4"), _control),
    "threat": Overlay(Words("Threat"), R("10.1"), _threat, pointed=True),
}

"""The overlays of the map of Operation Roundup."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from bocage.engine.actions import first
from bocage.engine.overlays import Asked, Overlay, Part, Row, below, chosen, downhill
from bocage.engine.words import Words
from bocage.games.roundup.board.position import ATTACKED, FOUGHT, LANDED, MOVED, NOBODY
from bocage.games.roundup.pieces.units import ALLIED, GERMAN, UK, US
from bocage.games.roundup.rulebook import R
from bocage.games.roundup.s04_supply import KINDS, NONE, supply_kind, traces_overland
from bocage.games.roundup.s10_movement import Moving, allowance, cannot_move
from bocage.games.roundup.s11_combat import can_attack
from bocage.games.roundup.s11_odds import ATTACK, strength, tas_over
from bocage.games.roundup.words.verbs import GO, STEP
from bocage.games.threats import Rules, parts
from bocage.hexes.kernels import UNREACHED, ZONE

if TYPE_CHECKING:
    from bocage.games.roundup.board.position import Position

_THIS_PHASE: Final = MOVED | FOUGHT | ATTACKED | LANDED


def _zones(st: Position, _: Asked) -> list[Part]:
    """Return the zones of control of both sides (3.2)."""
    rule = R("3.2")
    return [
        Part(
            Words("Allied zones of control"), ALLIED, "hatch", rule, chosen(st.zone(GERMAN), ZONE)
        ),
        Part(
            Words("German zones of control"), GERMAN, "counter", rule, chosen(st.zone(ALLIED), ZONE)
        ),
    ]


def _supply(st: Position, asked: Asked) -> list[Part]:
    """Return where overland supply reaches, and which units have none or another kind (4.0)."""
    found: list[Part] = []
    for name, side, nation, mark in (
        ("US supply", ALLIED, US, "dots"),
        ("UK supply", ALLIED, UK, "offset"),
        ("German supply", GERMAN, US, "bars"),
    ):
        net = st.net(side, nation)
        rule = R("4.2") if side == GERMAN else R("4.4")
        hexes = below(net, UNREACHED)
        ways: tuple[tuple[int, ...], ...] = ()
        if asked.hex is not None and _draws(st, asked.hex, side, nation):
            ways = (downhill(net, asked.hex, st.world.near),)
        found.append(Part(Words(name), side, mark, rule, hexes, ways=ways))  # type: ignore[arg-type]
    other = _elsewhere(st)
    cut = tuple(u for u, kind in other if kind == NONE)
    rows = tuple(Row(u, Words(KINDS[kind])) for u, kind in other)
    hexes = tuple(sorted({st.loc[u] for u in cut}))
    note = Words("turn 1: all units are supplied (4.6)") if st.turn == 1 else None
    cited = R("4.6") if st.turn == 1 else R("4.1")
    found.append(
        Part(
            Words("Out of overland supply"),
            -1,
            "cross",
            cited,
            hexes,
            units=cut,
            rows=rows,
            note=note,
        )
    )
    return found


def _elsewhere(st: Position) -> list[tuple[int, int]]:
    """Return units on the map without overland supply, each with its kind of supply."""
    return [
        (u, supply_kind(st, u))
        for u in range(st.world.count)
        if st.loc[u] >= 0 and not traces_overland(st, u)
    ]


def cut_off(st: Position) -> tuple[int, ...]:
    """Return units that have no supply of any kind (4.1); on turn 1 there are none (4.6)."""
    return () if st.turn == 1 else tuple(u for u, kind in _elsewhere(st) if kind == NONE)


def _draws(st: Position, h: int, side: int, nation: int) -> bool:
    """Return whether a path is drawn for the units in a hex."""
    units = [u for u in st.at(h, side) if side == GERMAN or st.world.nation[u] == nation]
    return bool(units) and st.linked(h, side, nation)


def _control(st: Position, _: Asked) -> list[Part]:
    """Return the hexes that the Allies control; the Germans control all others (3.5)."""
    hexes = chosen(st.control, 1)
    note = Words("{count} hexes; the Germans control all others", {"count": len(hexes)})
    return [Part(Words("Allied control"), ALLIED, "bars", R("3.5"), hexes, note=note)]


def _tas(st: Position, _: Asked) -> list[Part]:
    """Return hexes under a TAS Marker, its own and those next to it (7.3 to 7.5)."""
    side = st.superiority
    hexes = tuple(h for h in range(st.world.size) if tas_over(st, h)) if st.tas else ()
    names = ("Allied TAS areas", "German TAS areas")
    name = "TAS areas" if side == NOBODY else names[side]
    note = None if hexes else Words("no TAS on the map")
    return [Part(Words(name), side, "cross", R("7.4"), hexes, note=note)]


def _rested(st: Position, by: int) -> Position:
    """Return a position in which no unit of a side has moved or fought yet."""
    st = st.copy()
    for u in st.world.ranges[by]:
        st.marks[u] &= ~_THIS_PHASE
    return st


def next_moves(st: Position, by: int) -> list[tuple[int, set[int]]]:
    """Return for each unit of a side on the map where it can be after its next move (10.0)."""
    st = _rested(st, by)
    found: list[tuple[int, set[int]]] = []
    for u in st.world.ranges[by]:
        here = st.loc[u]
        if here < 0:
            continue
        places = {here}
        if cannot_move(st, u, by):
            moves = Moving(by, u, 0, *allowance(st, u)).legal(st)
            places |= {first(each) for each in moves if each >> 32 in (GO.number, STEP.number)}
        found.append((u, places))
    return found


def next_attackers(st: Position, by: int, h: int) -> list[int]:
    """Return the units of a side that could attack a hex after their next move (10.0, 11.0)."""
    beside = set(st.world.near(h))
    rested = _rested(st, by)
    return [
        u
        for u, places in next_moves(st, by)
        if not beside.isdisjoint(places) and can_attack(rested, u, h)
    ]


def _comers(st: Position, by: int) -> list[tuple[int, int, bool, dict[int, frozenset[int]]]]:
    """Return for each unit of a side the hexes it could attack after its next move (10.0, 11.0)."""
    moves = next_moves(st, by)
    st = _rested(st, by)
    world = st.world
    found: list[tuple[int, int, bool, dict[int, frozenset[int]]]] = []
    for u, places in moves:
        targets: defaultdict[int, set[int]] = defaultdict(set)
        for place in places:
            for n in world.near(place):
                if can_attack(st, u, n):
                    targets[n].add(place)
        factor, large = strength(st, u, ATTACK), bool(world.is_division[u])
        found.append((u, factor, large, {h: frozenset(each) for h, each in targets.items()}))
    return found


def _held(st: Position, side: int) -> Iterable[int]:
    return (h for u in st.world.ranges[side] if (h := st.loc[u]) >= 0)


_THREATS: Final = Rules(
    _comers,
    _held,
    R("11.0"),
    R("3.1"),
    Words("each enemy on the map moves as far as its current supply allows, and attacks"),
)


def _threat(st: Position, asked: Asked) -> list[Part]:
    return parts(st, asked, _THREATS)


OVERLAYS: Final[Mapping[str, Overlay]] = {
    "zones": Overlay(Words("Zones of control"), R("3.2"), _zones),
    "supply": Overlay(Words("Supply"), R("4.0"), _supply, pointed=True),
    "control": Overlay(Words("Control"), R("3.5"), _control),
    "air": Overlay(Words("TAS areas"), R("7.4"), _tas),
    "threat": Overlay(Words("Threat"), R("11.0"), _threat, pointed=True),
}

"""Parked stacks and dumps, and their capture (11.0, reading 6.8)."""

from __future__ import annotations

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.board.ways import Point, km_between
from bocage.games.opcom.board.world import FUEL, KINDS
from bocage.games.opcom.s11_supplies.use import Stock, captured

_COLOURS = (("British", "American"), ("German", "Italian"))
"""The ammunition that each side can use."""


def capture_stacks(st: Position) -> None:
    """Capture enemy stacks where units end a turn: take the fuel and destroy the rest."""
    units = len(st.world.units)
    for depot in range(st.world.depots):
        side = st.depot_side[depot]
        is_dump = depot < len(st.world.dumps)
        if not side or not (is_dump or st.held(units + depot)):
            continue
        at = (st.depot_x[depot], st.depot_y[depot])
        takers = [
            u
            for u in st.enemies(side - 1)
            if u.fights and km_between(st.at(u.number), at) <= st.figures.supply.stack
        ]
        if takers:
            owner = _owner(st, depot)
            if held := st.held(units + depot):
                st.note(owner, "points lost", figure=held)
            st.note(owner, "dump taken", at=at, name=st.world.dumps[depot].name if is_dump else "")
            _take(st, units + depot, takers[0].side)
            st.depot_side[depot] = takers[0].side + 1
            st.depot_team[depot] = takers[0].team + 1
            st.note(takers[0].team, "supplies taken", at=at)


def _owner(st: Position, depot: int) -> int:
    """Return the team of a stack: the one that parked or took it, or the one whose dump it is."""
    if st.depot_team[depot]:
        return st.depot_team[depot] - 1
    seat = st.world.dumps[depot].team
    return next(team for team, each in enumerate(st.world.teams) if each.seat == seat)


def stacks_of(st: Position, team: int) -> list[int]:
    """Return a team's parked and captured stacks, by depot, without its dumps."""
    units, seat = len(st.world.units), st.world.teams[team].seat
    dumps = st.world.dumps
    return [
        depot
        for depot in range(st.world.depots)
        if st.depot_team[depot] == team + 1
        and st.held(units + depot)
        and not (depot < len(dumps) and dumps[depot].team == seat)
    ]


def park(st: Position, team: int, at: Point) -> int | None:
    """Return the holder of a stack at a point, or a new one.

    None if there are too many (11.0.e).
    """
    units, first = len(st.world.units), len(st.world.dumps)
    free: int | None = None
    for depot in range(first, st.world.depots):
        mine = st.depot_team[depot] == team + 1 and st.held(units + depot)
        if (
            mine
            and km_between((st.depot_x[depot], st.depot_y[depot]), at) <= st.figures.supply.stack
        ):
            return units + depot
        if free is None and not st.held(units + depot):
            free = depot
    if free is None:
        return None
    st.depot_x[free], st.depot_y[free] = at
    st.depot_side[free] = st.world.side_of_team(team) + 1
    st.depot_team[free] = team + 1
    return units + free


def _take(st: Position, holder: int, side: int) -> None:
    """Take the fuel, and ammunition of the captors' own side; destroy the rest."""
    stock = Stock({KINDS[k]: st.holds(holder, k) for k in range(FUEL)}, st.holds(holder, FUEL))
    kept = captured(stock, _COLOURS[side])
    for kind in range(FUEL):
        st.take(holder, kind, st.holds(holder, kind) - kept.ammo.get(KINDS[kind], 0))

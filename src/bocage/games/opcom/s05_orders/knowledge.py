"""A team's knowledge when it writes a sheet, read only from its reports."""

from __future__ import annotations

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.pieces.told import DueRow, UnitRow
from bocage.games.opcom.s05_orders.meaning import Known


def known_to_team(st: Position, team: int) -> Known:
    """Return its own units, arrivals of this turn (4.0.d), losses, and broken bridges."""
    told = st.told[team]
    world = st.world
    by_id = world.by_id
    ours: list[UnitRow | DueRow] = [*told.units]
    ours += [u for u in told.due if u.turn <= st.turn]
    bridges = {c.id: i for i, c in enumerate(world.crossings)}
    stocks = {each.name: each for each in told.stocks}
    seat = world.teams[team].seat
    dumps = {
        len(world.units) + i: stocks[dump.name]
        for i, dump in enumerate(world.dumps)
        if dump.team == seat and dump.name in stocks
    }
    held = {u.number: stocks[u.name] for u in world.units if u.team == team and u.name in stocks}
    return Known(
        where={by_id[u.id]: (u.x, u.y) for u in ours},
        lost=frozenset(by_id[each] for each in told.lost),
        down=frozenset(bridges[each] for each in told.down),
        stacks={each.depot: (each.x, each.y) for each in told.stacks},
        due={by_id[u.id]: u.turn for u in told.due},
        friends=frozenset(by_id[u.id] for u in (*told.under, *told.lent)),
        stocks={holder: (row.ammo, row.fuel) for holder, row in (held | dumps).items()},
        dumps={
            holder: (row.x, row.y)
            for holder, row in dumps.items()
            if row.x is not None and row.y is not None
        },
    )

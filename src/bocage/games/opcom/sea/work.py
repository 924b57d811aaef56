"""The end of a turn by the sea: engineers have worked on beaches and ports (reading 12.4)."""

from __future__ import annotations

from bocage.games.opcom.position import Position
from bocage.games.opcom.sea.shore import engineers_at_work
from bocage.games.opcom.sea.state import beach_point, keep, sea_of


def work_on_beaches(st: Position) -> None:
    """Count a turn of work wherever engineers have spent one."""
    if not st.sea:
        return
    sea = sea_of(st)
    worked = tuple(
        done + int(engineers_at_work(st, beach_point(st.world, beach)))
        for done, beach in zip(sea.worked, st.world.data.sea.beaches, strict=True)
    )
    keep(st, sea._replace(worked=worked))

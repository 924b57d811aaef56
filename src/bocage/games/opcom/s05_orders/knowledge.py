"""What a team knows when it writes a sheet: read from what it was told, and from nothing else."""

from __future__ import annotations

import json
from typing import Any, cast

from bocage.games.opcom.board.position import Position
from bocage.games.opcom.s05_orders.meaning import Known


def told_to(st: Position, team: int) -> dict[str, Any]:
    """What the team was last told."""
    return cast("dict[str, Any]", json.loads(st.told[team])) if st.told[team] else {}


def known_to_team(st: Position, team: int) -> Known:
    """Its own units, those that come on in this turn (4.0.d), its losses, bridges that are down."""
    told = told_to(st, team)
    by_id = st.world.by_id
    coming = [u for u in told.get("due", ()) if u["turn"] <= st.turn]
    bridges = {c.id: i for i, c in enumerate(st.world.crossings)}
    return Known(
        {by_id[u["id"]]: (u["x"], u["y"]) for u in (*told.get("units", ()), *coming)},
        frozenset(by_id[each] for each in told.get("lost", ())),
        frozenset(bridges[each] for each in told.get("down", ())),
        {each["depot"]: (each["x"], each["y"]) for each in told.get("stacks", ())},
    )

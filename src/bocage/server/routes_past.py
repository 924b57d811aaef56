"""Requests about what was: earlier points of a game, in the view of whoever asks."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from bocage.engine.past import Past
from bocage.server import past
from bocage.server.feeds import lines_shown
from bocage.server.routes_tables import GameId
from bocage.server.signing import HubHere, Person

router = APIRouter(tags=["games"])

Line = Annotated[int, Query(ge=0, le=1_000_000)]


@router.get("/games/{id_}/past")
async def look_back(
    id_: GameId, start: Line, stop: Line, hub: HubHere, person: Person, request: Request
) -> dict[str, Any]:
    """How a game stood after `start` lines, and what changed with each line up to `stop`."""
    request.app.state.commands.spend(person.id)
    live = await hub.enter(id_, person.id)
    async with live.held():
        viewer, walked = live.viewer(person.id), Past(live.table)
        lines = list(lines_shown(live.table, viewer))
    return await asyncio.to_thread(past.told, live.game, walked, lines, viewer, start, stop)


@router.get("/games/{id_}/timeline")
async def timeline(id_: GameId, hub: HubHere, person: Person, request: Request) -> dict[str, Any]:
    """How many lines there are, and after how many of them each turn began."""
    request.app.state.commands.spend(person.id)
    live = await hub.enter(id_, person.id)
    async with live.held():
        viewer, walked = live.viewer(person.id), Past(live.table)
        lines = list(lines_shown(live.table, viewer))
    return {"lines": len(lines), "turns": await asyncio.to_thread(past.turns, walked, lines)}

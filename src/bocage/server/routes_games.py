"""Requests about a game in play, for those who come without a socket: by mail, by program."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request
from fastapi.responses import PlainTextResponse

from bocage.engine.parsing import parsed
from bocage.engine.verifying import verified
from bocage.engine.writing import copy_for, revealed
from bocage.server import commands, wire
from bocage.server.bodies import SaveText
from bocage.server.errors import UnknownError
from bocage.server.hub import Hub
from bocage.server.live import LiveGame
from bocage.server.routes_tables import GameId
from bocage.server.signing import HubHere, Person
from bocage.server.sockets import answer

router = APIRouter(tags=["games"])


async def _entered(hub: Hub, id_: str, person: str) -> LiveGame:
    live = await hub.get(id_)
    if not live.may_look(person):
        raise UnknownError("there is no such game")
    return live


@router.get("/games/{id_}/state")
async def state(
    id_: GameId,
    hub: HubHere,
    person: Person,
    stamp: Annotated[str, Query(max_length=64)] = "",
) -> list[dict[str, Any]]:
    """How a game stands: what changed since a stamp, or all of it."""
    live = await _entered(hub, id_, person.id)
    async with live.lock:
        feed = live.feed(live.viewer(person.id))
        return feed.since(stamp) if stamp else [feed.whole()]


@router.post("/games/{id_}/commands")
async def command(
    id_: GameId,
    body: Annotated[commands.Command, Body()],
    hub: HubHere,
    person: Person,
    request: Request,
) -> dict[str, Any]:
    """Do something: `done` when it is on disk, `refused` with reasons, or `failed`."""
    request.app.state.commands.spend(person.id)
    return await hub.do(id_, person.id, body)


@router.post("/games/{id_}/questions")
async def question(
    id_: GameId, body: commands.Question, hub: HubHere, person: Person
) -> dict[str, Any]:
    """What may be done, or why something may not."""
    return await answer(await _entered(hub, id_, person.id), person.id, body)


@router.get("/games/{id_}/story")
async def story(id_: GameId, hub: HubHere, person: Person) -> list[dict[str, Any]]:
    """Everything that happened, as far as this person may know it."""
    live = await _entered(hub, id_, person.id)
    async with live.lock:
        game = live.game
        return [
            wire.event(number, each, game.nouns, game.book)
            for number, each in live.table.events_for(live.viewer(person.id))
        ]


@router.get("/games/{id_}/save", response_class=PlainTextResponse)
async def save(id_: GameId, hub: HubHere, person: Person) -> str:
    """The game as a file: a seat's own copy while it goes on, all of it when it is over."""
    live = await _entered(hub, id_, person.id)
    async with live.lock:
        if live.table.is_over:
            return revealed(live.table)
        return copy_for(live.table, live.viewer(person.id))


@router.post("/verify")
async def verify(body: SaveText, hub: HubHere) -> dict[str, Any]:
    """Check a save: its chain, every action, every die."""
    found = verified(body.save, hub.game(parsed(body.save).header.game))
    return {
        "lines": found.lines,
        "hidden": found.hidden,
        "dice": found.dice,
        "dice_checked": found.dice_checked,
        "played": found.played,
        "over": found.over,
        "mark": found.mark,
    }

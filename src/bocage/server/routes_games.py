"""Requests about a game in play, for clients without a socket: by mail, by program."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Response
from fastapi.responses import PlainTextResponse

from bocage.engine.dice import Trust
from bocage.engine.past import Past
from bocage.engine.play import is_sealed
from bocage.engine.save_text import copy_for, lines_shown, revealed, sees_lines
from bocage.engine.verification import verified
from bocage.server import commands, messages, past, surveys, uploads
from bocage.server.bodies import SaveText
from bocage.server.errors import ForbiddenError
from bocage.server.routes_tables import GameId
from bocage.server.sender import HubHere, Person
from bocage.server.sockets import answer
from bocage.server.threads import BROUGHT, LOOKS, PICTURES

router = APIRouter(prefix="/api", tags=["games"])


@router.get("/games/{id_}/state", response_model=list[messages.State | messages.Update])
async def state(
    id_: GameId,
    hub: HubHere,
    person: Person,
    stamp: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """Return the state of a game: the changes since a stamp, or all of it."""
    live = await hub.enter(id_, person.id)
    async with live.held():
        feed = live.feed(live.viewer(person.id))
        texts = feed.since(stamp) if stamp else [feed.whole()]
    return Response(f"[{','.join(texts)}]", media_type="application/json")


@router.post("/games/{id_}/commands")
async def command(
    id_: GameId,
    body: Annotated[commands.Command, Body()],
    hub: HubHere,
    person: Person,
) -> messages.Reply:
    """Do something: `done` when it is on disk, `refused` with reasons, or `failed`."""
    reply = await hub.do(id_, person.id, body)
    if reply["type"] == "done":
        await hub.saw(id_, person.id)
    return reply


@router.post("/games/{id_}/hurry", status_code=204)
async def hurry(id_: GameId, hub: HubHere, person: Person) -> None:
    """Let a computer player that searches stop looking ahead in this turn, and play."""
    live = await hub.enter(id_, person.id)
    if not any(seat.person == person.id for seat in live.seats):
        raise ForbiddenError("you hold no seat in this game")
    live.hurry()


@router.post("/games/{id_}/questions")
async def question(
    id_: GameId, body: commands.Question, hub: HubHere, person: Person
) -> messages.Answer | messages.Failed:
    """Return the legal actions, or why something is not legal."""
    return await answer(await hub.enter(id_, person.id), person.id, body)


@router.get("/games/{id_}/layers/{layer}.svg")
async def sided_layer(
    id_: GameId,
    layer: Annotated[str, Path(max_length=40, examples=["drop-zones"])],
    hub: HubHere,
    person: Person,
) -> Response:
    """Return a layer of an operation's map that only some sides may see; for the others it is
    empty.
    """
    live = await hub.enter(id_, person.id)
    async with live.held():
        viewer = live.viewer(person.id)
    text = await PICTURES.run(id_, surveys.sided_layer, live.game, layer, viewer)
    return Response(text, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


@router.get("/games/{id_}/story", response_model=list[messages.Happened])
async def story(id_: GameId, hub: HubHere, person: Person) -> Response:
    """Return everything that happened, as far as this person may know it."""
    live = await hub.enter(id_, person.id)
    async with live.held():
        viewer = live.viewer(person.id)
        lines = lines_shown(live.table, viewer)
        key = (live.epoch, viewer, len(live.table.entries), len(lines))
        found = hub.shelf.get(key)
        walked = None if found is not None else Past(live.table)
    if walked is not None:
        found = await LOOKS.run(person.id, past.story, live.game, walked, lines, viewer)
        hub.shelf.put(key, found)
    return Response(found, media_type="application/json")


@router.get("/games/{id_}/save", response_class=PlainTextResponse)
async def save(id_: GameId, hub: HubHere, person: Person) -> str:
    """Return the game as a file: before the end a seat's own copy, after it the whole save."""
    live = await hub.enter(id_, person.id)
    async with live.held():
        table, viewer = live.table, live.viewer(person.id)
        if table.is_over:
            return revealed(table)
        hidden = (
            is_sealed(table.state)  # whether or not anybody has answered: that must not show
            or not sees_lines(table, viewer)
            or any(not each.is_known_to(viewer) for each in table.entries)
        )
        if hidden and table.header.trust is not Trust.HELD:
            # With open dice the seed is in the file, and with it every line that is sealed.
            raise ForbiddenError(
                "you can save this game when it is over: some of its lines are still "
                "hidden from you"
            )
        return copy_for(table, viewer)


@router.post("/verify")
async def verify(body: SaveText, hub: HubHere, person: Person) -> messages.Verified:
    """Check a save: its chain, every action, every die."""
    saved = await uploads.looked_through(person.id, body.save)
    game = await hub.rules(saved.header.game, saved.header.scenario)
    found = await BROUGHT.run(person.id, verified, body.save, game)
    return {
        "lines": found.lines,
        "hidden": found.hidden,
        "dice": found.dice,
        "dice_checked": found.dice_checked,
        "played": found.played,
        "over": found.over,
        "mark": found.mark,
    }

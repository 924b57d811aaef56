"""Requests of Control about other umpires, and of people who become umpires."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from sqlalchemy import Connection

from bocage.engine.game import AnyGame
from bocage.server import messages, posts, store
from bocage.server.bodies import Clearance, Umpire
from bocage.server.errors import UnknownError
from bocage.server.hub import Hub
from bocage.server.routes_tables import GameId, summary
from bocage.server.sender import Counted, HubHere, Person

router = APIRouter(prefix="/api", tags=["umpires"])

PersonId = Annotated[str, Path(max_length=16, pattern=r"^[\w-]+$")]


@router.get("/games/{id_}/clearances")
async def cleared(id_: GameId, hub: HubHere, person: Person) -> messages.Clearances:
    """For Control: return the possible clearances of umpires, and who has them."""

    def look(connection: Connection) -> messages.Clearances:
        game = controlled(hub, connection, id_, person.id)
        return {"there": list(game.clearances), "given": posts.listed(connection, id_)}

    return await hub.committer.read(look)


@router.post("/games/{id_}/clearances", status_code=201)
async def clear(
    id_: GameId, body: Clearance, hub: HubHere, person: Person
) -> messages.ClearanceLink:
    """For Game Control: return a link by which one person gets a post."""

    def work(connection: Connection) -> str:
        game = controlled(hub, connection, id_, person.id)
        return posts.offer(connection, game, id_, body.cleared, body.role)

    secret = await hub.committer.commit(work)
    return {"cleared": body.cleared, "role": body.role, "secret": secret}


@router.delete("/games/{id_}/clearances/{umpire}", status_code=204)
async def unclear(id_: GameId, umpire: PersonId, hub: HubHere, person: Person) -> None:
    """For Control: remove somebody from their post, as if they had left it. They may continue to
    watch.
    """

    def work(connection: Connection) -> None:
        game = controlled(hub, connection, id_, person.id)
        row = store.row_of(connection, id_, alone=True)
        if not posts.leave(connection, game, row, umpire):
            raise UnknownError("they have no role in this game")
        hub.relay.tell(connection, id_)
        hub.tell_other(connection, id_, umpire)

    await hub.committer.commit(work)
    await hub.again(id_, umpire)


@router.post("/games/{id_}/umpire", dependencies=[Counted])
async def take(id_: GameId, body: Umpire, hub: HubHere, person: Person) -> messages.Summary:
    """Take the post that the secret of a link gives: an umpire's, or one at a headquarters."""

    def work(connection: Connection) -> bool:
        row = store.row_of(connection, id_, alone=True)
        game = hub.game(row.game, store.header_of(row.header).scenario)
        posts.take(connection, game, id_, person.id, body.secret)
        hub.relay.tell(connection, id_)
        hub.tell_other(connection, id_, person.id)
        return bool(row.status == "open")

    if await hub.committer.commit(work):
        await hub.begin(id_, person.id)
    await hub.look(id_)
    hub.part_anew(id_, person.id)
    return await summary(hub, id_, person.id)


def controlled(hub: Hub, connection: Connection, id_: str, person: str) -> AnyGame:
    """Return the rules of a game, only for its Control; for others there is no such game."""
    row = store.row_of(connection, id_)
    game = hub.game(row.game, store.header_of(row.header).scenario)
    held = any(person in seat.people for seat in store.seats_of(connection, id_, game.seats))
    if not held and not store.watches(connection, id_, person):
        raise UnknownError("there is no such game")
    posts.check_control(connection, game, id_, person)
    return game

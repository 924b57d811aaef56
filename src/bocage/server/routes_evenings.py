"""Requests about an evening: casting, leaving, commanders in empty seats, the big screen."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Header, Request
from sqlalchemy import Connection, select

from bocage.server import casting, evening, messages, posts, store
from bocage.server.bodies import CastList, CastRow, FilledSeat
from bocage.server.connections import OWN
from bocage.server.errors import ForbiddenError, UnknownError
from bocage.server.people import hashed, new_secret
from bocage.server.phases import phases_told
from bocage.server.roles import Post
from bocage.server.routes_tables import GameId
from bocage.server.routes_umpires import controlled
from bocage.server.schema import EVENINGS
from bocage.server.sender import HubHere, Person
from bocage.server.settings import Settings
from bocage.server.threads import QUESTIONS

router = APIRouter(prefix="/api", tags=["evenings"])

_HERE = ("localhost", *OWN)
_NO_SCREEN = "this link to the big screen does not work: ask Game Control for another"


@router.post("/games/{id_}/cast", status_code=201)
async def cast(
    id_: GameId, body: CastList, hub: HubHere, person: Person, request: Request
) -> messages.Cast:
    """For Game Control: return links and codes for people; each link gives one person their
    post.
    """

    def work(connection: Connection) -> list[tuple[CastRow, str]]:
        game = controlled(hub, connection, id_, person.id)
        return casting.cast(connection, game, id_, body.people)

    made = await hub.committer.commit(work)
    # Drawing the codes of a hundred people takes seconds: others are served meanwhile.
    told = await QUESTIONS.run(person.id, casting.posts_told, _address(request), id_, made)
    return {"posts": told}


@router.post("/games/{id_}/leave", status_code=204)
async def leave(id_: GameId, hub: HubHere, person: Person) -> None:
    """Leave your posts. If nobody is left, a commander takes over until somebody comes."""

    def work(connection: Connection) -> None:
        row = store.row_of(connection, id_, alone=True)
        if not store.has_business(connection, id_, person.id):
            raise UnknownError("there is no such game")
        game = hub.game(row.game, store.header_of(row.header).scenario)
        if game.control is None:
            raise ForbiddenError("this game has no umpire: give up instead")
        posts.leave(connection, game, row, person.id)
        hub.relay.tell(connection, id_)
        hub.tell_other(connection, id_, person.id)

    await hub.committer.commit(work)
    await hub.again(id_, person.id)


@router.post("/games/{id_}/commanders", status_code=204)
async def fill(id_: GameId, body: FilledSeat, hub: HubHere, person: Person) -> None:
    """For Game Control: let computer commanders take headquarters without players.

    A person cast there later takes the seat back. If every seat is taken now, the game begins.
    """

    def work(connection: Connection) -> bool:
        game = controlled(hub, connection, id_, person.id)
        row = store.row_of(connection, id_, alone=True)
        posts.fill(connection, game, id_, body.seat)
        hub.relay.tell(connection, id_)
        return bool(row.status == "open")

    if await hub.committer.commit(work):
        await hub.begin(id_, person.id)
    await hub.look(id_)


@router.post("/games/{id_}/screen", status_code=201)
async def open_screen(
    id_: GameId, hub: HubHere, person: Person, request: Request
) -> messages.ScreenLink:
    """For Game Control: return a link for the big screen, which needs no name; the earlier one
    ends.
    """
    secret = new_secret()

    def work(connection: Connection) -> None:
        controlled(hub, connection, id_, person.id)
        evening.set_screen(connection, id_, hashed(secret))

    await hub.committer.commit(work)
    link = f"{_address(request)}/screen/{id_}#{secret}"
    return {"secret": secret, "link": link, "qr": casting.code_of(link)}


@router.get("/games/{id_}/screen")
async def screen(
    id_: GameId, hub: HubHere, x_screen: Annotated[str, Header(max_length=100)] = ""
) -> messages.Screen:
    """Return the contents of the big screen, for anyone with its secret: what everybody may
    know.
    """
    kept = select(EVENINGS.c.screen).where(EVENINGS.c.game == id_)
    wanted = await hub.committer.read(lambda look: look.execute(kept).scalar_one_or_none())
    if not x_screen or wanted is None or bytes(wanted) != hashed(x_screen):
        raise ForbiddenError(_NO_SCREEN)
    live = await hub.get(id_)
    async with live.held():
        heading = live.table.heading().say(live.game.nouns)
    board = live.board
    assert board is not None  # a game without an umpire has no screen
    return {
        "name": live.name,
        "title": live.game.scenario(live.table.header.scenario).title,
        "heading": heading,
        "status": live.status,
        "clock": board.timer.told(live.game.phases),
        "phases": phases_told(live.game.phases),
        "news": board.news_for(Post()),
        "now": hub.stopwatch.now(),
    }


@router.get("/games/{id_}/evening")
async def look(id_: GameId, hub: HubHere, person: Person) -> messages.Evening:
    """Return the state of the evening, for clients without a socket."""
    live = await hub.enter(id_, person.id)
    if live.board is None:
        raise ForbiddenError("this game has no umpire")
    return live.board.told(live, person.id)


def _address(request: Request) -> str:
    """Return the address at which others reach the server, for links.

    The address of this request is right unless it is this machine's own, or the server has a name.
    """
    told: Settings = request.app.state.settings
    here = str(request.base_url)
    named, asked = (urlsplit(each).hostname or "" for each in (told.address, here))
    known = named not in _HERE and (asked in _HERE or not _is_numeric(named))
    return (told.address if known else here).rstrip("/")


def _is_numeric(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True

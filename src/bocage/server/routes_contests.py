"""Requests about contests: ratings of players, and tournaments."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from sqlalchemy import Connection

from bocage.server import messages, ratings, tournaments
from bocage.server.bodies import NewTournament
from bocage.server.clocks import Clock
from bocage.server.errors import ServerError
from bocage.server.sender import HubHere, Person

router = APIRouter(prefix="/api", tags=["contests"])

GameName = Annotated[str, Path(max_length=40, pattern=r"^[\w-]+$", examples=["roundup"])]
TournamentId = Annotated[str, Path(max_length=16, pattern=r"^[\w-]+$")]


@router.get("/players/{game}")
async def players(game: GameName, hub: HubHere, _: Person) -> list[messages.RatedPlayer]:
    """Return the players of a game by their ratings, the best first."""
    rules = await hub.rules(game)
    return await hub.committer.read(lambda look: ratings.listed(look, rules.id))


@router.get("/tournaments")
async def listed(hub: HubHere, person: Person) -> list[messages.TournamentState]:
    """Return the tournaments that you can enter or are in."""
    return await hub.committer.read(lambda look: tournaments.listed(look, person.id))


@router.post("/tournaments", status_code=201)
async def make(body: NewTournament, hub: HubHere, person: Person) -> messages.TournamentState:
    """Make a tournament and enter it."""
    rules = await hub.rules(body.game)
    game = await hub.rules(body.game, rules.scenario(body.scenario).id)
    if body.clock.kind != "none" and body.clock.seconds == 0:
        raise ServerError("a clock needs seconds")
    clock = Clock.set_for(body.clock.kind, body.clock.seconds, len(game.seats))

    def work(connection: Connection) -> messages.TournamentState:
        made = tournaments.make(
            connection,
            game,
            person.id,
            name=body.name,
            scenario=body.scenario,
            options=body.options,
            clock=clock,
            rounds=body.rounds,
        )
        tournaments.enter(connection, made, person.id, person.name)
        return tournaments.told(connection, tournaments.row_of(connection, made), person.id)

    return await hub.lay(person.id, work)


@router.get("/tournaments/{id_}")
async def one(id_: TournamentId, hub: HubHere, person: Person) -> messages.TournamentState:
    """Return a tournament: its entrants, standings and pairings."""

    def look(connection: Connection) -> messages.TournamentState:
        return tournaments.told(connection, tournaments.row_of(connection, id_), person.id)

    return await hub.committer.read(look)


@router.post("/tournaments/{id_}/entrants", status_code=201)
async def enter(id_: TournamentId, hub: HubHere, person: Person) -> messages.TournamentState:
    """Enter a tournament that has not begun."""

    def work(connection: Connection) -> messages.TournamentState:
        tournaments.enter(connection, id_, person.id, person.name)
        return tournaments.told(connection, tournaments.row_of(connection, id_), person.id)

    return await hub.committer.commit(work)


@router.post("/tournaments/{id_}/begin")
async def begin(id_: TournamentId, hub: HubHere, person: Person) -> messages.TournamentState:
    """Begin a tournament: create the games of its first round and notify the players."""
    row = await hub.committer.read(lambda look: tournaments.row_of(look, id_))
    game = await hub.rules(row.game, row.scenario)

    def work(connection: Connection) -> messages.TournamentState:
        hub.tell_round(connection, tournaments.begin(connection, game, id_, person.id))
        return tournaments.told(connection, tournaments.row_of(connection, id_), person.id)

    return await hub.committer.commit(work)

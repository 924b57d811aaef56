"""Requests of a club's administrator, and the password reset of a member."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response
from sqlalchemy import Connection

from bocage.server import members, messages, people
from bocage.server.bodies import NewPassword
from bocage.server.errors import ForbiddenError
from bocage.server.schema import Record
from bocage.server.sender import ClientHere, Counted, HubHere, Person, SettingsHere, hand_over
from bocage.server.threads import PASSWORDS

router = APIRouter(prefix="/api", tags=["members"])

AccountName = Annotated[str, Path(max_length=60, pattern=r"^[A-Za-z0-9._@+-]+$", examples=["ted"])]


async def administrator(person: Person) -> Record:
    """Return the administrator, who makes the request.

    Raises:
        ForbiddenError: it is somebody else.
    """
    if person.account is None or not person.admin:
        raise ForbiddenError("only the admin of the club can do this")
    return person


Administrator = Annotated[Record, Depends(administrator)]


@router.get("/members")
async def listed(hub: HubHere, _: Administrator) -> list[messages.Member]:
    """Return every member of the club."""
    return await hub.committer.read(members.listed)


@router.post("/members/{account}/reset", status_code=201)
async def reset(account: AccountName, hub: HubHere, person: Administrator) -> messages.Secret:
    """Return a secret with which a member sets a new password: for `/#password=SECRET`."""
    made = await hub.committer.commit(lambda write: members.reset(write, account, person.id))
    return {"secret": made}


@router.delete("/members/{account}", status_code=204)
async def throw_out(account: AccountName, hub: HubHere, _: Administrator) -> None:
    """Remove a member: they are signed out, and their seats are free for others."""

    def work(connection: Connection) -> tuple[str, list[str]]:
        person, games = members.throw_out(connection, account)
        hub.tell_gone(connection, person)
        for game in games:
            hub.relay.tell(connection, game)
        return person, games

    person, games = await hub.committer.commit(work)
    hub.part(person)
    for game in games:
        await hub.look(game)


@router.post("/passwords", status_code=201, dependencies=[Counted])
async def set_password(
    body: NewPassword,
    hub: HubHere,
    settings: SettingsHere,
    response: Response,
    client: ClientHere,
) -> messages.Session:
    """Set a new password with the administrator's secret; earlier sign-ins end."""
    kept = await PASSWORDS.run(client, people.hardened, body.password)

    def work(connection: Connection) -> tuple[str, str]:
        made = members.set_password(connection, body.secret, kept)
        hub.tell_gone(connection, made[0])
        return made

    person, token = await hub.committer.commit(work)
    hub.part(person)
    hand_over(response, settings, token)
    return {"person": person, "token": token}

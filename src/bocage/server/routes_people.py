"""Requests about people: who I am, coming in, going out."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Final

from fastapi import APIRouter, Response
from sqlalchemy import Connection, update

from bocage.server import hooks, messages, people
from bocage.server.bodies import Me, NewGuest, NewMember, SignIn
from bocage.server.errors import ForbiddenError
from bocage.server.protection import COOKIE
from bocage.server.schema import PEOPLE
from bocage.server.sender import (
    ClientHere,
    Counted,
    HubHere,
    Person,
    SettingsHere,
    TokenHere,
    hand_over,
)
from bocage.server.threads import NAMES, PASSWORDS

router = APIRouter(prefix="/api", tags=["people"])

_LOOKING_UP: Final = 2.0
"""Seconds that a person waits for a name to be looked up."""


@router.post("/people", status_code=201, dependencies=[Counted])
async def come_in(
    body: NewGuest, hub: HubHere, settings: SettingsHere, response: Response
) -> messages.Session:
    """Come in as a guest, by a name."""
    if settings.club:
        raise ForbiddenError("this server is a club: sign in, or use an invitation")
    made = await hub.committer.commit(lambda write: people.add_guest(write, body.name))
    hand_over(response, settings, made[1])
    return {"person": made[0], "token": made[1]}


@router.post("/members", status_code=201, dependencies=[Counted])
async def become_member(
    body: NewMember,
    hub: HubHere,
    settings: SettingsHere,
    response: Response,
    client: ClientHere,
) -> messages.Session:
    """Become a member of the club, with an invitation."""
    kept = await PASSWORDS.run(client, people.hardened, body.password)
    made = await hub.committer.commit(
        lambda write: people.add_member(write, body.invitation, body.account, kept, body.name)
    )
    hand_over(response, settings, made[1])
    return {"person": made[0], "token": made[1]}


@router.post("/sessions", status_code=201, dependencies=[Counted])
async def sign_in(
    body: SignIn,
    hub: HubHere,
    settings: SettingsHere,
    response: Response,
    client: ClientHere,
) -> messages.Session:
    """Sign in as a member."""
    row = await hub.committer.read(lambda look: people.by_account(look, body.account))
    person = await PASSWORDS.run(client, people.signed_in, row, body.password)
    token = await hub.committer.commit(lambda write: people.add_token(write, person))
    hand_over(response, settings, token)
    return {"person": person, "token": token}


@router.delete("/sessions", status_code=204)
async def sign_out(hub: HubHere, token: TokenHere, response: Response) -> None:
    """Sign out: the token stops working, and its sockets close."""
    session = people.session_of(token)

    def work(connection: Connection) -> None:
        if people.forget_token(connection, token):
            hub.tell_out(connection, session)

    await hub.committer.commit(work)
    hub.part_session(session)
    response.delete_cookie(COOKIE, path="/")


@router.post("/invitations", status_code=201)
async def invite(hub: HubHere, person: Person) -> messages.Invitation:
    """Invite somebody to the club."""
    if person.account is None:
        raise ForbiddenError("only members can invite")
    made = await hub.committer.commit(lambda write: people.invite(write, person.id))
    return {"invitation": made}


@router.get("/me")
async def me(person: Person, settings: SettingsHere) -> messages.Myself:
    """Return your name, and how you are notified of your turn."""
    return {
        "person": person.id,
        "name": person.name,
        "account": person.account,
        "email": person.email or "",
        "webhook": person.webhook or "",
        "mails": settings.mail is not None,
        "admin": bool(person.admin),
    }


async def _look_up(person: str, webhook: str, *, inside: bool) -> None:
    """Refuse an address within our own network. A name that can't be resolved soon is accepted.

    It is looked up again whenever a notice leaves.

    Raises:
        HookError: it is not a URL, or leads inside.
    """
    look = partial(hooks.addresses_of, webhook, inside=inside)
    with suppress(OSError):  # a name that is not there today may be there tomorrow
        if hooks.is_in_figures(webhook):
            look()
            return
        async with asyncio.timeout(_LOOKING_UP):
            await NAMES.run(person, look)


@router.patch("/me", status_code=204)
async def change_me(body: Me, hub: HubHere, settings: SettingsHere, person: Person) -> None:
    """Change your name or how you are notified of your turn."""
    values = body.model_dump(exclude_none=True)
    if body.webhook:
        await _look_up(person.id, body.webhook, inside=settings.inside)

    def work(connection: Connection) -> None:
        connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(**values))

    if values:
        await hub.committer.commit(work)

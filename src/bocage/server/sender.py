"""The sender of a request: identified by a token in a header, or by a cookie that scripts can't
read.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Annotated

from fastapi import Cookie, Depends, Header, Request, Response

from bocage.server import people
from bocage.server.errors import SignInError
from bocage.server.hub import Hub
from bocage.server.protection import COOKIE, Rate, Sessions, token_in
from bocage.server.schema import Record
from bocage.server.settings import Settings


async def hub_of(request: Request) -> Hub:
    """Return the hub of this worker."""
    hub: Hub = request.app.state.hub
    return hub


async def settings_of(request: Request) -> Settings:
    """Return the settings of the server."""
    settings: Settings = request.app.state.settings
    return settings


HubHere = Annotated[Hub, Depends(hub_of)]
SettingsHere = Annotated[Settings, Depends(settings_of)]


async def token_of(
    authorization: Annotated[str, Header(include_in_schema=False)] = "",
    bocage: Annotated[str, Cookie(include_in_schema=False)] = "",
) -> str:
    """Return the token that a request carries, or nothing."""
    return token_in(authorization, bocage)


TokenHere = Annotated[str, Depends(token_of)]


def may_come_in(settings: Settings, person: Record) -> bool:
    """Return whether somebody we know may come in: a club that once was open has guests of then."""
    return not settings.club or person.account is not None


async def person_here(
    request: Request, hub: HubHere, settings: SettingsHere, token: TokenHere
) -> AsyncGenerator[Record]:
    """Yield the sender of the request. It counts, and waits while too many of theirs are being
    answered.

    Raises:
        SignInError: the person is unknown.
        TooMuchError: there were too many requests.
    """
    state = request.app.state
    rate: Rate = state.reads if request.method == "GET" else state.commands
    sessions: Sessions = state.sessions
    known = sessions.person(token)
    if known:  # who asks too often does not get as far as the database
        rate.spend(known)
    found = None
    if token:
        found = await hub.committer.read(lambda look: people.person_of(look, token))
    if found is None or not may_come_in(settings, found):
        raise SignInError("you are not signed in: sign in, or choose a name")
    if not known:
        rate.spend(found.id)
        sessions.learn(token, found.id)
    async with hub.requests.of(found.id):
        yield found


Person = Annotated[Record, Depends(person_here)]


async def client_of(request: Request) -> str:
    """Return the address that a request comes from."""
    return request.client.host if request.client else "?"


ClientHere = Annotated[str, Depends(client_of)]


async def count_try(request: Request) -> None:
    """Count an attempt to come in, by the address it comes from."""
    request.app.state.signs.spend(await client_of(request))


Counted = Depends(count_try)


def hand_over(response: Response, settings: Settings, token: str) -> None:
    """Give a person their token in a cookie."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=people.TOKEN_LASTS // 1000,
        httponly=True,
        samesite="lax",
        secure=settings.secure,
        path="/",
    )

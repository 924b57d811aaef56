"""Protection of the server: limits on the rate, size and origin of requests, and safe headers."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Mapping
from hashlib import sha256
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bocage.engine.numbers import whole
from bocage.server.connections import OWN
from bocage.server.errors import TooMuchError
from bocage.server.settings import Settings

_REMEMBERED: Final = 10_000
_BODY_SECONDS: Final = 60.0
"""The seconds that the body of a request may take."""

HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        b"frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    ),
)
"""The headers of every answer."""


_ONCE: Final = (b"host", b"origin", b"authorization", b"content-length", b"content-type")
"""Headers that a request may have only once: of two, a proxy may believe the other one."""


def _count(scope: Scope, header: bytes) -> int:
    return sum(name == header for name, _ in scope["headers"])


COOKIE: Final = "bocage"
"""The name of the cookie with a person's token."""


def token_in(authorization: str, cookie: str) -> str:
    """Return the token that a request carries in its header or its cookie, or nothing."""
    return authorization.removeprefix("Bearer ") if authorization else cookie


class Sessions:
    """The owners of recent tokens, so that a request is counted before it costs anything.

    It admits nobody: a token that has expired since is still counted for its person, and then
    refused.
    """

    def __init__(self) -> None:
        self._known: Final[OrderedDict[bytes, str]] = OrderedDict()

    def person(self, token: str) -> str:
        """Return the owner of a token when it was last used, or nothing if unknown."""
        if not token:
            return ""
        key = _hash(token)
        if key not in self._known:
            return ""
        self._known.move_to_end(key)
        return self._known[key]

    def learn(self, token: str, person: str) -> None:
        """Remember the owner of a token."""
        self._known[_hash(token)] = person
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)


def _hash(token: str) -> bytes:
    return sha256(token.encode(errors="surrogateescape")).digest()


class Rate:
    """A rate limit per minute for each key: a bucket that fills evenly."""

    def __init__(self, a_minute: int) -> None:
        self._most: Final = float(a_minute)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, who: str, now: float | None = None) -> None:
        """Count one request.

        Raises:
            TooMuchError: there were too many.
        """
        at = time.monotonic() if now is None else now
        left, since = self._buckets.pop(who, (self._most, at))
        left = min(self._most, left + (at - since) * self._most / 60)
        self._buckets[who] = (max(left - 1, 0) if left >= 1 else left, at)
        while len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
        if left < 1:
            raise TooMuchError("too many requests: wait a moment and try again")


def may_come_from(settings: Settings, origin: str | None, host: str | None) -> bool:
    """Return whether a page of this origin may change something; programs send none and may."""
    if not origin or origin in settings.origins or origin == settings.address.rstrip("/"):
        return True
    try:
        return bool(host) and urlsplit(origin).netloc == host
    except ValueError:
        return False  # no address at all


def is_our_name(settings: Settings, host: str | None) -> bool:
    """Return whether a request calls the server by a name that it has.

    A page of another site can point its own name to this machine and then talk to the server as if
    it were its own; but it can't change the host name that the browser sends. A numeric address
    can't be such a name, and a program need not send any.
    """
    if not host:
        return True
    try:
        name = urlsplit(f"//{host}").hostname or ""
        ours = {urlsplit(each).hostname for each in (settings.address, *settings.origins)}
    except ValueError:
        return False
    if name in ours or name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """The outermost layer of the application: checks rate, host name, origin, size and headers."""

    def __init__(self, app: ASGIApp, settings: Settings, sessions: Sessions) -> None:
        self._app = app
        self._settings = settings
        self._sessions = sessions
        self._requests = Rate(settings.requests_a_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        said_twice = next((k for k in _ONCE if _count(scope, k) > 1), None)
        if said_twice is not None:
            said = f"the header {said_twice.decode()} may be given only once"
            await _refuse(scope, send, 400, "malformed", said)
            return
        try:
            self._count_one(scope, headers)
        except TooMuchError as error:
            await _refuse(scope, send, error.status, error.code, error.sentence)
            return
        if not is_our_name(self._settings, headers.get("host")):
            said = (
                "this server does not answer to that host name; its administrator "
                "can add it with --address"
            )
            await _refuse(scope, send, 421, "misdirected", said)
            return
        fine = may_come_from(self._settings, headers.get("origin"), headers.get("host"))
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and not fine:
            await _refuse(
                scope, send, 403, "forbidden", "pages from that address may not use this server"
            )
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        size = headers.get("content-length", "0")
        length = whole(size)
        if length is None or length > self._settings.body_most:
            await _refuse(scope, send, 413, "too-much", "this request is too large")
            return
        await self._app(scope, self._counting(receive), _with_headers(send))

    def _count_one(self, scope: Scope, headers: Mapping[str, str]) -> None:
        """Count a request for its person, or for the address that it comes from.

        Requests from this machine without a known token are not counted: behind a proxy that does
        not name addresses, all strangers come from here.

        Raises:
            TooMuchError: there were too many.
        """
        cookie = cookie_parser(headers["cookie"]).get(COOKIE, "") if "cookie" in headers else ""
        person = self._sessions.person(token_in(headers.get("authorization", ""), cookie))
        address = scope["client"][0] if scope.get("client") else ""
        if person:
            self._requests.spend(f"person {person}")
        elif address not in OWN:
            self._requests.spend(f"address {address}")

    def _counting(self, receive: Receive) -> Receive:
        """Return a receiver that ends a body at the limit, even if its announced size was smaller
        or missing, and that stops waiting when its time is over.
        """
        got, whole = 0, False
        until = time.monotonic() + _BODY_SECONDS

        async def counted() -> Message:
            nonlocal got, whole
            try:
                left = None if whole else max(0.0, until - time.monotonic())
                async with asyncio.timeout(left):
                    message = await receive()
            except TimeoutError:
                return {"type": "http.disconnect"}
            got += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if got > self._settings.body_most:
                return {"type": "http.disconnect"}
            return message

        return counted


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *HEADERS]
        await send(message)

    return sent


async def _refuse(scope: Scope, send: Send, status: int, code: str, sentence: str) -> None:
    if scope["type"] == "websocket":
        number = 4429 if status == TooMuchError.status else 4403
        await send({"type": "websocket.close", "code": number, "reason": sentence})
        return
    body = json.dumps({"code": code, "text": sentence}).encode()
    headers = [(b"content-type", b"application/json"), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
